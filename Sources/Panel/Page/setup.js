// Setup: how the instrument is, and what it said.
import { make } from "./answers.js";

/** @param {HTMLElement} view @param {import("./socket.js").Line} line */
export function setupView(view, line) {
  const facts = make("dl");
  const log = make("ol", { className: "log", ariaLabel: "Log" });
  const delay = make("input", { type: "number", min: "0", max: "100", placeholder: "measured", ariaLabel: "Delay of touches in milliseconds" });
  const insecure = make("p", { className: "hint", hidden: isSecureContext });
  insecure.textContent = "This page came over plain http from another machine: browsers give such pages no sensors, no wake lock and fewer points of a fast finger. Spinet still plays the keys between two points.";
  view.append(
    make("h2", { textContent: "Instrument" }), facts,
    make("h2", { textContent: "Touch" }),
    make("div", { className: "bar" }, make("label", {}, "Delay, ms ", delay)), insecure,
    make("h2", { textContent: "Log" }), log);
  delay.addEventListener("change", () => line.send({ delay: delay.value === "" ? null : Number(delay.value) }));
  line.on("open", () => { if (delay.value !== "") line.send({ delay: Number(delay.value) }); });

  const shown = new Map();
  const tell = (name, value) => {
    let cell = shown.get(name);
    if (!cell) {
      cell = make("dd");
      shown.set(name, cell);
      facts.append(make("div", {}, make("dt", { textContent: name }), cell));
    }
    if (cell.textContent !== value) cell.textContent = value;
  };
  line.on("status", ({ status }) => {
    tell("Sound", status.sound);
    tell("Sound card", status.format || "–");
    tell("Latency", status.latency === null ? "–" : `${status.latency} ms`);
    tell("Xruns", String(status.xruns));
    tell("Voices", String(status.voices));
    tell("Level", status.peak === null ? "silent" : `${status.peak.toFixed(1)} dB`);
    tell("Late commands", String(status.late));
    tell("Controllers", status.controllers.join(", ") || "none connected");
  });
  line.on("pong", (message) => {
    tell("Touch to instrument", `${(performance.now() - message.pong).toFixed(1)} ms there and back`);
    tell("Touch delay", `${message.delay} ms, ${message.late} of ${message.touches} touches late`);
  });
  line.on("open", () => log.replaceChildren());
  line.on("log", (message) => {
    log.prepend(make("li", { textContent: message.log }));
    while (log.childElementCount > 200) log.lastElementChild?.remove();
  });
}

// Setup: the status, the devices and the log of the instrument.
import { ask, make } from "./answers.js";
import { motionSwitches } from "./motion.js";

/** @param {HTMLElement} view @param {import("./socket.js").Line} line @param {import("./board.js").Board} board */
export function setupView(view, line, board) {
  const facts = make("dl");
  const log = make("ol", { className: "log", ariaLabel: "Log" });
  const delay = make("input", { type: "number", min: "0", max: "100", placeholder: "measured", ariaLabel: "Delay of touches in milliseconds" });
  const ports = make("ul", { className: "ports" });
  const choice = (label) => make("select", { ariaLabel: label });
  const [pcm, rate, period, periods] = ["Sound card", "Rate", "Frames of a period", "Periods"].map(choice);
  pcm.className = "pcm";
  const card = make("form", { className: "bar" }, pcm, rate, period, periods, make("button", { textContent: "Apply" }));
  const granted = make("p", { className: "hint" });
  const insecure = make("p", { className: "hint", hidden: isSecureContext });
  line.on("words", (message) => {
    insecure.textContent = `This page came over plain http from another machine: browsers give such pages no sensors, no wake lock and fewer points of a fast finger. Spinet still plays the keys between two points. ${message.words.secure} gives them back, in a spinet that was built with TLS.`;
  });
  view.append(
    make("h2", { textContent: "Instrument" }), facts,
    make("h2", { textContent: "Controllers" }), ports,
    make("h2", { textContent: "Sound card" }), card, granted,
    make("h2", { textContent: "Touch" }),
    make("div", { className: "bar" }, make("label", {}, "Delay, ms ", delay)), insecure,
    make("h2", { textContent: "Motion" }), ...motionSwitches(line, board),
    make("h2", { textContent: "Log" }), log);
  const look = async () => {
    if (view.hidden) return;
    line.send({ outputs: 1 });
    const lines = await ask(line, "ports");
    if (lines) show(lines.map((text) => JSON.parse(text)));
  };
  const show = (entries) => {
    const now = entries.find((entry) => entry.output !== undefined);
    const found = entries.filter((entry) => entry.client !== undefined);
    if (now) {
      Object.assign(asked, now);
      showCard();
    }
    ports.replaceChildren(...found.map(port), ...(found.length ? [] : [make("li", { className: "hint", textContent: "No MIDI port is there. Plug in a controller, or play here on the page." })]));
  };
  const port = (entry) => make("li", {},
    make("span", { className: "name", textContent: entry.client === entry.port ? entry.client : `${entry.client}: ${entry.port}` }),
    make("span", { className: "hint", textContent: entry.connected ? `connected, mapping ${entry.mapping || "none"}` : `not connected; its mapping would be ${entry.mapping || "none"}` }),
    ...(entry.connected ? [] : [make("button", { textContent: "Connect", ariaLabel: `Connect ${entry.client}`, onclick: async () => {
      const lines = await ask(line, "connect", entry.address);
      if (lines) look();
    } })]));
  const asked = { output: "default", rate: 48000, period: 128, periods: 3, granted: "" };
  let outputs = [];
  const offer = (element, values, chosen) => {
    const all = values.some(([value]) => value === String(chosen)) ? values : [[String(chosen), String(chosen)], ...values];
    element.replaceChildren(...all.map(([value, text]) => new Option(text, value)));
    element.value = String(chosen);
  };
  const showCard = () => {
    offer(pcm, [...outputs.map(({ pcm: name, description }) => [name, description ? `${name} · ${description}` : name]), ["none", "none: no sound"]], asked.output);
    offer(rate, [44100, 48000, 88200, 96000, 192000].map((value) => [String(value), `${value} Hz`]), asked.rate);
    offer(period, [32, 64, 128, 256, 512, 1024].map((value) => [String(value), `${value} frames`]), asked.period);
    offer(periods, [2, 3, 4, 8].map((value) => [String(value), `× ${value}`]), asked.periods);
    granted.textContent = asked.granted ? `In force: ${asked.granted}` : "The engine is stopped.";
  };
  card.addEventListener("submit", async (event) => {
    event.preventDefault();
    const lines = await ask(line, "output", pcm.value, rate.value, period.value, periods.value);
    if (lines) show(lines.map((text) => JSON.parse(text)));
    look();
  });
  line.on("outputs", (message) => {
    outputs = message.outputs;
    showCard();
  });
  addEventListener("hashchange", () => requestAnimationFrame(look));
  line.on("parts", look);
  delay.addEventListener("change", () => line.send({ delay: delay.value === "" ? null : Number(delay.value) }));
  line.on("open", () => { if (delay.value !== "") line.send({ delay: Number(delay.value) }); });

  let controllers = "";
  const shown = new Map();
  const tell = (name, value) => {
    let cell = shown.get(name);
    if (!cell) {
      cell = make("dd");
      shown.set(name, cell);
      facts.append(make("div", { className: name === "Sound card" ? "long" : "" }, make("dt", { textContent: name }), cell));
    }
    if (cell.textContent !== value) cell.textContent = value;
  };
  line.on("status", ({ status }) => {
    tell("Sound", status.sound);
    tell("Sound card", status.format || "–");
    tell("Latency", status.latency === null ? "–" : `${status.latency} ms`);
    tell("Xruns", String(status.xruns));
    tell("Voices", String(status.voices));
    tell("Level", status.peak === null || status.peak < -100 ? "silent" : `${status.peak.toFixed(1)} dB`);
    tell("Late commands", String(status.late));
    if (status.processor !== null) tell("Processor", `${status.processor} % of one`);
    if (status.controllers.join() !== controllers) look();
    controllers = status.controllers.join();
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

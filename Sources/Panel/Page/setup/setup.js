// Setup: latency first, then the card, the controllers, this device, what else plays, and the log.
import { button } from "../components/button.js";
import { make, say } from "../components/make.js";
import { ask } from "../instrument/answers.js";
import { portText, stateText } from "../instrument/outside.js";
import { Card } from "./card.js";
import { Connection } from "./connection.js";
import { Controllers, device } from "./controllers.js";
import { LatencyBlock } from "./latencyblock.js";
import { motionSwitches } from "./motion.js";

const mostLines = 200;

/** @param {HTMLElement} view @param {import("../components/control.js").App} app */
export function fill(view, app) {
  const { line } = app;
  const look = async () => {
    line.send({ outputs: 1 });
    const answer = await ask(line, "ports");
    const entries = (answer ?? []).map((text) => JSON.parse(text));
    const now = entries.find((entry) => entry.output !== undefined);
    // A stage of instruments outside may play no sound itself.
    card.element.hidden = latency.element.hidden = answer !== null && !now;
    if (now) card.take(now);
    controllers.draw(entries.filter((entry) => entry.client !== undefined));
  };
  const card = new Card(app);
  const connection = new Connection(app);
  const controllers = new Controllers(app, look);
  const latency = new LatencyBlock(app, connection);
  view.append(make("div", { className: "cols" },
    make("div", { className: "col list scrolls" }, latency.element, card.element, load(app)),
    make("div", { className: "col list scrolls" }, controllers.element, outside(app), connection.element, alsoPlays(app), log(app))));
  let shown = "";
  line.on("status", ({ status }) => {
    // Something was plugged in or out.
    const names = status.controllers.join();
    if (names !== shown && view.isConnected) look();
    shown = names;
  });
  line.on("parts", () => { if (view.isConnected) look(); });
  view.addEventListener("shown", () => { look(); line.measure(); });
}

/** What the machine has to do.
 * @param {import("../components/control.js").App} app */
function load({ line, instrument }) {
  const list = make("dl", { className: "pair" });
  const cells = new Map();
  const tell = (/** @type {string} */ name, /** @type {string} */ value) => {
    if (!cells.has(name)) {
      cells.set(name, make("dd"));
      list.append(make("dt", { textContent: name }), cells.get(name));
    }
    say(cells.get(name), value);
  };
  const draw = (/** @type {any} */ status) => {
    if (status.sound === undefined) return;
    tell("Sound", status.sound);
    tell("Processor", status.processor === null ? "–" : `${status.processor} % of one`);
    tell("Voices", String(status.voices));
    tell("Interruptions", status.xruns === 0 ? "none" : String(status.xruns));
    tell("Late commands", status.late === 0 ? "none" : String(status.late));
    tell("Card", status.format || "–");
  };
  line.on("status", ({ status }) => draw(status));
  draw(instrument.status);
  return make("section", { className: "block", "aria-label": "Load" }, make("h2", { textContent: "Load" }), list);
}

/** The instruments outside that play parts; nothing is shown without one.
 * @param {import("../components/control.js").App} app */
function outside({ line, instrument }) {
  const list = make("ul");
  const element = make("section", { className: "block", "aria-label": "Other instruments" }, make("h2", { textContent: "Other instruments" }), list);
  const draw = () => {
    const rows = instrument.outside.flatMap((one, part) => (one ? [device(portText(one), [instrument.parts[part]?.name, stateText(one)].filter(Boolean).join(": "), !one.waits)] : []));
    element.hidden = rows.length === 0;
    list.replaceChildren(...rows);
  };
  for (const message of ["outside", "parts"]) line.on(message, draw);
  draw();
  return element;
}

/** Motion and face.
 * @param {import("../components/control.js").App} app */
function alsoPlays(app) {
  const list = make("ul");
  const draw = () => {
    const hasFace = app.widgets.all.some(({ name }) => name.startsWith("face."));
    list.replaceChildren(device("Face", hasFace ? "a camera plays the widgets face.*" : "Spinet was started without a face: it can play by this device’s camera, or by one of the instrument’s", hasFace,
      ...(hasFace ? [button("Picture", () => { app.wantedPicture = "face"; location.hash = "#play"; dispatchEvent(new CustomEvent("picture", { detail: "Face" })); }, { look: "small" })] : [])));
  };
  app.line.on("widgets", draw);
  draw();
  return make("section", { className: "block", "aria-label": "Also plays" }, make("h2", { textContent: "Also plays" }), list, ...motionSwitches(app));
}

/** What has happened, the newest first; it scrolls by keys too.
 * @param {import("../components/control.js").App} app */
function log({ line, instrument }) {
  const list = make("ol", { className: "log", "aria-label": "Log", tabIndex: 0 });
  const add = (/** @type {string} */ text) => {
    list.prepend(make("li", { className: /\berror\b|: expected|refused|failed/.test(text) ? "bad" : "", textContent: text }));
    while (list.childElementCount > mostLines) list.lastElementChild?.remove();
  };
  for (const text of instrument.log ?? []) add(text);
  line.on("open", () => list.replaceChildren());
  line.on("log", (message) => add(message.log));
  const copy = button("Copy", async () => {
    const text = [...list.children].map((entry) => entry.textContent).join("\n");
    try {
      await navigator.clipboard.writeText(text);
      say(copy.querySelector(".word"), "Copied");
    } catch {
      // Without https there is no clipboard: the lines are chosen, and the user copies them.
      getSelection()?.selectAllChildren(list);
    }
  }, { look: "small flat" });
  return make("section", { className: "block", "aria-label": "What happened" }, make("header", {}, make("h2", { textContent: "Log" }), make("span", { className: "grow" }), copy), list);
}

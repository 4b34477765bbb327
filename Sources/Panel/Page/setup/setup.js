// Setup: latency first, then the card, the controllers, this device, what else plays, and the log.
import { button } from "../components/button.js";
import { make, say } from "../components/make.js";
import { ask } from "../instrument/answers.js";
import { portText, stateText } from "../instrument/outside.js";
import { duration } from "../sounds/drawings.js";
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
    // While nothing answers, everything stays.
    if (!line.isOpen) return;
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
    make("div", { className: "col list scrolls" }, controllers.element, outside(app), connection.element, alsoPlays(app, view), log(app))));
  let shown = "";
  line.on("status", ({ status }) => {
    // Something was plugged in or out.
    const names = status.controllers.join();
    if (names !== shown && view.isConnected) look();
    shown = names;
  });
  line.on("parts", () => { if (view.isConnected) look(); });
  view.addEventListener("shown", () => {
    look();
    line.measure();
    if (app.mustShowAddress) connection.showAddress();
    app.mustShowAddress = false;
  });
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
    tell("Interruptions", `${status.xruns || "none"} in ${duration((performance.now() - instrument.began) / 1000)}`);
    tell("Late commands", status.late === 0 ? "none" : String(status.late));
    tell("Card", status.format || "–");
  };
  line.on("status", ({ status }) => draw(status));
  draw(instrument.status);
  // Where nothing is told, time goes on.
  setInterval(() => draw(instrument.status), 20000);
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
 * @param {import("../components/control.js").App} app @param {HTMLElement} view */
function alsoPlays(app, view) {
  const list = make("ul"), { line, widgets } = app;
  let [source, sources] = ["", 0];
  const hasFace = () => widgets.all.some(({ name }) => name.startsWith("face."));
  /** Who watches the face hears where it comes from; its pictures are not wanted here. */
  const ask = () => { if (hasFace()) line.send({ face: 1 }); };
  const next = button("Next source", () => { line.send({ press: "face.source" }); setTimeout(ask, 300); }, { look: "small" });
  const picture = button("Picture", () => app.openFace(), { look: "small" });
  const draw = () => {
    /** @type {Record<string, string>} */
    const spoken = { "": "a camera", panel: "a page’s camera", synthetic: "a drawn face" };
    next.hidden = sources < 2;
    list.replaceChildren(hasFace() ? device("Face", `${spoken[source] ?? source} plays the widgets face.*`, true, next, picture)
      : device("Face", "Spinet was started without a face: it can play by this device’s camera, or by one of the instrument’s", false));
  };
  line.on("widgets", draw);
  line.on("source", (message) => {
    [source, sources] = [message.source, message.sources];
    if (list.isConnected && !app.face?.isOpen) line.send({ face: 0 });
    draw();
  });
  view.addEventListener("shown", ask);
  draw();
  return make("section", { className: "block", "aria-label": "Also plays" }, make("h2", { textContent: "Also plays" }), list, ...motionSwitches(app));
}

/** What has happened, the newest first; it scrolls by keys too.
 * @param {import("../components/control.js").App} app */
function log({ line, instrument }) {
  const list = make("ol", { className: "log", "aria-label": "Log", tabIndex: 0 });
  const add = (/** @type {{log: string, at?: string}} */ { log: text, at }) => {
    const time = at ? `${new Date(at).toLocaleTimeString([], { hour12: false })} ` : "";
    list.prepend(make("li", { className: /\berror\b|: expected|refused|failed/.test(text) ? "bad" : "" }, make("time", { textContent: time }), text));
    while (list.childElementCount > mostLines) list.lastElementChild?.remove();
  };
  for (const line of instrument.log ?? []) add(line);
  line.on("open", () => list.replaceChildren());
  line.on("log", add);
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

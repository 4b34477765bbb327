// The strip: engine, level, record, learn and panic. It never scrolls, and nothing covers it.
import { icon, make, say } from "../components/make.js";
import { Meter } from "../components/meter.js";
import { ask } from "../instrument/answers.js";
import { stepSong } from "../instrument/songs.js";

/** @param {HTMLElement} strip @param {import("../components/control.js").App} app */
export function fillStrip(strip, app) {
  const { line, widgets, instrument } = app;
  const engine = make("button", { id: "engine", className: "power", role: "switch", "aria-checked": "false", "aria-label": "Engine" },
    make("i", {}, icon("power")), make("span", { className: "word", textContent: "Engine" }));
  const meter = new Meter("Level", () => line.send({ unclip: 1 }));
  const recordWord = make("span", { className: "word", textContent: "Record" });
  const record = make("button", { id: "record", className: "b flat rec", "aria-pressed": "false", "aria-label": "Record", hidden: true }, make("i"), recordWord);
  const learn = make("button", { id: "learn", className: "b flat learn", "aria-pressed": "false", "aria-label": "Learn" }, icon("link"), make("span", { className: "word", textContent: "Learn" }));
  const panic = make("button", { id: "panic", className: "b red panic", "aria-label": "Panic: silence everything", textContent: "Panic" });
  strip.append(engine, meter.element, record, learn, panic);

  const isOn = (/** @type {string} */ name) => (widgets.find(name)?.value ?? 0) >= 0.5;
  engine.addEventListener("click", () => line.send({ set: ["engine.running", isOn("engine.running") ? 0 : 1] }));
  let touchedAt = -Infinity;
  const silence = () => {
    if (!line.send({ press: "panic" })) dispatchEvent(new CustomEvent("notice", { detail: "Not connected: notes of this device have ended, others play on." }));
  };
  panic.addEventListener("pointerdown", (/** @type {Event} */ { timeStamp }) => { touchedAt = timeStamp; silence(); });
  // By keys, or by what reads the screen: nothing has touched it before.
  panic.addEventListener("click", (/** @type {Event} */ { timeStamp }) => { if (timeStamp - touchedAt > 1000) silence(); });
  record.addEventListener("click", () => line.send({ set: ["recording", isOn("recording") ? 0 : 1] }));
  learn.addEventListener("click", () => dispatchEvent(new CustomEvent("learn")));

  let since = 0;
  const clock = () => {
    const told = instrument.status.recording?.seconds;
    const seconds = Math.floor(told ?? (performance.now() - since) / 1000);
    say(recordWord, `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
  };
  let timer = 0, file = "";
  const showRecording = () => {
    const isRecording = isOn("recording");
    if (isRecording === (record.getAttribute("aria-pressed") === "true")) return;
    record.setAttribute("aria-pressed", String(isRecording));
    clearInterval(timer);
    since = performance.now();
    if (!isRecording && file) dispatchEvent(new CustomEvent("notice", { detail: `Recorded as ${file}.` }));
    if (isRecording) { clock(); timer = setInterval(clock, 1000); } else say(recordWord, "Record");
  };
  const show = () => {
    engine.setAttribute("aria-checked", String(isOn("engine.running")));
    record.hidden = widgets.find("recording") === undefined;
    showRecording();
  };
  line.on("widgets", () => {
    for (const name of ["engine.running", "recording"]) {
      const widget = widgets.find(name);
      if (widget) widgets.watch(widget, engine, show);
    }
    show();
  });
  line.on("status", ({ status }) => {
    meter.draw({ level: status.peak, over: status.clip });
    if (status.recording) record.title = file = status.recording.file;
  });
  line.on("closed", () => meter.draw({ level: null }));
}

/** The name of the sound between its neighbours, where the bar has room for it.
 * @param {HTMLElement} here @param {import("../components/control.js").App} app */
export function fillHere(here, app) {
  const { line, instrument } = app;
  const name = make("b", { className: "cut", dir: "auto" });
  const more = make("span", { className: "dim cut" });
  const step = (/** @type {-1 | 1} */ way, /** @type {string} */ label, /** @type {import("../components/make.js").IconName} */ picture) => make("button", { className: "b flat icon", "aria-label": label, on: { click: () => app.step(way) } }, icon(picture));
  here.append(step(-1, "Previous sound", "previous"), make("span", { className: "row cut" }, name, more), step(1, "Next sound", "next"));
  let told = "";
  const show = () => {
    say(name, instrument.title);
    say(more, told || instrument.family);
  };
  /** What a place tells beside the name, as long as it is shown. */
  app.tellHere = (/** @type {string} */ text) => {
    told = text;
    show();
  };
  addEventListener("leaving", () => app.tellHere(""));
  line.on("hello", show);
}

/** Loads the sound before or after this one: in the set list if one plays, else in its family.
 * @param {import("../components/control.js").App} app @param {number} way */
export function stepSound(app, way) {
  if (stepSong(app, way)) return true;
  const { line, instrument } = app, found = neighbour(instrument, way);
  if (found) ask(line, "load", found.name);
  return found !== null;
}

/** The sound before or after the one that plays, in its family; null if there is none.
 * @param {import("../instrument/instrument.js").Instrument} instrument @param {number} way */
export function neighbour({ sounds, listed }, way) {
  const now = sounds.find(({ name }) => name === listed);
  const family = sounds.filter((sound) => !now || (sound.kind === now.kind && (sound.family ?? "") === (now.family ?? "")));
  if (family.length < 2) return null;
  return family[((now ? family.indexOf(now) : way > 0 ? -1 : 0) + way + family.length) % family.length];
}

// The head of Play: the name of the sound with its neighbours, the scenes as pads, and the parts as tabs.
import { button } from "../components/button.js";
import { control } from "../components/control.js";
import { icon, make, say } from "../components/make.js";
import { Pad } from "../components/pad.js";
import { neighbour } from "../frame/strip.js";
import { ask } from "../instrument/answers.js";
import { portText, stateText } from "../instrument/outside.js";
import { listOf, songAt, watchSongs } from "../instrument/songs.js";

/** @param {number} count */
const voices = (count) => (count === 1 ? "voice" : "voices");

/** @param {import("../components/control.js").App} app @param {HTMLElement} more a button beside the name */
export function head(app, more) {
  const { line, instrument } = app;
  const name = make("h1", { className: "cut", dir: "auto" }), about = make("p", { className: "cut", role: "status" });
  const latency = make("b"), latencyWord = make("small", { textContent: "key to sound" }), count = make("b"), countWord = make("small");
  const browse = () => { location.hash = "#sounds"; };
  const step = (/** @type {-1 | 1} */ way, /** @type {string} */ label, /** @type {import("../components/make.js").IconName} */ picture) => make("button", { className: "b icon step", "aria-label": label, on: { click: () => app.step(way) } }, icon(picture));
  const [previous, next] = [step(-1, "Previous sound", "previous"), step(1, "Next sound", "next")];
  const facts = make("div", { className: "facts" }, make("div", { className: "latency" }, latency, latencyWord), make("div", {}, count, countWord));
  const element = make("header", { className: "head" }, previous,
    make("button", { className: "title", "aria-label": "Browse sounds", on: { click: browse } }, name, about),
    facts, more, button("Browse", browse, { picture: "list", look: "browse" }), next);
  element.querySelector(".browse").setAttribute("aria-label", "Browse sounds");

  const show = () => {
    say(name, instrument.title || "Spinet");
    const list = listOf(app);
    say(about, sentence(instrument, list));
    for (const [button, way, word] of /** @type {[any, number, string][]} */ ([[previous, -1, "Previous"], [next, 1, "Next"]])) {
      const found = list ? songAt(list, way) : neighbour(instrument, way);
      button.disabled = !found;
      button.setAttribute("aria-label", found ? `${word}: ${found.title}` : `${word} ${list ? "song" : "sound"}`);
    }
  };
  const showFacts = () => {
    const { status } = instrument;
    facts.firstElementChild.hidden = typeof status.latency !== "number";
    if (typeof status.latency === "number") say(latency, `${status.latency < 100 ? status.latency.toFixed(1) : Math.round(status.latency)} ms`);
    say(count, String(status.voices ?? 0));
    say(countWord, voices(status.voices ?? 0));
  };
  for (const message of ["hello", "outside"]) line.on(message, show);
  line.on("status", () => { showFacts(); if (instrument.status.sound !== element.dataset.sound) { element.dataset.sound = instrument.status.sound; show(); } });
  watchSongs(app, element, show);
  showFacts();
  return element;
}

/** What is said below the name.
 * @param {import("../instrument/instrument.js").Instrument} instrument
 * @param {import("../instrument/songs.js").PlayingList | null} list the set list that plays */
function sentence({ status, family, kind, parts, outside }, list) {
  const sound = status.sound ?? "";
  if (sound.startsWith("lost")) return `The sound card is gone: ${sound.slice(5)}`;
  // Other instruments play whether the engine runs or not.
  if (sound === "stopped" && !(outside.length > 0 && outside.every((one) => one))) return "The engine is stopped";
  if (list) {
    const next = list.songs[list.now + 1]?.title;
    const place = `${list.now + 1} of ${list.songs.length}${list.name ? ` in “${list.name}”` : ""}`;
    return `${list.isLeft ? `Left at ${place}` : place}${next ? `. Next: ${next}` : ""}`;
  }
  /** @type {Record<string, string>} */
  const names = { patch: family, stage: "stage", program: "program", font: "SoundFont", sample: "samples" };
  const what = names[kind] ?? family;
  const text = what ? what.charAt(0).toUpperCase() + what.slice(1) : "";
  return parts.length > 1 ? `${text ? `${text}, ` : ""}${parts.length} parts` : text;
}

/** The scenes of a stage; nothing is shown without one.
 * @param {import("../components/control.js").App} app */
export function scenes(app) {
  const { line, widgets, instrument } = app;
  const element = make("div", { className: "scenes", role: "group", "aria-label": "Scenes" });
  /** @type {Pad[]} */
  let pads = [];
  let names = /** @type {string[]} */ ([]), playing = -1;
  /** Where they have no room beside each other, the one that plays is brought into sight. */
  const reveal = () => {
    const pad = pads[playing]?.element.getBoundingClientRect(), box = element.getBoundingClientRect();
    if (pad && (pad.left < box.left || pad.right > box.right)) element.scrollLeft += pad.left - box.left - (box.width - pad.width) / 2;
  };
  const draw = () => {
    const now = widgets.find("scene"), before = playing;
    for (const [index, pad] of pads.entries()) {
      const scene = instrument.scenes?.[index];
      const colours = (scene?.parts ?? []).map((part) => instrument.colour(part));
      const isOn = scene ? scene.playing : Math.round(now?.value ?? -1) === index;
      if (isOn) playing = index;
      pad.draw({ isOn, number: typeof scene?.program === "number" ? String(scene.program) : "", colours });
    }
    if (playing !== before) reveal();
  };
  const rebuild = () => {
    const scene = widgets.find("scene");
    playing = -1;
    names = instrument.scenes?.map(({ name }) => name) ?? scene?.choices ?? [];
    element.hidden = names.length === 0;
    pads = names.map((name) => new Pad(name, () => ask(line, "scene", name, "text")));
    for (const { element } of pads) element.dataset.learn = "scene";
    element.replaceChildren(...pads.map((pad) => pad.element));
    if (scene) widgets.watch(scene, element, draw);
    draw();
  };
  line.on("widgets", rebuild);
  line.on("scenes", () => { if (instrument.scenes?.map(({ name }) => name).join() === names.join()) draw(); else rebuild(); });
  rebuild();
  return element;
}

/** The parts as tabs.
 * @param {import("../components/control.js").App} app @param {(part: string) => void} choose */
export function parts(app, choose) {
  const { line, widgets, instrument } = app;
  const element = make("div", { className: "parts scrolls-across", role: "radiogroup", "aria-label": "Parts" });
  let chosen = "", playing = "";
  const tabs = () => /** @type {HTMLButtonElement[]} */ ([...element.querySelectorAll("[role=radio]")]);
  // A shade at the end tells of parts for which there is no room.
  const measure = () => element.classList.toggle("more", [...element.children].reduce((sum, { clientWidth }) => sum + clientWidth, 0) > element.clientWidth);
  new ResizeObserver(measure).observe(element);
  const draw = () => {
    for (const [index, tab] of tabs().entries()) {
      const isChosen = instrument.parts[index]?.name === chosen;
      tab.setAttribute("aria-checked", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      tab.parentElement?.classList.toggle("chosen", isChosen);
      const outside = instrument.outside[index];
      tab.classList.toggle("plays", instrument.playing.includes(index));
      tab.classList.toggle("waits", outside?.waits === true);
      if (outside) say(/** @type {HTMLElement} */ (tab.querySelector("small")), outside.waits ? `waits for ${outside.port}` : outside.port);
      tab.title = outside ? `${portText(outside)}: ${stateText(outside)}` : "";
      tab.setAttribute("aria-label", [instrument.parts[index]?.name, instrument.playing.includes(index) ? "plays" : "rests", ...(outside?.waits ? [`waits for ${outside.port}`] : [])].join(", "));
    }
  };
  const go = (/** @type {string} */ part) => {
    chosen = part;
    choose(part);
    draw();
  };
  element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const now = tabs().indexOf(/** @type {any} */ (document.activeElement));
    const step = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 })[event.key];
    const next = step && now >= 0 ? tabs()[now + step] : null;
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.click();
  });
  const rebuild = () => {
    element.hidden = !instrument.hasParts;
    element.replaceChildren(...(instrument.hasParts ? instrument.parts : []).map((part, index) => tab(app, part, index, () => go(part.name))));
    if (!instrument.parts.some(({ name }) => name === chosen)) chosen = "";
    const usual = instrument.parts[instrument.playing[0] ?? 0]?.name ?? "";
    playing = instrument.playing.join();
    go(chosen || usual);
    measure();
  };
  let told = "";
  const check = () => {
    const names = instrument.parts.map(({ name, zones }) => `${name} ${zones}`).join();
    if (names !== told) { told = names; rebuild(); }
  };
  line.on("widgets", () => { told = ""; check(); });
  line.on("lit", () => {
    check();
    const now = instrument.playing.join(), isOther = now !== playing, names = instrument.playing.map((index) => instrument.parts[index]?.name);
    playing = now;
    // Where the chosen part rests in another scene, the first one that plays is chosen.
    if (isOther && names[0] !== undefined && !names.includes(chosen)) go(names[0]); else draw();
  });
  line.on("outside", draw);
  check();
  return element;
}

/** @param {import("../components/control.js").App} app @param {import("../instrument/instrument.js").Part} part @param {number} index @param {() => void} choose */
function tab(app, part, index, choose) {
  const { widgets } = app;
  const level = widgets.find(part.level ?? `${part.name}/part.level`);
  const note = make("small");
  const button = make("button", { role: "radio", on: { click: choose } }, make("i"), make("span", { className: "cut", dir: "auto", textContent: part.name }), note);
  const mix = make("span", { className: "pmix" });
  const switchOf = (/** @type {string} */ name, /** @type {"mute" | "solo"} */ title, /** @type {string} */ letter) => {
    const widget = widgets.find(part[title] ?? `${part.name}/part.${name}`);
    if (!widget) return null;
    const made = make("button", { className: "ms", "aria-pressed": "false", "aria-label": widget.name, title: title === "mute" ? "Mute" : "Solo", textContent: letter, on: { click: () => widgets.set(widget, widget.value >= 0.5 ? 0 : 1) } });
    const draw = () => made.setAttribute("aria-pressed", String(widget.value >= 0.5));
    widgets.watch(widget, made, draw);
    draw();
    return made;
  };
  if (level) {
    const range = zoneText(part.zones);
    const draw = () => say(note, range || level.text);
    widgets.watch(level, note, draw);
    draw();
    mix.append(control(app, level, { look: "bar2", isCopy: true }).element);
    mix.append(...[switchOf("mute", "mute", "M"), switchOf("solo", "solo", "S")].filter((one) => one !== null));
  }
  return make("div", { className: `tab part${index % 8 + 1}` }, button, mix);
}

const letters = ["C", "C#", "D", "Eb", "E", "F", "F#", "G", "G#", "A", "Bb", "B"];
const note = (/** @type {number} */ key) => `${letters[key % 12]}${Math.floor(key / 12) - 1}`;

/** `to B2`, `from C3`, `C3 to C5`; empty for all keys.
 * @param {[number, number][] | undefined} zones */
export function zoneText(zones) {
  if (!zones || zones.length !== 1) return "";
  const [[low, high]] = zones;
  if (low <= 0 && high >= 127) return "";
  return low <= 0 ? `to ${note(high)}` : high >= 127 ? `from ${note(low)}` : `${note(low)} to ${note(high)}`;
}

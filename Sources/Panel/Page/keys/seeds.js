// Two boards as they were drawn first: one octave under six segments, and a piano of any keys in any scale.
import { make } from "../components/make.js";
import { Segments } from "../components/choice.js";
import { keyElement, light, makeReachable } from "./key.js";
import { midiKey, noteName, sharpName } from "./notes.js";
import { TouchSurface } from "./touch.js";

/** A board whose keys the instrument places. */
class Board {
  /** @param {import("../components/control.js").App} app @param {string} surface @param {string} label */
  constructor({ line, instrument }, surface, label) {
    this.line = line; this.instrument = instrument;
    this.board = make("div", { className: "surface", role: "group", "aria-label": label });
    this.board.dataset.surface = surface;
    this.surface = new TouchSurface(this.board, line, () => surface);
    this.keys = "";
    /** It costs nothing until somebody has chosen it. */
    this.isWanted = false;
    line.on("lit", () => this.show());
  }

  /** @param {any[][]} keys `[x, y, width, height, black, note, midi]` */
  draw(keys) {
    if (!this.isWanted) return;
    if (this.keys === JSON.stringify(keys)) return;
    this.keys = JSON.stringify(keys);
    this.board.replaceChildren(...keys.map(([x, y, width, height, black, note, midi]) => (
      keyElement({ x, y, width, height, isBlack: black === 1, label: null, note, midi }, this.line))));
    makeReachable(this.board);
    this.show();
  }

  show() {
    if (!this.isWanted) return;
    for (const element of this.board.querySelectorAll(".key")) light(element, { isLit: this.instrument.notes.has(Number(element.dataset.midi)) });
  }

  release() { this.surface.release(); }
}

/** One octave, with its control above. */
export class Octave extends Board {
  /** @param {import("../components/control.js").App} app @param {import("./pianos.js").Pianos} pianos */
  constructor(app, pianos) {
    super(app, "piano", "One octave");
    this.pianos = pianos;
    this.segments = new Segments("Octave", (number) => pianos.choose({ octave: Number(number) }));
    this.segments.element.className = "segments";
    this.segments.offer(["1", "2", "3", "4", "5", "6"].map((number) => [number, number]), "4");
    for (const segment of this.segments.buttons) segment.setAttribute("aria-label", `Octave ${segment.value}`);
    this.element = make("div", { className: "octave" }, this.segments.element, this.board);
    this.colours = { ground: "#ffffff", tint: "#000000" };
    pianos.listeners.push(() => this.update());
    this.update();
  }

  begin() {
    this.isWanted = true;
    this.update();
  }

  update() {
    this.draw(this.pianos.octave.keys);
    this.segments.draw(String(this.pianos.octave.octave));
    this.element.style.setProperty("--plain", this.colours.ground);
    this.element.style.setProperty("--tint", this.colours.tint);
  }

  /** What can be chosen about it. */
  options() {
    const policies = new Segments("Keys", (policy) => this.pianos.choose({ policy }), { look: "plain" });
    policies.offer([["every", "Every key"], ["one", "One key"], ["glissando", "Glissando"]], this.pianos.octave.policy);
    policies.draw(this.pianos.octave.policy);
    policies.element.id = "policy";
    const colour = (/** @type {string} */ id, /** @type {string} */ text, /** @type {"ground" | "tint"} */ part) => make("label", { className: "row grow" }, make("span", { textContent: text }), make("input", { type: "color", id, value: this.colours[part], on: { input: (event) => {
      this.colours[part] = /** @type {HTMLInputElement} */ (event.target).value;
      this.update();
    } } }));
    return [policies.element, make("div", { className: "row" }, colour("ground", "Ground", "ground"), colour("tint", "Tint", "tint"))];
  }
}

const wrong = (/** @type {string} */ text) => dispatchEvent(new CustomEvent("notice", { detail: { text } }));

/** A piano of any number of white keys, from any first key, in any scale. */
export class Free extends Board {
  /** @param {import("../components/control.js").App} app @param {import("./pianos.js").Pianos} pianos */
  constructor(app, pianos) {
    super(app, "software-piano", "Free piano");
    this.pianos = pianos;
    this.layout = /** @type {[number, string, number[] | null]} */ ([14, "C4", null]);
    this.element = make("div", { className: "software" }, this.board);
    pianos.listeners.push(() => this.update());
  }

  /** The instrument's piano is this one. */
  begin() {
    this.isWanted = true;
    this.choose();
    this.update();
  }

  choose() {
    const [whites, first, scale] = this.layout;
    this.pianos.choose({ piano: scale ? [whites, first, scale] : [whites, first] });
  }

  update() { if (this.element.isConnected || this.keys === "") this.draw(this.pianos.software.keys); }

  /** What can be chosen about it. */
  options() {
    const field = (/** @type {string} */ id, /** @type {string} */ text, /** @type {HTMLElement} */ input) => make("label", { className: "field grow" }, make("span", { textContent: text }), Object.assign(input, { id }));
    const whites = make("input", { type: "number", min: "1", max: "75", value: String(this.layout[0]) });
    const key = midiKey(this.layout[1]);
    const first = make("input", { type: "text", value: key === null ? this.layout[1] : noteName(key), maxLength: 4, spellcheck: false });
    const scale = make("input", { type: "text", value: this.layout[2]?.join(" ") ?? "", placeholder: "2 2 1 2 2 2 1", spellcheck: false });
    const change = () => {
      const layout = this.read(whites.value, first.value, scale.value);
      if (typeof layout === "string") return wrong(layout);
      this.layout = layout;
      first.value = noteName(/** @type {number} */ (midiKey(layout[1])));
      this.choose();
    };
    for (const input of [whites, first, scale]) input.addEventListener("change", change);
    return [make("div", { className: "row" }, field("whites", "White keys", whites), field("first", "First key", first)), field("scale", "Steps of the scale", scale)];
  }

  /** A layout, or what is wrong with it.
   * @param {string} whites @param {string} first @param {string} scale @returns {[number, string, number[] | null] | string} */
  read(whites, first, scale) {
    const count = Math.round(Number(whites));
    if (!(count >= 1 && count <= 75)) return "The white keys are a number from 1 to 75.";
    const key = midiKey(first);
    if (key === null) return `“${first}” is no key. Write a letter, a sharp or a flat if you want one, and the octave: C4, Bb3, F#2.`;
    const steps = scale.trim() === "" ? null : scale.trim().split(/[\s,]+/).map(Number);
    if (steps && !steps.every((step) => Number.isInteger(step) && step >= 1 && step <= 24)) return "The steps of a scale are semitones from key to key, each from 1 to 24: 2 2 1 2 2 2 1.";
    const white = [0, 0, 2, 2, 4, 5, 5, 7, 7, 9, 9, 11][key % 12] - key % 12 + key;
    if (!steps && white !== key) wrong(`Without a scale the first key is a white one: ${noteName(white)} instead of ${noteName(key)}.`);
    return [count, sharpName(steps ? key : white), steps];
  }
}

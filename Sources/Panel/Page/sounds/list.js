// The list of sounds: a note's waveform, name, character, star. A tap loads.
import { ask } from "../instrument/answers.js";
import { icon, make, svg } from "../components/make.js";
import { thumb } from "./drawings.js";

/** @typedef {import("./families.js").Sound} Sound */

/** The waveforms of notes, asked for when their rows are seen. */
export class Thumbs {
  /** @param {import("../instrument/line.js").Line} line @param {() => boolean} canAsk whether this instrument draws its sounds */
  constructor(line, canAsk) {
    this.line = line;
    this.canAsk = canAsk;
    /** By sound; an empty path where the instrument still computes.
     * @type {Map<string, string>} */
    this.paths = new Map();
    /** @type {Map<string, SVGPathElement>} */
    this.shown = new Map();
    this.wanted = new Set();
    this.watch = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) this.want(/** @type {HTMLElement} */ (target).dataset.sound ?? "");
    });
    line.on("thumb", ({ thumb: name, columns }) => this.arrived(name, columns));
    // A sound may have been saved again under its name.
    line.on("saved", ({ saved }) => {
      if (saved.exists) return;
      this.paths.delete(saved.name);
      if (this.shown.has(saved.name)) this.want(saved.name);
    });
    line.on("closed", () => { for (const [name, path] of this.paths) if (path === "") this.paths.delete(name); });
  }

  /** @param {string} name @returns {SVGElement} */
  drawing(name) {
    const path = svg("path", { d: this.paths.get(name) ?? "" });
    this.shown.set(name, path);
    return svg("svg", { viewBox: "0 0 102 32", preserveAspectRatio: "none", class: "glyph", "aria-hidden": "true" }, path);
  }

  /** @param {string} name */
  want(name) {
    if (this.paths.has(name)) return;
    if (this.wanted.size === 0) setTimeout(() => this.ask(), 50);
    this.wanted.add(name);
  }

  ask() {
    const names = [...this.wanted];
    this.wanted.clear();
    if (this.canAsk() && this.line.send({ thumbs: names })) for (const name of names) this.paths.set(name, "");
  }

  /** @param {string} name @param {number[]} columns */
  arrived(name, columns) {
    const path = columns.length ? thumb(columns) : "";
    this.paths.set(name, path);
    this.shown.get(name)?.setAttribute("d", path);
  }
}

export class SoundList {
  /**
   * @param {import("../instrument/line.js").Line} line
   * @param {import("../instrument/instrument.js").Instrument} instrument
   */
  constructor(line, instrument) {
    this.line = line;
    this.instrument = instrument;
    this.thumbs = new Thumbs(line, () => instrument.panel.version !== undefined);
    this.element = make("ul", { className: "list sounds", "aria-label": "Sounds" });
    line.on("hello", () => this.mark());
  }

  /** @param {Sound[]} sounds @param {Set<string>} favourites @param {string} nothing what is said where there is none */
  show(sounds, favourites, nothing) {
    // A finger may be on a row: the same list keeps its rows.
    const told = JSON.stringify([sounds, nothing]);
    if (told === this.told) return this.mark(favourites);
    /** @type {string} */
    this.told = told;
    this.thumbs.watch.disconnect();
    this.thumbs.shown.clear();
    this.element.replaceChildren(...sounds.map((sound) => this.row(sound)));
    if (sounds.length === 0) this.element.append(make("li", { className: "nothing", textContent: nothing }));
    this.mark(favourites);
  }

  /** @param {Sound} sound */
  row({ name, title, tags, kind, own, hides }) {
    const character = [...(kind === "stage" ? ["stage"] : []), ...tags, ...(hides ? ["yours, instead of Spinet’s"] : own && kind === "patch" ? ["yours"] : [])].join(", ");
    const load = make("button", { className: "load", "data-sound": name, on: { click: () => this.load(load, name) } },
      this.thumbs.drawing(name),
      make("span", { className: "cut name" }, make("b", { dir: "auto", textContent: title }), make("small", { className: "cut", textContent: character })),
      make("span", { className: "tags", "aria-hidden": "true", textContent: character }));
    const star = make("button", {
      className: "fav", "data-sound": name, "aria-label": `Favourite: ${title}`,
      on: { click: () => this.line.send({ favourite: ["sound", name, star.matches(".on") ? 0 : 1] }) },
    }, icon("star"));
    const row = make("li", { className: "snd" }, load, star);
    this.thumbs.watch.observe(load);
    return row;
  }

  /** @param {HTMLElement} button @param {string} name */
  async load(button, name) {
    button.setAttribute("aria-busy", "true");
    const ending = this.tellLeft();
    await ask(this.line, "load", name);
    button.removeAttribute("aria-busy");
    setTimeout(() => ending.abort(), 1000);
  }

  /** Until this ends: what was changed in the sound that is left can be brought back. */
  tellLeft() {
    const { line, instrument } = this, ending = new AbortController();
    line.on("undo", () => {
      const { sound } = instrument.undo;
      if (!sound) return;
      ending.abort();
      dispatchEvent(new CustomEvent("notice", { detail: { text: `${sound} was left with changes that are not saved.`, label: "Undo", act: () => this.bringBack(sound) } }));
    }, ending.signal);
    return ending;
  }

  /** Takes the last step back, if it still is that this sound was left.
   * @param {string} sound */
  bringBack(sound) {
    if (this.instrument.undo.sound === sound) this.line.send({ undo: 1 });
    else dispatchEvent(new CustomEvent("notice", { detail: "Something else was done since: Undo in Edit takes it back step by step." }));
  }

  /** Brings the one that plays into sight. */
  reveal() {
    const row = this.element.querySelector("[aria-current]")?.getBoundingClientRect(), list = this.element.getBoundingClientRect();
    if (row && (row.top < list.top || row.bottom > list.bottom)) this.element.scrollTop += row.top - list.top - (list.height - row.height) / 2;
  }

  /** Which one plays, and the stars.
   * @param {Set<string>} [favourites] */
  mark(favourites = this.instrument.favourites) {
    for (const button of this.element.querySelectorAll(".load")) {
      if (button.getAttribute("data-sound") === this.instrument.listed) button.setAttribute("aria-current", "true"); else button.removeAttribute("aria-current");
    }
    for (const star of this.element.querySelectorAll(".fav")) {
      const isOn = favourites.has(star.getAttribute("data-sound") ?? "");
      star.classList.toggle("on", isOn);
      star.setAttribute("aria-pressed", String(isOn));
    }
  }
}

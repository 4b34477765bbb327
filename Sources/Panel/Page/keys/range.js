// The whole range, A0 to C8, with the window that is shown, the zones of the parts above it, and what sounds.
import { icon, make, svg } from "../components/make.js";
import { allWhites, highest, leftOf, lowest, sharpWide, whiteKey } from "./layout.js";
import { isSharp, noteName } from "./notes.js";

const begin = leftOf(lowest);
/** @param {number} key */
const percent = (key) => (leftOf(Math.min(Math.max(key, lowest), highest)) - begin) / allWhites * 100;

/** The small piano is drawn once: two paths. */
function small() {
  const bar = (/** @type {number} */ x, /** @type {number} */ wide, /** @type {number} */ high) => `M${x.toFixed(1)} 0h${wide}v${high}h-${wide}z`;
  let whites = "", sharps = "";
  for (let white = 0; white < allWhites; white++) whites += bar(white * 10 + 0.4, 9.2, 20);
  for (let key = lowest; key < highest; key++) if (isSharp(key)) sharps += bar((leftOf(key) - begin) * 10, 10 * sharpWide, 12.6);
  return svg("svg", { class: "mini", viewBox: "0 0 520 20", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("path", { d: whites, fill: "var(--mini)" }), svg("path", { d: sharps, fill: "var(--mini-s)" }));
}

export class Range {
  /** @param {import("../components/control.js").App} app @param {(first: number) => void} choose @param {() => void} more opens the choice of keyboards */
  constructor({ instrument }, choose, more) {
    this.instrument = instrument; this.choose = choose;
    this.first = 60; this.count = 8;
    this.window = make("span", { className: "win" });
    this.zones = make("span", { className: "zones", "aria-hidden": "true" });
    this.sounding = make("span", { className: "sounding", "aria-hidden": "true" });
    this.track = make("div", { className: "track", role: "slider", tabIndex: 0, "aria-label": "Octaves shown" }, small(), this.zones, this.sounding, this.window);
    const step = (/** @type {number} */ octaves, /** @type {string} */ label, /** @type {import("../components/make.js").IconName} */ picture) => make("button", { className: "b icon flat", "aria-label": label, on: { click: () => this.step(octaves) } }, icon(picture));
    this.element = make("div", { className: "range" },
      step(-1, "One octave down", "previous"), this.track, step(1, "One octave up", "next"),
      make("button", { className: "b icon flat which", "aria-label": "Which keyboard", title: "Which keyboard", on: { click: more } }, icon("more")));
    this.followFingers();
    this.track.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
  }

  followFingers() {
    /** @type {Map<number, number>} by finger: its way since the window was last moved, in whites */
    const fingers = new Map();
    let rest = 0;
    this.track.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      if (event.button !== 0) return;
      this.track.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, event.clientX);
      rest = 0;
      const box = this.window.getBoundingClientRect();
      // Beside the window, the window comes to the finger.
      if (fingers.size === 1 && (event.clientX < box.left || event.clientX > box.right)) this.goTo(event.clientX);
    });
    this.track.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      const before = fingers.get(event.pointerId);
      if (before === undefined) return;
      fingers.set(event.pointerId, event.clientX);
      rest += (event.clientX - before) / fingers.size / this.track.clientWidth * allWhites;
      const whites = Math.trunc(rest);
      if (whites === 0) return;
      rest -= whites;
      this.move(whites);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) this.track.addEventListener(end, (/** @type {PointerEvent} */ event) => fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
  }

  /** @param {number} x in pixels of the page */
  goTo(x) {
    const box = this.track.getBoundingClientRect();
    this.move(Math.round((x - box.left) / box.width * allWhites - this.count / 2 - (leftOf(this.first) - begin)));
  }

  /** @param {number} whites */
  move(whites) { this.go(leftOf(this.first) + whites); }

  /** Seven whites have every key of an octave only from its C on.
   * @param {number} way up or down */
  step(way) {
    const white = leftOf(this.first);
    this.go(this.count > 7 ? white + 7 * way : 7 * (way > 0 ? Math.floor(white / 7) + 1 : Math.ceil(white / 7) - 1));
  }

  /** @param {number} white from the lowest C of all */
  go(white) {
    const first = whiteKey(Math.min(Math.max(white, begin), begin + allWhites - this.count));
    if (first !== this.first) this.choose(first);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const whites = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -7, PageUp: 7, Home: -allWhites, End: allWhites }[event.key];
    if (!whites) return;
    event.preventDefault();
    this.move(whites);
  }

  /** @param {number} first @param {number} count of whites */
  draw(first, count) {
    [this.first, this.count] = [first, count];
    this.window.style.left = `${(leftOf(first) - begin) / allWhites * 100}%`;
    this.window.style.width = `${count / allWhites * 100}%`;
    this.element.classList.toggle("all", count >= allWhites);
    // Where all keys are shown, it is a line of zones.
    this.track.inert = count >= allWhites;
    this.track.setAttribute("aria-valuemin", "0");
    this.track.setAttribute("aria-valuemax", String(allWhites - count));
    this.track.setAttribute("aria-valuenow", String(leftOf(first) - begin));
    this.track.setAttribute("aria-valuetext", `from ${noteName(first)}, ${count} white keys`);
  }

  drawZones() {
    const { parts, playing } = this.instrument;
    const zones = parts.flatMap(({ zones = [] }, index) => (playing.includes(index) && parts.length > 1 ? zones.map((zone) => ({ index, zone })) : []));
    /** @type {number[]} the highest key of each line so far: zones beside each other share one */
    const lines = [];
    const placed = zones.sort((one, other) => one.zone[0] - other.zone[0]).map((one) => {
      const free = lines.findIndex((end) => end < one.zone[0]), line = free < 0 ? lines.length : free;
      lines[line] = one.zone[1];
      return { ...one, line };
    });
    const apart = Math.min(0.25, 1 / lines.length);
    this.zones.replaceChildren(...placed.map(({ index, zone: [low, high], line }) => {
      const element = make("span", { className: `zone part${index % 8 + 1}` });
      element.style.left = `${percent(low)}%`;
      element.style.right = `${100 - percent(high) - 100 / allWhites}%`;
      element.style.top = `${0.2 + apart * line}rem`;
      return element;
    }));
  }

  drawSounding() {
    const { notes } = this.instrument;
    this.sounding.replaceChildren(...[...notes].slice(0, 24).map((key) => {
      const part = this.instrument.partsOf(key)[0] ?? 0;
      const element = make("span", { className: `at part${part % 8 + 1}` });
      element.style.left = `${percent(key) + 50 / allWhites}%`;
      return element;
    }));
  }
}

// Wells: pictures on a display of its own ground, with handles that can be dragged.
import { followMoves } from "./gestures.js";
import { holdUntilLeft } from "./held.js";
import { make, say, svg } from "./make.js";

/** The box of every picture in a well; it is stretched. */
export const wide = 400, high = 200;

/** A picture of paths. */
export class Picture {
  constructor() {
    this.grid = svg("path", { class: "grid" });
    this.area = svg("path", { class: "area" });
    this.second = svg("path", { class: "second" });
    this.trace = svg("path", { class: "trace" });
    this.element = svg("svg", { class: "pic", viewBox: `0 0 ${wide} ${high}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      this.grid, this.area, this.second, this.trace);
    this.drawn = new Map();
  }

  /** @param {{grid?: string, area?: string, second?: string, trace?: string}} paths */
  draw(paths) {
    for (const name of /** @type {const} */ (["grid", "area", "second", "trace"])) {
      const path = paths[name] ?? "";
      if (this.drawn.get(name) === path) continue;
      this.drawn.set(name, path);
      this[name].setAttribute("d", path);
    }
  }
}

/** A well: what it shows, a sentence for those who do not see it, and captions in its corners. */
export class Well {
  /** @param {string} sentence @param {(Node | string)[]} children */
  constructor(sentence, ...children) {
    this.image = make("div", { className: "image", role: "img", "aria-label": sentence });
    this.element = make("div", { className: "well" }, this.image, ...children);
    this.captions = new Map();
  }

  /** @param {string} sentence */
  describe(sentence) { this.image.setAttribute("aria-label", sentence); }

  /** @param {(Node | string)[]} nodes */
  show(...nodes) { this.image.replaceChildren(...nodes); }

  /** A text in a corner: `high left`, `low right` …
   * @param {string} place @param {string} text */
  caption(place, text) {
    let caption = this.captions.get(place);
    if (!caption) {
      caption = make("span", { className: `cap ${place}`, "aria-hidden": "true" });
      this.captions.set(place, caption);
      this.element.append(caption);
    }
    say(caption, text);
  }
}

/** In milliseconds, and in pixels. */
const [longPress, doubleTap, slip] = [500, 350, 8];
const within = (/** @type {number} */ value) => Math.min(Math.max(value, 0), 1);

/**
 * A handle in a well: a slider that is dragged anywhere in the well, by its way and not to the finger.
 * @typedef {{x: number, y: number}} Place 0–1 from the top left
 */
export class Handle {
  /** Where the finger came down, and where it was last, in pixels. */
  begin = { x: 0, y: 0 };
  last = this.begin;
  /** Where the finger has taken it, 0–1; beyond the well it is as far outside. */
  way = { x: 0, y: 0 };
  hasSlipped = false;
  /** Whether the finger has gone up or down. */
  isUpright = false;

  /**
   * @param {string} label @param {HTMLElement} well
   * @param {{take: () => void, place?: () => Place, drag: (place: Place, beyond: Place, isUpright: boolean) => void, release: () => void, key: (event: KeyboardEvent) => void, reset: () => void, menu: () => void}} acts
   */
  constructor(label, well, acts) {
    this.well = well; this.acts = acts;
    this.element = make("span", { className: "dot", role: "slider", "aria-label": label, tabIndex: 0 });
    /** Where it is drawn. */
    this.at = { x: 0, y: 0 };
    /** @type {number | null} */
    this.finger = null;
    this.lastTap = -1e9;
    this.lift = () => {
      this.finger = null;
      clearTimeout(this.timer);
      this.element.classList.remove("held");
      holdUntilLeft(this.lift, null);
      acts.release();
    };
    this.element.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.down(event));
    followMoves(this.element, (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      this.element.addEventListener(end, (/** @type {PointerEvent} */ event) => { if (/** @type {PointerEvent} */ (event).pointerId === this.finger) this.lift(); });
    }
    this.element.addEventListener("contextmenu", (/** @type {MouseEvent} */ event) => {
      event.preventDefault();
      if (this.finger === null) acts.menu();
    });
    this.element.addEventListener("keydown", acts.key);
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0 || this.finger !== null) return;
    event.stopPropagation();
    this.finger = event.pointerId;
    this.begin = this.last = { x: event.clientX, y: event.clientY };
    this.way = { ...(this.acts.place?.() ?? this.at) };
    [this.hasSlipped, this.isUpright] = [false, false];
    this.element.setPointerCapture(this.finger);
    this.element.classList.add("held");
    this.acts.take();
    holdUntilLeft(this.lift, this.element);
    if (event.timeStamp - this.lastTap < doubleTap) this.acts.reset();
    this.lastTap = event.timeStamp;
    this.timer = setTimeout(() => {
      if (this.hasSlipped) return;
      this.lift();
      this.acts.menu();
    }, longPress);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { last, begin } = this;
    if (event.pointerId !== this.finger || (event.clientX === last.x && event.clientY === last.y)) return;
    if (Math.hypot(event.clientX - begin.x, event.clientY - begin.y) > slip) this.hasSlipped = true;
    const { width, height } = this.well.getBoundingClientRect(), fine = event.shiftKey ? 0.1 : 1;
    this.way.x += (event.clientX - last.x) / width * fine;
    this.way.y += (event.clientY - last.y) / height * fine;
    this.isUpright ||= event.clientY !== begin.y;
    this.last = { x: event.clientX, y: event.clientY };
    this.lastTap = -1e9;
    this.acts.drag({ x: within(this.way.x), y: within(this.way.y) }, this.way, this.isUpright);
  }

  /** @param {Place & {of: import("../instrument/widgets.js").Widget, text: string}} shown */
  draw({ x, y, of, text }) {
    this.at = { x, y };
    // At the ends, too, the whole handle is seen.
    const inside = (/** @type {number} */ at) => `clamp(.5rem, ${(at * 100).toFixed(2)}%, 100% - .5rem)`;
    this.element.style.left = inside(x);
    this.element.style.top = inside(y);
    for (const [name, value] of Object.entries({ valuemin: of.min, valuemax: of.max, valuenow: of.value, valuetext: text })) this.element.setAttribute(`aria-${name}`, String(value));
  }
}

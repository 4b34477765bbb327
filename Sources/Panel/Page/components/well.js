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

/**
 * A handle in a well: a slider that is dragged anywhere in the well.
 * @typedef {{x: number, y: number}} Place 0–1 from the top left
 */
export class Handle {
  /**
   * @param {string} label @param {HTMLElement} well
   * @param {{take: () => void, drag: (place: Place) => void, release: () => void, key?: (event: KeyboardEvent) => void, reset?: () => void}} acts
   */
  constructor(label, well, acts) {
    this.element = make("span", { className: "dot", role: "slider", "aria-label": label, tabIndex: 0 });
    /** @type {number | null} */
    let finger = null;
    let lastTap = -1e9, last = { x: 0, y: 0 };
    const place = (/** @type {PointerEvent} */ event) => {
      const box = well.getBoundingClientRect();
      const within = (/** @type {number} */ value) => Math.min(Math.max(value, 0), 1);
      return { x: within((event.clientX - box.left) / box.width), y: within((event.clientY - box.top) / box.height) };
    };
    const lift = () => {
      finger = null;
      this.element.classList.remove("held");
      holdUntilLeft(lift, false);
      acts.release();
    };
    this.element.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      if (event.button !== 0 || finger !== null) return;
      event.stopPropagation();
      finger = event.pointerId;
      last = { x: event.clientX, y: event.clientY };
      this.element.setPointerCapture(finger);
      this.element.classList.add("held");
      acts.take();
      holdUntilLeft(lift, true);
      if (event.timeStamp - lastTap < 350) acts.reset?.();
      lastTap = event.timeStamp;
    });
    followMoves(this.element, (event) => {
      if (event.pointerId !== finger || (event.clientX === last.x && event.clientY === last.y)) return;
      last = { x: event.clientX, y: event.clientY };
      lastTap = -1e9;
      acts.drag(place(event));
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      this.element.addEventListener(end, (/** @type {PointerEvent} */ event) => {
        if (/** @type {PointerEvent} */ (event).pointerId !== finger) return;
        lift();
      });
    }
    this.element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => acts.key?.(event));
  }

  /** @param {Place & {value: number, text: string}} shown */
  draw({ x, y, value, text }) {
    // At the ends, too, the whole handle is seen.
    const within = (/** @type {number} */ at) => `clamp(.5rem, ${(at * 100).toFixed(2)}%, 100% - .5rem)`;
    this.element.style.left = within(x);
    this.element.style.top = within(y);
    this.element.setAttribute("aria-valuenow", value.toFixed(3));
    this.element.setAttribute("aria-valuetext", text);
  }
}

// The two ends between which a control moves a value: dragged, typed, or swapped.
import { button } from "../components/button.js";
import { turnByKey } from "../components/gestures.js";
import { make, say } from "../components/make.js";
import { label } from "../edit/front.js";
import { approximate, positionOf, typed, valueAt } from "./range.js";

export class Ends {
  /** @param {(range: [number, number]) => void} keep @param {() => void} swap */
  constructor(keep, swap) {
    this.keep = keep;
    /** @type {[number, number]} */
    this.range = [0, 1];
    this.widget = /** @type {any} */ (null);
    this.about = make("p");
    this.between = make("i");
    this.handles = [0, 1].map((side) => this.handle(side));
    this.fields = [0, 1].map((side) => this.field(side));
    this.track = make("div", { className: "ends" }, this.between, ...this.handles);
    this.element = make("div", { className: "q" }, this.about, this.track,
      make("div", { className: "row" }, make("label", { className: "field grow" }, this.fields[0]), button("Swap the ends", swap, { picture: "swap", isIconOnly: true }), make("label", { className: "field grow" }, this.fields[1])));
  }

  /** @param {number} side */
  handle(side) {
    const element = make("u", { role: "slider", tabIndex: 0, "aria-label": side ? "Upper end" : "Lower end", "aria-valuemin": 0, "aria-valuemax": 1 });
    let finger = -1;
    const go = (/** @type {number} */ position) => {
      this.range[side] = valueAt(this.widget, position);
      this.show();
    };
    element.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => { finger = event.pointerId; element.setPointerCapture(finger); });
    element.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      const box = this.track.getBoundingClientRect();
      if (event.pointerId === finger) go((event.clientX - box.left) / box.width);
    });
    for (const end of ["pointerup", "pointercancel"]) element.addEventListener(end, () => { finger = -1; this.keep(this.range); });
    element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => turnByKey(event, {
      position: () => positionOf(this.widget, this.range[side]), step: () => 0, take: () => {}, release: () => {}, menu: () => {}, reset: () => {},
      type: () => this.fields[side].focus(), go: (position) => { go(position); this.later(); },
    }));
    return element;
  }

  /** Several keys are one change. */
  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keep(this.range), 400);
  }

  /** @param {number} side */
  field(side) {
    const field = make("input", { "aria-label": side ? "Upper end, a value" : "Lower end, a value", spellcheck: false, autocomplete: "off" });
    field.addEventListener("focus", () => field.select());
    field.addEventListener("change", () => {
      const value = typed(this.widget, field.value);
      if (value === null) return this.show();
      this.range[side] = value;
      this.keep(this.range);
    });
    return field;
  }

  /** @param {import("../instrument/widgets.js").Widget} widget @param {{range: [number, number], texts: [string, string]}} link */
  draw(widget, { range, texts }) {
    this.widget = widget;
    this.range = [...range];
    say(this.about, `The whole way of the control moves ${label(widget.name).toLowerCase()}`);
    this.show(texts);
  }

  /** @param {string[]} [texts] as the instrument says them */
  show(texts) {
    const places = this.range.map((value) => positionOf(this.widget, value));
    this.between.style.left = `${Math.min(...places) * 100}%`;
    this.between.style.right = `${100 - Math.max(...places) * 100}%`;
    for (const side of [0, 1]) {
      const text = texts?.[side] ?? approximate(this.widget, this.range[side]);
      this.handles[side].style.left = `${places[side] * 100}%`;
      this.handles[side].setAttribute("aria-valuenow", places[side].toFixed(3));
      this.handles[side].setAttribute("aria-valuetext", text);
      if (document.activeElement !== this.fields[side]) this.fields[side].value = text;
    }
  }
}

// A knob: label, value, and a cell that is all handle.
import { make, say, svg } from "./make.js";

/**
 * What a knob or a fader shows.
 * @typedef {object} Shown
 * @property {number} position 0–1 @property {string} text
 * @property {number} zero the position where the arc begins: 0, or the middle where the range lies around 0
 * @property {number | null} [home] the position of the original value
 * @property {number | null} [ghost] where the hardware is, if the value waits for it
 * @property {string} [mark] why it is here, or what moves it: `CC 21`
 * @property {boolean} [isHeld] @property {boolean} [isMoving] by something else than this page
 */

/** An angle in degrees, from −135 to 135.
 * @param {number} position */
const angle = (position) => -135 + 270 * position;
const place = (/** @type {number} */ degrees, /** @type {number} */ radius) => [32 + radius * Math.sin(degrees * Math.PI / 180), 32 - radius * Math.cos(degrees * Math.PI / 180)];

/** A part of the circle from −135 degrees on.
 * @param {number} length */
function arc(length) {
  const [from, to] = [place(-135, 27), place(-135 + length, 27)].map((point) => point.map((value) => value.toFixed(2)).join(" "));
  return `M${from}A27 27 0 ${length > 180 ? 1 : 0} 1 ${to}`;
}

/** The parts of the drawing. Only offsets and transforms change: nothing is laid out when a value moves. */
export class Knob {
  /** @param {string} label @param {string} [kind] more classes: `big` */
  constructor(label, kind = "") {
    this.track = svg("path", { class: "track", d: arc(270) });
    this.arc = svg("path", { class: "arc", d: arc(270), pathLength: 100, "stroke-dasharray": "100 200" });
    this.home = svg("circle", { class: "home", r: 1.7, cx: 32, cy: 0.6 });
    this.gap = svg("path", { class: "gap", "stroke-dasharray": "3 3" });
    this.hand = svg("path", { class: "hand", d: "M32 22.5V13.5" });
    this.ghost = svg("circle", { class: "ghost", r: 3.5, cx: 32, cy: 5 });
    this.drawing = svg("svg", { viewBox: "0 0 64 64", "aria-hidden": "true" },
      this.track, this.arc, this.gap, this.home, svg("circle", { class: "body", cx: 32, cy: 32, r: 21 }), this.hand, this.ghost);
    this.mark = make("span", { className: "mark" });
    this.text = make("span");
    this.value = make("b", {}, this.text, this.mark);
    this.element = make("div", { className: `k ${kind}` }, this.drawing, make("span", { className: "label", textContent: label }), this.value);
    this.shown = "";
  }

  /** @param {Shown} shown */
  draw({ position, text, zero, home, ghost, mark = "", isHeld, isMoving }) {
    span(this.arc, zero, position);
    this.hand.setAttribute("transform", `rotate(${angle(position).toFixed(2)} 32 32)`);
    spot(this.home, home);
    spot(this.ghost, ghost);
    const isWaiting = typeof ghost === "number";
    if (isWaiting !== (this.gap.style.display !== "none") || this.gap.style.display === "") this.gap.style.display = isWaiting ? "inline" : "none";
    if (isWaiting) this.waits(ghost, position);
    say(this.text, text);
    // With a clip for each value 200 moving knobs had a tenth fewer frames.
    this.value.classList.toggle("long", text.length > 8);
    say(this.mark, mark);
    this.element.classList.toggle("held", isHeld ?? false);
    this.element.classList.toggle("moving", isMoving ?? false);
  }

  /** A dashed arc from where the hardware is to the value. It is laid out anew: a value waits seldom.
   * @param {number} one @param {number} other */
  waits(one, other) {
    const [from, length] = [Math.min(one, other), Math.abs(one - other)];
    this.gap.setAttribute("d", arc(270 * length));
    this.gap.setAttribute("transform", `rotate(${(270 * from).toFixed(2)} 32 32)`);
  }
}

/** Shows the arc between two positions: its length by the offset of its dash, its begin by a turn.
 * @param {SVGElement} path @param {number} one @param {number} other */
function span(path, one, other) {
  const [from, length] = [Math.min(one, other), Math.abs(one - other)];
  path.setAttribute("stroke-dashoffset", (100 * (1 - length)).toFixed(2));
  path.setAttribute("transform", `rotate(${(270 * from).toFixed(2)} 32 32)`);
}

/** Puts a dot to a position on the circle, or hides it.
 * @param {SVGElement} dot @param {number | null | undefined} position */
function spot(dot, position) {
  const isThere = typeof position === "number";
  if (typeof position === "number") dot.setAttribute("transform", `rotate(${angle(position).toFixed(2)} 32 32)`);
  if (dot.style.display !== (isThere ? "inline" : "none")) dot.style.display = isThere ? "inline" : "none";
}

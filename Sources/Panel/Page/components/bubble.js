// The value of a control that is held, in large letters above the finger, where no well shows it.
import { make, say } from "./make.js";

/** In milliseconds: a finger that scrolls has gone on by then. */
const rest = 150;
/** In pixels. */
const gap = 8;

/** Play has a well that follows the hand, unless the screen is too low for it. */
const isInWell = () => (/** @type {HTMLElement | null} */ (document.querySelector("#view-play .look"))?.offsetHeight ?? 0) > 0;

/** Shown from the first move on, or after a rest, until the finger lifts. */
export class Bubble {
  /** @param {HTMLElement} cell */
  constructor(cell) {
    this.cell = cell;
    this.element = make("div", { className: "bubble", "aria-hidden": "true" });
    this.place = () => this.put();
    cell.addEventListener("pointerdown", ({ clientX }) => { this.x = clientX; }, true);
  }

  /** A finger is on the control.
   * @param {string} text */
  begin(text) {
    this.isWanted = !isInWell();
    this.text = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(text), rest);
  }

  /** The value has another text.
   * @param {string} text */
  draw(text) { if (this.isWanted && text !== this.text) this.show(text); }

  /** @param {string} text */
  show(text) {
    if (!this.isWanted || !this.cell.isConnected) return this.end();
    clearTimeout(this.timer);
    this.text = text;
    say(this.element, text);
    if (this.element.isConnected) return;
    document.body.append(this.element);
    addEventListener("resize", this.place);
    this.put();
  }

  /** Above the control, or beside it where there is no room. */
  put() {
    const { left, right, top, bottom } = this.cell.getBoundingClientRect(), { offsetWidth, offsetHeight } = this.element;
    const half = offsetWidth / 2 + gap, isAbove = top > offsetHeight + gap;
    const finger = Math.min(Math.max(this.x ?? left, left), right);
    const middle = isAbove ? finger : right + 2 * half < innerWidth ? right + half : left - half;
    this.element.style.left = `${Math.min(Math.max(middle, half), innerWidth - half)}px`;
    this.element.style.top = `${isAbove ? top - offsetHeight - gap : Math.max(gap, (top + bottom - offsetHeight) / 2)}px`;
  }

  end() {
    clearTimeout(this.timer);
    this.isWanted = false;
    removeEventListener("resize", this.place);
    this.element.remove();
  }
}

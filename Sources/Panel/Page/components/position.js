// Where a song is: a line from its beginning to its end, with the part that is repeated.
import { make, say } from "./make.js";

/**
 * What it shows; all positions are 0–1.
 * @typedef {object} ShownPosition
 * @property {number} position @property {string} text
 * @property {[number, number] | null} [loop] the part that is repeated
 * @property {boolean} [isHeld] @property {boolean} [isMoving] by something else than this page
 */

export class Position {
  constructor() {
    this.loop = make("em");
    this.line = make("i", {}, this.loop, make("s"), make("u"));
    this.value = make("b");
    this.element = make("div", { className: "position bar2" }, this.line, this.value);
  }

  /** @param {ShownPosition} shown */
  draw({ position, text, loop = null, isHeld }) {
    const { style } = this.line;
    style.setProperty("--x", position.toFixed(4));
    style.setProperty("--from", "0");
    style.setProperty("--long", position.toFixed(4));
    this.loop.hidden = !loop;
    if (loop) {
      this.loop.style.left = `${(100 * loop[0]).toFixed(2)}%`;
      this.loop.style.right = `${(100 * (1 - loop[1])).toFixed(2)}%`;
    }
    say(this.value, text);
    this.element.classList.toggle("held", isHeld ?? false);
  }
}

// Faders: a slider from left to right with its label above, an upright one, and a line from the middle.
import { make, say } from "./make.js";

export class Fader {
  /** @param {string} label @param {"fader" | "vfader" | "bar2"} [look] */
  constructor(label, look = "fader") {
    this.value = make("b");
    this.ghost = make("span", { className: "ghost", hidden: true });
    this.line = make("i", {}, make("s"), make("u"), this.ghost);
    const name = make("span", { className: "label", textContent: label });
    const parts = look === "fader" ? [name, this.value, this.line] : look === "vfader" ? [this.line, name, this.value] : [this.line];
    this.element = make("div", { className: look }, ...parts);
  }

  /** @param {import("./knob.js").Shown} shown */
  draw({ position, text, zero, ghost, isHeld, isMoving }) {
    const { style } = this.line;
    style.setProperty("--x", position.toFixed(4));
    style.setProperty("--from", Math.min(zero, position).toFixed(4));
    style.setProperty("--long", Math.abs(position - zero).toFixed(4));
    this.ghost.hidden = typeof ghost !== "number";
    style.setProperty("--ghost", String(ghost ?? 0));
    say(this.value, text);
    this.element.classList.toggle("held", isHeld ?? false);
    this.element.classList.toggle("moving", isMoving ?? false);
  }
}

// A reading: a label and its value. It is no handle and has no cursor, unless a control makes it one.
import { make, say } from "./make.js";

export class Reading {
  /** @param {string} label */
  constructor(label) {
    this.value = make("b");
    this.element = make("div", { className: "read" }, make("span", { className: "label", textContent: label }), this.value);
  }

  /** @param {{text: string, isHeld?: boolean}} shown */
  draw({ text, isHeld }) {
    say(this.value, text);
    this.element.classList.toggle("held", isHeld ?? false);
  }
}

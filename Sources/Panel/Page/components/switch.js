// A switch: a pill that is lit when on, its label, and "on" or "off" in words.
import { make, say } from "./make.js";

export class Switch {
  /** @param {string} label */
  constructor(label) {
    this.button = make("button", { className: "switch", role: "switch" }, make("i"));
    this.value = make("b");
    this.element = make("div", { className: "kswitch" }, this.button, make("span", { className: "label", textContent: label }), this.value);
  }

  /** @param {{isOn: boolean, text?: string}} shown */
  draw({ isOn, text }) {
    this.button.setAttribute("aria-checked", String(isOn));
    say(this.value, text ?? (isOn ? "on" : "off"));
  }
}

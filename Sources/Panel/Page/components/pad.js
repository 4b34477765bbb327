// A pad: a large button with a name, a number, and bars of the parts that it plays.
import { make, say } from "./make.js";

export class Pad {
  /** @param {string} name @param {() => void} press */
  constructor(name, press) {
    this.number = make("small");
    this.ticks = make("span", { className: "ticks", "aria-hidden": "true" });
    this.element = make("button", { className: "pad", "aria-pressed": "false", on: { click: press } },
      make("span", { className: "n" }, make("span", { className: "cut", dir: "auto", textContent: name }), this.number), this.ticks);
  }

  /** @param {{isOn: boolean, number?: string, colours?: number[]}} shown */
  draw({ isOn, number = "", colours = [] }) {
    this.element.setAttribute("aria-pressed", String(isOn));
    say(this.number, number);
    if (this.ticks.childElementCount !== colours.length || colours.join() !== this.ticks.dataset.colours) {
      this.ticks.dataset.colours = colours.join();
      this.ticks.replaceChildren(...colours.map((colour) => make("i", { className: `part${colour}` })));
    }
  }
}

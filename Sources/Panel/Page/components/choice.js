// Choices: up to five words are segments; from six on it is a menu, the system's own list.
import { make, say, svg } from "./make.js";

/** Up to so many words are shown beside each other. */
export const mostSegments = 5;

/** A row of buttons of which one is chosen. */
export class Segments {
  /**
   * @param {string} label @param {(value: string) => void} choose
   * @param {{look?: string, isLow?: boolean}} options `plain` is without the part's colour
   */
  constructor(label, choose, { look = "" } = {}) {
    this.choose = choose;
    this.chosen = "";
    this.element = make("div", { className: `seg ${look}`, role: "radiogroup", "aria-label": label, on: { keydown: (event) => this.key(event) } });
  }

  /**
   * @param {[string, string | Node][]} choices values and what they show
   * @param {string} [usual] what is chosen if the present choice is not offered
   */
  offer(choices, usual = choices[0]?.[0] ?? "") {
    if (!choices.some(([value]) => value === this.chosen) || this.element.childElementCount === 0) this.chosen = usual;
    // A finger may be on one: the same choices keep their buttons.
    const { buttons } = this;
    if (buttons.length === choices.length && choices.every(([value, shown], index) => buttons[index].value === value && typeof shown === "string" && !buttons[index].firstElementChild)) {
      for (const [index, [, shown]] of choices.entries()) say(buttons[index], /** @type {string} */ (shown));
    } else this.element.replaceChildren(...choices.map(([value, shown]) => make("button", { value, role: "radio", on: { click: () => this.go(value) } }, shown)));
    this.draw(this.chosen);
  }

  /** @param {string} value */
  go(value) {
    this.draw(value);
    this.choose(value);
  }

  /** @param {string} value */
  draw(value) {
    this.chosen = value;
    const isNone = !this.buttons.some((button) => button.value === value);
    for (const [index, button] of this.buttons.entries()) {
      const isChosen = button.value === value;
      button.setAttribute("aria-checked", String(isChosen));
      button.tabIndex = isChosen || (isNone && index === 0) ? 0 : -1;
    }
  }

  get buttons() { return /** @type {HTMLButtonElement[]} */ ([...this.element.querySelectorAll("[role=radio]")]); }

  /** @param {KeyboardEvent} event */
  key(event) {
    const now = this.buttons.indexOf(/** @type {any} */ (document.activeElement));
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const next = step ? this.buttons[now + step] : event.key === "Home" ? this.buttons[0] : event.key === "End" ? this.buttons.at(-1) : null;
    if (!next || now < 0) return;
    event.preventDefault();
    next.focus();
    next.click();
  }
}

/** One period or two of a wave, in a box of 22 by 9. */
/** @type {Record<string, string>} */
const waves = {
  saw: "M1 8L8 1v7l7-7v7l7-7v7", square: "M1 8V1h5v7h5V1h5v7h5V1", sine: "M1 4.5c2-5 4-5 5.5 0s3.5 5 5.5 0 4-5 5.5 0 3 5 5 0",
  triangle: "M1 8l5-7 5 7 5-7 5 7", pulse: "M1 8V1h2v7h5V1h2v7h5V1h2v7h4", random: "M1 5h3V2h4v5h3V3h4v4h3V1h3",
  user: "M1 5c1-4 2-4 3-1s2 1 3-2 2 6 4 4 1-5 3-3 2 4 3 1 2-2 4 1", ramp: "M1 8L8 1v7l7-7v7l7-7v7",
  organ: "M1 6c1-6 2-6 3-2s2 3 3-1 2-2 3 2 2 3 3-1 2-4 3 0 2 3 3-1", glass: "M1 5c1-6 2-6 2.5 0s1 3 1.5 0 1-2 2 1 1-7 2.5-2 1 4 2 0 1-3 2 1 1-6 3-1 1 3 3 1",
};

/** The system's list behind a button that shows what is chosen, and the picture of a wave. */
export class Menu {
  /** @param {string} label @param {(value: string) => void} choose @param {string} [look] `low` */
  constructor(label, choose, look = "") {
    this.select = make("select", { "aria-label": label, on: { change: () => choose(this.select.value) } });
    // A body may be called organ too.
    /** @type {Record<string, string>} */
    this.waves = label.endsWith("wave") ? waves : {};
    this.wave = svg("path");
    this.drawing = svg("svg", { viewBox: "0 0 22 9", "aria-hidden": "true" }, this.wave);
    this.text = make("span", { className: "cut" });
    this.element = make("div", { className: `menu ${look}` }, this.drawing, this.text, this.select);
  }

  /** @param {[string, string][]} choices */
  offer(choices) { this.select.replaceChildren(...choices.map(([value, text]) => new Option(text, value))); }

  /** @param {string} value */
  draw(value) {
    this.select.value = value;
    const text = this.select.selectedOptions[0]?.textContent ?? value;
    this.text.textContent = text;
    const wave = this.waves[text];
    this.drawing.style.display = wave ? "" : "none";
    if (wave) this.wave.setAttribute("d", wave);
  }
}

// A row of buttons of which one is chosen.

export class Chooser {
  /** @param {string} label @param {(value: string) => void} choose */
  constructor(label, choose) {
    this.choose = choose;
    this.chosen = "";
    this.element = document.createElement("div");
    this.element.className = "chooser";
    this.element.setAttribute("role", "radiogroup");
    this.element.setAttribute("aria-label", label);
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * Offers values with their texts. The chosen value stays chosen if it is still offered.
   * @param {string[][]} choices @param {string} [usual]
   */
  offer(choices, usual = choices[0]?.[0] ?? "") {
    if (!choices.some(([value]) => value === this.chosen) || this.element.childElementCount === 0) this.chosen = usual;
    this.element.hidden = choices.length < 3;
    this.element.replaceChildren(...choices.map(([value, text]) => {
      const button = document.createElement("button");
      button.textContent = text;
      button.value = value;
      button.setAttribute("role", "radio");
      button.addEventListener("click", () => this.go(value));
      return button;
    }));
    this.show(this.chosen);
  }

  /** @param {string} value */
  go(value) {
    this.show(value);
    this.choose(value);
  }

  /** @param {string} value */
  show(value) {
    this.chosen = value;
    for (const button of this.buttons) {
      const isChosen = button.value === value;
      button.setAttribute("aria-checked", String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
    }
  }

  get buttons() { return /** @type {HTMLButtonElement[]} */ ([...this.element.children]); }

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

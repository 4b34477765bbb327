// Controls: the values of widgets on the screen, each drawn by its kind.

/**
 * @typedef {object} Widget
 * @property {string} name @property {string} kind @property {string} unit @property {number} min @property {number} max
 * @property {number} default @property {number | null} step @property {number} value @property {number} position
 * @property {string} text @property {string[]} [choices]
 */

/** In milliseconds. The instrument answers a move within this time. */
const answerTime = 150;

/** A value on the screen. While it is held, remote changes are not drawn. */
export class Control {
  /** @param {Widget} widget @param {any} board @param {string} [title] what it is called beside its group's name */
  constructor(widget, board, title = shortName(widget.name)) {
    this.widget = widget;
    this.board = board;
    this.title = title;
    this.isHeld = false;
    /** Until this time, keys continue from this page's position: the last answer has not arrived yet. */
    this.ownUntil = 0;
  }

  get line() { return this.board.line; }

  /** @param {HTMLElement} element @param {string} role */
  describe(element, role) {
    element.setAttribute("role", role);
    element.setAttribute("aria-label", this.widget.name);
    element.title = this.widget.about;
    if (!this.board.isCopying) element.dataset.widget = this.widget.name;
    element.tabIndex = 0;
    return element;
  }

  moved() { this.board.redraw(this); }
  draw() {}
}

/** @param {string} tag @param {string} [name] @param {string} [text] */
export function make(tag, name = "", text = "") {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text) element.textContent = text;
  return element;
}

/** The last word of a name; the group's heading has the others. @param {string} name */
export const shortName = (name) => name.split(/[./]/).at(-1) ?? name;

const clamp = (value) => Math.min(Math.max(value, 0), 1);

/** A slider or a knob. */
export class Slider extends Control {
  constructor(widget, board, title) {
    super(widget, board, title);
    this.position = widget.position;
    this.element = make("div", `widget ${widget.kind}`);
    this.handle = this.describe(make("div", "handle"), "slider");
    this.handle.setAttribute("aria-valuemin", String(widget.min));
    this.handle.setAttribute("aria-valuemax", String(widget.max));
    this.value = make("button", "value");
    this.value.tabIndex = -1;
    this.value.title = "Type a value";
    if (widget.kind === "knob") {
      this.handle.innerHTML = `<svg viewBox="0 0 64 64" aria-hidden="true"><path class="track" d="${arc(0, 1)}"/><path class="fill"/><line x1="32" y1="32" x2="32" y2="14"/></svg>`;
    } else {
      this.handle.append(make("i"));
    }
    this.element.append(make("label", "", this.title), this.handle, this.value);
    this.value.addEventListener("click", () => this.type(""));
    drag(this.handle, this);
    this.handle.addEventListener("dblclick", () => this.line.send({ reset: widget.name }));
    this.handle.addEventListener("keydown", (event) => this.key(event));
    this.draw();
  }

  /** @param {number} position */
  go(position) {
    this.position = clamp(position);
    this.ownUntil = performance.now() + answerTime;
    setTimeout(() => this.moved(), answerTime + 1);
    this.line.send({ at: [this.widget.name, Math.round(this.position * 1e5) / 1e5] });
    this.board.redraw(this);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { min, max, step, value, name } = this.widget;
    const fine = event.shiftKey ? 0.1 : 1;
    const moves = { ArrowRight: 0.01, ArrowUp: 0.01, ArrowLeft: -0.01, ArrowDown: -0.01, PageUp: 0.1, PageDown: -0.1 };
    const move = moves[event.key];
    if (move !== undefined) {
      if (step && Math.abs(move) < 0.1 && step / (max - min) > 0.001) this.line.send({ set: [name, value + Math.sign(move) * step] });
      else this.go(this.position + move * fine);
    } else if (event.key === "Home") this.go(0);
    else if (event.key === "End") this.go(1);
    else if (event.key === "Enter") this.type("");
    else if (/^[-0-9.]$/.test(event.key)) this.type(event.key);
    else if (event.key === "Delete" || event.key === "Backspace") this.line.send({ reset: name });
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Asks for a value. @param {string} begun */
  type(begun) {
    const field = /** @type {HTMLInputElement} */ (make("input", "value"));
    field.value = begun || this.widget.text.replace(` ${this.widget.unit}`, "");
    field.setAttribute("aria-label", `${this.widget.name}, new value`);
    field.inputMode = "decimal";
    this.value.replaceWith(field);
    field.focus();
    if (!begun) field.select();
    const end = (isMeant) => {
      if (!field.isConnected) return;
      field.onblur = null;
      field.replaceWith(this.value);
      if (isMeant && field.value.trim()) this.line.send({ text: [this.widget.name, field.value.trim()] });
    };
    field.onblur = () => end(false);
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") end(true);
      if (event.key === "Escape") end(false);
      if (event.key === "Enter" || event.key === "Escape") this.handle.focus();
      event.stopPropagation();
    });
  }

  draw() {
    if (!this.isHeld && performance.now() > this.ownUntil) this.position = this.widget.position;
    const { value, text, kind } = this.widget;
    this.handle.setAttribute("aria-valuenow", String(value));
    this.handle.setAttribute("aria-valuetext", text);
    this.value.textContent = text;
    if (kind === "knob") {
      this.handle.querySelector(".fill")?.setAttribute("d", arc(0, this.position));
      this.handle.querySelector("line")?.setAttribute("transform", `rotate(${this.position * 270 - 135} 32 32)`);
    } else {
      this.handle.style.setProperty("--at", String(this.position));
    }
  }
}

/** A part of a circle, open at the bottom. */
function arc(from, to) {
  const point = (part) => {
    const angle = (part * 270 - 225) * Math.PI / 180;
    return `${(32 + 26 * Math.cos(angle)).toFixed(2)} ${(32 + 26 * Math.sin(angle)).toFixed(2)}`;
  };
  return `M${point(from)}A26 26 0 ${(to - from) * 270 > 180 ? 1 : 0} 1 ${point(Math.max(to, from + 0.001))}`;
}

/** A finger or the mouse moves a slider; Shift or a second finger makes it fine. @param {HTMLElement} handle @param {Slider} slider */
function drag(handle, slider) {
  const pointers = new Set();
  let last = { x: 0, y: 0 };
  const isKnob = slider.widget.kind === "knob";
  handle.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || handle.classList.contains("bar-handle")) return;
    handle.setPointerCapture(event.pointerId);
    pointers.add(event.pointerId);
    last = { x: event.clientX, y: event.clientY };
    slider.isHeld = true;
    handle.classList.add("held");
    slider.line.emit("touched", slider.widget.name);
  });
  handle.addEventListener("pointermove", (event) => {
    if (![...pointers].slice(0, 1).includes(event.pointerId)) return;
    const box = handle.getBoundingClientRect();
    const fine = event.shiftKey || pointers.size > 1 ? 0.1 : 1;
    const way = isKnob ? (last.y - event.clientY + event.clientX - last.x) / 200 : (event.clientX - last.x) / box.width;
    last = { x: event.clientX, y: event.clientY };
    if (way) slider.go(slider.position + way * fine);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    handle.addEventListener(end, (event) => {
      pointers.delete(/** @type {PointerEvent} */ (event).pointerId);
      if (pointers.size) return;
      slider.isHeld = false;
      handle.classList.remove("held");
      slider.moved();
    });
  }
}

/** A switch, or a button that is on while it is held, or one that counts its presses. */
export class Press extends Control {
  constructor(widget, board, title) {
    super(widget, board, title);
    this.element = make("div", `widget ${widget.kind}`);
    this.handle = this.describe(make("button", "handle"), widget.kind === "switch" ? "switch" : "button");
    this.handle.dataset.title = this.title;
    this.handle.append(widget.kind === "switch" ? make("i") : this.title);
    this.value = make("span", "value");
    this.element.append(make("label", "", this.title), this.handle, this.value);
    if (widget.kind === "switch") {
      this.handle.addEventListener("click", () => this.line.send({ set: [widget.name, this.widget.value >= 0.5 ? 0 : 1] }));
    } else if (widget.kind === "momentary") {
      this.handle.addEventListener("pointerdown", () => this.press());
      this.handle.addEventListener("keydown", (event) => { if ((event.key === "Enter" || event.key === " ") && !event.repeat) this.press(); });
    } else {
      this.handle.addEventListener("pointerdown", (event) => {
        this.handle.setPointerCapture(event.pointerId);
        this.hold(true);
      });
      for (const end of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) this.handle.addEventListener(end, () => this.hold(false));
      this.handle.addEventListener("keydown", (event) => { if ((event.key === "Enter" || event.key === " ") && !event.repeat) this.hold(true); });
      this.handle.addEventListener("keyup", (event) => { if (event.key === "Enter" || event.key === " ") this.hold(false); });
    }
    this.draw();
  }

  press() {
    this.line.send({ press: this.widget.name });
    this.handle.classList.add("pressed");
    setTimeout(() => this.handle.classList.remove("pressed"), 120);
  }

  hold(isDown) {
    if (this.isHeld === isDown) return;
    this.isHeld = isDown;
    this.line.send({ set: [this.widget.name, isDown ? 1 : 0] });
  }

  draw() {
    const isOn = this.widget.value >= 0.5;
    const attribute = { switch: "aria-checked", button: "aria-pressed" }[this.widget.kind];
    if (attribute) this.handle.setAttribute(attribute, String(isOn));
    this.value.textContent = this.widget.kind === "momentary" ? "" : this.widget.text;
  }
}

export class Label extends Control {
  constructor(widget, board, title) {
    super(widget, board, title);
    this.element = make("div", "widget label");
    this.value = this.describe(make("output", "reading"), "status");
    this.value.tabIndex = -1;
    this.element.append(make("label", "", this.title), this.value);
    this.draw();
  }

  draw() { this.value.textContent = this.widget.text; }
}

export class Choice extends Control {
  constructor(widget, board, title) {
    super(widget, board, title);
    this.element = make("div", "widget choice");
    this.select = /** @type {HTMLSelectElement} */ (make("select"));
    this.select.setAttribute("aria-label", widget.name);
    if (!board.isCopying) this.select.dataset.widget = widget.name;
    for (const [index, name] of (widget.choices ?? []).entries()) this.select.add(new Option(name, String(index)));
    this.select.addEventListener("change", () => this.line.send({ set: [widget.name, Number(this.select.value)] }));
    this.element.append(make("label", "", this.title), this.select);
    this.draw();
  }

  draw() { this.select.value = String(this.widget.value); }
}

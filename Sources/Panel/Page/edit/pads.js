// Several values under one finger: a pad, and a row of bars.
import { Control, make, shortName } from "./controls.js";
import { TouchSurface } from "./touch.js";
import { Wave } from "./waves.js";

/** Two sliders under one finger, x to the right and y upwards. */
export class Pad extends Control {
  /** @param {string} name @param {any} x @param {any} y @param {any} board @param {boolean} hasWave */
  constructor(name, x, y, board, hasWave) {
    super(x.widget, board, shortName(name));
    this.axes = [x, y];
    this.element = make("div", "widget pad");
    this.area = make("div", "area");
    this.area.dataset.widget = name;
    this.area.setAttribute("role", "group");
    this.area.setAttribute("aria-roledescription", "pad");
    this.area.setAttribute("aria-label", name);
    this.area.tabIndex = 0;
    this.dot = make("i");
    this.area.append(this.dot);
    this.value = make("span", "value");
    const sliders = make("div", "axes");
    sliders.append(x.element, y.element);
    this.element.append(make("label", "", this.title), this.area);
    if (hasWave) this.show(new Wave(name, board));
    this.element.append(this.value, sliders);
    const go = (event) => {
      const box = this.area.getBoundingClientRect();
      x.go((event.clientX - box.left) / box.width);
      y.go(1 - (event.clientY - box.top) / box.height);
    };
    this.area.addEventListener("pointerdown", (event) => {
      this.area.setPointerCapture(event.pointerId);
      x.isHeld = y.isHeld = true;
      go(event);
    });
    this.area.addEventListener("pointermove", (event) => { if (x.isHeld) go(event); });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      this.area.addEventListener(end, () => { x.isHeld = y.isHeld = false; x.moved(); y.moved(); });
    }
    this.area.addEventListener("dblclick", () => { for (const axis of this.axes) this.line.send({ reset: axis.widget.name }); });
    this.area.addEventListener("keydown", (event) => this.key(event));
    for (const axis of this.axes) axis.also = this;
    this.draw();
  }

  /** @param {Wave} wave */
  show(wave) {
    this.wave = wave;
    this.element.classList.add("drawn");
    this.element.append(wave.element);
  }

  /** The arrows move the point in their directions. @param {KeyboardEvent} event */
  key(event) {
    const [x, y] = this.axes;
    const axis = { ArrowRight: x, ArrowLeft: x, ArrowUp: y, ArrowDown: y }[event.key];
    if (!axis) return;
    axis.key(event);
  }

  draw() {
    const [x, y] = this.axes;
    this.dot.style.left = `${x.position * 100}%`;
    this.dot.style.top = `${(1 - y.position) * 100}%`;
    this.value.textContent = `${x.widget.text}, ${y.widget.text}`;
    this.area.setAttribute("aria-description", `x ${x.widget.text}, y ${y.widget.text}`);
    this.wave?.changed();
  }
}

/** A row of sliders, painted by fingers across them. The instrument decides which bars a finger crosses. */
export class Bars extends Control {
  /** @param {string} name @param {Slider[]} sliders @param {Board} board @param {boolean} hasWave */
  constructor(name, sliders, board, hasWave) {
    super(sliders[0].widget, board, shortName(name));
    this.sliders = sliders;
    this.element = make("div", "widget bars");
    this.area = make("div", "area");
    this.area.dataset.bars = name;
    this.area.setAttribute("role", "group");
    this.area.setAttribute("aria-label", name);
    for (const slider of sliders) {
      const bar = slider.handle;
      bar.className = "bar-handle";
      bar.setAttribute("aria-orientation", "vertical");
      this.area.append(bar);
      slider.also = this;
    }
    this.element.append(make("label", "", this.title), this.area);
    if (hasWave) {
      this.wave = new Wave(name, board);
      this.element.classList.add("drawn");
      this.element.append(this.wave.element);
    }
    const fingers = new Set();
    const hold = (isHeld) => { for (const slider of sliders) { slider.isHeld = isHeld; if (!isHeld) slider.moved(); } };
    // The row takes the finger, not the bar under it.
    this.area.addEventListener("pointerdown", (event) => {
      fingers.add(event.pointerId);
      hold(true);
      board.line.emit("touched", sliders[0].widget.name);
    }, true);
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      this.area.addEventListener(end, (event) => {
        if (fingers.delete(/** @type {PointerEvent} */ (event).pointerId) && fingers.size === 0) hold(false);
      });
    }
    new TouchSurface(this.area, board.line, () => `bars/${name}`);
    board.rows.set(name, this);
    this.draw();
  }

  /** What the fingers of this page have painted. @param {[number, number][]} bars */
  painted(bars) {
    for (const [bar, height] of bars) {
      this.sliders[bar].position = height;
      this.board.redraw(this.sliders[bar]);
    }
  }

  draw() { this.wave?.changed(); }
}

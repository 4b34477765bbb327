// Several values under one finger: a pad, and a row of bars.
import { Control, make, shortName } from "./controls.js";

/** Two sliders under one finger. */
export class Pad extends Control {
  constructor(name, x, y, board) {
    super(x.widget, board, shortName(name));
    this.axes = [x, y];
    this.element = make("div", "widget pad");
    this.area = make("div", "area");
    this.area.dataset.widget = name;
    this.area.setAttribute("role", "group");
    this.area.setAttribute("aria-label", name);
    this.dot = make("i");
    this.area.append(this.dot);
    this.value = make("span", "value");
    const sliders = make("div", "axes");
    sliders.append(x.element, y.element);
    this.element.append(make("label", "", this.title), this.area, this.value, sliders);
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
    for (const axis of this.axes) axis.also = this;
    this.draw();
  }

  draw() {
    const [x, y] = this.axes;
    this.dot.style.left = `${x.position * 100}%`;
    this.dot.style.top = `${(1 - y.position) * 100}%`;
    this.value.textContent = `${x.widget.text}, ${y.widget.text}`;
  }
}

/** A row of sliders, painted by one finger across them. */
export class Bars extends Control {
  /** @param {string} name @param {Slider[]} sliders @param {Board} board */
  constructor(name, sliders, board) {
    super(sliders[0].widget, board, shortName(name));
    this.sliders = sliders;
    this.element = make("div", "widget bars");
    this.area = make("div", "area");
    this.area.setAttribute("role", "group");
    this.area.setAttribute("aria-label", name);
    this.handles = sliders.map((slider) => {
      const bar = slider.handle;
      bar.className = "bar-handle";
      this.area.append(bar);
      slider.also = this;
      return bar;
    });
    this.element.append(make("label", "", this.title), this.area);
    let last = null;
    const paint = (event) => {
      const box = this.area.getBoundingClientRect();
      const at = (event.clientX - box.left) / box.width * sliders.length;
      const here = { bar: Math.min(Math.max(Math.floor(at), 0), sliders.length - 1), height: 1 - (event.clientY - box.top) / box.height };
      const from = last ?? here;
      const steps = Math.max(1, Math.abs(here.bar - from.bar));
      for (let step = last ? 1 : 0; step <= steps; step++) {
        const part = step / steps;
        sliders[Math.round(from.bar + (here.bar - from.bar) * part)].go(from.height + (here.height - from.height) * part);
      }
      last = here;
    };
    this.area.addEventListener("pointerdown", (event) => {
      this.area.setPointerCapture(event.pointerId);
      last = null;
      for (const slider of sliders) slider.isHeld = true;
      paint(event);
      event.stopPropagation();
    }, true);
    this.area.addEventListener("pointermove", (event) => { if (sliders[0].isHeld) paint(event); });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      this.area.addEventListener(end, () => { for (const slider of sliders) { slider.isHeld = false; slider.moved(); } });
    }
    this.draw();
  }

  draw() {}
}

// A recording: its wave, its loop and its cursor, three layers of one size.
import { Control, make, shortName } from "./controls.js";
import { TouchSurface } from "./touch.js";
import { Wave } from "./waves.js";

const closest = 1e-5;

export class Waveform extends Control {
  /**
   * @param {string} name
   * @param {any} position a label with the position that sounds
   * @param {any[]} sliders start, end and, where it can be scrubbed, the cursor
   * @param {any} scrub a button, or null
   */
  constructor(name, position, sliders, scrub, board) {
    super(position.widget, board, shortName(name));
    this.position = position;
    this.sliders = sliders;
    this.wave = new Wave(name, board);
    this.element = make("div", "widget waveform");
    this.area = make("div", "area");
    this.area.dataset.wave = name;
    this.area.setAttribute("role", "group");
    this.area.setAttribute("aria-label", `${name}: loop and cursor`);
    this.region = make("i", "region");
    this.cursor = make("i", "cursor");
    this.area.append(this.wave.element, this.region, this.cursor);
    if (sliders[2]) this.area.append(make("i", "strip", "scrub"));
    const controls = make("div", "axes");
    controls.append(...sliders.map((slider) => slider.element), ...(scrub ? [scrub.element] : []), position.element);
    this.element.append(make("label", "", this.title), this.zoomButtons(), this.area, controls);
    for (const control of [position, ...sliders]) control.also = this;
    this.followFingers(name);
    this.area.addEventListener("wheel", (event) => {
      event.preventDefault();
      const box = this.area.getBoundingClientRect();
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.shift(event.deltaX / box.width);
      else this.zoom(2 ** (event.deltaY / 200), (event.clientX - box.left) / box.width);
    }, { passive: false });
    board.rows.set(name, this);
    this.draw();
  }

  /** @param {string} name */
  followFingers(name) {
    const fingers = new Set();
    const hold = (isHeld) => { for (const slider of this.sliders) { slider.isHeld = isHeld; if (!isHeld) slider.moved(); } };
    this.area.addEventListener("pointerdown", (event) => { fingers.add(event.pointerId); hold(true); }, true);
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      this.area.addEventListener(end, (event) => {
        if (fingers.delete(/** @type {PointerEvent} */ (event).pointerId) && fingers.size === 0) hold(false);
      });
    }
    const { wave } = this;
    new TouchSurface(this.area, this.board.line, () => `wave/${name}`, (x, y) => [wave.from + x * (wave.to - wave.from), y]);
  }

  zoomButtons() {
    const bar = make("span", "zoom");
    const button = (text, label, act) => {
      const element = make("button", "", text);
      element.setAttribute("aria-label", label);
      element.addEventListener("click", act);
      return element;
    };
    bar.append(
      button("◀", "Earlier", () => this.shift(-0.5)), button("▶", "Later", () => this.shift(0.5)),
      button("−", "Show more", () => this.zoom(2, 0.5)), button("+", "Show less, larger", () => this.zoom(0.5, 0.5)));
    return bar;
  }

  /** Shows `factor` times as much, around the position `at` of the shown part, 0–1. */
  zoom(factor, at) {
    const { from, to } = this.wave;
    const width = Math.min(Math.max((to - from) * factor, closest), 1);
    this.look(from + at * (to - from) - at * width, width);
  }

  /** Moves by this fraction of the shown part. */
  shift(part) {
    const { from, to } = this.wave;
    this.look(from + part * (to - from), to - from);
  }

  look(from, width) {
    const first = Math.min(Math.max(from, 0), 1 - width);
    [this.wave.from, this.wave.to] = [first, Math.min(first + width, 1)];
    this.wave.draw();
    this.wave.ask();
    this.draw();
  }

  /** What the fingers of this page have set. @param {[number, number][]} places */
  painted(places) {
    for (const [index, place] of places) {
      const slider = this.sliders[index];
      if (!slider) continue;
      slider.position = place;
      this.board.redraw(slider);
    }
  }

  draw() {
    const { from, to } = this.wave;
    const percent = (place) => (place - from) / (to - from) * 100;
    const [start, end] = this.sliders.map((slider) => slider.position);
    this.region.style.left = `${percent(Math.min(start, end))}%`;
    this.region.style.width = `${Math.abs(end - start) / (to - from) * 100}%`;
    this.cursor.style.left = `${percent(this.position.widget.value)}%`;
  }
}

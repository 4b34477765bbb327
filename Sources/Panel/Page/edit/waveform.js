// A recording: its wave, its loop and its cursor, three layers of one size.
import { cell } from "../components/control.js";
import { button } from "../components/button.js";
import { make } from "../components/make.js";
import { TouchSurface } from "../keys/touch.js";
import { heldBy, paint } from "./pads.js";
import { titleIn } from "./program.js";
import { Wave } from "./waves.js";

const closest = 1e-5;

export class Waveform {
  /**
   * @param {import("../components/control.js").App} app @param {string} name
   * @param {{position: any, start: any, end: any, cursor: any, scrub: any}} widgets the last two may be missing
   */
  constructor(app, name, { position, start, end, cursor, scrub }) {
    this.app = app;
    this.position = position;
    this.sliders = [start, end, cursor].filter((slider) => slider);
    this.wave = new Wave(name, app);
    this.region = make("i", { className: "region" }, make("u", { textContent: "start" }), make("u", { textContent: "end" }));
    this.cursor = make("i", { className: "cursor" });
    this.area = make("div", { className: "area", role: "group", "aria-label": `${name}: loop and cursor`, "data-wave": name }, this.wave.element, this.region, this.cursor);
    if (cursor) this.area.append(make("i", { className: "strip", textContent: "scrub" }));
    const label = (/** @type {import("../instrument/widgets.js").Widget} */ widget) => titleIn(widget.name, { part: widget.part, name });
    const readings = [...this.sliders, position].map((widget) => cell(app, widget, { look: "read", label: label(widget) }));
    this.readings = make("div", { className: "reads" }, ...readings, ...(scrub ? [cell(app, scrub, { label: "Scrub while held" })] : []));
    this.zoomBar = make("span", { className: "zoom row" },
      this.zoomButton("previous", "Earlier", () => this.shift(-0.5)), this.zoomButton("next", "Later", () => this.shift(0.5)),
      this.zoomButton("minus", "Show more", () => this.zoom(2, 0.5)), this.zoomButton("plus", "Show less, larger", () => this.zoom(0.5, 0.5)));
    this.followFingers(name);
    for (const widget of [position, ...this.sliders]) app.widgets.watch(widget, this.area, () => this.draw());
    this.draw();
  }

  /** @param {any} picture @param {string} text @param {() => void} act */
  zoomButton(picture, text, act) { return button(text, act, { picture, isIconOnly: true, look: "flat small" }); }

  /** @param {string} name */
  followFingers(name) {
    const { app, wave, area } = this;
    heldBy(app, area, this.sliders);
    const surface = new TouchSurface(area, app.line, () => `wave/${name}`, (x, y) => [wave.from + x * (wave.to - wave.from), y]);
    const ending = new AbortController();
    app.line.on("painted", ({ painted, bars }) => {
      if (painted !== name) return;
      for (const [index, place] of bars) this.sliders[index] && paint(app.widgets, this.sliders[index], place);
    }, ending.signal);
    area.addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
      event.preventDefault();
      const box = area.getBoundingClientRect();
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.shift(event.deltaX / box.width);
      else this.zoom(2 ** (event.deltaY / 200), (event.clientX - box.left) / box.width);
    }, { passive: false });
    this.close = () => { ending.abort(); surface.close(); };
  }

  /** Shows `factor` times as much, around the position `at` of the shown part, 0–1.
   * @param {number} factor @param {number} at */
  zoom(factor, at) {
    const { from, to } = this.wave;
    const width = Math.min(Math.max((to - from) * factor, closest), 1);
    this.look(from + at * (to - from) - at * width, width);
  }

  /** Moves by this fraction of the shown part.
   * @param {number} part */
  shift(part) {
    const { from, to } = this.wave;
    this.look(from + part * (to - from), to - from);
  }

  /** @param {number} from @param {number} width */
  look(from, width) {
    const first = Math.min(Math.max(from, 0), 1 - width);
    [this.wave.from, this.wave.to] = [first, Math.min(first + width, 1)];
    this.wave.draw();
    this.wave.ask();
    this.draw();
  }

  draw() {
    const { from, to } = this.wave;
    const percent = (/** @type {number} */ place) => (place - from) / (to - from) * 100;
    const [start, end] = this.sliders.map((slider) => slider.position);
    this.region.style.left = `${percent(Math.min(start, end))}%`;
    this.region.style.width = `${Math.abs(end - start) / (to - from) * 100}%`;
    this.region.classList.toggle("crossed", end < start);
    this.cursor.style.left = `${percent(this.position.value)}%`;
  }
}

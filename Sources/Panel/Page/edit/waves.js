// Waves beside widgets: the instrument says what they look like, this draws it.
import { make } from "../components/make.js";

/** Which canvases show a wave, by its name. */
export class Waves {
  /** @param {import("../components/control.js").App} app */
  constructor({ line, widgets }) {
    this.line = line;
    this.widgets = widgets;
    /** @type {Map<string, Set<Wave>>} */
    this.shown = new Map();
    line.on("wave", (message) => { for (const wave of this.shown.get(message.wave) ?? []) wave.take(message); });
    line.on("widgets", () => this.shown.clear());
  }

  /** @param {Wave} wave */
  add(wave) { this.shown.set(wave.name, (this.shown.get(wave.name) ?? new Set()).add(wave)); }

  /** @param {import("../components/control.js").App} app @returns {Waves} */
  static of(app) { return app.waves ??= new Waves(app); }
}

/** A canvas that shows a part of a wave: the lowest and the highest sample of each column. */
export class Wave {
  /** @param {string} name @param {import("../components/control.js").App} app */
  constructor(name, app) {
    this.name = name;
    this.line = app.line;
    this.element = make("canvas", { className: "wave", role: "img", "aria-label": `Wave of ${name}` });
    this.from = 0;
    this.to = 1;
    /** The part that was drawn last, and its columns. */
    this.shown = { from: 0, to: 1, columns: /** @type {number[]} */ ([]) };
    this.isAsked = this.isOld = false;
    Waves.of(app).add(this);
    // The table of a program may come later, or change.
    const table = app.widgets.find(`${name}.table`);
    if (table) app.widgets.watch(table, this.element, () => this.changed());
    // Reading the size at every move would make the browser lay out the page each time.
    this.width = 0;
    this.height = 0;
    new ResizeObserver(([entry]) => this.resized(entry.contentRect)).observe(this.element);
  }

  /** @param {{width: number, height: number}} box */
  resized({ width, height }) {
    [this.width, this.height] = [Math.round(width), Math.round(height)];
    [this.element.width, this.element.height] = [this.width * devicePixelRatio, this.height * devicePixelRatio];
    this.draw();
    this.ask();
  }

  /** Requests the wave's current shape, one request at a time, and only while it is visible. */
  ask() {
    this.isOld = true;
    if (this.isAsked || this.width === 0) return;
    this.isAsked = this.line.send({ wave: [this.name, this.from, this.to, Math.min(this.width, 2048)] });
    this.isOld = !this.isAsked;
    clearTimeout(this.retry);
    // A page that reads too slowly gets no answer.
    this.retry = setTimeout(() => { this.isAsked = false; if (this.element.isConnected) this.ask(); }, 1000);
  }

  /** A program may need a moment to follow. */
  changed() {
    this.ask();
    clearTimeout(this.later);
    this.later = setTimeout(() => this.ask(), 250);
  }

  /** @param {{from: number, to: number, columns: number[]}} answer */
  take(answer) {
    clearTimeout(this.retry);
    this.shown = answer;
    this.draw();
    setTimeout(() => { this.isAsked = false; if (this.isOld) this.ask(); }, 30);
  }

  draw() {
    const { width, height } = this;
    const context = this.element.getContext("2d");
    if (!context || width === 0) return;
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.strokeStyle = getComputedStyle(this.element).color;
    context.lineWidth = 1.5;
    const { from, to, columns } = this.shown;
    const count = columns.length / 2;
    const place = (/** @type {number} */ column) => ((from + (to - from) * (column + 0.5) / count) - this.from) / (this.to - this.from) * width;
    const level = (/** @type {number} */ value) => height / 2 - value / 1000 * (height / 2 - 2);
    context.beginPath();
    for (let column = 0; column < count; column++) {
      const x = place(column);
      const [low, high] = [level(columns[2 * column]), level(columns[2 * column + 1])];
      // One line through all columns, so that steep parts have no gaps.
      if (column % 2) context.lineTo(x, high), context.lineTo(x, low);
      else context.lineTo(x, low), context.lineTo(x, high);
    }
    context.stroke();
  }
}

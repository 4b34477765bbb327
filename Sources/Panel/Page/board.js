// The board: every widget of the instrument, and what draws it.
import { Choice, Label, Press, Slider } from "./controls.js";
import { Bars, Pad } from "./pads.js";
import { Waveform } from "./waveform.js";

/** All widgets. A widget may be drawn in several places. */
export class Board {
  /** @param {import("./socket.js").Line} line */
  constructor(line) {
    this.line = line;
    /** @type {import("./controls.js").Widget[]} */
    this.widgets = [];
    /** By widget. @type {import("./controls.js").Control[][]} */
    this.controls = [];
    this.dirty = new Set();
    /** True while copies of controls that already exist are being made. */
    this.isCopying = false;
    /** What draws waves, and rows of bars, by name. @type {Map<string, import("./waves.js").Wave>} */
    this.waves = new Map();
    /** @type {Map<string, Bars | Waveform>} */
    this.rows = new Map();
    line.on("widgets", (message) => {
      this.waves.clear();
      this.rows.clear();
      this.widgets = message.widgets.map((widget, index) => {
        const [value, position, text] = message.values[index];
        return { ...widget, value, position, text };
      });
      this.controls = message.widgets.map(() => []);
    });
    line.on("wave", (message) => this.waves.get(message.wave)?.take(message));
    line.on("painted", (message) => this.rows.get(message.painted)?.painted(message.bars));
    line.on("moved", (message) => {
      for (const [index, value, position, text] of message.moved) {
        const widget = this.widgets[index];
        if (!widget) continue;
        Object.assign(widget, { value, position, text });
        for (const control of this.controls[index]) control.moved();
      }
    });
  }

  /** Draws at the screen's pace, however fast values move. @param {import("./controls.js").Control} control */
  redraw(control) {
    if (this.dirty.size === 0) requestAnimationFrame(() => this.drawAll());
    this.dirty.add(control);
    if (control.also) this.dirty.add(control.also);
  }

  drawAll() {
    const dirty = [...this.dirty];
    this.dirty.clear();
    for (const control of dirty) control.draw();
  }

  /** @param {string} name */
  find(name) { return this.widgets.find((widget) => widget.name === name); }

  /** @param {number} index @param {string} [title] */
  control(index, title) {
    const widget = this.widgets[index];
    const Kind = ["slider", "knob"].includes(widget.kind) ? Slider
      : ["label", "text"].includes(widget.kind) ? Label
      : widget.kind === "choice" ? Choice : Press;
    const control = new Kind(widget, this, title);
    this.controls[index].push(control);
    return control;
  }

  /**
   * Another control of a widget that is also drawn elsewhere; null if there is no such widget.
   * @param {string} name @param {string} title
   */
  copy(name, title) {
    const index = this.widgets.findIndex((widget) => widget.name === name);
    if (index < 0) return null;
    this.isCopying = true;
    const control = this.control(index, title);
    this.isCopying = false;
    return control;
  }

  /** @param {any[]} item @param {(index: number) => string} title */
  element(item, title) {
    if (item[0] === "pad") return new Pad(item[1], this.control(item[2]), this.control(item[3]), this, item[4] === 1).element;
    if (item[0] === "bars") return new Bars(item[1], item[2].map((index) => this.control(index)), this, item[3] === 1).element;
    if (item[0] === "wave") {
      const [position, start, end, cursor, scrub] = item.slice(2).map((index) => (index === null ? null : this.control(index)));
      return new Waveform(item[1], position, [start, end, cursor].filter((slider) => slider), scrub, this).element;
    }
    return this.control(item[1], title(item[1])).element;
  }
}

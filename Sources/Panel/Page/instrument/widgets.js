// The widgets: every value of the instrument, what this page's fingers do to it, and what draws it.

import { engine } from "../edit/front.js";

/**
 * @typedef {object} Widget
 * @property {number} index @property {string} name @property {string} kind @property {string} unit
 * @property {number} min @property {number} max @property {number} default @property {number | null} step
 * @property {string} about @property {string[]} [choices]
 * @property {number} value @property {number} position where it lies between its ends, 0–1 @property {string} text
 * @property {string} part whose it is; empty for an instrument of one part
 * @property {number} movedAt when something else than this page has moved it, in milliseconds
 * @property {boolean} isHeld whether a finger of this page is on it
 * @property {{control: string, position: number | null, isWaiting: boolean} | null} link what moves it: `CC 21`, where
 * that is, and whether the widget waits until it passes
 * @property {{value: number, position: number, text: string} | null} original the value that the sound was loaded with
 * @property {boolean} isPinned @property {boolean} isFavourite
 * @property {string} [ends] its range in words
 * @property {ReturnType<typeof setTimeout>} [later] draws it once more when its move has become old
 * @property {string} [curve] @property {number} [setting] @property {number} [precision]
 */

/** In milliseconds. The instrument answers a move within this time. */
const answerTime = 150;
/** In milliseconds. So long a move of something else is shown. */
export const movingTime = 400;
/** More controls are drawn in the frames after this one. */
const mostAtOnce = 60;

const clamp = (/** @type {number} */ position) => Math.min(Math.max(position, 0), 1);

/** A value on the page. Its own moves are drawn at once; while a finger is on it, echoes are not drawn. */
class Hold {
  constructor() {
    this.fingers = 0;
    /** Until this time the page's own position counts: the last answer has not arrived yet. */
    this.until = 0;
    /** @type {number | null} the instrument's position, which waits */
    this.heard = null;
  }
}

export class Widgets {
  /** @param {import("./line.js").Line} line */
  constructor(line) {
    this.line = line;
    /** @type {Widget[]} */
    this.all = [];
    /** @type {{part: string, name: string, items: any[][]}[]} */
    this.groups = [];
    /** @type {Map<string, Widget>} */
    this.byName = new Map();
    /** @type {Map<number, Hold>} */
    this.holds = new Map();
    /** By widget: what draws it.
     * @type {(() => void)[][]} */
    this.drawings = [];
    /** The pinned widgets of this sound by their places, or null.
     * @type {(string | null)[]} */
    this.pins = [];
    /** Whether the instrument keeps pins and favourites. */
    this.hasMarks = false;
    this.dirty = new Set();
    /** Drawings in places that are not shown. */
    this.resting = new Set();
    line.on("widgets", (message) => this.replace(message));
    line.on("moved", ({ moved }) => { for (const entry of moved) this.heard(.../** @type {[number, number, number, string]} */ (entry)); });
    line.on("links", ({ links }) => this.each(links, (widget, link) => { widget.link = link && { control: link[0], position: link[1], isWaiting: link[2] === 1 }; }));
    line.on("turned", ({ turned }) => { for (const [index, position, isWaiting] of turned) this.turned(index, position, isWaiting === 1); });
    line.on("originals", ({ originals }) => this.each(originals, (widget, values) => {
      widget.original = values && { value: values[0], position: values[1], text: values[2] };
    }));
    line.on("marks", ({ marks }) => this.mark(marks));
    line.on("closed", () => this.holds.clear());
  }

  /** @param {string} name @returns {Widget | undefined} */
  find(name) { return this.byName.get(name); }

  /** @param {any} message */
  replace(message) {
    this.holds.clear();
    this.drawings = message.widgets.map(() => []);
    this.groups = message.groups;
    this.all = message.widgets.map((/** @type {Omit<Widget, "part">} */ widget, /** @type {number} */ index) => {
      const [value, position, text] = message.values[index];
      return {
        part: "", ...widget, index, value, position, text, movedAt: -Infinity, isHeld: false,
        link: null, original: null, isPinned: false, isFavourite: false,
      };
    });
    engine.own = new Set(this.all.filter(({ name }) => name.endsWith("master.expression")).map(({ name }) => name.slice(0, name.lastIndexOf("/") + 1)));
    this.byName = new Map(this.all.map((widget) => [widget.name, widget]));
    for (const { part, items } of message.groups) for (const index of items.flatMap(indices)) if (this.all[index]) this.all[index].part = part;
  }

  /** What the instrument says of a value.
   * @param {number} index @param {number} value @param {number} position @param {string} text */
  heard(index, value, position, text) {
    const widget = this.all[index];
    if (!widget) return;
    const hold = this.holds.get(index);
    Object.assign(widget, { value, text });
    if (hold && (hold.fingers > 0 || performance.now() < hold.until)) {
      hold.heard = position;
    } else {
      widget.position = position;
      widget.movedAt = performance.now();
    }
    this.redraw(index);
  }

  /** @param {any[]} values in the order of the widgets @param {(widget: Widget, value: any) => void} take */
  each(values, take) {
    for (const widget of this.all) {
      take(widget, values[widget.index] ?? null);
      this.redraw(widget.index);
    }
  }

  /** A mapped control is elsewhere.
   * @param {number} index @param {number} position @param {boolean} isWaiting */
  turned(index, position, isWaiting) {
    const link = this.all[index]?.link;
    if (!link) return;
    Object.assign(link, { position, isWaiting });
    this.redraw(index);
  }

  /** @param {{pins: (string | null)[], widgets: string[]}} marks */
  mark({ pins, widgets }) {
    [this.pins, this.hasMarks] = [pins, true];
    this.each([], (widget) => {
      widget.isPinned = pins.includes(widget.name);
      widget.isFavourite = widgets.includes(widget.name);
    });
  }

  // MARK: What this page does

  /** @param {Widget} widget @param {number} position @param {boolean} [springs] whether it goes back when the page is gone */
  go(widget, position, springs = false) {
    if (!this.line.isOpen) return;
    const hold = this.hold(widget);
    widget.position = clamp(position);
    widget.movedAt = -Infinity;
    hold.until = performance.now() + answerTime;
    clearTimeout(hold.timer);
    hold.timer = setTimeout(() => this.settle(widget), answerTime + 1);
    this.line.send({ at: [widget.name, Math.round(widget.position * 1e5) / 1e5, ...(springs ? [1] : [])] });
    this.line.emit("touched", widget.name);
    this.redraw(widget.index);
  }

  /** A finger comes down on a widget.
   * @param {Widget} widget */
  take(widget) {
    this.hold(widget).fingers++;
    widget.isHeld = true;
    this.line.emit("touched", widget.name);
    this.redraw(widget.index);
  }

  /** @param {Widget} widget */
  release(widget) {
    const hold = this.hold(widget);
    hold.fingers = Math.max(0, hold.fingers - 1);
    widget.isHeld = hold.fingers > 0;
    this.settle(widget);
    this.line.emit("released", widget.name);
  }

  /** @param {Widget} widget @returns {Hold & {timer?: number}} */
  hold(widget) {
    const hold = this.holds.get(widget.index) ?? new Hold();
    this.holds.set(widget.index, hold);
    return hold;
  }

  /** The instrument's position counts again.
   * @param {Widget} widget */
  settle(widget) {
    const hold = this.holds.get(widget.index);
    this.redraw(widget.index);
    if (!hold || hold.fingers > 0 || performance.now() < hold.until) return;
    if (hold.heard !== null) widget.position = hold.heard;
    this.holds.delete(widget.index);
  }

  /** @param {Widget} widget @param {number} value in its unit */
  set(widget, value) {
    this.line.emit("touched", widget.name);
    // A choice has changed already, and goes back.
    if (!this.line.send({ set: [widget.name, value] })) this.redraw(widget.index);
  }

  /** @param {Widget} widget */
  reset(widget) { this.line.send({ reset: widget.name }); }

  /** @param {Widget} widget */
  press(widget) {
    this.line.emit("touched", widget.name);
    this.line.send({ press: widget.name });
  }

  /** @param {Widget} widget @param {string} text a value as a person writes it */
  type(widget, text) { this.line.send({ text: [widget.name, text] }); }

  // MARK: Drawing

  /**
   * Calls `draw` in a frame after the widget has moved, while `element` is in the page.
   * @param {Widget} widget @param {Element} element @param {() => void} draw
   */
  watch(widget, element, draw) {
    this.drawings[widget.index]?.push(Object.assign(draw, { element }));
  }

  /** Draws at the screen's pace, however fast values move.
   * @param {number} index */
  redraw(index) {
    const drawings = this.drawings[index] ?? [];
    if (drawings.length === 0) return;
    if (this.dirty.size === 0) requestAnimationFrame(() => this.drawSome());
    for (const draw of drawings) this.dirty.add(draw);
  }

  drawSome() {
    let count = 0;
    for (const draw of this.dirty) {
      if (count === mostAtOnce) break;
      this.dirty.delete(draw);
      if (!draw.element.isConnected) { this.resting.add(draw); continue; }
      draw();
      count++;
    }
    if (this.dirty.size > 0) requestAnimationFrame(() => this.drawSome());
  }

  /** A place is shown again: what has moved meanwhile is drawn. */
  wake() {
    const drawings = [...this.resting];
    this.resting.clear();
    for (const draw of drawings) if (draw.element.isConnected) draw(); else this.resting.add(draw);
  }
}

/** The numbers of the widgets of a group's item.
 * @param {any[]} item @returns {number[]} */
export function indices([kind, ...rest]) {
  if (kind === "one") return rest;
  // The name comes first; a pad and bars end with the mark of a wave.
  const numbers = kind === "wave" ? rest.slice(1) : rest.slice(1, -1);
  return numbers.flat().filter((index) => index !== null);
}

// What fingers, wheel and keys mean on a control: it turns, is reset, opens its menu.
import { holdUntilLeft } from "./held.js";

/**
 * @typedef {object} Turned what a gesture acts on
 * @property {() => number} position 0–1 @property {(position: number) => void} go
 * @property {() => void} take a finger comes down @property {() => void} release
 * @property {() => void} reset @property {() => void} menu @property {(begun: string) => void} type
 * @property {() => number} step from value to value, 0–1; 0 for none
 */

/** In pixels: a finger's way for the whole range, how far beside the cell it is fine, and how far a tap may slip. */
const [range, beside, slip] = [160, 96, 8];
/** In milliseconds. */
const [longPress, doubleTap, restToTake, restToWheel] = [500, 350, 150, 300];

/** @param {number} position */
const clamp = (position) => Math.min(Math.max(position, 0), 1);

/** In milliseconds: between two moves that are followed at once. */
const movesApart = 4;

/**
 * Calls `move` as soon as a pointer has moved. Browsers keep `pointermove` until the next frame; where they tell of the
 * move itself (pages of the same machine or by https), nothing waits for the frame.
 * @param {HTMLElement} element @param {(event: PointerEvent) => void} move
 */
export function followMoves(element, move) {
  let last = 0;
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerrawupdate", (event) => {
    if (event.timeStamp - last < movesApart) return;
    last = event.timeStamp;
    move(/** @type {PointerEvent} */ (event));
  });
}

/** The fingers on one control. The first one turns; a second one makes it fine. */
class Fingers {
  /** @type {DOMRect} */
  box;
  /** @type {{x: number, y: number}} */
  begin;
  /** @type {{x: number, y: number}} */
  last;
  /** @type {number} */
  at;
  /** @type {number} */
  since;

  /** @param {HTMLElement} cell @param {Turned} turned @param {{along: "up" | "right", range?: () => number}} way */
  constructor(cell, turned, way) {
    this.cell = cell; this.turned = turned; this.way = way;
    /** @type {Set<number>} */
    this.pointers = new Set();
    this.lastTap = { time: -1e9, x: 0, y: 0 };
    this.wasLong = false;
    this.lift = () => {
      this.pointers.clear();
      this.end();
    };
    cell.addEventListener("pointerdown", (event) => this.down(event));
    followMoves(cell, (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      cell.addEventListener(end, (event) => this.up(/** @type {PointerEvent} */ (event)));
    }
    cell.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      if (this.pointers.size === 0) turned.menu();
    });
    this.takeScrolls();
  }

  /** Where a cell scrolls, a finger that has rested takes the control in any direction. */
  takeScrolls() {
    let begun = 0;
    this.cell.addEventListener("touchstart", (event) => { begun = event.timeStamp; }, { passive: true });
    this.cell.addEventListener("touchmove", (event) => {
      if (event.cancelable && event.timeStamp - begun > restToTake) event.preventDefault();
    }, { passive: false });
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0) return;
    this.cell.setPointerCapture(event.pointerId);
    this.pointers.add(event.pointerId);
    if (this.pointers.size > 1) return;
    this.begin = this.last = { x: event.clientX, y: event.clientY };
    this.box = this.cell.getBoundingClientRect();
    this.at = this.turned.position();
    [this.hasSlipped, this.wasLong] = [false, false];
    /** The direction in which the finger may still begin to scroll: "pan-y", "pan-x"; anything else turns. */
    this.scroll = event.pointerType === "touch" ? getComputedStyle(this.cell).touchAction : "";
    this.since = event.timeStamp;
    this.turned.take();
    holdUntilLeft(this.lift, this.cell);
    this.timer = setTimeout(() => this.long(), longPress);
  }

  /** Whether a finger may mean to scroll: nothing turns until it has gone the other way, or has rested.
   * @param {PointerEvent} event */
  mayScroll(event) {
    if (this.scroll !== "pan-y" && this.scroll !== "pan-x") return false;
    const [x, y] = [Math.abs(event.clientX - this.begin.x), Math.abs(event.clientY - this.begin.y)];
    const isAcross = this.scroll === "pan-y" ? x > y : y > x;
    if (event.timeStamp - this.since < restToTake && !(isAcross && Math.max(x, y) > slip)) return true;
    this.scroll = "";
    this.last = { x: event.clientX, y: event.clientY };
    return false;
  }

  long() {
    if (this.hasSlipped) return;
    this.wasLong = true;
    this.turned.menu();
  }

  /** @param {PointerEvent} event */
  move(event) {
    if ([...this.pointers][0] !== event.pointerId || this.wasLong) return;
    const way = { x: event.clientX - this.last.x, y: this.last.y - event.clientY };
    const far = Math.hypot(event.clientX - this.begin.x, event.clientY - this.begin.y);
    if (far > slip) this.hasSlipped = true;
    if (this.mayScroll(event)) return;
    if (!this.hasSlipped && event.pointerType !== "mouse" && far < 2) return;
    this.last = { x: event.clientX, y: event.clientY };
    const [main, other] = this.way.along === "up" ? [way.y, way.x] : [way.x, way.y];
    const fine = event.shiftKey || this.pointers.size > 1 || this.isBeside(event) ? 0.1 : 1;
    // Beside a slider its other direction says how fine; on a knob it counts half.
    const turn = this.way.along === "up" ? main + other / 2 : main;
    if (turn) this.go(this.at + turn * fine / (this.way.range?.() ?? range));
  }

  /** @param {PointerEvent} event */
  isBeside({ clientX: x, clientY: y }) {
    const { left, right, top, bottom } = this.box;
    return this.way.along === "up" ? x < left - beside || x > right + beside : y < top - beside || y > bottom + beside;
  }

  /** @param {number} position */
  go(position) {
    this.at = clamp(position);
    const step = this.turned.step();
    const caught = step > 0.001 ? clamp(Math.round(this.at / step) * step) : this.at;
    if (caught !== this.turned.position()) this.turned.go(caught);
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (!this.pointers.delete(event.pointerId) || this.pointers.size > 0) return;
    this.end();
    if (event.type === "pointerup" && !this.hasSlipped && !this.wasLong) this.tap(event);
  }

  /** The last finger has gone. */
  end() {
    clearTimeout(this.timer);
    holdUntilLeft(this.lift, null);
    this.turned.release();
  }

  /** @param {PointerEvent} event */
  tap(event) {
    const { time, x, y } = this.lastTap;
    const isSecond = event.timeStamp - time < doubleTap && Math.hypot(event.clientX - x, event.clientY - y) < 3 * slip;
    this.lastTap = { time: isSecond ? -1e9 : event.timeStamp, x: event.clientX, y: event.clientY };
    if (isSecond) this.turned.reset();
  }
}

/** The wheel turns a control that has the focus, or on which the mouse has rested.
 * @param {HTMLElement} cell @param {Turned} turned */
function followWheel(cell, turned) {
  let since = Infinity;
  cell.addEventListener("pointermove", (event) => { if (Math.hypot(event.movementX, event.movementY) > 0) since = event.timeStamp; });
  cell.addEventListener("pointerleave", () => { since = Infinity; });
  cell.addEventListener("wheel", (event) => {
    if (document.activeElement !== cell && event.timeStamp - since < restToWheel) return;
    if (since === Infinity && document.activeElement !== cell) return;
    event.preventDefault();
    const way = -Math.sign(event.deltaY || event.deltaX);
    turned.go(clamp(turned.position() + way * (turned.step() > 0.001 ? turned.step() : event.shiftKey ? 0.001 : 0.01)));
  }, { passive: false });
}

/** @type {Record<string, number>} */
const moves = { ArrowRight: 0.01, ArrowUp: 0.01, ArrowLeft: -0.01, ArrowDown: -0.01, PageUp: 0.1, PageDown: -0.1 };

/** The keys of a slider, as the W3C lists them.
 * @param {KeyboardEvent} event @param {Turned} turned */
export function turnByKey(event, turned) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const way = moves[event.key];
  const step = turned.step();
  if (way !== undefined) turned.go(clamp(turned.position() + (step > 0.001 && Math.abs(way) < 0.1 ? Math.sign(way) * step : way * (event.shiftKey ? 0.1 : 1))));
  else if (event.key === "Home") turned.go(0);
  else if (event.key === "End") turned.go(1);
  else if (event.key === "Enter") turned.type("");
  else if (/^[-0-9.]$/.test(event.key)) turned.type(event.key);
  else if (event.key === "Delete" || event.key === "Backspace") turned.reset();
  else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) turned.menu();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * A cell that is all handle.
 * @param {HTMLElement} cell @param {Turned} turned
 * @param {{along: "up" | "right", range?: () => number}} [way] and how many pixels are the whole range
 */
export function turn(cell, turned, way = { along: "up" }) {
  const fingers = new Fingers(cell, turned, way);
  followWheel(cell, turned);
  cell.addEventListener("keydown", (event) => { if (event.target === cell) turnByKey(event, turned); });
  return fingers;
}

/**
 * A long press, a right click or Shift F10 on a control that is no slider opens its menu.
 * @param {HTMLElement} element @param {() => void} menu
 */
export function menuOn(element, menu) {
  let timer = 0, begin = { x: 0, y: 0 }, isOpen = false;
  element.addEventListener("pointerdown", (event) => {
    begin = { x: event.clientX, y: event.clientY };
    isOpen = false;
    clearTimeout(timer);
    timer = setTimeout(() => { isOpen = true; menu(); }, longPress);
  });
  element.addEventListener("pointermove", (event) => { if (Math.hypot(event.clientX - begin.x, event.clientY - begin.y) > slip) clearTimeout(timer); });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) element.addEventListener(end, () => clearTimeout(timer));
  element.addEventListener("click", (event) => { if (isOpen) { event.preventDefault(); event.stopImmediatePropagation(); } isOpen = false; }, true);
  element.addEventListener("contextmenu", (event) => { event.preventDefault(); if (!isOpen) menu(); });
  element.addEventListener("keydown", (event) => {
    if (event.key === "F10" && event.shiftKey) { event.preventDefault(); menu(); }
  });
}

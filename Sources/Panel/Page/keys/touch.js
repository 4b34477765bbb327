// Fingers on a surface: pointer events in, touches out. The instrument decides what they mean.

let nextFinger = 1;

/**
 * How hard a finger presses, if the device reports it: by pressure, or by the size of the contact.
 * @param {PointerEvent} event
 */
function pressure(event) {
  const told = event.pressure;
  if (event.pointerType === "pen" || (told > 0 && told < 1 && told !== 0.5)) return told;
  if (event.pointerType === "touch" && event.width > 4) return Math.min(1, (event.width + event.height) / 160);
  return null;
}

/**
 * @typedef {object} Finger
 * @property {number} id @property {number} x @property {number} y as they were sent last
 * @property {number | null} [key] the one under it, where the surface knows
 * @property {any} [from] what was shown when it came down
 */

export class TouchSurface {
  /**
   * @param {HTMLElement} element
   * @param {import("../instrument/line.js").Line} line
   * @param {() => string} name
   * @param {(x: number, y: number, finger: Finger) => [number, number]} [place] maps a position in the shown part to
   * the whole surface
   */
  constructor(element, line, name, place = (x, y) => [x, y]) {
    this.element = element;
    this.line = line;
    this.name = name;
    this.place = place;
    /** Called when fingers have come, moved or gone.
     * @type {(() => void) | null} */
    this.changed = null;
    /** @type {Map<number, Finger & {at: {x: number, y: number}}>} */
    this.fingers = new Map();
    this.closing = new AbortController();
    const { signal } = this.closing;
    element.addEventListener("pointerdown", (event) => this.down(event), { signal });
    element.addEventListener("pointermove", (event) => this.move(event), { signal });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      element.addEventListener(end, (event) => this.up(/** @type {PointerEvent} */ (event)), { signal });
    }
    element.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    element.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false, signal });
    addEventListener("blur", () => this.liftAll(), { signal });
    addEventListener("pagehide", () => this.liftAll(), { signal });
    // A place that is left takes its surfaces out of the document, and they hear no more of their fingers.
    addEventListener("leaving", () => this.release(), { signal });
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.liftAll(); }, { signal });
    line.on("closed", () => this.forget(), signal);
  }

  /** Lifts this surface's fingers: an element that leaves the page gets no event of a finger that lifts. */
  release() {
    const stamp = Math.round(performance.now() * 1000) / 1000;
    const ups = [...this.fingers.values()].map(({ id, x, y }) => [this.name(), id, "up", x, y, stamp]);
    if (ups.length > 0) this.line.send({ touch: ups });
    this.forget();
  }

  /** The surface is gone for good. */
  close() {
    this.release();
    this.closing.abort();
  }

  /** @param {PointerEvent} event @param {Finger & {at: {x: number, y: number}}} finger @returns {[number, number]} */
  spot(event, finger) {
    const box = this.element.getBoundingClientRect();
    const round = (/** @type {number} */ value) => Math.round(value * 1e5) / 1e5;
    finger.at = { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
    const [x, y] = this.place(finger.at.x, finger.at.y, finger);
    return [round(x), round(y)];
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    event.preventDefault();
    try { this.element.setPointerCapture(event.pointerId); } catch { /* it is gone already */ }
    const finger = { id: nextFinger++, x: 0, y: 0, at: { x: 0, y: 0 } };
    [finger.x, finger.y] = this.spot(event, finger);
    this.fingers.set(event.pointerId, finger);
    this.line.countFingers(1);
    this.line.send({ touch: [this.touch(finger, "down", event)] });
    this.changed?.();
  }

  /** @param {PointerEvent} event */
  move(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    // A page that came over plain http from another machine gets no coalesced points. The instrument then plays the
    // keys in between.
    const points = event.getCoalescedEvents?.() ?? [];
    const touches = (points.length ? points : [event]).map((point) => {
      [finger.x, finger.y] = this.spot(point, finger);
      return this.touch(finger, "move", point);
    });
    this.line.send({ touch: touches.slice(-200) });
    this.changed?.();
  }

  /** @param {PointerEvent} event */
  up(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    this.fingers.delete(event.pointerId);
    this.line.countFingers(-1);
    this.line.send({ touch: [this.touch(finger, "up", event)] });
    this.changed?.();
  }

  /** @param {Finger} finger @param {string} phase @param {PointerEvent} event */
  touch(finger, phase, event) {
    const touch = [this.name(), finger.id, phase, finger.x, finger.y, Math.round(event.timeStamp * 1000) / 1000];
    const press = phase === "up" ? null : pressure(event);
    if (press !== null) touch.push(Math.round(press * 1000) / 1000);
    return touch;
  }

  /** The page is left: no note may continue. */
  liftAll() {
    if (this.fingers.size === 0) return;
    this.forget();
    this.line.send({ lift: 1 });
  }

  forget() {
    this.line.countFingers(-this.fingers.size);
    this.fingers.clear();
    this.changed?.();
  }
}

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

export class TouchSurface {
  /**
   * @param {HTMLElement} element
   * @param {import("./socket.js").Line} line
   * @param {() => string} name
   * @param {(x: number, y: number) => [number, number]} [place] maps a position in the shown part to the whole
   * surface
   */
  constructor(element, line, name, place = (x, y) => [x, y]) {
    this.element = element;
    this.line = line;
    this.name = name;
    this.place = place;
    /** @type {Map<number, {id: number, x: number, y: number}>} */
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

  /** @param {PointerEvent} event @returns {[number, number]} */
  spot(event) {
    const box = this.element.getBoundingClientRect();
    const round = (value) => Math.round(value * 1e5) / 1e5;
    const [x, y] = this.place((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    return [round(x), round(y)];
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    event.preventDefault();
    try { this.element.setPointerCapture(event.pointerId); } catch { /* it is gone already */ }
    const [x, y] = this.spot(event);
    const finger = { id: nextFinger++, x, y };
    this.fingers.set(event.pointerId, finger);
    this.line.countFingers(1);
    this.line.send({ touch: [this.touch(finger, "down", event)] });
  }

  /** @param {PointerEvent} event */
  move(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    // A page that came over plain http from another machine gets no coalesced points. The instrument then plays the
    // keys in between.
    const points = event.getCoalescedEvents?.() ?? [];
    const touches = (points.length ? points : [event]).map((point) => {
      [finger.x, finger.y] = this.spot(point);
      return this.touch(finger, "move", point);
    });
    this.line.send({ touch: touches.slice(-200) });
  }

  /** @param {PointerEvent} event */
  up(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    this.fingers.delete(event.pointerId);
    this.line.countFingers(-1);
    this.line.send({ touch: [this.touch(finger, "up", event)] });
  }

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
  }
}

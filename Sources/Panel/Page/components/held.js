// What fingers hold. An element that leaves the page gets no event of a finger that lifts: so the places tell.

/** By what lifts it: what is held.
 * @type {Map<() => void, Element>} */
const held = new Map();

/** Calls `lift` if the place is left, or the page, or if a finger or a key lifts after the element has left the page,
 * unless it is told before that nothing is held.
 * @param {() => void} lift @param {Element | null} element null: it is not held */
export function holdUntilLeft(lift, element) {
  if (element) held.set(lift, element); else held.delete(lift);
}

export const liftAll = () => { for (const lift of [...held.keys()]) lift(); };
for (const event of ["leaving", "blur", "pagehide"]) addEventListener(event, liftAll);
for (const end of ["pointerup", "pointercancel", "keyup"]) addEventListener(end, () => { for (const [lift, element] of [...held]) if (!element.isConnected) lift(); });
document.addEventListener("visibilitychange", () => { if (document.hidden) liftAll(); });

/** The pointers that are down on an element. */
export class Touched {
  /** @param {HTMLElement} element @param {() => void} lifted called when the last one has gone */
  constructor(element, lifted) {
    /** @type {Set<number>} */
    this.pointers = new Set();
    element.addEventListener("pointerdown", (event) => this.pointers.add(event.pointerId));
    const lift = (/** @type {number | undefined} */ pointer) => {
      if (pointer === undefined) this.pointers.clear(); else if (!this.pointers.delete(pointer)) return;
      if (!this.isHeld) lifted();
    };
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, (event) => lift(/** @type {PointerEvent} */ (event).pointerId));
    for (const end of ["blur", "leaving"]) addEventListener(end, () => lift(undefined));
  }

  get isHeld() { return this.pointers.size > 0; }
}

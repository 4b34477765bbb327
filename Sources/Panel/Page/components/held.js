// What fingers hold. An element that leaves the page gets no event of a finger that lifts: so the places tell.

/** @type {Set<() => void>} */
const held = new Set();

/** Calls `lift` if the place is left, or the page, before it is told that nothing is held.
 * @param {() => void} lift @param {boolean} isHeld */
export function holdUntilLeft(lift, isHeld) {
  if (isHeld) held.add(lift); else held.delete(lift);
}

const liftAll = () => { for (const lift of [...held]) lift(); };
for (const event of ["leaving", "blur", "pagehide"]) addEventListener(event, liftAll);
document.addEventListener("visibilitychange", () => { if (document.hidden) liftAll(); });

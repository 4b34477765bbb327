// F6 jumps from the strip to the place and to the keys, as in other programs with several regions.

const regions = [".nav", ".strip", "main .view", "main .keyboard"];

/** The first thing in a region that can have the focus.
 * @param {Element | null} region */
const first = (region) => /** @type {HTMLElement | null} */ (region?.querySelector("a[href], button:not([disabled]), [tabindex='0'], input, select") ?? null);

export function moveFocus() {
  addEventListener("keydown", (event) => {
    if (event.key !== "F6") return;
    event.preventDefault();
    const all = regions.map((selector) => document.querySelector(selector)).filter((region) => first(region));
    const now = all.findLastIndex((region) => region?.contains(document.activeElement));
    const next = (now + (event.shiftKey ? -1 : 1) + all.length) % all.length;
    first(all[next])?.focus();
  });
}

// Browsers make a click of one finger alone. While others lie on the page, each presses buttons all the same.

const pressed = "button, a[href], [role=radio], [role=switch], input, select, label";
/** In pixels: a finger that goes further swipes. */
const slip = 12;
/** In milliseconds: a browser that makes a click does it by then. */
const late = 40;

/** What a touch presses.
 * @param {PointerEvent} event @returns {HTMLElement | null} */
const under = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest(pressed) ?? null;

/** @param {HTMLElement} element */
function press(element) {
  if (element instanceof HTMLSelectElement) /** @type {any} */ (element).showPicker?.(); else element.click();
}

/** Makes a click of every finger that comes down and lifts on a button while another one lies on the page. */
export function clickByEveryFinger() {
  /** @type {Map<number, {element: HTMLElement | null, x: number, y: number, isAlone: boolean}>} */
  const begun = new Map();
  let clicked = /** @type {EventTarget | null} */ (null);
  addEventListener("click", ({ target }) => { clicked = target; }, true);
  addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") return;
    for (const one of begun.values()) one.isAlone = false;
    begun.set(event.pointerId, { element: under(event), x: event.clientX, y: event.clientY, isAlone: begun.size === 0 });
  }, true);
  addEventListener("pointercancel", (event) => begun.delete(event.pointerId), true);
  addEventListener("pointerup", (event) => {
    const one = begun.get(event.pointerId);
    begun.delete(event.pointerId);
    if (!one?.element || one.isAlone || one.element !== under(event) || Math.hypot(event.clientX - one.x, event.clientY - one.y) > slip) return;
    const { element } = one;
    if (!event.isPrimary) return press(element);
    clicked = null;
    setTimeout(() => { if (!(clicked instanceof Node && element.contains(clicked))) press(element); }, late);
  });
}

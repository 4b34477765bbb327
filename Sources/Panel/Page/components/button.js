// Buttons: one that is on while it is held, one that counts its presses, and one that does something.
import { holdUntilLeft } from "./held.js";
import { icon, make } from "./make.js";

/**
 * A button of the page itself.
 * @param {string} text shown, or only said if there is an icon alone
 * @param {() => void} act @param {{look?: string, picture?: any, isIconOnly?: boolean}} options
 */
export function button(text, act, { look = "", picture, isIconOnly = false } = {}) {
  const children = [picture ? icon(picture) : null, isIconOnly ? null : make("span", { className: "word", textContent: text })];
  const element = make("button", { className: `b ${isIconOnly ? "icon" : ""} ${look}`, on: { click: act } }, ...children);
  if (isIconOnly) {
    element.setAttribute("aria-label", text);
    element.title = text;
  }
  return element;
}

/**
 * Calls `hold` when a finger or a key comes down on an element and when it leaves, whatever ends it.
 * @param {HTMLElement} element @param {(isDown: boolean) => void} hold
 */
export function whileHeld(element, hold) {
  let isDown = false;
  const change = (/** @type {boolean} */ wanted) => {
    if (isDown === wanted) return;
    isDown = wanted;
    holdUntilLeft(lift, isDown ? element : null);
    hold(isDown);
  };
  const lift = () => change(false);
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    change(true);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) element.addEventListener(end, () => change(false));
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (!event.repeat) change(true);
  });
  element.addEventListener("keyup", (event) => { if (event.key === "Enter" || event.key === " ") change(false); });
}

/** A button of the instrument: on while held, or pressed. */
export class Press {
  /** @param {string} label */
  constructor(label) {
    this.element = make("button", { className: "b press" }, make("span", { className: "cut", textContent: label }));
  }

  /** @param {{isOn: boolean}} shown */
  draw({ isOn }) { this.element.classList.toggle("pressed", isOn); }
}

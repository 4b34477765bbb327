// A value is typed: in place of its text.
import { make } from "./make.js";

/**
 * @param {HTMLElement} element its `b` shows the value
 * @param {import("../instrument/widgets.js").Widget} widget
 * @param {string} begun what is typed already; empty for the exact value
 * @param {(text: string) => void} take
 * @returns {boolean} false if it shows no text
 */
export function typeInto(element, widget, begun, take) {
  const shown = element.querySelector(":scope > b");
  if (!shown || !shown.isConnected || /** @type {HTMLElement} */ (shown).offsetWidth === 0) return false;
  const field = valueField(widget, begun);
  shown.replaceWith(field);
  field.focus();
  if (!begun) field.select();
  const end = (/** @type {boolean} */ isMeant) => {
    if (!field.isConnected) return;
    field.onblur = null;
    field.replaceWith(shown);
    if (isMeant && field.value.trim()) take(field.value.trim());
  };
  field.onblur = () => end(false);
  field.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => event.stopPropagation());
  field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    event.stopPropagation();
    if (event.key !== "Enter" && event.key !== "Escape") return;
    end(event.key === "Enter");
    element.focus();
  });
  return true;
}

/** A field with the exact value and its unit.
 * @param {import("../instrument/widgets.js").Widget} widget @param {string} begun */
export function valueField(widget, begun) {
  const exact = `${Number(widget.value.toPrecision(7))}${widget.unit ? ` ${widget.unit}` : ""}`;
  return make("input", { className: "typed", value: begun || exact, ariaLabel: `${widget.name}, new value`, "aria-label": `${widget.name}, new value`, spellcheck: false, autocomplete: "off", inputMode: "text" });
}

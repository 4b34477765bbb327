// What differs from the sound as it was loaded, and the way back.
import { button, whileHeld } from "../components/button.js";

/** @typedef {import("../instrument/widgets.js").Widget} Widget */

/** @param {Widget} widget */
export const isChanged = ({ setting, original, value }) => setting === 1 && original !== null && original.value !== value;

/** @param {Widget[]} all @param {string} part */
export const changesOf = (all, part) => all.filter((widget) => widget.part === part && isChanged(widget));

/**
 * A button that plays the sound as it was loaded while it is held.
 * @param {import("../instrument/line.js").Line} line @param {string} text
 */
export function holdButton(line, text) {
  const element = button(text, () => {}, { picture: "swap", look: "hold" });
  element.title = "Plays the sound as it was loaded while you hold this";
  element.setAttribute("aria-pressed", "false");
  whileHeld(element, (isDown) => {
    element.setAttribute("aria-pressed", String(isDown));
    line.send({ hold: isDown ? 1 : 0 });
  });
  element.addEventListener("contextmenu", (/** @type {MouseEvent} */ event) => event.preventDefault());
  return element;
}

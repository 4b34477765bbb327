// Notices below the strip: what was refused, what can be undone. One at a time.
import { make } from "../components/make.js";

/** In seconds. */
const usual = 6;

/** @param {HTMLElement} box @param {import("../instrument/line.js").Line} line */
export function watchNotices(box, line) {
  box.hidden = true;
  let timer = 0;
  /** @param {{text: string, label?: string, act?: () => void, seconds?: number}} notice */
  const show = ({ text, label, act, seconds = usual }) => {
    const hide = () => { box.hidden = true; };
    box.replaceChildren(make("span", { textContent: text }), ...(label ? [make("button", { className: "b", textContent: label, on: { click: () => { hide(); act?.(); } } })] : []));
    box.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(hide, seconds * 1000);
  };
  line.on("error", ({ error }) => show({ text: sentence(error) }));
  addEventListener("notice", (event) => {
    const { detail } = /** @type {CustomEvent} */ (event);
    show(typeof detail === "string" ? { text: detail } : detail);
  });
}

/** What the page itself has sent is no sentence for people.
 * @param {string} text */
export const sentence = (text) => text.replace(/'\{.*\}'|\{".*\}/s, "a message");

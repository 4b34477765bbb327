// A key: lit in the colour of the part that plays it, by MIDI with a dot, by a finger without one.
import { make } from "../components/make.js";

/**
 * @typedef {object} KeyPlace
 * @property {number} x @property {number} y @property {number} width @property {number} height all 0–1
 * @property {boolean} isBlack @property {string | null} label @property {string | null} note `C#4`
 * @property {number | null} midi
 */

/**
 * @param {KeyPlace} key @param {import("../instrument/line.js").Line} line @param {string} [part] the part that plays it
 */
export function keyElement(key, line, part) {
  const element = make("div", { className: key.isBlack ? "key black" : "key", role: "button", tabIndex: -1, "aria-pressed": "false", "aria-label": key.label ?? key.note ?? "key" });
  const percent = (/** @type {number} */ value) => `${(value * 100).toFixed(4)}%`;
  Object.assign(element.style, { left: percent(key.x), top: percent(key.y), width: percent(key.width), height: percent(key.height) });
  if (key.note) element.dataset.note = key.note;
  if (key.midi !== null) element.dataset.midi = String(key.midi);
  if (key.label) {
    element.style.setProperty("--letters", String(key.label.length));
    element.append(make("span", { textContent: key.label }));
  }
  playByKey(element, key.midi, line, part);
  return element;
}

/** Enter and the space bar play a key that has the focus; arrows go to its neighbours.
 * @param {HTMLElement} element @param {number | null} midi @param {import("../instrument/line.js").Line} line @param {string} [part] */
function playByKey(element, midi, line, part) {
  let isDown = false;
  const play = (/** @type {number} */ velocity) => { if (midi !== null) line.send({ note: part ? [midi, velocity, part] : [midi, velocity] }); };
  const end = () => {
    if (isDown) play(0);
    isDown = false;
  };
  element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!isDown) play(100);
      isDown = true;
    }
    const next = neighbour(element, event.key);
    if (!next) return;
    event.preventDefault();
    element.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
  element.addEventListener("keyup", (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter" || event.key === " ") end(); });
  element.addEventListener("blur", end);
}

/** The key that an arrow goes to: in its own row, in the order of its left edge.
 * @param {HTMLElement} element @param {string} name */
function neighbour(element, name) {
  const step = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowLeft: -1 })[name];
  if (!step && name !== "Home" && name !== "End") return null;
  const row = /** @type {NodeListOf<HTMLElement>} */ (/** @type {HTMLElement} */ (element.parentElement).querySelectorAll(".key"));
  const keys = [...row].filter(({ dataset }) => dataset.row === element.dataset.row).sort((a, b) => parseFloat(a.style.left) - parseFloat(b.style.left));
  return step ? keys[keys.indexOf(element) + step] : name === "Home" ? keys[0] : keys.at(-1);
}

/**
 * @param {HTMLElement} element @param {{isLit: boolean, colours?: number[], isByFinger?: boolean}} shown `colours`: of
 * the parts that play it
 */
export function light(element, { isLit, colours = [], isByFinger = false }) {
  const state = isLit ? `lit ${colours.slice(0, 2).join()} ${isByFinger}` : "";
  if ((element.dataset.state ?? "") === state) return;
  element.dataset.state = state;
  element.classList.toggle("lit", isLit);
  element.classList.toggle("touched", isLit && isByFinger);
  element.classList.toggle("two", isLit && colours.length > 1);
  for (const name of [...element.classList]) if (name.startsWith("part")) element.classList.remove(name);
  if (isLit && colours.length > 0) element.classList.add(`part${colours[0]}`);
  element.style.setProperty("--second", colours.length > 1 ? `var(--w${colours[1]})` : "");
  element.setAttribute("aria-pressed", String(isLit));
}

/** One key of a board can be reached by Tab; arrows do the rest.
 * @param {Element} board */
export function makeReachable(board) {
  const first = /** @type {HTMLElement | null} */ (board.querySelector(".key"));
  if (first) first.tabIndex = 0;
}

/** The rings where fingers lie. */
export class Rings {
  /** @param {HTMLElement} board @param {import("./touch.js").TouchSurface} surface */
  constructor(board, surface) {
    this.board = board; this.surface = surface;
    /** @type {HTMLElement[]} */
    this.rings = [];
  }

  draw() {
    const fingers = [...this.surface.fingers.values()];
    while (this.rings.length < fingers.length) this.rings.push(make("i", { className: "finger", "aria-hidden": "true" }));
    this.rings.forEach((ring, index) => {
      const finger = fingers[index];
      ring.hidden = !finger;
      if (!finger) return;
      if (ring.parentElement !== this.board) this.board.append(ring);
      ring.style.transform = `translate(${(finger.at.x * this.board.clientWidth).toFixed(1)}px, ${(finger.at.y * this.board.clientHeight).toFixed(1)}px)`;
    });
  }
}

// Keys as elements, drawn at their positions and lit as the instrument reports.

/**
 * @typedef {object} Key
 * @property {number} x @property {number} y @property {number} width @property {number} height
 * @property {boolean} black @property {string | null} label @property {string | null} note @property {number | null} midi
 */

/** @param {Key} key @param {import("./socket.js").Line} line @param {string} [part] the part that plays it */
export function keyElement(key, line, part) {
  const element = document.createElement("div");
  element.className = key.black ? "key black" : "key";
  const percent = (value) => `${value * 100}%`;
  Object.assign(element.style, {
    left: percent(key.x), top: percent(key.y), width: percent(key.width), height: percent(key.height),
  });
  element.setAttribute("role", "button");
  element.setAttribute("aria-pressed", "false");
  element.setAttribute("aria-label", key.label ?? key.note ?? "key");
  element.tabIndex = -1;
  if (key.note) element.dataset.note = key.note;
  if (key.label) {
    const label = document.createElement("span");
    label.textContent = key.label;
    element.append(label);
  }
  playByKey(element, key.midi, line, part);
  return element;
}

/** Enter and the space bar play a key that has the focus; arrows go to its neighbours. */
function playByKey(element, midi, line, part) {
  let isDown = false;
  const play = (velocity) => { if (midi !== null) line.send({ note: part ? [midi, velocity, part] : [midi, velocity] }); };
  const end = () => {
    if (isDown) play(0);
    isDown = false;
  };
  element.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!isDown) play(100);
      isDown = true;
    }
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const keys = [...element.parentElement.children].sort((a, b) => parseFloat(a.style.left) - parseFloat(b.style.left));
    const next = step ? keys[keys.indexOf(element) + step]
      : event.key === "Home" ? keys[0] : event.key === "End" ? keys[keys.length - 1] : null;
    if (next) {
      event.preventDefault();
      element.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    }
  });
  element.addEventListener("keyup", (event) => { if (event.key === "Enter" || event.key === " ") end(); });
  element.addEventListener("blur", end);
}

/** @param {Element} element @param {boolean} isLit */
export function light(element, isLit) {
  if (element.classList.contains("lit") === isLit) return;
  element.classList.toggle("lit", isLit);
  element.setAttribute("aria-pressed", String(isLit));
}

/** @param {Element} board */
export function makeReachable(board) {
  const first = board.querySelector(".key");
  if (first) /** @type {HTMLElement} */ (first).tabIndex = 0;
}

const names = { C: 0, "C#": 1, D: 2, "D#": 3, E: 4, F: 5, "F#": 6, G: 7, "G#": 8, A: 9, "A#": 10, B: 11 };

/** The MIDI key of a note's name; C4 is 60. @param {string | null} note */
export function midiKey(note) {
  const parts = note?.match(/^([A-G]#?)(-?\d+)$/);
  return parts ? names[parts[1]] + 12 * (Number(parts[2]) + 1) : null;
}

/** The rows of letters play notes, unless an input field is focused. @param {import("./socket.js").Line} line */
export function playByLetters(line) {
  const codes = "KeyA KeyW KeyS KeyE KeyD KeyF KeyT KeyG KeyY KeyH KeyU KeyJ KeyK KeyO KeyL KeyP Semicolon Quote".split(" ");
  let lowest = 60;
  /** @type {Map<string, number>} */
  const held = new Map();
  addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/** @type {Element} */ (event.target).closest?.("input, select, textarea")) return;
    if (event.code === "KeyZ") lowest = Math.max(12, lowest - 12);
    if (event.code === "KeyX") lowest = Math.min(96, lowest + 12);
    const step = codes.indexOf(event.code);
    if (step < 0 || held.has(event.code)) return;
    held.set(event.code, lowest + step);
    line.send({ note: [lowest + step, 100] });
  });
  addEventListener("keyup", (event) => {
    const note = held.get(event.code);
    if (note === undefined) return;
    held.delete(event.code);
    line.send({ note: [note, 0] });
  });
  const end = () => {
    for (const note of held.values()) line.send({ note: [note, 0] });
    held.clear();
  };
  addEventListener("blur", end);
  document.addEventListener("visibilitychange", () => { if (document.hidden) end(); });
}

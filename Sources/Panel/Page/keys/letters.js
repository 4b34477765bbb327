// The rows of letters play notes, unless something is typed.

const codes = "KeyA KeyW KeyS KeyE KeyD KeyF KeyT KeyG KeyY KeyH KeyU KeyJ KeyK KeyO KeyL KeyP Semicolon Quote".split(" ");
const shown = "AWSEDFTGYHUJKOLP;’";

/** @param {import("../components/control.js").App} app */
export function playByLetters({ line }) {
  const state = {
    /** The key of the first letter. */
    lowest: 60,
    isUsed: false,
    isOffered: false,
    /** The letter on a key: only if a keyboard was used, or at the first run.
     * @param {number} key @returns {string} */
    of: (key) => (state.isUsed || state.isOffered) && shown[key - state.lowest] || "",
    /** @param {boolean} isOffered */
    offer(isOffered) {
      if (isOffered === state.isOffered) return;
      state.isOffered = isOffered;
      change();
    },
  };
  const change = () => dispatchEvent(new Event("letters"));
  /** @type {Map<string, number>} */
  const held = new Map();
  addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/** @type {Element} */ (event.target).closest?.("input, select, textarea, [role=dialog]")) return;
    const shift = { KeyZ: -12, KeyX: 12 }[event.code] ?? 0;
    const step = codes.indexOf(event.code);
    if (!shift && step < 0) return;
    const isNew = !state.isUsed || shift !== 0;
    state.isUsed = true;
    state.lowest = Math.min(Math.max(state.lowest + shift, 12), 96);
    if (isNew) change();
    if (step < 0 || held.has(event.code)) return;
    held.set(event.code, state.lowest + step);
    line.send({ note: [state.lowest + step, 100] });
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
  line.on("closed", () => held.clear());
  document.addEventListener("visibilitychange", () => { if (document.hidden) end(); });
  return state;
}

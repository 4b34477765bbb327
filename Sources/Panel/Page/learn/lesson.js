// What the instrument says while links are learned, as what a person sees.

/**
 * @typedef {object} Lesson
 * @property {"off" | "on" | "waiting" | "moving" | "saved" | "ask" | "refused"} state
 * @property {string} [widget] @property {number} [undo]
 * @property {{control: string, value: number, position: number | null, channel: number, from: string}} [arrived]
 * @property {{control: string, guess: string, range: [number, number], texts: [string, string], swapped: number, mode: string, curve: string, channel: number | null, file: string}} [link]
 * @property {string[]} [replaced] @property {string} [ask] @property {string} [why]
 */

const continuous = [["absolute", "Jump"], ["pickup", "Pick up"], ["scale", "Scale"]];
const pressed = [["toggle", "Toggle"], ["momentary", "While held"], ["trigger", "Press"], ["step", "Step"]];
export const curves = [["own", "Its own"], ["lin", "Linear"], ["log", "Log"], ["exp", "Exp"], ["s", "S"]];

/** @type {Record<string, string>} */
const explained = {
  absolute: "The value jumps to where the control is.",
  pickup: "The value waits until the control passes it. A ring shows where the control is.",
  scale: "The value goes the rest of its way while the control goes the rest of its own.",
  toggle: "Each press changes between on and off.", momentary: "On while it is pressed.",
  trigger: "Each press counts once.", step: "Each press goes one step on.",
};

/** Which modes are offered for a control.
 * @param {string} mode @returns {string[][]} none for encoders, which have no position */
export const modesFor = (mode) => (continuous.some(([name]) => name === mode) ? continuous : pressed.some(([name]) => name === mode) ? pressed : []);

/** @param {string} mode */
export const explain = (mode) => explained[mode] ?? "An encoder without ends: the value goes on from where it is.";

/** The mode as a word in a table.
 * @param {string} mode */
export const modeWord = (mode) => ({ absolute: "jump", pickup: "pick up", momentary: "while held", trigger: "press" })[mode] ?? mode.replaceAll("-", " ");

/** Which parts of the sheet a state shows.
 * @param {Lesson} lesson */
export function partsOf(lesson) {
  const { state, arrived, link } = lesson;
  return {
    arrives: arrived !== undefined && state !== "on", options: state === "saved" && link !== undefined,
    waits: state === "waiting" || state === "refused", asks: state === "ask", chooses: state === "on",
  };
}

/** Who sends: `Launchkey Mini MK3, channel 1`.
 * @param {NonNullable<Lesson["arrived"]>} arrived */
export const sender = ({ from, channel }) => [from, channel ? `channel ${channel}` : ""].filter((word) => word).join(", ");

/**
 * Whether the next touch on a control is a link: not on labels, and not on what silences everything.
 * @param {{kind: string, name: string} | undefined} widget
 */
export const isLearnable = (widget) => widget !== undefined && !["label", "text"].includes(widget.kind);

// Names and numbers of keys.

/** @type {Record<string, number>} */
const steps = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };
const names = ["C", "C#", "D", "Eb", "E", "F", "F#", "G", "G#", "A", "Bb", "B"];

/** The MIDI key of a note's name, with sharps or flats; C4 is 60.
 * @param {string | null | undefined} note */
export function midiKey(note) {
  const parts = note?.trim().match(/^([A-Ga-g])([#♯b♭]?)(-?\d+)$/);
  if (!parts) return null;
  const key = steps[parts[1].toUpperCase()] + ("#♯".includes(parts[2]) && parts[2] ? 1 : parts[2] ? -1 : 0) + 12 * (Number(parts[3]) + 1);
  return key >= 0 && key <= 127 ? key : null;
}

/** `Bb3`.
 * @param {number} key */
export const noteName = (key) => `${names[key % 12]}${Math.floor(key / 12) - 1}`;

/** The name with a sharp, as the instrument takes it: `A#3`.
 * @param {number} key */
export const sharpName = (key) => noteName(key).replace("Eb", "D#").replace("Bb", "A#");

/** @param {number} key */
export const isSharp = (key) => [1, 3, 6, 8, 10].includes(key % 12);

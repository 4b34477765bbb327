// The pictures in lists: a sound's note, and the notes of a take.

/** The loudest sample of equal times of a note, up and down from the middle, in a box of 102 by 32.
 * @param {number[]} columns 0–100 */
export function thumb(columns) {
  const step = 102 / columns.length;
  return columns.map((level, index) => {
    const height = Math.max(0.7, level / 100 * 14);
    return `M${(index * step + step / 2).toFixed(1)} ${(16 - height).toFixed(1)}V${(16 + height).toFixed(1)}`;
  }).join("");
}

/**
 * Notes as lines, high notes on top, in a box of 100 by 24.
 * @param {[number, number, number, number][]} notes key, begin, length, velocity @param {number} seconds
 */
export function roll(notes, seconds) {
  if (notes.length === 0) return "";
  const keys = notes.map(([key]) => key);
  const [low, high] = [Math.min(...keys), Math.max(...keys)];
  // A few keys stay near the middle.
  const span = Math.max(high - low, 12);
  const middle = (low + high) / 2;
  const whole = Math.max(seconds, 0.001);
  return notes.map(([key, begin, length]) => {
    const y = 12 - (key - middle) / span * 20;
    return `M${(begin / whole * 100).toFixed(2)} ${y.toFixed(1)}h${Math.max(length / whole * 100, 0.4).toFixed(2)}`;
  }).join("");
}

/** @param {number} seconds */
export function duration(seconds) {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  return minutes >= 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : rest ? `${minutes} min ${rest} s` : `${minutes} min`;
}

/** @param {number} number @param {string} one @param {string} many */
export const counted = (number, one, many) => `${number} ${number === 1 ? one : many}`;

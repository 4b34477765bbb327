// Where the keys of a real piano lie, in whites from the lowest C of all.
import { isSharp } from "./notes.js";

/** The keys of a piano, A0 to C8, and how many of them are white. */
export const [lowest, highest, allWhites] = [21, 108, 52];
/** A sharp is so much of a white wide and of the keys long. */
export const [sharpWide, sharpLong] = [0.58, 0.633];
/** In pixels: no white is narrower. */
const narrowest = 44;

/** @type {Record<number, number>} */
const sharps = { 1: 0.6133, 3: 1.8067, 6: 3.565, 8: 4.71, 10: 5.855 };
/** @type {Record<number, number>} */
const whites = { 0: 0, 2: 1, 4: 2, 5: 3, 7: 4, 9: 5, 11: 6 };
const naturals = [0, 2, 4, 5, 7, 9, 11];

/** The left edge of a key.
 * @param {number} key */
export const leftOf = (key) => Math.floor(key / 12) * 7 + (isSharp(key) ? sharps[key % 12] : whites[key % 12]);

/** The white key that is so many whites from the lowest C.
 * @param {number} white */
export const whiteKey = (white) => 12 * Math.floor(white / 7) + naturals[((white % 7) + 7) % 7];

/** How many whites have room. One white beyond whole octaves and a C is left out.
 * @param {number} width in pixels */
export function whitesIn(width) {
  const count = Math.min(Math.max(Math.floor(width / narrowest), 3), allWhites);
  return count < allWhites && count > 8 && count % 7 === 2 ? count - 1 : count;
}

/** The first key for so many whites, before anybody has chosen one.
 * @param {number} count */
export function usualFirst(count) {
  if (count >= allWhites) return lowest;
  return count < 15 ? 60 : count < 19 ? 48 : 36;
}

/** The nearest first key at which so many whites are on the piano.
 * @param {number} key @param {number} count */
export function within(key, count) {
  const white = Math.min(Math.max(Math.round(leftOf(key)), leftOf(lowest)), leftOf(highest) + 1 - count);
  return whiteKey(white);
}

/** The keys from a first white on: whites first, then the sharps that lie on them.
 * @param {number} first @param {number} count */
export function keysFrom(first, count) {
  const left = leftOf(first);
  const all = [];
  // A sharp at the left edge belongs to a white that is not shown.
  for (let key = first; key <= highest && leftOf(key) < left + count - 0.01; key++) {
    const x = leftOf(key) - left;
    if (!isSharp(key)) all.push({ key, x: x / count, width: 1 / count, isSharp: false });
    else if (x + sharpWide <= count) all.push({ key, x: x / count, width: sharpWide / count, isSharp: true });
  }
  return all.sort((one, other) => Number(one.isSharp) - Number(other.isSharp));
}

/** The key under a point, sharps first; null beside the keys.
 * @param {{key: number, x: number, width: number, isSharp: boolean}[]} keys @param {number} x @param {number} y */
export function keyAt(keys, x, y) {
  if (y < 0 || y > 1) return null;
  return keys.findLast((key) => x >= key.x && x < key.x + key.width && (!key.isSharp || y < sharpLong)) ?? null;
}

// The picture of an envelope. Each time takes a place by its position, so that 1 ms and 20 s both have room.

/**
 * Four positions, 0–1.
 * @typedef {{attack: number, decay: number, sustain: number, release: number}} Envelope
 * @typedef {{x: number, y: number}} Point in a box of 400 by 200
 */

const [floor, top] = [185, 20];
const [begin, attackWidth, decayWidth, holdWidth, releaseWidth] = [8, 92, 92, 60, 96];
const gap = 10;

/** The peak, the corner of decay and sustain, the end of the sustain, and the end. @param {Envelope} envelope */
export function points({ attack, decay, sustain, release }) {
  const peak = begin + attack * attackWidth;
  const corner = peak + gap + decay * decayWidth;
  const held = corner + holdWidth;
  const level = floor - sustain * (floor - top);
  return {
    peak: { x: peak, y: top },
    corner: { x: corner, y: level },
    held: { x: held, y: level },
    end: { x: held + gap + release * releaseWidth, y: floor },
  };
}

/** @param {Envelope} envelope */
export function path(envelope) {
  const { peak, corner, held, end } = points(envelope);
  const first = begin / 2;
  const number = (value) => Number(value.toFixed(1));
  return `M${first} ${floor}Q${number(first + (peak.x - first) * 0.35)} 60 ${number(peak.x)} ${top}`
    + `Q${number(peak.x + (corner.x - peak.x) * 0.25)} ${number(corner.y)} ${number(corner.x)} ${number(corner.y)}H${number(held.x)}`
    + `Q${number(held.x + (end.x - held.x) * 0.25)} ${number(floor - 2)} ${number(end.x)} ${floor}`;
}

const clamp = (value) => Math.min(Math.max(value, 0), 1);

/**
 * What a handle means when it is dragged: the positions that change.
 * @param {Envelope} envelope @param {"peak" | "corner" | "end"} handle @param {Point} to
 * @returns {Partial<Envelope>}
 */
export function dragged(envelope, handle, to) {
  const { peak, held } = points(envelope);
  if (handle === "peak") return { attack: clamp((to.x - begin) / attackWidth) };
  if (handle === "end") return { release: clamp((to.x - held.x - gap) / releaseWidth) };
  return { decay: clamp((to.x - peak.x - gap) / decayWidth), sustain: clamp((floor - to.y) / (floor - top)) };
}

/** Whether a group of widgets is an envelope that can be drawn. @param {string[]} names the last words of its names */
export const isEnvelope = (names) => ["attack", "decay", "sustain", "release"].every((name) => names.includes(name));

// The picture of an envelope. Each time takes a place by its position, so that 1 ms and 20 s both have room.

/**
 * Four positions, 0–1.
 * @typedef {{attack: number, decay: number, sustain: number, release: number}} Envelope
 * @typedef {{x: number, y: number}} Point in a box of 400 by 200
 */

const [floor, top] = [185, 20];
const [begin, attackWidth, decayWidth, holdWidth, releaseWidth] = [8, 92, 92, 60, 96];
const gap = 10;

/** The peak, the corner of decay and sustain, the end of the sustain, and the end.
 * @param {Envelope} envelope */
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
  const number = (/** @type {number} */ value) => Number(value.toFixed(1));
  return `M${first} ${floor}Q${number(first + (peak.x - first) * 0.35)} 60 ${number(peak.x)} ${top}`
    + `Q${number(peak.x + (corner.x - peak.x) * 0.25)} ${number(corner.y)} ${number(corner.x)} ${number(corner.y)}H${number(held.x)}`
    + `Q${number(held.x + (end.x - held.x) * 0.25)} ${number(floor - 2)} ${number(end.x)} ${floor}`;
}

const clamp = (/** @type {number} */ value) => Math.min(Math.max(value, 0), 1);

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

/** A struck body has a peak at once; this is where its key is let go. */
const [struck, letGo] = [8, 240];
/** How far its loudness falls to 37 % of it: the shortest and the longest. */
const [ringing, dying] = [{ least: 16, most: 224 }, { least: 4, most: 136 }];
const fall = (/** @type {{least: number, most: number}} */ { least, most }, /** @type {number} */ position) => least * (most / least) ** position;
const loudness = (/** @type {number} */ share) => floor - share * (floor - top);

/**
 * The handles of a stroke: each where what rings has fallen to 37 %.
 * @param {{decay: number, release: number}} stroke positions @param {boolean} lasts whether it sounds until the key is let go
 */
export function strokePoints({ decay, release }, lasts) {
  const held = lasts ? 1 : Math.exp(-(letGo - struck) / fall(ringing, decay));
  return {
    decay: { x: struck + fall(ringing, decay), y: loudness(Math.exp(-1)) },
    letGo: { x: letGo, y: loudness(held) },
    release: { x: letGo + fall(dying, release), y: loudness(held * Math.exp(-1)) },
  };
}

/** @param {{decay: number, release: number}} stroke @param {boolean} lasts */
export function strokePath({ decay, release }, lasts) {
  let path = `M${struck} ${floor}V${top}`;
  let held = 1;
  for (let x = struck; x <= 396; x += 4) {
    if (x <= letGo) held = lasts ? 1 : Math.exp(-(x - struck) / fall(ringing, decay));
    const share = x <= letGo ? held : held * Math.exp(-(x - letGo) / fall(dying, release));
    path += `L${x} ${loudness(share).toFixed(1)}`;
  }
  return path;
}

/** The position of a handle that is dragged to here.
 * @param {"decay" | "release"} handle @param {number} x */
export function strokeDragged(handle, x) {
  const [{ least, most }, from] = handle === "decay" ? [ringing, struck] : [dying, letGo];
  return clamp(Math.log(Math.max(x - from, least) / least) / Math.log(most / least));
}

/** Whether a group of widgets is an envelope that can be drawn.
 * @param {string[]} names the last words of its names */
export const isEnvelope = (names) => ["attack", "decay", "sustain", "release"].every((name) => names.includes(name));

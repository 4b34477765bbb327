// The response of the synth's filter, as the engine computes it.

/** What the well shows: hertz from left to right, decibels from top to bottom. */
export const shown = { lowest: 20, highest: 20000, top: 27, bottom: -47 };

/** 1/Q for a knob from 0 to 1: exponential from Q 1/2, and linear to 0 in the last tenth.
 * @param {number} resonance */
export const damping = (resonance) => 2 * 2 ** (-6.65 * resonance) * Math.min(10 - 10 * resonance, 1);

/** The feedback of the ladder for a knob from 0 to 1.
 * @param {number} resonance */
const feedback = (resonance) => resonance * (3 + 1.3 * resonance);

/** The frequency in the analog filter that a digital one of this rate imitates.
 * @param {number} hertz @param {number} rate */
const warped = (hertz, rate) => Math.tan(Math.PI * Math.min(hertz / rate, 0.49));

/**
 * The squares of numerator and denominator of a two-pole filter, at `w` times its cutoff.
 * @param {string} mode @param {number} w @param {number} d 1/Q
 */
function twoPoles(mode, w, d) {
  const under = Math.max((1 - w * w) ** 2 + (d * w) ** 2, 1e-9);
  const over = { low: 1, band: d * w * w, high: w ** 4, notch: (1 - w * w) ** 2 }[mode] ?? 1;
  return over / under;
}

/** Four equal poles in a loop, at `w` times their cutoff.
 * @param {number} w @param {number} k the feedback */
function ladder(w, k) {
  // (1 + jw) to the fourth power.
  const [re, im] = [1 - 6 * w * w + w ** 4, 4 * w - 4 * w ** 3];
  return (1 + k / 2) ** 2 / ((re + k) ** 2 + im * im);
}

/**
 * The gain at a frequency, in decibels.
 * @param {{mode: string, cutoff: number, resonance: number}} filter cutoff in hertz
 * @param {number} hertz @param {number} [rate] of the sound card
 */
export function gain({ mode, cutoff, resonance }, hertz, rate = 48000) {
  const w = warped(hertz, rate) / warped(cutoff, rate);
  const square = mode === "ladder" ? ladder(w, feedback(resonance)) : twoPoles(mode, w, damping(resonance));
  return 10 * Math.log10(square + 1e-12);
}

/**
 * The resonance with which a filter has this gain at its cutoff, 0–1.
 * @param {{mode: string, cutoff: number}} filter @param {number} decibels
 */
export function resonanceFor(filter, decibels) {
  const at = (/** @type {number} */ resonance) => gain({ ...filter, resonance }, filter.cutoff);
  // A notch has no peak: its width is told by the height.
  if (filter.mode === "notch") return Math.min(Math.max((decibels - shown.bottom) / (shown.top - shown.bottom), 0), 1);
  let [low, high] = [0, 1];
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2;
    if (at(middle) < decibels) low = middle; else high = middle;
  }
  return (low + high) / 2;
}

/** The gain at a height of the well.
 * @param {number} y 0–1 from the top */
export const decibelsAt = (y) => shown.top - y * (shown.top - shown.bottom);

/** @param {number} x 0–1 */
export const hertzAt = (x) => shown.lowest * (shown.highest / shown.lowest) ** x;

/** Where a frequency lies, 0–1 from the left.
 * @param {number} hertz */
export const placeOf = (hertz) => Math.log(hertz / shown.lowest) / Math.log(shown.highest / shown.lowest);

/** Up to here a handle follows the gain at the cutoff: beyond, that leaves the well, and rises no more in a ladder.
 * @param {{mode: string, cutoff: number}} filter */
function highestShown(filter) {
  const resonance = Math.min(resonanceFor(filter, shown.top), 0.9);
  return { resonance, y: (shown.top - gain({ ...filter, resonance }, filter.cutoff)) / (shown.top - shown.bottom) };
}

/** The height that says a resonance, 0–1 from the top; above the well for the highest ones.
 * @param {{mode: string, cutoff: number, resonance: number}} filter */
export function handleHeight(filter) {
  const { mode, cutoff, resonance } = filter, top = highestShown(filter);
  if (mode === "notch") return 1 - resonance;
  return resonance > top.resonance ? top.y + top.resonance - resonance : (shown.top - gain(filter, cutoff)) / (shown.top - shown.bottom);
}

/** The resonance that a height says: the other way round.
 * @param {{mode: string, cutoff: number}} filter @param {number} y */
export function resonanceAt(filter, y) {
  const top = highestShown(filter);
  if (filter.mode !== "notch" && y < top.y) return Math.min(top.resonance + top.y - y, 1);
  return resonanceFor(filter, decibelsAt(y));
}

/** Where a gain lies, 0–1 from the top; what is beyond the well stays at its edge.
 * @param {number} decibels */
export const heightOf = (decibels) => (shown.top - Math.min(Math.max(decibels, shown.bottom - 2), shown.top)) / (shown.top - shown.bottom);

/**
 * The curve in a box of this size.
 * @param {{mode: string, cutoff: number, resonance: number}} filter @param {number} width @param {number} height
 */
export function curve(filter, width, height, rate = 48000, steps = 160) {
  let path = "";
  for (let step = 0; step <= steps; step++) {
    const x = step / steps;
    path += `${step ? "L" : "M"}${(x * width).toFixed(1)} ${(heightOf(gain(filter, hertzAt(x), rate)) * height).toFixed(1)}`;
  }
  return path;
}

/**
 * Where the envelope takes the cutoff at its peak.
 * @param {number} cutoff in hertz @param {number} depth in octaves
 */
export const raised = (cutoff, depth) => Math.min(Math.max(cutoff * 2 ** depth, shown.lowest), shown.highest);

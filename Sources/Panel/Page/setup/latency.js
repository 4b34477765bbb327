// The time from a key to the sound, in its parts.

/**
 * @typedef {object} Timing
 * @property {number} block @property {number} buffer in milliseconds
 * @property {number} rate @property {number} period in frames @property {number} periods
 */

const digits = (/** @type {number} */ value) => (value >= 9.95 ? String(Math.round(value)) : value.toFixed(1));

/** Milliseconds as they are shown here: 8.0, 19.
 * @param {number} milliseconds */
export const shown = (milliseconds) => digits(milliseconds);

/**
 * What the status says, also of an instrument that only tells the sum.
 * @param {{latency: number | null, timing?: Timing}} status
 */
export function parts({ latency, timing }) {
  if (timing) return { whole: timing.block + timing.buffer, block: timing.block, buffer: timing.buffer, blocks: Math.round(timing.buffer / timing.block) };
  return latency === null ? null : { whole: latency, block: null, buffer: null, blocks: 0 };
}

/** How many more blocks wait in the card.
 * @param {number} blocks */
export const waiting = (blocks) => ["no more", "one more", "two more", "three more", "four more", "five more", "six more", "seven more"][blocks] ?? `${blocks} more`;

/**
 * Half the block, and what it would give; null below the shortest block.
 * @param {{rate: number, period: number, periods: number, block?: number, buffer?: number}} timing
 */
export function shorter({ rate, period, periods, block, buffer }) {
  const half = period / 2;
  if (half < 32 || !Number.isInteger(half)) return null;
  return { period: half, milliseconds: block && buffer ? (block + buffer) / 2 : half * periods / rate * 1000 };
}

/** The best, the middle and the worst of the last answers. */
export class RoundTrips {
  constructor(most = 100) {
    this.most = most;
    /** @type {number[]} */
    this.times = [];
  }

  /** @param {number} milliseconds */
  add(milliseconds) {
    this.times.push(milliseconds);
    if (this.times.length > this.most) this.times.shift();
  }

  get usual() { return [...this.times].sort((one, other) => one - other)[Math.floor(this.times.length / 2)] ?? NaN; }
  get worst() { return Math.max(...this.times); }
}

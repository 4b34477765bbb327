// Pictures of waves: one period of an oscillator, and the way of an LFO. All in a box of 400 by 200.

const [width, height] = [400, 200];

/** @type {Record<string, (x: number, duty: number) => number>} */
const periods = {
  sine: (x) => Math.sin(2 * Math.PI * x),
  triangle: (x) => 1 - 4 * Math.abs(((x + 0.25) % 1) - 0.5),
  square: (x, duty) => (x % 1 < duty ? 1 : -1),
  saw: (x) => 1 - 2 * (x % 1),
  ramp: (x) => 1 - 2 * (x % 1),
};

/** How strong a harmonic is in the engine's waves that are sums of sines.
 * @type {Record<string, (n: number) => number>} */
const strengths = {
  organ: (n) => ({ 1: 0.5, 2: 0.36, 3: 0.26, 4: 0.2, 6: 0.1, 8: 0.14 })[n] ?? 0,
  reed: (n) => (n % 2 ? 0.62 : 0.09) / (1 + (n / 9) ** 3) / (1 + 0.25 * (n - 1)),
  choir: (n) => (0.5 / n ** 2 + 0.225 / (1 + (n - 3) ** 2 / 2) + 0.16 / (1 + (n - 8) ** 2 / 3)) / (1 + n * n / 400),
  glass: (n) => ({ 1: 0.62, 4: 0.3, 7: 0.12, 10: 0.16, 13: 0.05, 17: 0.06 })[n] ?? 0,
};
for (const [name, strength] of Object.entries(strengths)) {
  periods[name] = (x) => {
    let sum = 0;
    for (let n = 1; n <= 24; n++) sum += strength(n) * Math.sin(2 * Math.PI * n * x);
    return sum;
  };
}

/** @param {(x: number) => number} wave from −1 to 1 */
function line(wave, steps = 240) {
  let path = "";
  for (let step = 0; step <= steps; step++) {
    const x = step / steps;
    path += `${step ? "L" : "M"}${(x * width).toFixed(1)} ${(height / 2 - wave(x) * height * 0.38).toFixed(1)}`;
  }
  return path;
}

/**
 * One period; null for a wave whose shape the instrument has to say.
 * @param {string} name @param {number} [duty] how much of a period a pulse is up
 */
export function period(name, duty = 0.5) {
  const wave = periods[name];
  if (!wave) return null;
  let highest = 1;
  for (let step = 0; step < 200; step++) highest = Math.max(highest, Math.abs(wave(step / 200, duty)));
  return line((x) => wave(x, duty) / highest);
}

/** Scaled so that its peak is 1 or −1.
 * @param {(x: number) => number} wave */
function normalised(wave) {
  let highest = 1e-9;
  for (let step = 0; step < 240; step++) highest = Math.max(highest, Math.abs(wave(step / 240)));
  return (/** @type {number} */ x) => wave(x) / highest;
}

/**
 * One period of the drawn wave: a point between saw (0, 0), square (1, 0), sine (0, 1) and triangle (1, 1), and a sum of
 * harmonics whose amplitudes are the squares of their bars.
 * @param {number} x @param {number} y @param {number[]} bars 0–1, the fundamental first @param {number} blend 0–1
 */
export function drawn(x, y, bars, blend) {
  const mix = (/** @type {number} */ one, /** @type {number} */ other, /** @type {number} */ share) => one + (other - one) * share;
  const point = (/** @type {number} */ at) => mix(mix(periods.saw(at, 0.5), periods.square(at, 0.5), x), mix(periods.sine(at, 0.5), periods.triangle(at, 0.5), x), y);
  const sum = (/** @type {number} */ at) => bars.reduce((all, bar, index) => all + bar * bar * Math.sin(2 * Math.PI * (index + 1) * at), 0);
  const [first, second] = [normalised(point), normalised(sum)];
  return line((at) => mix(first(at), second(at), blend));
}

/** Values that look random and are always the same, from −1 to 1.
 * @param {number} index */
function chance(index) {
  const large = Math.sin(index * 127.1 + 3.7) * 43758.5453;
  return 2 * (large - Math.floor(large)) - 1;
}

/**
 * Two seconds of an LFO, or one of its periods if that is longer; at most sixteen periods.
 * @param {string} name @param {number} hertz @param {number} delay in seconds
 */
export function swing(name, hertz, delay) {
  const seconds = Math.max(2, 1 / hertz);
  const cycles = Math.min(hertz * seconds, 16);
  const rise = (/** @type {number} */ x) => (delay > 0 ? Math.min(x * seconds / delay, 1) : 1);
  const wave = name === "random" ? (/** @type {number} */ x) => chance(Math.floor(x)) : (/** @type {number} */ x) => (periods[name] ?? periods.sine)(x, 0.5);
  return line((x) => rise(x) * wave(x * cycles), 480);
}

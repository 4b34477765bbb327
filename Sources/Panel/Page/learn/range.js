// Values and positions of a widget's range, and values as people type them.

/** @typedef {{min: number, max: number, curve?: string, unit?: string}} Ranged */

const clamp = (/** @type {number} */ value, /** @type {number} */ low, /** @type {number} */ high) => Math.min(Math.max(value, low), high);

/** Where a value lies, 0–1.
 * @param {Ranged} widget @param {number} value */
export function positionOf({ min, max, curve = "lin" }, value) {
  if (max <= min) return 0;
  const part = clamp((value - min) / (max - min), 0, 1);
  if (curve === "log" && min > 0) return Math.log(clamp(value, min, max) / min) / Math.log(max / min);
  return curve === "exp" ? Math.sqrt(part) : part;
}

/** The value at a position, to four digits.
 * @param {Ranged} widget @param {number} position */
export function valueAt({ min, max, curve = "lin" }, position) {
  const at = clamp(position, 0, 1);
  const value = curve === "log" && min > 0 ? min * (max / min) ** at : min + (max - min) * (curve === "exp" ? at * at : at);
  return Number(value.toPrecision(4));
}

/** @type {Record<string, number>} */
const factors = { k: 1000, khz: 1000, hz: 1, ms: 0.001, s: 1, "%": 0.01, "": 1 };

/**
 * A typed value in the widget's unit: `1.5k`, `440 Hz`, `1,5 kHz`, `300 ms`, `30 %`; null for anything else.
 * @param {Ranged} widget @param {string} text
 */
export function typed({ min, max, unit = "" }, text) {
  const found = text.trim().replace("−", "-").match(/^([-+]?\d*[.,]?\d+)\s*(\S*)$/);
  if (!found) return null;
  const [, number, given] = found;
  const word = given.toLowerCase();
  // A unit that is the widget's own, or none, changes nothing.
  const factor = word === unit.toLowerCase() ? 1 : factors[word] ?? (unit.toLowerCase().startsWith(word) ? 1 : null);
  return factor === null ? null : clamp(Number(number.replace(",", ".")) * factor, min, max);
}

/** A value with its unit, by three digits, until the instrument has said it.
 * @param {Ranged} widget @param {number} value */
export function approximate({ unit = "", min, max }, value) {
  const three = (/** @type {number} */ number) => String(Number(number.toPrecision(3))).replace("-", "−");
  if (unit === "Hz") return value >= 1000 ? `${three(value / 1000)} kHz` : `${three(value)} Hz`;
  if (unit === "s") return Math.abs(value) < 1 ? `${Math.round(value * 1000)} ms` : `${three(value)} s`;
  if (unit === "" && min === 0 && max === 1) return `${Math.round(value * 100)} %`;
  return unit ? `${three(value)} ${unit}` : three(value);
}

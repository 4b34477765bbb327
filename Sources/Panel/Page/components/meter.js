// The level: −60 to 0 dB with gaps at −20 and −6, the held peak, and the number. Over 0 dB it is red until it is tapped.
import { make, say } from "./make.js";

const lowest = -60;
/** In milliseconds. */
const holding = 1500;

export class Meter {
  /** @param {string} label @param {() => void} [forget] called when a clipped meter is tapped */
  constructor(label, forget) {
    this.bar = make("i");
    this.value = make("b");
    this.element = make("div", { className: "meter", role: "meter", "aria-label": label, "aria-valuemin": lowest, "aria-valuemax": 0, on: { click: () => { if (this.isOver) { this.isOver = false; forget?.(); this.draw({ level: this.level }); } } } }, this.bar, this.value);
    this.peak = lowest; this.peakAt = 0; this.isOver = false; this.level = /** @type {number | null} */ (null);
  }

  /** @param {{level: number | null, over?: number | null}} shown in decibels; null for silence */
  draw({ level, over }) {
    this.level = level;
    const now = performance.now();
    const value = Math.max(level ?? lowest, lowest);
    if (value >= this.peak || now - this.peakAt > holding) [this.peak, this.peakAt] = [value, now];
    // An instrument that remembers clips tells; without that the page remembers.
    this.isOver = over !== undefined ? over !== null : this.isOver || value > 0;
    this.bar.style.setProperty("--at", place(value).toFixed(3));
    this.bar.style.setProperty("--hold", place(this.peak).toFixed(3));
    this.element.classList.toggle("over", this.isOver);
    const text = this.isOver && over ? `+${over.toFixed(1)}` : level === null || level <= lowest ? "−∞" : `${level > 0 ? "+" : level < -0.5 ? "−" : ""}${Math.abs(Math.round(level))}`;
    say(this.value, text);
    this.element.setAttribute("aria-valuenow", String(Math.round(value)));
    this.element.setAttribute("aria-valuetext", `${text} dB${this.isOver ? ", was over 0 dB" : ""}`);
  }
}

/** @param {number} decibels */
const place = (decibels) => Math.min(Math.max((decibels - lowest) / -lowest, 0), 1);

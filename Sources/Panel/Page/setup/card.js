// The sound card: which one, its rate, and its blocks.
import { button } from "../components/button.js";
import { Menu, Segments } from "../components/choice.js";
import { make, say } from "../components/make.js";
import { ask } from "../instrument/answers.js";
import { shorter, shown } from "./latency.js";

/** A shorter block is tried for so many seconds, unless it is kept. */
const trialSeconds = 60;

const rates = [44100, 48000, 96000];
const periods = [32, 64, 128, 256, 512];
const counts = [2, 3, 4];

/** Choices with the present value among them.
 * @param {number[]} usual @param {number} now @param {(value: number) => string} text */
const offered = (usual, now, text) => [...new Set([...usual, now])].sort((one, other) => one - other).map((value) => /** @type {[string, string]} */ ([String(value), text(value)]));

const kilo = (/** @type {number} */ rate) => `${Number((rate / 1000).toFixed(1))}`;

export class Card {
  /** @param {import("../components/control.js").App} app */
  constructor({ line, instrument }) {
    this.line = line;
    this.instrument = instrument;
    this.now = { output: "default", rate: 48000, period: 128, periods: 3, granted: "" };
    /** @type {{pcm: string, description: string}[]} */
    this.outputs = [];
    this.pcm = new Menu("Sound card", (value) => this.apply({ output: value }));
    this.pcm.select.classList.add("pcm");
    this.rate = new Segments("Rate", (value) => this.apply({ rate: Number(value) }), { look: "plain" });
    this.period = new Segments("Frames of a block", (value) => this.apply({ period: Number(value) }), { look: "plain" });
    this.periods = new Segments("Blocks", (value) => this.apply({ periods: Number(value) }), { look: "plain" });
    this.hint = make("span", { className: "dim grow granted" });
    this.trial = button("", () => this.try());
    const row = (/** @type {string} */ text, /** @type {Node} */ element) => [make("span", { className: "label", textContent: text }), element];
    this.element = make("section", { className: "block card", "aria-label": "Sound card" }, make("h2", { textContent: "Sound card" }),
      make("div", { className: "form" }, ...row("Card", this.pcm.element), ...row("Rate", this.rate.element), ...row("Block", this.period.element), ...row("Blocks", this.periods.element)),
      make("div", { className: "row wraps" }, this.hint, this.trial));
    line.on("outputs", ({ outputs }) => { this.outputs = outputs; this.draw(); });
    line.on("status", () => this.drawTrial());
    this.draw();
  }

  /** What the instrument plays through.
   * @param {any} output */
  take(output) {
    Object.assign(this.now, output);
    this.draw();
  }

  draw() {
    const { output, rate, period, periods: count, granted } = this.now;
    const known = this.outputs.map(({ pcm, description }) => /** @type {[string, string]} */ ([pcm, description ? `${description.split("\n")[0]} (${pcm})` : pcm]));
    const all = [...known, /** @type {[string, string]} */ (["none", "none: no sound"])];
    this.pcm.offer(all.some(([pcm]) => pcm === output) ? all : [[output, output], ...all]);
    this.pcm.draw(output);
    this.rate.offer(offered(rates, rate, (value) => (value === rate ? `${kilo(value)} kHz` : kilo(value))));
    this.rate.draw(String(rate));
    this.period.offer(offered(periods, period, String));
    this.period.draw(String(period));
    this.periods.offer(offered(counts, count, String));
    this.periods.draw(String(count));
    say(this.hint, granted ? `In force: ${granted}` : "The engine is stopped.");
    this.drawTrial();
  }

  drawTrial() {
    const less = this.before ? null : shorter(this.instrument.status.timing ?? this.now);
    this.trial.hidden = !this.before && (!less || !this.now.granted || this.now.output === "none");
    say(this.trial.querySelector(".word"), this.before ? `Keep ${this.now.period}` : less ? `Try ${less.period} for a minute: ${shown(less.milliseconds)} ms` : "");
  }

  /** @param {Partial<typeof this.now>} change */
  async apply(change) {
    const { output, rate, period, periods: count } = { ...this.now, ...change };
    const lines = await ask(this.line, "output", output, String(rate), String(period), String(count));
    const answer = (lines ?? []).map((text) => JSON.parse(text)).find((entry) => entry.output !== undefined);
    // What was refused is shown no longer.
    if (answer) this.take(answer); else this.draw();
    return lines !== null;
  }

  /** A shorter block for a minute; kept if it is asked for within this time. */
  async try() {
    if (this.before) {
      clearTimeout(this.timer);
      this.before = undefined;
      return this.drawTrial();
    }
    const less = shorter(this.instrument.status.timing ?? this.now);
    const before = this.now.period;
    if (!less || !await this.apply({ period: less.period })) return;
    this.before = before;
    this.timer = setTimeout(() => { this.before = undefined; this.apply({ period: before }); }, trialSeconds * 1000);
    this.drawTrial();
  }
}

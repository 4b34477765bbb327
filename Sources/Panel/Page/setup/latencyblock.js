// From a key to the sound, and from this screen, in parts.
import { make, say } from "../components/make.js";
import { parts, shown, waiting } from "./latency.js";

export class LatencyBlock {
  /** @param {import("../components/control.js").App} app @param {import("./connection.js").Connection} connection */
  constructor({ line, instrument }, connection) {
    this.instrument = instrument;
    this.connection = connection;
    this.number = make("span");
    this.about = make("span", { className: "dim", textContent: "from a key to the sound" });
    this.bars = [make("i"), make("i", { className: "waits" }), make("i", { className: "not" })];
    this.legend = make("div", { className: "legend" });
    this.touch = make("b");
    this.touchAbout = make("span", { className: "dim" });
    this.bar = make("div", { className: "lat", "aria-hidden": "true" }, ...this.bars);
    this.advice = make("p", { className: "dim advice" });
    this.element = make("section", { className: "block latency", "aria-label": "Latency" },
      make("header", {}, make("span", { className: "hugeN" }, this.number, make("small", { textContent: " ms" })), this.about),
      this.bar, this.legend, make("div", { className: "row touch" }, this.touch, this.touchAbout), this.advice);
    for (const key of ["status", "pong"]) line.on(key, () => { if (this.element.isConnected) this.draw(); });
    this.draw();
  }

  draw() {
    const { status } = this.instrument;
    const found = status.latency === undefined ? null : parts(status);
    say(this.number, found ? shown(found.whole) : "–");
    say(this.about, found ? "from a key to the sound" : "The engine is stopped: there is no latency to tell.");
    say(this.advice, status.advice ? `${status.advice[0].toUpperCase()}${status.advice.slice(1)}.` : "");
    this.advice.hidden = !status.advice;
    this.bar.hidden = this.legend.hidden = !found || found.block === null;
    if (found?.block !== null && found) {
      this.bars[0].style.flexGrow = String(found.block);
      this.bars[1].style.flexGrow = String(found.buffer);
      this.bars[2].style.flexGrow = "1.2";
      const text = `${shown(found.block)}|${shown(found.buffer)}|${found.blocks}`;
      if (this.legendText !== text) {
        /** @type {string} */
        this.legendText = text;
        this.legend.replaceChildren(
          make("span", {}, make("i", {}), make("b", { textContent: shown(found.block) }), " this block"),
          make("span", {}, make("i", { className: "waits" }), make("b", { textContent: shown(found.buffer) }), ` ${waiting(found.blocks)} in the card`),
          make("span", {}, make("i", { className: "hatch" }), "about 1 in USB and converters, not measured"));
      }
    }
    const { delay, trips } = this.connection;
    const isKnown = found && !Number.isNaN(delay) && trips.times.length > 0;
    say(this.touch, isKnown ? `${shown(found.whole + delay + trips.usual / 2)} ms` : "");
    say(this.touchAbout, isKnown ? `from this screen, with its wait of ${Math.round(delay)} ms against the network’s jitter` : "");
  }
}

// This device: how far it is from the instrument, how it is reached, and what that withholds.
import { button } from "../components/button.js";
import { Segments } from "../components/choice.js";
import { make, say } from "../components/make.js";
import { fullScreenRefusal, sleeps, toggleFullScreen } from "../frame/screen.js";
import { ask } from "../instrument/answers.js";
import { Sheet } from "../components/sheet.js";
import { RoundTrips, shown } from "./latency.js";

const device = () => (matchMedia("(pointer: coarse)").matches ? (Math.min(screen.width, screen.height) < 600 ? "This phone" : "This tablet") : "This page");

export class Connection {
  /** @param {import("../components/control.js").App} app */
  constructor({ line, instrument }) {
    this.line = line;
    this.instrument = instrument;
    this.trips = new RoundTrips();
    this.delay = NaN;
    const row = (/** @type {string} */ name) => { const value = make("dd"); return [make("dt", { textContent: name }), value, value]; };
    const rows = { trip: row("There and back"), late: row("Fingers late"), wait: row("Wait against jitter"), over: row("Reached over"), awake: row("Screen") };
    this.values = Object.fromEntries(Object.entries(rows).map(([name, [, , value]]) => [name, value]));
    this.wait = make("input", { type: "number", min: "0", max: "100", step: "1", inputMode: "numeric", placeholder: "measured", "aria-label": "Wait of touches in milliseconds", on: { change: () => this.sendWait() } });
    this.theme = new Segments("Colours", (name) => theme.choose(name), { look: "plain" });
    this.theme.offer([["dark", "Dark"], ["light", "Light"], ["system", "System"]]);
    this.theme.draw(theme.chosen);
    this.hint = make("p", { className: "hint dim", hidden: isSecureContext });
    this.element = make("section", { className: "block", "aria-label": device() }, make("h2", { textContent: device() }),
      make("dl", { className: "pair" }, ...Object.values(rows).flatMap(([name, value]) => [name, value])),
      make("label", { className: "row" }, make("span", { className: "grow", textContent: "Wait of touches, ms" }), make("span", { className: "field short" }, this.wait)), this.hint,
      make("div", { className: "row wraps" }, button("Show on a phone", () => this.showAddress()), button("Full screen", () => this.fill()), make("span", { className: "grow" }), this.theme.element));
    line.on("pong", (message) => this.answered(message));
    line.on("open", () => { if (this.wait.value !== "") this.sendWait(); });
    line.on("words", () => this.draw());
    addEventListener("awake", () => this.draw());
    this.draw();
  }

  sendWait() { this.line.send({ delay: this.wait.value === "" ? null : Number(this.wait.value) }); }

  fill() {
    const why = fullScreenRefusal(this.instrument.words.secure);
    if (why) dispatchEvent(new CustomEvent("notice", { detail: { text: why } })); else toggleFullScreen();
  }

  async showAddress() {
    const lines = await ask(this.line, "panel", "text");
    if (!lines) return;
    const sheet = new Sheet("The address of this page");
    sheet.show(make("h2", { textContent: "Open this on a phone" }), make("pre", { className: "address", textContent: lines.join("\n") }),
      make("p", { className: "dim", textContent: this.instrument.panel.others === false ? "This panel is served to this machine only. Start Spinet with a panel for the network to reach it from others." : "Whoever has this address may play the instrument." }),
      button("Close", () => sheet.close()));
  }

  /** @param {{pong: number, delay: number, late: number, touches: number}} message */
  answered({ pong, delay, late, touches }) {
    this.trips.add(performance.now() - pong);
    this.delay = delay;
    this.late = late;
    this.touches = touches;
    if (this.element.isConnected) this.draw();
  }

  draw() {
    const { trip, late, wait, over, awake } = this.values;
    say(trip, this.trips.times.length ? `${shown(this.trips.usual)} ms, worst of ${this.trips.times.length}: ${shown(this.trips.worst)} ms` : "–");
    say(late, this.touches === undefined ? "–" : `${this.late} of ${this.touches}`);
    say(wait, Number.isNaN(this.delay) ? "–" : `${this.delay} ms`);
    const isSecure = location.protocol === "https:";
    say(over, isSecure ? "https" : isSecureContext ? "http, from this machine" : "http: no motion, camera, wake lock");
    say(awake, sleeps() || "stays awake");
    say(this.hint, `This page came over plain http from another machine: browsers give such pages no sensors, no camera, no wake lock, no place on the home screen of their own and fewer points of a fast finger. Spinet still plays the keys between two points. ${this.instrument.words.secure} gives them back, in a spinet that was built with TLS.`);
  }
}

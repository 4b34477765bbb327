// The keyboard of Play: the sound's own, a real piano, one octave, or free. One is shown, and only that one is played.
import { Segments } from "../components/choice.js";
import { icon, make, say } from "../components/make.js";
import { Sheet } from "../components/sheet.js";
import { usualFirst, whitesIn, within } from "./layout.js";
import { Piano } from "./piano.js";
import { Pianos } from "./pianos.js";
import { Range } from "./range.js";
import { Free, Octave } from "./seeds.js";
import { isDeclared, SmartKeyboard } from "./smart.js";
import { wheels } from "./wheels.js";

/** So many keyboards of parts are shown together. */
const mostTogether = 3;

export class Keyboard {
  /** @type {Segments} */
  segments;

  /** @param {import("../components/control.js").App} app */
  constructor(app) {
    this.app = app; this.line = app.line; this.instrument = app.instrument;
    this.pianos = new Pianos(app.line);
    this.piano = new Piano(app, this.pianos);
    this.octave = new Octave(app, this.pianos);
    this.free = new Free(app, this.pianos);
    this.range = new Range(app, (first) => { this.chosenFirst = first; this.drawPiano(); }, () => this.choose());
    this.chosenFirst = /** @type {number | null} */ (null);
    /** The keyboards of the parts.
     * @type {SmartKeyboard[]} */
    this.own = [];
    /** The part whose keyboard is shown if there are many. */
    this.part = "";
    this.kind = "";
    this.wheels = wheels(app);
    this.board = make("div", { className: "board" });
    this.deck = make("div", { className: "deck" }, this.wheels, this.board);
    this.head = this.makeHead();
    this.element = make("section", { className: "piano keyboard", "aria-label": "Keyboard" }, this.range.element, this.head, this.deck);
    new ResizeObserver(() => this.drawPiano()).observe(this.board);
    this.listen();
    this.rebuild();
  }

  listen() {
    this.told = JSON.stringify(this.instrument.parts);
    this.line.on("parts", ({ parts }) => {
      // A page that reads too slowly gets everything again. Its fingers must stay down.
      if (this.told === JSON.stringify(parts)) return;
      this.told = JSON.stringify(parts);
      this.rebuild();
    });
    this.line.on("lit", () => {
      for (const keyboard of this.own) keyboard.show();
      this.range.drawZones();
      this.range.drawSounding();
    });
  }

  /** What can be chosen, by its name.
   * @returns {[string, string][]} */
  get kinds() {
    const { parts } = this.instrument;
    const own = /** @type {[string, string][]} */ (parts.some(isDeclared) ? [["own", "Its keys"]] : parts.length > 1 ? [["own", "Each part"]] : []);
    return [...own, ["piano", "Piano"], ["octave", "One octave"], ["free", "Free"]];
  }

  rebuild() {
    for (const keyboard of this.own) keyboard.close();
    this.own = this.instrument.parts.map((_, index) => new SmartKeyboard(this.app, index, () => this.tell()));
    const usual = this.instrument.parts.some(isDeclared) ? "own" : "piano";
    const isOffered = this.kinds.some(([kind]) => kind === this.wanted);
    this.kind = "";
    this.show(isOffered && this.wanted ? this.wanted : usual);
  }

  /** @param {string} kind */
  show(kind) {
    if (kind !== this.kind) this.present?.release();
    for (const keyboard of this.own) keyboard.release();
    this.kind = kind;
    const boards = kind === "own" ? this.shownParts.map(({ element }) => element) : [/** @type {any} */ (this.present).element];
    this.board.replaceChildren(...boards);
    this.present?.begin?.();
    this.range.element.hidden = kind !== "piano";
    this.head.hidden = kind === "piano";
    this.element.dataset.kind = kind;
    this.wheels.classList.toggle("away", kind !== "piano");
    this.tell();
    this.drawPiano();
    this.element.dispatchEvent(new Event("arrange", { bubbles: true }));
  }

  /** The board of the instrument's pianos that is shown; undefined for the parts' keyboards. */
  get present() { return { piano: this.piano, octave: this.octave, free: this.free }[this.kind]; }

  /** The parts' keyboards that are shown: those that are declared, if there are some, and not too many. */
  get shownParts() {
    const declared = this.own.filter(({ part }) => isDeclared(part));
    const all = declared.length > 0 ? declared : this.own;
    if (all.length <= mostTogether && !this.part) return all;
    return [all.find(({ part }) => part.name === this.part) ?? all[0]];
  }

  /** Another part was chosen in Play; empty for none.
   * @param {string} part */
  showPart(part) {
    const before = this.shownParts;
    this.part = part;
    if (this.kind === "own" && before.map(({ part }) => part.name).join() !== this.shownParts.map(({ part }) => part.name).join()) this.show("own");
  }

  drawPiano() {
    if (this.kind !== "piano" || this.board.clientWidth === 0) return;
    const count = whitesIn(this.board.clientWidth);
    const first = within(this.chosenFirst ?? this.usualFirst(count), count);
    if (first !== this.piano.first || count !== this.piano.count) this.piano.draw(first, count);
    this.range.draw(first, count);
    this.range.drawZones();
    this.range.drawSounding();
    this.element.classList.toggle("all", count >= 52);
  }

  /** Where the piano opens: in the middle, and where something sounds.
   * @param {number} count */
  usualFirst(count) {
    const first = usualFirst(count);
    const zones = this.instrument.parts.flatMap(({ zones = [] }) => zones);
    if (zones.length === 0 || zones.some(([low, high]) => high >= first && low <= first + count * 12 / 7)) return first;
    return Math.max(21, Math.min(...zones.map(([low]) => low)));
  }

  // MARK: The head of the other keyboards, and the choice

  makeHead() {
    this.title = make("b", { className: "cut" });
    this.shownRange = make("output", { className: "dim cut" });
    const step = (/** @type {number} */ octaves, /** @type {string} */ label, /** @type {import("../components/make.js").IconName} */ picture) => make("button", { className: "b icon flat", "aria-label": label, on: { click: () => { for (const keyboard of this.shownParts) keyboard.step(octaves); } } }, icon(picture));
    this.steps = make("span", { className: "row" }, step(-1, "Lower keys", "previous"), step(1, "Higher keys", "next"));
    this.segments = new Segments("Which keyboard", (kind) => this.go(kind), { look: "plain low" });
    const more = make("button", { className: "b icon flat", "aria-label": "Which keyboard", on: { click: () => this.choose() } }, icon("more"));
    return make("div", { className: "skhead" }, make("span", { className: "grow cut" }, this.title, " ", this.shownRange), this.steps, this.segments.element, more);
  }

  tell() {
    const range = this.kind === "own" ? this.shownParts[0]?.range ?? "" : "";
    say(this.shownRange, range);
    this.steps.hidden = range === "";
    this.segments.offer(this.kinds, this.kind);
    this.segments.draw(this.kind);
    /** @type {Record<string, string>} */
    const texts = { own: this.shownParts.map(({ part }) => part.name).filter((name) => name).join(", ") || this.instrument.title, octave: "One octave", free: "Free" };
    say(this.title, texts[this.kind] ?? "");
  }

  /** @param {string} kind */
  go(kind) {
    this.wanted = kind;
    this.show(kind);
  }

  /** Which keyboard, and what can be chosen about it. */
  choose() {
    const sheet = new Sheet("Which keyboard", { near: this.head.hidden ? this.range.element : this.head });
    const options = make("div", { className: "options" });
    const kinds = new Segments("Which keyboard", (kind) => { this.go(kind); fill(); }, { look: "plain" });
    kinds.offer(this.kinds, this.kind);
    kinds.draw(this.kind);
    const fill = () => options.replaceChildren(...(/** @type {any} */ (this.present)?.options?.() ?? []), ...(this.kind === "own" ? [] : this.aim()));
    fill();
    sheet.show(make("h2", { textContent: "Keyboard" }), kinds.element, options);
  }

  /** Which part the pianos of this page play. */
  aim() {
    const names = this.instrument.parts.map(({ name }) => name).filter((name) => name !== "");
    if (names.length < 2) return [];
    const select = make("select", { id: "aim", on: { change: () => this.pianos.choose({ part: select.value }) } },
      new Option("what MIDI plays", ""), ...names.map((name) => new Option(name, name)));
    select.value = this.pianos.part;
    return [make("label", { className: "field" }, make("span", { textContent: "Plays" }), select)];
  }
}

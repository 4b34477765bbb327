// Takes: what was played, with its notes drawn; heard again, and saved as files.
import { button } from "../components/button.js";
import { download } from "../components/download.js";
import { icon, make, say, svg } from "../components/make.js";
import { counted, duration, roll } from "./drawings.js";

/** @typedef {{take: number, begin: string, seconds: number, notes: number, instrument: string}} Take */

const clock = (/** @type {string} */ moment) => new Date(moment).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

/** The day where it is not today's.
 * @param {string} moment */
function when(moment) {
  const day = new Date(moment);
  return day.toDateString() === new Date().toDateString() ? clock(moment) : `${day.toLocaleDateString([], { month: "short", day: "numeric" })}, ${clock(moment)}`;
}

export class Takes {
  /** @param {import("../components/control.js").App} app */
  constructor({ line, instrument }) {
    this.line = line;
    this.instrument = instrument;
    /** By what a take is: its path, asked for once. A take goes on, and its number may be another one's later.
     * @type {Map<string, string>} */
    this.rolls = new Map();
    /** What each number is.
     * @type {Map<number, string>} */
    this.keys = new Map();
    /** @type {number | null} */
    this.replaying = null;
    this.list = make("ol", { className: "takes", "aria-label": "Takes" });
    this.told = make("span", { className: "dim cut", textContent: "kept without recording" });
    this.element = make("section", { className: "block played", "aria-label": "What you played" },
      make("header", {}, make("h2", { textContent: "What you played" }), this.told), this.list);
    line.on("takes", ({ takes }) => this.draw(takes));
    line.on("roll", (message) => this.drawRoll(message));
    line.on("replaying", ({ replaying }) => this.showReplay(replaying));
    line.on("take", ({ file, midi }) => download(file, Uint8Array.from(atob(midi), (letter) => letter.charCodeAt(0)), "audio/midi"));
    line.on("lit", ({ notes }) => { if (notes.length === 0) this.later(); });
    line.on("closed", () => this.showReplay(null));
  }

  look() { this.line.send({ takes: 1 }); }

  /** Something has been played to its end, and somebody looks at the list. */
  later() {
    clearTimeout(this.timer);
    if (this.element.isConnected) this.timer = setTimeout(() => this.look(), 1500);
  }

  /** @param {Take[] | null} takes the oldest first */
  draw(takes) {
    this.element.hidden = takes === null;
    const rows = [...takes ?? []].reverse().map((take) => this.row(take));
    this.list.replaceChildren(...rows);
    if (rows.length === 0) this.list.append(make("li", { className: "nothing", textContent: "Nothing yet. Whatever you play is kept here, also without a recording." }));
    this.showReplay(this.replaying === null ? null : { take: this.replaying, position: 0, seconds: 1 });
  }

  /** @param {Take} take */
  row({ take, begin, seconds, notes, instrument }) {
    const key = `${begin} ${seconds} ${notes}`;
    this.keys.set(take, key);
    const path = svg("path", { d: this.rolls.get(key) ?? "" });
    const cursor = svg("path", { class: "cursor", d: "M0 0V24" });
    const { sounds } = this.instrument, title = sounds.find((/** @type {{name: string}} */ { name }) => name === instrument)?.title ?? instrument;
    // A song that began by itself began the take, if no key did.
    const text = `${when(begin)}, ${duration(seconds)}, ${title}, ${notes ? counted(notes, "note", "notes") : "a song"}`;
    const row = make("li", { className: "take", "data-take": String(take) },
      make("div", { className: "grow" }, svg("svg", { class: "roll", viewBox: "0 0 100 24", preserveAspectRatio: "none", "aria-hidden": "true" }, path, cursor), make("small", { className: "cut", textContent: text })),
      button(`Hear the take of ${when(begin)}`, () => this.line.send({ replay: this.replaying === take ? null : take }), { picture: "playing", isIconOnly: true, look: "flat hear" }),
      button(`Save the take of ${when(begin)} as a MIDI file`, () => this.line.send({ take }), { picture: "save", isIconOnly: true, look: "flat keep" }));
    if (!this.rolls.get(key) && this.instrument.panel.version !== undefined) this.line.send({ roll: take });
    return row;
  }

  /** @param {{roll: number, seconds: number, notes: [number, number, number, number][]}} message */
  drawRoll({ roll: take, seconds, notes }) {
    const path = roll(notes, seconds);
    this.rolls.set(this.keys.get(take) ?? "", path);
    this.find(take)?.querySelector(".roll path")?.setAttribute("d", path);
  }

  /** @param {number | null} take @returns {HTMLElement | null} */
  find(take) { return this.list.querySelector(`[data-take="${take}"]`); }

  /** @param {{take: number, seconds: number, position: number} | null} replaying */
  showReplay(replaying) {
    this.replaying = replaying?.take ?? null;
    for (const row of this.list.querySelectorAll(".take")) {
      const isThis = row.dataset.take === String(this.replaying);
      row.classList.toggle("heard", isThis);
      const hear = row.querySelector(".hear");
      if (hear.dataset.stops !== String(isThis)) {
        hear.dataset.stops = String(isThis);
        hear.replaceChildren(icon(isThis ? "stop" : "playing"));
        hear.setAttribute("aria-pressed", String(isThis));
      }
      if (isThis && replaying) row.querySelector(".cursor").setAttribute("transform", `translate(${(replaying.position / replaying.seconds * 100).toFixed(2)} 0)`);
    }
    say(this.told, replaying ? `playing again, ${duration(replaying.position)} of ${duration(replaying.seconds)}` : "kept without recording");
  }
}

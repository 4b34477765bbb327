// What plays: the sound, its parts, its scenes and its state, as the instrument tells.
import { midiKey } from "../keys/notes.js";

/**
 * @typedef {{static: boolean, keys: [string | null, number, string | null][]}} Row
 * @typedef {object} Part
 * @property {string} name empty for an only part @property {Row[]} rows @property {string} [sound]
 * @property {[number, number][]} [zones] the lowest and the highest MIDI key of each
 * @property {string | null} [level] @property {string | null} [mute] @property {string | null} [solo] widgets
 */

export class Instrument {
  /** @param {import("./line.js").Line} line */
  constructor(line) {
    this.line = line;
    this.name = this.title = this.family = "";
    /** The name by which it is listed and loaded. */
    this.listed = "";
    this.kind = "";
    this.isOwn = false;
    /** @type {Part[]} */
    this.parts = [];
    /** The numbers of the parts that the scene plays.
     * @type {number[]} */
    this.playing = [];
    /** By part and row: the keys that are down.
     * @type {number[][][]} */
    this.lit = [];
    /** The MIDI keys that sound.
     * @type {Set<number>} */
    this.notes = new Set();
    /** @type {{name: string, playing: boolean, program: number | null, parts: string[]}[] | null} null if nobody tells */
    this.scenes = null;
    /** For each part the instrument outside that plays it.
     * @type {(import("./outside.js").Outside | null)[]} */
    this.outside = [];
    this.status = /** @type {any} */ ({});
    this.words = /** @type {any} */ ({ secure: "", motion: "", secureMotion: "", address: "" });
    this.panel = /** @type {any} */ ({});
    /** Sounds that can be loaded by name, in the order of their families.
     * @type {any[]} */
    this.sounds = [];
    this.setlists = /** @type {any[]} */ ([]);
    /** Sounds with a star, by name.
     * @type {Set<string>} */
    this.favourites = new Set();
    /** The last lines of the log, for places that are opened later.
     * @type {{log: string, at?: string}[]} */
    this.log = [];
    /** The user's own pages.
     * @type {any[]} */
    this.pages = [];
    /** The last step of the pages that can be taken back.
     * @type {{count: number, redo?: number, what?: string, text?: string, sound?: string}} */
    this.undo = { count: 0 };
    /** Widgets that the connected controllers move, and those that the file sets.
     * @type {number[]} */
    this.frontline = [];
    /** @type {number[]} */
    this.fromFile = [];
    /** What has arrived last.
     * @type {{control: string, target: string, at: number}} */
    this.lastHeard = { control: "", target: "", at: 0 };
    /** When the instrument began, by this page's clock in milliseconds. */
    this.began = 0;
    this.listen(line);
  }

  /** @param {import("./line.js").Line} line */
  listen(line) {
    line.on("hello", (message) => {
      this.began = performance.now() - 1000 * message.age;
      Object.assign(this, {
        name: message.hello, title: message.title ?? message.hello, family: message.family ?? "",
        kind: message.kind ?? "", isOwn: message.own ?? false, listed: message.listed ?? message.hello,
      });
      document.title = `${this.title} – Spinet`;
    });
    line.on("parts", ({ parts }) => { this.parts = parts; });
    line.on("lit", ({ lit, notes, playing }) => {
      [this.lit, this.playing] = [lit, playing];
      this.notes = new Set(notes);
    });
    line.on("scenes", ({ scenes }) => { this.scenes = scenes; });
    line.on("outside", ({ outside }) => { this.outside = outside; });
    line.on("status", ({ status }) => {
      const isOther = JSON.stringify(status.setlist) !== JSON.stringify(this.status.setlist);
      this.status = status;
      if (isOther) line.emit("playinglist", {});
    });
    line.on("words", ({ words }) => { this.words = words; });
    line.on("panel", ({ panel }) => { this.panel = panel; });
    line.on("frontline", ({ frontline, fromfile }) => { [this.frontline, this.fromFile] = [frontline, fromfile ?? []]; });
    line.on("widgets", () => { [this.frontline, this.fromFile] = [[], []]; });
    line.on("setlists", ({ setlists }) => { this.setlists = setlists; });
    line.on("marks", ({ marks }) => { this.favourites = new Set(marks.sounds); });
    line.on("open", () => { this.log = []; });
    line.on("log", ({ log, at }) => { this.log = [...this.log.slice(-199), { log, at }]; });
    line.on("pages", ({ pages }) => { this.pages = pages; });
    line.on("undo", ({ undo }) => { this.undo = undo; });
    line.on("patches", ({ patches, stages, sounds }) => {
      this.sounds = sounds ?? [...patches.map((/** @type {string} */ name) => ({ name, title: name, kind: "patch" })), ...stages.map((/** @type {string} */ name) => ({ name, title: name, kind: "stage" }))];
    });
    line.on("heard", ({ heard }) => {
      const [control, target] = heard.split(" → ");
      if (target) this.lastHeard = { control, target, at: performance.now() };
    });
  }

  get hasParts() { return this.parts.length > 1 || (this.parts[0]?.name ?? "") !== ""; }

  /** The instrument outside that plays a part; null if the part has a sound of its own.
   * @param {string} part */
  outsideOf(part) { return this.outside[this.parts.findIndex(({ name }) => name === part)] ?? null; }

  /** The colour of a part, 1–8; an only part and a part that is not there have the first.
   * @param {string} part */
  colour(part) {
    const index = this.parts.findIndex(({ name }) => name === part);
    return Math.max(index, 0) % 8 + 1;
  }

  /** The parts whose keys light a MIDI key, by their numbers.
   * @param {number} key */
  partsOf(key) {
    /** @type {number[]} */
    const found = [];
    this.lit.forEach((rows, part) => rows.forEach((keys, row) => {
      const notes = this.parts[part]?.rows[row]?.keys;
      if (notes && keys.some((index) => midiKey(notes[index]?.[2]) === key) && !found.includes(part)) found.push(part);
    }));
    return found;
  }
}

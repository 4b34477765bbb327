// The set list of the evening: its songs, which one plays and which one is next, and editing it.
import { button } from "../components/button.js";
import { make, say } from "../components/make.js";
import { nameOf } from "./save.js";

/** @typedef {{name: string, own: boolean, songs: {stage: string, note: string}[], problems: string[]}} SetList */

export class SetListBlock {
  /** @param {import("../components/control.js").App} app */
  constructor({ line, instrument }) {
    this.line = line;
    this.instrument = instrument;
    /** The songs while they are edited.
     * @type {{stage: string, note: string}[] | null} */
    this.draft = null;
    this.heading = make("h2", { className: "cut" });
    this.told = make("span", { className: "dim cut" });
    this.edit = button("Edit", () => (this.draft ? this.keep() : this.begin()), { look: "small flat" });
    this.songs = make("ol", { className: "set" });
    this.problems = make("div");
    this.add = button("Add this sound", () => this.addNow(), { picture: "plus" });
    this.cancel = button("Cancel", () => { this.draft = null; this.draw(); });
    this.element = make("section", { className: "block set-list", "aria-label": "Set list" },
      make("header", {}, this.heading, this.told, make("span", { className: "grow" }), this.edit), this.problems, this.songs,
      make("div", { className: "row" }, this.add, this.cancel));
    for (const key of ["setlists", "hello", "patches"]) line.on(key, () => this.draw());
    line.on("kept", ({ kept }) => this.answered(kept));
    this.draw();
  }

  /** The one that plays, else the first.
   * @returns {SetList | undefined} */
  get list() {
    const { setlists, song } = this.instrument;
    return setlists.find(({ name }) => name === song?.[0]) ?? setlists[0];
  }

  /** What its stages and sounds are called.
   * @param {string} name */
  title(name) { return this.instrument.sounds.find((sound) => sound.name === name)?.title ?? name; }

  begin() {
    this.draft = (this.list?.songs ?? []).map((song) => ({ ...song }));
    this.draw();
  }

  addNow() {
    if (!this.draft) this.begin();
    this.draft?.push({ stage: this.instrument.name, note: "" });
    this.draw();
  }

  /** @param {boolean} [replace] */
  keep(replace = this.list?.own ?? false) {
    const name = this.list?.name ?? "tonight";
    if (!this.line.send({ setlist: { name: nameOf(name), songs: this.draft, replace } })) say(this.told, "not connected: try again");
  }

  /** @param {{setlist?: string, exists?: string, refused?: string}} kept */
  answered(kept) {
    if (kept.setlist === undefined || !this.draft) return;
    if (kept.exists) return this.keep(true);
    if (kept.refused) return say(this.told, kept.refused);
    this.draft = null;
    this.draw();
  }

  draw() {
    const { list, draft } = this;
    const songs = draft ?? list?.songs ?? [];
    const now = this.instrument.song?.[0] === list?.name ? this.instrument.song?.[1] ?? -1 : -1;
    say(this.heading, list ? list.name[0].toUpperCase() + list.name.slice(1) : "Set list");
    say(this.told, draft ? "editing" : list ? "set list, a pedal steps on" : "none yet");
    say(this.edit, draft ? "Done" : "Edit");
    this.edit.hidden = !list && !draft;
    this.add.hidden = !draft && list !== undefined;
    this.cancel.hidden = !draft;
    this.problems.replaceChildren(...(list?.problems ?? []).map((text) => make("p", { className: "problem", textContent: text })));
    this.songs.replaceChildren(...songs.map((song, index) => (draft ? this.draftRow(song, index) : this.row(song, index, now))));
  }

  /** @param {{stage: string, note: string}} song @param {number} index @param {number} now */
  row({ stage, note }, index, now) {
    const place = index === now ? " nowp" : now >= 0 && index === now + 1 ? " nextp" : "";
    const state = place.includes("now") ? "plays" : place ? "next" : "";
    return make("li", {}, make("button", {
      className: `song${place}`, on: { click: () => this.line.send({ song: [this.list?.name, index] }) }, ...(state === "plays" ? { "aria-current": "true" } : {}),
    }, make("small", { textContent: String(index + 1) }), make("span", { className: "cut" }, this.title(stage), ...(note ? [make("small", { className: "cut note", textContent: note })] : [])), make("i", { textContent: state })));
  }

  /** @param {{stage: string, note: string}} song @param {number} index */
  draftRow(song, index) {
    const songs = this.draft ?? [];
    const act = (/** @type {string} */ text, /** @type {import("../components/make.js").IconName} */ picture, /** @type {() => void} */ change) => button(`${text} ${this.title(song.stage)}`, () => { change(); this.draw(); }, { picture, isIconOnly: true, look: "flat" });
    const swap = (/** @type {number} */ other) => { [songs[index], songs[other]] = [songs[other], songs[index]]; };
    const note = make("input", { value: song.note, placeholder: "Words for this song", "aria-label": `Words for ${this.title(song.stage)}`, maxLength: 200, on: { input: () => { song.note = note.value; } } });
    const up = act("Earlier:", "up", () => swap(index - 1));
    const down = act("Later:", "down", () => swap(index + 1));
    [up.disabled, down.disabled] = [index === 0, index === songs.length - 1];
    return make("li", { className: "draft" }, make("small", { textContent: String(index + 1) }), make("div", { className: "grow" }, make("span", { className: "cut", textContent: this.title(song.stage) }), note), up, down, act("Remove", "close", () => songs.splice(index, 1)));
  }
}

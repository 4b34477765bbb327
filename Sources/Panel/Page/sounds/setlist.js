// The set list of the evening: its songs, which one plays and which one is next, and editing it.
import { button } from "../components/button.js";
import { Menu } from "../components/choice.js";
import { make, say } from "../components/make.js";
import { chooseSong, listOf, watchSongs } from "../instrument/songs.js";

/** @typedef {{name: string, own: boolean, songs: {stage: string, note: string, file: boolean}[], problems: string[]}} SetList */

const titled = (/** @type {string} */ name) => name[0].toUpperCase() + name.slice(1);

export class SetListBlock {
  /** @param {import("../components/control.js").App} app */
  constructor(app) {
    const { line, instrument } = app;
    this.app = app;
    this.line = line;
    this.instrument = instrument;
    /** The songs while they are edited.
     * @type {{stage: string, note: string, was: number | null}[] | null} */
    this.draft = null;
    /** The name of the list that is edited; undefined for a new one.
     * @type {string | undefined} */
    this.editing = undefined;
    /** The one that was chosen among several. */
    this.chosen = "";
    this.which = new Menu("Which set list", (name) => { this.chosen = name; this.draw(); });
    this.heading = make("h2", { className: "cut" });
    this.said = make("span", { className: "dim cut" });
    this.leave = button("Leave", () => line.send({ song: null }), { look: "small flat" });
    this.leave.title = "The list ends, its sound plays on";
    this.edit = button("Edit", () => (this.draft ? this.keep() : this.begin()), { look: "small flat" });
    this.songs = make("ol", { className: "set" });
    this.problems = make("div");
    this.add = button("Add this sound", () => this.addNow(), { picture: "plus" });
    this.cancel = button("Cancel", () => { this.draft = null; this.draw(); });
    this.element = make("section", { className: "block set-list", "aria-label": "Set list" },
      make("header", {}, this.heading, this.which.element, this.said, make("span", { className: "grow" }), this.leave, this.edit), this.problems, this.songs,
      make("div", { className: "row" }, this.add, this.cancel));
    // A list that is edited stays as it is, with the words that are just being written.
    for (const key of ["setlists", "hello", "patches"]) line.on(key, () => { if (!this.draft) this.draw(); });
    line.on("kept", ({ kept }) => this.answered(kept));
    // What was added is kept also where nobody says that it is done.
    for (const event of ["leaving", "pagehide"]) addEventListener(event, () => { if (this.draft && (this.list || this.draft.length) && this.base === this.told()) this.keep(); });
    watchSongs(app, this.element, () => { if (!this.draft) this.draw(); });
    this.draw();
  }

  /** The one that was chosen, else the one that plays, else the first.
   * @returns {SetList | undefined} */
  get list() {
    const { setlists } = this.instrument;
    // The one that is edited stays, whatever plays meanwhile.
    if (this.draft) return setlists.find(({ name }) => name === this.editing);
    const named = (/** @type {string | undefined} */ wanted) => setlists.find(({ name }) => name === wanted);
    const playing = listOf(this.app);
    return named(this.chosen) ?? named(playing?.isOwn ? playing.name : undefined) ?? setlists[0];
  }

  /** What its stages and sounds are called.
   * @param {string} name */
  title(name) { return this.instrument.sounds.find((sound) => sound.name === name)?.title ?? name; }

  begin() {
    [this.editing, this.base] = [this.list?.name, this.told()];
    this.draft = (this.list?.songs ?? []).map(({ stage, note }, was) => ({ stage, note, was }));
    this.draw();
  }

  addNow() {
    if (!this.draft) this.begin();
    this.draft?.push({ stage: this.instrument.listed, note: "", was: null });
    this.draw();
  }

  /** The list as the instrument has it. */
  told() { return JSON.stringify(this.list?.songs ?? []); }

  keep() {
    const { list, base } = this;
    if (list?.problems.length) return say(this.said, "its file has an error: mend it first");
    this.base = this.told();
    // Somebody else has changed it meanwhile: once more replaces that.
    if (base !== this.base) return say(this.said, "changed by another page: Done again replaces that");
    if (!this.line.send({ setlist: { name: list?.name ?? this.editing ?? "tonight", songs: this.draft, replace: list?.own ?? false } })) say(this.said, "not connected: try again");
  }

  /** @param {{setlist?: string, exists?: string, refused?: string}} kept */
  answered(kept) {
    if (kept.setlist === undefined || !this.draft) return;
    if (kept.exists) {
      this.editing ??= kept.setlist;
      this.base = this.told();
      this.line.send({ setlists: 1 });
      return say(this.said, "there is one of that name: Done again replaces it");
    }
    if (kept.refused) return say(this.said, kept.refused);
    this.draft = null;
    this.draw();
  }

  draw() {
    const { list, draft } = this;
    const songs = draft ?? list?.songs ?? [];
    const playing = this.playing;
    const { setlists } = this.instrument, isOneOfMany = !draft && setlists.length > 1;
    [this.heading.hidden, this.which.element.hidden] = [isOneOfMany, !isOneOfMany];
    this.which.offer(setlists.map(({ name }) => [name, titled(name)]));
    this.which.draw(list?.name ?? "");
    say(this.heading, list ? titled(list.name) : "Set list");
    say(this.said, draft ? "editing" : list ? `set list${playing ? ", a pedal steps on" : ""}` : "none yet");
    say(this.edit, draft ? "Done" : "Edit");
    // A file with an error is mended by hand.
    this.edit.hidden = (!list && !draft) || (list?.problems.length ?? 0) > 0;
    this.add.hidden = !draft && list !== undefined;
    this.cancel.hidden = !draft;
    // A list that is not shown here, or not among the user's own, can be left too.
    const any = listOf(this.app);
    this.leave.hidden = !any || draft !== null;
    say(this.leave, any && !playing ? `Leave “${any.name}”` : "Leave");
    this.add.disabled = !this.instrument.sounds.some(({ name }) => name === this.instrument.listed);
    this.add.title = this.add.disabled ? "Only sounds of the list can be songs" : "";
    this.problems.replaceChildren(...(list?.problems ?? []).map((text) => make("p", { className: "problem", textContent: text })));
    this.songs.replaceChildren(...songs.map((song, index) => (draft ? this.draftRow(song, index) : this.row(song, index, playing))));
  }

  /** The list, if it is the one that plays.
   * @returns {import("../instrument/songs.js").PlayingList | null} */
  get playing() {
    const playing = listOf(this.app);
    return playing?.isOwn && playing.name === this.list?.name ? playing : null;
  }

  /** @param {number} index */
  choose(index) { if (this.playing) chooseSong(this.app, index); else this.line.send({ song: [this.list?.name, index] }); }

  /** @param {{stage: string, note: string}} song @param {number} index @param {import("../instrument/songs.js").PlayingList | null} playing */
  row({ stage, note }, index, playing) {
    const now = playing?.now ?? -1;
    const place = index === now && !playing?.isLeft ? " nowp" : now >= 0 && index === now + 1 ? " nextp" : "";
    const state = place.includes("now") ? "plays" : place ? "next" : "";
    return make("li", {}, make("button", {
      className: `song${place}`, on: { click: () => this.choose(index) }, ...(state === "plays" ? { "aria-current": "true" } : {}),
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

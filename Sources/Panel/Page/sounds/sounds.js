// Sounds: families, search, favourites, one's own, stages; the set list, and what was played.
import { button } from "../components/button.js";
import { icon, make, say } from "../components/make.js";
import { ask } from "../instrument/answers.js";
import { commonTags, familiesOf, find, soundsOf } from "./families.js";
import { SoundList } from "./list.js";
import { SoundNow } from "./now.js";
import { SetListBlock } from "./setlist.js";
import { Takes } from "./takes.js";

export class SoundsPlace {
  /** @param {import("../components/control.js").App} app */
  constructor(app) {
    const { line, instrument } = app;
    this.line = line;
    this.instrument = instrument;
    /** @type {import("./families.js").Sound[]} */
    this.sounds = soundsOf(instrument.sounds);
    this.family = "all";
    /** @type {Set<string>} */
    this.tags = new Set();
    this.list = new SoundList(line, instrument);
    this.takes = new Takes(app);
    this.now = new SoundNow(app);
    this.setlist = new SetListBlock(app);
    this.build();
    line.on("patches", () => { this.sounds = soundsOf(instrument.sounds); this.draw(); });
    for (const key of ["marks", "setlists"]) line.on(key, () => this.draw());
    this.draw();
  }

  get favourites() { return this.instrument.favourites; }

  build() {
    this.search = make("input", { type: "search", placeholder: "Name, character or file", "aria-label": "Find a sound", spellcheck: false, on: { input: () => this.drawList() } });
    this.tagBar = make("div", { className: "seg plain tagbar", role: "group", "aria-label": "Character" });
    this.side = make("div", { className: "col fam", role: "radiogroup", "aria-label": "Family", on: { keydown: (event) => this.key(event) } });
    this.chips = make("div", { className: "chips", role: "radiogroup", "aria-label": "Family", on: { keydown: (event) => this.key(event) } });
    this.file = button("Load it by its name or file", () => this.loadTyped(), { picture: "next" });
    this.star = button("Favourites", () => this.choose(this.family === "favourites" ? "all" : "favourites"), { picture: "star", isIconOnly: true, look: "only-narrow" });
    const tools = make("div", { className: "tools" }, make("label", { className: "field grow" }, icon("find"), this.search), this.tagBar, this.star);
    this.middle = make("div", { className: "col middle" }, tools, this.chips, make("div", { className: "file row" }, this.file), this.list.element);
    this.beside = make("div", { className: "col list beside" }, this.now.element, this.setlist.element, this.takes.element);
    this.element = make("div", { className: "cols" }, this.side, this.middle, this.beside);
    // Takes are a family only where they have no room of their own.
    new ResizeObserver(() => {
      if (this.element.offsetWidth === 0) return;
      if (this.family === "takes" && this.chips.offsetWidth === 0) this.choose("all");
      // What is not seen chooses nothing.
      if (this.tags.size > 0 && this.tagBar.offsetWidth === 0) { this.tags.clear(); this.draw(); }
    }).observe(this.element);
  }

  /** Somebody looks. */
  shown() {
    this.takes.look();
    this.now.draw();
    this.list.mark();
    this.list.reveal();
  }

  /** @param {string} family */
  choose(family) {
    this.family = family;
    this.search.value = "";
    this.tags.clear();
    this.draw();
  }

  loadTyped() { if (this.search.value.trim()) ask(this.line, "load", this.search.value.trim()); }

  get songs() { return this.setlist.list?.songs.map(({ stage }) => stage) ?? []; }

  draw() {
    const groups = familiesOf(this.sounds, this.favourites, this.songs.length);
    if (this.family !== "takes" && !groups.some(({ families }) => families.some(({ id }) => id === this.family))) this.family = "all";
    this.side.replaceChildren(...groups.flatMap(({ heading, families }) => [make("h2", { textContent: heading }), ...families.map((family) => this.choice(family, true))]));
    const chips = [groups[1].families[0], groups[0].families[0], { id: "takes", title: "Takes", count: 0 }, ...groups[2].families.map((one) => (one.title === "Sounds" ? { ...one, title: "Yours" } : one)), ...groups[1].families.slice(1)];
    this.chips.replaceChildren(...chips.map((family) => this.choice(family, false)));
    this.star.setAttribute("aria-pressed", String(this.family === "favourites"));
    const tags = commonTags(this.sounds, 5);
    this.tagBar.hidden = tags.length === 0;
    this.tagBar.replaceChildren(...tags.map((tag) => make("button", {
      textContent: tag, "aria-pressed": String(this.tags.has(tag)),
      on: { click: () => { if (!this.tags.delete(tag)) this.tags.add(tag); this.draw(); } },
    })));
    this.drawList();
  }

  /** @param {import("./families.js").Family} family @param {boolean} hasPicture */
  choice({ id, title, count }, hasPicture) {
    const isChosen = id === this.family;
    const picture = hasPicture && /** @type {Record<string, import("../components/make.js").IconName>} */ ({ set: "list", favourites: "star" })[id];
    return make("button", { role: "radio", value: id, "aria-checked": String(isChosen), tabIndex: isChosen ? 0 : -1, on: { click: () => this.choose(id) } },
      ...(picture ? [icon(picture)] : []), make("span", { className: "cut", textContent: title }), make("small", { textContent: id === "takes" ? "" : String(count) }));
  }

  drawList() {
    const words = this.search.value;
    this.element.classList.toggle("shows-takes", this.family === "takes");
    this.element.classList.toggle("shows-set", this.family === "set");
    const found = find(this.sounds, { family: this.family, words, tags: this.tags, favourites: this.favourites, songs: this.songs });
    const nothing = words || this.tags.size ? "No sound of that name or character."
      : { favourites: "No favourites yet: the star beside a sound makes it one.", set: "No set list yet. Load a sound, and add it there.", "own:Sounds": "Nothing of yours yet. Change a sound and save it." }[this.family] ?? "Nothing here.";
    this.list.show(found, this.favourites, nothing);
    this.file.parentElement.hidden = !(words.trim() && found.length === 0);
    say(this.file.querySelector(".word"), `Load “${words.trim()}”`);
  }

  /** The arrows go through a row or a column of choices.
   * @param {KeyboardEvent} event */
  key(event) {
    const bar = /** @type {HTMLElement} */ (event.currentTarget);
    const buttons = /** @type {HTMLElement[]} */ ([...bar.querySelectorAll("[role=radio]")]);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const next = step && buttons[buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step];
    if (!next) return;
    event.preventDefault();
    next.click();
    /** @type {HTMLElement | null} */ (bar.querySelector("[aria-checked=true]"))?.focus();
  }
}

/** @param {HTMLElement} view @param {import("../components/control.js").App} app */
export function fill(view, app) {
  const place = new SoundsPlace(app);
  view.append(place.element);
  view.addEventListener("shown", () => place.shown());
}

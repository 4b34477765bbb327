// Edit: the synth's front, and the modules of programs that nobody designed one for.
import { button } from "../components/button.js";
import { Segments } from "../components/choice.js";
import { icon, make, say } from "../components/make.js";
import { Sheet } from "../components/sheet.js";
import { isSaved, saveSheet } from "../sounds/save.js";
import { changesOf, holdButton, isChanged } from "./changes.js";
import { designedFront, isElsewhere, label, sessionModules } from "./front.js";
import { portText, stateText } from "../instrument/outside.js";
import { indices } from "../instrument/widgets.js";
import { designedModule, programModule } from "./modules.js";
import { fillRows, programFront } from "./program.js";
import { sounds } from "./struck.js";

/** @typedef {import("../instrument/widgets.js").Widget} Widget */

/** Groups that every sound has. */
const common = new Set(["part", "clock", "arp", "chord", "scale"]);

/** A part's name is no part of the names on its front.
 * @param {Widget} widget */
const bare = ({ name, part }) => (part ? name.slice(part.length + 1) : name);

class EditPlace {
  /** @type {Segments} */
  filters;
  /** @type {HTMLButtonElement} */
  undo;
  /** @type {HTMLButtonElement} */
  revert;

  /** @param {HTMLElement} view @param {import("../components/control.js").App} app */
  constructor(view, app) {
    this.view = view;
    this.app = app;
    this.part = "";
    this.only = "all";
    /** @type {import("./modules.js").Built[]} */
    this.modules = [];
    /** @type {Widget[]} */
    this.standing = [];
    this.chosen = "";
    this.build();
    const { line } = app;
    line.on("widgets", () => this.rebuild());
    line.on("parts", () => { if (!app.instrument.parts.some(({ name }) => name === this.part)) this.rebuild(); });
    // Another body has other controls.
    line.on("moved", () => { if (this.view.isConnected && this.struckBody() !== this.body) this.rebuild(); });
    for (const key of ["moved", "originals", "marks", "links", "undo", "hello"]) line.on(key, () => this.later());
    line.on("outside", () => this.tellOutside());
    view.addEventListener("shown", () => {
      if (this.isOld) this.rebuild();
      this.follow();
      this.settle();
    });
    this.phone = matchMedia("(max-width: 599px) and (min-height: 501px)");
    new ResizeObserver(() => this.choose(this.chosen)).observe(this.front);
    addEventListener("find", (event) => this.reveal(/** @type {CustomEvent} */ (event).detail));
    this.rebuild();
  }

  build() {
    const { line } = this.app;
    this.search = make("input", { type: "search", placeholder: "Find a control", "aria-label": "Find a control", spellcheck: false, on: { input: () => this.filter() } });
    this.field = make("label", { className: "field find" }, icon("find"), this.search);
    this.filters = new Segments("Which controls", (only) => { this.only = only; this.filter(); }, { look: "plain" });
    this.undo = button("Undo", () => line.send({ undo: 1 }), { picture: "undo", isIconOnly: true, look: "flat undo" });
    this.revert = button("Revert", () => line.send({ revert: this.part }), { look: "revert" });
    this.save = button("Save", () => saveSheet(this.app, this.part), { look: "main save" });
    this.timing = button("Time", () => this.showTime(!this.front.classList.contains("timing")), { picture: "time", isIconOnly: true, look: "flat timing-button" });
    this.name = make("h2", { className: "cut", dir: "auto" });
    this.count = make("p", { className: "cut dim" });
    this.looking = button("Find a control", () => this.find(), { picture: "find", isIconOnly: true, look: "flat looking" });
    this.more = button("More", () => this.showMore(), { picture: "more", isIconOnly: true, look: "flat more" });
    this.tools = make("div", { className: "tools" },
      make("div", { className: "title" }, this.name, this.count), this.field, this.filters.element, make("span", { className: "grow" }),
      this.looking, this.timing, this.undo, holdButton(line, "Hold for original"), this.revert, this.more, this.save);
    this.parts = make("div", { className: "chips parts-bar", role: "radiogroup", "aria-label": "Part" });
    this.chips = make("div", { className: "chips modules-bar", role: "radiogroup", "aria-label": "Module" });
    this.front = make("div", { className: "mods" });
    this.found = make("p", { className: "unseen", role: "status" });
    /** Which instrument outside plays the part. */
    this.outside = make("p", { className: "outside dim" });
    this.showTime(false);
    this.element = make("div", { className: "edit" }, this.tools, this.parts, this.outside, this.chips, this.front, this.found);
    this.view.append(this.element);
  }

  // MARK: What there is

  /** The front of the part that is shown. */
  rebuild() {
    const { instrument, widgets } = this.app;
    for (const module of this.modules) module.close();
    this.modules = [];
    // Nobody looks: it is built when somebody does.
    this.isOld = !this.view.isConnected;
    if (this.isOld) return this.front.replaceChildren();
    if (!instrument.parts.some(({ name }) => name === this.part)) this.part = instrument.parts[0]?.name ?? "";
    const shown = widgets.groups.filter(({ part, name }) => part === this.part || (part === "" && name !== "instrument"));
    // What every sound has stands after what makes this one.
    const groups = [...shown.filter(({ name }) => !common.has(name)), ...shown.filter(({ name }) => common.has(name))];
    const own = new Map(widgets.all.filter(({ part }) => part === this.part || part === "").map((widget) => [bare(widget), widget]));
    const find = (/** @type {string} */ name) => own.get(name);
    this.body = this.struckBody();
    const designed = designedFront(new Set(own.keys()), this.body);
    const session = sessionModules(widgets.all.map(({ name }) => name), find, designed.length === 0);
    const used = new Set([...designed, ...session].flatMap(({ head = [], cells }) => [...head, ...cells].map(([name]) => name)));
    // What the designed front does not know follows it, as the program has it.
    const rest = groups.map((group) => ({ ...group, items: group.items.filter((item) => this.isLeft(item, used)) })).filter(({ items }) => items.length > 0);
    const program = programFront(rest, widgets.all);
    const isProgram = designed.length === 0;
    const spans = fillRows([...program, ...(isProgram ? session : [])].map(({ columns }) => columns));
    this.modules = [
      ...designed.map((module) => designedModule(this.app, module, find)),
      ...program.map((module, index) => programModule(this.app, { ...module, columns: spans[index] }, rest[index])),
      ...session.map((module, index) => designedModule(this.app, isProgram ? { ...module, columns: spans[program.length + index] } : module, find)),
    ];
    this.element.className = `edit part${instrument.colour(this.part)}${designed.length > 0 ? " is-designed" : ""}`;
    this.front.classList.toggle("designed", designed.length > 0);
    this.front.classList.toggle("struck", this.body !== "");
    this.front.classList.toggle("prog", isProgram);
    this.front.replaceChildren(...this.modules.map(({ element }) => element));
    if (designed.length + program.length === 0) this.front.prepend(make("p", { className: "nothing", textContent: "This program has no controls of its own. Play it on the keys." }));
    /** The widgets that stand on this front. */
    this.standing = widgets.all.filter((widget) => used.has(bare(widget)) && own.get(bare(widget)) === widget).concat(rest.flatMap(({ items }) => items.flatMap(indices).map((index) => widgets.all[index])));
    this.drawBars();
    this.tellOutside();
    this.follow();
    this.filter();
    this.settle();
  }

  /** Whether an item of a group stands nowhere else.
   * @param {any[]} item @param {Set<string>} used */
  isLeft(item, used) {
    const widget = this.app.widgets.all[indices(item)[0]];
    return widget && !used.has(bare(widget)) && !isElsewhere(bare(widget)) && (this.body === "" || sounds(bare(widget), this.body ?? ""));
  }

  /** The body that the part strikes; empty for another engine. */
  struckBody() {
    const find = (/** @type {string} */ name) => this.app.widgets.find(this.part ? `${this.part}/${name}` : name);
    const model = find("model");
    return (find("strike.hardness") && model?.choices?.[Math.round(model.value)]) || "";
  }

  tellOutside() {
    const outside = this.app.instrument.outsideOf(this.part);
    this.outside.hidden = !outside;
    if (outside) say(this.outside, `${portText(outside)}: ${stateText(outside)}.`);
  }

  /** The parts, and on phones the modules. */
  drawBars() {
    const { instrument } = this.app;
    const chip = (/** @type {string} */ text, /** @type {boolean} */ isChosen, /** @type {() => void} */ act, look = "") => make("button", { className: look, role: "radio", "aria-checked": String(isChosen), tabIndex: isChosen ? 0 : -1, on: { click: act } }, text);
    this.parts.hidden = !instrument.hasParts;
    this.parts.replaceChildren(...instrument.parts.map(({ name }) => chip(name, name === this.part, () => { this.part = name; this.rebuild(); }, `part${instrument.colour(name)}`)));
    if (!this.modules.some(({ title }) => title === this.chosen)) this.chosen = this.modules.find(({ title }) => title === "Filter")?.title ?? this.modules[0]?.title ?? "";
    this.chips.replaceChildren(...this.modules.map(({ title, short }) => chip(short, title === this.chosen, () => this.choose(title))));
    for (const bar of [this.parts, this.chips]) bar.onkeydown = (/** @type {KeyboardEvent} */ event) => this.step(event);
    this.choose(this.chosen);
  }

  /** The module that a phone shows.
   * @param {string} title */
  choose(title) {
    this.chosen = title;
    const at = this.modules.findIndex((module) => module.title === title);
    this.modules.forEach((module, index) => {
      module.element.classList.toggle("chosen", index === at);
      const button = this.chips.children[index];
      button?.setAttribute("aria-checked", String(index === at));
      if (button) button.tabIndex = index === at ? 0 : -1;
    });
    const button = this.chips.children[at];
    this.fillPhone(at);
    if (button && this.chips.scrollWidth > this.chips.clientWidth) this.chips.scrollLeft = button.offsetLeft - this.chips.clientWidth / 3;
    this.settle();
  }

  /** A phone shows what stands beside a short module too, as long as it fits.
   * @param {number} at */
  fillPhone(at) {
    const { front } = this;
    const isShown = (/** @type {any} */ module) => module.element.classList.contains("chosen");
    // Several modules have headings, which need room too.
    const count = () => front.classList.toggle("several", this.modules.filter(isShown).length > 1);
    const hasRoom = () => { count(); return front.scrollHeight <= front.clientHeight; };
    if (this.phone.matches && front.isConnected && at >= 0) {
      for (const way of [1, -1]) {
        let next = at + way;
        while (this.modules[next] && isShown(this.modules[next])) next += way;
        for (; this.modules[next] && hasRoom(); next += way) {
          this.modules[next].element.classList.add("chosen");
          if (!hasRoom()) { this.modules[next].element.classList.remove("chosen"); break; }
        }
      }
    }
    count();
  }

  /** @param {KeyboardEvent} event */
  step(event) {
    const bar = /** @type {HTMLElement} */ (event.currentTarget);
    const buttons = /** @type {HTMLElement[]} */ ([...bar.querySelectorAll("[role=radio]")]);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step && buttons[buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step];
    if (!next) return;
    event.preventDefault();
    next.click();
    /** @type {HTMLElement | null} */ (bar.querySelector("[aria-checked=true]"))?.focus();
  }

  // MARK: Which of them are meant

  /** @param {Widget} widget */
  isMeant(widget) {
    const words = this.search.value.trim().toLowerCase();
    const isOf = { all: true, favourites: widget.isFavourite, changed: isChanged(widget), mapped: widget.link !== null }[this.only];
    return isOf && (words === "" || widget.name.toLowerCase().includes(words) || label(widget.name).toLowerCase().includes(words));
  }

  /** Dims what is not meant, in its place, so that nothing jumps. */
  filter() {
    const isAll = this.only === "all" && this.search.value.trim() === "";
    let first = "";
    let count = 0;
    for (const { element, title } of this.modules) {
      let hasOne = false;
      for (const control of /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("[data-widget], [data-pair]"))) {
        const all = namesOf(control).flatMap((name) => this.app.widgets.find(name) ?? []), meant = all.filter((one) => this.isMeant(one));
        const isMeant = isAll || meant.length > 0;
        if (all.length > 0 && isMeant) { hasOne = true; count += meant.length; }
        if (all.length > 0) (control.closest(".k, .kswitch, .kmenu, .kseg, .read, .fader, .press, .bar2") ?? control).classList.toggle("dimmed", !isMeant);
      }
      element.classList.toggle("dimmed", !hasOne && !isAll);
      if (hasOne && !first) first = title;
    }
    const chosen = this.modules.find(({ title }) => title === this.chosen);
    if (!isAll && first && chosen?.element.classList.contains("dimmed")) this.choose(first);
    say(this.found, isAll ? "" : count === 1 ? "1 control" : `${count} controls`);
    if (!isAll && first) this.modules.find(({ title }) => title === first)?.element.scrollIntoView({ block: "nearest" });
  }

  /** On a phone the field takes the place of the name. */
  find() {
    this.tools.classList.toggle("finding");
    if (this.tools.classList.contains("finding")) this.search.focus();
    else if (this.search.value) { this.search.value = ""; this.filter(); }
  }

  /** Shows where a widget stands.
   * @param {string} name */
  reveal(name) {
    const element = [...this.front.querySelectorAll("[data-widget], [data-pair]")].find((one) => namesOf(/** @type {HTMLElement} */ (one)).includes(name));
    const module = this.modules.find((one) => one.element.contains(element));
    if (module) this.choose(module.title);
    if (module?.element.matches(".row-6, .row-7")) this.showTime(true);
    element?.scrollIntoView({ block: "center" });
  }

  /** On a desk the clock, the metronome and the song have room only when somebody asks for them.
   * @param {boolean} isWanted */
  showTime(isWanted) {
    this.timing.setAttribute("aria-pressed", String(isWanted));
    this.front.classList.toggle("timing", isWanted);
    this.settle();
    if (isWanted) this.modules.at(-1)?.element.scrollIntoView({ block: "nearest" });
  }

  // MARK: What has happened

  later() {
    if (this.timer !== undefined) return;
    this.timer = setTimeout(() => { this.timer = undefined; this.follow(); }, 120);
  }

  /** Counts, the name, and what can be taken back. */
  follow() {
    if (!this.view.isConnected) return;
    const { instrument, widgets } = this.app;
    const all = this.standing;
    const changed = changesOf(widgets.all, this.part).length;
    const counts = { all: all.length, favourites: all.filter(({ isFavourite }) => isFavourite).length, changed, mapped: all.filter(({ link }) => link).length };
    const key = Object.values(counts).join();
    if (key !== this.counted) {
      /** @type {string} */
      this.counted = key;
      this.filters.offer(Object.entries(counts).map(([name, count]) => [name, `${name[0].toUpperCase()}${name.slice(1)} ${count}`]));
    }
    say(this.name, instrument.title);
    say(this.count, changed ? `${changed} changed` : instrument.family);
    this.app.tellHere([instrument.family, changed ? `${changed} changed` : ""].filter((one) => one).join(", "));
    this.undo.disabled = instrument.undo.count === 0;
    const { what, text = "", sound } = instrument.undo;
    this.undo.title = sound ? `Undo: ${sound} with what was changed in it` : what ? `Undo: ${label(what)} ${text}` : "Undo";
    this.save.disabled = !isSaved(instrument.kind);
    this.save.title = this.save.disabled ? "Its file is saved by an editor: this sound is no patch" : "";
    this.revert.disabled = changed === 0;
    if (this.only === "changed") this.filter();
  }

  /** A front that fits never scrolls: its controls turn in every direction. */
  settle() {
    const { front } = this;
    if (!front.isConnected) return;
    front.classList.toggle("scrolls", front.scrollHeight > front.clientHeight + 1);
  }

  /** What has no room on a phone. */
  showMore() {
    const { line, instrument } = this.app;
    const sheet = new Sheet("More", { near: this.more });
    const filters = new Segments("Which controls", (only) => { this.only = only; this.filters.draw(only); this.filter(); }, { look: "plain" });
    filters.offer([["all", "All"], ["favourites", "Favourites"], ["changed", "Changed"], ["mapped", "Mapped"]]);
    filters.draw(this.only);
    const redo = button("Redo", () => line.send({ redo: 1 }), { picture: "redo" });
    redo.disabled = !instrument.undo.redo;
    const revert = button("Revert", () => { sheet.close(); line.send({ revert: this.part }); });
    revert.disabled = this.revert.disabled;
    sheet.show(filters.element, make("div", { className: "acts" }, holdButton(line, "Hold for original"), revert, redo));
  }
}

/** The widgets that a control moves: a pad has two.
 * @param {HTMLElement} control @returns {string[]} */
const namesOf = ({ dataset: { pair, widget = "" } }) => (pair ? JSON.parse(pair) : [widget]);

/** @param {HTMLElement} view @param {import("../components/control.js").App} app */
export function fill(view, app) { new EditPlace(view, app); }

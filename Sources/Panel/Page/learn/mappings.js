// The table of mappings by controller, with live bars; problems on top, with file and line.
import { button } from "../components/button.js";
import { Segments } from "../components/choice.js";
import { icon, make, say } from "../components/make.js";
import { Sheet } from "../components/sheet.js";
import { label } from "../edit/front.js";
import { bare } from "../play/eight.js";
import { modeWord } from "./lesson.js";
import { MappingFiles, fileName } from "./mappingfile.js";

const mostLines = 200;
/** In milliseconds: so long a row shows that its control has moved. */
const recently = 1500;
const columns = ["Control", "Arrives", "Moves", "Range", "When they differ", ""];

/** A control as people say it.
 * @param {string} control */
export const spoken = (control) => control.replace(/\b(cc14|cc|nrpn|rpn)\b/gi, (word) => word.toUpperCase()).replace(/^[a-z]/, (letter) => letter.toUpperCase());

class Mappings {
  /** @type {any[]} what has arrived and is not shown yet */
  waiting = [];

  /** @param {import("../components/control.js").App} app @param {string} words what is looked for @param {(widget: any) => void} learn */
  constructor(app, words, learn) {
    this.app = app;
    this.learn = learn;
    this.shown = "used";
    /** @type {any[]} the files whose rows are shown */
    this.chosen = [];
    this.told = { mappings: /** @type {any[]} */ ([]), problems: /** @type {string[]} */ ([]) };
    this.search = make("input", { type: "search", value: words, placeholder: "Find a control or widget", "aria-label": "Find a control or widget", spellcheck: false, on: { input: () => this.draw() } });
    this.which = new Segments("Which mappings", (shown) => { this.shown = shown; this.draw(); }, { look: "plain" });
    this.download = button("Download", () => this.files?.choose(this.chosen, this.download), { picture: "save", look: "download" });
    this.problems = make("div", { className: "problems", role: "region", "aria-label": "Problems" });
    this.body = make("tbody");
    this.last = make("output", { className: "last", textContent: "Move a control or press a key." });
    this.log = make("ol", { className: "log", "aria-label": "What arrives", tabIndex: 0 });
    const table = make("table", {}, make("thead", {}, make("tr", {}, ...columns.map((textContent) => make("th", { scope: "col" }, make("span", { className: textContent ? "" : "unseen", textContent: textContent || "What can be done" }))))), this.body);
    this.element = make("section", { id: "view-map", className: "mappings edit", role: "main", "aria-label": "Mappings" },
      make("h1", { className: "unseen", textContent: "Mappings" }),
      make("div", { className: "tools" }, button(document.body.classList.contains("learning") ? "Learn" : "Back", () => this.close(), { picture: "previous", look: "flat back" }), make("label", { className: "field find" }, icon("find"), this.search), this.which.element, make("span", { className: "grow" }), this.download),
      this.problems, make("div", { className: "list scrolls grow" }, table, make("section", { className: "block heard" }, make("h2", { textContent: "What arrives" }), this.last, this.log)));
    this.listen(app.line);
  }

  /** @param {import("../instrument/line.js").Line} line */
  listen(line) {
    this.ending = new AbortController();
    const { signal } = this.ending;
    this.files = new MappingFiles(line, signal);
    line.on("mappings", (message) => { this.told = message; this.draw(); }, signal);
    for (const key of ["remapped", "hello"]) line.on(key, () => line.send({ map: 1 }), signal);
    for (const key of ["turned", "links", "moved"]) line.on(key, () => this.later(), signal);
    line.on("heard", (message) => {
      if (this.waiting.push(message) === 1) requestAnimationFrame(() => this.hear());
    }, signal);
    addEventListener("hashchange", () => this.close(), { signal });
    addEventListener("keydown", (event) => { if (event.key === "Escape" && !document.querySelector(".sheet")) this.close(); }, { signal });
  }

  open() {
    document.querySelector("#app")?.append(this.element);
    document.body.classList.add("mapping");
    this.app.line.send({ map: 1 });
    /** @type {HTMLElement} */ (this.element.querySelector(".back"))?.focus();
    return this;
  }

  close() {
    clearTimeout(this.timer);
    this.ending?.abort();
    this.element.remove();
    document.body.classList.remove("mapping");
  }

  // MARK: Rows

  /** @param {any} mapping */
  isUsed(mapping) { return mapping.users.length > 0 || (mapping.ports.length === 0 && mapping.rows.length > 0); }

  draw() {
    const { mappings, problems } = this.told;
    const all = [...problems, ...mappings.flatMap((mapping) => mapping.problems.flatMap((/** @type {string} */ text) => text.split("\n")))].filter((text) => text);
    const used = mappings.filter((mapping) => this.isUsed(mapping));
    this.which.offer([["used", `In use ${used.reduce((sum, { rows }) => sum + rows.length, 0)}`], ["problems", `Problems ${all.length}`], ["all", `All files ${mappings.length}`]]);
    this.problems.replaceChildren(...all.map((text) => make("p", { className: "say" }, icon("warn"), ...this.problem(text))));
    const words = this.search.value.trim().toLowerCase();
    this.chosen = { used, problems: mappings.filter((mapping) => mapping.problems.length > 0), all: mappings }[this.shown] ?? used;
    this.download.disabled = this.chosen.length === 0;
    /** @type {any[]} */
    this.rows = [];
    this.body.replaceChildren(...this.chosen.flatMap((mapping) => this.file(mapping, words)));
    if (this.body.childElementCount === 0) this.body.append(make("tr", {}, make("td", { className: "nothing", colSpan: 6, textContent: words ? "Nothing of that name." : this.shown === "problems" ? (all.length ? "What is in order is used." : "No problems.") : "Nothing is mapped yet. Press Learn, touch a control, and move a knob." })));
    this.move();
  }

  /** A problem with its file and line in front, which can be shown.
   * @param {string} text */
  problem(text) {
    const [, file, line, what] = text.match(/^(.*?\.ya?ml):(\d+)(?::\d+)?: (?:error: )?(.*)$/s) ?? [];
    if (!file) return [make("span", { className: "problem-text", textContent: text })];
    return [make("span", { className: "problem-text grow", title: text }, make("b", { textContent: `${fileName(file)}, line ${line}: ` }), what),
      button("Show", () => this.files?.show(file, Number(line), what), { look: "small" })];
  }

  /** @param {any} mapping @param {string} words */
  file(mapping, words) {
    const rows = mapping.rows.filter((/** @type {any} */ row) => `${row[0]} ${row[1]} ${label(row[1])}`.toLowerCase().includes(words));
    if (words && rows.length === 0) return [];
    const isForAll = mapping.ports.length === 0 && mapping.users.length === 0;
    const whose = mapping.users.length ? "connected" : isForAll ? "comes after the others" : "not connected";
    const head = make("tr", { className: "sub", "data-file": mapping.file }, make("td", { colSpan: 6 }, isForAll ? "Every controller" : mapping.title, make("small", { textContent: mapping.file === mapping.title && !isForAll ? whose : `${fileName(mapping.file)}, ${whose}` })));
    return [head, ...rows.map((/** @type {any} */ row) => this.row(row, mapping.file))];
  }

  /** @param {any[]} row control, widget, range, curve, mode, feedback, line, 1 if the sound has it @param {string} file */
  row(row, file) {
    const [control, name, range, , mode, , line, isThere] = row;
    // A name without a part means the widget of every part.
    const widget = this.app.widgets.find(name) ?? this.app.widgets.all.find((one) => one.part !== "" && bare(one) === name);
    const bar = make("span", { className: "live" });
    const part = widget && widget.name === name && this.app.instrument.hasParts ? make("i", { className: `part${this.app.instrument.colour(widget.part)}` }) : "";
    const element = make("tr", { className: isThere === 1 ? "" : "missing", title: isThere === 1 ? `line ${line}` : "this sound has no such widget", "data-file": file },
      make("td", { textContent: spoken(control) }), make("td", {}, bar),
      make("td", {}, part, make("b", { textContent: widget ? label(name) : "" }), " ", make("code", { className: "dim", textContent: name })),
      make("td", { textContent: range.replace(" … ", " to ") }), make("td", { textContent: modeWord(mode) }),
      make("td", { className: "r" }, button(`More about ${control}`, () => this.menu(widget, row, file, element), { picture: "more", isIconOnly: true, look: "flat" })));
    if (widget) this.rows?.push({ element, bar, widget, control });
    return element;
  }

  /** @param {any} widget @param {any[]} row @param {string} file @param {Element} near */
  menu(widget, [control, name, , , , , line], file, near) {
    const sheet = new Sheet(control, { near });
    const act = (/** @type {string} */ text, /** @type {import("../components/make.js").IconName} */ picture, /** @type {() => void} */ run) => button(text, () => { sheet.close(); run(); }, { picture });
    sheet.show(make("h2", { textContent: `${spoken(control)}: ${widget ? label(name) : name}` }), make("div", { className: "acts" },
      ...(widget ? [act("Learn another", "link", () => { this.close(); this.learn(widget); }), act("Show the control", "edit", () => { this.close(); location.hash = "#edit"; setTimeout(() => dispatchEvent(new CustomEvent("find", { detail: name })), 100); })] : []),
      act("Show its line", "text", () => this.files?.show(file, line)),
      act("Unlink", "close", () => this.app.line.send({ learn: { unlink: name } }))));
  }

  // MARK: What moves

  later() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => { this.frame = 0; this.move(); });
  }

  /** The bars show where the controls are. */
  move() {
    let hasMoved = false;
    for (const { element, bar, widget, control } of this.rows ?? []) {
      const isLinked = widget.link && widget.link.control.toLowerCase().startsWith(control.toLowerCase().replace(/^ch \d+ /, "").slice(0, 12));
      bar.style.setProperty("--x", `${((isLinked ? widget.link.position ?? 0 : 0) * 100).toFixed(1)}%`);
      const isMoving = performance.now() - widget.movedAt < recently;
      element.classList.toggle("now", isMoving);
      hasMoved ||= isMoving;
    }
    // Once more when it is over.
    clearTimeout(this.timer);
    if (hasMoved) this.timer = setTimeout(() => this.move(), recently);
  }

  hear() {
    for (const { heard, from, value, bytes } of this.waiting.slice(-mostLines)) {
      const [control, target] = heard.split(" → ");
      say(this.last, heard);
      this.log.prepend(make("li", { title: bytes ?? "", className: target === "unmapped" ? "unmapped" : "" }, from ? `${from}  ` : "", make("b", { textContent: control }), ` ${value ?? ""}`, target ? ` → ${target}` : ""));
    }
    this.waiting = [];
    while (this.log.childElementCount > mostLines) this.log.lastElementChild?.remove();
    this.later();
  }
}

/** @type {Mappings | null} */
let open = null;

/**
 * @param {import("../components/control.js").App} app @param {string} [words] what is looked for
 * @param {(widget: any) => void} [learn] what begins with a widget
 */
export function showMappings(app, words = "", learn = (widget) => app.learn?.(widget)) {
  open?.close();
  open = new Mappings(app, words, learn).open();
}

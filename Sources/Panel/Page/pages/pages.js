// Pages: the user's own grids of controls, kept on the instrument and edited here.
import { button } from "../components/button.js";
import { Touched, holdUntilLeft } from "../components/held.js";
import { icon, make, say } from "../components/make.js";
import { Sheet } from "../components/sheet.js";
import { chooseWidget } from "./add.js";
import { Draft, newPage, placed, said, told } from "./draft.js";
import { emptyCells, isShown, moved, resized, rowsOf } from "./grid.js";
import { inspector } from "./inspector.js";
import { colourOf, itemContent, nameOf } from "./items.js";

class PagesPlace {
  /** @type {Touched} */
  fingers;

  /** @param {HTMLElement} view @param {import("../components/control.js").App} app */
  constructor(view, app) {
    this.view = view;
    this.app = app;
    this.chosen = new URLSearchParams(location.search).get("page") ?? "";
    this.isEditing = false;
    /** @type {Draft | null} */
    this.draft = null;
    /** The number of the item that is edited. */
    this.selected = -1;
    this.build();
    const { line } = app;
    line.on("pages", () => this.told());
    for (const key of ["widgets", "scenes"]) line.on(key, () => this.draw());
    line.on("kept", ({ kept }) => this.answered(kept));
    line.on("closed", () => this.draft?.wait());
    line.on("hello", () => { if (this.draft?.isWaiting) this.draft.keep(); });
    // Where a scene plays, some items stand and others do not.
    line.on("moved", () => { if (this.scene !== this.drawnScene) this.draw(); });
    this.isTall = this.mustBeTall;
    new ResizeObserver(() => { if (this.mustBeTall !== this.isTall) this.draw(); }).observe(view);
    view.addEventListener("shown", () => {
      this.draw();
      this.keys(true);
    });
    view.addEventListener("leaving", () => this.keys(false));
    this.told();
  }

  build() {
    this.chips = make("div", { className: "chips", role: "radiogroup", "aria-label": "Page", on: { keydown: (event) => this.step(event) } });
    this.undo = button("Undo", () => { if (this.draft?.undo()) { this.selected = -1; this.draw(); } }, { picture: "undo", isIconOnly: true, look: "flat" });
    this.rename = button("Rename", () => this.askName(), { look: "flat rename" });
    this.forget = button("Delete", () => this.remove(), { look: "flat red forget" });
    this.mode = button("Edit", () => this.edit(!this.isEditing), { look: "main" });
    this.problems = make("div", { className: "problems" });
    this.grid = make("div", { className: "page" });
    this.body = make("div", { className: "body" }, this.grid);
    this.view.append(make("div", { className: "edit" }, make("div", { className: "tools" }, this.chips, this.rename, this.forget, this.undo, this.mode), this.problems, this.body));
    // What a finger is on stays there until it lifts.
    this.fingers = new Touched(this.grid, () => { if (this.mustDraw) this.draw(); });
    // A tap on an item that opens the inspector ends on another place, because the grid becomes narrower.
    this.grid.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => { this.isFree = event.target === this.grid; });
    this.grid.addEventListener("click", (/** @type {MouseEvent} */ event) => { if (event.target === this.grid && this.isFree && this.isEditing) this.add(this.cellAt(event)); });
  }

  get mustBeTall() { return innerHeight > innerWidth; }

  /** The keys of a page play the instrument's piano while they are shown.
   * @param {boolean} areShown */
  keys(areShown) { this.grid.querySelector(".page-keys")?.dispatchEvent(new Event(areShown ? "shown" : "leaving")); }

  /** The scene that plays; empty without one. */
  get scene() {
    const widget = this.app.widgets.find("scene");
    return this.app.instrument.scenes?.find(({ playing }) => playing)?.name ?? widget?.choices?.[Math.round(widget.value)] ?? "";
  }

  // MARK: Which page

  told() {
    if (this.isDragging) return;
    const { pages } = this.app.instrument;
    if (!pages.some(({ name }) => name === this.chosen) && !this.draft?.isNew) this.chosen = this.draft?.isPending ? this.chosen : pages[0]?.name ?? "";
    const page = pages.find(({ name }) => name === this.chosen);
    if (page && this.draft && this.draft.page.name === page.name) this.draft.hear(page);
    // What was changed here and is on its way counts more.
    if (page && !this.draft?.isPending && (!this.draft || told(this.draft.page) !== told({ ...page, tall: page.tall ?? null }))) {
      // What somebody else has done to it meanwhile is not taken back with what was done here.
      this.draft = new Draft(this.app.line, page);
    } else if (!page && !this.draft?.isPending && !this.draft?.isNew) this.draft = null;
    this.draw();
  }

  /** @param {string} name */
  choose(name) {
    if (this.draft?.isUnsent) this.draft.keep();
    this.chosen = name;
    this.draft = null;
    this.selected = -1;
    this.told();
  }

  create() {
    const page = newPage(this.app.instrument.pages.length ? "Page" : "Tonight", this.app.instrument.pages);
    this.chosen = page.name;
    this.draft = new Draft(this.app.line, page, true);
    this.draft.keep();
    this.edit(true);
    /** @type {HTMLElement | null} */ (this.grid.querySelector(".slot"))?.focus({ preventScroll: true });
  }

  /** @param {{page?: string, exists?: string, refused?: string}} kept */
  answered({ page, exists, refused }) {
    if (page === undefined || (!exists && !refused)) return;
    if (page === this.draft?.page.name) this.draft.settle();
    dispatchEvent(new CustomEvent("notice", { detail: { text: refused ?? `There is a page ${page} already.` } }));
  }

  /** @param {boolean} isOn */
  edit(isOn) {
    if (!isOn && this.draft?.isUnsent) this.draft.keep();
    this.isEditing = isOn;
    this.selected = -1;
    this.draw();
  }

  askName() {
    const field = make("input", { value: this.draft?.page.title ?? "", "aria-label": "Name of the page", maxLength: 40 });
    const sheet = new Sheet("Rename the page");
    const others = this.app.instrument.pages.filter(({ name }) => name !== this.draft?.page.name).map(({ title }) => title.toLowerCase());
    const told = make("p", { className: "dim", role: "status" });
    const act = () => {
      const title = field.value.trim();
      if (others.includes(title.toLowerCase())) return say(told, "There is a page of that name.");
      if (title) this.draft?.rename(title);
      sheet.close();
      this.draw();
    };
    field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => { if (event.key !== "Enter") return; event.preventDefault(); act(); });
    sheet.show(make("h2", { textContent: "Rename the page" }), make("label", { className: "field" }, field), told, button("Rename", act, { look: "main" }));
    field.select();
  }

  remove() {
    const page = this.draft?.page;
    if (!page) return;
    this.app.line.send({ forget: ["page", page.name] });
    this.draft = null;
    this.edit(false);
    const { line } = this.app;
    dispatchEvent(new CustomEvent("notice", { detail: { text: `${page.title} is deleted.`, label: "Undo", act: () => line.send({ page: { name: page.name, title: page.title, wide: page.wide, tall: page.tall, replace: true } }) } }));
  }

  /** @param {KeyboardEvent} event */
  step(event) {
    const buttons = [...this.chips.querySelectorAll("button")];
    const next = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const target = next && buttons[buttons.indexOf(document.activeElement) + next];
    if (!target) return;
    event.preventDefault();
    target.focus();
  }

  // MARK: What is shown

  draw() {
    if (!this.view.isConnected && this.grid.childElementCount) return;
    this.mustDraw = this.fingers.isHeld;
    if (this.mustDraw) return;
    const focused = this.focusable.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    this.drawAll();
    // All is made anew; the focus stays at its place.
    if (focused >= 0 && !this.view.contains(document.activeElement)) this.focusable[focused]?.focus({ preventScroll: true });
  }

  get focusable() { return /** @type {HTMLElement[]} */ ([...this.view.querySelectorAll("button:not([hidden]), input, select, [tabindex]")]); }

  /** Whether the file of the page has an error. */
  get isBroken() { return (this.app.instrument.pages.find(({ name }) => name === this.chosen)?.problems.length ?? 0) > 0; }

  drawAll() {
    if (this.isBroken) [this.isEditing, this.selected] = [false, -1];
    this.isTall = this.mustBeTall;
    this.drawnScene = this.scene;
    const { pages } = this.app.instrument;
    const shown = this.draft && !pages.some(({ name }) => name === this.draft?.page.name) ? [...pages, this.draft.page] : pages;
    this.chips.replaceChildren(...shown.map(({ name, title }) => make("button", { role: "radio", "aria-checked": String(name === this.chosen), on: { click: () => this.choose(name) } }, this.draft && name === this.draft.page.name ? this.draft.page.title : title)),
      make("button", { className: "plus", "aria-label": "New page", on: { click: () => this.create() } }, icon("plus")));
    this.chips.querySelector("[aria-checked=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    say(this.mode.querySelector(".word"), this.isEditing ? "Done" : "Edit");
    if (this.view.isConnected) this.app.tellHere(this.draft ? `page “${this.draft.page.title}”${this.isEditing ? ", editing" : ""}` : "");
    this.mode.hidden = !this.draft;
    // What is wrong in a file is mended there: here it would be lost.
    this.mode.disabled = this.isBroken;
    this.mode.title = this.isBroken ? "The file of this page has an error: mend it first" : "";
    for (const element of [this.undo, this.rename, this.forget]) element.hidden = !this.isEditing;
    this.undo.disabled = (this.draft?.before.length ?? 0) === 0;
    this.problems.replaceChildren(...(pages.find(({ name }) => name === this.chosen)?.problems ?? []).map((/** @type {string} */ text) => make("p", { className: "problem block", textContent: text })));
    this.drawGrid();
  }

  drawGrid() {
    const { draft, isTall, isEditing } = this;
    const items = draft?.items(isTall) ?? [];
    this.grid.className = `page${isTall ? " tall scrolls" : ""}${isEditing ? " editing" : ""}`;
    if (!draft) {
      this.grid.replaceChildren(make("div", { className: "empty" }, make("p", { textContent: "A page is your own arrangement of controls: knobs and faders of any part, scenes, keys." }), button("Make a page", () => this.create(), { picture: "plus", look: "main" })));
      this.body.replaceChildren(this.grid);
      return;
    }
    const { columns } = draft.grid(isTall);
    this.rows = rowsOf(items, isTall ? { columns, rows: 8 } : draft.grid(false)) + (isEditing && isTall ? 2 : 0);
    this.grid.style.setProperty("--columns", String(columns));
    this.grid.style.setProperty("--rows", String(this.rows));
    const shown = items.map((/** @type {any} */ item, /** @type {number} */ index) => ({ item, index })).filter((/** @type {{item: any}} */ { item }) => isEditing || isShown(item, this.scene));
    this.grid.replaceChildren(...shown.map((/** @type {{item: any, index: number}} */ { item, index }) => this.element(item, index)), ...(isEditing ? this.room(items) : []));
    if (!this.hadKeys && this.view.isConnected) this.keys(true);
    this.hadKeys = this.grid.querySelector(".page-keys") !== null;
    const item = items[this.selected], top = this.grid.scrollTop;
    this.body.replaceChildren(this.grid, ...(isEditing && item ? [inspector(this.app, item, {
      change: (next) => this.change(this.selected, next), add: () => this.add(), close: () => { this.selected = -1; this.draw(); },
      remove: () => { this.keep(items.filter((/** @type {any} */ _, /** @type {number} */ index) => index !== this.selected)); this.selected = -1; this.draw(); },
    })] : []));
    // It was taken out and put back.
    this.grid.scrollTop = top;
    this.grid.querySelector(".sel")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @param {import("./grid.js").Item} item @param {number} index */
  element(item, index) {
    const element = make("div", { className: `it it-${item.kind} part${colourOf(this.app, item)}${index === this.selected ? " sel" : ""}${item.size.every((count) => count === 1) ? " tiny" : ""}` });
    this.put(element, item);
    element.append(itemContent(this.app, item));
    if (this.isEditing) this.makeMovable(element, index);
    return element;
  }

  /** @param {HTMLElement} element @param {{at: [number, number], size: [number, number]}} place */
  put(element, { at, size }) { element.style.gridArea = `${at[1] + 1} / ${at[0] + 1} / span ${size[1]} / span ${size[0]}`; }

  /** Where something can be added.
   * @param {import("./grid.js").Item[]} items */
  room(items) {
    const grid = { ...this.draft?.grid(this.isTall), rows: this.rows ?? 8 };
    const [first] = emptyCells(items, /** @type {any} */ (grid));
    if (!first) return [];
    const add = make("button", { className: "it slot", on: { click: () => this.add(first) } }, icon("plus"), make("span", { className: "unseen", textContent: "Add a control" }));
    this.put(add, { at: first, size: [1, 1] });
    return [add];
  }

  // MARK: Changing it

  /** @param {import("./grid.js").Item[]} items */
  keep(items) { if (!this.isBroken) this.draft?.change(this.isTall, items); }

  /** @param {number} index @param {import("./grid.js").Item} item */
  change(index, item) {
    const items = [...this.draft?.items(this.isTall) ?? []];
    items[index] = Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));
    this.keep(items);
    this.draw();
  }

  /** @param {[number, number]} [cell] */
  add(cell) {
    chooseWidget(this.app, "Add to the page", (what) => {
      const items = this.draft?.items(this.isTall) ?? [];
      const item = placed(items, /** @type {import("./grid.js").Grid} */ ({ ...this.draft?.grid(this.isTall), rows: Math.max(this.rows ?? 8, this.isTall ? 1000 : 8) }), what, cell);
      if (!item) return dispatchEvent(new CustomEvent("notice", { detail: { text: "The page is full. Make something smaller, or begin another page." } }));
      this.keep([...items, item]);
      this.selected = items.length;
      this.draw();
      /** @type {HTMLElement | null} */ (this.grid.querySelector(".sel .cover"))?.focus({ preventScroll: true });
    });
  }

  /** The cell under a pointer.
   * @param {MouseEvent} event @returns {[number, number]} */
  cellAt(event) {
    const box = this.grid.getBoundingClientRect();
    const cell = this.cellSize();
    return /** @type {[number, number]} */ ([Math.floor((event.clientX - box.left) / cell.width), Math.floor((event.clientY - box.top + this.grid.scrollTop) / cell.height)]);
  }

  cellSize() {
    const box = this.grid.getBoundingClientRect();
    return { width: box.width / (this.draft?.grid(this.isTall).columns ?? 12), height: this.grid.scrollHeight / (this.rows ?? 8) };
  }

  /** Dragged as a whole or by a corner; by keys too.
   * @param {HTMLElement} element @param {number} index */
  makeMovable(element, index) {
    const items = () => this.draft?.items(this.isTall) ?? [];
    const grid = () => ({ columns: this.draft?.grid(this.isTall).columns ?? 12, rows: this.rows ?? 8 });
    const cover = make("button", { className: "cover", "aria-label": `${nameOf(items()[index])}, arrows move it, Shift and arrows change its size`, "aria-pressed": String(index === this.selected) });
    element.append(cover, ...(index === this.selected ? ["tl", "tr", "bl", "br"].map((corner) => make("span", { className: `hd ${corner}`, "data-corner": corner })) : []));
    const change = (/** @type {any} */ item, /** @type {number} */ columns, /** @type {number} */ rows, /** @type {any} */ corner) => (corner ? resized(items(), grid(), item, corner, columns, rows) : moved(items(), grid(), item, [item.at[0] + columns, item.at[1] + rows]));
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      const corner = /** @type {HTMLElement} */ (event.target).dataset.corner;
      const first = items()[index];
      const cell = this.cellSize();
      const from = { x: event.clientX, y: event.clientY };
      // What the instrument says of pages meanwhile waits.
      this.isDragging = true;
      let way = [0, 0];
      try { element.setPointerCapture(event.pointerId); } catch { /* it is gone already */ }
      const move = (/** @type {any} */ next) => {
        way = [Math.round((next.clientX - from.x) / cell.width), Math.round((next.clientY - from.y) / cell.height)];
        this.put(element, change(first, way[0], way[1], corner));
      };
      const end = () => {
        element.removeEventListener("pointermove", move);
        for (const name of ["pointerup", "pointercancel"]) element.removeEventListener(name, end);
        holdUntilLeft(end, null);
        this.isDragging = false;
        if (!way[0] && !way[1]) passClick();
        // Another browser may have changed the page meanwhile.
        this.told();
        this.selected = items().findIndex((/** @type {import("./grid.js").Item} */ item) => said(item) === said(first));
        const item = items()[this.selected];
        const next = item && change(item, way[0], way[1], corner);
        if (next && said(next) !== said(item)) this.change(this.selected, next); else this.draw();
      };
      element.addEventListener("pointermove", move);
      for (const name of ["pointerup", "pointercancel"]) element.addEventListener(name, end);
      // Where the place is left, the item stays where it is.
      holdUntilLeft(end, element);
    });
    cover.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const [columns, rows] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
      if (event.key === "Delete") { this.selected = -1; this.keep(items().filter((/** @type {any} */ _, /** @type {number} */ other) => other !== index)); this.draw(); } else if (event.key === "Enter" || event.key === " ") { this.selected = index; this.draw(); } else if (columns || rows) {
        const item = items()[index];
        const next = change(item, columns, rows, event.shiftKey ? "br" : undefined);
        this.selected = index;
        if (next !== item) this.change(index, next);
      } else return;
      event.preventDefault();
      /** @type {HTMLElement | null} */ (this.grid.querySelectorAll(".cover")[index])?.focus();
    });
  }
}

/** A tap that opens the inspector is no press of what then lies under the finger. */
function passClick() {
  const end = () => removeEventListener("click", pass, true);
  const pass = (/** @type {Event} */ event) => {
    if (!event.isTrusted) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    end();
  };
  addEventListener("click", pass, true);
  setTimeout(end, 350);
}

/** @param {HTMLElement} view @param {import("../components/control.js").App} app */
export function fill(view, app) { new PagesPlace(view, app); }

// A page while it is edited: its items, what can be taken back, and keeping it on the instrument.
import { filledTall, filledWide, firstRoom, freeName, sizes, tall, wide } from "./grid.js";

/** @typedef {import("./grid.js").Item} Item @typedef {{name: string, title: string, wide: Item[] | null, tall: Item[] | null, problems?: string[]}} Page */

/** What an item says, in one order: the instrument may write its keys in another.
 * @param {Item} item */
export const said = (item) => JSON.stringify([item.kind, item.widget ?? null, item.widgets ?? null, item.at, item.size, item.label ?? null, item.colour ?? null, item.scenes ?? null]);

/** What a page says.
 * @param {Page} page */
export const told = ({ name, title, wide: items, tall: upright }) => JSON.stringify([name, title, ...[items, upright].map((all) => all && all.map(said))]);

/** In milliseconds: several changes are kept at once, and so long the instrument may take to tell of a file that was kept. */
const [patience, longestAnswer] = [500, 4000];

export class Draft {
  /** @param {import("../instrument/line.js").Line} line @param {Page} page @param {boolean} [isNew] */
  constructor(line, page, isNew = false) {
    this.line = line;
    this.page = structuredClone({ ...page, tall: page.tall ?? null });
    this.isNew = isNew;
    /** What was sent and has not come back yet: until then what the instrument tells is older.
     * @type {string | null} */
    this.sent = null;
    /** Whether it waits until the instrument is back. */
    this.isWaiting = false;
    /** @type {string[]} */
    this.before = [];
  }

  /** The items for this shape of the screen. Until they have places of their own there, those of the other one are filled in.
   * @param {boolean} isTall */
  items(isTall) {
    const { wide: across, tall: upright } = this.page;
    if (isTall) return upright ?? filledTall(across ?? []);
    return across ?? filledWide(upright ?? []);
  }

  /** @param {boolean} isTall */
  grid(isTall) { return isTall ? tall : wide; }

  /** @param {boolean} isTall @param {Item[]} items */
  change(isTall, items) {
    this.before.push(JSON.stringify(this.page));
    // On a page that is made upright, the wide places are those that are filled in.
    if (isTall && !this.page.tall && this.page.wide?.length === 0) this.page.wide = null;
    if (isTall) this.page.tall = items; else this.page.wide = items;
    this.later();
  }

  /** @param {string} title */
  rename(title) {
    this.before.push(JSON.stringify(this.page));
    this.page.title = title;
    this.later();
  }

  /** Takes the last change back; false if there is none. */
  undo() {
    const page = this.before.pop();
    if (page === undefined) return false;
    this.page = JSON.parse(page);
    this.later();
    return true;
  }

  /** Whether something has not been sent yet. */
  get isUnsent() { return this.timer !== undefined || this.isWaiting; }

  /** Whether something has not been sent yet, or is on its way. */
  get isPending() { return this.isUnsent || this.sent !== null; }

  /** The instrument tells of the page as it has it.
   * @param {Page} page */
  hear(page) { if (this.sent === told({ ...page, tall: page.tall ?? null })) this.settle(); }

  /** What was sent is in the file, or is refused. */
  settle() {
    clearTimeout(this.answer);
    this.sent = null;
  }

  /** The line is cut: what has not come back may be lost, and waits. */
  wait() {
    this.isWaiting = this.isPending;
    this.settle();
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keep(), patience);
  }

  keep() {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { name, title, wide: items, tall: upright } = this.page;
    this.settle();
    this.isWaiting = !this.line.send({ page: { name, title, wide: items, tall: upright, replace: !this.isNew } });
    if (this.isWaiting) return;
    this.sent = told(this.page);
    this.answer = setTimeout(() => this.settle(), longestAnswer);
    this.isNew = false;
  }
}

/** A new page with a name and a title of its own.
 * @param {string} wanted @param {{name: string, title: string}[]} pages the others @returns {Page} */
export function newPage(wanted, pages) {
  const titles = pages.map(({ title }) => title.toLowerCase());
  let title = wanted;
  for (let number = 2; titles.includes(title.toLowerCase()); number++) title = `${wanted} ${number}`;
  return { name: freeName(title, pages.map(({ name }) => name)), title, wide: [], tall: null, problems: [] };
}

/**
 * An item for a widget, where there is room; null if there is none.
 * @param {Item[]} items @param {import("./grid.js").Grid} grid @param {Partial<Item> & {kind: string}} what @param {[number, number]} [wanted] a free cell
 * @returns {Item | null}
 */
export function placed(items, grid, what, wanted) {
  const { usual, least } = sizes[what.kind] ?? sizes.knob;
  for (const size of [usual, least]) {
    const fitted = /** @type {[number, number]} */ ([Math.min(size[0], grid.columns), size[1]]);
    const at = wanted && firstRoom(items, grid, fitted) && isRoom(items, grid, wanted, fitted) ? wanted : firstRoom(items, grid, fitted);
    if (at) return { ...what, at, size: fitted };
  }
  return null;
}

const isRoom = (/** @type {import("./grid.js").Item[]} */ items, /** @type {import("./grid.js").Grid} */ grid, /** @type {[number, number]} */ at, /** @type {[number, number]} */ size) => at[0] + size[0] <= grid.columns && at[1] + size[1] <= grid.rows
  && items.every((/** @type {import("./grid.js").Item} */ item) => item.at[0] >= at[0] + size[0] || at[0] >= item.at[0] + item.size[0] || item.at[1] >= at[1] + size[1] || at[1] >= item.at[1] + item.size[1]);

// The grid of a page: where items lie, where there is room, and what dragging one means.

/**
 * @typedef {object} Item
 * @property {string} kind @property {string} [widget] @property {string[]} [widgets]
 * @property {[number, number]} at column and row, from 0 @property {[number, number]} size columns and rows
 * @property {string} [label] @property {number} [colour] @property {string[]} [scenes]
 * @typedef {{columns: number, rows: number}} Grid
 */

/** @type {Grid} */
export const wide = { columns: 12, rows: 8 };
/** Upright screens have their own places.
 * @type {Grid} */
export const tall = { columns: 6, rows: 16 };

/** The usual size of each kind, and the least that it needs.
 * @type {Record<string, {usual: [number, number], least: [number, number]}>} */
export const sizes = {
  knob: { usual: [2, 2], least: [1, 1] },
  fader: { usual: [2, 3], least: [1, 2] },
  slider: { usual: [4, 1], least: [2, 1] },
  number: { usual: [2, 1], least: [1, 1] },
  picture: { usual: [4, 3], least: [2, 2] },
  pad: { usual: [4, 4], least: [2, 2] },
  switch: { usual: [2, 1], least: [1, 1] },
  button: { usual: [2, 1], least: [1, 1] },
  choice: { usual: [4, 1], least: [2, 1] },
  meter: { usual: [4, 1], least: [2, 1] },
  scenes: { usual: [8, 2], least: [2, 1] },
  parts: { usual: [8, 1], least: [4, 1] },
  keys: { usual: [12, 2], least: [4, 2] },
};

const clamp = (/** @type {number} */ value, /** @type {number} */ low, /** @type {number} */ high) => Math.min(Math.max(value, low), Math.max(low, high));

/** @param {Item} item @param {[number, number]} at @param {[number, number]} size */
const covers = (item, at, size) =>
  item.at[0] < at[0] + size[0] && at[0] < item.at[0] + item.size[0] && item.at[1] < at[1] + size[1] && at[1] < item.at[1] + item.size[1];

/** Whether a place is inside the grid, and no other item is there.
 * @param {Item[]} items @param {Item | null} [except] @param {import("./grid.js").Grid} grid @param {[number, number]} at @param {[number, number]} size */
export function isFree(items, grid, at, size, except = null) {
  const isInside = at[0] >= 0 && at[1] >= 0 && at[0] + size[0] <= grid.columns && at[1] + size[1] <= grid.rows;
  return isInside && items.every((item) => item === except || !covers(item, at, size));
}

/**
 * The first room for an item of this size, in reading order; null if there is none.
 * @param {Item[]} items @param {Grid} grid @param {[number, number]} size @returns {[number, number] | null}
 */
export function firstRoom(items, grid, size) {
  for (let row = 0; row + size[1] <= grid.rows; row++) {
    for (let column = 0; column + size[0] <= grid.columns; column++) {
      if (isFree(items, grid, [column, row], size)) return [column, row];
    }
  }
  return null;
}

/** The cells without an item.
 * @param {Item[]} items @param {Grid} grid @returns {[number, number][]} */
export function emptyCells(items, grid) {
  const cells = [];
  for (let row = 0; row < grid.rows; row++) {
    for (let column = 0; column < grid.columns; column++) {
      if (isFree(items, grid, [column, row], [1, 1])) cells.push(/** @type {[number, number]} */ ([column, row]));
    }
  }
  return cells;
}

/** An item somewhere else; the same one if there is no room.
 * @param {Item[]} items @param {Grid} grid @param {Item} item @param {[number, number]} at */
export function moved(items, grid, item, at) {
  const place = /** @type {[number, number]} */ ([clamp(at[0], 0, grid.columns - item.size[0]), clamp(at[1], 0, grid.rows - item.size[1])]);
  return isFree(items, grid, place, item.size, item) ? { ...item, at: place } : item;
}

/**
 * An item whose corner was dragged by so many cells; the same one if there is no room.
 * @param {Item[]} items @param {Grid} grid @param {Item} item @param {"tl" | "tr" | "bl" | "br"} corner
 * @param {number} columns @param {number} rows
 */
export function resized(items, grid, item, corner, columns, rows) {
  const least = sizes[item.kind]?.least ?? [1, 1];
  const edges = (/** @type {number} */ from, /** @type {number} */ length, /** @type {number} */ by, /** @type {boolean} */ isFirst, /** @type {number} */ limit, /** @type {number} */ shortest) => {
    const end = from + length;
    return isFirst ? [clamp(from + by, 0, end - shortest), end] : [from, clamp(end + by, from + shortest, limit)];
  };
  const [left, right] = edges(item.at[0], item.size[0], columns, corner[1] === "l", grid.columns, least[0]);
  const [top, bottom] = edges(item.at[1], item.size[1], rows, corner[0] === "t", grid.rows, least[1]);
  const at = /** @type {[number, number]} */ ([left, top]);
  const size = /** @type {[number, number]} */ ([right - left, bottom - top]);
  return isFree(items, grid, at, size, item) ? { ...item, at, size } : item;
}

/** @param {Item[]} items */
const inReadingOrder = (items) => [...items].sort((one, other) => one.at[1] - other.at[1] || one.at[0] - other.at[0]);

/** A page for upright screens: the items of a wide one in reading order.
 * @param {Item[]} items @returns {Item[]} */
export function filledTall(items) {
  /** @type {Item[]} */
  const filled = [];
  for (const item of inReadingOrder(items)) {
    const isWhole = ["keys", "scenes", "parts"].includes(item.kind);
    const size = /** @type {[number, number]} */ ([isWhole ? tall.columns : Math.min(item.size[0], tall.columns), item.size[1]]);
    // A page that is too long goes on below: it scrolls.
    const grid = { columns: tall.columns, rows: 1000 };
    filled.push({ ...item, size, at: firstRoom(filled, grid, size) ?? [0, 0] });
  }
  return filled;
}

/** A page for wide screens: the items of an upright one in reading order, as many as have room.
 * @param {Item[]} items @returns {Item[]} */
export function filledWide(items) {
  /** @type {Item[]} */
  const filled = [];
  for (const item of inReadingOrder(items)) {
    const { usual, least } = sizes[item.kind] ?? sizes.knob;
    for (const size of [item.kind === "keys" ? usual : item.size, least]) {
      const at = firstRoom(filled, wide, size);
      if (at) { filled.push({ ...item, size, at }); break; }
    }
  }
  return filled;
}

/** How many rows items need.
 * @param {Item[]} items @param {Grid} grid */
export const rowsOf = (items, grid) => Math.max(grid.rows, ...items.map((item) => item.at[1] + item.size[1]));

/** What a widget may be shown as.
 * @param {string} kind of the widget @returns {string[]} */
export function kindsFor(kind) {
  if (kind === "slider" || kind === "knob") return ["knob", "fader", "slider", "number", "picture", "pad"];
  if (kind === "switch") return ["switch"];
  if (kind === "button" || kind === "momentary") return ["button"];
  if (kind === "choice") return ["choice"];
  return ["number", "meter"];
}

/** Whether an item is shown while this scene plays.
 * @param {Item} item @param {string} scene empty without one */
export const isShown = (item, scene) => !item.scenes?.length || item.scenes.includes(scene);

/** A name for a page that no other has.
 * @param {string} title @param {string[]} names */
export function freeName(title, names) {
  const plain = title.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "") || "page";
  if (!names.includes(plain)) return plain;
  for (let number = 2; ; number++) if (!names.includes(`${plain}-${number}`)) return `${plain}-${number}`;
}

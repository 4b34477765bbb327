// Programs that nobody designed a front for: their own groups and names, in their order, in modules as wide as they need.

/**
 * @typedef {object} Item
 * @property {"knob" | "fader" | "switch" | "button" | "menu" | "choice" | "reading" | "meter" | "pad" | "bars" | "wave"} look
 * @property {any[]} item as the instrument arranges it
 * @typedef {object} ProgramModule
 * @property {string} title @property {number} columns of 24 @property {Item[]} items
 * @property {boolean} [isGrid] many items, most of them knobs
 */

/** From this number of sliders on they are knobs. */
const mostFaders = 6;
/** From this number of widgets on a grid has an index of letters. */
export const indexedFrom = 60;
/** A choice of more words is a menu. */
export const mostSegments = 5;

/**
 * How a widget looks in its group.
 * @param {{kind: string, choices?: string[], unit?: string, min?: number, max?: number, precision?: number}} widget
 * @param {number} sliders how many its group has
 * @returns {Item["look"]}
 */
export function look({ kind, choices = [], unit = "", min = 0, max = 0, precision }, sliders) {
  switch (kind) {
    case "knob": return "knob";
    case "switch": return "switch";
    case "button": case "momentary": return "button";
    case "text": return "reading";
    // A label with a range that is no plain count is a bargraph.
    case "label": return max > min && (unit === "dB" || (precision !== undefined && precision > 0)) ? "meter" : "reading";
    case "choice": return choices.length <= mostSegments ? "choice" : "menu";
    default: return sliders > mostFaders ? "knob" : "fader";
  }
}

const widths = { wave: 16, bars: 10, pad: 8, fader: 8, meter: 8, reading: 8, button: 8, choice: 6, menu: 6, switch: 6, knob: 1 };

/** @param {Item[]} items */
function columns(items) {
  const knobs = items.filter(({ look }) => look === "knob").length;
  const others = items.filter(({ look }) => look !== "knob").map(({ look }) => widths[look]);
  return Math.min(24, Math.max(Math.max(0, ...others), knobs <= 12 ? knobs : 24, 2));
}

/**
 * @param {{name: string, items: any[]}[]} groups @param {{kind: string, name: string, choices?: string[]}[]} widgets
 * @returns {ProgramModule[]}
 */
export function programFront(groups, widgets) {
  return groups.map((group) => {
    const kinds = group.items.map((item) => (item[0] === "one" ? widgets[item[1]].kind : item[0]));
    const sliders = kinds.filter((kind) => kind === "slider").length;
    const items = group.items.map((item) => ({ look: item[0] === "one" ? look(widgets[item[1]], sliders) : item[0], item }));
    return { title: group.name, columns: columns(items), items, isGrid: items.length > 16 && items.filter(({ look }) => look === "knob").length * 2 > items.length };
  }).filter(({ items }) => items.length > 0);
}

/**
 * Puts modules into rows, in their order, and widens those of a row until it is full.
 * @param {number[]} spans what each needs @param {number} count columns of a row
 * @returns {number[]} what each gets
 */
export function fillRows(spans, count = 24) {
  /** @type {number[]} */
  const filled = [];
  /** @type {number[]} */
  let row = [];
  const end = () => {
    const used = row.reduce((sum, span) => sum + span, 0);
    let given = 0;
    let wanted = 0;
    for (const span of row) {
      wanted += span * count / used;
      const width = Math.round(wanted) - given;
      given += width;
      filled.push(width);
    }
    row = [];
  };
  for (const span of spans.map((span) => Math.min(span, count))) {
    if (row.reduce((sum, other) => sum + other, 0) + span > count) end();
    row.push(span);
  }
  if (row.length) end();
  return filled;
}

/** The first letters of names, each with the index of the first name that has it.
 * @param {string[]} names */
export function letters(names) {
  const found = new Map();
  names.forEach((name, index) => {
    const letter = (name.match(/[\p{L}\p{N}]/u)?.[0] ?? "#").toUpperCase();
    if (!found.has(letter)) found.set(letter, index);
  });
  return [...found].sort(([one], [other]) => one.localeCompare(other));
}

/** What a widget is called within its group.
 * @param {string} name @param {{part: string, name: string}} group */
export function titleIn(name, group) {
  const bare = (group.part ? name.slice(group.part.length + 1) : name).replace(/^\//, "");
  const isInside = group.name !== "" && (bare.startsWith(`${group.name}.`) || bare.startsWith(`${group.name}/`));
  return isInside ? bare.slice(group.name.length + 1) : bare;
}

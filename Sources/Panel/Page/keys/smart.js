// A SmartKeyboard: rows of equal keys in the colours of its original, all of them, or as many of a long row as have room.
import { make } from "../components/make.js";
import { keyElement, light, makeReachable, Rings } from "./key.js";
import { midiKey } from "./notes.js";
import { TouchSurface } from "./touch.js";

const narrowestKey = 34;
/** A row of more keys is shown in part where there is no room. */
const longRow = 16;

/** One part's keyboard. */
export class SmartKeyboard {
  /** @param {import("../components/control.js").App} app @param {number} index of its part @param {() => void} tell called when other keys are shown */
  constructor({ line, instrument }, index, tell) {
    this.line = line; this.instrument = instrument; this.index = index; this.tell = tell;
    this.part = instrument.parts[index];
    /** By row: the first key shown and how many.
     * @type {{first: number, count: number}[]} */
    this.shown = [];
    /** @type {Map<string, HTMLElement>} */
    this.elements = new Map();
    const { name } = this.part;
    this.first = usualFirst(this.part);
    this.element = make("div", { className: "surface rows", role: "group", "aria-label": name ? `Keyboard of ${name}` : "Keyboard" });
    this.element.dataset.surface = "keyboard";
    if (name) this.element.dataset.part = name;
    this.surface = new TouchSurface(this.element, line, () => (name ? `keyboard/${name}` : "keyboard"), (x, y, finger) => this.place(x, y, finger));
    this.rings = new Rings(this.element, this.surface);
    this.surface.changed = () => this.rings.draw();
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(this.element);
  }

  close() {
    this.observer.disconnect();
    this.surface.close();
  }

  release() { this.surface.release(); }

  /** A position in what is shown, as a position on the whole keyboard.
   * @param {number} x @param {number} y @param {import("./touch.js").Finger} finger @returns {[number, number]} */
  place(x, y, finger) {
    finger.from ??= this.shown;
    const shown = finger.from;
    const row = Math.min(Math.max(Math.floor(y * shown.length), 0), shown.length - 1);
    const total = this.part.rows[row]?.keys.length ?? 1;
    const window = shown[row] ?? { first: 0, count: total };
    // A finger that leaves the visible keys stays on the last one.
    const inside = Math.min(Math.max(x, 0), 1 - 1e-6);
    return [(window.first + inside * window.count) / total, Math.min(Math.max(y, 0), 1)];
  }

  draw() {
    if (this.element.clientWidth === 0) return;
    const most = Math.max(12, Math.floor(this.element.clientWidth / narrowestKey));
    const { rows, name } = this.part;
    this.shown = rows.map(({ keys }) => {
      const count = keys.length <= longRow ? keys.length : Math.min(keys.length, most);
      return { first: Math.min(keys.length > count ? this.first : 0, keys.length - count), count };
    });
    this.elements = new Map();
    const height = 1 / rows.length;
    this.element.replaceChildren(...rows.flatMap((row, index) => {
      const window = this.shown[index];
      const width = 1 / window.count;
      return row.keys.slice(window.first, window.first + window.count).map(([label, black, note], key) => {
        const element = keyElement({
          x: key * width, y: index * height, width, height, isBlack: black === 1, label, note, midi: midiKey(note),
        }, this.line, name);
        element.dataset.key = `${index}/${window.first + key}`;
        element.dataset.row = String(index);
        if (row.static) element.classList.add("static");
        this.elements.set(element.dataset.key, element);
        return element;
      });
    }));
    makeReachable(this.element);
    this.show();
    this.rings.draw();
    this.tell();
  }

  /** The notes at both ends of a row that is only partly shown; empty if there is none. */
  get range() {
    const wide = this.part.rows.findIndex((row, index) => row.keys.length > (this.shown[index]?.count ?? Infinity));
    if (wide < 0) return "";
    const [keys, { first, count }] = [this.part.rows[wide].keys, this.shown[wide]];
    return `${keys[first][2] ?? ""} – ${keys[first + count - 1][2] ?? ""}`;
  }

  /** @param {number} octaves */
  step(octaves) {
    const total = Math.max(...this.part.rows.map((row) => row.keys.length));
    const count = Math.max(...this.shown.map((window) => window.count));
    this.first = Math.min(Math.max(this.first + 12 * octaves, 0), Math.max(0, total - count));
    this.draw();
  }

  show() {
    const down = new Set((this.instrument.lit[this.index] ?? []).flatMap((keys, row) => keys.map((key) => `${row}/${key}`)));
    for (const [name, element] of this.elements) light(element, { isLit: down.has(name) });
  }
}

/** Where a long row opens: at C3 if it has it, else in its middle.
 * @param {import("../instrument/instrument.js").Part} part */
function usualFirst({ rows }) {
  const widest = rows.reduce((a, b) => (b.keys.length > a.keys.length ? b : a));
  const c = widest.keys.findIndex((key) => key[2] === "C3");
  return c >= 0 ? c : Math.max(0, Math.floor(widest.keys.length / 2) - 8);
}

/** Whether a part has a keyboard of its own, and not the usual one of all keys.
 * @param {import("../instrument/instrument.js").Part} part */
export const isDeclared = ({ rows }) => rows.length > 0 && !(rows.length === 1 && rows[0].keys.length === 128 && rows[0].keys[0][2] === "C-1");

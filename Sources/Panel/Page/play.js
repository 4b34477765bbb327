// Play: the surfaces of the parts' own keyboards.
import { TouchSurface } from "./touch.js";
import { keyElement, light, makeReachable, midiKey } from "./keys.js";
import { Chooser } from "./chooser.js";
import { strip } from "./parts.js";

const narrowestKey = 34;
/** Up to this many keyboards are shown together by default. */
const fewParts = 3;

/** @typedef {{static: boolean, keys: [string | null, number, string | null][]}} Row */

/** One part's keyboard: all its rows, or the part of long rows for which there is room. */
class Keyboard {
  /** @param {{name: string, rows: Row[]}} part @param {import("./socket.js").Line} line @param {() => void} tell */
  constructor(part, line, tell) {
    [this.part, this.line, this.tell] = [part, line, tell];
    /** By row: the first key shown and how many. @type {{first: number, count: number}[]} */
    this.shown = [];
    /** @type {Map<string, Element>} */
    this.elements = new Map();
    /** @type {number[][]} */
    this.lit = [];
    const widest = part.rows.reduce((a, b) => (b.keys.length > a.keys.length ? b : a));
    this.first = Math.max(0, widest.keys.findIndex((key) => key[2] === "C3"));
    this.element = document.createElement("div");
    this.element.className = "surface rows";
    this.element.dataset.surface = "keyboard";
    if (part.name) this.element.dataset.part = part.name;
    this.element.setAttribute("role", "group");
    this.element.setAttribute("aria-label", part.name ? `Keyboard of ${part.name}` : "Keyboard");
    this.surface = new TouchSurface(this.element, line, () => (part.name ? `keyboard/${part.name}` : "keyboard"), (x, y) => this.place(x, y));
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(this.element);
  }

  close() {
    this.observer.disconnect();
    this.surface.close();
  }

  /** A position in what is shown, as a position on the whole keyboard. */
  place(x, y) {
    const row = Math.min(Math.max(Math.floor(y * this.shown.length), 0), this.shown.length - 1);
    const total = this.part.rows[row]?.keys.length ?? 1;
    const window = this.shown[row] ?? { first: 0, count: total };
    // A finger that leaves the visible keys stays on the last one.
    const inside = Math.min(Math.max(x, 0), 1 - 1e-6);
    return [(window.first + inside * window.count) / total, Math.min(Math.max(y, 0), 1)];
  }

  draw() {
    if (this.element.clientWidth === 0) return;
    const most = Math.max(7, Math.floor(this.element.clientWidth / narrowestKey));
    const { rows, name } = this.part;
    this.shown = rows.map(({ keys }) => {
      const count = keys.length <= 16 ? keys.length : Math.min(keys.length, most);
      return { first: Math.min(keys.length > count ? this.first : 0, keys.length - count), count };
    });
    this.elements = new Map();
    const height = 1 / rows.length;
    this.element.replaceChildren(...rows.flatMap((row, index) => {
      const window = this.shown[index];
      const width = 1 / window.count;
      return row.keys.slice(window.first, window.first + window.count).map(([label, black, note], key) => {
        const element = keyElement({
          x: key * width, y: index * height, width, height, black: black === 1, label, note, midi: midiKey(note),
        }, this.line, name);
        element.dataset.key = `${index}/${window.first + key}`;
        if (row.static) element.classList.add("static");
        this.elements.set(element.dataset.key, element);
        return element;
      });
    }));
    makeReachable(this.element);
    this.show();
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
    const down = new Set(this.lit.flatMap((keys, row) => keys.map((key) => `${row}/${key}`)));
    for (const [name, element] of this.elements) light(element, down.has(name));
  }
}

/** @param {HTMLElement} view @param {import("./socket.js").Line} line @param {import("./board.js").Board} board */
export function playView(view, line, board) {
  view.innerHTML = `<div class="bar"><span class="range"><button data-step="-1" aria-label="Lower keys">◀</button>
    <output></output><button data-step="1" aria-label="Higher keys">▶</button></span><span class="mix"></span></div>
    <div class="keyboards"></div>`;
  const find = (selector) => /** @type {HTMLElement} */ (view.querySelector(selector));
  const [bar, range, mix, place] = [find(".bar"), find(".range"), find(".mix"), find(".keyboards")];
  /** @type {Keyboard[]} */
  let keyboards = [];
  let playing = [];
  const parts = new Chooser("Part", () => show());
  bar.prepend(parts.element);

  const shown = () => keyboards.filter(({ part }) => parts.chosen === "" || part.name === parts.chosen);
  const tell = () => {
    const text = shown()[0]?.range ?? "";
    range.hidden = text === "";
    find("output").textContent = text;
    bar.hidden = range.hidden && parts.element.hidden;
  };
  const show = () => {
    for (const keyboard of keyboards) if (!shown().includes(keyboard)) keyboard.surface.release();
    place.replaceChildren(...shown().map((keyboard) => keyboard.element));
    mix.replaceChildren(...(parts.chosen === "" ? [] : [strip(board, parts.chosen)]));
    tell();
  };
  const mark = () => {
    for (const button of parts.buttons) {
      const index = keyboards.findIndex(({ part }) => part.name === button.value);
      button.classList.toggle("resting", index >= 0 && !playing.includes(index));
    }
  };

  /** The parts that are shown, as JSON. */
  let told = "";
  line.on("parts", (message) => {
    // A page that reads too slowly gets everything again. Its fingers must stay down.
    if (told === JSON.stringify(message.parts)) return;
    told = JSON.stringify(message.parts);
    for (const keyboard of keyboards) keyboard.close();
    keyboards = message.parts.map((part) => new Keyboard(part, line, tell));
    const names = message.parts.map((part) => part.name).filter((name) => name !== "");
    parts.offer([...names.map((name) => [name, name]), ["", "All"]], names.length > fewParts ? names[0] : "");
    show();
  });
  line.on("widgets", show);
  line.on("lit", (message) => {
    playing = message.playing;
    keyboards.forEach((keyboard, index) => {
      keyboard.lit = message.lit[index] ?? [];
      keyboard.show();
    });
    mark();
  });
  range.addEventListener("click", (event) => {
    const step = Number(/** @type {HTMLElement} */ (event.target).dataset.step ?? 0);
    if (step) for (const keyboard of shown()) keyboard.step(step);
  });
}

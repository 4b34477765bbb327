// Play: the surface of the instrument's own keyboard.
import { TouchSurface } from "./touch.js";
import { keyElement, light, makeReachable, midiKey } from "./keys.js";

const narrowestKey = 34;

/** @param {HTMLElement} view @param {import("./socket.js").Line} line */
export function playView(view, line) {
  view.innerHTML = `<div class="bar"><button data-step="-1" aria-label="Lower keys">◀</button>
    <output></output><button data-step="1" aria-label="Higher keys">▶</button></div>
    <div class="surface rows" data-surface="keyboard" role="group" aria-label="Keyboard"></div>`;
  const surface = /** @type {HTMLElement} */ (view.querySelector(".surface"));
  const bar = /** @type {HTMLElement} */ (view.querySelector(".bar"));
  const range = /** @type {HTMLOutputElement} */ (view.querySelector("output"));
  /** @type {{name: string, rows: {static: boolean, keys: [string | null, number, string | null][]}[]} | null} */
  let part = null;
  /** By row: the first key shown and how many. @type {{first: number, count: number}[]} */
  let shown = [];
  /** @type {Map<string, Element>} */
  let elements = new Map();
  let first = 0;
  let lit = [];

  const place = (x, y) => {
    const row = Math.min(Math.max(Math.floor(y * shown.length), 0), shown.length - 1);
    const total = part?.rows[row]?.keys.length ?? 1;
    const window = shown[row] ?? { first: 0, count: total };
    // Beside the window a finger stays on the window's last key.
    const inside = Math.min(Math.max(x, 0), 1 - 1e-6);
    return [(window.first + inside * window.count) / total, Math.min(Math.max(y, 0), 1)];
  };
  new TouchSurface(surface, line, () => (part?.name ? `keyboard/${part.name}` : "keyboard"), place);

  const draw = () => {
    if (!part || view.hidden) return;
    const most = Math.max(7, Math.floor(surface.clientWidth / narrowestKey));
    shown = part.rows.map(({ keys }) => {
      const count = keys.length <= 16 ? keys.length : Math.min(keys.length, most);
      return { first: Math.min(keys.length > count ? first : 0, keys.length - count), count };
    });
    const wide = part.rows.findIndex((row, index) => row.keys.length > shown[index].count);
    bar.hidden = wide < 0;
    if (wide >= 0) {
      const keys = part.rows[wide].keys;
      range.textContent = `${keys[shown[wide].first][2] ?? ""} – ${keys[shown[wide].first + shown[wide].count - 1][2] ?? ""}`;
    }
    elements = new Map();
    const height = 1 / part.rows.length;
    surface.replaceChildren(...part.rows.flatMap((row, index) => {
      const window = shown[index];
      return row.keys.slice(window.first, window.first + window.count).map(([label, black, note], key) => {
        const width = 1 / window.count;
        const element = keyElement({
          x: key * width, y: index * height, width, height, black: black === 1, label, note, midi: midiKey(note),
        }, line);
        element.dataset.key = `${index}/${window.first + key}`;
        if (row.static) element.classList.add("static");
        elements.set(element.dataset.key, element);
        return element;
      });
    }));
    makeReachable(surface);
    show();
  };

  const show = () => {
    const down = new Set(lit.flatMap((keys, row) => keys.map((key) => `${row}/${key}`)));
    for (const [name, element] of elements) light(element, down.has(name));
  };

  line.on("parts", (message) => {
    part = message.parts[0];
    const widest = part.rows.reduce((a, b) => (b.keys.length > a.keys.length ? b : a));
    first = Math.max(0, widest.keys.findIndex((key) => key[2] === "C3"));
    draw();
  });
  line.on("lit", (message) => {
    lit = message.lit;
    show();
  });
  bar.addEventListener("click", (event) => {
    const step = Number(/** @type {HTMLElement} */ (event.target).dataset.step ?? 0);
    const total = Math.max(...(part?.rows.map((row) => row.keys.length) ?? [0]));
    const count = Math.max(...shown.map((window) => window.count));
    first = Math.min(Math.max(first + 12 * step, 0), Math.max(0, total - count));
    draw();
  });
  new ResizeObserver(draw).observe(surface);
  return draw;
}

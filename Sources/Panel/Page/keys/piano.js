// The piano of Play, with the proportions of a real one. Its fingers play the instrument's piano of any keys, of which
// this shows a part.
import { make } from "../components/make.js";
import { keyElement, light, makeReachable, Rings } from "./key.js";
import { allWhites, keyAt, keysFrom, lowest, sharpLong } from "./layout.js";
import { noteName, sharpName } from "./notes.js";
import { TouchSurface } from "./touch.js";

export class Piano {
  /** @param {import("../components/control.js").App} app @param {import("./pianos.js").Pianos} pianos */
  constructor(app, pianos) {
    this.app = app; this.pianos = pianos;
    this.first = lowest; this.count = 0;
    this.element = make("div", { className: "keys", role: "group", "aria-label": "Piano" });
    this.element.dataset.surface = "keys";
    this.surface = new TouchSurface(this.element, app.line, () => "software-piano", (x, y, finger) => this.place(x, y, finger));
    this.rings = new Rings(this.element, this.surface);
    this.surface.changed = () => { this.rings.draw(); this.show(); };
    /** What is shown.
     * @type {ReturnType<typeof keysFrom>} */
    this.keys = [];
    /** @type {Map<number, HTMLElement>} */
    this.elements = new Map();
    app.line.on("lit", () => this.show());
    addEventListener("letters", () => this.draw(this.first, this.count));
  }

  /** The instrument's piano has all keys while this one is played. */
  begin() { this.pianos.choose({ piano: [allWhites, sharpName(lowest)] }); }

  /** A finger keeps what was shown when it came down: held notes keep their pitch when the window moves.
   * @param {number} x @param {number} y @param {import("./touch.js").Finger} finger @returns {[number, number]} */
  place(x, y, finger) {
    finger.from ??= this.keys;
    const key = keyAt(finger.from, x, y);
    finger.key = key?.key ?? null;
    const place = key && this.pianos.software.keys.find((entry) => entry[6] === key.key);
    if (!place) return [finger.x, -1];
    const [left, , width, height] = place;
    const depth = key.isSharp ? y / sharpLong : y;
    return [left + width / 2, Math.min(Math.max(depth, 0), 0.999) * height];
  }

  /** @param {number} first @param {number} count of whites */
  draw(first, count) {
    [this.first, this.count] = [first, count];
    this.keys = keysFrom(first, count);
    const { letters } = this.app;
    this.elements = new Map(this.keys.map(({ key, x, width, isSharp }) => {
      const element = keyElement({ x, y: 0, width, height: isSharp ? sharpLong : 1, isBlack: isSharp, label: null, note: sharpName(key), midi: key }, this.app.line);
      const letter = letters.of(key);
      if (letter) element.append(make("span", { className: "letter", "aria-hidden": "true", textContent: letter }));
      if (key % 12 === 0) element.append(make("span", { className: "c", textContent: noteName(key) }));
      return [key, element];
    }));
    this.element.replaceChildren(...this.elements.values());
    makeReachable(this.element);
    this.rings.draw();
    this.show();
  }

  show() {
    const { instrument } = this.app;
    const touched = new Set([...this.surface.fingers.values()].map(({ key }) => key));
    for (const [key, element] of this.elements) {
      const isLit = instrument.notes.has(key);
      const colours = isLit ? instrument.partsOf(key).map((part) => part % 8 + 1) : [];
      light(element, { isLit, colours, isByFinger: touched.has(key) });
    }
  }

  release() { this.surface.release(); }
}

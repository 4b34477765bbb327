// The songs in letters that are read from two metres.
import { button } from "../components/button.js";
import { make, say } from "../components/make.js";
import { songAt, stepSong } from "../instrument/songs.js";

/** The song that plays, and the next one, as large as the screen allows. It lies over Play until it is closed. */
export class LargeSongs {
  /** @param {import("../components/control.js").App} app @param {HTMLElement} element where it stands */
  constructor(app, element) {
    this.element = element;
    const block = (/** @type {string} */ name, /** @type {string} */ label) => {
      const parts = { title: make("b"), note: make("p"), label: make("small", { textContent: label }) };
      return { ...parts, element: make("div", { className: name, role: "group", "aria-label": label }, parts.label, parts.title, parts.note) };
    };
    this.now = block("now", "Now");
    this.next = block("next", "Next");
    this.place = make("p", { className: "cut dim", role: "status", "aria-live": "off" });
    this.text = make("div", { className: "letters-large" }, this.now.element, this.next.element);
    this.previous = button("Previous song", () => stepSong(app, -1), { picture: "previous", look: "large-step" });
    this.step = button("Next song", () => stepSong(app, 1), { picture: "next", look: "main large-step" });
    element.addEventListener("keydown", (event) => this.key(event));
    element.append(make("header", { className: "row" }, this.place, make("span", { className: "grow" }), button("Close", () => this.close(), { picture: "close", isIconOnly: true, look: "flat" })),
      this.text, make("footer", {}, this.previous, this.step));
    new ResizeObserver(() => this.fit()).observe(this.text);
  }

  show() {
    this.before = /** @type {HTMLElement | null} */ (document.activeElement);
    this.cover(true);
    this.fit();
    this.step.focus({ preventScroll: true });
  }

  /** What lies below can be neither touched nor reached by keys.
   * @param {boolean} isCovered */
  cover(isCovered) {
    this.element.hidden = !isCovered;
    for (const other of this.element.parentElement?.children ?? []) if (other !== this.element) /** @type {HTMLElement} */ (other).inert = isCovered;
  }

  close() {
    this.cover(false);
    this.before?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    this.close();
  }

  /** @param {import("../instrument/songs.js").PlayingList | null} list */
  draw(list) {
    if (!list) return this.cover(false);
    const { now, songs, name, isLeft } = list;
    say(this.now.label, isLeft ? "Left" : "Now");
    for (const [block, song] of /** @type {[any, any][]} */ ([[this.now, songs[now]], [this.next, songs[now + 1]]])) {
      say(block.title, song?.title ?? "");
      say(block.note, song?.note ?? "");
      block.note.hidden = !song?.note;
    }
    this.next.element.hidden = now + 1 >= songs.length;
    say(this.place, `${now + 1} of ${songs.length}${name ? ` in “${name}”` : ""}`);
    this.previous.disabled = !songAt(list, -1);
    const [isStepping, isGoingBack] = [this.step, this.previous].map((button) => button === document.activeElement);
    this.step.disabled = !songAt(list, 1);
    // A button at the end of the list gives the focus to the other one.
    if (isStepping && this.step.disabled) this.previous.focus();
    if (isGoingBack && this.previous.disabled) this.step.focus();
    this.fit();
  }

  /** Finds the largest letters with which everything fits: a whole number of pixels, by halves. */
  fit() {
    const { text } = this;
    if (this.element.hidden || text.clientHeight === 0) return;
    let [fits, tooLarge] = [16, 400];
    while (tooLarge - fits > 1) {
      const size = Math.floor((fits + tooLarge) / 2);
      text.style.fontSize = `${size}px`;
      if (text.scrollHeight <= text.clientHeight && text.scrollWidth <= text.clientWidth) fits = size; else tooLarge = size;
    }
    text.style.fontSize = `${fits}px`;
  }
}

// Time in Play: what runs, how fast, the click and the song, in one line; arpeggio, chord, scale and the rest in a drawer.
import { cell as marked } from "../components/control.js";
import { icon, make } from "../components/make.js";
import { otherStyles } from "../frame/styles.js";
import { listOf, watchSongs } from "../instrument/songs.js";

/** A widget of a part, or else of the session.
 * @param {import("../components/control.js").App} app @param {string} part */
export const finder = ({ widgets }, part) => (/** @type {string} */ name) => (part && widgets.find(`${part}/${name}`)) || widgets.find(name);

export class Time {
  /** @param {import("../components/control.js").App} app */
  constructor(app) {
    this.app = app;
    this.part = "";
    this.isOpen = false;
    this.bar = make("div", { className: "time", role: "group", "aria-label": "Time" });
    this.drawer = make("div", { className: "drawer", role: "region", "aria-label": "Time: clock, metronome, arpeggio, chord, scale, song", hidden: true });
    /** Both open the drawer: one stands in the line, one in the head where there is no line. */
    this.openers = [this.opener("to-time flat"), this.opener("to-time in-head")];
    for (const element of [this.drawer, ...this.openers]) element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    app.line.on("widgets", () => this.later());
    watchSongs(app, this.bar, () => { if (this.hasSong !== this.hadSong) this.later(); });
    this.later();
  }

  /** A set list has a song's widgets also while a song without a file plays. */
  get hasSong() {
    const { app } = this, list = listOf(app);
    return app.widgets.find("song.playing") !== undefined && list?.songs[list.now]?.hasFile !== false;
  }

  /** The line comes after the keys, which nobody shall wait for. */
  later() {
    if (this.isComing) return;
    this.isComing = true;
    requestAnimationFrame(() => setTimeout(async () => {
      this.isComing = false;
      const { songPosition } = this.hasSong ? await import("../edit/song.js") : { songPosition: () => null };
      this.rebuild(songPosition);
    }));
  }

  /** @param {string} look */
  opener(look) {
    return make("button", { className: `b ${look}`, "aria-expanded": "false", "aria-label": "Time", title: "Arpeggio, chord, scale, clock, metronome, song", on: { click: () => this.toggle() } },
      icon("time"), make("span", { className: "word", textContent: "Time" }));
  }

  /** @param {string} part */
  showPart(part) {
    if (part === this.part) return;
    this.part = part;
    this.later();
  }

  /** @param {typeof import("../edit/song.js").songPosition} songPosition loaded where there is a song */
  rebuild(songPosition) {
    const { app } = this, find = finder(app, this.part);
    this.hadSong = this.hasSong;
    const cell = (/** @type {string} */ name, /** @type {string} */ look, /** @type {any} */ options) => {
      const widget = find(name);
      if (!widget) return null;
      return make("div", { className: `cell ${look}` }, marked(app, widget, options));
    };
    this.bar.replaceChildren(...[
      this.running(find(this.hasSong ? "song.playing" : "clock.running")),
      songPosition(app, find),
      this.hasSong ? cell("song.loop.on", "loop", { label: "Loop" }) : null,
      cell("clock.tempo", "tempo", { label: "Tempo", look: "read" }),
      cell("clock.tap", "tap", { label: "Tap" }),
      cell("metronome.on", "click", { label: "Click" }),
      make("span", { className: "grow" }),
      ...[["arp.mode", "Arp"], ["chord.kind", "Chord"], ["scale.lock", "Scale"]].map(([name, label]) => cell(name, "menu-cell", { label, choiceLook: "menu" })),
      this.openers[0],
    ].filter((one) => one !== null));
    if (this.isOpen) this.fill();
    this.bar.dispatchEvent(new Event("arrange", { bubbles: true }));
  }

  /** The button that starts and stops the song, or else the clock.
   * @param {import("../instrument/widgets.js").Widget | undefined} widget */
  running(widget) {
    if (!widget) return null;
    const { widgets } = this.app;
    const word = this.hasSong ? "Play the song" : "Run the clock";
    const button = make("button", { className: "b runs", "aria-pressed": "false", "aria-label": word, title: word, "data-learn": widget.name, on: { click: () => widgets.set(widget, widget.value >= 0.5 ? 0 : 1) } }, icon("playing"));
    const draw = () => {
      const isOn = widget.value >= 0.5;
      if (String(isOn) === button.getAttribute("aria-pressed")) return;
      button.setAttribute("aria-pressed", String(isOn));
      button.replaceChildren(icon(isOn ? "stop" : "playing"));
    };
    widgets.watch(widget, button, draw);
    draw();
    return button;
  }

  // MARK: The drawer

  toggle() {
    this.isOpen = !this.isOpen;
    for (const opener of this.openers) {
      opener.setAttribute("aria-expanded", String(this.isOpen));
      opener.setAttribute("aria-pressed", String(this.isOpen));
    }
    this.drawer.hidden = !this.isOpen;
    if (this.isOpen) this.fill(); else this.empty();
    this.bar.dispatchEvent(new Event("arrange", { bubbles: true }));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Escape" || !this.isOpen || event.defaultPrevented) return;
    event.stopPropagation();
    this.toggle();
    this.openers.find(({ offsetWidth }) => offsetWidth > 0)?.focus({ preventScroll: true });
  }

  /** All that is in time; it is loaded when somebody asks for it. */
  async fill() {
    try {
      const [{ designedModule }, { timeModules }] = await Promise.all([import("../edit/modules.js"), import("../edit/front.js"), otherStyles()]);
      this.empty();
      const { app } = this, find = finder(app, this.part);
      if (!this.isOpen) return;
      this.modules = timeModules(app.widgets.all.map(({ name }) => name), find).map((module) => designedModule(app, module, find));
      this.drawer.replaceChildren(...this.modules.map(({ element }) => element));
    } catch (error) {
      dispatchEvent(new CustomEvent("notice", { detail: { text: `Time could not be loaded: ${error.message}` } }));
    }
  }

  empty() {
    for (const module of this.modules ?? []) module.close();
    /** @type {import("../edit/modules.js").Built[]} */
    this.modules = [];
    this.drawer.replaceChildren();
  }
}

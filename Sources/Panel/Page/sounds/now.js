// The sound that plays: what was changed in it, compare, revert, save.
import { changesOf, holdButton } from "../edit/changes.js";
import { label } from "../edit/front.js";
import { make, say } from "../components/make.js";
import { counted } from "./drawings.js";
import { isSaved, saveSheet } from "./save.js";

/** More changes are counted. */
const mostLines = 8;

export class SoundNow {
  /** @param {import("../components/control.js").App} app */
  constructor(app) {
    this.app = app;
    const { line, instrument, widgets } = app;
    this.instrument = instrument;
    this.widgets = widgets;
    this.title = make("h2", { className: "cut", dir: "auto" });
    this.count = make("span", { className: "dim" });
    this.changes = make("div", { className: "diff" });
    this.revert = make("button", { className: "b revert", textContent: "Revert", on: { click: () => { for (const part of this.changedParts) line.send({ revert: part }); } } });
    this.save = make("button", { className: "b main save", textContent: "Save", on: { click: () => saveSheet(app, this.changedParts[0] ?? instrument.parts[0]?.name ?? "") } });
    const hold = holdButton(line, "");
    // Where there is little room, one word says it.
    hold.querySelector(".word")?.append(make("span", { className: "long", textContent: "Hold for " }), "original");
    this.element = make("section", { className: "block now", "aria-label": "This sound" },
      make("header", {}, this.title, this.count), this.changes,
      make("div", { className: "row wraps" }, hold, this.revert, make("span", { className: "grow" }), this.save));
    line.on("hello", () => this.draw());
    for (const key of ["moved", "originals", "widgets", "parts"]) line.on(key, () => this.later());
  }

  get changedParts() {
    return [...new Set(this.instrument.parts.map(({ name }) => name))].filter((part) => changesOf(this.widgets.all, part).length > 0);
  }

  /** Values move at any speed; this list need not. */
  later() {
    if (this.timer !== undefined) return;
    this.timer = setTimeout(() => { this.timer = undefined; this.draw(); }, 120);
  }

  draw() {
    if (!this.element.isConnected) return;
    say(this.title, this.instrument.title);
    const changed = this.instrument.parts.flatMap(({ name }) => changesOf(this.widgets.all, name));
    const isKnown = this.widgets.all.some(({ original }) => original !== null);
    say(this.count, changed.length ? `${changed.length} changed` : isKnown ? "as loaded" : "");
    this.app.tellHere([this.instrument.family, changed.length ? `${changed.length} changed` : ""].filter((one) => one).join(", "));
    this.changes.replaceChildren(...changed.slice(0, mostLines).flatMap((widget) => [
      make("span", { className: "cut", textContent: widget.part ? `${widget.part}: ${label(widget.name)}` : label(widget.name), title: widget.name }),
      make("span", { textContent: widget.original?.text ?? "" }), make("span", { textContent: "→", "aria-label": "to" }), make("b", { textContent: widget.text }),
    ]));
    const more = changed.length - mostLines;
    if (more > 0) this.changes.append(make("span", { className: "rest", textContent: `and ${counted(more, "other", "others")}` }));
    this.changes.hidden = changed.length === 0;
    this.revert.disabled = changed.length === 0;
    this.save.disabled = !isSaved(this.instrument.kind);
    this.save.title = this.save.disabled ? "Only sounds of the synth are saved: what a program was set to is kept by itself" : "";
  }
}

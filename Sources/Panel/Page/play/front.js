// The front eight: eight large knobs. They change only with the sound, the part, the controllers or the pins.
import { control } from "../components/control.js";
import { icon, make } from "../components/make.js";
import { shortLabel } from "../edit/front.js";
import { frontEight } from "./eight.js";

export class Front {
  /** @param {import("../components/control.js").App} app */
  constructor(app) {
    this.app = app;
    this.part = "";
    this.told = "";
    /** Whether the eight are others, and wait until every finger has lifted. */
    this.isLate = false;
    this.element = make("div", { className: "front", role: "group", "aria-label": "The front eight" });
    for (const message of ["widgets", "frontline", "marks", "links"]) app.line.on(message, () => this.draw(message === "widgets"));
    app.line.on("released", () => { if (this.isLate) this.draw(); });
  }

  /** @param {string} part */
  showPart(part) {
    this.part = part;
    this.draw();
  }

  draw(isNew = false) {
    const { widgets, instrument } = this.app;
    const eight = frontEight({ widgets: widgets.all, part: this.part, pins: widgets.pins, frontline: instrument.frontline, fromFile: instrument.fromFile });
    const told = eight.map(({ widget, why }) => `${widget.index} ${why} ${widget.link?.control}`).join();
    // They never change while a finger is down.
    this.isLate = !isNew && told !== this.told && widgets.all.some(({ isHeld }) => isHeld);
    if (this.isLate || (!isNew && told === this.told)) return;
    this.told = told;
    this.element.replaceChildren(...eight.map((one) => this.knob(one)));
    this.element.dataset.count = String(eight.length);
  }

  /** A knob says why it is there: a pin, the control that moves it, or nothing.
   * @param {{widget: import("../instrument/widgets.js").Widget, why: "pin" | "link" | "file"}} one */
  knob({ widget, why }) {
    const mark = why === "pin" ? "" : widget.link?.control ?? "";
    const { element } = control(this.app, widget, { look: "big", label: shortLabel(widget.name), mark: () => mark });
    if (why === "pin") element.append(make("span", { className: "pinned", role: "img", "aria-label": "pinned" }, icon("pin")));
    return element;
  }
}

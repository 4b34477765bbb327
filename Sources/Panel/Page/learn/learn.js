// Learn: a mode over all places. Touch a control, move the hardware, done; the next touch is the next link.
import { make, say } from "../components/make.js";
import { Sheet } from "../components/sheet.js";
import { label } from "../edit/front.js";
import { isLearnable } from "./lesson.js";
import { LearnSheet } from "./sheet.js";
import { targetOf } from "./target.js";

const usualHint = "touch a control, then move a knob, fader, pad or pedal";

class Learning {
  /** @param {import("../components/control.js").App} app */
  constructor(app) {
    this.app = app;
    this.isOn = false;
    /** How many of its ends the instrument has not answered yet. */
    this.ends = 0;
    /** The widget that waits, or was linked last. */
    this.widget = "";
    /** @type {Element | null} */
    this.cell = null;
    this.button = document.querySelector("#learn");
    this.hint = make("span", { className: "learn-hint cut" }, make("b", { textContent: "Learn " }), make("span", { className: "dim", textContent: usualHint }));
    document.querySelector(".here")?.append(this.hint);
    this.sheet = new LearnSheet(app, { end: () => this.toggle(), move: () => this.moveAside(), choose: (widget) => this.choose(widget, null) });
    document.querySelector("#app")?.append(this.sheet.element);
    const main = /** @type {HTMLElement} */ (document.querySelector("main"));
    for (const event of ["pointerdown", "click", "dblclick", "contextmenu"]) main.addEventListener(event, (touch) => this.touch(/** @type {PointerEvent} */ (touch)), true);
    main.addEventListener("keydown", (event) => this.key(event), true);
    addEventListener("keydown", (event) => { if (this.isOn && event.key === "Escape" && !event.defaultPrevented && !document.body.classList.contains("mapping")) this.toggle(); });
    app.line.on("learning", ({ learning }) => this.told(learning));
    for (const change of ["closed", "open"]) app.line.on(change, () => { this.ends = 0; });
    app.line.on("hello", () => this.resume());
    // The control may stand elsewhere now, or be made anew.
    addEventListener("resize", () => {
      this.settle();
      if (this.isOn && this.cell) this.aim(this.cell);
    });
    app.line.on("widgets", () => requestAnimationFrame(() => { if (this.isOn && this.cell && !this.cell.isConnected) this.aim(this.find(this.widget)); }));
  }

  /** Begins or ends; with a widget it begins with this one.
   * @param {import("../instrument/widgets.js").Widget} [widget] */
  toggle(widget) {
    if (widget && this.isOn) return this.choose(widget, null);
    this.isOn = !this.isOn;
    Sheet.close();
    if (!this.isOn) this.ends++;
    this.settle();
    this.app.line.send({ learn: this.isOn ? { on: 1 } : { off: 1 } });
    this.show();
    if (this.isOn) this.sheet.draw({ state: "on", undo: 0 });
    if (widget && this.isOn) this.choose(widget, null);
  }

  /** An instrument that has come back knows nothing of the lesson: it goes on with the control that waits. */
  resume() {
    if (!this.isOn) return;
    this.app.line.send({ learn: this.sheet.lesson.state === "waiting" ? { widget: this.widget } : { on: 1 } });
  }

  show() {
    document.body.classList.toggle("learning", this.isOn);
    this.button?.setAttribute("aria-pressed", String(this.isOn));
    this.sheet.element.hidden = !this.isOn;
    if (!this.isOn) this.aim(null);
  }

  /** A touch on a control chooses it, and does nothing else.
   * @param {PointerEvent} event */
  touch(event) {
    if (!this.isOn) return;
    const found = targetOf(/** @type {Element} */ (event.target), this.app.widgets, this.widget);
    if (!found || !isLearnable(found.widget)) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    if (event.type === "pointerdown") this.choose(found.widget, found.cell);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.isOn) return;
    if (event.key !== "Enter" && event.key !== " ") return;
    const found = targetOf(/** @type {Element} */ (event.target), this.app.widgets, this.widget);
    if (!found || !isLearnable(found.widget)) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    this.choose(found.widget, found.cell);
  }

  /** @param {import("../instrument/widgets.js").Widget} widget @param {Element | null} cell */
  choose(widget, cell) {
    this.widget = widget.name;
    this.aim(cell ?? this.find(widget.name));
    say(this.hint.lastElementChild, usualHint);
    this.app.line.send({ learn: { widget: widget.name } });
    this.sheet.draw({ state: "waiting", widget: widget.name, undo: 0 });
  }

  /** @param {string} widget */
  find(widget) { return document.querySelector(`main [data-widget="${CSS.escape(widget)}"]`); }

  /** Where the sheet stands at first. */
  settle() {
    this.sheet.element.classList.remove("top");
    this.sheet.element.style.maxHeight = "";
  }

  /** To the other side; on a phone to the other end. */
  moveAside() {
    const { classList, style } = this.sheet.element;
    // At the top it leaves the lower half of the place free.
    style.maxHeight = classList.toggle(innerWidth < 600 ? "top" : "left") && innerWidth < 600 ? "45%" : "";
  }

  /** The control is framed, and the sheet stands on the other side.
   * @param {Element | null} cell */
  aim(cell) {
    this.cell?.classList.remove("aim");
    this.cell = cell;
    if (!cell) return;
    cell.classList.add("aim");
    const box = cell.getBoundingClientRect();
    this.sheet.element.classList.toggle("left", box.left + box.width / 2 > innerWidth / 2);
    this.sheet.element.classList.remove("top");
    this.makeRoom();
  }

  /** On a phone the sheet comes from below: it is as low as the control needs to be seen, if that leaves enough of it. */
  makeRoom() {
    requestAnimationFrame(() => {
      const { element } = this.sheet, { cell } = this;
      element.style.maxHeight = "";
      if (innerWidth >= 600 || !cell) return;
      const main = /** @type {HTMLElement} */ (document.querySelector("main")).getBoundingClientRect();
      // Above the control, or else in the upper half.
      const above = () => { const room = cell.getBoundingClientRect().top - main.top - 4; element.style.maxHeight = room > 0.4 * main.height ? `${Math.round(room)}px` : "45%"; };
      if (element.classList.contains("top")) return above();
      const sheet = element.getBoundingClientRect();
      if (cell.getBoundingClientRect().bottom > sheet.top) cell.scrollIntoView({ block: "start" });
      const { bottom } = cell.getBoundingClientRect();
      element.style.maxHeight = `min(66%, max(40%, ${Math.round(sheet.bottom - bottom - 4)}px))`;
      // A control so low that it would be covered has the sheet above it.
      if (bottom <= element.getBoundingClientRect().top + 1) return;
      element.classList.add("top");
      above();
    });
  }

  /** @param {import("./lesson.js").Lesson} lesson */
  told(lesson) {
    if (lesson.state === "off") {
      // The answer to an end that was followed by another beginning.
      if (this.ends > 0) this.ends--;
      else if (this.isOn) { this.isOn = false; this.show(); }
      return;
    }
    if (!this.isOn) return;
    if (lesson.widget) this.widget = lesson.widget;
    this.sheet.draw(lesson);
    this.makeRoom();
    const { widget, arrived } = lesson;
    if (lesson.state === "saved" && widget) say(this.hint.lastElementChild, `${arrived?.control ?? "a control"} moves ${label(widget)}. Touch the next one.`);
  }
}

/** @param {import("../components/control.js").App} app */
export function startLearning(app) {
  const learning = new Learning(app);
  app.toggleLearning = (/** @type {import("../instrument/widgets.js").Widget} */ widget) => learning.toggle(widget);
}

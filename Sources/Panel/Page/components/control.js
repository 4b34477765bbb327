// A control: a component that shows a widget of the instrument, and moves it.
import { Press, whileHeld } from "./button.js";
import { Menu, mostSegments, Segments } from "./choice.js";
import { Fader } from "./fader.js";
import { menuOn, turn } from "./gestures.js";
import { Bubble } from "./bubble.js";
import { Knob } from "./knob.js";
import { make, say, shortName } from "./make.js";
import { Reading } from "./reading.js";
import { Switch } from "./switch.js";
import { typeInto } from "./typing.js";
import { movingTime } from "../instrument/widgets.js";

/**
 * @typedef {import("../instrument/widgets.js").Widget} Widget
 * @typedef {{line: import("../instrument/line.js").Line, widgets: import("../instrument/widgets.js").Widgets,
 *   instrument: import("../instrument/instrument.js").Instrument, [more: string]: any}} App
 * @typedef {"knob" | "big" | "fader" | "vfader" | "bar2" | "read"} Look
 * @typedef {{label?: string, look?: Look, mark?: (widget: Widget) => string, isCopy?: boolean, choiceLook?: "menu" | "segments"}} Options
 *   `isCopy`: the same widget has another control on the screen
 */

/** Where the arc begins: in the middle of ranges around 0, but levels begin at silence.
 * @param {Widget} widget */
export const zeroOf = ({ min, max, unit, curve = "lin" }) => (min < 0 && max > 0 && unit !== "dB" && curve === "lin" ? -min / (max - min) : 0);

/** From value to value, as a part of the range.
 * @param {Widget} widget */
export const stepOf = ({ step, min, max, curve = "lin" }) => (step && max > min && curve === "lin" ? step / (max - min) : 0);

/** What a knob or a fader shows of a widget.
 * @param {Widget} widget @param {string} [mark] @returns {import("./knob.js").Shown} */
export function shownOf(widget, mark) {
  const isMoving = performance.now() - widget.movedAt < movingTime;
  return {
    position: widget.position, text: widget.text, zero: zeroOf(widget), home: widget.original?.position,
    ghost: widget.link?.isWaiting ? widget.link.position : null, mark, isHeld: widget.isHeld, isMoving,
  };
}

/** The menu of a widget, which is loaded when somebody opens one first.
 * @param {App} app @param {Widget} widget @param {Element} near @param {string} [begun] what was typed already */
export async function openMenu(app, widget, near, begun) {
  try {
    (await import("./widgetmenu.js")).widgetMenu(app, widget, near, begun);
  } catch (error) {
    dispatchEvent(new CustomEvent("notice", { detail: `The menu could not be loaded: ${error.message}` }));
  }
}

/** What gestures do to a widget.
 * @param {App} app @param {Widget} widget @param {HTMLElement} element */
export function turnedBy({ widgets, ...app }, widget, element) {
  return {
    position: () => widget.position,
    go: (/** @type {number} */ position) => widgets.go(widget, position),
    take: () => widgets.take(widget),
    release: () => widgets.release(widget),
    reset: () => resetWithUndo({ widgets, ...app }, widget),
    menu: () => openMenu({ widgets, ...app }, widget, element),
    type: (/** @type {string} */ begun) => { if (!typeInto(element, widget, begun, (text) => widgets.type(widget, text))) openMenu({ widgets, ...app }, widget, element, begun); },
    step: () => stepOf(widget),
  };
}

/** The original values, and for five seconds a way back.
 * @param {App} app @param {Widget[]} all */
export function resetWithUndo({ widgets, line }, ...all) {
  const before = all.map((widget) => ({ widget, value: widget.value }));
  for (const widget of all) widgets.reset(widget);
  dispatchEvent(new CustomEvent("notice", { detail: {
    text: `${all.map(({ name }) => shortName(name)).join(" and ")} ${all.length > 1 ? "are as they were" : "is as it was"}.`, label: "Undo", seconds: 5,
    // Another sound may play by then.
    act: () => { for (const { widget, value } of before) if (widgets.find(widget.name) === widget) line.send({ set: [widget.name, value] }); },
  } }));
}

/** Role, name and state for a slider.
 * @param {HTMLElement} element @param {Widget} widget @param {boolean} isCopy @param {string} role */
export function describe(element, widget, role, isCopy = false) {
  element.setAttribute("role", role);
  element.setAttribute("aria-label", widget.name);
  element.title = widget.about ?? "";
  if (!isCopy) element.dataset.widget = widget.name;
  if (role === "slider") {
    element.tabIndex = 0;
    element.setAttribute("aria-valuemin", String(widget.min));
    element.setAttribute("aria-valuemax", String(widget.max));
  }
}

/** @param {HTMLElement} element @param {Widget} widget */
export function tellValue(element, widget) {
  element.setAttribute("aria-valuenow", String(widget.value));
  element.setAttribute("aria-valuetext", widget.text);
}

/** A knob, a fader or a reading that is turned.
 * @param {App} app @param {Widget} widget @param {Options} options */
function slider(app, widget, { label, look = "knob", mark, isCopy }) {
  const component = look === "read" ? new Reading(label ?? "") : look === "knob" || look === "big" ? new Knob(label ?? "", look === "big" ? "big" : "") : new Fader(label ?? "", look);
  const { element } = component, line = component instanceof Fader ? component.line : element;
  describe(element, widget, "slider", isCopy);
  if (look === "vfader") element.setAttribute("aria-orientation", "vertical");
  const along = look === "fader" || look === "bar2" ? "right" : "up";
  const long = look === "vfader" || along === "right" ? () => Math.max(80, along === "up" ? line.offsetHeight : line.offsetWidth) : undefined;
  const turned = turnedBy(app, widget, element), bubble = new Bubble(element);
  const take = () => { turned.take(); bubble.begin(widget.text); };
  const release = () => { bubble.end(); turned.release(); };
  turn(element, { ...turned, take, release }, { along, range: long });
  const draw = () => {
    if (widget.isHeld) bubble.draw(widget.text);
    tellValue(element, widget);
    component.draw(shownOf(widget, mark?.(widget)));
    if (performance.now() - widget.movedAt < movingTime) later(app, widget);
  };
  return { element, draw };
}

/** Draws once more when a move has become old.
 * @param {App} app @param {Widget} widget */
function later({ widgets }, widget) {
  clearTimeout(widget.later);
  widget.later = setTimeout(() => widgets.redraw(widget.index), movingTime + 20);
}

/** @param {App} app @param {Widget} widget @param {Options} options */
function toggle(app, widget, { label, isCopy }) {
  const component = new Switch(label ?? "");
  describe(component.button, widget, "switch", isCopy);
  component.button.addEventListener("click", () => app.widgets.set(widget, widget.value >= 0.5 ? 0 : 1));
  menuOn(component.element, () => openMenu(app, widget, component.element));
  return { element: component.element, draw: () => component.draw({ isOn: widget.value >= 0.5 }) };
}

/** @param {App} app @param {Widget} widget @param {Options} options */
function press(app, widget, { label, isCopy }) {
  const component = new Press(label ?? "");
  const { element } = component;
  describe(element, widget, "button", isCopy);
  element.dataset.title = label;
  if (widget.kind === "momentary") {
    const hit = () => {
      app.widgets.press(widget);
      element.classList.add("pressed");
      setTimeout(() => element.classList.remove("pressed"), 120);
    };
    element.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => { if (event.button === 0) hit(); });
    element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => { if ((event.key === "Enter" || event.key === " ") && !event.repeat) { event.preventDefault(); hit(); } });
    return { element, draw: () => {} };
  }
  whileHeld(element, (isDown) => app.widgets.set(widget, isDown ? 1 : 0));
  return { element, draw: () => {
    const isOn = widget.value >= 0.5;
    element.setAttribute("aria-pressed", String(isOn));
    component.draw({ isOn });
  } };
}

/** @param {App} app @param {Widget} widget @param {Options} options */
function choice(app, widget, { label, isCopy, choiceLook }) {
  const names = widget.choices ?? [];
  const choose = (/** @type {string} */ value) => app.widgets.set(widget, Number(value));
  const isShort = choiceLook ? choiceLook === "segments" : names.length <= mostSegments;
  const component = isShort ? new Segments(widget.name, choose) : new Menu(widget.name, choose);
  component.offer(names.map((/** @type {string} */ name, /** @type {number} */ index) => [String(index), name]));
  const handle = component instanceof Menu ? component.select : component.element;
  if (!isCopy) handle.dataset.widget = widget.name;
  handle.title = widget.about ?? "";
  const element = make("div", { className: isShort ? "kseg" : "kmenu" }, component.element, make("span", { className: "label", textContent: label }));
  menuOn(element, () => openMenu(app, widget, element));
  return { element, component, draw: () => component.draw(String(Math.round(widget.value))) };
}

/** @param {App} app @param {Widget} widget @param {Options} options */
function label(app, widget, { label: text, isCopy }) {
  const component = new Reading(text ?? "");
  const { element } = component;
  // Only one region of the page is live; a screen reader reads this one when it is asked.
  describe(element, widget, "status", isCopy);
  element.setAttribute("aria-live", "off");
  return { element, draw: () => component.draw({ text: widget.text }) };
}

/** @type {Record<string, (app: App, widget: Widget, options: Options) => {element: HTMLElement, draw: () => void}>} */
const byKind = { switch: toggle, button: press, momentary: press, choice, label, text: label };

/**
 * A control for a widget, by its kind. It draws itself when the widget moves.
 * @param {App} app @param {Widget} widget @param {Options} [options]
 * @returns {{element: HTMLElement, draw: () => void}}
 */
export function control(app, widget, options = {}) {
  const make = byKind[widget.kind] ?? slider;
  const made = make(app, widget, { label: shortName(widget.name), ...options });
  app.widgets.watch(widget, made.element, made.draw);
  made.draw();
  return made;
}

// MARK: What moves a control: a dot on it, and its name while links are learned

/** @param {Widget} widget */
const mark = (widget) => widget.link?.control ?? "";

/** Adds the mark to an element that has no place for one; of a pad both.
 * @template {HTMLElement} E @param {App} app @param {E} element @param {Widget[]} all @returns {E} */
export function marked(app, element, ...all) {
  const text = make("span", { className: "mark" });
  element.append(text);
  const draw = () => {
    say(text, all.map(mark).filter((one) => one).join(", "));
    element.classList.toggle("linked", text.textContent !== "");
  };
  for (const widget of all) app.widgets.watch(widget, element, draw);
  draw();
  return element;
}

/** A control with its mark.
 * @param {App} app @param {Widget} widget @param {Options} options @returns {HTMLElement} */
export function cell(app, widget, options) {
  const { element } = control(app, widget, { mark, ...options });
  return element.classList.contains("k") ? element : marked(app, element, widget);
}

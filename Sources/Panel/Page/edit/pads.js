// Several values under one finger: a pad, and a row of bars.
import { button } from "../components/button.js";
import { describe, marked, openMenu, resetWithUndo, tellValue, turnedBy } from "../components/control.js";
import { turnByKey } from "../components/gestures.js";
import { holdUntilLeft } from "../components/held.js";
import { make, say, shortName } from "../components/make.js";
import { Sheet } from "../components/sheet.js";
import { TouchSurface } from "../keys/touch.js";

/**
 * @typedef {import("../components/control.js").App} App
 * @typedef {import("../instrument/widgets.js").Widget} Widget
 */

/**
 * Two sliders under one finger, x to the right and y upwards.
 * @param {App} app @param {string} name @param {Widget} x @param {Widget} y @param {string[]} [corners] from the top left
 */
export function xyPad(app, name, x, y, corners = []) {
  const { widgets } = app;
  const dot = make("span", { className: "dot" });
  const reading = make("span", { className: "cap low left" });
  const area = make("div", { className: "area xy", role: "slider", "aria-roledescription": "pad", "aria-label": name, "aria-valuemin": x.min, "aria-valuemax": x.max, "data-widget": name, "data-pair": JSON.stringify([x.name, y.name]), tabIndex: 0 }, dot);
  area.append(...corners.map((text, index) => make("span", { className: `cap ${index < 2 ? "high" : "low"} ${index % 2 ? "right" : "left"}`, textContent: text, "aria-hidden": "true" })), ...(corners.length ? [] : [reading]));
  /** @type {number | null} */
  let finger = null;
  const go = (/** @type {PointerEvent} */ event) => {
    const box = area.getBoundingClientRect();
    widgets.go(x, (event.clientX - box.left) / box.width);
    widgets.go(y, 1 - (event.clientY - box.top) / box.height);
  };
  const lift = () => {
    if (finger === null) return;
    finger = null;
    dot.classList.remove("held");
    holdUntilLeft(lift, null);
    for (const axis of [x, y]) widgets.release(axis);
  };
  area.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    if (event.button !== 0 || finger !== null) return;
    finger = event.pointerId;
    area.setPointerCapture(finger);
    dot.classList.add("held");
    holdUntilLeft(lift, area);
    for (const axis of [x, y]) widgets.take(axis);
    go(event);
  });
  area.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => { if (event.pointerId === finger) go(event); });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) area.addEventListener(end, (/** @type {PointerEvent} */ event) => { if (/** @type {PointerEvent} */ (event).pointerId === finger) lift(); });
  const reset = () => resetWithUndo(app, x, y), menu = () => axisMenu(app, x, y, area);
  area.addEventListener("dblclick", reset);
  area.addEventListener("contextmenu", (/** @type {MouseEvent} */ event) => { event.preventDefault(); menu(); });
  // Up and down move y, all other keys x.
  area.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const axis = ["ArrowUp", "ArrowDown", "PageUp", "PageDown"].includes(event.key) ? y : x;
    turnByKey(event, { ...turnedBy(app, axis, area), reset, menu });
  });
  const draw = () => {
    area.style.setProperty("--x", `${(x.position * 100).toFixed(2)}%`);
    area.style.setProperty("--y", `${((1 - y.position) * 100).toFixed(2)}%`);
    say(reading, `${x.text}, ${y.text}`);
    area.setAttribute("aria-valuenow", String(x.value));
    area.setAttribute("aria-valuetext", `x ${x.text}, y ${y.text}`);
  };
  for (const axis of [x, y]) widgets.watch(axis, area, draw);
  draw();
  return marked(app, area, x, y);
}

/** The menus of a pad's two directions.
 * @param {App} app @param {Widget} x @param {Widget} y @param {HTMLElement} near */
function axisMenu(app, x, y, near) {
  const sheet = new Sheet("Which direction", { near });
  const open = (/** @type {Widget} */ axis) => () => { sheet.close(); openMenu(app, axis, near); };
  sheet.show(make("h2", { textContent: "Which direction" }), make("div", { className: "acts" },
    button(`Across: ${shortName(x.name)}`, open(x)), button(`Up: ${shortName(y.name)}`, open(y))));
}

/**
 * A row of sliders, painted by fingers across them. The instrument decides which bars a finger crosses.
 * @param {App} app @param {string} name @param {Widget[]} sliders
 */
export function barRow(app, name, sliders) {
  const { line, widgets } = app;
  const bars = sliders.map((slider) => {
    const bar = make("div", { className: "bar-handle", "aria-orientation": "vertical" }, make("i"));
    describe(bar, slider, "slider");
    bar.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => turnByKey(event, turnedBy(app, slider, bar)));
    bar.addEventListener("contextmenu", (/** @type {MouseEvent} */ event) => { event.preventDefault(); openMenu(app, slider, bar); });
    const draw = () => {
      bar.style.setProperty("--at", String(slider.position));
      tellValue(bar, slider);
    };
    widgets.watch(slider, bar, draw);
    draw();
    return marked(app, bar, slider);
  });
  const area = make("div", { className: "area bars-area", role: "group", "aria-label": name, "data-bars": name }, ...bars);
  heldBy(app, area, sliders);
  const surface = new TouchSurface(area, line, () => `bars/${name}`);
  const ending = new AbortController();
  line.on("painted", ({ painted, bars: heights }) => {
    if (painted !== name) return;
    for (const [bar, height] of heights) sliders[bar] && paint(widgets, sliders[bar], height);
  }, ending.signal);
  return { area, close: () => { ending.abort(); surface.close(); } };
}

/** What this page's fingers have painted is drawn at once.
 * @param {App["widgets"]} widgets @param {Widget} widget @param {number} position */
export function paint(widgets, widget, position) {
  widget.position = position;
  widgets.redraw(widget.index);
}

/** While fingers are on an area, its widgets ignore echoes.
 * @param {App} app @param {HTMLElement} area @param {Widget[]} sliders */
export function heldBy({ widgets }, area, sliders) {
  /** @type {Set<number>} */
  const fingers = new Set();
  const lift = () => {
    fingers.clear();
    holdUntilLeft(lift, null);
    for (const slider of sliders) widgets.release(slider);
  };
  area.addEventListener("pointerdown", (event) => {
    fingers.add(event.pointerId);
    if (fingers.size > 1) return;
    holdUntilLeft(lift, area);
    for (const slider of sliders) widgets.take(slider);
  }, true);
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    area.addEventListener(end, (event) => {
      if (fingers.delete(/** @type {PointerEvent} */ (event).pointerId) && fingers.size === 0) lift();
    });
  }
}

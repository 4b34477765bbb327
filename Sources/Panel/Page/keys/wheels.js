// The wheels: bend, which goes back to its middle when it is let go, and modulation, which stays.
import { make } from "../components/make.js";
import { describe, tellValue } from "../components/control.js";
import { holdUntilLeft } from "../components/held.js";
import { turnByKey } from "../components/gestures.js";

/** The widgets of the wheels, by their names in the synth and in other programs. The modulation wheel moves all of its own,
 * as a controller's does.
 * @type {Record<string, string[]>} */
const names = { Bend: ["pitch.bend", "bend", "pitchbend"], Mod: ["mod.wheel", "modwheel", "vibrato.depth"] };

/** @param {import("../components/control.js").App} app */
export function wheels(app) {
  const element = make("div", { className: "wheels" });
  const show = () => {
    const made = Object.entries(names).map(([label, all]) => ({ label, found: find(app, all) })).filter(({ found }) => found.length > 0);
    element.replaceChildren(...made.map(({ label, found }) => wheel(app, label, label === "Bend" ? found.slice(0, 1) : found)));
    element.hidden = made.length === 0;
  };
  app.line.on("widgets", show);
  show();
  return element;
}

/** The widgets of these bare names, of the instrument or of its first part, in the order of the names.
 * @param {import("../components/control.js").App} app @param {string[]} wanted @returns {import("../instrument/widgets.js").Widget[]} */
function find({ widgets }, wanted) {
  const bare = (/** @type {import("../instrument/widgets.js").Widget} */ { part, name }) => (part ? name.slice(part.length + 1) : name);
  const moving = widgets.all.filter(({ kind }) => ["slider", "knob"].includes(kind));
  return wanted.flatMap((name) => moving.find((widget) => bare(widget) === name) ?? []);
}

/** The same widget of every part, since a keyboard's wheel moves all that listen.
 * @param {import("../components/control.js").App} app @param {import("../instrument/widgets.js").Widget} widget */
function all({ widgets, instrument }, widget) {
  if (!widget.part) return [widget];
  const bare = widget.name.slice(widget.part.length + 1);
  return /** @type {import("../instrument/widgets.js").Widget[]} */ (instrument.playing.map((/** @type {number} */ index) => widgets.find(`${instrument.parts[index]?.name}/${bare}`)).filter((/** @type {import("../instrument/widgets.js").Widget | undefined} */ one) => one));
}

/** It shows the first of its widgets, and moves all of them.
 * @param {import("../components/control.js").App} app @param {string} label @param {import("../instrument/widgets.js").Widget[]} own */
function wheel(app, label, own) {
  const { widgets } = app, [widget] = own;
  const every = () => own.flatMap((one) => all(app, one));
  const thumb = make("i", {}, make("s"), make("u"));
  const element = make("div", { className: "wheel" }, make("span", { className: "label", textContent: label }), thumb);
  describe(element, widget, "slider", true);
  element.setAttribute("aria-orientation", "vertical");
  element.dataset.wheel = label.toLowerCase();
  const middle = label === "Bend" ? widget.position : 0;
  const go = (/** @type {number} */ position) => { for (const one of every()) widgets.go(one, position); };
  let finger = /** @type {number | null} */ (null), last = 0, at = 0, moved = [widget];
  const lift = () => {
    finger = null;
    holdUntilLeft(lift, false);
    for (const one of moved) widgets.release(one);
    if (label === "Bend") go(middle);
  };
  element.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    if (event.button !== 0 || finger !== null) return;
    finger = event.pointerId;
    element.setPointerCapture(finger);
    [last, at, moved] = [event.clientY, widget.position, every()];
    for (const one of moved) widgets.take(one);
    holdUntilLeft(lift, true);
  });
  element.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== finger) return;
    at = Math.min(Math.max(at + (last - event.clientY) / Math.max(60, thumb.clientHeight), 0), 1);
    last = event.clientY;
    go(at);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) element.addEventListener(end, (/** @type {PointerEvent} */ event) => { if (/** @type {PointerEvent} */ (event).pointerId === finger) lift(); });
  element.addEventListener("contextmenu", (/** @type {MouseEvent} */ event) => event.preventDefault());
  element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => turnByKey(event, {
    position: () => widget.position, go, reset: () => go(middle), step: () => 0, take: () => {}, release: () => {}, menu: () => {}, type: () => {},
  }));
  const draw = () => {
    tellValue(element, widget);
    thumb.style.setProperty("--x", widget.position.toFixed(4));
    thumb.style.setProperty("--from", Math.min(middle, widget.position).toFixed(4));
    thumb.style.setProperty("--long", Math.abs(widget.position - middle).toFixed(4));
  };
  widgets.watch(widget, element, draw);
  draw();
  return element;
}

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
  // Another scene has other wheels.
  app.line.on("lit", () => { for (const one of element.children) /** @type {any} */ (one).draw(); });
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

/** @typedef {import("../instrument/widgets.js").Widget} Widget */

/** The same widget of every part.
 * @param {import("../components/control.js").App} app @param {Widget} widget @returns {Widget[]} */
function ofParts({ widgets, instrument }, widget) {
  if (!widget.part) return [widget];
  const bare = widget.name.slice(widget.part.length + 1);
  return instrument.parts.flatMap(({ name }) => widgets.find(`${name}/${bare}`) ?? []);
}

/** The same widget of every part that plays, since a keyboard's wheel moves all that listen.
 * @param {import("../components/control.js").App} app @param {Widget} widget */
function all(app, widget) {
  const { instrument } = app, playing = instrument.playing.map((index) => instrument.parts[index]?.name);
  return ofParts(app, widget).filter(({ part }) => part === "" || playing.includes(part));
}

/** It shows the first of its widgets that plays, and moves all that play.
 * @param {import("../components/control.js").App} app @param {string} label @param {import("../instrument/widgets.js").Widget[]} own */
function wheel(app, label, own) {
  const { widgets } = app;
  const every = () => own.flatMap((one) => all(app, one));
  const shown = () => every()[0] ?? own[0];
  const thumb = make("i", {}, make("s"), make("u"));
  const element = make("div", { className: "wheel" }, make("span", { className: "label", textContent: label }), thumb);
  describe(element, own[0], "slider", true);
  element.setAttribute("aria-orientation", "vertical");
  element.dataset.wheel = label.toLowerCase();
  const springs = label === "Bend", { min, max } = own[0], middle = springs ? (own[0].default - min) / (max - min) : 0;
  const go = (/** @type {number} */ position) => { for (const one of every()) widgets.go(one, position, springs); };
  let finger = /** @type {number | null} */ (null), last = 0, at = 0, moved = own;
  const lift = () => {
    finger = null;
    holdUntilLeft(lift, null);
    for (const one of moved) widgets.release(one);
    // Also where another scene plays by now.
    if (springs) for (const one of moved) widgets.go(one, middle, springs);
  };
  element.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    if (event.button !== 0 || finger !== null) return;
    finger = event.pointerId;
    element.setPointerCapture(finger);
    [last, at, moved] = [event.clientY, shown().position, every()];
    for (const one of moved) widgets.take(one);
    holdUntilLeft(lift, element);
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
    position: () => shown().position, go, reset: () => go(middle), step: () => 0, take: () => {}, release: () => {}, menu: () => {}, type: () => {},
  }));
  const draw = () => {
    const widget = shown();
    tellValue(element, widget);
    thumb.style.setProperty("--x", widget.position.toFixed(4));
    thumb.style.setProperty("--from", Math.min(middle, widget.position).toFixed(4));
    thumb.style.setProperty("--long", Math.abs(widget.position - middle).toFixed(4));
  };
  for (const one of own) for (const other of ofParts(app, one)) widgets.watch(other, element, draw);
  draw();
  return Object.assign(element, { draw });
}

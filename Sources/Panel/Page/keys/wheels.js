// The wheels: bend, which goes back to its middle when it is let go, and modulation, which stays.
import { make } from "../components/make.js";
import { describe, tellValue } from "../components/control.js";
import { holdUntilLeft } from "../components/held.js";
import { turnByKey } from "../components/gestures.js";

/** The widgets of the wheels, by their names in the synth and in other programs. */
const names = { Bend: ["pitch.bend", "bend", "pitchbend"], Mod: ["mod.wheel", "modwheel", "vibrato.depth"] };

/** @param {import("../components/control.js").App} app */
export function wheels(app) {
  const element = make("div", { className: "wheels" });
  const show = () => {
    const found = Object.entries(names).map(([label, all]) => [label, find(app, all)]).filter(([, widget]) => widget);
    element.replaceChildren(...found.map(([label, widget]) => wheel(app, /** @type {string} */ (label), /** @type {any} */ (widget))));
    element.hidden = found.length === 0;
  };
  app.line.on("widgets", show);
  show();
  return element;
}

/** A widget by its bare name, of the instrument or of its first part.
 * @param {import("../components/control.js").App} app @param {string[]} wanted */
function find({ widgets }, wanted) {
  return widgets.all.find((/** @type {import("../instrument/widgets.js").Widget} */ widget) => wanted.includes(widget.part ? widget.name.slice(widget.part.length + 1) : widget.name) && ["slider", "knob"].includes(widget.kind));
}

/** The same widget of every part, since a keyboard's wheel moves all that listen.
 * @param {import("../components/control.js").App} app @param {import("../instrument/widgets.js").Widget} widget */
function all({ widgets, instrument }, widget) {
  if (!widget.part) return [widget];
  const bare = widget.name.slice(widget.part.length + 1);
  return /** @type {import("../instrument/widgets.js").Widget[]} */ (instrument.playing.map((/** @type {number} */ index) => widgets.find(`${instrument.parts[index]?.name}/${bare}`)).filter((/** @type {import("../instrument/widgets.js").Widget | undefined} */ one) => one));
}

/** @param {import("../components/control.js").App} app @param {string} label @param {import("../instrument/widgets.js").Widget} widget */
function wheel(app, label, widget) {
  const { widgets } = app;
  const thumb = make("i", {}, make("s"), make("u"));
  const element = make("div", { className: "wheel" }, make("span", { className: "label", textContent: label }), thumb);
  describe(element, widget, "slider", true);
  element.setAttribute("aria-orientation", "vertical");
  element.dataset.wheel = label.toLowerCase();
  const middle = label === "Bend" ? widget.position : 0;
  const go = (/** @type {number} */ position) => { for (const one of all(app, widget)) widgets.go(one, position); };
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
    [last, at, moved] = [event.clientY, widget.position, all(app, widget)];
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

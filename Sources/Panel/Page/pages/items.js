// An item of a page as an element: a control, a pad, a picture, the scenes, the parts or the keys.
import { cell } from "../components/control.js";
import { make } from "../components/make.js";
import { label } from "../edit/front.js";
import { xyPad } from "../edit/pads.js";
import { envelopeWell, filterWell, lfoWell, oscillatorWell } from "../edit/pictures.js";
import { whitesIn } from "../keys/layout.js";
import { Piano } from "../keys/piano.js";
import { Pianos } from "../keys/pianos.js";
import { parts, scenes } from "../play/head.js";

/**
 * @typedef {import("../components/control.js").App} App
 * @typedef {import("./grid.js").Item} Item
 */

/** @type {Record<string, string>} */
const looks = { knob: "knob", fader: "vfader", slider: "fader", number: "read", meter: "read" };

/** The colour of an item: its own, else that of its part. */
export const colourOf = (/** @type {App} */ { instrument, widgets }, /** @type {Item} */ { colour, widget, widgets: pair }) => colour ?? instrument.colour(widgets.find(widget ?? pair?.[0] ?? "")?.part ?? "");

/** What an item is called. */
export const nameOf = (/** @type {Item} */ { kind, label: text, widget, widgets }) => text ?? (widget ? label(widget) : widgets ? widgets.map(label).join(", ") : { scenes: "Scenes", parts: "Parts", keys: "Keys" }[kind] ?? kind);

/** @param {App} app @param {Item} item @returns {Element} */
export function itemContent(app, item) {
  const { kind } = item;
  if (kind === "scenes") return made(app, "pageScenes", () => scenes(app));
  if (kind === "parts") return made(app, "pageParts", () => parts(app, () => {}));
  if (kind === "keys") return made(app, "pageKeys", () => keys(app));
  if (kind === "pad") return pad(app, item);
  const widget = app.widgets.find(item.widget ?? "");
  if (!widget) return missing(item.widget ?? "such widget");
  if (kind === "picture") return pictureOf(app, widget)?.() ?? missing(`picture of ${item.widget}`);
  return cell(app, widget, { label: nameOf(item), look: /** @type {any} */ (looks[kind]), choiceLook: kind === "choice" ? "menu" : undefined });
}

/** These hear of the instrument all the time, so there is one of each.
 * @param {App} app @param {string} key @param {() => any} build */
function made(app, key, build) { return app[key] ??= build(); }

const missing = (/** @type {string} */ what) => make("p", { className: "missing dim", textContent: `This sound has no ${what}.` });

/** @param {App} app @param {Item} item */
function pad(app, { widgets: pair = [] }) {
  const [x, y] = pair.map((name) => app.widgets.find(name));
  if (!x || !y) return missing(pair.join(" and "));
  const name = x.name.endsWith(".x") ? x.name.slice(0, -2) : `${x.name}, ${y.name}`;
  const area = xyPad(app, name, x, y);
  area.append(make("span", { className: "cap high left", textContent: `${label(x.name)}, ${label(y.name)}`, "aria-hidden": "true" }));
  return area;
}

/** What draws the picture in which a widget is seen; null for none.
 * @param {App} app @param {import("../instrument/widgets.js").Widget} widget @returns {(() => Element | null) | null} */
export function pictureOf(app, { name, part }) {
  const own = part ? `${part}/` : "";
  const find = (/** @type {string} */ bare) => app.widgets.find(own + bare);
  const stem = name.slice(own.length).split(".")[0];
  const drawnFrom = (/** @type {() => Element | null} */ draw, /** @type {string[]} */ ...words) => (words.every((word) => find(`${stem}.${word}`)) ? draw : null);
  if (stem === "filter") return drawnFrom(() => filterWell(app, find), "cutoff");
  if (/^osc[12]$/.test(stem)) return drawnFrom(() => oscillatorWell(app, find, stem), "wave");
  if (/^lfo2?$/.test(stem)) return drawnFrom(() => lfoWell(app, find, stem), "wave", "rate");
  const times = ["attack", "decay", "sustain", "release"];
  return drawnFrom(() => envelopeWell(app, times.map((word) => find(`${stem}.${word}`)), stem), ...times);
}

/** A piano as wide as its item.
 * @param {App} app */
function keys(app) {
  const pianos = new Pianos(app.line);
  const piano = new Piano(app, pianos);
  const box = make("div", { className: "page-keys" }, piano.element);
  /** @type {any} what Play has chosen, which plays the same piano of the instrument */
  let before = null;
  box.addEventListener("shown", () => {
    if (before) return;
    const { whites, first, scale } = /** @type {any} */ (pianos.software);
    before = { piano: scale ? [whites, first, scale] : [whites, first] };
    piano.begin();
  });
  box.addEventListener("leaving", () => { piano.release(); if (before) app.line.send(before); before = null; });
  new ResizeObserver(([{ contentRect: { width } }]) => {
    if (width === 0) return;
    const count = Math.max(7, whitesIn(width));
    // Two octaves stand around middle C.
    piano.draw(count > 21 ? 36 : count > 10 ? 48 : 60, count);
  }).observe(box);
  return box;
}


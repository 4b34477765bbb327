// The synth's modules, and those of programs, as elements.
import { button } from "../components/button.js";
import { cell, control, marked, tellValue } from "../components/control.js";
import { make, say } from "../components/make.js";
import { Module } from "../components/module.js";
import { isEnvelope } from "./envelope.js";
import { matrixTable } from "./matrix.js";
import { barRow, xyPad } from "./pads.js";
import { drawnWell, envelopeWell, filterWell, lfoWell, oscillatorWell, strokeWell } from "./pictures.js";
import { letters, indexedFrom, titleIn } from "./program.js";
import { rename } from "./rename.js";
import { songPosition } from "./song.js";
import { Waveform } from "./waveform.js";
import { Wave } from "./waves.js";

/**
 * @typedef {import("../components/control.js").App} App
 * @typedef {import("../instrument/widgets.js").Widget} Widget
 * @typedef {{element: HTMLElement, title: string, short: string, columns: number, close: () => void}} Built
 */

/**
 * A designed module.
 * @param {App} app @param {import("./front.js").Module} module @param {import("./pictures.js").Find} find @returns {Built}
 */
export function designedModule(app, module, find) {
  const { title, short, columns, picture, cells, head = [], about = "" } = module;
  const built = new Module(title, { columns, look: `row-${module.row} is-${picture || "plain"}${module.row >= 5 ? " timed" : ""}` });
  /** @type {(() => void)[]} */
  const closers = [];
  const note = make("span", { className: "dim cut note", textContent: about });
  if (about || picture === "matrix") built.head(note);
  const choices = head.map(([name, label]) => headChoice(app, find(name), label));
  if (choices.length) built.head(make("span", { className: "grow" }), ...choices);
  const knob = (/** @type {[string, string]} */ [name, label]) => cell(app, /** @type {Widget} */ (find(name)), { label });
  const stem = cells[0][0].split(".")[0];
  if (picture === "oscillator" || picture === "lfo") {
    const well = (picture === "lfo" ? lfoWell : oscillatorWell)(app, find, stem);
    if (well) built.add(well);
    built.cells(cells.map(knob));
  } else if (picture === "filter") {
    const side = make("div", { className: "side" });
    side.append(filterWell(app, find) ?? "", make("div", { className: "cells three" }, ...cells.map(knob)));
    built.add(side);
  } else if (picture === "envelope") {
    const well = envelopeWell(app, cells.slice(0, 4).map(([name]) => find(name)), title);
    if (well) built.add(well);
    built.add(make("div", { className: "reads" }, ...cells.map(([name, label]) => cell(app, /** @type {Widget} */ (find(name)), { label, look: "read" }))));
  } else if (picture === "stroke" || picture === "tone") {
    built.add((picture === "stroke" ? strokeWell : filterWell)(app, find) ?? "");
    built.cells(cells.map(knob));
  } else if (picture === "drawbars") {
    built.add(drawbars(app, cells.map(([name, label]) => [find(name), label]), closers));
  } else if (picture === "matrix") {
    built.add(matrixTable(app, find, (text) => say(note, text)));
  } else if (picture === "drawn") {
    built.add(drawnModule(app, find, closers));
  } else if (module.row >= 5) {
    if (picture === "song") built.add(songPosition(app, find) ?? "");
    const others = cells.filter(([name]) => name !== "song.position");
    built.cells(others.map(([name, label]) => (name === "chord.memory" ? keptChord(app, /** @type {Widget} */ (find(name)))
      : cell(app, /** @type {Widget} */ (find(name)), { label, look: "read", choiceLook: "menu" }))));
  } else {
    built.cells(cells.map(knob));
    if (module.row === 1) built.element.classList.add("fills");
  }
  return { element: built.element, title, short, columns, close: () => { for (const close of closers) close(); } };
}

/** The semitones above the key that a kept chord plays; a press forgets them.
 * @param {App} app @param {Widget} widget */
function keptChord(app, widget) {
  const element = button("", () => app.widgets.set(widget, 0), { look: "press" }), text = /** @type {Element} */ (element.firstElementChild);
  text.className = "cut";
  element.dataset.widget = widget.name;
  element.title = widget.about;
  const draw = () => {
    const steps = Array.from({ length: 32 }, (_, step) => step).filter((step) => Math.floor(widget.value / 2 ** step) % 2);
    say(text, steps.length ? `Forget ${steps.join(" ")}` : "None is kept");
    element.disabled = steps.length === 0;
  };
  app.widgets.watch(widget, element, draw);
  draw();
  return marked(app, element, widget);
}

/** A choice in a module's heading.
 * @param {App} app @param {Widget | undefined} widget @param {string} label */
function headChoice(app, widget, label) {
  if (!widget) return "";
  const made = /** @type {any} */ (control(app, widget, { label, choiceLook: label === "Mode" ? "segments" : "menu" }));
  rename(made, label === "Sync" ? { off: "no sync" } : {});
  made.component.element.classList.add("low");
  return marked(app, made.element, widget);
}

/** The pad, the harmonics, and what they make.
 * @param {App} app @param {import("./pictures.js").Find} find @param {(() => void)[]} closers */
function drawnModule(app, find, closers) {
  const [x, y, blend] = ["wave.x", "wave.y", "wave.blend"].map(find);
  const bars = /** @type {Widget[]} */ (Array.from({ length: 16 }, (_, index) => find(`harmonic.${index + 1}`)).filter((bar) => bar !== undefined));
  const name = (/** @type {Widget} */ widget) => widget.name.slice(0, widget.name.lastIndexOf("."));
  const side = make("div", { className: "side drawn" });
  const canvases = [];
  if (x && y) {
    const pad = name(x);
    side.append(make("div", { className: "pad-well" }, xyPad(app, pad, x, y, ["sine", "triangle", "saw", "square"])));
    canvases.push(waveThat(app, pad, [x, y]));
  }
  if (bars.length) {
    const row = barRow(app, name(bars[0]), bars);
    closers.push(row.close);
    side.append(make("div", { className: "bars" }, row.area));
    canvases.push(waveThat(app, name(bars[0]), bars));
  }
  side.append(drawnWell(app, find, canvases.map((wave) => wave.element)));
  if (blend) side.append(make("div", { className: "cells one-column" }, cell(app, blend, { label: "Blend" })));
  return side;
}

/** The organ's drawbars, each over its feet.
 * @param {App} app @param {[any, string][]} cells @param {(() => void)[]} closers */
function drawbars(app, cells, closers) {
  const widgets = cells.map(([widget]) => widget);
  const row = barRow(app, widgets[0].name.slice(0, widgets[0].name.lastIndexOf(".")), widgets);
  closers.push(row.close);
  return make("div", { className: "drawbars" }, make("div", { className: "bars" }, row.area),
    make("div", { className: "feet", "aria-hidden": "true" }, ...cells.map(([, label]) => make("span", { textContent: label }))));
}

/** A wave that follows these widgets.
 * @param {App} app @param {string} name @param {Widget[]} widgets */
function waveThat(app, name, widgets) {
  const wave = new Wave(name, app);
  for (const widget of widgets) app.widgets.watch(widget, wave.element, () => wave.changed());
  return wave;
}

/** What stands together in a row; lines for the rest.
 * @type {Record<string, string>} */
const rowsOf = { knob: "knobs", button: "buttons", reading: "readings", meter: "readings" };

/**
 * A module of a program.
 * @param {App} app @param {import("./program.js").ProgramModule} module @param {{part: string, name: string}} group @returns {Built}
 */
export function programModule(app, module, group) {
  const title = module.title || "controls";
  const built = new Module(title, { columns: module.columns, look: `program${module.isGrid ? " grid" : ""}` });
  /** @type {(() => void)[]} */
  const closers = [];
  const widget = (/** @type {number} */ index) => app.widgets.all[index];
  const label = (/** @type {Widget} */ one) => titleIn(one.name, group);
  // One well for an envelope whose times the group has.
  const ones = module.items.filter(({ item }) => item[0] === "one").map(({ item }) => widget(item[1]));
  const byWord = new Map(ones.map((one) => [label(one), one]));
  if (isEnvelope([...byWord.keys()])) {
    const well = envelopeWell(app, ["attack", "decay", "sustain", "release"].map((word) => byWord.get(word)), title);
    if (well) built.add(well);
  }
  /** @type {HTMLElement | undefined} what goes on with the items of the same look */
  let row;
  const into = (/** @type {string} */ look) => {
    if (!row?.matches(`.${look}`)) {
      row = make("div", { className: `items ${look}` });
      built.add(/** @type {HTMLElement} */ (row));
    }
    return /** @type {HTMLElement} */ (row);
  };
  /** @type {HTMLElement[]} */
  const cells = [];
  for (const { look, item } of module.items) {
    if (look === "pad") into("wells").append(programPad(app, item));
    else if (look === "bars") into("wells").append(programBars(app, item, closers));
    else if (look === "wave") programWave(app, item, built, closers);
    else {
      const one = widget(item[1]);
      const element = cell(app, one, { label: label(one), look: look === "fader" ? "fader" : look === "knob" ? "knob" : undefined, choiceLook: look === "choice" ? "segments" : look === "menu" ? "menu" : undefined });
      cells.push(element);
      into(rowsOf[look] ?? "lines").append(look === "meter" ? gauge(app, one, element) : element);
    }
  }
  if (module.isGrid && ones.length >= indexedFrom) built.header.after(letterIndex(ones.map(label), cells));
  return { element: built.element, title, short: title, columns: module.columns, close: () => { for (const close of closers) close(); } };
}

/** A bargraph: its reading over a bar.
 * @param {App} app @param {Widget} widget @param {HTMLElement} reading */
function gauge(app, widget, reading) {
  const bar = make("i");
  const element = make("div", { className: "gauge" }, reading, make("span", { className: "rail", "aria-hidden": "true" }, bar));
  for (const [name, value] of Object.entries({ role: "meter", "aria-valuemin": widget.min, "aria-valuemax": widget.max })) reading.setAttribute(name, String(value));
  const draw = () => {
    tellValue(reading, widget);
    bar.style.transform = `scaleX(${widget.position.toFixed(4)})`;
  };
  app.widgets.watch(widget, element, draw);
  draw();
  return element;
}

/** @param {App} app @param {any[]} item */
function programPad(app, [, name, x, y, hasWave]) {
  const [across, up] = [app.widgets.all[x], app.widgets.all[y]];
  const element = make("div", { className: "pad-well" }, xyPad(app, name, across, up));
  return hasWave ? make("div", { className: "drawn" }, element, make("div", { className: "well" }, waveThat(app, name, [across, up]).element)) : element;
}

/** @param {App} app @param {any[]} item @param {(() => void)[]} closers */
function programBars(app, [, name, indices, hasWave], closers) {
  const sliders = indices.map((/** @type {number} */ index) => app.widgets.all[index]);
  const row = barRow(app, name, sliders);
  closers.push(row.close);
  const element = make("div", { className: "bars" }, row.area);
  return hasWave ? make("div", { className: "drawn" }, element, make("div", { className: "well" }, waveThat(app, name, sliders).element)) : element;
}

/** @param {App} app @param {any[]} item @param {Module} built @param {(() => void)[]} closers */
function programWave(app, [, name, ...indices], built, closers) {
  const [position, start, end, cursor, scrub] = indices.map((index) => (index === null ? null : app.widgets.all[index]));
  const waveform = new Waveform(app, name, { position, start, end, cursor, scrub });
  closers.push(() => waveform.close?.());
  built.head(make("span", { className: "grow" }), waveform.zoomBar);
  built.header.after(make("div", { className: "waveform" }, waveform.area), waveform.readings);
}

/** Letters that jump into a long grid.
 * @param {string[]} names @param {HTMLElement[]} cells one for each name */
function letterIndex(names, cells) {
  return make("div", { className: "letters", role: "group", "aria-label": "Jump to a letter" }, ...letters(names).map(([letter, index]) => make("button", {
    textContent: letter, on: { click: () => {
      const target = cells[index];
      target?.scrollIntoView({ block: "center" });
      /** @type {HTMLElement | null} */ (target?.matches("[tabindex]") ? target : target?.querySelector("[tabindex], button, select"))?.focus({ preventScroll: true });
    } },
  })));
}

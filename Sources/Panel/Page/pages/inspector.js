// What can be changed of an item: what it is shown as, its colour, its label, its scenes.
import { button } from "../components/button.js";
import { Menu } from "../components/choice.js";
import { icon, make } from "../components/make.js";
import { chooseWidget } from "./add.js";
import { kindsFor } from "./grid.js";
import { colourOf, nameOf, pictureOf } from "./items.js";

/** @type {Record<string, string>} */
const words = { knob: "Knob", fader: "Fader", slider: "Slider", number: "Number", picture: "Picture", pad: "XY pad", switch: "Switch", button: "Button", choice: "Choice", meter: "Meter" };
/** @type {Record<string, string>} */
const pictures = { knob: "edit", fader: "up", slider: "setup", number: "number", picture: "sounds", pad: "pages" };

/**
 * @param {import("../components/control.js").App} app @param {import("./grid.js").Item} item
 * @param {{change: (item: any) => void, remove: () => void, add: () => void, close: () => void}} acts
 */
export function inspector(app, item, { change, remove, add, close }) {
  const widget = app.widgets.find(item.widget ?? item.widgets?.[0] ?? "");
  const kinds = widget ? kindsOf(app, widget) : [];
  const swap = () => chooseWidget(app, "Another control", ({ widget: name = "" }) => {
    const other = app.widgets.find(name), offered = other ? kindsOf(app, other) : [];
    change({ ...item, widget: name, widgets: undefined, label: undefined, kind: offered.includes(item.kind) && item.kind !== "pad" ? item.kind : offered[0] ?? item.kind });
  }, () => true);
  const question = (/** @type {string} */ text, /** @type {Node} */ node) => make("div", { className: "q" }, make("p", { textContent: text }), node);
  const shownAs = make("div", { className: "kinds", role: "radiogroup", "aria-label": "Shown as" }, ...kinds.map((kind) => make("button", {
    role: "radio", "aria-checked": String(kind === item.kind), on: { click: () => choose(app, item, kind, change) },
  }, icon(/** @type {any} */ (pictures[kind] ?? "more")), words[kind] ?? kind)));
  const colour = colourOf(app, item);
  const swatches = make("div", { className: "swatches", role: "radiogroup", "aria-label": "Colour" }, ...[1, 2, 3, 4, 5, 6, 7, 8].map((number) => make("button", {
    className: `part${number}`, role: "radio", "aria-checked": String(number === colour), "aria-label": `Colour ${number}`, on: { click: () => change({ ...item, colour: number }) },
  }, make("i"))));
  const text = make("input", { value: nameOf(item), "aria-label": "Label", maxLength: 40, on: { change: () => change({ ...item, label: text.value.trim() || undefined }) } });
  const scenes = sceneMenu(app, item, change);
  return make("div", { className: "col inspector scrolls", role: "group", "aria-label": "This item" },
    make("div", { className: "row" }, make("div", { className: "grow" }, make("h2", { className: "cut", textContent: nameOf(item) }), make("code", { className: "dim cut", textContent: item.widget ?? item.widgets?.join(", ") ?? item.kind })), button("Close", close, { picture: "close", isIconOnly: true, look: "flat only-low" })),
    ...(kinds.length > 1 ? [question("Shown as", shownAs)] : []),
    ...(widget ? [question("Colour, by part", swatches), question("Label", make("label", { className: "field" }, text))] : []),
    ...(scenes ? [make("div", { className: "row" }, make("span", { className: "grow", textContent: "Only in these scenes" }), scenes)] : []),
    make("span", { className: "grow" }),
    make("div", { className: "row wraps" }, button("Add", add, { picture: "plus" }), ...(widget ? [button("Swap widget", swap)] : [])),
    button("Remove from page", remove, { look: "red" }));
}

/** What a widget may be shown as; a picture only where there is one.
 * @param {import("../components/control.js").App} app @param {import("../instrument/widgets.js").Widget} widget */
const kindsOf = (app, widget) => kindsFor(widget.kind).filter((kind) => kind !== "picture" || pictureOf(app, widget) !== null);

/** A pad needs a second widget.
 * @param {any} app @param {any} item @param {string} kind @param {(item: any) => void} change */
function choose(app, item, kind, change) {
  if (kind !== "pad") return change({ ...item, kind, widget: item.widget ?? item.widgets?.[0], widgets: undefined });
  const first = item.widget ?? item.widgets?.[0];
  const partner = first.endsWith(".x") ? app.widgets.find(`${first.slice(0, -1)}y`)?.name : undefined;
  const take = (/** @type {string | undefined} */ second) => change({ ...item, kind, widget: undefined, widgets: [first, second] });
  if (partner) take(partner); else chooseWidget(app, "What upwards moves", ({ widget }) => take(widget), ({ name, kind }) => name !== first && kindsFor(kind).includes("pad"));
}

/** @param {any} app @param {any} item @param {(item: any) => void} change */
function sceneMenu({ instrument, widgets }, item, change) {
  const names = instrument.scenes?.map((/** @type {{name: string}} */ { name }) => name) ?? widgets.find("scene")?.choices ?? [];
  if (names.length === 0) return null;
  const menu = new Menu("Only in these scenes", (name) => change({ ...item, scenes: name === "" ? undefined : [name] }));
  const many = (item.scenes?.length ?? 0) > 1;
  menu.offer([["", "all"], ...names.map((/** @type {string} */ name) => [name, name]), ...(many ? [[item.scenes.join(", "), item.scenes.join(", ")]] : [])]);
  menu.draw(item.scenes?.join(", ") ?? "");
  return menu.element;
}

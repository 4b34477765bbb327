// What can be changed of an item: what it is shown as, its colour, its label, its scenes.
import { button } from "../components/button.js";
import { Menu } from "../components/choice.js";
import { icon, make } from "../components/make.js";
import { chooseWidget } from "./add.js";
import { kindsFor } from "./grid.js";
import { colourOf, nameOf } from "./items.js";

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
  const kinds = widget ? kindsFor(widget.kind) : [];
  const swap = () => chooseWidget(app, "Another control", ({ widget: name }) => change({ ...item, widget: name, widgets: undefined, label: undefined, kind: kindsFor(app.widgets.find(name ?? "")?.kind ?? "slider").includes(item.kind) ? item.kind : kindsFor(app.widgets.find(name ?? "")?.kind ?? "slider")[0] }), true);
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

/** A pad needs a second widget.
 * @param {any} app @param {any} item @param {string} kind @param {(item: any) => void} change */
function choose(app, item, kind, change) {
  if (kind !== "pad") return change({ ...item, kind, widget: item.widget ?? item.widgets?.[0], widgets: undefined });
  const first = item.widget ?? item.widgets?.[0];
  const partner = first.endsWith(".x") ? app.widgets.find(`${first.slice(0, -1)}y`)?.name : undefined;
  const take = (/** @type {string | undefined} */ second) => change({ ...item, kind, widget: undefined, widgets: [first, second] });
  if (partner) take(partner); else chooseWidget(app, "What upwards moves", ({ widget }) => take(widget), true);
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

// Adding to a page: which widget, and to which page.
import { button } from "../components/button.js";
import { icon, make } from "../components/make.js";
import { Sheet } from "../components/sheet.js";
import { label } from "../edit/front.js";
import { Draft, newPage, placed } from "./draft.js";

/** More are found by their names. */
const mostShown = 60;

/** @param {{kind: string}} widget */
const usualKind = ({ kind }) => ({ switch: "switch", button: "button", momentary: "button", choice: "choice", label: "number", text: "number" })[kind] ?? "knob";

/**
 * Asks for a widget, or for the scenes, the parts or the keys.
 * @param {import("../components/control.js").App} app @param {string} title @param {(what: {kind: string, widget?: string, widgets?: string[]}) => void} chosen
 * @param {(widget: import("../instrument/widgets.js").Widget) => boolean} [isOffered] widgets alone, and of these those that it takes
 */
export function chooseWidget({ widgets, instrument }, title, chosen, isOffered) {
  const list = make("div", { className: "choices scrolls" });
  const sheet = new Sheet(title, { look: "chooser" });
  const search = make("input", { type: "search", placeholder: "Find a control", "aria-label": "Find a control", spellcheck: false, on: { input: () => draw() } });
  const entry = (/** @type {string} */ name, /** @type {string} */ about, /** @type {any} */ what) => make("button", { on: { click: () => { sheet.close(); chosen(what); } } }, make("b", { className: "cut", textContent: name }), make("code", { className: "dim cut", textContent: about }));
  const whole = isOffered ? [] : [
    entry("Keys", "a piano", { kind: "keys" }),
    ...(instrument.scenes?.length || widgets.find("scene") ? [entry("Scenes", "all scenes as pads", { kind: "scenes" })] : []),
    ...(instrument.hasParts ? [entry("Parts", "all parts with their levels", { kind: "parts" })] : []),
  ];
  const draw = () => {
    /** @type {string[]} */
    const words = search.value.toLowerCase().match(/\S+/g) ?? [];
    const found = widgets.all.filter((widget) => (isOffered?.(widget) ?? true) && words.every((word) => `${widget.name} ${label(widget.name)}`.toLowerCase().includes(word)));
    if (found.length === 0) return list.replaceChildren(make("p", { className: "dim", textContent: `No control is called “${search.value.trim()}”.` }));
    list.replaceChildren(...(words.length ? [] : whole), ...found.slice(0, mostShown).map((widget) => entry(label(widget.name), widget.name, { kind: usualKind(widget), widget: widget.name })));
    if (found.length > mostShown) list.append(make("p", { className: "dim", textContent: `${found.length - mostShown} more: type a part of a name.` }));
  };
  draw();
  sheet.show(make("h2", { textContent: title }), make("label", { className: "field" }, icon("find"), search), list);
}

/**
 * Puts a widget on a page of the user's, from a control's menu.
 * @param {import("../components/control.js").App} app @param {import("../instrument/widgets.js").Widget} widget
 */
export function addToPage({ line, instrument }, widget) {
  const sheet = new Sheet("Add to a page");
  const add = (/** @type {import("./draft.js").Page} */ page, /** @type {boolean} */ isNew) => {
    const draft = new Draft(line, page, isNew);
    const across = draft.items(false), item = placed(across, draft.grid(false), { kind: usualKind(widget), widget: widget.name });
    sheet.close();
    if (!item) return dispatchEvent(new CustomEvent("notice", { detail: { text: `${page.title} is full.` } }));
    draft.page.wide = [...across, item];
    // The upright one keeps its own places, if it has any.
    const upright = draft.page.tall && placed(draft.page.tall, draft.grid(true), { kind: item.kind, widget: widget.name });
    if (upright) draft.page.tall?.push(upright);
    draft.keep();
    dispatchEvent(new CustomEvent("notice", { detail: { text: `${label(widget.name)} is on ${page.title}.`, label: "Show", act: () => { location.hash = "#pages"; } } }));
  };
  sheet.show(make("h2", { textContent: `Add ${label(widget.name)} to` }), make("div", { className: "acts" },
    ...instrument.pages.map((page) => button(page.title, () => add(page, false), { picture: "pages" })),
    button("A new page", () => add(newPage("Tonight", instrument.pages), true), { picture: "plus" })));
}

// The menu of a control: type a value, learn, reset, pin, favourite, and what moves it.
import { button } from "./button.js";
import { make, shortName } from "./make.js";
import { Sheet } from "./sheet.js";
import { valueField } from "./typing.js";

/**
 * @param {import("./control.js").App} app @param {import("../instrument/widgets.js").Widget} widget
 * @param {Element} near @param {string} [begun] what was typed already
 */
export function widgetMenu(app, widget, near, begun) {
  const { widgets, line } = app;
  const ended = new AbortController();
  const sheet = new Sheet(widget.name, { near, look: "widget-menu", onClose: () => ended.abort() });
  // With its sound the widget goes.
  line.on("widgets", () => sheet.close(), ended.signal);
  const close = (/** @type {() => void} */ act) => () => { sheet.close(); act(); };
  const children = [
    make("div", { className: "row named" }, make("h2", { className: "cut", textContent: shortName(widget.name) }), make("code", { className: "dim cut", textContent: widget.name })),
    make("p", { className: "dim", textContent: widget.about ?? "" }),
  ];
  if (hasValue(widget)) children.push(typing(app, widget, sheet, begun));
  const entries = [
    app.learn ? beside(button("Learn", close(() => app.learn(widget)), { picture: "link", look: "learn" }), widget.link?.control) : null,
    hasValue(widget) ? beside(button("Reset", close(() => widgets.reset(widget)), { picture: "undo" }), widget.original?.text) : null,
    ...pinning(app, widget, close),
    !widgets.hasMarks ? null : button(widget.isFavourite ? "No favourite" : "Favourite", close(() => line.send({ favourite: ["widget", widget.name, widget.isFavourite ? 0 : 1] })), { picture: "star" }),
    app.addToPage ? button("Add to page", close(() => app.addToPage(widget)), { picture: "pages" }) : null,
    app.mappings ? button("What moves it", close(() => app.mappings(widget.name)), { picture: "more" }) : null,
  ];
  children.push(make("div", { className: "acts" }, ...entries));
  sheet.show(...children);
}

/** A button with what it is about.
 * @param {HTMLElement} element @param {string} [textContent] */
function beside(element, textContent) {
  if (textContent) element.append(make("small", { className: "dim", textContent }));
  return element;
}

const hasValue = (/** @type {import("../instrument/widgets.js").Widget} */ { kind }) => !["label", "text", "momentary", "button"].includes(kind);

/** @param {import("./control.js").App} app @param {import("../instrument/widgets.js").Widget} widget @param {Sheet} sheet @param {string} [begun] */
function typing({ widgets }, widget, sheet, begun = "") {
  const field = valueField(widget, begun);
  const set = () => { sheet.close(); if (field.value.trim()) widgets.type(widget, field.value.trim()); };
  field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter") set(); });
  field.addEventListener("focus", () => { if (!begun) field.select(); });
  const ends = make("span", { className: "dim cut", textContent: widget.ends ?? "" });
  return make("div", { className: "row" }, make("label", { className: "field grow" }, field, ends), button("Set", set, { look: "main" }));
}

/** A pinned control keeps its place among the front eight.
 * @param {import("./control.js").App} app @param {import("../instrument/widgets.js").Widget} widget @param {(act: () => void) => () => void} close */
function pinning({ widgets, line, mayBeInFront }, widget, close) {
  if (!widgets.hasMarks || !mayBeInFront(widget)) return [];
  const free = widgets.pins.length === 8 ? widgets.pins.indexOf(null) : widgets.pins.length;
  if (widget.isPinned) return [button("Unpin", close(() => line.send({ pin: [widget.name, null] })), { picture: "pin" })];
  if (free < 0 || free > 7) return [];
  return [button("Pin to front", close(() => line.send({ pin: [widget.name, free] })), { picture: "pin" })];
}

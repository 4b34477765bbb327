// Which widget a touched element means.

/** Elements that hold the element of a widget. */
const cells = ".k, .kswitch, .kmenu, .kseg, .read, .fader, .vfader, .bar2, .press, .dot, .bar-handle, .area, .wheel, .pad, .it";

/**
 * @param {Element} element what was touched @param {import("../instrument/widgets.js").Widgets} widgets
 * @param {string} last the widget that was chosen before: a second touch on a pad means its other direction
 * @returns {{widget: import("../instrument/widgets.js").Widget, cell: Element} | null}
 */
export function targetOf(element, widgets, last) {
  const cell = element.closest(cells);
  if (!cell || element.closest(".side-sheet, .mappings, .sheet")) return null;
  const inner = cell.matches("[data-widget], [data-learn]") ? cell : cell.querySelector("[data-widget]");
  const name = cell.getAttribute("data-learn") ?? inner?.getAttribute("data-widget") ?? cell.getAttribute("aria-label") ?? "";
  const widget = widgets.find(name) ?? padOf(name, widgets, last) ?? widgets.find(element.closest("[aria-label]")?.getAttribute("aria-label") ?? "");
  return widget ? { widget, cell } : null;
}

/** A pad has two widgets.
 * @param {string} name @param {import("../instrument/widgets.js").Widgets} widgets @param {string} last */
const padOf = (name, widgets, last) => widgets.find(last === `${name}.x` ? `${name}.y` : `${name}.x`);

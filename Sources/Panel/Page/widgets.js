// Widgets: every value of the instrument, in groups, part by part.
import { make } from "./controls.js";
import { Chooser } from "./chooser.js";
import { makeScope } from "./sound.js";

/** What a widget is called within its group. @param {string} name @param {{part: string, name: string}} group */
function title(name, group) {
  const bare = (group.part ? name.slice(group.part.length + 1) : name).replace(/^\//, "");
  const isInside = group.name !== "" && (bare.startsWith(`${group.name}.`) || bare.startsWith(`${group.name}/`));
  return isInside ? bare.slice(group.name.length + 1) : bare.replaceAll(".", " ");
}

/** The least width of a column, in pixels. */
const narrowestColumn = 352;

/** @param {HTMLElement} place */
const columnCount = (place) => Math.max(1, Math.floor(place.clientWidth / narrowestColumn));

/**
 * Puts groups into as many columns as fit, one column after the other. With CSS columns, every value that moves
 * would lay out the whole page again: 30 ms with 600 widgets.
 * @param {HTMLElement} place @param {HTMLElement[]} groups
 */
function arrange(place, groups) {
  const columns = Array.from({ length: columnCount(place) }, () => make("div", "column"));
  const heights = groups.map((group) => group.hidden ? 0 : 2 + [...group.querySelectorAll(".widget")]
    .reduce((sum, { hidden, classList }) => sum + (hidden ? 0 : classList.contains("slider") ? 1 : 3), 0));
  const whole = heights.reduce((sum, height) => sum + height, 0);
  let above = 0;
  for (const [index, group] of groups.entries()) {
    const middle = above + heights[index] / 2;
    columns[Math.floor(middle / whole * columns.length) || 0].append(group);
    above += heights[index];
  }
  place.replaceChildren(...columns);
}

/** @param {HTMLElement} view @param {import("./socket.js").Line} line @param {import("./board.js").Board} board */
export function widgetsView(view, line, board) {
  view.innerHTML = `<div class="bar"><input type="search" placeholder="Find a widget" aria-label="Find a widget"></div><div class="groups"></div>`;
  const groups = /** @type {HTMLElement} */ (view.querySelector(".groups"));
  groups.before(makeScope(line));
  const search = /** @type {HTMLInputElement} */ (view.querySelector("input"));
  const parts = new Chooser("Part", () => filter());
  search.before(parts.element);
  /** @type {HTMLElement[]} */
  let all = [];
  new ResizeObserver(() => {
    if (groups.childElementCount !== columnCount(groups)) arrange(groups, all);
  }).observe(groups);
  const filter = () => {
    const wanted = search.value.trim().toLowerCase();
    for (const group of all) {
      const isOfPart = group.dataset.part === "" || parts.chosen === "" || group.dataset.part === parts.chosen;
      let isEmpty = true;
      for (const element of group.querySelectorAll(":scope > .items > .widget")) {
        const names = [...element.querySelectorAll("[data-widget]")].map((one) => one.dataset.widget.toLowerCase());
        element.hidden = !names.some((name) => name.includes(wanted));
        if (!element.hidden) isEmpty = false;
      }
      group.hidden = isEmpty || !isOfPart;
    }
    arrange(groups, all);
  };
  search.addEventListener("input", filter);
  line.on("widgets", (message) => {
    const names = [...new Set(message.groups.map((group) => group.part))].filter((name) => name !== "");
    parts.offer([...names.map((name) => [name, name]), ["", "All"]], names[0] ?? "");
    all = message.groups.map((group) => {
      const element = make("fieldset");
      element.dataset.part = group.part;
      const heading = [group.part, group.name].filter((word) => word !== "").join(" · ") || "values";
      element.append(make("legend", "", heading));
      const items = make("div", "items");
      items.append(...group.items.map((item) => board.element(item, (index) => title(board.widgets[index].name, group))));
      element.append(items);
      return element;
    });
    filter();
  });
}

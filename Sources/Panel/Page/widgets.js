// Widgets: every value of the instrument, in groups, part by part.
import { make } from "./controls.js";
import { Chooser } from "./chooser.js";
import { soundLook } from "./sound.js";

/** What a widget is called within its group. @param {string} name @param {{part: string, name: string}} group */
function title(name, group) {
  const bare = (group.part ? name.slice(group.part.length + 1) : name).replace(/^\//, "");
  const isInside = group.name !== "" && (bare.startsWith(`${group.name}.`) || bare.startsWith(`${group.name}/`));
  return isInside ? bare.slice(group.name.length + 1) : bare.replaceAll(".", " ");
}

/** @param {HTMLElement} view @param {import("./socket.js").Line} line @param {import("./board.js").Board} board */
export function widgetsView(view, line, board) {
  view.innerHTML = `<div class="bar"><input type="search" placeholder="Find a widget" aria-label="Find a widget"></div><div class="groups"></div>`;
  const groups = /** @type {HTMLElement} */ (view.querySelector(".groups"));
  groups.before(soundLook(line));
  const search = /** @type {HTMLInputElement} */ (view.querySelector("input"));
  const parts = new Chooser("Part", () => filter());
  search.before(parts.element);
  const filter = () => {
    const wanted = search.value.trim().toLowerCase();
    for (const group of groups.children) {
      const isOfPart = group.dataset.part === "" || parts.chosen === "" || group.dataset.part === parts.chosen;
      let isEmpty = true;
      for (const element of group.querySelectorAll(":scope > .items > .widget")) {
        const names = [...element.querySelectorAll("[data-widget]")].map((one) => one.dataset.widget.toLowerCase());
        element.hidden = !names.some((name) => name.includes(wanted));
        if (!element.hidden) isEmpty = false;
      }
      group.hidden = isEmpty || !isOfPart;
    }
  };
  search.addEventListener("input", filter);
  line.on("widgets", (message) => {
    const names = [...new Set(message.groups.map((group) => group.part))].filter((name) => name !== "");
    parts.offer([...names.map((name) => [name, name]), ["", "All"]], names[0] ?? "");
    groups.replaceChildren(...message.groups.map((group) => {
      const element = make("fieldset");
      element.dataset.part = group.part;
      const heading = [group.part, group.name].filter((word) => word !== "").join(" · ") || "values";
      element.append(make("legend", "", heading));
      const items = make("div", "items");
      items.append(...group.items.map((item) => board.element(item, (index) => title(board.widgets[index].name, group))));
      element.append(items);
      return element;
    }));
    filter();
  });
}

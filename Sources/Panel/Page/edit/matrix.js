// The matrix as a table: source, a line from the middle, amount, target.
import { control, marked } from "../components/control.js";
import { make, say } from "../components/make.js";
import { rename } from "./rename.js";

/** @param {import("../components/control.js").App} app @param {import("./pictures.js").Find} find @param {(text: string) => void} tell how many rows move something */
export function matrixTable(app, find, tell) {
  const rows = /** @type {import("../instrument/widgets.js").Widget[][]} */ (Array.from({ length: 8 }, (_, index) => ["source", "amount", "target"].map((word) => find(`matrix.${index + 1}.${word}`))).filter((row) => row.every((widget) => widget)));
  /** @param {any[]} row */
  const isUsed = ([source, , target]) => source.value >= 0.5 && target.value >= 0.5;
  const count = () => {
    const used = rows.filter(isUsed).length;
    tell(used === 0 ? "nothing is moved" : `${used} of ${rows.length} rows ${used === 1 ? "moves" : "move"} something`);
  };
  const table = make("div", { className: "matrix" }, ...rows.map((row, index) => {
    const [source, amount, target] = row;
    const [from, line, to] = [control(app, source, { choiceLook: "menu", label: "" }), control(app, amount, { look: "bar2", label: "" }), control(app, target, { choiceLook: "menu", label: "" })];
    for (const menu of [from, to]) rename(menu);
    [from, line, to].forEach(({ element }, place) => marked(app, element, row[place]));
    const text = make("b");
    const element = make("div", { className: "mrow", role: "group", "aria-label": `Row ${index + 1}` }, from.element, line.element, text, to.element);
    const draw = () => {
      const hasSource = source.value >= 0.5;
      element.classList.toggle("none", !hasSource);
      line.element.tabIndex = hasSource ? 0 : -1;
      if (hasSource) line.element.removeAttribute("aria-disabled"); else line.element.setAttribute("aria-disabled", "true");
      say(text, hasSource ? amount.text : "");
      count();
    };
    for (const widget of row) app.widgets.watch(widget, element, draw);
    draw();
    return element;
  }));
  return table;
}

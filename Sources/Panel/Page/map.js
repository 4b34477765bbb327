// Map: what arrives, what it moves, and how to teach the instrument a control.
import { make } from "./answers.js";

const mostLines = 200;

/** @param {HTMLElement} view @param {import("./socket.js").Line} line */
export function mapView(view, line) {
  const list = make("ol", { className: "log", ariaLabel: "What arrives" });
  const last = make("output", { className: "last", textContent: "Move a control or press a key." });
  const mappings = make("div", { className: "mappings" });
  const name = make("input", { value: "panel", ariaLabel: "Name of the mapping file" });
  const start = make("button", { textContent: "Learn" });
  const talk = make("ol", { className: "log talk", ariaLabel: "Learn a mapping", hidden: true });
  const answer = make("input", { ariaLabel: "Answer" });
  answer.setAttribute("list", "widget-names");
  const names = make("datalist", { id: "widget-names" });
  const words = make("div", { className: "bar" });
  const form = make("form", { className: "bar", hidden: true }, answer, make("button", { textContent: "Say" }), names);
  view.append(
    make("h2", { textContent: "What arrives" }), last, list,
    make("h2", { textContent: "Mappings in force" }), mappings,
    make("h2", { textContent: "Teach a control" }),
    make("p", { className: "hint", textContent: "Name a widget, or touch it under Widgets, and then move the control for it. Spinet saves the mapping in your own folder and uses it at once." }),
    make("div", { className: "bar" }, name, start), talk, form, words);

  const look = () => { if (!view.hidden) line.send({ map: 1 }); };
  addEventListener("hashchange", () => requestAnimationFrame(look));
  line.on("parts", look);
  line.on("remapped", look);
  line.on("mappings", (message) => {
    const [shown, others] = [message.mappings.filter((one) => one.rows.length), message.mappings.filter((one) => !one.rows.length)];
    mappings.replaceChildren(
      ...message.problems.map((text) => make("p", { className: "problem", textContent: text })),
      ...shown.map(table),
      make("details", { className: "ready", hidden: others.length === 0 },
        make("summary", {}, make("b", { textContent: `${others.length} more` }), make("span", { textContent: "for controllers that are not connected" })),
        make("ul", {}, ...others.map((one) => make("li", { textContent: one.title, title: one.file })))));
  });

  let isLearning = false;
  const say = (text) => line.send({ learn: ["line", text] });
  for (const word of ["yes", "no", "replace", "add", "undo", "list", "help", "done"]) {
    words.append(make("button", { textContent: word, onclick: () => say(word) }));
  }
  const show = (isOn) => {
    isLearning = isOn;
    start.textContent = isOn ? "Finish" : "Learn";
    form.hidden = words.hidden = !isOn;
    name.disabled = isOn;
  };
  show(false);
  const add = (text, kind) => {
    talk.hidden = false;
    talk.append(make("li", { textContent: text, className: kind }));
    talk.scrollTop = talk.scrollHeight;
  };
  start.addEventListener("click", () => line.send({ learn: isLearning ? ["end"] : ["begin", name.value.trim()] }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    add(answer.value, "mine");
    say(answer.value);
    answer.value = "";
  });
  line.on("lesson", ({ lesson }) => {
    for (const text of lesson.said) add(text, "");
    answer.placeholder = lesson.prompt.replace("> ", "");
    show(lesson.prompt !== "");
  });
  line.on("closed", () => show(false));
  line.on("touched", (touched) => {
    if (!isLearning) return;
    add(touched, "mine");
    say(touched);
  });
  line.on("widgets", (message) => {
    names.replaceChildren(...message.widgets.map((widget) => make("option", { value: widget.name })));
  });

  const waiting = [];
  line.on("heard", (message) => {
    if (waiting.length === 0) requestAnimationFrame(() => {
      for (const { heard: text, from, value, bytes } of waiting.slice(-mostLines)) {
        const [control, target] = text.split(" → ");
        last.textContent = text;
        const entry = make("li", { title: bytes }, from ? `${from}  ` : "", make("b", { textContent: control }), ` ${value}`, target ? ` → ${target}` : "");
        if (target === "unmapped") entry.className = "unmapped";
        list.prepend(entry);
      }
      waiting.length = 0;
      while (list.childElementCount > mostLines) list.lastElementChild?.remove();
    });
    waiting.push(message);
  });
}

const headings = ["control", "widget", "range", "curve", "mode", "answers on"];

/** A mapping with its errors, row by row. @param {any} mapping */
function table(mapping) {
  const whose = mapping.users.join(", ") || (mapping.ports.length ? "not connected" : "every controller");
  const head = make("tr", {}, ...headings.map((text) => make("th", { textContent: text, scope: "col" })));
  const rows = mapping.rows.map((row) => {
    const [cells, place, isThere] = [row.slice(0, 6), row[6], row[7] === 1];
    const element = make("tr", { title: isThere ? `line ${place}` : "this sound has no such widget" }, ...cells.map((text) => make("td", { textContent: text })));
    if (!isThere) element.className = "missing";
    return element;
  });
  // The user's own files have their full paths.
  const isOwn = mapping.file.startsWith("/");
  const file = mapping.file === mapping.title ? "" : mapping.file;
  const element = make("details", { open: mapping.users.length > 0 || mapping.problems.length > 0 || isOwn },
    make("summary", {}, make("b", { textContent: mapping.title }), make("span", { textContent: whose }), make("small", { textContent: file, title: file })),
    ...mapping.problems.flatMap((text) => text.split("\n")).map((text) => make("p", { className: "problem", textContent: text })),
    make("div", { className: "wide" }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows))));
  element.dataset.file = mapping.file;
  return element;
}

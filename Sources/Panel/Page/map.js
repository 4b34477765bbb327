// Map: what arrives, what it moves, and how to teach the instrument a control.
import { make } from "./answers.js";

const mostLines = 200;

/** @param {HTMLElement} view @param {import("./socket.js").Line} line */
export function mapView(view, line) {
  const list = make("ol", { className: "log", ariaLabel: "What arrives" });
  const last = make("output", { className: "last", textContent: "Move a control or press a key." });
  const name = make("input", { value: "panel", ariaLabel: "Name of the mapping file" });
  const start = make("button", { textContent: "Learn" });
  const talk = make("ol", { className: "log talk", ariaLabel: "Lesson", hidden: true });
  const answer = make("input", { ariaLabel: "Answer" });
  answer.setAttribute("list", "widget-names");
  const names = make("datalist", { id: "widget-names" });
  const words = make("div", { className: "bar" });
  const form = make("form", { className: "bar", hidden: true }, answer, make("button", { textContent: "Say" }), names);
  view.append(
    make("h2", { textContent: "What arrives" }), last, list,
    make("h2", { textContent: "Teach a control" }),
    make("p", { className: "hint", textContent: "Name a widget, or touch it under Widgets, and then move the control for it. Spinet saves the mapping in your own folder and uses it at once." }),
    make("div", { className: "bar" }, name, start), talk, form, words);

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
      for (const text of waiting.slice(-mostLines)) {
        const [control, target] = text.split(" → ");
        last.textContent = text;
        const entry = make("li", {}, make("b", { textContent: control }), target ? ` → ${target}` : "");
        if (target === "unmapped") entry.className = "unmapped";
        list.prepend(entry);
      }
      waiting.length = 0;
      while (list.childElementCount > mostLines) list.lastElementChild?.remove();
    });
    waiting.push(message.heard);
  });
}

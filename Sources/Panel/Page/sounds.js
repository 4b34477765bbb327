// Sounds: what can be loaded and kept, and the scenes of a stage.
import { ask, make } from "./answers.js";

/** @param {HTMLElement} view @param {import("./socket.js").Line} line */
export function soundsView(view, line) {
  const list = make("ul", { className: "sounds" });
  const name = make("input", { placeholder: "Name", ariaLabel: "Name of the patch" });
  const sceneHeading = make("h2", { textContent: "Scenes", hidden: true });
  const scenes = make("div", { className: "bar" });
  const said = make("output", { className: "hint" });
  const button = (text, ...words) => make("button", {
    textContent: text,
    onclick: async () => {
      const given = words.map((word) => (typeof word === "function" ? word() : word));
      const lines = await ask(line, ...given);
      if (lines) said.textContent = lines.join("\n") || "done";
    },
  });
  view.append(
    sceneHeading, scenes,
    make("h2", { textContent: "Sounds at hand" }), list,
    make("h2", { textContent: "This sound" }),
    make("div", { className: "bar" }, name, button("Save", "patch", "", "save", () => name.value, "new"), button("Revert", "patch", "", "revert"), button("Changes", "patch", "", "diff", "text")),
    said);
  let playing = "";
  const mark = () => {
    for (const entry of list.querySelectorAll("button")) entry.setAttribute("aria-pressed", String(entry.textContent === playing));
  };
  line.on("hello", (message) => {
    playing = message.hello;
    mark();
  });
  line.on("widgets", (message) => {
    const scene = message.widgets.find((widget) => widget.name === "scene");
    sceneHeading.hidden = !scene;
    scenes.replaceChildren(...(scene?.choices ?? []).map((choice) => make("button", {
      textContent: choice, onclick: () => ask(line, "scene", choice, "text"),
    })));
  });
  line.on("patches", (message) => {
    list.replaceChildren(...message.patches.map((patch) => make("li", {}, make("button", {
      textContent: patch, onclick: () => ask(line, "load", patch),
    }))));
    mark();
  });
}

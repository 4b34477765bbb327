// Sounds: what can be loaded and kept, and the scenes of a stage.
import { ask, make } from "./answers.js";
import { takesList } from "./takes.js";
import { strip } from "./parts.js";

/** @param {HTMLElement} view @param {import("./socket.js").Line} line @param {import("./board.js").Board} board */
export function soundsView(view, line, board) {
  const list = make("ul", { className: "sounds" });
  const name = make("input", { placeholder: "Name", ariaLabel: "Name of the patch" });
  const sceneHeading = make("h2", { textContent: "Scenes", hidden: true });
  const scenes = make("div", { className: "bar" });
  const partHeading = make("h2", { textContent: "Parts", hidden: true });
  const parts = make("ul", { className: "strips" });
  const file = make("input", { placeholder: "Name or file", ariaLabel: "Another sound: its name, or its file on the instrument's machine", spellcheck: false });
  const stageHeading = make("h2", { textContent: "Stages: several sounds at once" });
  const stages = make("ul", { className: "sounds" });
  const said = make("output", { className: "hint" });
  const button = (text, ...words) => make("button", {
    textContent: text,
    onclick: async () => {
      const given = words.map((word) => (typeof word === "function" ? word() : word));
      const lines = await ask(line, ...given);
      if (lines) said.textContent = lines.join("\n") || "done";
      line.send({ patches: 1 });
    },
  });
  view.append(
    sceneHeading, scenes, partHeading, parts,
    make("h2", { textContent: "Sounds" }), list, stageHeading, stages,
    make("h2", { textContent: "Another sound" }),
    make("div", { className: "bar" }, file, make("button", { textContent: "Load", onclick: () => file.value.trim() && ask(line, "load", file.value.trim()) })),
    make("h2", { textContent: "This sound" }),
    make("div", { className: "bar" }, name, button("Save", "patch", "", "save", () => name.value, "new"), button("Revert", "patch", "", "revert"), button("Changes", "patch", "", "diff", "text")),
    said);
  takesList(view, line, board);
  let playing = "";
  /** The name of a stage may differ from its file's in case and spaces. */
  const plain = (name) => name.toLowerCase().replaceAll(" ", "-");
  const mark = () => {
    for (const entry of view.querySelectorAll(".sounds button")) entry.setAttribute("aria-pressed", String(plain(entry.textContent) === plain(playing)));
  };
  line.on("hello", (message) => {
    playing = message.hello;
    mark();
  });
  const showScene = () => {
    const now = board.find("scene")?.value;
    [...scenes.children].forEach((button, index) => button.setAttribute("aria-pressed", String(index === now)));
  };
  line.on("widgets", () => {
    const choices = board.find("scene")?.choices ?? [];
    sceneHeading.hidden = choices.length === 0;
    scenes.replaceChildren(...choices.map((choice) => make("button", {
      textContent: choice, onclick: () => ask(line, "scene", choice, "text"),
    })));
    showScene();
    const names = board.widgets.filter(({ name }) => name.endsWith("/part.level")).map(({ name }) => name.slice(0, -"/part.level".length));
    partHeading.hidden = names.length === 0;
    parts.replaceChildren(...names.map((name) => make("li", {}, make("span", { className: "name", textContent: name }), strip(board, name))));
  });
  line.on("moved", showScene);
  line.on("lit", ({ playing }) => {
    [...parts.children].forEach((part, index) => part.classList.toggle("resting", !playing.includes(index)));
  });
  const entry = (name) => make("li", {}, make("button", { textContent: name, onclick: () => ask(line, "load", name) }));
  line.on("patches", (message) => {
    list.replaceChildren(...message.patches.map(entry));
    stages.replaceChildren(...message.stages.map(entry));
    stageHeading.hidden = message.stages.length === 0;
    mark();
  });
}

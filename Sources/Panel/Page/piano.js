// Piano: one octave with its control above, and a piano of any number of keys below.
import { TouchSurface } from "./touch.js";
import { Chooser } from "./chooser.js";
import { keyElement, light, makeReachable } from "./keys.js";

const policies = { every: "Every key", one: "One key", glissando: "Glissando" };

/** @param {HTMLElement} view @param {import("./socket.js").Line} line */
export function pianoView(view, line) {
  view.innerHTML = `
    <div class="bar">
      <label hidden>Plays <select id="aim"></select></label>
      <label>Keys <select id="policy">${Object.entries(policies).map(([word, text]) => `<option value="${word}">${text}</option>`).join("")}</select></label>
      <label>Ground <input type="color" id="ground" value="#ffffff"></label>
      <label>Tint <input type="color" id="tint" value="#000000"></label>
    </div>
    <div class="octave">
      <div class="surface" data-surface="piano" role="group" aria-label="Piano"></div>
    </div>
    <div class="bar">
      <label>White keys <input type="number" id="whites" min="1" max="75" value="14"></label>
      <label>First key <input type="text" id="first" value="C4" size="4" maxlength="4" spellcheck="false"></label>
    </div>
    <div class="surface software" data-surface="software-piano" role="group" aria-label="Software piano"></div>`;
  const find = (selector) => /** @type {any} */ (view.querySelector(selector));
  const [octave, software] = [find("[data-surface=piano]"), find("[data-surface=software-piano]")];
  new TouchSurface(octave, line, () => "piano");
  new TouchSurface(software, line, () => "software-piano");
  let notes = new Set();

  const show = () => {
    for (const element of view.querySelectorAll(".key")) light(element, notes.has(Number(element.dataset.midi)));
  };
  const draw = (surface, keys) => {
    surface.replaceChildren(...keys.map(([x, y, width, height, black, note, midi]) => {
      const element = keyElement({ x, y, width, height, black: black === 1, label: null, note, midi }, line);
      element.dataset.midi = midi;
      return element;
    }));
    makeReachable(surface);
  };

  const segments = new Chooser("Octave", (number) => choose({ octave: Number(number) }));
  segments.element.className = "segments";
  segments.offer(["1", "2", "3", "4", "5", "6"].map((number) => [number, number]), "4");
  for (const segment of segments.buttons) segment.setAttribute("aria-label", `Octave ${segment.value}`);
  find(".octave").prepend(segments.element);

  /** The choices of this page, which are sent again after a reconnection. */
  const chosen = {};
  const choose = (message) => {
    Object.assign(chosen, message);
    line.send(message);
  };
  line.on("open", () => { for (const [key, value] of Object.entries(chosen)) line.send({ [key]: value }); });

  find("#policy").addEventListener("change", (event) => choose({ policy: event.target.value }));
  find("#aim").addEventListener("change", (event) => choose({ part: event.target.value }));
  line.on("parts", ({ parts }) => {
    const names = parts.map((part) => part.name).filter((name) => name !== "");
    find("#aim").parentElement.hidden = names.length === 0;
    find("#aim").replaceChildren(new Option("what MIDI plays", ""), ...names.map((name) => new Option(name, name)));
    if (!names.includes(chosen.part)) delete chosen.part;
    find("#aim").value = chosen.part ?? "";
  });
  const arrange = () => choose({ piano: [Number(find("#whites").value) || 1, find("#first").value.trim()] });
  find("#whites").addEventListener("change", arrange);
  find("#first").addEventListener("change", arrange);
  const colour = () => {
    const box = find(".octave");
    box.style.setProperty("--ground", find("#ground").value);
    box.style.setProperty("--tint", find("#tint").value);
  };
  for (const input of [find("#ground"), find("#tint")]) input.addEventListener("input", colour);
  colour();

  line.on("piano", ({ piano, software: other, part }) => {
    draw(octave, piano.keys);
    draw(software, other.keys);
    find("#policy").value = piano.policy;
    find("#whites").value = other.whites;
    find("#first").value = other.first;
    find("#aim").value = part;
    segments.show(String(piano.octave));
    show();
  });
  line.on("lit", (message) => {
    notes = new Set(message.notes);
    show();
  });
}

// Saving the sound that plays. A name that is taken is asked about: nothing is hidden or replaced silently.
import { button } from "../components/button.js";
import { make, say } from "../components/make.js";
import { Sheet } from "../components/sheet.js";
import { freeName } from "./families.js";

/** A file's name for a title.
 * @param {string} title */
export function nameOf(title) {
  const plain = title.trim().toLowerCase().normalize("NFKD").replace(/([a-z])[\u0300-\u036f]+/g, "$1").normalize("NFC");
  return plain.replace(/[^\p{L}\p{M}\p{N}_-]+/gu, "-").replace(/^-+|-+$/g, "") || (title.trim() ? "sound" : "");
}

/** Whether what plays can be saved as a sound: what a program or a font was set to is kept by itself.
 * @param {string} kind of what plays; empty where nobody tells */
export const isSaved = (kind) => ["", "patch", "stage"].includes(kind);

/** What is asked when a name is taken.
 * @param {"shipped" | "own"} whose @param {string} name */
const question = (whose, name) => whose === "shipped"
  ? `Spinet has a sound “${name}”. Yours would be played instead of it; Spinet’s stays on the disk, and comes back when you delete yours.`
  : `You have a sound “${name}” already.`;

/**
 * @param {import("../components/control.js").App} app @param {string} part whose sound is saved
 */
export function saveSheet({ line, instrument }, part) {
  const names = new Set(instrument.sounds.flatMap(({ name, title }) => [name, nameOf(title)]));
  const title = part ? freeTitle(`${instrument.title} ${part}`, names) : instrument.isOwn ? instrument.title : freeTitle(instrument.title, names);
  const field = make("input", { value: title, "aria-label": "Name of the sound", spellcheck: false, maxLength: 60 });
  const told = make("p", { className: "dim told", role: "status" });
  const ended = new AbortController();
  const sheet = new Sheet("Save the sound", { look: "save-sheet", onClose: () => ended.abort() });
  let replaces = "";
  const { title: playing, listed } = instrument;
  const save = () => {
    if (instrument.listed !== listed) return say(told, `“${instrument.title}” plays by now, and “${playing}” no more.`);
    const name = nameOf(field.value);
    if (name === "") return say(told, "Give it a name.");
    if (!line.send({ save: { name, part, title: field.value.trim(), replace: replaces === name } })) say(told, "Spinet is not connected. Save again when it is back.");
  };
  const act = button("Save", save, { look: "main" });
  const other = button("Another name", () => {
    field.value = freeTitle(field.value, names);
    changed();
    field.focus();
  });
  const changed = () => {
    replaces = "";
    other.hidden = true;
    say(act, "Save");
    say(told, `${nameOf(field.value) || "…"}.yaml, among your sounds`);
  };
  field.addEventListener("input", changed);
  field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter") save(); });
  line.on("saved", ({ saved }) => {
    if (saved.refused) return say(told, saved.refused);
    if (!saved.exists) {
      sheet.close();
      line.send({ patches: 1 });
      return dispatchEvent(new CustomEvent("notice", { detail: { text: `Saved as ${saved.name}, among your sounds.` } }));
    }
    replaces = saved.name;
    other.hidden = false;
    say(act, saved.exists === "shipped" ? "Use mine instead" : "Replace");
    say(told, question(saved.exists, saved.name));
  }, ended.signal);
  changed();
  sheet.show(make("h2", { textContent: part ? `Save the sound of ${part}` : "Save the sound" }),
    make("label", { className: "field" }, field), told,
    make("div", { className: "row" }, button("Cancel", () => sheet.close()), other, make("span", { className: "grow" }), act));
  field.select();
}

/** A title whose name no sound has.
 * @param {string} title @param {Set<string>} names */
function freeTitle(title, names) {
  const name = freeName(nameOf(title), names);
  const number = name.match(/-(\d+)$/)?.[1];
  return name === nameOf(title) || !number ? title : `${title.replace(/ \d+$/, "")} ${number}`;
}

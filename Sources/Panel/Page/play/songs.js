// The songs of the set list that plays: which one it is, which one is next, and what is written for it.
import { make, say } from "../components/make.js";

/**
 * The songs, from what the instrument tells of its set list or else from its widget.
 * @param {{song: [string, number] | null, setlists: {name: string, songs: {stage: string, note: string}[]}[], sounds: {name: string, title: string}[]}} instrument
 * @param {{value: number, choices?: string[]} | undefined} widget
 */
export function songsOf({ song, setlists, sounds }, widget) {
  const title = (stage) => sounds.find(({ name }) => name === stage)?.title ?? stage;
  const list = song && setlists.find(({ name }) => name === song[0]);
  if (list) return { now: song[1], songs: list.songs.map(({ stage, note }) => ({ title: title(stage), note })) };
  return { now: Math.round(widget?.value ?? -1), songs: (widget?.choices ?? []).map((stage) => ({ title: title(stage), note: "" })) };
}

/** The row of songs; nothing is shown while no set list plays.
 * @param {import("../components/control.js").App} app */
export function songs(app) {
  const { line, widgets, instrument } = app;
  const row = make("div", { className: "songs-row", role: "group", "aria-label": "Set list" });
  const note = make("p", { className: "cut note" });
  const element = make("div", { className: "songs" }, row, note);
  let told = "";
  const choose = (index) => {
    const widget = widgets.find("setlist");
    if (widget) widgets.set(widget, index); else line.send({ song: [instrument.song?.[0], index] });
  };
  const draw = () => {
    const { now, songs } = songsOf(instrument, widgets.find("setlist"));
    const wasHidden = element.hidden;
    element.hidden = songs.length === 0;
    const names = songs.map(({ title }) => title).join("\n");
    if (names !== told) {
      told = names;
      row.replaceChildren(...songs.map(({ title }, index) => make("button", { className: "tune", on: { click: () => choose(index) } }, make("small", { textContent: String(index + 1) }), make("span", { className: "cut", textContent: title }))));
    }
    [...row.children].forEach((button, index) => {
      if (index === now) button.setAttribute("aria-current", "true"); else button.removeAttribute("aria-current");
      button.classList.toggle("next", index === now + 1);
    });
    say(note, songs[now]?.note ?? "");
    note.hidden = note.textContent === "";
    const current = /** @type {HTMLElement | undefined} */ (row.children[now]);
    if (current) row.scrollLeft = current.offsetLeft - row.clientWidth / 3;
    if (wasHidden !== element.hidden) element.dispatchEvent(new Event("arrange", { bubbles: true }));
  };
  line.on("widgets", () => {
    const widget = widgets.find("setlist");
    if (widget) widgets.watch(widget, element, draw);
    draw();
  });
  for (const message of ["setlists", "patches"]) line.on(message, draw);
  const widget = widgets.find("setlist");
  if (widget) widgets.watch(widget, element, draw);
  draw();
  return element;
}

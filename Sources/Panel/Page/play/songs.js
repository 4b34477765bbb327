// The set list that plays: its songs in a row, and the next one with its note in letters that are read from afar. It is
// loaded when there is a set list.
import { button } from "../components/button.js";
import { make, say } from "../components/make.js";
import { chooseSong, listOf, watchSongs } from "../instrument/songs.js";

/** Fills an element with the row of songs, and hides it while no set list plays.
 * @param {import("../components/control.js").App} app @param {HTMLElement} element @param {HTMLElement} place the large letters' */
export function fillSongs(app, element, place) {
  const row = make("div", { className: "songs-row", role: "group", "aria-label": "Set list" });
  const note = make("p", { className: "cut note" });
  /** @type {import("./large.js").LargeSongs | undefined} loaded when somebody wants it first */
  let large;
  const show = async () => {
    try {
      large ??= new (await import("./large.js")).LargeSongs(app, place);
      large.draw(listOf(app));
      large.show();
    } catch (error) {
      dispatchEvent(new CustomEvent("notice", { detail: `The letters could not be loaded: ${error.message}` }));
    }
  };
  const read = button("Large letters", show, { picture: "full", isIconOnly: true, look: "flat read-large" });
  element.append(row, note, read);
  let told = "";
  const draw = () => {
    const list = listOf(app), songs = list?.songs ?? [], now = list?.now ?? -1, isLeft = list?.isLeft ?? false;
    const wasHidden = element.hidden;
    element.hidden = songs.length === 0;
    const names = songs.map(({ title }) => title).join("\n");
    if (names !== told) {
      told = names;
      row.replaceChildren(...songs.map(({ title }, index) => make("button", { className: "tune", on: { click: () => chooseSong(app, index) } }, make("small", { textContent: String(index + 1) }), make("span", { className: "cut", textContent: title }))));
    }
    [...row.children].forEach((button, index) => {
      if (index === now && !isLeft) button.setAttribute("aria-current", "true"); else button.removeAttribute("aria-current");
      button.classList.toggle("next", index === now + 1);
    });
    say(note, isLeft ? "" : songs[now]?.note ?? "");
    note.hidden = note.textContent === "";
    const current = /** @type {HTMLElement | undefined} */ (row.children[now]);
    if (current) row.scrollLeft = current.offsetLeft - row.clientWidth / 3;
    if (wasHidden !== element.hidden) element.dispatchEvent(new Event("arrange", { bubbles: true }));
    large?.draw(list);
  };
  watchSongs(app, element, draw);
}

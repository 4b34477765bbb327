// The songs of the set list that plays: which one it is, which one is next, and what is written for each.

/** @typedef {{name: string, isOwn: boolean, now: number, songs: {title: string, note: string, hasFile?: boolean}[], isLeft: boolean}} PlayingList it is
 * left when another sound plays than that of its song; `hasFile` is missing where nobody tells */

/** A choice of the session's widget is a number and a stage.
 * @param {string} choice */
const stageOf = (choice) => choice.replace(/^\d+ /, "");

/**
 * The list that plays, whose songs are the choices of its widget; null for none. What is written for them is in the user's
 * own list.
 * @param {{status: {setlist?: {name: string, own: boolean, song: number, left: boolean} | null}, setlists: {name: string, songs: {stage: string, note: string, file?: boolean}[]}[], sounds: {name: string, title: string}[]}} instrument
 * @param {{value: number, choices?: string[]} | undefined} widget
 * @returns {PlayingList | null}
 */
export function playingList({ status, setlists, sounds }, widget) {
  const { setlist } = status;
  if (!setlist || !widget) return null;
  const written = setlist.own ? setlists.find(({ name }) => name === setlist.name)?.songs ?? [] : [];
  const songs = (widget.choices ?? []).map(stageOf).map((stage, index) => {
    const { note, file } = written[index]?.stage === stage ? written[index] : { note: "", file: undefined };
    return { title: sounds.find(({ name }) => name === stage)?.title ?? stage, note, hasFile: file };
  });
  const now = Math.round(widget.value);
  return { name: setlist.name, isOwn: setlist.own, now, songs, isLeft: setlist.left && now === setlist.song };
}

/** The list that plays; null for none.
 * @param {import("../components/control.js").App} app */
export const listOf = ({ instrument, widgets }) => playingList(instrument, widgets.find("setlist"));

/** The song to which a step leads: after another sound, the one before is the one that was left.
 * @param {PlayingList} list @param {number} way */
export const songAt = (list, way) => list.songs[list.isLeft && way < 0 ? list.now : list.now + way];

/** Plays a song of the list that plays.
 * @param {import("../components/control.js").App} app @param {number} index */
export const chooseSong = ({ line }, index) => line.send({ song: [null, index] });

/** Goes to the next song or to the one before; false if no list plays.
 * @param {import("../components/control.js").App} app @param {number} way */
export function stepSong(app, way) {
  if (!listOf(app)) return false;
  app.line.send({ song: way > 0 ? "next" : "previous" });
  return true;
}

/** Calls `draw` when another song plays, or when the list is another one.
 * @param {import("../components/control.js").App} app @param {Element} element @param {() => void} draw */
export function watchSongs(app, element, draw) {
  const { line, widgets } = app;
  const watch = () => {
    const widget = widgets.find("setlist");
    if (widget) widgets.watch(widget, element, draw);
    draw();
  };
  line.on("widgets", watch);
  for (const message of ["hello", "setlists", "playinglist", "patches"]) line.on(message, draw);
  watch();
}

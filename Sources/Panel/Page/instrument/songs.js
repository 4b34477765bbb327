// The songs of the set list that plays: which one it is, which one is next, and what is written for each.

/** @typedef {{name: string, now: number, songs: {title: string, note: string, hasFile?: boolean}[], isLeft?: boolean}} PlayingList `name`
 * is empty where nobody tells it, as `hasFile` then is missing; it is left when another sound plays than that of its song */

/** A choice of the session's widget is a number and a stage.
 * @param {string} choice */
const stageOf = (choice) => choice.replace(/^\d+ /, "");

/**
 * The list that plays, from the session's widget where there is one, else from what the instrument tells; null for none.
 * What is written for the songs is found in the list that has the same ones.
 * @param {{song: [string, number] | null, setlists: {name: string, songs: {stage: string, note: string, file?: boolean}[]}[], sounds: {name: string, title: string}[]}} instrument
 * @param {{value: number, choices?: string[]} | undefined} widget
 * @returns {PlayingList | null}
 */
export function playingList({ song, setlists, sounds }, widget) {
  const title = (/** @type {string} */ stage) => sounds.find(({ name }) => name === stage)?.title ?? stage;
  const told = (/** @type {{stage: string, note: string, file?: boolean}} */ { stage, note, file }) => ({ title: title(stage), note, hasFile: file });
  if (widget) {
    const stages = (widget.choices ?? []).map(stageOf);
    const list = setlists.find(({ songs }) => songs.map(({ stage }) => stage).join("\n") === stages.join("\n"));
    return { name: list?.name ?? "", now: Math.round(widget.value), songs: list?.songs.map(told) ?? stages.map((stage) => told({ stage, note: "" })) };
  }
  const list = song && setlists.find(({ name }) => name === song[0]);
  return song && list ? { name: list.name, now: song[1], songs: list.songs.map(told) } : null;
}

/** The song of the list for which another sound was loaded; −1 for none. */
let leftAt = -1;

/** The list that plays; null for none.
 * @param {import("../components/control.js").App} app */
export function listOf({ instrument, widgets }) {
  const list = playingList(instrument, widgets.find("setlist"));
  return list && { ...list, isLeft: list.now === leftAt };
}

/** Notices whether the sound that has just been loaded is that of the song, where the instrument lists that one.
 * @param {import("../components/control.js").App} app */
function noticeSound(app) {
  const list = listOf(app), title = list?.songs[list.now]?.title, { instrument } = app;
  const isListed = instrument.sounds.some((/** @type {{title: string}} */ sound) => sound.title === title);
  leftAt = list && isListed && title !== instrument.title ? list.now : -1;
}

/** Plays a song of the list that plays.
 * @param {import("../components/control.js").App} app @param {number} index */
export function chooseSong(app, index) {
  const { line, instrument, widgets } = app, widget = widgets.find("setlist");
  // The song before is the one that was left.
  if (widget && Math.round(widget.value) === index && listOf(app)?.isLeft) return line.ask("previous");
  if (widget) widgets.set(widget, index); else line.send({ song: [instrument.song?.[0], index] });
}

/** Goes to the next song or to the one before, as far as the list goes; false if no list plays.
 * @param {import("../components/control.js").App} app @param {number} way */
export function stepSong(app, way) {
  const list = listOf(app);
  if (!list) return false;
  const wanted = list.now + way;
  if (wanted >= 0 && wanted < list.songs.length) chooseSong(app, wanted);
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
  line.on("hello", () => { noticeSound(app); draw(); });
  line.on("setlists", draw);
  // A page that has just come knows by then what is listed.
  line.on("patches", () => { noticeSound(app); draw(); });
  watch();
}

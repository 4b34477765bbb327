// Play: the name, the scenes, the parts, the front eight, the well and the keyboard.
import { button } from "../components/button.js";
import { icon, make } from "../components/make.js";
import { Keyboard } from "../keys/keyboard.js";
import { Front } from "./front.js";
import { head, parts, scenes } from "./head.js";
import { Look } from "./look.js";
import { Time } from "./time.js";

/** @param {HTMLElement} view @param {import("../components/control.js").App} app */
export function fill(view, app) {
  const { line, widgets, instrument } = app;
  const [front, look, time, keyboard] = [new Front(app), new Look(app), new Time(app), new Keyboard(app)];
  const tabs = parts(app, (part) => {
    const colour = instrument.hasParts ? instrument.colour(part) : 1;
    for (const element of [front.element, look.element, time.bar, time.drawer]) {
      for (let number = 1; number <= 8; number++) element.classList.toggle(`part${number}`, number === colour);
    }
    front.showPart(instrument.hasParts ? part : "");
    look.showPart(instrument.hasParts ? part : "");
    time.showPart(instrument.hasParts ? part : "");
    keyboard.showPart(part);
  });
  const pads = scenes(app), list = make("div", { className: "songs", hidden: true });
  const large = make("section", { className: "large-songs", "aria-label": "Set list in large letters", hidden: true });
  const play = make("div", { className: "play" }, head(app, time.openers[1]), list, pads, tabs, time.bar, time.drawer, look.element, front.element, firstRun(app), keyboard.element, large);
  view.append(play);

  const arrange = () => {
    play.classList.toggle("no-scenes", pads.hidden);
    play.classList.toggle("has-songs", !list.hidden);
    play.classList.toggle("has-song", time.hasSong);
    play.classList.toggle("timing", time.isOpen);
    play.classList.toggle("no-parts", tabs.hidden);
    play.classList.toggle("no-front", front.element.childElementCount === 0);
    play.classList.toggle("smart", keyboard.kind === "own");
    play.classList.toggle("bare", widgets.all.length === 0);
  };
  let hasSongs = false;
  const songs = async () => {
    if (hasSongs || !instrument.status.setlist) return;
    hasSongs = true;
    try {
      (await import("./songs.js")).fillSongs(app, list, large);
    } catch (error) {
      hasSongs = false;
      dispatchEvent(new CustomEvent("notice", { detail: `The set list could not be loaded: ${error.message}` }));
    }
  };
  for (const message of ["widgets", "parts", "lit", "scenes", "frontline"]) line.on(message, arrange);
  play.addEventListener("arrange", arrange);
  arrange();
  line.on("playinglist", songs);
  songs();
  line.on("closed", () => { for (const board of [keyboard.piano, keyboard.octave, keyboard.free, ...keyboard.own]) board.surface.forget(); });
}

/** One line over the keys until there is a controller, or until somebody closes it.
 * @param {import("../components/control.js").App} app */
function firstRun(app) {
  const { line, instrument, letters } = app;
  const kept = () => { try { return localStorage.getItem("first-run") === "over"; } catch { return false; } };
  let isOver = kept();
  const close = () => {
    isOver = true;
    try { localStorage.setItem("first-run", "over"); } catch { /* private window: for this visit */ }
    show();
  };
  const element = make("div", { className: "say" }, make("span", { className: "violet" }, icon("link")),
    make("span", { className: "grow" }, make("b", { textContent: "No controller yet." }), " ",
      make("span", { className: "dim", textContent: "Plug one in, and Spinet connects it. Until then play here" }),
      make("span", { className: "dim by-letters", textContent: ", or on the letters: A to ’, and Z X for octaves" }), make("span", { className: "dim", textContent: "." })),
    button("Show on a phone", () => { app.mustShowAddress = true; location.hash = "#setup"; }, { look: "by-letters" }), button("Close", close, { picture: "close", look: "flat", isIconOnly: true }));
  // Where there is most likely a keyboard, as the line says.
  const desk = matchMedia("(min-width: 900px) and (min-height: 501px)");
  const show = () => {
    element.hidden = isOver || !instrument.status.controllers || instrument.status.controllers.length > 0;
    letters.offer(!element.hidden && desk.matches);
  };
  desk.onchange = show;
  line.on("status", show);
  show();
  return element;
}

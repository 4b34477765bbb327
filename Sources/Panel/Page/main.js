// The page: the line to the instrument, what it tells, and the frame around the five places.
import { line } from "./instrument/opened.js";
import { Instrument } from "./instrument/instrument.js";
import { Widgets } from "./instrument/widgets.js";
import { Places } from "./frame/places.js";
import { fillHere, fillStrip, stepSound } from "./frame/strip.js";
import { watchConnection } from "./frame/connection.js";
import { watchNotices } from "./frame/notice.js";
import { moveFocus } from "./frame/focus.js";
import { otherStyles } from "./frame/styles.js";
import { stayAwake } from "./frame/screen.js";
import { playByLetters } from "./keys/letters.js";
import { liftAll } from "./components/held.js";
import { clickByEveryFinger } from "./components/tap.js";
import { mayBeInFront } from "./play/eight.js";

const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

// These two know what the instrument has told before any place hears of it.
const widgets = new Widgets(line);
const instrument = new Instrument(line);

/** Resolves when the widgets are there. */
const ready = new Promise((resolve) => line.on("lit", resolve));
/** @type {any} */
const app = { line, widgets, instrument, ready, step: (/** @type {-1 | 1} */ way) => stepSound(app, way) };
app.learn = (/** @type {import("./instrument/widgets.js").Widget} */ widget) => dispatchEvent(new CustomEvent("learn", { detail: widget }));
app.addToPage = async (/** @type {import("./instrument/widgets.js").Widget} */ widget) => (await Promise.all([import("./pages/add.js"), otherStyles()]))[0].addToPage(app, widget);
app.mappings = async (/** @type {string} */ words) => (await Promise.all([import("./learn/mappings.js"), otherStyles()]))[0].showMappings(app, words);
app.mayBeInFront = mayBeInFront;
app.letters = playByLetters(app);
app.openFace = async () => (await Promise.all([import("./face/picture.js"), otherStyles()]))[0].openFace(app);
app.places = new Places(find("nav"), find("main"), app);

fillStrip(find(".strip"), app);
fillHere(find(".here"), app);
watchConnection(find("#band"), line);
watchNotices(find("#notice"), line);
moveFocus();
clickByEveryFinger();
stayAwake(() => instrument.words.secure);
line.on("hello", () => line.send({ patches: 1 }));
line.on("closed", liftAll);

let wasLearning = false;
addEventListener("learn", async (event) => {
  // Once it is there, a press acts at once.
  if (app.toggleLearning) return app.toggleLearning(/** @type {CustomEvent} */ (event).detail);
  try {
    const [{ startLearning }] = await Promise.all([import("./learn/learn.js"), otherStyles()]);
    if (!wasLearning) { wasLearning = true; startLearning(app); }
    app.toggleLearning(/** @type {CustomEvent} */ (event).detail);
  } catch (error) {
    dispatchEvent(new CustomEvent("notice", { detail: { text: `Learn could not be loaded: ${error.message}` } }));
  }
});

// The address may name a page of one's own.
const isPage = new URLSearchParams(location.search).has("page") && ["", "#play"].includes(location.hash);
if (isPage) location.hash = "#pages"; else app.places.show(location.hash.slice(1));
line.begin();

// The page: its views, and the controls that are always visible.
import { Line } from "./socket.js";
import { Board } from "./board.js";
import { playByLetters } from "./keys.js";
import { playView } from "./play.js";
import { pianoView } from "./piano.js";
import { widgetsView } from "./widgets.js";
import { mapView } from "./map.js";
import { soundsView } from "./sounds.js";
import { faceView } from "./face.js";
import { setupView } from "./setup.js";

const find = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));
const line = new Line();
const views = ["play", "piano", "widgets", "map", "sounds", "face", "setup"];

// The board gets the widgets before the views do.
const board = new Board(line);
playView(find("#view-play"), line, board);
pianoView(find("#view-piano"), line);
widgetsView(find("#view-widgets"), line, board);
mapView(find("#view-map"), line);
soundsView(find("#view-sounds"), line, board);
faceView(find("#view-face"), line, board);
setupView(find("#view-setup"), line, board);
playByLetters(line);

function show() {
  const wanted = location.hash.slice(1);
  const name = views.includes(wanted) ? wanted : "play";
  for (const view of views) find(`#view-${view}`).hidden = view !== name;
  for (const link of document.querySelectorAll("nav a")) {
    const isHere = link.getAttribute("href") === `#${name}`;
    if (isHere) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
  }
}
addEventListener("hashchange", show);
show();

// The controls that are always visible.
const engine = find("#engine");
let isRunning = false;
engine.addEventListener("click", () => line.send({ set: ["engine.running", isRunning ? 0 : 1] }));
find("#panic").addEventListener("pointerdown", () => line.send({ press: "panic" }));
find("#panic").addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") line.send({ press: "panic" }); });

function showEngine() {
  isRunning = (board.find("engine.running")?.value ?? 0) >= 0.5;
  engine.setAttribute("aria-checked", String(isRunning));
}
line.on("widgets", showEngine);
line.on("moved", showEngine);
line.on("hello", (message) => {
  find("#instrument").textContent = message.hello;
  document.title = `${message.hello} – Spinet`;
  document.body.classList.add("connected");
});
line.on("status", ({ status }) => {
  const voices = status.voices === 1 ? "1 voice" : `${status.voices} voices`;
  find("#sound").textContent = status.voices ? `${status.sound} · ${voices}` : status.sound;
  find("#meter i").style.setProperty("--level", String(Math.max(0, 1 + (status.peak ?? -60) / 60)));
});
// Kept for a visit at which nothing answers.
line.on("words", ({ words }) => {
  try { localStorage.setItem("address", words.address); } catch { /* private window */ }
});
function whereElse() {
  try { return localStorage.getItem("address") ?? ""; } catch { return ""; }
}
line.on("closed", ({ refused }) => {
  document.body.classList.remove("connected");
  find("#sound").textContent = refused ? `Spinet is not running, or this address is out of date. ${whereElse()}` : "connection lost; it comes back by itself";
});

let noticeTimer = 0;
/** @param {string} text */
function notice(text) {
  const box = find("#notice");
  box.textContent = text;
  box.hidden = false;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => { box.hidden = true; }, 6000);
}
line.on("error", (message) => notice(message.error));
addEventListener("notice", (event) => notice(/** @type {CustomEvent} */ (event).detail));

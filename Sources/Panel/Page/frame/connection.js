// The lost connection: everything stays, dimmed, and a band says what ended, what plays on, and that it tries again.
import { button } from "../components/button.js";
import { make, say } from "../components/make.js";

/** How long a short gap may be, in milliseconds, before the band covers something. */
const patience = 400;

/** @param {HTMLElement} band @param {import("../instrument/line.js").Line} line */
export function watchConnection(band, line) {
  const title = make("b"), text = make("p");
  band.append(make("div", { className: "gone" }, title, text, button("Try now", () => line.return(), { look: "main" })));
  band.hidden = true;
  let isRefused = false, wasOpen = false, timer = 0;

  const address = () => { try { return localStorage.getItem("address") ?? ""; } catch { return ""; } };
  const device = matchMedia("(pointer: coarse)").matches ? "this device" : "this page";
  const show = () => {
    const seconds = Math.round((performance.now() - line.goneSince) / 1000);
    const isShown = line.goneSince > 0 && performance.now() - line.goneSince > patience;
    document.body.classList.toggle("lost", isShown);
    band.hidden = !isShown;
    if (!isShown) return;
    say(title, wasOpen ? `Connection lost, ${seconds} s` : "No connection");
    say(text, isRefused && seconds > 5
      ? `Spinet is not running, or this address is out of date. ${address()} Trying again by itself.`
      : `Notes from ${device} have ended. The instrument plays on. Trying again by itself.`);
  };
  line.on("closed", ({ refused }) => {
    isRefused = refused;
    document.body.classList.remove("connected");
    clearInterval(timer);
    timer = setInterval(show, 250);
    show();
  });
  line.on("open", () => { isRefused = false; });
  line.on("hello", () => {
    wasOpen = true;
    clearInterval(timer);
    document.body.classList.add("connected");
    show();
  });
  // Kept for a visit at which nothing answers.
  line.on("words", ({ words }) => {
    try { localStorage.setItem("address", words.address); } catch { /* private window */ }
  });
}

// The sheet of Learn: what arrives and what it seems to be, its ends, what happens where both differ, curve, channel.
import { button } from "../components/button.js";
import { Segments } from "../components/choice.js";
import { icon, make, say } from "../components/make.js";
import { Switch } from "../components/switch.js";
import { label } from "../edit/front.js";
import { Ends } from "./ends.js";
import { curves, explain, modesFor, partsOf, sender } from "./lesson.js";
import { showMappings } from "./mappings.js";

export class LearnSheet {
  /** @param {import("../components/control.js").App} app @param {{end: () => void, move: () => void, choose: (widget: any) => void}} acts */
  constructor(app, { end, move, choose }) {
    this.app = app;
    /** @type {import("./lesson.js").Lesson} */
    this.lesson = { state: "on" };
    const set = (/** @type {any} */ option) => app.line.send({ learn: { set: option } });
    this.title = make("h2");
    this.name = make("code", { className: "dim cut" });
    this.buildArrives();
    this.told = make("p", { className: "told", role: "status" });
    this.accept = make("div", { className: "row" }, button("Use it", () => app.line.send({ learn: { accept: 1 } }), { look: "main" }), button("Another control", () => app.line.send({ learn: { widget: this.lesson.widget } })));
    this.ends = new Ends((range) => set({ range }), () => set({ swap: 1 }));
    this.mode = new Segments("When control and value differ", (mode) => set({ mode }));
    this.explained = make("p", { className: "dim" });
    this.curve = new Segments("Curve", (curve) => set({ curve }));
    this.curve.offer(/** @type {any} */ (curves));
    this.channel = new Switch("");
    this.channel.button.setAttribute("aria-label", "On every channel");
    this.channel.button.addEventListener("click", () => set({ channel: this.lesson.link?.channel === null ? this.lesson.arrived?.channel ?? 1 : null }));
    const question = (/** @type {string} */ text, /** @type {Node[]} */ ...nodes) => make("div", { className: "q" }, make("p", { textContent: text }), ...nodes);
    this.modes = question("When control and value differ", this.mode.element, this.explained);
    this.options = make("div", { className: "options" }, this.ends.element, this.modes, question("Curve", this.curve.element),
      make("div", { className: "row" }, make("span", { className: "grow", textContent: "On every channel" }), this.channel.element));
    this.file = make("p", { className: "dim file" });
    this.undo = button("Undo", () => app.line.send({ learn: { undo: 1 } }), { picture: "undo" });
    this.unlink = button("Unlink", () => app.line.send({ learn: { unlink: this.lesson.widget } }));
    // What lies below it can be touched then.
    const aside = button("Move this aside", move, { picture: "swap", isIconOnly: true, look: "flat" });
    const close = button("End learning", end, { picture: "close", isIconOnly: true, look: "flat" });
    this.element = make("aside", { className: "side-sheet", "aria-label": "Learn", hidden: true },
      make("div", { className: "row" }, make("div", { className: "grow" }, this.title, this.name), aside, close),
      this.arrives, this.told, this.accept, this.options, make("span", { className: "grow" }), this.file,
      make("div", { className: "row feet" }, this.undo, this.unlink, make("span", { className: "grow" }), button("All mappings", () => showMappings(app, "", choose))));
    app.line.on("heard", ({ heard, value, from }) => this.hear(heard, value, from));
  }

  buildArrives() {
    this.from = make("small", { className: "cut" });
    this.control = make("span", { className: "big" });
    this.number = make("span", { className: "big" });
    this.bar = make("div", { className: "g" });
    this.guess = make("small");
    this.arrives = make("div", { className: "arrives" }, this.from, make("div", { className: "row" }, this.control, make("span", { className: "grow" }), this.number), this.bar, this.guess);
  }

  /** What arrives is shown also before a widget is chosen.
   * @param {string} heard @param {number | undefined} value @param {string | undefined} from */
  hear(heard, value, from) {
    if (this.element.hidden || this.lesson.state !== "on") return;
    say(this.told, `${from ? `${from}: ` : ""}${heard} ${value ?? ""}`);
  }

  /** @param {import("./lesson.js").Lesson} lesson */
  draw(lesson) {
    this.lesson = lesson;
    const { widget, arrived, link, undo = 0 } = lesson;
    const parts = partsOf(lesson);
    say(this.title, widget ? label(widget) : "Learn");
    say(this.name, widget ?? "");
    this.arrives.hidden = !parts.arrives;
    this.accept.hidden = !parts.asks;
    this.options.hidden = !parts.options;
    this.element.classList.toggle("small", !parts.options);
    this.unlink.hidden = !widget || this.app.widgets.find(widget)?.link === null;
    this.undo.disabled = undo === 0;
    say(this.told, this.sentence(lesson));
    this.told.hidden = this.told.textContent === "";
    if (arrived) this.drawArrived(arrived, link?.guess ?? "");
    if (parts.options && link) this.drawLink(link, widget ?? "");
    say(this.file, link ? `Saved in your ${link.file}. In use now.` : "");
  }

  /** @param {import("./lesson.js").Lesson} lesson */
  sentence({ state, ask, why, replaced = [] }) {
    if (state === "on") return "Touch a control on the screen. Then move the knob, fader, pad or pedal that shall move it.";
    if (state === "waiting") return "Now move a knob, fader, pad or pedal.";
    if (state === "refused") return `${why ?? ""}.`.replace("..", ".");
    if (state === "ask") return `${ask ?? ""}. Use it all the same?`;
    return state === "saved" && replaced.length ? `${replaced.map(label).join(", ")} gave way; Undo brings it back.` : "";
  }

  /** @param {any} arrived @param {string} guess */
  drawArrived(arrived, guess) {
    say(this.from, sender(arrived));
    say(this.control, arrived.control);
    say(this.number, String(arrived.value));
    this.bar.style.setProperty("--x", `${((arrived.position ?? 0) * 100).toFixed(1)}%`);
    this.bar.hidden = arrived.position === null;
    say(this.guess, guess);
  }

  /** @param {any} link @param {string} name */
  drawLink(link, name) {
    const widget = this.app.widgets.find(name);
    if (widget) this.ends.draw(widget, link);
    const modes = modesFor(link.mode);
    this.mode.element.hidden = modes.length === 0;
    if (modes.length) this.mode.offer(/** @type {any} */ (modes));
    this.mode.draw(link.mode);
    say(this.explained, explain(link.mode));
    this.curve.draw(link.curve);
    this.channel.draw({ isOn: link.channel === null, text: link.channel === null ? "" : `channel ${link.channel}` });
  }
}

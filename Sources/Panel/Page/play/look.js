// The well that follows the hand: it shows the picture of what moved last, its name, who moved it, and its value.
import { Segments } from "../components/choice.js";
import { icon, make, say } from "../components/make.js";
import { Well } from "../components/well.js";
import { label } from "../edit/front.js";
import { envelopeWell, filterWell, strokeWell } from "../edit/pictures.js";
import { bare } from "./eight.js";
import { otherStyles } from "../frame/styles.js";
import { Output, OutputPicture } from "./output.js";

/** In milliseconds: so long a picture stays after the last move. */
const staying = 5000;
/** What moves by itself or with the whole sound, and has no picture: a song, a scene. */
const apart = /^(setlist|scene|song\..*)$/;
/** In milliseconds: what an instrument tells of a control this long before a move has caused it. */
const cause = 120;

export class Look {
  /** @param {import("../components/control.js").App} app */
  constructor(app) {
    this.app = app;
    this.output = app.output ??= new Output(app.line, app.instrument.status);
    this.part = "";
    /** @type {Map<string, any>} the wells of this part */
    this.made = new Map();
    /** The picture that somebody has chosen; empty while the well follows the hand. */
    this.fixed = "";
    this.name = "";
    this.looks = new Segments("Picture", (name) => this.choose(name), { look: "looks-inner" });
    this.looks.element.className = "looks";
    this.said = make("span", { className: "cap say1", "aria-hidden": "true" }, make("span"), make("b"));
    this.reading = make("output", { className: "cap reading", "aria-live": "off" });
    this.element = make("div", { className: "look" });
    this.wide = matchMedia("(min-width: 1800px) and (min-height: 501px)");
    this.wide.addEventListener("change", () => this.rebuild());
    app.line.on("widgets", () => {
      this.forget();
      this.rebuild();
    });
    app.line.on("touched", (name) => this.moved(app.widgets.find(name), "", true));
    app.line.on("moved", ({ moved }) => { for (const [index] of moved) this.heard(app.widgets.all[index]); });
    // What has arrived is told after what it has moved.
    app.line.on("heard", () => this.heard(app.widgets.find(app.instrument.lastHeard.target)));
    this.rebuild();
  }

  /** @param {string} part */
  showPart(part) {
    if (part === this.part) return;
    this.part = part;
    this.rebuild();
  }

  /** The pictures that there are for the part, by name: what makes each. */
  get pictures() {
    const { app, part } = this;
    const find = (/** @type {string} */ name) => app.widgets.find(part ? `${part}/${name}` : name);
    const amp = ["attack", "decay", "sustain", "release"].map((name) => find(`amp.${name}`));
    const running = (/** @type {"Wave" | "Spectrum"} */ kind) => () => {
      const picture = new OutputPicture(this.output, kind, (reading) => say(this.reading, reading));
      const well = new Well(kind === "Wave" ? "The wave of what sounds" : "The spectrum of what sounds");
      well.show(picture.element);
      return well.element;
    };
    /** @type {Record<string, () => HTMLElement>} */
    const all = { Wave: running("Wave"), Spectrum: running("Spectrum") };
    const isStruck = find("strike.hardness") !== undefined;
    if (find("filter.cutoff")?.unit === "Hz" && (find("filter.mode") || isStruck)) all.Filter = () => filterWell(app, find);
    if (amp.every((widget) => widget)) all.Envelope = () => envelopeWell(app, amp, "Loudness");
    if (isStruck) all.Stroke = () => strokeWell(app, find);
    all.Face = () => faceWell(app);
    return all;
  }

  rebuild() {
    const { pictures } = this;
    const names = Object.keys(pictures);
    this.looks.offer(names.map((name) => [name, name]));
    this.made = new Map();
    this.element.classList.toggle("wideLook", this.wide.matches);
    if (!names.includes(this.fixed)) this.fixed = "";
    this.name = "";
    if (this.element.classList.contains("wideLook")) this.showAll(pictures);
    else this.show(this.fixed || "Wave");
  }

  /** Four wells at once; two for a program whose filter and envelope nobody knows.
   * @param {Record<string, () => HTMLElement>} pictures */
  showAll(pictures) {
    const names = ["Filter", "Envelope", "Stroke", "Wave", "Spectrum"].filter((name) => pictures[name]);
    const wells = names.map((name) => {
      const well = pictures[name]();
      well.append(make("span", { className: "cap name", textContent: name }));
      return well;
    });
    wells[0]?.append(this.said);
    wells.at(-1)?.append(make("button", { className: "open-face", "aria-label": "Open the face", title: "Open the face", on: { click: () => this.app.openFace() } }, icon("face")));
    this.element.dataset.count = String(wells.length);
    this.element.replaceChildren(...wells);
  }

  /** @param {string} name */
  show(name) {
    if (this.wide.matches && this.element.classList.contains("wideLook")) return;
    const make = this.pictures[name] ?? this.pictures.Wave;
    if (this.name === name) return;
    this.name = name;
    const well = this.made.get(name) ?? make();
    this.made.set(name, well);
    well.append(this.said, this.reading, this.looks.element);
    this.reading.hidden = name !== "Wave" && name !== "Spectrum";
    this.element.replaceChildren(well);
    this.looks.draw(name);
  }

  /** A chosen picture stays; chosen again, the well follows the hand once more.
   * @param {string} name */
  choose(name) {
    const isAgain = this.fixed === name;
    this.fixed = isAgain ? "" : name;
    this.looks.element.classList.toggle("fixed", !isAgain);
    this.show(name);
  }

  /** Something else has moved a widget.
   * @param {import("../instrument/widgets.js").Widget | undefined} widget */
  heard(widget) {
    if (!widget || widget.isHeld || !["slider", "knob", "switch", "choice"].includes(widget.kind)) return;
    const { lastHeard } = this.app.instrument;
    const now = performance.now();
    if (lastHeard.target !== widget.name || now - lastHeard.at > cause || now - widget.movedAt > cause) return;
    this.moved(widget, spoken(lastHeard.control), false);
  }

  /** @param {import("../instrument/widgets.js").Widget | undefined} widget @param {string} by @param {boolean} isOwn */
  moved(widget, by, isOwn) {
    if (!widget || apart.test(widget.name) || !this.element.isConnected) return;
    const [name, value] = this.said.children;
    say(name, by ? `${label(widget.name)}, by ${by}` : label(widget.name));
    say(value, widget.text);
    this.said.hidden = false;
    if (this.shown !== widget) {
      /** @type {import("../instrument/widgets.js").Widget | undefined} */
      this.shown = widget;
      this.app.widgets.watch(widget, this.said, () => { if (this.shown === widget) say(value, widget.text); });
    }
    if (!this.fixed) this.show(this.pictureOf(widget));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.rest(), staying);
  }

  rest() {
    if (this.shown?.isHeld) { this.timer = setTimeout(() => this.rest(), staying); return; }
    this.forget();
    if (!this.fixed) this.show("Wave");
  }

  forget() {
    clearTimeout(this.timer);
    this.said.hidden = true;
    this.shown = undefined;
  }

  /** @param {import("../instrument/widgets.js").Widget} widget */
  pictureOf(widget) {
    const name = bare(widget);
    const isHere = widget.part === this.part;
    if (isHere && /^(filter\.(cutoff|resonance|envelope|mode|drive))$/.test(name) && this.pictures.Filter) return "Filter";
    if (isHere && /^amp\.(attack|decay|sustain|release)$/.test(name) && this.pictures.Envelope) return "Envelope";
    if (isHere && /^(decay|release)\.scale$/.test(name) && this.pictures.Stroke) return "Stroke";
    return "Wave";
  }
}

/** The face, which is loaded when somebody looks at it first.
 * @param {import("../components/control.js").App} app */
function faceWell(app) {
  const well = make("div", { className: "well face-well" });
  Promise.all([import("../face/picture.js"), otherStyles()]).then(([{ FacePicture }]) => new FacePicture(app, well), (error) =>
    dispatchEvent(new CustomEvent("notice", { detail: { text: `The face could not be loaded: ${error.message}` } })));
  return well;
}

/** A control as people say it: `cc 21 ch 1` is `CC 21`.
 * @param {string} control */
export const spoken = (control) => control.replace(/ ch 1$/, "").replace(/^cc /, "CC ").replace(/^[a-z]/, (letter) => letter.toUpperCase());

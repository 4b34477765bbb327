// The pictures of the synth's modules, drawn from its widgets. Their handles move the widgets.
import { openMenu, resetWithUndo, turnedBy } from "../components/control.js";
import { turnByKey } from "../components/gestures.js";
import { make } from "../components/make.js";
import { Handle, Picture, Well, high, wide } from "../components/well.js";
import { dragged, path, points, strokeDragged, strokePath, strokePoints } from "./envelope.js";
import { curve, gain, handleHeight, heightOf, hertzAt, placeOf, raised, resonanceAt } from "./filter.js";
import { drawn, period, swing } from "./shapes.js";
import { lasts } from "./struck.js";

/**
 * @typedef {import("../components/control.js").App} App
 * @typedef {import("../instrument/widgets.js").Widget} Widget
 * @typedef {(name: string) => Widget | undefined} Find a widget of the part, by its name without it
 */

/** Three digits at most, as the instrument writes frequencies.
 * @param {number} hertz */
export const hertzText = (hertz) => (hertz >= 1000 ? `${Number((hertz / 1000).toPrecision(3))} kHz` : `${Number(hertz.toPrecision(3))} Hz`);

/** Draws again when one of these moves.
 * @param {App} app @param {(Widget | undefined)[]} all @param {Element} element @param {() => void} draw */
function watch(app, all, element, draw) {
  for (const widget of all) if (widget) app.widgets.watch(widget, element, draw);
  draw();
}

/** What a finger on a handle does to several widgets; the menu is that of the first.
 * @param {App} app @param {Widget[]} all @param {() => Handle} handle */
const holding = (app, all, handle) => ({
  take: () => { for (const widget of all) app.widgets.take(widget); },
  release: () => { for (const widget of all) app.widgets.release(widget); },
  reset: () => resetWithUndo(app, ...all),
  menu: () => openMenu(app, all[0], handle().element),
});

/** The resonance of a filter without a knob for it, which has the flattest response. */
const flattest = Math.log2(Math.SQRT2) / 6.65;
/** In hertz: from here on a filter without resonance changes nothing. */
const open = 2 ** 14.25;

/** The filter's response; its handle is cutoff and resonance, dashed is where the envelope takes it.
 * @param {App} app @param {Find} find */
export function filterWell(app, find) {
  const [mode, cutoff, resonance, depth] = ["filter.mode", "filter.cutoff", "filter.resonance", "filter.envelope"].map(find);
  if (!cutoff) return null;
  const modeName = () => mode?.choices?.[Math.round(mode.value)] ?? "low";
  const picture = new Picture();
  const well = new Well("The filter’s response");
  well.show(picture.element);
  const caption = make("span", { className: "cap high right", "aria-hidden": "true" });
  for (const [hertz, text] of [[100, "100 Hz"], [1000, "1 kHz"], [10000, "10 kHz"]]) {
    const mark = make("span", { className: "cap low axis", textContent: text, "aria-hidden": "true" });
    mark.style.left = `${placeOf(/** @type {number} */ (hertz)) * 100}%`;
    well.element.append(mark);
  }
  const heightFor = () => handleHeight({ mode: modeName(), cutoff: hertzAt(cutoff.position), resonance: resonance?.position ?? flattest });
  /** @type {Handle} */
  const handle = new Handle(resonance ? "cutoff and resonance" : "cutoff", well.element, {
    ...holding(app, resonance ? [cutoff, resonance] : [cutoff], () => handle),
    place: () => ({ x: cutoff.position, y: resonance ? heightFor() : 0 }),
    drag: ({ x }, { y }, isUpright) => {
      app.widgets.go(cutoff, x);
      if (resonance && isUpright) app.widgets.go(resonance, resonanceAt({ mode: modeName(), cutoff: hertzAt(x) }, y));
    },
    key: (event) => turnByKey(event, turnedBy(app, resonance && ["ArrowUp", "ArrowDown"].includes(event.key) ? resonance : cutoff, handle.element)),
  });
  handle.element.dataset.learn = cutoff.name;
  const told = () => (resonance ? `${cutoff.text}, resonance ${resonance.text}` : cutoff.text);
  well.element.append(caption, handle.element);
  const grid = `M0 ${(heightOf(0) * high).toFixed(1)}H${wide}M${[100, 1000, 10000].map((hertz) => `${(placeOf(hertz) * wide).toFixed(1)} 0V${high}`).join("M")}`;
  watch(app, [mode, cutoff, resonance, depth], well.element, () => {
    const rate = app.instrument.status.timing?.rate ?? 48000;
    // A finger's own moves are seen before the instrument answers: the position says where it is.
    const hertz = cutoff.min * (cutoff.max / cutoff.min) ** cutoff.position;
    const filter = { mode: modeName(), cutoff: hertz, resonance: resonance?.position ?? flattest };
    const trace = resonance || hertz < open ? curve(filter, wide, high, rate) : `M0 ${(heightOf(0) * high).toFixed(1)}H${wide}`;
    const top = depth ? raised(hertz, depth.value) : hertz;
    const isRaised = Math.abs(depth?.value ?? 0) > 0.01;
    picture.draw({ grid, trace, area: `${trace}L${wide} ${high}L0 ${high}Z`, second: isRaised ? curve({ ...filter, cutoff: top }, wide, high, rate) : "" });
    handle.draw({ x: placeOf(hertz), y: resonance ? Math.min(Math.max(heightFor(), 0.04), 1) : Math.max(0.04, heightOf(gain(filter, hertz, rate))), of: cutoff, text: told() });
    caption.replaceChildren(make("b", { textContent: cutoff.isHeld ? hertzText(hertz) : cutoff.text }), ...(isRaised ? [", with envelope to ", make("b", { textContent: hertzText(top) })] : []));
    well.describe(`The response of a ${filter.mode} filter at ${told()}`);
  });
  return well.element;
}

/** An envelope that can be dragged.
 * @param {App} app @param {(Widget | undefined)[]} all attack, decay, sustain, release @param {string} name */
export function envelopeWell(app, all, name) {
  const [attack, decay, sustain, release] = all;
  if (!attack || !decay || !sustain || !release) return null;
  const { widgets } = app;
  const picture = new Picture();
  const well = new Well(`${name}, its envelope`);
  well.show(picture.element);
  const now = () => ({ attack: attack.position, decay: decay.position, sustain: sustain.position, release: release.position });
  /** @type {Record<string, Widget>} */
  const byName = { attack, decay, sustain, release };
  /** @param {"peak" | "corner" | "end"} place @param {string} label @param {Widget[]} moved the first one by arrows to the sides, the last one by those up and down */
  const handle = (place, label, moved) => {
    /** @type {Handle} */
    const made = new Handle(label, well.element, {
      ...holding(app, moved, () => made),
      drag: ({ x, y }) => {
        for (const [word, position] of Object.entries(dragged(now(), place, { x: x * wide, y: y * high }))) widgets.go(byName[word], position);
      },
      key: (event) => turnByKey(event, turnedBy(app, ["ArrowUp", "ArrowDown"].includes(event.key) ? /** @type {Widget} */ (moved.at(-1)) : moved[0], made.element)),
    });
    made.element.dataset.learn = moved[0].name;
    well.element.append(made.element);
    return made;
  };
  const peak = handle("peak", attack.name, [attack]);
  const corner = handle("corner", `${decay.name}, ${sustain.name}`, [decay, sustain]);
  const end = handle("end", release.name, [release]);
  watch(app, all, well.element, () => {
    const at = points(now());
    const trace = path(now());
    const line = (/** @type {number} */ x) => `M${x.toFixed(1)} 0V${high}`;
    picture.draw({ grid: `M0 185H${wide}${line(at.peak.x)}${line(at.corner.x)}${line(at.held.x)}`, area: `${trace}Z`, trace });
    const put = (/** @type {Handle} */ dot, /** @type {{x: number, y: number}} */ { x, y }, /** @type {Widget} */ widget, /** @type {string} */ text) => dot.draw({ x: x / wide, y: y / high, of: widget, text });
    put(peak, at.peak, attack, attack.text);
    put(corner, at.corner, decay, `${decay.text}, ${sustain.text}`);
    put(end, at.end, release, release.text);
    well.describe(`${name}: attack ${attack.text}, decay ${decay.text}, sustain ${sustain.text}, release ${release.text}`);
  });
  return well.element;
}

/** How one stroke dies away, while its key is held and when it is let go.
 * @param {App} app @param {Find} find */
export function strokeWell(app, find) {
  const [decay, release, model] = ["decay.scale", "release.scale", "model"].map(find);
  if (!decay || !release) return null;
  const picture = new Picture();
  const well = new Well("How a stroke dies away");
  well.show(picture.element);
  /** @param {"decay" | "release"} name @param {Widget} widget */
  const handle = (name, widget) => {
    /** @type {Handle} */
    const made = new Handle(widget.name, well.element, {
      ...holding(app, [widget], () => made),
      drag: ({ x }) => app.widgets.go(widget, strokeDragged(name, x * wide)),
      key: (event) => turnByKey(event, turnedBy(app, widget, made.element)),
    });
    made.element.dataset.learn = widget.name;
    well.element.append(made.element);
    return made;
  };
  const [rings, dies] = [handle("decay", decay), handle("release", release)];
  watch(app, [decay, release, model], well.element, () => {
    const isEndless = lasts(model?.choices?.[Math.round(model.value)] ?? "");
    const now = { decay: decay.position, release: release.position };
    const at = strokePoints(now, isEndless), trace = strokePath(now, isEndless);
    picture.draw({ grid: `M0 185H${wide}M${at.letGo.x} 0V${high}`, area: `${trace}V185Z`, trace });
    rings.element.hidden = isEndless;
    rings.draw({ x: at.decay.x / wide, y: at.decay.y / high, of: decay, text: decay.text });
    dies.draw({ x: at.release.x / wide, y: at.release.y / high, of: release, text: release.text });
    well.describe(`How a stroke dies away: decay ${decay.text}, after the key ${release.text}`);
  });
  return well.element;
}

/** The shapes of drawn waves, from the widgets of pad and bars.
 * @param {Find} find */
function drawnWave(find) {
  const [x, y, blend] = ["wave.x", "wave.y", "wave.blend"].map(find);
  const bars = /** @type {Widget[]} */ (Array.from({ length: 16 }, (_, index) => find(`harmonic.${index + 1}`)).filter((bar) => bar !== undefined));
  return { all: [x, y, blend, ...bars], path: () => drawn(x?.position ?? 0, y?.position ?? 0, bars.map((bar) => bar.position), blend?.position ?? 0) };
}

/** One period of an oscillator.
 * @param {App} app @param {Find} find @param {string} name `osc1` */
export function oscillatorWell(app, find, name) {
  const [wave, width] = [`${name}.wave`, `${name}.width`].map(find);
  if (!wave) return null;
  const picture = new Picture();
  const well = new Well("One period");
  well.show(picture.element);
  const own = drawnWave(find);
  watch(app, [wave, width, ...own.all], well.element, () => {
    const shape = wave.choices?.[Math.round(wave.value)] ?? "sine";
    picture.draw({ grid: `M0 100H${wide}M200 0V${high}`, trace: period(shape, width?.value) ?? own.path() });
    well.describe(`One period: ${shape}`);
  });
  return well.element;
}

/** What an oscillator plays as “user”, over the two waves that it blends.
 * @param {App} app @param {Find} find @param {HTMLCanvasElement[]} canvases */
export function drawnWell(app, find, canvases) {
  const picture = new Picture();
  const well = new Well("The drawn wave");
  well.element.classList.add("blended");
  well.show(...canvases, picture.element);
  const own = drawnWave(find);
  watch(app, own.all, well.element, () => picture.draw({ grid: `M0 100H${wide}M200 0V${high}`, trace: own.path() }));
  return well.element;
}

/** The way of an LFO.
 * @param {App} app @param {Find} find @param {string} name `lfo` */
export function lfoWell(app, find, name) {
  const [wave, rate, delay] = [`${name}.wave`, `${name}.rate`, `${name}.delay`].map(find);
  if (!wave || !rate) return null;
  const picture = new Picture();
  const well = new Well("The way of the LFO");
  well.show(picture.element);
  watch(app, [wave, rate, delay], well.element, () => {
    const shape = wave.choices?.[Math.round(wave.value)] ?? "sine";
    picture.draw({ grid: `M0 100H${wide}`, trace: swing(shape, rate.value, delay?.value ?? 0) });
    well.describe(`The way of the LFO: ${shape}, ${rate.text}`);
  });
  return well.element;
}


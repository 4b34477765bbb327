// Which eight knobs stand in front, and why each is there.

/** @typedef {import("../instrument/widgets.js").Widget} Widget */

/** What many people reach for first, where nothing says what the sound's file sets. */
const usual = ["filter.cutoff", "filter.resonance", "filter.envelope", "osc.mix", "amp.attack", "amp.release", "delay.mix", "chorus.mix", "reverb.mix", "master.volume"];

/** Wheels, the keyboard's own values, the levels of parts, and what the engine needs. */
const never = /(^|[./])(part\.[a-z]+|pitch\.bend|mod\.wheel|panic|octave|scene|setlist|kb\d+k\d+status|recording|expression|pedal|sustain\.pedal)$|^(engine|keyboard|clock|motion|face)\./;

/** What plays in time has a line of its own, and comes to the front only if somebody or something puts it there. */
const timed = /^(arp|chord|scale|metronome|song)\./;

/** Whether a widget may be one of them.
 * @param {Widget} widget */
export const mayBeInFront = ({ kind, name }) => (kind === "slider" || kind === "knob") && !never.test(name);

/**
 * The front eight of a part: pinned ones at the places they were put; then what the connected controllers move; then
 * what the file sets; then the program in its order.
 * @param {object} from
 * @param {Widget[]} from.widgets all @param {string} from.part
 * @param {(string | null)[]} from.pins by place @param {number[]} from.frontline @param {number[]} from.fromFile
 * @returns {{widget: Widget, why: "pin" | "link" | "file"}[]}
 */
export function frontEight({ widgets, part, pins, frontline, fromFile }) {
  const own = widgets.filter((widget) => widget.part === part && mayBeInFront(widget));
  /** @type {({widget: Widget, why: "pin" | "link" | "file"} | null)[]} */
  const places = Array.from({ length: 8 }, () => null);
  const used = new Set();
  const put = (/** @type {number} */ place, /** @type {Widget} */ widget, /** @type {"pin" | "link" | "file"} */ why) => {
    places[place] = { widget, why };
    used.add(widget);
  };
  for (const [place, name] of pins.slice(0, 8).entries()) {
    const widget = name === null ? undefined : own.find((one) => one.name === name);
    if (widget) put(place, widget, "pin");
  }
  const add = (/** @type {Widget | undefined} */ widget, /** @type {"pin" | "link" | "file"} */ why) => {
    const free = places.indexOf(null);
    if (free >= 0 && widget && own.includes(widget) && !used.has(widget)) put(free, widget, why);
  };
  for (const index of frontline) add(widgets[index], "link");
  for (const index of fromFile) add(widgets[index], "file");
  if (fromFile.length === 0) for (const name of usual) add(own.find((one) => bare(one) === name), "file");
  for (const widget of own) if (!timed.test(bare(widget))) add(widget, "file");
  return /** @type {{widget: Widget, why: "pin" | "link" | "file"}[]} */ (places.filter((place) => place !== null));
}

/** @param {Widget} widget */
export const bare = ({ name, part }) => (part ? name.slice(part.length + 1) : name);

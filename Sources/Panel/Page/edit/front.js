// The fronts of the built-in synth and of the struck bodies: which widgets stand in which module, and what they are called there.
import { struck, struckFront } from "./struck.js";

/**
 * @typedef {object} Module
 * @property {string} title
 * @property {string} short its name where there is little room
 * @property {number} columns of 24
 * @property {string} picture what its well shows; empty without one
 * @property {[string, string][]} cells widgets and their labels, below or beside the picture
 * @property {[string, string][]} [head] choices in the module's heading
 * @property {string} [about]
 * @property {number} row
 */

/** @returns {Module} */
const oscillator = (/** @type {number} */ number, /** @type {number} */ columns, /** @type {[string, string][]} */ cells) => ({
  title: `Oscillator ${number}`, short: `Osc ${number}`, columns, row: 1, picture: "oscillator",
  head: [[`osc${number}.wave`, "Wave"]],
  cells: [[`osc${number}.octave`, "Octave"], ...cells, [`osc${number}.detune`, "Detune"], [`osc${number}.width`, "Width"], [`osc${number}.unison`, "Unison"]],
});

/** @returns {Module} */
const envelope = (/** @type {string} */ title, /** @type {string} */ short, /** @type {string} */ name, /** @type {[string, string][]} */ more = []) => ({
  title, short, columns: 7, row: 2, picture: "envelope",
  cells: [[`${name}.attack`, "Attack"], [`${name}.decay`, "Decay"], [`${name}.sustain`, "Sustain"], [`${name}.release`, "Release"], ...more],
});

/** @returns {Module} */
const swing = (/** @type {number} */ number, /** @type {string} */ name) => ({
  title: `LFO ${number}`, short: `LFO ${number}`, columns: 6, row: 3, picture: "lfo",
  head: [[`${name}.wave`, "Wave"], [`${name}.sync`, "Sync"]],
  cells: [[`${name}.rate`, "Rate"], [`${name}.delay`, "Delay"], [`${name}.pitch`, "Pitch"], [`${name}.filter`, "Cutoff"], [`${name}.amp`, "Loudness"], [`${name}.voice`, "Per voice"]],
});

/** In time with the clock: one low line.
 * @returns {Module} */
const timed = (/** @type {string} */ title, /** @type {string} */ short, /** @type {number} */ columns, /** @type {[string, string][]} */ cells) => ({ title, short, columns, row: 5, picture: "", cells });

/** The clock and what plays by it: they belong to no sound. */
/** @type {[string, string][]} */
const clock = [["clock.running", "Runs"], ["clock.send", "Sent"]];
/** @type {[string, string][]} */
const kept = [["chord.learn", "Keep chord"], ["chord.memory", "Kept chord"]];
const mix = { ...timed("Part", "Part", 24, [["part.level", "Level"], ["part.pan", "Pan"], ["part.mute", "Mute"], ["part.solo", "Solo"]]), row: 6 };
/** @returns {Module} */
const metronome = (/** @type {number} */ columns) => ({ ...timed("Metronome", "Click", columns, [["metronome.on", "Click"], ["metronome.level", "Level"], ["metronome.count-in", "Count-in"], ["metronome.recorded", "Recorded"]]), row: 6 });
/** @type {[string, string][]} */
const tempo = [["clock.tempo", "Tempo"], ["clock.tap", "Tap"]];

/** @param {string[]} names of all widgets @returns {Module} */
const song = (names) => ({
  ...timed("Song", "Song", 24, [
    ["song.position", "Position"], ["song.playing", "Plays"], ["song.loop.on", "Loop"], ["song.loop.start", "From"], ["song.loop.end", "To"], ["song.transpose", "Transpose"],
    ...names.filter((name) => name.startsWith("song.part.")).map((name) => /** @type {[string, string]} */ ([name, `Part ${name.slice(10)}`])),
  ]), row: 7, picture: "song",
});

/** @returns {Module} */
const effect = (/** @type {string} */ title, /** @type {number} */ columns, /** @type {[string, string][]} */ cells, short = title) => ({ title, short, columns, row: 4, picture: "", cells });

/** @type {Module[]} */
const designed = [
  oscillator(1, 4, []),
  oscillator(2, 5, [["osc2.pitch", "Pitch"]]),
  {
    title: "Mixer", short: "Mixer", columns: 5, row: 1, picture: "",
    cells: [["osc.mix", "Osc mix"], ["noise.level", "Noise"], ["osc.spread", "Spread"], ["osc.fm", "FM"], ["osc.sync", "Sync"], ["unison.detune", "Uni tune"], ["unison.spread", "Uni width"]],
  },
  {
    title: "Drawn wave", short: "Wave", columns: 10, row: 1, picture: "drawn", about: "where an oscillator plays “user”",
    cells: [["wave.x", "x"], ["wave.y", "y"], ["wave.blend", "Blend"], ...Array.from({ length: 16 }, (_, index) => /** @type {[string, string]} */ ([`harmonic.${index + 1}`, String(index + 1)]))],
  },
  {
    title: "Filter", short: "Filter", columns: 10, row: 2, picture: "filter", head: [["filter.mode", "Mode"]],
    cells: [["filter.cutoff", "Cutoff"], ["filter.resonance", "Resonance"], ["filter.drive", "Drive"], ["filter.envelope", "Env depth"], ["filter.tracking", "Tracking"], ["filter.velocity", "Velocity"]],
  },
  envelope("Filter envelope", "Filter env", "filterenv"),
  envelope("Loudness", "Loudness", "amp", [["amp.velocity", "Velocity"]]),
  swing(1, "lfo"),
  swing(2, "lfo2"),
  {
    title: "Matrix", short: "Matrix", columns: 12, row: 3, picture: "matrix",
    cells: Array.from({ length: 8 }, (_, index) => ["source", "amount", "target"].map((word) => /** @type {[string, string]} */ ([`matrix.${index + 1}.${word}`, `${word} ${index + 1}`]))).flat(),
  },
  effect("Drive", 1, [["drive.amount", "Amount"]]),
  effect("Chorus", 3, [["chorus.mix", "Mix"], ["chorus.rate", "Rate"], ["chorus.depth", "Depth"]]),
  effect("Delay", 4, [["delay.mix", "Mix"], ["delay.time", "Time"], ["delay.feedback", "Feedback"], ["delay.sync", "Sync"]]),
  effect("Reverb", 3, [["reverb.mix", "Mix"], ["reverb.size", "Size"], ["reverb.damping", "Damping"]]),
  effect("Comp", 1, [["compressor.amount", "Amount"]]),
  effect("Playing", 7, [["glide.time", "Glide"], ["glide.legato", "Legato"], ["vibrato.depth", "Vibrato"], ["vibrato.rate", "Vib rate"], ["pressure.vibrato", "Press vib"], ["pressure.filter", "Press filt"], ["timbre.filter", "Timbre"]]),
  effect("Master", 5, [["master.volume", "Volume"], ["master.pan", "Pan"], ["master.expression", "Express."], ["pitch.bend", "Bend"], ["clock.tempo", "Tempo"]]),
  timed("Tap", "Tap", 2, [["clock.tap", "Tap"]]),
  timed("Arpeggio", "Arp", 14, [["arp.mode", "Order"], ["arp.rate", "Step"], ["arp.octaves", "Octaves"], ["arp.gate", "Gate"], ["arp.swing", "Swing"], ["arp.velocity", "Velocity"], ["arp.restart", "Start"], ["arp.latch", "Latch"]]),
  timed("Chord", "Chord", 3, [["chord.kind", "Chord"]]),
  timed("Scale", "Scale", 5, [["scale.lock", "Scale"], ["scale.root", "Root"]]),
];

/** Arpeggio, chord and scale. */
const inTime = designed.filter(({ row, title }) => row === 5 && title !== "Tap");

/** @param {Module[]} modules @param {(name: string) => unknown} has @returns {Module[]} */
const those = (modules, has) => modules
  .map((module) => ({ ...module, head: (module.head ?? []).filter(([name]) => has(name)), cells: module.cells.filter(([name]) => has(name)) }))
  .filter((module) => module.cells.length > 0);

/** What every front ends with: the part's mix in a stage, the chord that is kept, the clock, the metronome, and the song
 * where one plays. Programs have no arpeggio and no tempo of their own before it.
 * @param {string[]} names of all widgets @param {(name: string) => unknown} has @param {boolean} [isProgram]
 * @returns {Module[]} */
export const sessionModules = (names, has, isProgram = false) => those([
  ...(isProgram ? inTime.map((module) => ({ ...module, columns: { Chord: 4, Scale: 6 }[module.title] ?? module.columns })) : []),
  mix, { ...timed("Kept chord", "Kept", 6, kept), row: 6 },
  { ...timed("Clock", "Clock", isProgram ? 9 : 6, isProgram ? [...tempo, ...clock] : clock), row: 6 }, metronome(isProgram ? 9 : 12), song(names),
], has);

/** All that is in time, for a drawer of its own. The tempo comes first, which a phone has nowhere else.
 * @param {string[]} names of all widgets @param {(name: string) => unknown} has @returns {Module[]} */
export const timeModules = (names, has) => those([
  timed("Clock", "Clock", 10, [...tempo, ...clock]), metronome(14),
  ...inTime.map((module) => (module.title === "Chord" ? { ...module, columns: 8, cells: [...module.cells, ...kept] } : module)), song(names),
], has);

/** These are in the strip, at the keys and at the wheel. */
const elsewhere = new Set([
  "engine.running", "keyboard.octave", "panic", "recording", "mod.wheel", "scene", "setlist",
]);

/**
 * Whether a widget is not of the sound: it has a place of its own.
 * @param {string} name
 * @returns {boolean}
 */
export const isElsewhere = (name) => elsewhere.has(name);

/**
 * The modules whose widgets a part has; empty if nobody designed any for it.
 * @param {Set<string>} names without the part
 * @param {string} [body] what is struck
 * @returns {Module[]}
 */
export function designedFront(names, body = "") {
  const isStruck = names.has("strike.hardness") && names.has("model");
  if (!isStruck && !(names.has("filter.cutoff") && names.has("osc1.wave"))) return [];
  const modules = isStruck ? [...struckFront(body), ...designed.filter(({ row }) => row > 3).map((module) => wider(module))] : designed;
  return those(modules, (name) => names.has(name));
}

/** What the struck bodies have less of gets more room.
 * @param {Module} module */
const wider = (module) => ({ ...module, columns: { Drive: 2, Chorus: 5, Delay: 6, Reverb: 5, Master: 6 }[module.title] ?? module.columns });

const drawn = [["wave.x", "Wave x"], ["wave.y", "Wave y"], ["wave.blend", "Wave blend"], ...Array.from({ length: 16 }, (_, index) => [`harmonic.${index + 1}`, `Harmonic ${index + 1}`])];

/** The parts that an engine of Spinet's own plays, as their widgets' names begin; null for all. Programs name their widgets
 * themselves, and mean others by the same names. */
export const engine = { own: /** @type {Set<string> | null} */ (null) };

/** @param {string} part with its slash; empty for an only part, or for any */
const isOwn = (part) => !engine.own || (part ? engine.own.has(part) : engine.own.size > 0);

/** What the widgets of modules are called beside others.
 * @param {Module[]} modules @returns {[string, string][]} */
const spokenIn = (modules) => modules.flatMap(({ title, row, cells, head = [] }) => [...head, ...cells].filter(([name]) => name.includes(".")).map(([name, label]) => {
  const isPlain = ["Mixer", "Filter", "Playing", "Master", "Drawn wave", "Matrix", "Tap", "Chord", "Kept chord", "Scale", "Body", "Stroke"].includes(title);
  return /** @type {[string, string]} */ ([name, isPlain ? label : row === 4 && label === "Mix" ? title : title === "Drawbars" ? `Drawbar ${label}` : `${title} ${label.toLowerCase()}`]);
}));
const ownWords = new Map([...spokenIn([...struck, ...designed]), .../** @type {[string, string][]} */ (drawn)]);
const sharedWords = new Map(spokenIn([...inTime, ...sessionModules([], () => true)]));
const spoken = (/** @type {string} */ name) => {
  const [part, bare] = [name.slice(0, name.lastIndexOf("/") + 1), name.slice(name.lastIndexOf("/") + 1)];
  return sharedWords.get(bare) ?? (isOwn(part) ? ownWords.get(bare) : undefined);
};

/** A widget's name for people, alone on a knob or in a list.
 * @param {string} name with or without its part */
export function label(name) {
  const bare = name.slice(name.lastIndexOf("/") + 1);
  return spoken(name) ?? (name.startsWith("/") || !bare.includes(".") ? bare : bare.replaceAll(".", " "));
}

/** Shorter names for the front eight, where there is room for some ten letters. */
const abbreviated = new Map(Object.entries({
  "drive.amount": "Drive", "compressor.amount": "Compressor", "chorus.rate": "Cho. rate", "chorus.depth": "Cho. depth",
  "delay.time": "Echo time", "delay.feedback": "Feedback", "reverb.size": "Room size", "reverb.damping": "Damping",
}));

/** The loudness is what people mean by an envelope.
 * @type {Record<string, string>} */
const groupWords = { amp: "", filterenv: "Env ", lfo: "LFO ", lfo2: "LFO2 " };

/** A widget's name on a knob of the front eight.
 * @param {string} name with or without its part */
export function shortLabel(name) {
  const bare = name.slice(name.lastIndexOf("/") + 1);
  const [group, word = ""] = bare.split(".");
  const alone = word.charAt(0).toUpperCase() + word.slice(1);
  if (!spoken(name)) return label(name);
  if (group === "osc1" || group === "osc2") return `${alone} ${group.at(-1)}`;
  if (group in groupWords) return groupWords[group] ? groupWords[group] + word : alone;
  return abbreviated.get(bare) ?? label(name);
}

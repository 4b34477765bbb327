// The front of the struck bodies: kits, bars, strings, tines, and the organ with its drawbars.

/** @typedef {import("./front.js").Module} Module */

/** What each drawbar sounds, in the feet of organ pipes. */
const feet = ["16′", "5⅓′", "8′", "4′", "2⅔′", "2′", "1⅗′", "1⅓′", "1′"];

/** @param {string} name */
const isKit = (name) => name.endsWith("-kit");
/** A held key of it sounds for ever.
 * @param {string} name */
export const lasts = (name) => name === "organ";

/** @type {Module[]} */
export const struck = [
  { title: "Body", short: "Body", columns: 7, row: 1, picture: "", head: [["model", "Body"]], cells: [["tune", "Tune"], ["spread", "Spread"], ["hat.pedal", "Hat pedal"]] },
  { title: "Stroke", short: "Stroke", columns: 10, row: 1, picture: "stroke", cells: [["strike.hardness", "Hardness"], ["strike.velocity", "Touch"], ["noise.scale", "Noise"], ["decay.scale", "Decay"], ["release.scale", "Release"]] },
  { title: "Tone", short: "Tone", columns: 7, row: 1, picture: "tone", cells: [["filter.cutoff", "Cutoff"]] },
  { title: "Drawbars", short: "Drawbars", columns: 16, row: 2, picture: "drawbars", cells: feet.map((name, index) => /** @type {[string, string]} */ ([`drawbar.${index + 1}`, name])) },
  { title: "Percussion", short: "Percussion", columns: 8, row: 2, picture: "", head: [["percussion.harmonic", "Harmonic"]], cells: [["percussion.level", "Level"]] },
  { title: "Tremolo", short: "Tremolo", columns: 14, row: 3, picture: "", cells: [["tremolo.rate", "Rate"], ["tremolo.depth", "Depth"], ["tremolo.spread", "Spread"]] },
  { title: "Rotary speaker", short: "Rotary", columns: 10, row: 3, picture: "", head: [["rotary.speed", "Speed"]], cells: [["rotary.mix", "Mix"]] },
];

/** Whether what is named sounds in this body: drawbars only in the organ, the pedal only of a kit's hat.
 * @param {string} name @param {string} body */
export const sounds = (name, body) => (name.startsWith("drawbar.") || name.startsWith("percussion.") ? lasts(body) : name !== "hat.pedal" || isKit(body));

/** The modules of a body.
 * @param {string} body @returns {Module[]} */
export const struckFront = (body) => struck
  .map((module) => ({ ...module, cells: module.cells.filter(([name]) => sounds(name, body)) }))
  .filter(({ cells }) => cells.length > 0);

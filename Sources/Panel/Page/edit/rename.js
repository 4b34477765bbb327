// Names of choices for people.

/** @type {Record<string, string>} */
const names = {
  ampenv: "Loudness env", filterenv: "Filter env", lfo: "LFO 1", lfo2: "LFO 2", velocity: "Velocity", key: "Key", wheel: "Wheel",
  pressure: "Pressure", timbre: "Timbre", random: "Random", pitch: "Pitch", "osc1.pitch": "Osc 1 pitch", "osc2.pitch": "Osc 2 pitch",
  width: "Width", mix: "Osc mix", fm: "FM", cutoff: "Cutoff", resonance: "Resonance", amp: "Loudness", pan: "Pan", "lfo.rate": "LFO 1 rate",
  low: "Low", band: "Band", high: "High", notch: "Notch", ladder: "Ladder",
};

/**
 * Shows the choices of a control under these names; those that have none keep their own.
 * @param {any} made a control of a choice @param {Record<string, string>} [more]
 */
export function rename({ component, draw }, more = {}) {
  const all = { ...names, ...more };
  for (const shown of component.select ? component.select.options : component.buttons) {
    const name = all[shown.textContent];
    if (name) shown.textContent = name;
  }
  draw();
}

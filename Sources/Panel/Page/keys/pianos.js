// The two pianos that the instrument keeps for this page: one octave, and one of any keys. What is chosen is sent again
// after a reconnection.

export class Pianos {
  /** @param {import("../instrument/line.js").Line} line */
  constructor(line) {
    this.line = line;
    /** What the instrument has told. */
    this.octave = { octave: 4, policy: "glissando", keys: /** @type {any[]} */ ([]) };
    this.software = { whites: 14, first: "C4", keys: /** @type {any[]} */ ([]) };
    this.part = "";
    /** Called when the instrument has told something else.
     * @type {(() => void)[]} */
    this.listeners = [];
    /** @type {Record<string, any>} */
    this.chosen = {};
    line.on("piano", ({ piano, software, part }) => {
      this.octave = piano; this.software = software; this.part = part;
      for (const listener of this.listeners) listener();
    });
    line.on("open", () => { for (const [key, value] of Object.entries(this.chosen)) line.send({ [key]: value }); });
    line.on("parts", ({ parts }) => {
      if (!parts.some((/** @type {{name: string}} */ { name }) => name === this.chosen.part)) delete this.chosen.part;
    });
  }

  /** @param {Record<string, any>} message */
  choose(message) {
    Object.assign(this.chosen, message);
    this.line.send(message);
  }
}

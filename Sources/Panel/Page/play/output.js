// Scope and spectrum of the output. The instrument streams it only while somebody looks.
import { make } from "../components/make.js";

const size = 2048;
const [lowest, highest, floor] = [30, 12000, -90];

/** The power of each frequency; the length is a power of two.
 * @param {Float64Array} real */
function transform(real) {
  const count = real.length;
  const imaginary = new Float64Array(count);
  for (let i = 1, j = 0; i < count; i++) {
    let bit = count >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) [real[i], real[j]] = [real[j], real[i]];
  }
  for (let length = 2; length <= count; length *= 2) {
    for (let index = 0; index < length / 2; index++) {
      const [cosine, sine] = [Math.cos(2 * Math.PI * index / length), -Math.sin(2 * Math.PI * index / length)];
      for (let one = index; one < count; one += length) {
        const other = one + length / 2;
        const [x, y] = [real[other] * cosine - imaginary[other] * sine, real[other] * sine + imaginary[other] * cosine];
        [real[other], imaginary[other]] = [real[one] - x, imaginary[one] - y];
        real[one] += x;
        imaginary[one] += y;
      }
    }
  }
  return real.map((value, index) => value * value + imaginary[index] * imaginary[index]);
}

/** In decibels: what is quieter is silence. */
const silence = -75;

/** The stream of the output, for all pictures of it that are in the page. It rests while nothing sounds. */
export class Output {
  /** @param {import("../instrument/line.js").Line} line @param {{voices?: number, peak?: number | null}} status what was told before somebody looked */
  constructor(line, status) {
    this.line = line;
    this.samples = new Float64Array(size);
    this.rate = 24000;
    /** @type {Set<OutputPicture>} */
    this.pictures = new Set();
    this.isAsked = false;
    this.isDrawn = true;
    this.isSounding = false;
    document.addEventListener("visibilitychange", () => this.look());
    // A new connection has no stream yet.
    line.on("hello", () => { this.isAsked = false; this.look(); });
    line.on("status", ({ status }) => this.hear(status));
    line.on("sound", (message) => this.take(message));
    this.hear(status);
  }

  /** @param {{voices?: number, peak?: number | null}} status */
  hear({ voices = 0, peak = null }) {
    const isSounding = voices > 0 || (peak ?? silence) > silence;
    if (isSounding === this.isSounding) return;
    this.isSounding = isSounding;
    this.look();
    if (isSounding) return;
    this.samples.fill(0);
    for (const picture of this.pictures) picture.draw();
  }

  /** Begins or ends the stream. */
  look() {
    const isWanted = this.pictures.size > 0 && this.isSounding && !document.hidden;
    if (isWanted !== this.isAsked && this.line.send({ look: isWanted ? 1 : 0 })) this.isAsked = isWanted;
  }

  /** @param {OutputPicture} picture @param {boolean} isSeen */
  watch(picture, isSeen) {
    if (isSeen) this.pictures.add(picture); else this.pictures.delete(picture);
    this.look();
  }

  /** @param {{sound: string, rate: number}} message */
  take({ sound, rate }) {
    this.rate = rate;
    const bytes = Uint8Array.from(atob(sound), (letter) => letter.charCodeAt(0));
    const fresh = new Int16Array(bytes.buffer).slice(-size);
    this.samples.copyWithin(0, fresh.length);
    fresh.forEach((value, index) => { this.samples[size - fresh.length + index] = value / 32767; });
    if (this.isDrawn) requestAnimationFrame(() => { this.isDrawn = true; for (const picture of this.pictures) picture.draw(); });
    this.isDrawn = false;
  }

  /** The levels of the frequencies, in decibels. */
  levels() {
    const power = transform(this.samples.map((sample, index) => sample * (0.5 - 0.5 * Math.cos(2 * Math.PI * index / size))));
    return power.subarray(0, size / 2).map((value) => Math.max(floor, 10 * Math.log10(value * 16 / size / size + 1e-12)));
  }
}

/** A canvas with the wave or the spectrum. */
export class OutputPicture {
  /** @param {Output} output @param {"Wave" | "Spectrum"} kind @param {(reading: string) => void} [tell] twice a second */
  constructor(output, kind, tell) {
    this.output = output; this.kind = kind; this.tell = tell;
    this.element = make("canvas", { className: "running" });
    this.width = 0; this.height = 0; this.told = 0;
    new ResizeObserver(([{ contentRect }]) => {
      this.width = Math.round(contentRect.width); this.height = Math.round(contentRect.height);
      const scale = Math.min(devicePixelRatio, 2);
      [this.element.width, this.element.height] = [this.width * scale, this.height * scale];
      output.watch(this, this.width > 0);
      this.draw();
    }).observe(this.element);
  }

  draw() {
    const context = this.element.getContext("2d");
    if (!context || this.width === 0) return;
    const scale = this.element.width / this.width;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
    const style = getComputedStyle(this.element);
    context.strokeStyle = style.getPropertyValue("--well-line");
    context.lineWidth = 1;
    context.beginPath();
    for (const part of [0.25, 0.5, 0.75]) { context.moveTo(Math.round(this.width * part) + 0.5, 0); context.lineTo(Math.round(this.width * part) + 0.5, this.height); }
    context.stroke();
    context.strokeStyle = context.fillStyle = style.color;
    context.lineWidth = 2;
    if (this.kind === "Wave") this.drawWave(context); else this.drawSpectrum(context);
  }

  /** @param {CanvasRenderingContext2D} context */
  drawWave(context) {
    const { samples, rate } = this.output;
    const count = Math.round(rate / 40);
    // It begins at a rising zero crossing, so that the picture stands still.
    let first = 1;
    while (first < size - count && !(samples[first - 1] < 0 && samples[first] >= 0)) first++;
    context.beginPath();
    for (let x = 0; x < count; x++) context.lineTo(x / (count - 1) * this.width, this.height / 2 * (1 - samples[first + x]));
    context.stroke();
    this.read(() => (this.output.isSounding ? this.loudest(this.output.levels()) : "silent"));
  }

  /** @param {CanvasRenderingContext2D} context */
  drawSpectrum(context) {
    const levels = this.output.levels();
    const bars = Math.max(24, Math.floor(this.width / 6));
    const bin = (/** @type {number} */ x) => lowest * (highest / lowest) ** x * size / this.output.rate;
    for (let bar = 0; bar < bars; bar++) {
      const [from, to] = [Math.floor(bin(bar / bars)), Math.max(Math.ceil(bin((bar + 1) / bars)), Math.floor(bin(bar / bars)) + 1)];
      let level = floor;
      for (let index = from; index < to && index < levels.length; index++) level = Math.max(level, levels[index]);
      const height = (1 - level / floor) * this.height;
      context.fillRect(bar / bars * this.width + 1, this.height - height, this.width / bars - 1.5, height);
    }
    this.read(() => this.loudest(levels));
  }

  /** @param {Float64Array} levels */
  loudest(levels) {
    let strongest = 1;
    for (let bin = 1; bin < levels.length; bin++) if (levels[bin] > levels[strongest]) strongest = bin;
    const loudness = levels[strongest];
    const hertz = strongest * this.output.rate / size;
    const pitch = hertz < 1000 ? `${Math.round(hertz)} Hz` : `${Number((hertz / 1000).toPrecision(3))} kHz`;
    return loudness > floor + 10 ? `strongest: ${pitch}, ${loudness.toFixed(1).replace("-", "−")} dB` : "silent";
  }

  /** @param {() => string} reading */
  read(reading) {
    if (!this.tell || (performance.now() - this.told < 500 && this.output.isSounding)) return;
    this.told = performance.now();
    this.tell(reading());
  }
}

// Scope and spectrum of the output, while they are visible.
import { make } from "./controls.js";

const size = 2048;
const [lowest, highest, floor] = [30, 12000, -90];

/** The power of each frequency; the length is a power of two. @param {Float64Array} real */
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

/** @param {import("./socket.js").Line} line */
export function makeScope(line) {
  const element = document.createElement("details");
  element.className = "look";
  element.append(make("summary", "", "Scope and spectrum"));
  const [scope, spectrum] = ["Scope", "Spectrum"].map((name) => {
    const canvas = /** @type {HTMLCanvasElement} */ (make("canvas", "wave"));
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", name);
    return canvas;
  });
  const reading = make("output", "reading");
  element.append(scope, spectrum, reading);
  let samples = new Float64Array(size);
  let [rate, isSeen, isDrawn, told] = [24000, false, true, 0];

  const wants = () => isSeen && element.open && !document.hidden;
  let asked = false;
  const look = () => {
    if (wants() === asked) return;
    asked = wants();
    line.send({ look: asked ? 1 : 0 });
  };
  new IntersectionObserver((entries) => { isSeen = entries.at(-1).isIntersecting; look(); }).observe(element);
  element.addEventListener("toggle", look);
  document.addEventListener("visibilitychange", look);
  // A new connection has no stream yet.
  line.on("hello", () => { asked = false; look(); });

  line.on("sound", (message) => {
    rate = message.rate;
    const bytes = Uint8Array.from(atob(message.sound), (letter) => letter.charCodeAt(0));
    const fresh = new Int16Array(bytes.buffer).slice(-size);
    samples.copyWithin(0, fresh.length);
    fresh.forEach((value, index) => { samples[size - fresh.length + index] = value / 32767; });
    if (isDrawn) requestAnimationFrame(draw);
    isDrawn = false;
  });

  const begin = (canvas) => {
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    [canvas.width, canvas.height] = [width * devicePixelRatio, height * devicePixelRatio];
    const context = canvas.getContext("2d");
    context.scale(devicePixelRatio, devicePixelRatio);
    context.strokeStyle = getComputedStyle(canvas).color;
    context.lineWidth = 1.5;
    context.beginPath();
    return { context, width, height };
  };

  const drawScope = () => {
    const { context, width, height } = begin(scope);
    const count = Math.round(rate / 40);
    // It begins at a rising zero crossing, so that the picture stands still.
    let first = 1;
    while (first < size - count && !(samples[first - 1] < 0 && samples[first] >= 0)) first++;
    for (let x = 0; x < count; x++) context.lineTo(x / (count - 1) * width, height / 2 * (1 - samples[first + x]));
    context.stroke();
  };

  const drawSpectrum = () => {
    const power = transform(samples.map((sample, index) => sample * (0.5 - 0.5 * Math.cos(2 * Math.PI * index / size))));
    const level = (bin) => Math.max(floor, 10 * Math.log10(power[bin] * 16 / size / size + 1e-12));
    const { context, width, height } = begin(spectrum);
    let strongest = 1;
    for (let bin = 1; bin < size / 2; bin++) {
      if (power[bin] > power[strongest]) strongest = bin;
      const x = Math.log(bin * rate / size / lowest) / Math.log(highest / lowest) * width;
      context.lineTo(x, level(bin) / floor * height);
    }
    context.stroke();
    if (performance.now() - told < 500) return;
    told = performance.now();
    const loudness = level(strongest);
    reading.textContent = loudness > floor + 10 ? `strongest: ${Math.round(strongest * rate / size)} Hz, ${loudness.toFixed(0)} dB` : "silent";
  };

  function draw() {
    isDrawn = true;
    if (!wants()) return;
    drawScope();
    drawSpectrum();
  }
  return element;
}

// The cameras of the device that shows the page. An instrument that looks for a face in them gets small gray
// frames.

/** The cameras, in the order in which a button goes through them. */
const cameras = [{ side: "front", facing: "user" }, { side: "back", facing: "environment" }];
/** The longest side and the most pixels of a frame, so that it fits into a message of 64 KB. */
const [longest, mostPixels] = [320, 64000];
/** In milliseconds: the shortest time from frame to frame, and the longest wait for an answer. */
const [pause, patience] = [40, 1000];

export class PageCamera {
  /** @param {import("../instrument/line.js").Line} line */
  constructor(line) {
    this.line = line;
    this.number = -1;
    /** @type {HTMLVideoElement | null} */
    this.video = null;
    this.canvas = document.createElement("canvas");
    this.brush = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d", { willReadFrequently: true }));
    this.timer = 0;
    this.sent = 0;
  }

  /** Whether there is another camera after the one in use. */
  get hasNext() { return this.number + 1 < cameras.length; }
  get isOn() { return this.video !== null; }

  /** Uses the next camera.
   * @returns {Promise<string>} its side, or throws */
  async next() {
    const wanted = (this.number + 1) % cameras.length;
    const { side, facing } = cameras[wanted];
    let stream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: facing, width: 640, height: 480 } });
    } catch (error) {
      throw new Error(`There is no ${side} camera: ${error.message}`);
    }
    this.stop();
    this.number = wanted;
    this.video = document.createElement("video");
    Object.assign(this.video, { muted: true, playsInline: true, srcObject: stream });
    await this.video.play();
    return side;
  }

  stop() {
    for (const track of /** @type {MediaStream | null} */ (this.video?.srcObject ?? null)?.getTracks() ?? []) track.stop();
    this.video = null;
    this.endSending();
  }

  // MARK: Frames for the instrument

  /** Sends each frame when the previous one is answered. Calling it again has no effect. */
  beginSending() {
    if (!this.timer) this.send();
  }

  send() {
    clearTimeout(this.timer);
    if (!this.video) return;
    const frame = this.frame();
    if (frame) {
      this.line.sendBytes(frame);
      this.sent = performance.now();
    }
    this.timer = setTimeout(() => this.send(), frame ? patience : pause);
  }

  /** The instrument has looked at a frame. */
  answered() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), Math.max(0, pause - (performance.now() - this.sent)));
  }

  endSending() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = 0;
    this.line.send({ camera: 0 });
  }

  /** Width and height, two bytes each, then the brightness of each pixel. */
  frame() {
    const { video, canvas, brush } = this;
    if (!video || video.readyState < 2 || !video.videoWidth) return null;
    const sides = [video.videoWidth, video.videoHeight];
    const scale = Math.min(1, longest / Math.max(...sides), Math.sqrt(mostPixels / (sides[0] * sides[1])));
    const [width, height] = sides.map((side) => Math.max(1, Math.floor(side * scale)));
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    brush.drawImage(video, 0, 0, width, height);
    const colours = brush.getImageData(0, 0, width, height).data;
    const bytes = new Uint8Array(4 + width * height);
    bytes.set([width >> 8, width & 255, height >> 8, height & 255]);
    for (let pixel = 0, at = 0; at < colours.length; pixel++, at += 4) {
      bytes[4 + pixel] = 0.299 * colours[at] + 0.587 * colours[at + 1] + 0.114 * colours[at + 2];
    }
    return bytes;
  }
}

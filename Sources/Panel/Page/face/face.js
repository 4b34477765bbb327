// Face: the picture of a face as a surface whose bright parts are high.
import { make, svg } from "../components/make.js";
import { PageCamera } from "./camera.js";
import { Rotation } from "./motion.js";
import { FaceSurface } from "./surface.js";

const highest = 0.75;
const usualHeight = 0.5;
const seconds = () => performance.now() / 1000;

const button = (/** @type {string} */ name, /** @type {string} */ title, /** @type {string} */ path) => make("button", { className: name, "aria-label": title, title },
  svg("svg", { viewBox: "0 0 24 24", width: 24, height: 24, fill: "none", stroke: "currentColor", "stroke-width": 1.5, "aria-hidden": "true" }, svg("path", { d: path })));

/**
 * The face with its toolbar. It is one element, which is in the well or fills the screen.
 * @param {import("../components/control.js").App} app
 */
export function makeFace({ line, widgets, instrument }) {
  const canvas = make("canvas", { role: "img", "aria-label": "The face. Pinch to raise or lower it, tap twice for the picture of the beginning." });
  const label = make("p", { className: "told", role: "status" });
  const flip = button("flip", "Next camera", "M4 8h3l2-3h6l2 3h3v11H4zM15.5 13a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0z");
  const light = button("light", "Lighting", "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM12 3v3M12 18v3M3 12h3M18 12h3M6 6l2 2M16 16l2 2M6 18l2-2M16 8l2-2");
  const element = make("div", { className: "face" }, canvas, label, make("div", { className: "toolbar" }, flip, light));
  const isShown = () => element.isConnected;

  /** Values for which the instrument has no widget.
   * @type {Map<string, number>} */
  const own = new Map();
  const value = (/** @type {string} */ name, /** @type {number} */ usual) => widgets.find(name)?.value ?? own.get(name) ?? usual;
  const set = (/** @type {string} */ name, /** @type {number} */ number) => { if (widgets.find(name)) line.send({ set: [name, number] }); own.set(name, number); };

  /** @type {any} */
  let surface = null;
  let rotation = new Rotation(seconds());
  let frozen = { x: 0, y: 0 };
  const picture = new Image();
  picture.src = "face.png";
  const showPicture = () => { if (picture.complete && picture.naturalWidth) surface?.show(picture); };
  picture.addEventListener("load", showPicture);

  const begin = async () => {
    if (surface || !isShown()) return;
    try {
      const answer = await fetch("face/face.glsl");
      surface ??= new FaceSurface(canvas, await answer.text());
      showPicture();
      requestAnimationFrame(draw);
    } catch (error) {
      tell(`The picture cannot be drawn: ${error.message}`);
    }
  };

  const draw = () => {
    if (!isShown()) {
      surface.isResting = true;
      return;
    }
    takeFrame();
    // While the rotation is off, the picture keeps its pose.
    if (value("face.rotation", 1) >= 0.5) frozen = rotation.pose(seconds());
    const resolution = [32, 64, 128, 256, 512][Math.round(value("face.resolution", 2))] ?? 128;
    surface.draw({ pose: frozen, height: value("face.height", usualHeight), isPhong: value("face.lighting", 0) >= 0.5, corners: resolution });
    requestAnimationFrame(draw);
  };

  /** The element has come into the page, or has left it. */
  const changed = () => requestAnimationFrame(() => {
    watch();
    if (!isShown()) {
      // A face continues to play while another view is shown.
      if (!isPlayed()) camera.stop();
      return;
    }
    begin();
    if (surface?.isResting) {
      surface.isResting = false;
      rotation = new Rotation(seconds());
      requestAnimationFrame(draw);
    }
  });

  // The label comes in a second, stays for two and goes in one.
  let timer = 0;
  const tell = (/** @type {string} */ text, isLong = false) => {
    label.textContent = text;
    label.classList.add("shown");
    clearTimeout(timer);
    timer = setTimeout(() => label.classList.remove("shown"), isLong ? 8000 : 3000);
  };

  // MARK: Faces

  const camera = new PageCamera(line);
  /** The source of the face that plays, and the number of sources. Empty if the instrument looks for no face. */
  let [source, sources] = ["", 0];
  let isWatching = false;
  /** Whether this page has asked for the next source. */
  let hasAsked = false;
  /** Whether the first picture is shown, even if a face is found. */
  let isAtBeginning = false;
  const small = document.createElement("canvas");
  small.width = small.height = 128;
  const brush = /** @type {CanvasRenderingContext2D} */ (small.getContext("2d"));

  /** Whether the faces in front of this page's cameras play. */
  const isPlayed = () => source === "panel";

  /** Watches the instrument's face while it is shown or comes from this page's camera. */
  const watch = () => {
    const isWanted = widgets.find("face.present") !== undefined && (isShown() || camera.isOn);
    if (isWanted === isWatching) return;
    isWatching = isWanted;
    line.send({ face: isWanted ? 1 : 0 });
    if (!isWanted) [source, sources] = ["", 0];
  };
  line.on("widgets", watch);
  line.on("closed", () => { isWatching = false; });

  line.on("source", (message) => {
    const isOther = source !== "" && source !== message.source;
    [source, sources] = [message.source, message.sources];
    if (isOther) showOther();
    if (isPlayed() && camera.isOn) camera.beginSending();
    hasAsked = false;
  });

  /** The instrument has changed to another source. */
  const showOther = () => {
    if (!isPlayed()) {
      camera.stop();
      camera.number = -1;
    } else if (hasAsked) {
      return showCamera();
    }
    rotation.turnAround(seconds());
    tell(isPlayed() ? "Using a page's camera" : `Using ${source}`);
  };

  line.on("face", ({ face, pixels, width }) => {
    camera.answered();
    // When the face is lost, its last picture stays.
    if (!face || !isShown() || isAtBeginning) return;
    if (pixels) showGray(pixels, width);
    else if (camera.isOn) showPart(...face);
  });

  /** @param {string} pixels the brightness of each pixel, in base 64 @param {number} width */
  const showGray = (pixels, width) => {
    const bytes = atob(pixels);
    const image = new ImageData(width, bytes.length / width);
    for (let pixel = 0; pixel < bytes.length; pixel++) {
      image.data.fill(bytes.charCodeAt(pixel), pixel * 4, pixel * 4 + 3);
      image.data[pixel * 4 + 3] = 255;
    }
    surface?.show(image);
  };

  /** Shows a part of the camera's current picture. */
  const showPart = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ width, /** @type {number} */ height) => {
    const { video } = camera;
    if (!video || video.readyState < 2) return;
    const [across, down] = [video.videoWidth, video.videoHeight];
    brush.drawImage(video, x * across, y * down, width * across, height * down, 0, 0, 128, 128);
    surface?.show(small);
  };

  /** If the instrument looks for no face, shows the middle of the camera's picture, once per frame. */
  const takeFrame = () => {
    const { video } = camera;
    if (!video || source !== "") return;
    const [across, down] = [video.videoWidth, video.videoHeight];
    const side = Math.min(across, down) * 0.7;
    if (side > 0) showPart((1 - side / across) / 2, (1 - side / down) / 2, side / across, side / down);
  };

  flip.addEventListener("click", () => {
    isAtBeginning = false;
    flip.disabled = true;
    setTimeout(() => { flip.disabled = false; }, 1000);
    if ((source === "" || isPlayed()) && (camera.hasNext || sources < 2)) return showCamera();
    if (sources < 2) return tell(`Using ${source}`);
    hasAsked = true;
    line.send({ press: "face.source" });
  });

  const showCamera = async () => {
    if (!navigator.mediaDevices) {
      return tell(`Browsers give no camera to a page that came over plain http from another machine. ${instrument.words.secure} does.`, true);
    }
    try {
      const side = await camera.next();
      rotation.turnAround(seconds());
      tell(`Using ${side} camera`);
      watch();
      if (isPlayed()) camera.beginSending();
    } catch (error) {
      tell(error.message, true);
    }
  };

  light.addEventListener("click", () => set("face.lighting", value("face.lighting", 0) >= 0.5 ? 0 : 1));

  // MARK: Fingers

  const fingers = new Map();
  /** @type {{distance: number, height: number} | null} */
  let pinch = null;
  let lastTap = { time: -1e9, x: 0, y: 0 };
  const distance = () => {
    const [a, b] = [...fingers.values()];
    return Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
  };
  canvas.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    pinch = fingers.size === 2 ? { distance: distance(), height: value("face.height", usualHeight) } : null;
    if (fingers.size === 1) tap(event);
  });
  canvas.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    // Pinching raises.
    if (pinch) set("face.height", Math.min(Math.max(pinch.height + 1 - distance() / pinch.distance, 0), highest));
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    canvas.addEventListener(end, (/** @type {PointerEvent} */ event) => {
      fingers.delete(event.pointerId);
      pinch = null;
    });
  }
  const tap = (/** @type {PointerEvent} */ event) => {
    const isSecond = event.timeStamp - lastTap.time < 350 && Math.hypot(event.clientX - lastTap.x, event.clientY - lastTap.y) < 40;
    lastTap = { time: isSecond ? -1e9 : event.timeStamp, x: event.clientX, y: event.clientY };
    if (isSecond) reset();
  };
  const showBeginning = () => {
    isAtBeginning = true;
    camera.stop();
    camera.number = -1;
    showPicture();
  };
  const reset = () => {
    set("face.height", usualHeight);
    showBeginning();
  };
  // A mapped control may press these buttons, too.
  line.on("moved", ({ moved }) => {
    const names = moved.map((/** @type {[number]} */ [index]) => widgets.all[index]?.name);
    if (names.includes("face.source")) isAtBeginning = false;
    if (names.includes("face.reset")) showBeginning();
  });
  return { element, changed };
}

// The motion sensors of the device that shows the page: a phone that is tilted plays.
import { make, say } from "../components/make.js";

/** m/s² in a g. */
const standardGravity = 9.80665;
const radians = Math.PI / 180;
/** In milliseconds: a little less than a hundredth of a second, for about a hundred readings per second. */
const shortest = 9;

const kinds = ["Accelerometer", "Gyroscope", "Attitude"];

/**
 * Three switches with the values that they send.
 * @param {import("../components/control.js").App} app
 */
export function motionSwitches({ line, widgets, instrument }) {
  const box = make("div", { className: "motion" });
  const hint = make("p", { className: "hint dim" });
  /** The values of each kind: three numbers, or null. */
  const values = /** @type {(number[] | null)[]} */ ([null, null, null]);
  const isOn = [false, false, false];
  /** @type {HTMLElement[]} */
  const meters = [];
  let last = 0;
  let isNew = false;

  const send = (/** @type {number} */ stamp) => {
    if (!isNew || stamp - last < shortest) return;
    line.send({ motion: values.map((axes, kind) => isOn[kind] ? axes : null) });
    [last, isNew] = [stamp, false];
  };
  /** @param {number} kind @param {(number | null)[]} axes as the browser reports them @param {number} unit */
  const note = (kind, axes, unit) => {
    if (!isOn[kind] || axes.some((axis) => typeof axis !== "number")) return;
    const measured = /** @type {number[]} */ (axes).map((axis) => axis * unit);
    values[kind] = measured;
    say(meters[kind], measured.map((axis) => axis.toFixed(2)).join("  "));
    isNew = true;
  };

  // Apple's browsers report acceleration with the opposite sign.
  const pulls = (navigator.vendor.includes("Apple") ? -1 : 1) / standardGravity;
  addEventListener("devicemotion", ({ accelerationIncludingGravity: pull, rotationRate: turn, timeStamp }) => {
    if (pull) note(0, [pull.x, pull.y, pull.z], pulls);
    // The rotation rates are around x, y and z, in degrees per second.
    if (turn) note(1, [turn.alpha, turn.beta, turn.gamma], radians);
    send(timeStamp);
  });
  addEventListener("deviceorientation", ({ alpha, beta, gamma, timeStamp }) => {
    // Roll is about x, pitch about y, and yaw about z, from -180 to 180 degrees.
    note(2, [beta, gamma, typeof alpha === "number" ? (alpha + 180) % 360 - 180 : alpha], radians);
    send(timeStamp);
  });

  /** Some browsers ask the user for permission, and only after a touch. */
  const mayListen = async () => {
    const asks = /** @type {any[]} */ ([globalThis.DeviceMotionEvent, globalThis.DeviceOrientationEvent]);
    if (!asks[0]) throw new Error("This browser has no motion sensors.");
    for (const ask of asks) {
      if (ask?.requestPermission && await ask.requestPermission() !== "granted") throw new Error("The sensors were refused.");
    }
  };

  for (const [kind, name] of kinds.entries()) {
    const check = make("input", { type: "checkbox", "aria-label": name });
    const meter = make("output");
    meters.push(meter);
    check.addEventListener("change", async () => {
      try {
        if (check.checked) await mayListen();
        isOn[kind] = check.checked;
        meter.textContent = "";
      } catch (error) {
        check.checked = false;
        hint.textContent = error.message;
      }
    });
    box.append(make("label", {}, make("span", { className: "tick" }, check, make("i")), make("span", { className: "grow", textContent: name }), meter));
  }

  const show = () => {
    const isWanted = widgets.find("motion.accelerometer.x") !== undefined;
    const { words } = instrument;
    box.toggleAttribute("hidden", !isWanted);
    hint.textContent = !isWanted
      ? `${words.motion} lets this device play by its motion.`
      : isSecureContext ? "What this device feels moves the widgets motion.*"
        : `Browsers give no sensors to a page that came over plain http. ${words.secureMotion} does.`;
  };
  for (const key of ["words", "widgets"]) line.on(key, show);
  show();
  return [box, hint];
}

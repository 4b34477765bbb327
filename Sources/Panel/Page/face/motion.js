// How the picture of a face moves: the constants of the module SpinetFace. Angles in radians, times in seconds.

const quarter = Math.PI / 4;
/** @typedef {{from: number, to: number, seconds: number}} Turn */

/** The three moves of a nod or a turn, each slow at both ends. */
const turns = [{ from: 0, to: quarter, seconds: 5 }, { from: quarter, to: -quarter, seconds: 10 }, { from: -quarter, to: 0, seconds: 5 }];
const half = 20;
export const rest = 1;

const phase = (/** @type {Turn} */ turn, /** @type {number} */ time) => Math.PI * Math.min(Math.max(time / turn.seconds, 0), 1);
const angle = (/** @type {Turn} */ turn, /** @type {number} */ time) => turn.from + (turn.to - turn.from) * (1 - Math.cos(phase(turn, time))) / 2;
const velocity = (/** @type {Turn} */ turn, /** @type {number} */ time) => (turn.to - turn.from) * Math.PI / (2 * turn.seconds) * Math.sin(phase(turn, time));

/** A nod down and up, then a turn right and left.
 * @param {number} time */
function part(time) {
  const all = Math.max(0, time) % (2 * half);
  let rest = all % half;
  const turn = turns.find((each) => {
    if (rest < each.seconds) return true;
    rest -= each.seconds;
    return false;
  }) ?? turns[2];
  return { turn, time: rest, isNod: all < half };
}

/** Where the picture is in its motion. A detour takes it once around and back to the beginning. */
export class Rotation {
  /** @param {number} now */
  constructor(now) {
    this.start = now + rest;
    this.detour = null;
  }

  /** @param {number} now */
  pose(now) {
    if (this.detour && now < this.detour.end) {
      const turned = angle(this.detour.turn, now - this.detour.start + this.detour.begun);
      return this.detour.isNod ? { x: turned, y: 0 } : { x: 0, y: turned };
    }
    const { turn, time, isNod } = part(now - this.start);
    return isNod ? { x: angle(turn, time), y: 0 } : { x: 0, y: angle(turn, time) };
  }

  /** Turns once around in the current direction, with a continuous angle and speed.
   * @param {number} now */
  turnAround(now) {
    if (this.detour && now < this.detour.end) return;
    const { turn, time, isNod } = part(now - this.start);
    const [here, speed] = [angle(turn, time), now < this.start ? 0 : velocity(turn, time)];
    const to = speed < 0 ? -2 * Math.PI : 2 * Math.PI;
    const at = 2 * Math.atan(speed / (Math.PI * (to - here)));
    const from = to - 2 * (to - here) / (1 + Math.cos(at));
    this.detour = { isNod, turn: { from, to, seconds: 1 }, begun: at / Math.PI, start: now, end: now + 1 - at / Math.PI };
    this.start = this.detour.end;
  }
}

/**
 * The matrices from the surface to the screen, column by column.
 * @param {{x: number, y: number}} pose @param {number} width @param {number} height
 */
export function view(pose, width, height) {
  const aspect = width / height;
  const field = quarter / Math.min(Math.max(aspect, 1), 2);
  const focus = 1 / Math.tan(field / 2);
  const [near, far, distance] = [0.4, 8, 2.6];
  const turn = turned(pose);
  const moved = [...turn.slice(0, 14), -distance, 1];
  const projection = [focus / aspect, 0, 0, 0, 0, focus, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0, 2 * far * near / (near - far), 0];
  const transform = moved.map((_, index) => {
    const [row, column] = [index % 4, Math.floor(index / 4)];
    return [0, 1, 2, 3].reduce((sum, step) => sum + projection[step * 4 + row] * moved[column * 4 + step], 0);
  });
  return { transform, turn };
}

/** The nod first, then the turn.
 * @param {{x: number, y: number}} angles */
function turned({ x, y }) {
  const [sx, cx, sy, cy] = [Math.sin(x), Math.cos(x), Math.sin(y), Math.cos(y)];
  return [cy, 0, -sy, 0, sy * sx, cx, cy * sx, 0, sy * cx, -sx, cy * cx, 0, 0, 0, 0, 1];
}

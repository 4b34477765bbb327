// The song that plays beside the keys: where it is, and the part that is repeated.
import { turnedBy, describe, tellValue } from "../components/control.js";
import { turn } from "../components/gestures.js";
import { Position } from "../components/position.js";

/** At most one decimal.
 * @param {number} value */
const plain = (value) => String(Math.round(value * 10) / 10);

/** A line that tells and moves the song's position.
 * @param {import("../components/control.js").App} app @param {import("./pictures.js").Find} find */
export function songPosition(app, find) {
  const [widget, start, end, isOn] = ["song.position", "song.loop.start", "song.loop.end", "song.loop.on"].map(find);
  if (!widget || !start || !end || !isOn) return null;
  const component = new Position(), { element, line } = component;
  describe(element, widget, "slider");
  turn(element, turnedBy(app, widget, element), { along: "right", range: () => Math.max(80, line.offsetWidth) });
  const draw = () => {
    tellValue(element, widget);
    component.draw({
      position: widget.position, text: `${plain(widget.value)} of ${plain(widget.max)}`,
      loop: isOn.value >= 0.5 ? [start.position, end.position] : null, isHeld: widget.isHeld,
    });
  };
  for (const one of [widget, start, end, isOn]) app.widgets.watch(one, element, draw);
  draw();
  return element;
}

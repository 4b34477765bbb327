// Each component by itself: a page that draws it from one value, and what can be seen of it then. The test calls this with
// `load`, which imports one of the page's modules, and gets the names of the checks with what was wrong; null for nothing.
async (load) => {
  const results = [];
  const check = async (name, body) => {
    try { await body(); results.push([name, null]); } catch (error) { results.push([name, String(error.stack ?? error)]); }
  };
  const isTrue = (value, what) => { if (!value) throw new Error(what); };
  const same = (found, expected, what = "") => {
    const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
    if (one !== other) throw new Error(`${what} is ${one}, expected ${other}`);
  };
  const near = (found, expected, slack, what = "") => {
    if (!(Math.abs(found - expected) <= slack)) throw new Error(`${what} is ${found}, expected ${expected} ± ${slack}`);
  };
  const bench = document.createElement("section");
  bench.id = "bench";
  bench.className = "part1";
  document.querySelector("main").replaceChildren(bench);
  /** Shows a component in a box of its own. */
  const put = (component, width = 120, height = 120) => {
    const box = document.createElement("div");
    Object.assign(box.style, { width: `${width}px`, height: `${height}px`, position: "relative", display: "grid" });
    box.append(component.element ?? component);
    bench.append(box);
    return component;
  };
  const box = (element) => element.getBoundingClientRect();
  const middle = (element) => { const b = box(element); return [b.left + b.width / 2, b.top + b.height / 2]; };
  const style = (element) => getComputedStyle(element);
  const plain = { zero: 0, text: "440 Hz", position: 0 };

  const { Knob } = await load("components/knob.js");
  await check("a knob's hand and arc stand where its value is", () => {
    const knob = put(new Knob("Cutoff"));
    const [x, y] = middle(knob.element.querySelector(".body"));
    for (const [position, across, up] of [[0, -1, -1], [0.5, 0, 1], [1, 1, -1]]) {
      knob.draw({ ...plain, position });
      const [hx, hy] = middle(knob.hand);
      same([Math.sign(Math.round((hx - x) / 3)), Math.sign(Math.round((y - hy) / 3))], [across, up], `the hand at ${position}`);
      near(Number(knob.arc.getAttribute("stroke-dashoffset")), 100 - 100 * position, 0.1, "the arc's rest");
    }
    knob.draw({ ...plain, position: 0.75, zero: 0.5 });
    same([knob.arc.getAttribute("stroke-dashoffset"), knob.arc.getAttribute("transform")], ["75.00", "rotate(135.00 32 32)"], "an arc from the middle");
    same([knob.element.querySelector(".label").textContent, knob.value.textContent], ["Cutoff", "440 Hz"]);
  });
  await check("a knob's states: held, moved, off, mapped, waiting, away from its original", () => {
    const knob = put(new Knob("Cutoff"));
    const seen = (element) => style(element).display !== "none";
    knob.draw({ ...plain, position: 0.5 });
    same([seen(knob.home), seen(knob.ghost), seen(knob.gap)], [false, false, false], "an idle knob");
    const idle = style(knob.hand).stroke;
    knob.draw({ ...plain, position: 0.5, home: 0.2, ghost: 0.8, mark: "CC 21", isMoving: true });
    same([seen(knob.home), seen(knob.ghost), seen(knob.gap), knob.mark.textContent], [true, true, true, "CC 21"], "a knob that waits");
    if (style(knob.hand).stroke === idle) throw new Error("a knob that is moved looks idle");
    knob.draw({ ...plain, position: 0.5, isHeld: true });
    const held = parseFloat(style(knob.arc).strokeWidth);
    knob.draw({ ...plain, position: 0.5 });
    if (held <= parseFloat(style(knob.arc).strokeWidth)) throw new Error("a held knob's arc is no wider");
  });

  const { Fader } = await load("components/fader.js");
  await check("a fader's handle stands where its value is, in every look", () => {
    for (const look of ["fader", "vfader", "bar2"]) {
      const fader = put(new Fader("Mix", look), 160, 160);
      const at = (position, zero = 0) => { fader.draw({ ...plain, position, zero }); return middle(fader.line.querySelector("u"))[look === "vfader" ? 1 : 0]; };
      const [low, half, high] = [at(0), at(0.5), at(1)];
      near(half, (low + high) / 2, 1.5, `${look} at half`);
      if (Math.abs(high - low) < 40) throw new Error(`${look} moves by ${high - low}`);
      same(Math.sign(high - low), look === "vfader" ? -1 : 1, look);
      at(0.75, 0.5);
      const line = fader.line.querySelector("s");
      near((look === "vfader" ? box(line).height : box(line).width) / Math.abs(high - low), 0.25, 0.06, `${look} from the middle`);
    }
  });

  const { Position } = await load("components/position.js");
  await check("a song's position stands where it is, with the part that is repeated", () => {
    const song = put(new Position(), 300, 60), [loop, progress, hand] = [...song.line.children];
    const at = (shown) => { song.draw({ text: "2 of 8", position: 0, ...shown }); return middle(hand)[0]; };
    const [low, half, high] = [at({ position: 0 }), at({ position: 0.5 }), at({ position: 1 })];
    near(half, (low + high) / 2, 1.5); near(high - low, box(song.line).width, 1);
    same([loop.hidden, song.value.textContent], [true, "2 of 8"]);
    at({ position: 0.25, loop: [0.5, 1] });
    near(box(progress).width, 0.25 * box(song.line).width, 1.5, "how far it is");
    near(box(loop).left, box(song.line).left + 0.5 * box(song.line).width, 1.5, "the loop's begin");
    near(box(loop).right, box(song.line).right, 1.5, "the loop's end");
  });

  const { Meter } = await load("components/meter.js");
  await check("a meter tells its level, holds its peak, and is red until it is tapped", () => {
    let forgets = 0;
    const meter = put(new Meter("Level", () => forgets++), 160, 44);
    meter.draw({ level: -20 });
    near(parseFloat(meter.bar.style.getPropertyValue("--at")), 2 / 3, 0.001, "−20 dB");
    same([meter.value.textContent, meter.element.getAttribute("aria-valuetext")], ["−20", "−20 dB"]);
    meter.draw({ level: -50 });
    near(parseFloat(meter.bar.style.getPropertyValue("--hold")), 2 / 3, 0.001, "the held peak");
    meter.draw({ level: null });
    same(meter.value.textContent, "−∞");
    meter.draw({ level: -3, over: 1.25 });
    same([meter.element.classList.contains("over"), meter.value.textContent], [true, "+1.3"]);
    meter.element.click();
    same([meter.element.classList.contains("over"), forgets], [false, 1], "after a tap");
  });

  const [{ Switch }, { Reading }, { Pad }, { Press }] = await Promise.all(["switch", "reading", "pad", "button"].map((name) => load(`components/${name}.js`)));
  await check("a switch, a reading, a pad and a button show their one value", () => {
    const one = put(new Switch("Sync"));
    one.draw({ isOn: false });
    const [off, x] = [style(one.button.querySelector("i")).backgroundColor, style(one.button.querySelector("i"), "::after").left];
    one.draw({ isOn: true });
    same([one.button.getAttribute("aria-checked"), one.value.textContent], ["true", "on"]);
    if (style(one.button.querySelector("i")).backgroundColor === off) throw new Error(`a switch that is on looks off: ${off}, ${x}`);
    one.draw({ isOn: true, text: "1/16" });
    same(one.value.textContent, "1/16");
    const reading = put(new Reading("Pitch"));
    reading.draw({ text: "440 Hz", isHeld: true });
    same([reading.element.textContent, reading.element.classList.contains("held")], ["Pitch440 Hz", true]);
    let presses = 0;
    const pad = put(new Pad("Groove", () => presses++));
    pad.draw({ isOn: false, number: "2", colours: [1, 3] });
    const rests = style(pad.element).backgroundColor;
    pad.draw({ isOn: true, number: "2", colours: [1, 3] });
    same([pad.element.getAttribute("aria-pressed"), pad.number.textContent, pad.ticks.childElementCount], ["true", "2", 2]);
    if (style(pad.element).backgroundColor === rests) throw new Error("the pad that plays looks like the others");
    pad.element.click();
    same(presses, 1);
    const press = put(new Press("Tap"), 120, 44);
    press.draw({ isOn: true });
    same(press.element.classList.contains("pressed"), true);
  });

  const { Menu, Segments } = await load("components/choice.js");
  await check("segments and a menu show what is chosen, and tell what somebody chooses", () => {
    const told = [];
    const segments = put(new Segments("Mode", (value) => told.push(value)), 200, 44);
    segments.offer([["0", "low"], ["1", "band"], ["2", "high"]]);
    segments.draw("1");
    same(segments.buttons.map((button) => button.getAttribute("aria-checked")), ["false", "true", "false"]);
    same(segments.buttons.map(({ tabIndex }) => tabIndex), [-1, 0, -1], "the order of keys");
    segments.buttons[1].focus();
    segments.buttons[1].dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    same([told, segments.chosen], [["2"], "2"]);
    const menu = put(new Menu("osc1.wave", (value) => told.push(value)), 120, 44);
    menu.offer([["0", "saw"], ["1", "organ"]]);
    menu.draw("1");
    same([menu.text.textContent, menu.select.value, menu.drawing.style.display], ["organ", "1", ""]);
    const body = put(new Menu("model", () => {}), 120, 44);
    body.offer([["0", "organ"]]);
    body.draw("0");
    same(body.drawing.style.display, "none", "the picture of a body");
  });

  const { Handle, Picture, Well } = await load("components/well.js");
  await check("a well has a sentence, and its handle stands where it is drawn and tells its value", () => {
    const well = put(new Well("The filter’s response"), 200, 100);
    const picture = new Picture();
    well.show(picture.element);
    picture.draw({ trace: "M0 100H400" });
    const handle = new Handle("cutoff", well.element, { take() {}, drag() {}, release() {}, key() {}, reset() {}, menu() {} });
    well.element.append(handle.element);
    handle.draw({ x: 0.25, y: 0.5, of: { min: 20, max: 20000, value: 440 }, text: "440 Hz" });
    const [x, y] = middle(handle.element), b = box(well.element);
    near((x - b.left) / b.width, 0.25, 0.01, "across"); near((y - b.top) / b.height, 0.5, 0.02, "down");
    well.describe("A low filter");
    same([well.image.getAttribute("aria-label"), handle.element.getAttribute("aria-valuetext"), handle.element.getAttribute("role"), handle.element.getAttribute("aria-valuemax")], ["A low filter", "440 Hz", "slider", "20000"]);
    same(picture.trace.getAttribute("d"), "M0 100H400");
  });

  const { Controllers } = await load("setup/controllers.js");
  await check("a controller that was unplugged is still told of", () => {
    const controllers = new Controllers({ line: { on() {} }, mappings() {} }, () => {});
    put(controllers.element, 300, 200);
    controllers.draw([{ client: "Knobs", port: "Knobs", address: "20:0", connected: true, mapping: "" }]);
    isTrue(!controllers.element.textContent.includes("seen at"), "it is there");
    controllers.draw([]);
    isTrue(/Knobs.*seen at \d.*connects by itself/.test(controllers.element.textContent), controllers.element.textContent);
  });

  const { keyElement, light } = await load("keys/key.js");
  await check("a key lies in its place, is lit in the colours of its parts, and plays by Enter", () => {
    const sent = [];
    const board = put(document.createElement("div"), 200, 100);
    board.className = "keys";
    board.dataset.surface = "keys";
    const key = keyElement({ x: 0.25, y: 0, width: 0.25, height: 1, isBlack: false, label: null, note: "C4", midi: 60 }, { send: (message) => sent.push(message) });
    board.append(key);
    near(box(key).left - box(board).left, box(board).width * 0.25, 1.5, "its left edge");
    const dark = style(key).backgroundImage + style(key).backgroundColor;
    light(key, { isLit: true, colours: [1, 3] });
    if (style(key).backgroundImage + style(key).backgroundColor === dark) throw new Error("a lit key looks dark");
    same([key.getAttribute("aria-pressed"), key.getAttribute("aria-label")], ["true", "C4"]);
    light(key, { isLit: false });
    same(key.getAttribute("aria-pressed"), "false");
    key.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    key.dispatchEvent(new KeyboardEvent("keyup", { key: "Enter", bubbles: true }));
    same(sent, [{ note: [60, 100] }, { note: [60, 0] }]);
  });

  const { Sheet } = await load("components/sheet.js");
  await check("a sheet opens alone, leaves the strip free, and gives the focus back", () => {
    const button = put(document.createElement("button"), 100, 44);
    button.focus();
    new Sheet("First").show(document.createElement("button"));
    const second = new Sheet("Second").show(document.createElement("button"));
    same([document.querySelectorAll(".sheet").length, second.element.contains(document.activeElement)], [1, true]);
    const [panic, sheet] = [box(document.querySelector("#panic")), box(second.element)];
    if (sheet.top < panic.bottom && sheet.bottom > panic.top && sheet.left < panic.right && sheet.right > panic.left) throw new Error("it covers panic");
    second.element.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    same([document.querySelector(".sheet"), document.activeElement === button], [null, true]);
  });

  const { Module } = await load("components/module.js");
  await check("a module is a group that is named by its heading", () => {
    const module = put(new Module("Filter", { columns: 10 }), 300, 100);
    module.cells([new Knob("Cutoff").element, new Knob("Resonance").element], 2);
    const group = module.element;
    same([group.getAttribute("role"), document.getElementById(group.getAttribute("aria-labelledby")).textContent, group.style.getPropertyValue("--n")], ["group", "Filter", "10"]);
    near(box(group.querySelectorAll(".k")[1]).left - box(group.querySelectorAll(".k")[0]).left, 150, 12, "two columns");
  });
  return results;
}

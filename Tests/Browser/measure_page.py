"""What a browser shows of the panel, and how fast: figures for measure.py, or alone: measure_page.py SPINET [SECONDS [MINUTES]]."""

import json
import os
import shutil
import sys
import tempfile
import threading
import time

from chromium import Browser
from instrument import Instrument
from load import compressed, first_load
from onsets import percentile
from place import show
from programs import program

# The design's knob two hundred times, without an instrument behind it: the same cells, drawings and texts.
PLAIN_KNOBS = """(() => {
  document.body.replaceChildren();
  const style = document.createElement("style");
  style.textContent = `
    body { display: grid; grid-template-columns: repeat(24, 60px); grid-auto-rows: 76px; margin: 0; background: #111314; color: #f2f0ec; font: 12px/1.25 system-ui; font-variant-numeric: tabular-nums; }
    div { contain: strict; display: flex; flex-direction: column; align-items: center; }
    svg { width: 44px; height: 44px; flex: none; overflow: visible; fill: none; }
    i { font-style: normal; color: #a6acaf; white-space: nowrap; max-width: 100%; overflow: hidden; text-overflow: ellipsis; }
    b { font-weight: 500; white-space: nowrap; }`;
  document.head.append(style);
  const arc = "M12.91 51.09A27 27 0 1 1 51.09 51.09";
  const knobs = Array.from({ length: 200 }, (_, index) => {
    const cell = document.createElement("div");
    cell.innerHTML = `<svg viewBox="0 0 64 64"><path d="${arc}" stroke="#5b6266" stroke-width="2"/><path class="arc" d="${arc}" stroke="#f1b24e" stroke-width="4.5" pathLength="100" stroke-dasharray="100 200"/><circle r="1.7" cx="32" cy="0.6" fill="#7d8588"/><circle cx="32" cy="32" r="21" fill="#2b2f32" stroke="#71797d" stroke-width=".75"/><path class="hand" d="M32 22.5V13.5" stroke="#f2f0ec" stroke-width="3.6" stroke-linecap="round"/></svg><i>knob${String(index).padStart(3, "0")}</i><b></b>`;
    document.body.append(cell);
    return { arc: cell.querySelector(".arc"), hand: cell.querySelector(".hand"), value: cell.querySelector("b") };
  });
  window.frames_ = 0;
  const step = () => {
    frames_++;
    knobs.forEach(({ arc, hand, value }, index) => {
      const at = ((frames_ + index) % 60) / 60;
      arc.setAttribute("stroke-dashoffset", (100 * (1 - at)).toFixed(2));
      hand.setAttribute("transform", `rotate(${(-135 + 270 * at).toFixed(2)} 32 32)`);
      value.textContent = `${Math.round(100 * at)} %`;
    });
    requestAnimationFrame(step);
  };
  step();
})()"""

COUNT = "window.frames_ = 0; (function count() { frames_++; requestAnimationFrame(count); })()"

# When pointers have moved, and when the page has heard of it. Browsers tell of it at once only where pages are secure.
MOVES = """(() => {
  window.moves = [];
  document.documentElement.style.touchAction = "none";
  addEventListener("pointerrawupdate", ({ timeStamp }) => moves.push([timeStamp, performance.now()]), { capture: true });
})()"""

# Beside each of them: when its value was sent, and when the instrument took what follows it. Its clock is set by the
# shortest of many ways there and back; what comes before a message has been taken before it.
TRIPS = """(async () => {
  window.trips = [];
  const waiting = new Map();
  const socket = sockets.at(-1), send = socket.send.bind(socket), heard = socket.onmessage;
  let number = 1e9, there = Infinity, back = Infinity, last = null;
  socket.onmessage = (message) => {
    const { pong, time } = message.data.startsWith?.('{"pong"') ? JSON.parse(message.data) : {};
    if (!waiting.has(pong)) return heard(message);
    waiting.get(pong)(time);
    waiting.delete(pong);
  };
  const ask = () => new Promise((resolve) => { waiting.set(++number, resolve); send(`{"ping":${number}}`); });
  for (let count = 0; count < 200; count++) {
    const begin = performance.now();
    const time = await ask();
    there = Math.min(there, time - begin);
    back = Math.min(back, performance.now() - time);
  }
  // Both ways are equally long.
  const ahead = (there - back) / 2;
  socket.send = (text) => {
    send(text);
    const move = moves.at(-1);
    if (typeof text !== "string" || !(text.startsWith('{"at"') || text.startsWith('{"set"')) || !move || move === last) return;
    last = move;
    const sent = performance.now();
    ask().then((time) => trips.push([...move, sent, time - ahead]));
  };
})()"""


def descendants(pid):
    """A process and those that it has started."""
    found = [pid]
    for one in found:
        try:
            for task in os.listdir(f"/proc/{one}/task"):
                with open(f"/proc/{one}/task/{task}/children") as file:
                    found += [int(child) for child in file.read().split()]
        except OSError:
            pass
    return found


def processor_seconds(pid):
    total = 0
    for one in descendants(pid):
        try:
            with open(f"/proc/{one}/schedstat") as file:
                total += sum(int(open(f"/proc/{one}/task/{task}/schedstat").read().split()[0]) for task in os.listdir(f"/proc/{one}/task"))
        except OSError:
            pass
    return total / 1e9


def load_of(browser, seconds):
    """Per cent of a core."""
    begin, at = processor_seconds(browser.process.pid), time.monotonic()
    time.sleep(seconds)
    return (processor_seconds(browser.process.pid) - begin) / (time.monotonic() - at) * 100


def rate(page, seconds):
    begin, at = page.run("[frames_, performance.now()]")
    time.sleep(seconds)
    end, now = page.run("[frames_, performance.now()]")
    return (end - begin) / (now - at) * 1000


def heap(page):
    """In megabytes, after what nobody uses was collected."""
    page.call("HeapProfiler.collectGarbage")
    return page.call("Runtime.getHeapUsage")["usedSize"] / 1e6


class Mover:
    """Moves widgets from another client until it is told to end."""

    def __init__(self, instrument, names, per_second):
        self.client, self.names, self.pause = instrument.client(), names, 1 / per_second
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        step = 0
        while not self.stop.wait(self.pause):
            step += 1
            for index, name in enumerate(self.names):
                self.client.send({"at": [name, ((step + index) % 60) / 60]})
            while self.client.next(0.0005):
                pass

    def end(self):
        self.stop.set()
        self.thread.join()
        self.client.close()


def opened(browser, instrument):
    """A page of which the time until it can be played is known, in milliseconds after the request."""
    page = browser.page("about:blank", 1440, 900)
    page.open(instrument.url)
    page.until("document.body.classList.contains('connected') && document.querySelectorAll('[data-surface=keys] .key').length > 7")
    return page


def measure_load(tell, browser, instrument):
    """The page's size, its first paint, and when it can be played: connected, with keys on the screen."""
    page = browser.page("about:blank", 1440, 900)
    page.call("Page.addScriptToEvaluateOnNewDocument", source="""
      window.playable = 0;
      (function look() {
        if (document.body?.classList.contains("connected") && document.querySelector("[data-surface=keys] .key")?.offsetHeight > 0) playable = performance.now();
        else requestAnimationFrame(look);
      })();""")
    # A browser that has just started is busy with itself, whatever it shows.
    page.open(f"http://{instrument.host}/tokens.css")
    page.until("performance.getEntriesByName('first-contentful-paint').length")
    paints, plays = [], []
    for _ in range(9):
        page.open("about:blank")
        time.sleep(0.3)
        page.open(instrument.url)
        page.until("window.playable > 0 && performance.getEntriesByName('first-contentful-paint').length")
        paints.append(page.run("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        plays.append(page.run("playable"))
    files = first_load(instrument, page)
    tell("first load of the page, gzip of each file", compressed(files) / 1000, "KB", "90")
    tell("first load of the page, as it is sent", sum(map(len, files.values())) / 1000, "KB", "")
    for name, times, bound in [("first paint", paints, "150"), ("playable", plays, "400")]:
        tell(f"{name} after the request, of nine the one in the middle", percentile(times, 0.5), "ms", bound)
        tell(f"{name} after the request, the slowest of nine", max(times), "ms", bound)
    browser.close_page(page)


def measure_knobs(tell, browser, folder, spinet, seconds):
    """Two hundred knobs of a program move at once; beside them the same drawing alone, in the same run."""
    os.makedirs(f"{folder}/crowd", exist_ok=True)
    with open(f"{folder}/crowd/crowd.csd", "w") as file:
        file.write(program(200))
    crowd = Instrument(spinet, f"{folder}/crowd", f"{folder}/crowd/crowd.csd")
    page = opened(browser, crowd)
    show(page, "edit")
    page.until("document.querySelectorAll('.mod.grid .k').length === 200")
    plain = browser.page("about:blank", 1440, 900)
    page.run(COUNT)
    mover = Mover(crowd, [f"knob{number:03}" for number in range(200)], 60)
    plain.run(PLAIN_KNOBS)
    ours, alone = [], []
    # In turn, so that both meet the same machine: what is not in front draws nothing.
    for _ in range(5):
        for one, rates in [(page, ours), (plain, alone)]:
            one.call("Page.bringToFront")
            time.sleep(0.5)
            rates.append(rate(one, seconds / 3))
    mover.end()
    tell("200 knobs that move", percentile(ours, 0.5), "frames a second", "")
    tell("the same drawing alone", percentile(alone, 0.5), "frames a second", "")
    tell("200 knobs that move, beside the same drawing alone", percentile(ours, 0.5) / percentile(alone, 0.5), "of its frames", "0.95")
    for one in (page, plain):
        browser.close_page(one)
    crowd.end()


def drag(page, place, kind):
    """A finger or the mouse goes up and down for some seconds."""
    x, y = place
    if kind == "mouse":
        begin, move, end = lambda at: page.mouse("mousePressed", at), lambda at: page.mouse("mouseMoved", at), lambda at: page.mouse("mouseReleased", at, buttons=0)
    else:
        begin, move, end = lambda at: page.down(1, at), lambda at: page.move(1, at), lambda at: page.up(1)
    begin((x, y))
    for step in range(600):
        move((x, y - 30 * (1 + (step % 40) / 40)))
        time.sleep(0.008)
    end((x, y))
    time.sleep(0.3)


def measure_drag(tell, browser, instrument, page):
    """From the event in the browser until the instrument has taken the value.

    A mouse's event comes when it was made. What this browser's protocol makes of a finger comes with a later frame, on an
    empty page too: of that the page's own part is told."""
    show(page, "edit")
    page.until("document.querySelector('[data-widget=\"filter.cutoff\"]') !== null")
    place = page.place("[data-widget='filter.cutoff']")
    page.run(MOVES)
    page.run(TRIPS)
    drag(page, place, "mouse")
    trips = page.run("trips")
    assert len(trips) > 300, f"{len(trips)} values arrived"
    way = [end - begin for begin, _, _, end in trips]
    tell("a drag's value, from the event until the instrument has it, 99 of 100", percentile(way, 0.99), "ms", "10")
    tell("a drag's value, from the event until the instrument has it, half of them", percentile(way, 0.5), "ms", "")
    for hop, name in enumerate(["the event until the page hears", "there until it is sent", "there until the instrument has it"]):
        tell(f"a drag's value, from {name}, 99 of 100", percentile([trip[hop + 1] - trip[hop] for trip in trips], 0.99), "ms", "")
    empty = browser.page(f"http://{instrument.host}/tokens.css", 1440, 900)
    empty.until("document.body !== null")
    empty.run(MOVES)
    for one, name in [(page, "the page"), (empty, "an empty page")]:
        one.call("Page.bringToFront")
        one.run("(moves.length = 0) && null")
        drag(one, place, "finger")
        ways = [heard - begin for begin, heard in one.run("moves")]
        assert len(ways) > 300, f"{len(ways)} moves were heard"
        tell(f"a finger's move, from the event until {name} hears, half of them", percentile(ways, 0.5), "ms", "")
        tell(f"a finger's move, from the event until {name} hears, 99 of 100", percentile(ways, 0.99), "ms", "")
    browser.close_page(empty)
    page.call("Page.bringToFront")


def measure_rest(tell, browser, instrument, page, seconds):
    """What an open and untouched page takes of the browser, beside an empty one: of seconds the one in the middle, because now
    and then a browser tidies up for a second, whatever it shows."""
    loads = []
    for address in ("about:blank", instrument.url):
        page.open(address)
        if address == instrument.url:
            page.until("document.body?.classList.contains('connected')")
            show(page, "play")
        time.sleep(8)
        loads.append(percentile([load_of(browser, 1) for _ in range(2 * round(seconds) + 1)], 0.5))
    tell("open and untouched, in the browser, beside an empty page", loads[1] - loads[0], "% of a core", "0.5")


def measure_heap(tell, page, instrument, minutes):
    """The heap while widgets and notes move; the first fifth is not counted."""
    show(page, "play")
    names = [one["widget"] for one in map(json.loads, instrument.ask("widgets", "--json").splitlines()) if one["kind"] == "slider"][:40]
    mover = Mover(instrument, names, 20)
    player = instrument.client()
    sizes = []
    for index in range(10):
        end = time.monotonic() + 6 * minutes
        while time.monotonic() < end:
            for velocity in (100, 0):
                player.send({"note": [60 + index, velocity]})
                time.sleep(0.05)
            while player.next(0.001):
                pass
        sizes.append(heap(page))
    mover.end()
    player.close()
    tell(f"heap of the page after {minutes:g} minutes of moves and notes", sizes[-1], "MB", "")
    tell("heap of the page, what it has grown by since a fifth of the time", sizes[-1] - sizes[1], "MB", "0.5")


def measure(tell, browser, instrument, folder, spinet, seconds, minutes):
    measure_load(tell, browser, instrument)
    page = opened(browser, instrument)
    measure_drag(tell, browser, instrument, page)
    measure_rest(tell, browser, instrument, page, seconds)
    measure_knobs(tell, browser, folder, spinet, seconds)
    page.call("Page.bringToFront")
    measure_heap(tell, page, instrument, minutes)
    browser.close_page(page)


if __name__ == "__main__":
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 10
    minutes = float(sys.argv[3]) if len(sys.argv) > 3 else seconds
    folder = tempfile.mkdtemp(prefix="spinet-measure.")
    browser, instrument = Browser(folder), Instrument(sys.argv[1], folder)
    measure(lambda *figure: print(json.dumps(figure, ensure_ascii=False), flush=True), browser, instrument, folder, sys.argv[1], seconds, minutes)
    browser.end()
    instrument.end()
    shutil.rmtree(folder, ignore_errors=True)

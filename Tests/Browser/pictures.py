"""pictures.py SPINET FOLDER: pictures that are played, in headless Chromium with fingers."""

import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time

from checks import STILL, check, check_messages, finish
from chromium import Browser
from instrument import Instrument
from place import show

spinet, pictures = sys.argv[1:3]
folder = tempfile.mkdtemp(prefix="spinet-pictures.")
if pictures:
    os.makedirs(pictures, exist_ok=True)
examples = os.path.realpath(os.path.join(os.path.dirname(__file__), "../../examples/csound"))
browser = Browser(folder)


class Scene:
    """An instrument and a page that shows its front."""

    def __init__(self, name, *options):
        os.makedirs(f"{folder}/{name}", exist_ok=True)
        self.take = f"{folder}/{name}/take.wav"
        self.instrument = Instrument(spinet, f"{folder}/{name}", "--record", self.take, *options)
        self.client = self.instrument.client()
        self.page = browser.page(self.instrument.url)
        self.page.until("document.body.classList.contains('connected')")
        show(self.page, "edit")

    def show(self, selector):
        self.page.until(f"document.querySelector({json.dumps(selector)}) !== null")
        self.page.run(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'center'}})")
        return self.page.until(f"({STILL})({json.dumps(selector)})")

    def spot(self, box, x, y):
        return box[0] + box[2] * x, box[1] + box[3] * y

    def drag(self, box, places, finger=1):
        self.page.drag(finger, [self.spot(box, *place) for place in places])

    def values(self, stem, count):
        told = {w["widget"]: w["value"] for w in map(json.loads, self.instrument.ask("widgets", "--json").splitlines())}
        return [told[f"{stem}.{number + 1}"] for number in range(count)]

    def until(self, name, isIt):
        end = time.monotonic() + 5
        while not isIt(self.instrument.widget(name)):
            assert time.monotonic() < end, f"{name} is {self.instrument.widget(name)}"
            time.sleep(0.05)

    def ink(self, name):
        """How the wave of this name was drawn last."""
        return self.page.run(f"document.querySelector('canvas[aria-label=\"Wave of {name}\"]').toDataURL()")

    def until_redrawn(self, name, before):
        self.page.until(f"document.querySelector('canvas[aria-label=\"Wave of {name}\"]').toDataURL() !== {json.dumps(before)}")

    def has_ink(self, name):
        self.page.until(f"""(() => {{ const c = document.querySelector('canvas[aria-label="Wave of {name}"]');
            const blank = document.createElement('canvas'); [blank.width, blank.height] = [c.width, c.height];
            return c.width > 0 && c.toDataURL() !== blank.toDataURL(); }})()""")

    def picture(self, name):
        if pictures:
            self.page.picture(f"{pictures}/{name}.png")

    def sound(self):
        """Ends the instrument; the recording as samples and their rate."""
        self.instrument.end()
        import struct
        raw = subprocess.run(["sox", self.take, "-t", "f32", "-c", "1", "-"], capture_output=True, check=True).stdout
        rate = int(subprocess.run(["soxi", "-r", self.take], capture_output=True, check=True).stdout)
        return struct.unpack(f"<{len(raw) // 4}f", raw), rate

    def end(self):
        browser.close_page(self.page)
        self.instrument.end()


def rms(samples):
    return (sum(sample * sample for sample in samples) / max(1, len(samples))) ** 0.5


def pitch(samples, rate):
    """The frequency between 160 and 600 Hz that is strongest."""

    def strength(hertz):
        turn = 2 * math.pi * hertz / rate
        return math.hypot(*(sum(sample * wave(turn * at) for at, sample in enumerate(samples)) for wave in (math.cos, math.sin)))

    return max(range(160, 600, 8), key=strength)


def check_pad_and_bars(name, scene, pad, bars):
    """Both pictures, which a synth and a program have alike."""

    def moves_the_pad():
        area = f".area[data-widget='{pad}']"
        box = scene.show(area)
        scene.has_ink(pad)
        before = scene.ink(pad)
        scene.drag(box, [(0.5, 0.5), (0.75, 0.25), (0.95, 0.05)])
        scene.until(f"{pad}.x", lambda value: abs(value - 0.95) < 0.01)
        scene.until(f"{pad}.y", lambda value: abs(value - 0.95) < 0.01)
        scene.until_redrawn(pad, before)
        scene.page.run(f"document.querySelector(\"{area}\").focus()")
        for _ in range(5):
            scene.page.key("ArrowLeft")
        scene.until(f"{pad}.x", lambda value: abs(value - 0.90) < 0.012)
        assert scene.page.run(f"document.querySelector(\"{area}\").getAttribute('role')") == "slider"
        told = scene.page.run(f"document.querySelector(\"{area}\").getAttribute('aria-valuetext')")
        assert told.startswith("x ") and ", y " in told, told

    def paints_the_bars():
        box = scene.show(f".bars .area[data-bars='{bars}']")
        scene.has_ink(bars)
        before = scene.ink(bars)
        # One move over all bars: the page gets two points, the instrument fills the way between.
        scene.page.down(2, scene.spot(box, 0.5 / 16, 0.98))
        scene.page.move(2, scene.spot(box, 15.5 / 16, 0.02))
        scene.page.until("document.querySelectorAll('.bars .bar-handle')[8].style.getPropertyValue('--at') > 0.4")
        scene.page.up(2)
        scene.until(f"{bars}.16", lambda value: value > 0.95)
        heights = scene.values(bars, 16)
        assert all(abs(height - (0.02 + 0.96 * index / 15)) < 0.03 for index, height in enumerate(heights)), heights
        scene.until_redrawn(bars, before)
        shown = scene.page.run("[...document.querySelectorAll('.bars .bar-handle')].slice(0, 16).map((b) => Number(b.getAttribute('aria-valuenow')))")
        assert all(abs(a - b) < 0.01 for a, b in zip(shown, heights)), (shown, heights)

    def is_named():
        names = scene.page.run(f"[...document.querySelectorAll(\".area[data-bars='{bars}'] [role=slider]\")].map((b) => b.getAttribute('aria-label'))")
        assert names == [f"{bars}.{number}" for number in range(1, 17)], names
        scene.page.run(f"document.querySelector(\"[data-widget='{bars}.16']\").focus()")
        scene.page.key("Home")
        scene.until(f"{bars}.16", lambda value: value == 0)

    if pad:
        check(f"{name}: the pad is dragged and moved by arrows, y upwards, and its wave is drawn", moves_the_pad)
    if bars:
        check(f"{name}: one finger paints sixteen bars, none is skipped, and their sum is drawn", paints_the_bars)
        check(f"{name}: every bar is a slider by its name, and keys move it", is_named)


def check_synth():
    scene = Scene("synth", "morph-pad", "--set", "wave.blend=1", "--set", "reverb.mix=0", "--set", "delay.mix=0")
    check_pad_and_bars("Synth", scene, "wave", "harmonic")

    def ignores_echoes():
        """While a finger is on the row, what others move is not drawn; then it is."""
        box = scene.show(".bars .area[data-bars='harmonic']")
        bar = "document.querySelector(\"[data-widget='harmonic.3']\").style.getPropertyValue('--at')"
        scene.page.down(1, scene.spot(box, 2.5 / 16, 0.5))
        scene.page.until(f"Math.abs({bar} - 0.5) < 0.02")
        scene.instrument.ask("widgets", "set", "harmonic.3", "1")
        time.sleep(0.2)
        assert abs(float(scene.page.run(bar)) - 0.5) < 0.02
        scene.page.up(1)
        scene.page.until(f"{bar} === '1'")

    check("Synth: a bar under a finger does not fight", ignores_echoes)
    scene.picture("synth-pad-and-bars")
    check_messages("Synth: no error in the page", scene.page)
    scene.end()


def check_programs():
    scene = Scene("morph", f"{examples}/morph.csd")
    check_pad_and_bars("A .csd", scene, "morph", None)
    scene.picture("csd-pad")

    def is_last():
        """However fast the finger was, the table ends as its last place says."""
        box = scene.show(".area[data-widget='morph']")
        scene.drag(box, [(0.1 * step, 0.9) for step in range(10)] + [(0.01, 0.01)])
        time.sleep(0.4)
        number = int(scene.instrument.widget("morph.table"))
        table = [float(line) for line in scene.instrument.ask("csound", "table", str(number)).splitlines()]
        x, y = scene.instrument.widget("morph.x"), scene.instrument.widget("morph.y")
        assert x < 0.03 and y > 0.97
        sine = [math.sin(2 * math.pi * index / 1024) for index in range(1024)]
        assert max(abs(a - b) for a, b in zip(table, sine)) < 0.08
        scene.has_ink("morph")

    check("A .csd: the last place of a fast finger is in the table", is_last)
    check_messages("A .csd: no error in the page of the pad", scene.page)
    scene.end()

    scene = Scene("harmonics", f"{examples}/harmonics.csd")
    check_pad_and_bars("A .csd", scene, None, "harmonic")

    def sounds_as_painted():
        box = scene.show(".bars .area[data-bars='harmonic']")
        scene.drag(box, [(0.5 / 16, 0.99), (15.5 / 16, 0.99)])
        scene.drag(box, [(3.5 / 16, 0.0)], finger=3)
        scene.client.send({"note": [57, 100]})
        time.sleep(1.5)
        scene.client.send({"note": [57, 0]})
        time.sleep(0.4)
        samples, rate = scene.sound()
        loud = max(range(0, len(samples) - rate // 4, rate // 8), key=lambda start: rms(samples[start : start + rate // 4]))
        part = samples[loud : loud + rate // 4]
        rises = sum(1 for a, b in zip(part, part[1:]) if a < 0 <= b)
        # The fourth harmonic of 220 Hz.
        assert abs(rises * 4 - 880) < 40, rises * 4

    scene.picture("csd-bars")
    check_messages("A .csd: no error in the page of the bars", scene.page)
    check("A .csd: what was painted is in the recorded sound", sounds_as_painted)
    scene.end()


def check_wave(name, scene):
    """The picture of a recording: loop and cursor. Returns the box of its area."""
    area = ".waveform .area[data-wave='sample']"

    def pinches():
        box = scene.show(area)
        scene.has_ink("sample")
        scene.page.down(1, scene.spot(box, 0.45, 0.6))
        scene.page.down(2, scene.spot(box, 0.55, 0.6))
        scene.page.move(1, scene.spot(box, 0.25, 0.6))
        scene.page.move(2, scene.spot(box, 0.75, 0.6))
        scene.until("loop.start", lambda value: abs(value - 0.25) < 0.01)
        scene.until("loop.end", lambda value: abs(value - 0.75) < 0.01)
        scene.page.up(1)
        scene.page.up(2)
        left = scene.page.run("document.querySelector('.waveform .region').style.left")
        assert abs(float(left[:-1]) - 25) < 1, left

    def is_layered():
        """Wave, loop and cursor lie on each other: of one size, with the wave at the bottom."""
        box = scene.show(area)
        wave, loop, cursor = scene.page.run(
            f"""['canvas', '.region', '.cursor'].map((layer) => {{
              const box = document.querySelector(`{area} ${{layer}}`).getBoundingClientRect();
              return [box.left, box.top, box.width, box.height];
            }})"""
        )
        assert all(abs(a - b) < 1.5 for a, b in zip(wave, box)), (wave, box)
        for layer in (loop, cursor):
            assert abs(layer[1] - wave[1]) < 1.5 and abs(layer[3] - wave[3]) < 1.5, (layer, wave)
        first = scene.page.run(f"document.querySelector(`{area}`).firstElementChild.localName")
        assert first == "canvas", first

    def drags():
        box = scene.show(area)
        scene.drag(box, [(0.75, 0.6), (0.7, 0.6), (0.5, 0.6)])
        scene.until("loop.end", lambda value: abs(value - 0.5) < 0.01)
        scene.until("loop.start", lambda value: abs(value - 0.25) < 0.01)
        scene.drag(box, [(0.9, 0.6), (0.8, 0.6), (0.6, 0.6)])
        scene.until("loop.start", lambda value: abs(value - 0.9) < 0.01)
        scene.until("loop.end", lambda value: abs(value - 0.6) < 0.01)

    def zooms():
        box = scene.show(area)
        before = scene.ink("sample")
        scene.page.run("document.querySelector('.zoom [aria-label^=\"Show less\"]').click()")
        scene.page.run("document.querySelector('.zoom [aria-label^=\"Show less\"]').click()")
        scene.until_redrawn("sample", before)
        # A quarter is shown, from 0.375 on.
        scene.drag(box, [(0.2, 0.6), (0.5, 0.6), (0.8, 0.6)])
        scene.until("loop.start", lambda value: abs(value - 0.425) < 0.005)
        scene.until("loop.end", lambda value: abs(value - 0.575) < 0.005)
        for _ in range(2):
            scene.page.run("document.querySelector('.zoom [aria-label=\"Show more\"]').click()")

    def scrubs():
        box = scene.show(area)
        scene.page.down(1, scene.spot(box, 0.1, 0.1))
        scene.until("sample.scrub", lambda value: value == 1)
        for step in range(11):
            scene.page.move(1, scene.spot(box, 0.1 + 0.04 * step, 0.1))
            time.sleep(0.04)
        scene.until("sample.cursor", lambda value: abs(value - 0.5) < 0.01)
        scene.until("sample.position", lambda value: abs(value - 0.5) < 0.1)
        scene.page.until("Math.abs(parseFloat(document.querySelector('.waveform .cursor').style.left) - 50) < 10")
        time.sleep(0.5)
        scene.page.up(1)
        scene.until("sample.scrub", lambda value: value == 0)

    def is_reached_by_keys():
        scene.page.run("document.querySelector('[data-widget=\"loop.start\"]').focus()")
        scene.page.key("Home")
        scene.until("loop.start", lambda value: value == 0)
        assert scene.page.run("document.querySelector('[data-widget=\"sample.cursor\"]').getAttribute('role')") == "slider"

    def lets_go_when_lost():
        """A page that is closed while it scrubs ends the sound."""
        box = scene.show(area)
        scene.page.down(1, scene.spot(box, 0.3, 0.1))
        scene.until("sample.scrub", lambda value: value == 1)
        scene.page.run("sockets.at(-1).close()")
        scene.until("sample.scrub", lambda value: value == 0)
        scene.page.cancel()
        scene.page.until("document.body.classList.contains('connected')")

    check(f"{name}: wave, loop and cursor are layers of one size", is_layered)
    check(f"{name}: two fingers pinch the loop", pinches)
    check(f"{name}: one finger drags an end, or a new loop whose ends may cross", drags)
    check(f"{name}: zoomed in, fingers mean what is under them", zooms)
    check(f"{name}: the cursor is dragged and followed", scrubs)
    check(f"{name}: loop and cursor are sliders for keys too", is_reached_by_keys)
    scene.picture(f"waveform-{name.split()[-1].strip('.')}")
    check(f"{name}: a page that is lost while it scrubs lets go", lets_go_when_lost)
    check_messages(f"{name}: no error in the page", scene.page)


def check_sampler():
    """Half a second each of 200, 400, 800 and 1600 Hz."""
    parts = []
    for index, hertz in enumerate([200, 400, 800, 1600]):
        parts.append(f"{folder}/{index}.wav")
        subprocess.run(["sox", "-n", "-r", "48000", parts[-1], "synth", "0.5", "sine", str(hertz), "vol", str(0.2 + 0.2 * index)], check=True)
    subprocess.run(["sox", *parts, f"{folder}/steps.wav"], check=True)
    scene = Scene("sampler", f"{folder}/steps.wav", "--set", "sample.root=60")
    check_wave("A sampler", scene)

    def sounds():
        end = time.monotonic() + 10
        while (voices := json.loads(scene.instrument.ask("engine", "status", "--json"))["voices"]) != 0:
            assert time.monotonic() < end, f"{voices} voices sound on"
            time.sleep(0.1)
        time.sleep(0.5)
        samples, rate = scene.sound()
        heard = set()
        size = rate // 20
        for start in range(0, len(samples) - size, size):
            part = samples[start : start + size]
            if rms(part) > 0.02:
                rises = sum(1 for a, b in zip(part, part[1:]) if a < 0 <= b) * 20
                heard |= {hertz for hertz in (200, 400, 800) if abs(rises - hertz) <= 0.1 * hertz}
        assert {200, 400} <= heard, heard
        assert rms(samples[-rate // 4 :]) < 0.001, "it sounds on"

    check("A sampler: what was scrubbed is in the recorded sound, and it ends", sounds)
    scene.end()


def check_tape():
    scene = Scene("tape", f"{examples}/tape.csd")
    check_wave("A .csd", scene)

    def sounds_where_it_is_scrubbed():
        """The first of the tape's eight notes has 220 Hz, and the fourth 440 Hz."""
        # The loop has the sixth alone, of 370 Hz where the tape runs at its own speed; the patch slows it down.
        scene.instrument.ask("widgets", "set", "speed", "1")
        scene.instrument.ask("widgets", "set", "loop.start", "0.65")
        scene.instrument.ask("widgets", "set", "loop.end", "0.7")
        box = scene.show(".waveform .area[data-wave='sample']")
        time.sleep(0.5)
        begin = time.monotonic()
        for note in (1, 4):
            place = (note - 0.9) / 8
            scene.page.down(1, scene.spot(box, place, 0.1))
            scene.until("sample.scrub", lambda value: value == 1)
            scene.until("sample.cursor", lambda value: abs(value - place) < 0.01)
            time.sleep(1)
            scene.page.up(1)
            scene.until("sample.scrub", lambda value: value == 0)
            time.sleep(0.4)
        seconds = time.monotonic() - begin
        samples, rate = scene.sound()
        # Every fourth sample is enough for these pitches.
        heard, rate = samples[-int(seconds * rate) :: 4], rate // 4
        parts = [heard[start : start + rate // 10] for start in range(0, len(heard) - rate // 10, rate // 10)]
        pitches = [pitch(part, rate) for part in parts if rms(part) > 0.02]
        for hertz in (220, 370, 440):
            # Grains that begin anew 32 times a second do not have every pitch.
            near = sum(abs(found - hertz) <= 16 for found in pitches)
            assert near >= 3, (hertz, pitches)

    check("A .csd: the notes of the tape that were scrubbed are in the recorded sound", sounds_where_it_is_scrubbed)
    scene.end()


def check_look():
    tone = f"{folder}/tone.csd"
    with open(tone, "w") as file:
        file.write("<CsoundSynthesizer>\n<CsInstruments>\nsr = 48000\nksmps = 64\nnchnls = 2\n0dbfs = 1\ninstr 1\nasound poscil 0.5, 1000\n"
                   "outs asound, asound\nendin\n</CsInstruments>\n<CsScore>\ni 1 0 3600\n</CsScore>\n</CsoundSynthesizer>\n")
    scene = Scene("look", tone)

    def shows():
        scene.page.run("window.heard = 0; sockets.at(-1).addEventListener('message', (event) => { if (event.data.startsWith('{\"sound\"')) heard++; })")
        time.sleep(0.5)
        assert scene.page.run("heard") == 0, "it streams while nobody looks"
        show(scene.page, "play")
        for picture in ("Wave", "Spectrum"):
            scene.page.run(f"[...document.querySelectorAll('#view-play .looks button')].find((b) => b.value === '{picture}').click()")
            # 0.5 is -6 dB.
            scene.page.until("/strongest: (99[0-9] Hz|1(.01)? kHz), −[4-8].[0-9] dB/.test(document.querySelector('#view-play .reading').textContent)")
        scene.page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
        scene.picture("scope-and-spectrum")

    def ends():
        show(scene.page, "setup")
        time.sleep(0.3)
        before = scene.page.run("heard")
        assert before > 0
        time.sleep(0.5)
        assert scene.page.run("heard") == before, "it streams to a place that is not shown"
        show(scene.page, "play")
        scene.page.until(f"heard > {before}")

    check("Scope and spectrum show a tone's frequency and level", shows)
    check("They cost nothing before, and when the place is another", ends)
    check_messages("No error in the page that looks", scene.page)
    scene.end()


check_synth()
check_programs()
check_sampler()
check_tape()
check_look()
browser.end()
shutil.rmtree(folder, ignore_errors=True)
finish()

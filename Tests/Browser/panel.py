"""panel.py SPINET FOLDER: the panel in headless Chromium."""

import json
import math
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time

from checks import check, check_messages, check_sizes, finish
from chromium import Browser
from instrument import Instrument
from stage import check_stage
from touch import check_many_widgets, check_touch

spinet, pictures = sys.argv[1:3]
folder = tempfile.mkdtemp(prefix="spinet-browser.")
if pictures:
    os.makedirs(pictures, exist_ok=True)

instrument = Instrument(spinet, folder, "--record", f"{folder}/take.wav")
browser = Browser(folder)
watcher = instrument.client()
watcher.until([])
page = browser.page(instrument.url)


def view(name):
    page.run(f"location.hash = '#{name}'")
    page.until(f"!document.querySelector('#view-{name}').hidden")


def key(surface, note):
    return f"[data-surface={surface}] [data-note='{note}']"


def shows_itself():
    page.until("document.body.classList.contains('connected')")
    page.until("document.querySelectorAll('[data-surface=keyboard] .key').length > 0")
    assert instrument.token not in page.run("location.href"), "the token stays in the address"
    assert page.run("performance.getEntriesByType('resource').every((e) => e.name.startsWith(location.origin))")


def plays_chord():
    view("piano")
    page.until("document.querySelectorAll('[data-surface=piano] .key').length === 12")
    for finger, note in enumerate(["C4", "E4", "G4"]):
        page.down(finger, page.place(key("piano", note)))
    watcher.until([60, 64, 67])
    page.until(f"document.querySelector(\"{key('piano', 'E4')}\").classList.contains('lit')")
    time.sleep(1)
    for finger in range(3):
        page.up(finger)
    watcher.until([])


def plays_ten_fingers():
    view("piano")
    notes = ["C4", "D4", "E4", "F4", "G4", "A4", "B4", "C5", "D5", "E5"]
    for finger, note in enumerate(notes):
        page.down(finger, page.place(key("software-piano", note)))
    watcher.until([60, 62, 64, 65, 67, 69, 71, 72, 74, 76])
    page.up(4)
    watcher.until([60, 62, 64, 65, 69, 71, 72, 74, 76])
    for finger in [0, 1, 2, 3, 5, 6, 7, 8, 9]:
        page.up(finger)
    watcher.until([])


def slides(way, expected):
    watcher.heard.clear()
    page.down(1, way[0])
    watcher.settle()
    for place in way[1:]:
        page.move(1, place)
        time.sleep(0.06)
    watcher.settle()
    page.up(1)
    watcher.settle()
    assert watcher.notes == set(), watcher.notes
    assert [note for note in watcher.heard if note in expected] == expected, watcher.heard


def slides_over_white_keys():
    view("piano")
    slides([page.place(key("piano", note)) for note in ["C4", "D4", "E4", "F4", "G4", "A4", "B4"]], [60, 62, 64, 65, 67, 69, 71])


def slides_over_black_keys():
    view("piano")
    slides([page.place(key("piano", note)) for note in ["C#4", "D#4", "F#4", "G#4", "A#4"]], [61, 63, 66, 68, 70])


def leaves_the_board():
    view("piano")
    inside = page.place(key("piano", "D4"))
    page.down(1, inside)
    watcher.until([62])
    page.move(1, (inside[0], page.size[1] - 2))
    watcher.until([])
    page.move(1, inside)
    watcher.until([62])
    page.up(1)
    watcher.until([])


def is_cancelled():
    view("piano")
    page.down(1, page.place(key("piano", "C4")))
    watcher.until([60])
    page.cancel()
    watcher.until([])


def is_blurred():
    view("piano")
    page.down(1, page.place(key("piano", "C4")))
    watcher.until([60])
    page.run("window.dispatchEvent(new Event('blur'))")
    watcher.until([])
    page.cancel()


def plays_the_smart_keyboard():
    view("play")
    page.until("document.querySelectorAll('[data-surface=keyboard] .key').length > 0")
    page.down(1, page.place(key("keyboard", "C4")))
    page.down(2, page.place(key("keyboard", "E4")))
    watcher.until([60, 64])
    page.until(f"document.querySelector(\"{key('keyboard', 'C4')}\").classList.contains('lit')")
    page.up(1)
    watcher.until([64])
    page.up(2)
    watcher.until([])
    page.until("document.querySelectorAll('.lit').length === 0")


def plays_by_letters():
    view("play")
    page.call("Input.dispatchKeyEvent", type="keyDown", key="a", code="KeyA")
    page.call("Input.dispatchKeyEvent", type="keyDown", key="d", code="KeyD")
    watcher.until([60, 64])
    page.call("Input.dispatchKeyEvent", type="keyUp", key="a", code="KeyA")
    watcher.until([64])
    page.call("Input.dispatchKeyEvent", type="keyUp", key="d", code="KeyD")
    watcher.until([])


def plays_by_mouse():
    view("piano")
    place = page.place(key("piano", "A4"))
    page.mouse("mousePressed", place)
    watcher.until([69])
    page.mouse("mouseReleased", place, buttons=0)
    watcher.until([])


def two_clients_are_apart():
    view("piano")
    other = instrument.client()
    other.send({"note": [60, 100]})
    page.down(1, page.place(key("piano", "E4")))
    watcher.until([60, 64])
    page.until(f"document.querySelector(\"{key('piano', 'C4')}\").classList.contains('lit')")
    other.close()
    assert watcher.until([64]) < 1
    page.up(1)
    watcher.until([])


def lifts_when_closed():
    """Another page of the browser: while it is in front the first one is blurred, and has no fingers down."""
    other = browser.page(instrument.url)
    other.run("location.hash = '#piano'")
    other.until("document.querySelectorAll('[data-surface=piano] .key').length === 12 && !document.querySelector('#view-piano').hidden")
    other.down(1, other.place(key("piano", "C4")))
    watcher.until([60])
    browser.close_page(other)
    assert watcher.until([]) < 1
    page.call("Page.bringToFront")
    page.until("document.hasFocus() && !document.hidden")
    time.sleep(0.3)


def comes_back():
    """The socket is cut, and the page returns by itself, with the state of now and nothing of before."""
    view("piano")
    page.down(1, page.place(key("piano", "C4")))
    watcher.until([60])
    count = page.run("sockets.length")
    page.run("sockets.at(-1).close()")
    watcher.until([])
    instrument.ask("widgets", "set", "filter.cutoff", "1234")
    page.until(f"sockets.length > {count} && document.body.classList.contains('connected')", 8)
    page.cancel()
    page.until("document.querySelector('[data-widget=\"filter.cutoff\"]').getAttribute('aria-valuetext') === '1234 Hz'")
    watcher.listen(0.3)
    assert watcher.notes == set(), watcher.notes


def moves_widgets():
    view("widgets")
    cutoff = "document.querySelector('[data-widget=\"filter.cutoff\"]')"
    instrument.ask("widgets", "set", "filter.cutoff", "880")
    page.until(f"{cutoff}.getAttribute('aria-valuetext') === '880.0 Hz'")
    page.run(f"{cutoff}.scrollIntoView({{block: 'center'}}); {cutoff}.focus()")
    page.key("End")
    page.until(f"{cutoff}.getAttribute('aria-valuenow') === '20000'")
    page.key("Home")
    page.until(f"{cutoff}.getAttribute('aria-valuenow') === '20'")
    page.key("PageUp")
    page.until(f"Number({cutoff}.getAttribute('aria-valuenow')) > 30")
    assert abs(instrument.widget("filter.cutoff") - 20 * 1000**0.1) < 0.1, instrument.widget("filter.cutoff")
    assert page.run(f"{cutoff}.title") == "The frequency at which the filter begins to work.", page.run(f"{cutoff}.title")
    assert page.run(f"{cutoff}.getAttribute('role') + {cutoff}.getAttribute('aria-label')") == "sliderfilter.cutoff"


def does_not_fight():
    """While the mouse holds a slider, what comes from elsewhere does not move it on this page."""
    view("widgets")
    cutoff = "document.querySelector('[data-widget=\"filter.cutoff\"]')"
    page.run(f"{cutoff}.scrollIntoView({{block: 'center'}})")
    x, y = page.place("[data-widget='filter.cutoff']")
    page.mouse("mousePressed", (x, y - 4))
    page.mouse("mouseMoved", (x + 30, y - 4))
    page.until(f"{cutoff}.classList.contains('held')")
    at = page.run(f"{cutoff}.style.getPropertyValue('--at')")
    instrument.ask("widgets", "set", "filter.cutoff", "20")
    time.sleep(0.2)
    assert page.run(f"{cutoff}.style.getPropertyValue('--at')") == at
    page.mouse("mouseReleased", (x + 30, y - 4), buttons=0)
    page.until(f"{cutoff}.style.getPropertyValue('--at') === '0'")
    default = [json.loads(line) for line in instrument.ask("widgets", "--json").splitlines() if '"filter.cutoff"' in line][0]["default"]
    page.mouse("mousePressed", (x, y - 4), count=1)
    page.mouse("mouseReleased", (x, y - 4), buttons=0, count=1)
    page.mouse("mousePressed", (x, y - 4), count=2)
    page.mouse("mouseReleased", (x, y - 4), buttons=0, count=2)
    page.until(f"Math.abs(Number({cutoff}.getAttribute('aria-valuenow')) - {default}) < 0.01")


def types_a_value():
    view("widgets")
    cutoff = "document.querySelector('[data-widget=\"filter.cutoff\"]')"
    page.run(f"{cutoff}.focus()")
    page.call("Input.dispatchKeyEvent", type="keyDown", key="7", code="Digit7", text="")
    page.until("document.activeElement.tagName === 'INPUT'")
    page.run("document.activeElement.value = '770'")
    page.key("Enter")
    page.until(f"{cutoff}.getAttribute('aria-valuetext') === '770.0 Hz'")


def loads_a_sound():
    """Another sound begins, its widgets are shown, and the old one comes back."""
    view("sounds")
    sound = "[...document.querySelectorAll('#view-sounds .sounds button')].find((b) => b.textContent === '%s')"
    for name in ["warm-pad", "default"]:
        page.until(f"{sound % name} !== undefined")
        page.run(f"{sound % name}.click()")
        page.until(f"{sound % name}.getAttribute('aria-pressed') === 'true'")
        shown = [json.loads(line) for line in instrument.ask("widgets", "--json").splitlines() if '"amp.attack"' in line][0]["text"]
        page.until(f"document.querySelector('[data-widget=\"amp.attack\"]').getAttribute('aria-valuetext') === '{shown}'")
    instrument.ask("widgets", "set", "amp.attack", "0.5")
    page.run("[...document.querySelectorAll('#view-sounds button')].find((b) => b.textContent === 'Changes').click()")
    page.until("document.querySelector('#view-sounds output').textContent.includes('amp.attack')")
    page.run("[...document.querySelectorAll('#view-sounds button')].find((b) => b.textContent === 'Revert').click()")
    page.until("document.querySelector('[data-widget=\"amp.attack\"]').getAttribute('aria-valuetext') !== '0.500 s'")


def saves_a_take():
    """The chords of before are a take, which the browser saves as a MIDI file."""
    page.browser.save_into(f"{folder}/downloads")
    view("sounds")
    takes = "[...document.querySelectorAll('#view-sounds .takes button')]"
    page.until(f"{takes}.length > 0")
    count = page.run(f"{takes}.length")
    page.run(f"{takes}.at(-1).click()")
    end = time.monotonic() + 10
    path = f"{folder}/downloads/take-1.mid"
    while not os.path.exists(path):
        assert time.monotonic() < end, "nothing was saved"
        time.sleep(0.05)
    with open(path, "rb") as file:
        assert file.read(4) == b"MThd"
    assert len(instrument.ask("journal").splitlines()) == count
    assert page.run("document.querySelector('#view-sounds .record').hidden") == ("recording" not in instrument.ask("widgets"))


def shows_mappings():
    """A mapping of one's own is read, broken and mended while the page looks at it."""
    own = f"{folder}/config/spinet/mappings"
    os.makedirs(own, exist_ok=True)
    write = lambda text: open(f"{own}/mine.yaml", "w").write(text)
    view("map")
    write("controller: Mine\nmap:\n  cc 21: filter.cutoff\n  cc 22: no.such.widget\n")
    mine = "document.querySelector('#view-map details[data-file$=\"mine.yaml\"]')"
    page.until(f"{mine}?.querySelectorAll('tbody tr').length === 2")
    cells = page.run(f"[...{mine}.querySelectorAll('tbody tr:first-child td')].map((cell) => cell.textContent)")
    assert cells[:2] == ["cc 21", "filter.cutoff"] and "20000" in cells[2], cells
    assert page.run(f"[...{mine}.querySelectorAll('tr.missing')].length") == 1
    write("controller: Mine\nmap:\n  cc 21: filter.cutoff\n  cc 221: osc.mix\n")
    page.until(f"{mine}?.querySelector('.problem')?.textContent.includes('mine.yaml:4:')")
    assert page.run(f"{mine}.querySelectorAll('tbody tr').length") == 2, "the last good version stays"
    write("controller: Mine\nmap:\n  cc 23: osc.mix\n")
    page.until(f"{mine}?.querySelectorAll('tbody tr').length === 1 && !{mine}.querySelector('.problem')")


def shows_what_arrives():
    view("map")
    watcher.send({"note": [61, 99]})
    page.until("document.querySelector('#view-map .last').textContent === 'note C#4 ch 1'")
    watcher.send({"note": [61, 0]})
    page.until("document.querySelector('#view-map .log li').textContent.startsWith('note C#4 ch 1')")
    watcher.until([])


def changes_the_card():
    view("setup")
    page.until("document.querySelector('#view-setup .pcm').value === 'none'")
    assert "none: 48000 Hz" in page.run("document.querySelector('#view-setup').textContent")
    page.run("document.querySelector('#view-setup select[aria-label=Rate]').value = '44100'")
    page.run("document.querySelector('#view-setup form button').click()")
    page.until("document.querySelector('#view-setup').textContent.includes('In force: none: 44100 Hz')")
    page.run("document.querySelector('#view-setup select[aria-label=Rate]').value = '48000'")
    page.run("document.querySelector('#view-setup form button').click()")
    page.until("document.querySelector('#view-setup').textContent.includes('In force: none: 48000 Hz')")
    refused = ask("output", "no-such-card", "48000", "128", "3")
    assert refused[0].startswith("!device"), refused
    assert "none: 48000 Hz" in instrument.ask("engine", "status"), instrument.ask("engine", "status")
    assert ask("connect", "Nobody")[0].startswith("!device")


def ask(*words):
    watcher.send({"ask": [7, *words]})
    for _ in range(500):
        message = watcher.next(10)
        if message and message.get("answer") == 7:
            return message["lines"]
    raise AssertionError("no answer")


def switches_the_engine():
    page.until("document.querySelector('#engine').getAttribute('aria-checked') === 'true'")
    page.run("document.querySelector('#engine').click()")
    page.until("document.querySelector('#engine').getAttribute('aria-checked') === 'false'")
    assert "stopped" in instrument.ask("engine", "status")
    page.run("document.querySelector('#engine').click()")
    page.until("document.querySelector('#sound').textContent.includes('playing') || document.querySelector('#sound').textContent.includes('resting')")


def has_names_for_everything():
    nameless = page.run(
        "[...document.querySelectorAll('button, input, select, [role=slider], [role=switch], [role=button]')]"
        ".filter((e) => !(e.getAttribute('aria-label') || e.ariaLabel || e.textContent.trim() || e.labels?.length || e.title || e.placeholder))"
        ".map((e) => e.outerHTML.slice(0, 120))")
    assert nameless == [], nameless


def is_dark_in_the_dark():
    page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    assert page.run("getComputedStyle(document.body).backgroundColor") == "rgb(20, 24, 26)"
    view("widgets")
    if pictures:
        page.picture(f"{pictures}/dark-widgets.png")
    page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
    assert page.run("getComputedStyle(document.body).backgroundColor") == "rgb(244, 245, 243)"


def refuses_strangers():
    other = browser.page(f"http://{instrument.host}/#{'0' * 32}")
    other.until("document.querySelector('#sound').textContent.startsWith('Spinet is not running')")
    browser.close_page(other)
    assert sum("wrong token" in line for line in instrument.lines) == 1, instrument.lines


def is_loud(samples, rate, hertz):
    """Goertzel's measure of one pitch."""
    factor, before, last = 2 * math.cos(2 * math.pi * hertz / rate), 0.0, 0.0
    for sample in samples:
        before, last = last, sample + factor * last - before
    return math.sqrt(max(0, last * last + before * before - factor * last * before)) / len(samples)


def sounds_right():
    """Somewhere in the recording the chord sounds, and the keys between do not."""
    instrument.end()
    raw = subprocess.run(["sox", f"{folder}/take.wav", "-t", "f32", "-c", "1", "-"], capture_output=True, check=True).stdout
    rate = int(subprocess.run(["soxi", "-r", f"{folder}/take.wav"], capture_output=True, check=True).stdout)
    samples = struct.unpack(f"<{len(raw) // 4}f", raw)
    pitch = lambda note: 440 * 2 ** ((note - 69) / 12)
    best = 0
    size = rate // 4
    for start in range(0, min(len(samples), 20 * rate) - size, size):
        part = samples[start : start + size : 4]
        chord = min(is_loud(part, rate / 4, pitch(note)) for note in (60, 64, 67))
        others = max(is_loud(part, rate / 4, pitch(note)) for note in (61, 62, 63, 65, 66))
        best = max(best, chord / (others + 1e-9) if chord > 1e-4 else 0)
    assert best > 4, best


check("The page shows itself and asks nobody else", shows_itself)
check("A chord by three fingers", plays_chord)
check("Ten fingers on a piano of fourteen keys", plays_ten_fingers)
check("A glissando over the white keys", slides_over_white_keys)
check("A glissando over the black keys", slides_over_black_keys)
check("Off the board a finger is silent, and back on it plays", leaves_the_board)
check("A cancelled touch ends", is_cancelled)
check("A page that loses the focus lifts its fingers", is_blurred)
check("The SmartKeyboard's surface plays and lights up", plays_the_smart_keyboard)
check("Letters play", plays_by_letters)
check("The mouse plays", plays_by_mouse)
check("Two clients play apart, and one that leaves lifts its own fingers", two_clients_are_apart)
check("A page that is closed lifts its fingers", lifts_when_closed)
check("A page whose socket was cut comes back with the state", comes_back)
check("A widget is moved by the command line and by keys", moves_widgets)
check("A value does not fight the finger that moves it, and a double click resets it", does_not_fight)
check("A value can be typed", types_a_value)
check("A sound is loaded, compared and brought back", loads_a_sound)
check("What was played is listed, and saved as a MIDI file", saves_a_take)
check("Mappings are shown with their errors, as they are saved", shows_mappings)
check("What arrives is shown", shows_what_arrives)
check("Rate and card are changed, and a card that is not there leaves the old one playing", changes_the_card)
check("The engine can be switched", switches_the_engine)
check("Everything has a name for assistive technology", has_names_for_everything)
check_sizes("Four sizes, six views, nothing is cut off", page, view, "", pictures)
page.resize(1024, 768)
check("Dark and light", is_dark_in_the_dark)
check("A wrong token is not let in, and is told once", refuses_strangers)
check_messages("No error in the page", page)
check("The chord is in the recorded sound", sounds_right)

check_stage(spinet, folder, browser, pictures)
check_touch(spinet, folder, browser)
check_many_widgets(spinet, folder, browser)

browser.end()
shutil.rmtree(folder, ignore_errors=True)
finish()

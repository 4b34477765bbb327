"""panel.py SPINET FOLDER: the panel in headless Chromium: its keyboards under ten fingers, its frame, its front eight."""

import json
import math
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time

from checks import check, check_messages, finish
from chromium import Browser
from frame import check_frame
from instrument import Instrument
from load import check_load
from place import keyboard, show, widget, with_choice

spinet, pictures = sys.argv[1:3]
folder = tempfile.mkdtemp(prefix="spinet-browser.")
if pictures:
    os.makedirs(pictures, exist_ok=True)

instrument = Instrument(spinet, folder, "--record", f"{folder}/take.wav")
browser = Browser(folder)
watcher = instrument.client()
watcher.until([])
page = browser.page(instrument.url)


def key(surface, note):
    return f"[data-surface={surface}] [data-note='{note}']"


def shows_itself():
    page.until("document.body.classList.contains('connected')")
    page.until("document.querySelectorAll('[data-surface=keys] .key').length > 0")
    assert instrument.token not in page.run("location.href"), "the token stays in the address"
    assert page.run("performance.getEntriesByType('resource').every((e) => e.name.startsWith(location.origin))")


def plays_chord():
    keyboard(page, "octave")
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
    keyboard(page, "free")
    page.until("document.querySelectorAll('[data-surface=software-piano] .key:not(.black)').length === 14")
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
    for kind, surface in [("octave", "piano"), ("piano", "keys")]:
        keyboard(page, kind)
        first = 4 if kind == "octave" else 3
        slides([page.place(key(surface, f"{note}{first}")) for note in "CDEFGAB"], [12 * first + step for step in (12, 14, 16, 17, 19, 21, 23)])


def slides_over_black_keys():
    keyboard(page, "octave")
    slides([page.place(key("piano", note)) for note in ["C#4", "D#4", "F#4", "G#4", "A#4"]], [61, 63, 66, 68, 70])


def leaves_the_board():
    for kind, surface in [("octave", "piano"), ("piano", "keys")]:
        keyboard(page, kind)
        inside = page.place(key(surface, "D4"))
        page.down(1, inside)
        watcher.until([62])
        page.move(1, (inside[0], 200))
        watcher.until([])
        page.move(1, inside)
        watcher.until([62])
        page.up(1)
        watcher.until([])


def is_cancelled():
    keyboard(page, "octave")
    page.down(1, page.place(key("piano", "C4")))
    watcher.until([60])
    page.cancel()
    watcher.until([])


def is_blurred():
    keyboard(page, "octave")
    page.down(1, page.place(key("piano", "C4")))
    watcher.until([60])
    page.run("window.dispatchEvent(new Event('blur'))")
    watcher.until([])
    page.cancel()


def plays_the_piano():
    """Chords on the piano of Play, sharps and naturals, lit with a ring where the finger lies and a dot where it is not."""
    keyboard(page, "piano")
    other = instrument.client()
    other.send({"note": [67, 100]})
    page.down(1, page.place(key("keys", "C4")))
    page.down(2, page.place(key("keys", "D#4")))
    watcher.until([60, 63, 67])
    state = lambda note: page.run(f"(([...c]) => [c.includes('lit'), c.includes('touched')])(document.querySelector(\"{key('keys', note)}\").classList)") == [True, note != "G4"]
    page.until(f"document.querySelector(\"{key('keys', 'D#4')}\").classList.contains('touched')")
    if page.run(f"document.querySelector(\"{key('keys', 'G4')}\") !== null"):
        assert state("G4"), "by another's hand"
    assert state("C4") and page.run("document.querySelectorAll('.keys .finger:not([hidden])').length") == 2
    page.up(1)
    page.up(2)
    watcher.until([67])
    other.close()
    watcher.until([])
    page.until("document.querySelectorAll('.lit').length === 0")


def keeps_pitch():
    """The window moves under a held finger, and the note stays; the next touch means what is shown then."""
    keyboard(page, "piano")
    place = page.place(key("keys", "D3"))
    page.down(1, place)
    watcher.until([50])
    page.run("document.querySelector(\"[aria-label='One octave up']\").click()")
    page.until(f"!document.querySelector(\"{key('keys', 'D2')}\")")
    page.move(1, (place[0] + 2, place[1]))
    watcher.listen(0.3)
    assert watcher.notes == {50}, watcher.notes
    page.up(1)
    watcher.until([])
    page.down(1, place)
    watcher.until([62])
    page.up(1)
    watcher.until([])
    page.run("document.querySelector(\"[aria-label='One octave down']\").click()")


def drags_the_window():
    keyboard(page, "piano")
    first = "document.querySelector('[data-surface=keys] .key').dataset.midi"
    before = int(page.run(first))
    box = page.run("(({ left, top, width, height }) => [left, top, width, height])(document.querySelector('.range .win').getBoundingClientRect())")
    middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
    page.drag(1, [middle, (middle[0] + 120, middle[1])])
    page.until(f"Number({first}) > {before}")
    page.run("document.querySelector('.range .track').focus()")
    page.key("Home")
    page.until(f"{first} === '21'")
    page.key("End")
    page.until("document.querySelector(\"[data-surface=keys] [data-note='C8']\") !== null")
    page.key("PageDown")
    page.run(f"document.querySelector('.range .track').dispatchEvent(new KeyboardEvent('keydown', {{ key: 'Home', bubbles: true }}))")
    for _ in range(9):
        page.key("ArrowRight")
    page.until(f"{first} === '36'")
    watcher.listen(0.1)
    assert watcher.notes == set()


def takes_flats():
    """A first key with a flat is understood; nonsense is told in a sentence, and never in the words of the protocol."""
    keyboard(page, "free")
    typed = "const first = sheet.querySelector('#first'); first.value = '%s'; first.dispatchEvent(new Event('change'))"
    with_choice(page, typed % "Eb3")
    page.until("document.querySelector('[data-surface=software-piano] .key').dataset.note === 'D3'")
    assert "D3 instead of Eb3" in page.run("document.querySelector('#notice').textContent")
    with_choice(page, "const scale = sheet.querySelector('#scale'); scale.value = '1 2 2'; scale.dispatchEvent(new Event('change'))")
    with_choice(page, typed % "Bb3")
    page.until("document.querySelector('[data-surface=software-piano] .key').dataset.note === 'A#3'")
    with_choice(page, typed % "H9")
    told = page.run("document.querySelector('#notice').textContent")
    assert "“H9” is no key" in told and "{" not in told, told
    with_choice(page, "const scale = sheet.querySelector('#scale'); scale.value = ''; scale.dispatchEvent(new Event('change'))")
    with_choice(page, typed % "C4")


def is_one_at_a_time():
    """One keyboard is on the screen, and has all of its height."""
    for kind in ("octave", "free", "piano"):
        keyboard(page, kind)
        boards = page.run("[...document.querySelectorAll('[data-surface]')].filter((e) => ['keys', 'piano', 'software-piano', 'keyboard'].includes(e.dataset.surface)).map((e) => e.clientHeight)")
        assert len(boards) == 1 and boards[0] > 150, boards


def plays_by_letters():
    show(page, "play")
    page.call("Input.dispatchKeyEvent", type="keyDown", key="a", code="KeyA")
    page.call("Input.dispatchKeyEvent", type="keyDown", key="d", code="KeyD")
    watcher.until([60, 64])
    page.call("Input.dispatchKeyEvent", type="keyUp", key="a", code="KeyA")
    watcher.until([64])
    page.call("Input.dispatchKeyEvent", type="keyUp", key="d", code="KeyD")
    watcher.until([])
    keyboard(page, "piano")
    page.until(f"document.querySelector(\"{key('keys', 'C4')} .letter\").textContent === 'A'")


def plays_by_mouse():
    keyboard(page, "octave")
    place = page.place(key("piano", "A4"))
    page.mouse("mousePressed", place)
    watcher.until([69])
    page.mouse("mouseReleased", place, buttons=0)
    watcher.until([])


def two_clients_are_apart():
    keyboard(page, "octave")
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
    keyboard(other, "octave")
    other.down(1, other.place(key("piano", "C4")))
    watcher.until([60])
    browser.close_page(other)
    assert watcher.until([]) < 1
    page.call("Page.bringToFront")
    page.until("document.hasFocus() && !document.hidden")
    time.sleep(0.3)


def lifts_when_left():
    """A place that is left lifts its fingers, also after a chord: the browser tells nothing of elements that are gone."""
    keyboard(page, "piano")
    for finger, note in enumerate(["C4", "E4"]):
        page.down(finger, page.place(key("keys", note)))
    watcher.until([60, 64])
    page.up(0)
    watcher.until([64])
    show(page, "setup")
    assert watcher.until([]) < 1
    page.up(1)
    show(page, "play")
    page.down(1, page.place(key("keys", "C4")))
    watcher.until([60])
    keyboard(page, "octave")
    assert watcher.until([]) < 1
    page.cancel()


def comes_back():
    """The socket is cut, and the page returns by itself, with the state of now and nothing of before."""
    keyboard(page, "octave")
    page.down(1, page.place(key("piano", "C4")))
    watcher.until([60])
    count = page.run("sockets.length")
    page.run("sockets.at(-1).close()")
    watcher.until([])
    instrument.ask("widgets", "set", "filter.cutoff", "1234")
    page.until(f"sockets.length > {count} && document.body.classList.contains('connected')", 8)
    page.cancel()
    page.until(f"{widget('filter.cutoff')}.getAttribute('aria-valuenow') === '1234'")
    watcher.listen(0.3)
    assert watcher.notes == set(), watcher.notes


def moves_widgets():
    show(page, "play")
    cutoff = widget("filter.cutoff")
    instrument.ask("widgets", "set", "filter.cutoff", "880")
    page.until(f"{cutoff}.getAttribute('aria-valuetext').startsWith('880')")
    page.run(f"{cutoff}.focus()")
    page.key("End")
    page.until(f"{cutoff}.getAttribute('aria-valuenow') === '20000'")
    page.key("Home")
    page.until(f"{cutoff}.getAttribute('aria-valuenow') === '20'")
    page.key("PageUp")
    page.until(f"Number({cutoff}.getAttribute('aria-valuenow')) > 30")
    assert abs(instrument.widget("filter.cutoff") - 20 * 1000**0.1) < 0.1, instrument.widget("filter.cutoff")
    assert page.run(f"{cutoff}.title") == "The frequency at which the filter begins to work.", page.run(f"{cutoff}.title")
    assert page.run(f"{cutoff}.getAttribute('role') + {cutoff}.getAttribute('aria-label')") == "sliderfilter.cutoff"


hand = f"Number(/rotate\\(([-0-9.]+)/.exec({widget('filter.cutoff')}.querySelector('.hand').getAttribute('transform'))[1])"


def does_not_fight():
    """While a finger holds a knob, what comes from elsewhere does not move it on this page; a double tap resets it, with Undo."""
    show(page, "play")
    instrument.ask("widgets", "set", "filter.cutoff", "20")
    page.until(f"{hand} === -135")
    x, y = page.place("[data-widget='filter.cutoff']")
    page.drag(1, [(x, y - 10 * step) for step in range(9)], stays=True)
    # Half of the range: 160 pixels are the whole.
    page.until(f"{widget('filter.cutoff')}.classList.contains('held') && Math.abs({hand}) < 3")
    at = page.run(hand)
    instrument.ask("widgets", "set", "filter.cutoff", "20")
    time.sleep(0.2)
    assert page.run(hand) == at
    page.up(1)
    page.until(f"{hand} === -135")
    default = [json.loads(line) for line in instrument.ask("widgets", "--json").splitlines() if '"filter.cutoff"' in line][0]["default"]
    page.double_tap(1, (x, y))
    page.until(f"Math.abs(Number({widget('filter.cutoff')}.getAttribute('aria-valuenow')) - {default}) < 0.01")
    page.until("document.querySelector('#notice button')?.textContent === 'Undo'")
    page.run("document.querySelector('#notice button').click()")
    page.until(f"{widget('filter.cutoff')}.getAttribute('aria-valuenow') === '20'")


def is_fine():
    """A second finger, or one that is far beside the cell, moves a tenth as far."""
    instrument.ask("widgets", "set", "filter.resonance", "0.5")
    page.until(f"{widget('filter.resonance')}.getAttribute('aria-valuenow') === '0.5'")
    x, y = page.place("[data-widget='filter.resonance']")
    page.drag(1, [(x, y), (x, y - 20)], stays=True)
    page.down(2, (x + 4, y + 4))
    page.move(1, (x, y - 100))
    page.up(2)
    page.up(1)
    time.sleep(0.3)
    value = instrument.widget("filter.resonance")
    assert abs(value - (0.5 + 20 / 160 + 80 / 1600)) < 0.03, value


def types_a_value():
    show(page, "play")
    cutoff = widget("filter.cutoff")
    page.run(f"{cutoff}.focus()")
    page.call("Input.dispatchKeyEvent", type="keyDown", key="7", code="Digit7", text="")
    page.until("document.activeElement.tagName === 'INPUT'")
    page.run("document.activeElement.value = '770'")
    page.key("Enter")
    page.until(f"{cutoff}.getAttribute('aria-valuenow') === '770'")
    assert page.run(f"document.activeElement === {cutoff}"), "the focus comes back"


def has_a_menu():
    """A long press opens a control's menu; its field takes a value; Escape closes it, and panic stays in reach."""
    x, y = page.place("[data-widget='filter.cutoff']")
    page.down(1, (x, y))
    page.until("document.querySelector('.sheet[role=dialog]') !== null")
    page.up(1)
    reach = page.run("(({ left, top, width, height }) => document.elementFromPoint(left + width / 2, top + height / 2).id)(document.querySelector('#panic').getBoundingClientRect())")
    assert reach == "panic", reach
    page.run("const field = document.querySelector('.sheet input'); field.value = '1500'; field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))")
    page.until(f"!document.querySelector('.sheet') && {widget('filter.cutoff')}.getAttribute('aria-valuenow') === '1500'")


def follows_the_hand():
    """The well shows the picture of what was moved, with its name and its value, and then the wave again."""
    show(page, "play")
    watcher.send({"pin": ["amp.attack", 7]})
    page.until(f"{widget('amp.attack')} !== null")
    page.run(f"{widget('filter.cutoff')}.focus()")
    page.key("PageUp")
    page.until("document.querySelector('.looks [aria-checked=true]').value === 'Filter' && document.querySelector('.say1').textContent.startsWith('Cutoff')")
    page.run(f"{widget('amp.attack')}.focus()")
    page.key("PageUp")
    page.until("document.querySelector('.looks [aria-checked=true]').value === 'Envelope'")
    page.until("document.querySelector('.looks [aria-checked=true]').value === 'Wave' && document.querySelector('.say1').hidden", 8)
    instrument.ask("widgets", "reset", "filter.cutoff")
    instrument.ask("widgets", "reset", "amp.attack")


def switches_the_engine():
    page.until("document.querySelector('#engine').getAttribute('aria-checked') === 'true'")
    page.run("document.querySelector('#engine').click()")
    page.until("document.querySelector('#engine').getAttribute('aria-checked') === 'false'")
    assert "stopped" in instrument.ask("engine", "status")
    page.until("document.querySelector('.title p').textContent === 'The engine is stopped'")
    page.run("document.querySelector('#engine').click()")
    page.until("document.querySelector('.title p').textContent !== 'The engine is stopped'")


def refuses_strangers():
    other = browser.page(instrument.url.replace(instrument.token, "0" * 32))
    other.until("document.querySelector('#band').textContent.includes('Spinet is not running')")
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
check("The piano of Play plays, and its keys say who plays them", plays_the_piano)
check("A held note keeps its pitch when the window moves", keeps_pitch)
check("The window of the range is dragged, and moved by keys", drags_the_window)
check("Flats are keys, and what is no key is told in a sentence", takes_flats)
check("One keyboard is on the screen", is_one_at_a_time)
check("Letters play, and are shown on the keys after that", plays_by_letters)
check("The mouse plays", plays_by_mouse)
check("Two clients play apart, and one that leaves lifts its own fingers", two_clients_are_apart)
check("A page that is closed lifts its fingers", lifts_when_closed)
check("A place or a keyboard that is left lifts its fingers", lifts_when_left)
check("A page whose socket was cut comes back with the state", comes_back)
check("A widget is moved by the command line and by keys", moves_widgets)
check("A value does not fight the finger that moves it, and a double tap resets it", does_not_fight)
check("A second finger makes a turn fine", is_fine)
check("A value can be typed", types_a_value)
check("A long press opens the menu of a control", has_a_menu)
check("The well follows the hand", follows_the_hand)
check("The engine can be switched", switches_the_engine)
check("A wrong token is not let in, and is told once", refuses_strangers)
check_messages("No error in the page", page)
check("The chord is in the recorded sound", sounds_right)
check_frame(spinet, folder, browser)
check_load(spinet, folder, browser)

browser.end()
shutil.rmtree(folder, ignore_errors=True)
finish()

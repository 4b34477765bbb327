"""Time in Play and Edit: arpeggio, chord and scale, the clock, the metronome, the song beside the keys, and the set list."""

import json
import os

from checks import check, check_messages
from instrument import Instrument
from layout import check_layout, settle, sizes
from place import show

play = "document.querySelector('#view-play')"

# Four quarter notes in three parts.
SONG = bytes.fromhex(
    "4d546864000000060000000101f44d54726b0000002f00c02600c1590090306400914864009924648768803040008148400089244000c104"
    "00914c64876881 4c4000ff2f00".replace(" ", ""))

# The letters of what comes next, as they are drawn.
LETTERS = f"""(() => {{
  const next = {play}.querySelector('.large-songs .next'), box = {play}.querySelector('.letters-large');
  const size = (e) => parseFloat(getComputedStyle(e).fontSize);
  return {{ title: next.querySelector('b').textContent, note: next.querySelector('p').textContent, size: Math.min(size(next.querySelector('b')), size(next.querySelector('p'))),
    fits: box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight }};
}})()"""


def is_open(page):
    return page.run(f"!{play}.querySelector('.drawer').hidden")


def opener(page):
    return page.run(f"[...{play}.querySelectorAll('.to-time')].findIndex((b) => b.offsetWidth > 0)")


def open_drawer(page):
    show(page, "play")
    if not is_open(page):
        page.run(f"{play}.querySelectorAll('.to-time')[{opener(page)}].click()")
    page.until(f"{play}.querySelectorAll('.drawer .mod').length > 3")


def close_drawer(page):
    show(page, "play")
    if is_open(page):
        page.run(f"{play}.querySelectorAll('.to-time')[{opener(page)}].click()")


def check_song(spinet, folder, browser):
    os.makedirs(f"{folder}/song", exist_ok=True)
    with open(f"{folder}/song/song.mid", "wb") as file:
        file.write(SONG)
    instrument = Instrument(spinet, f"{folder}/song", f"{folder}/song/song.mid", "warm-pad")
    page = browser.page(instrument.url, 1440, 900)
    page.until("document.body.classList.contains('connected')")
    bar, drawer = f"{play}.querySelector('.time')", f"{play}.querySelector('.drawer')"

    def until(name, value):
        for _ in range(100):
            if abs(instrument.widget(name) - value) < 0.02:
                return
        raise AssertionError(f"{name} is {instrument.widget(name)}, expected {value}")

    def runs():
        """The song plays and stands by a button, whoever has started it."""
        show(page, "play")
        button = f"{bar}.querySelector('.runs')"
        page.until(f"{button}?.getAttribute('aria-pressed') === 'false'")
        instrument.ask("widgets", "set", "song.loop.on", "1")
        page.run(f"{button}.click()")
        page.until(f"{button}.getAttribute('aria-pressed') === 'true'")
        until("song.playing", 1)
        instrument.ask("song", "stop")
        page.until(f"{button}.getAttribute('aria-pressed') === 'false'")
        assert page.run(f"{button}.getAttribute('aria-label')") == "Play the song"

    def is_located():
        """A finger and keys move the song's position; the part that is repeated is drawn."""
        line = f"{bar}.querySelector('.position')"
        page.run(f"{line}.focus()")
        page.key("Home")
        until("song.position", 0)
        page.key("PageUp")
        page.key("PageUp")
        until("song.position", 0.2 * page.run(f"Number({line}.getAttribute('aria-valuemax'))"))
        assert page.run(f"[{line}.getAttribute('role'), {line}.getAttribute('aria-label')]") == ["slider", "song.position"]
        instrument.ask("widgets", "set", "song.loop.on", "0")
        page.until(f"{line}.querySelector('em').hidden")
        page.run(f"{bar}.querySelector('[data-widget=\"song.loop.on\"]').click()")
        page.until(f"!{line}.querySelector('em').hidden && {line}.querySelector('em').offsetWidth > 20")
        x, y = page.place(".time .position i")
        page.drag(1, [(x + 10 * step, y) for step in range(8)])
        page.until(f"Number({line}.getAttribute('aria-valuenow')) > 0.4 * Number({line}.getAttribute('aria-valuemax'))")

    def has_a_drawer():
        """All that is in time, over the keys, which stay; it opens and closes by the keyboard, and tells that it is open."""
        close_drawer(page)
        page.run(f"{play}.querySelectorAll('.to-time')[{opener(page)}].focus()")
        page.call("Input.dispatchKeyEvent", type="keyDown", key="Enter", code="Enter", text="\r")
        page.call("Input.dispatchKeyEvent", type="keyUp", key="Enter", code="Enter")
        page.until(f"{drawer}.querySelectorAll('.mod').length > 3")
        assert page.run("document.activeElement.getAttribute('aria-expanded')") == "true"
        titles = page.run(f"[...{drawer}.querySelectorAll('h2')].map((e) => e.textContent)")
        assert titles == ["Clock", "Metronome", "Arpeggio", "Chord", "Scale", "Song"], titles
        names = set(page.run(f"[...{drawer}.querySelectorAll('[data-widget]')].map((e) => e.dataset.widget)"))
        wanted = {"arp.mode", "arp.rate", "arp.octaves", "arp.gate", "arp.swing", "arp.latch", "chord.kind", "scale.lock", "scale.root", "clock.tempo", "clock.tap", "clock.running",
                  "metronome.on", "metronome.level", "metronome.count-in", "song.playing", "song.position", "song.loop.on", "song.loop.start", "song.loop.end", "song.part.1", "song.part.2", "song.part.10"}
        assert wanted <= names, wanted - names
        assert page.run(f"{play}.querySelector('[data-surface=keys] .key').offsetHeight") > 80
        page.run(f"{drawer}.querySelector('[data-widget=\"clock.tempo\"]').focus()")
        page.key("Escape")
        page.until(f"{drawer}.hidden && document.activeElement === {play}.querySelectorAll('.to-time')[{opener(page)}]")

    def moves_them():
        """What is chosen there is the instrument's, and what others choose is shown there."""
        open_drawer(page)
        choose = lambda name, text: page.run(f"(({{ options }}, s = {drawer}.querySelector('select[data-widget=\"{name}\"]')) => {{ s.value = [...options].find((o) => o.text === '{text}').value; s.dispatchEvent(new Event('change', {{ bubbles: true }})); }})({drawer}.querySelector('select[data-widget=\"{name}\"]'))")
        for name, text in [("arp.mode", "up"), ("scale.lock", "minor"), ("chord.kind", "major")]:
            choose(name, text)
            page.until(f"{bar}.querySelector('select[data-widget=\"{name}\"]').selectedOptions[0].text === '{text}'")
        assert "up" in instrument.ask("widgets").split("arp.mode")[1].splitlines()[0]
        for name in ("metronome.on", "song.part.10", "clock.send"):
            before = instrument.widget(name)
            page.run(f"{drawer}.querySelector('[data-widget=\"{name}\"]').click()")
            until(name, 1 - before)
        instrument.ask("widgets", "set", "clock.tempo", "91")
        page.until(f"[{bar}, {drawer}].every((e) => e.querySelector('[data-widget=\"clock.tempo\"]').getAttribute('aria-valuetext') === '91 bpm')")

    def is_tapped():
        """The tempo follows what is tapped in the line."""
        close_drawer(page)
        page.run(f"{bar}.querySelector('[data-widget=\"clock.tap\"]').focus()")
        page.run(f"""(async () => {{ const tap = {bar}.querySelector('[data-widget="clock.tap"]');
            for (let count = 0; count < 5; count++) {{ tap.dispatchEvent(new PointerEvent('pointerdown', {{ button: 0, bubbles: true }})); await new Promise((done) => setTimeout(done, 400)); }} }})()""")
        tempo = instrument.widget("clock.tempo")
        assert 120 < tempo < 170, tempo

    def is_in_edit():
        """Edit has them as modules; on a desk those of the session are shown by a button, and nothing scrolls until then."""
        show(page, "edit")
        page.until("document.querySelectorAll('#view-edit .mods .mod').length > 10")
        shown = "['metronome.on', 'song.position', 'clock.running'].map((name) => document.querySelector(`#view-edit [data-widget=\"${name}\"]`).getClientRects().length > 0)"
        assert page.run(shown) == [False, False, False], "they have room of their own"
        page.run("document.querySelector('.timing-button').click()")
        assert page.run(shown) == [True, True, True] and page.run("document.querySelector('.timing-button').getAttribute('aria-pressed')") == "true"
        page.run("document.querySelector('.timing-button').click()")
        page.resize(1024, 768)
        settle(page)
        assert page.run(shown) == [True, True, True]
        page.resize(1440, 900)

    check("Time: a button plays and stops the song", runs)
    check("Time: the song's position is moved by finger and keys, and its loop is drawn", is_located)
    check("Time: a drawer has clock, metronome, arpeggio, chord, scale and song over the keys", has_a_drawer)
    check("Time: what is chosen in the drawer is the instrument's", moves_them)
    check("Time: the tempo is tapped", is_tapped)
    check("Time: Edit has the clock, the metronome and the song", is_in_edit)
    check_layout("Time", page, "time-", [("play with a song", lambda: close_drawer(page)), ("the drawer", lambda: open_drawer(page))])
    check_messages("Time: no error in the page", page)
    browser.close_page(page)
    instrument.end()


def check_list(spinet, folder, browser):
    """A set list that the session plays, whose widget the page follows."""
    os.makedirs(f"{folder}/list/config/spinet/setlists", exist_ok=True)
    songs = [{"stage": "warm-pad", "note": "start quiet, wait for the drums"}, {"stage": "evening", "note": "capo 2, long intro"}, {"stage": "glass-bells", "note": ""}]
    with open(f"{folder}/list/config/spinet/setlists/friday.yaml", "w") as file:
        file.write("songs:\n" + "".join(f"  - {json.dumps(song)}\n" for song in songs))
    instrument = Instrument(spinet, f"{folder}/list", "friday")
    page = browser.page(instrument.url, 1024, 768)
    page.until("document.body.classList.contains('connected')")
    large = f"{play}.querySelector('.large-songs')"
    now = f"{play}.querySelector('.tune[aria-current]')?.textContent"

    def follows():
        """The row, the name and what is written follow `spinet next`, and the arrows of the head step through the list."""
        show(page, "play")
        page.until(f"{now} === '1Wool'")
        page.until(f"{play}.querySelector('.songs .note').textContent === {json.dumps(songs[0]['note'])}")
        assert "1 of 3 in “friday”" in page.run(f"{play}.querySelector('.title p').textContent")
        instrument.ask("next")
        page.until(f"{now} === '2Evening' && document.title.startsWith('Evening')")
        page.until(f"{play}.querySelector('.songs .note').textContent === 'capo 2, long intro'")
        page.until(f"{play}.querySelector('[aria-label=\"Previous: Wool\"]') !== null")
        page.run(f"{play}.querySelector('[aria-label=\"Previous: Wool\"]').click()")
        page.until(f"{now} === '1Wool' && document.title.startsWith('Wool')")
        page.until(f"{play}.querySelector('[aria-label=\"Previous song\"]').disabled")

    def is_left():
        """Where another sound was loaded by hand, no song is shown as the one that plays."""
        instrument.ask("load", "default")
        page.until(f"{play}.querySelector('.title p').textContent.startsWith('Left at 1 of 3') && {play}.querySelector('.tune[aria-current]') === null")
        instrument.ask("previous")
        page.until(f"{now} === '1Wool' && document.title.startsWith('Wool')")
        assert page.run(f"{play}.querySelector('.title p').textContent").startswith("1 of 3")

    def is_large():
        """The next song and its note, in letters that are read from two metres: 16 minutes of arc on tablets and monitors, 12 on phones."""
        show(page, "play")
        page.run(f"{play}.querySelector('.read-large').click()")
        page.until(f"!{large}.hidden")
        for width, height in sizes:
            page.resize(width, height)
            settle(page)
            told = page.run(LETTERS)
            assert (told["title"], told["note"], told["fits"]) == ("Evening", songs[1]["note"], True), told
            # Pixels of the page in a millimetre of the glass, and capitals of 0.7 of the letters' size.
            is_phone, is_tablet = min(width, height) < 600, 600 <= min(width, height) < 800
            millimetres = told["size"] * 0.7 / (6.3 if is_phone else 5.2 if is_tablet else 3.8)
            print(f"    {width} x {height}: capitals of {millimetres:.1f} mm", flush=True)
            assert millimetres >= (7 if is_phone else 9.3), (width, height, millimetres)
        page.resize(1024, 768)

    def steps():
        """Its buttons step on, by the keyboard too; at the end nothing is next; Escape closes it."""
        page.until("document.activeElement.textContent === 'Next song'")
        page.call("Input.dispatchKeyEvent", type="keyDown", key="Enter", code="Enter", text="\r")
        page.call("Input.dispatchKeyEvent", type="keyUp", key="Enter", code="Enter")
        page.until(f"{large}.querySelector('.now b').textContent === 'Evening' && {large}.querySelector('[role=status]').textContent === '2 of 3 in “friday”'")
        instrument.ask("next")
        page.until(f"{large}.querySelector('.next').hidden && [...{large}.querySelectorAll('footer button')].map((b) => b.disabled).join() === 'false,true'")
        page.key("Escape")
        page.until(f"{large}.hidden")

    def opens_large():
        show(page, "play")
        if page.run(f"{large}.hidden"):
            page.run(f"{play}.querySelector('.read-large').click()")

    def closes_large():
        show(page, "play")
        if not page.run(f"{large}.hidden"):
            page.run(f"{large}.querySelector('[aria-label=Close]').click()")

    check("Set list: the page follows the session's list, and the arrows step through it", follows)
    check("Set list: a song that was left is not shown as playing", is_left)
    check("Set list: the next song and its note are read from two metres", is_large)
    check("Set list: the large letters step through the list and close", steps)
    instrument.ask("previous")
    check_layout("Set list", page, "set-list-", [("play", closes_large), ("large letters", opens_large)])
    check_messages("Set list: no error in the page", page)
    browser.close_page(page)
    instrument.end()


def check_list_with_files(spinet, folder, browser):
    """A set list of which one song has a MIDI file beside it."""
    os.makedirs(f"{folder}/files/config/spinet/setlists", exist_ok=True)
    with open(f"{folder}/files/config/spinet/setlists/both.yaml", "w") as file:
        file.write(f"songs:\n  - {{stage: warm-pad, song: {folder}/song/song.mid}}\n  - {{stage: default}}\n")
    instrument = Instrument(spinet, f"{folder}/files", "both")
    page = browser.page(instrument.url, 1024, 768)
    page.until("document.body.classList.contains('connected')")
    runs = f"{play}.querySelector('.time .runs')?.getAttribute('aria-label')"

    def has_a_transport():
        """What plays and moves the song is there while a song with a file plays; else the clock is."""
        show(page, "play")
        for title, word, count in [("Wool", "Play the song", 1), ("First Light", "Run the clock", 0), ("Wool", "Play the song", 1)]:
            page.until(f"document.title.startsWith('{title}') && {runs} === '{word}' && {play}.querySelectorAll('.time .position').length === {count}")
            instrument.ask("next" if title == "Wool" else "previous")

    check("Set list: a song without a file has no transport", has_a_transport)
    check_messages("Set list with files: no error in the page", page)
    browser.close_page(page)
    instrument.end()


def check_time(spinet, folder, browser):
    check_song(spinet, folder, browser)
    check_list(spinet, folder, browser)
    check_list_with_files(spinet, folder, browser)

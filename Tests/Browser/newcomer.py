"""A newcomer's path on a phone: play, turn, learn, save, find again, record, take it away."""

import glob
import json
import os
import time

from checks import check, check_messages
from instrument import Instrument
from place import show


def check_newcomer(spinet, folder, browser):
    # Recordings go below the home folder.
    home, kept = f"{folder}/newcomer/home", os.environ.get("HOME", "")
    os.makedirs(home, exist_ok=True)
    os.environ["HOME"] = home
    instrument = Instrument(spinet, f"{folder}/newcomer")
    os.environ["HOME"] = kept
    watcher = instrument.client()
    watcher.until([])
    page = browser.page(instrument.url, 390, 844)
    page.until("document.body.classList.contains('connected')")

    def plays_a_chord():
        page.until("document.querySelectorAll('[data-surface=keys] .key').length > 7")
        for finger, note in enumerate(["C4", "E4", "G4"]):
            page.down(finger, page.place(f"[data-surface=keys] [data-note='{note}']"))
        watcher.until([60, 64, 67])
        time.sleep(0.4)
        for finger in range(3):
            page.up(finger)
        watcher.until([])

    def turns_a_knob():
        knob = "document.querySelector('#view-play .front .k')"
        page.until(f"{knob} !== null")
        name = page.run(f"{knob}.getAttribute('aria-label')")
        before = instrument.widget(name)
        x, y = page.place("#view-play .front .k")
        page.drag(1, [(x, y - 8 * step) for step in range(6)])
        page.until(f"Math.abs(Number({knob}.getAttribute('aria-valuenow')) - {before}) > 1e-6")
        assert instrument.widget(name) > before

    def learns_it():
        """Learn covers neither the strip nor the whole place; the touched knob waits for a control, and is not turned."""
        page.run("document.querySelector('#learn').click()")
        page.until("document.querySelector('.side-sheet')?.hidden === false")
        knob = "document.querySelector('#view-play .front .k')"
        name = page.run(f"{knob}.getAttribute('aria-label')")
        before = instrument.widget(name)
        page.run(f"{knob}.dispatchEvent(new PointerEvent('pointerdown', {{ bubbles: true, cancelable: true }}))")
        page.until(f"document.querySelector('.side-sheet code').textContent === '{name}'")
        assert instrument.widget(name) == before
        reach = page.run("(({ left, top, width, height }) => document.elementFromPoint(left + width / 2, top + height / 2).closest('button').id)(document.querySelector('#panic').getBoundingClientRect())")
        assert reach == "panic", reach
        # No hardware is here: the instrument's answer to a knob that was moved is played to the page.
        link = {"control": "CC 21", "guess": "A knob with ends", "range": [0, 1], "texts": ["low", "high"], "swapped": 0, "mode": "absolute", "curve": "own", "channel": None, "file": "mine.yaml"}
        saved = {"learning": {"state": "saved", "widget": name, "arrived": {"control": "CC 21", "value": 64, "position": 0.5, "channel": 1, "from": "Knobs"}, "link": link, "replaced": [], "undo": 1}}
        page.run(f"sockets.at(-1).onmessage({{ data: {json.dumps(json.dumps(saved))} }})")
        page.until("document.querySelector('.side-sheet .file').textContent.includes('mine.yaml')")
        # The control stays in sight beside what is said of it.
        page.until(f"{knob}.getBoundingClientRect().bottom <= document.querySelector('.side-sheet').getBoundingClientRect().top")
        page.run("document.querySelector('#learn').click()")
        page.until("document.querySelector('.side-sheet').hidden")

    def saves_and_finds():
        show(page, "sounds")
        page.run("document.querySelector('#view-sounds .now .save').click()")
        page.until("document.querySelector('.save-sheet input') !== null")
        page.run("(({ f }) => { f.value = 'First Try'; f.dispatchEvent(new Event('input')); })({ f: document.querySelector('.save-sheet input') })")
        page.run("document.querySelector('.save-sheet .main').click()")
        page.until("document.querySelector('.save-sheet') === null")
        page.until("document.querySelector('#view-sounds .now h2').textContent === 'First Try'")
        page.run("[...document.querySelectorAll('#view-sounds .chips button')].find((b) => b.textContent.startsWith('Yours')).click()")
        page.until("document.querySelector('#view-sounds .load[data-sound=first-try]') !== null")
        page.run("document.querySelector('#view-sounds .load[data-sound=first-try]').click()")
        page.until("document.querySelector('#view-sounds .load[data-sound=first-try]').getAttribute('aria-current') === 'true'")

    def records():
        show(page, "play")
        page.until("document.querySelector('#record').offsetWidth >= 43")
        page.down(1, page.place("#record"))
        page.up(1)
        page.until("document.querySelector('#record').getAttribute('aria-pressed') === 'true'")
        page.down(2, page.place("[data-surface=keys] [data-note='E4']"))
        watcher.until([64])
        page.up(2)
        watcher.until([])
        page.until("document.querySelector('#record').title.startsWith('spinet-')")
        page.run("document.querySelector('#record').click()")
        page.until("document.querySelector('#record').getAttribute('aria-pressed') === 'false'")
        page.until("document.querySelector('#notice').textContent.startsWith('Recorded as spinet-')")
        end = time.monotonic() + 10
        while not [path for path in glob.glob(f"{home}/**/spinet-*.wav", recursive=True) if os.path.getsize(path) > 10_000]:
            assert time.monotonic() < end, glob.glob(f"{home}/**/*", recursive=True)
            time.sleep(0.05)

    def takes_it_away():
        browser.save_into(f"{folder}/newcomer/downloads")
        show(page, "play")
        show(page, "sounds")
        page.run("[...document.querySelectorAll('#view-sounds .chips button')].find((b) => b.textContent.startsWith('Takes')).click()")
        page.until("document.querySelector('#view-sounds .take .keep')?.offsetWidth >= 44")
        page.run("document.querySelector('#view-sounds .take .keep').click()")
        end = time.monotonic() + 10
        while not os.path.isdir(f"{folder}/newcomer/downloads") or not [name for name in os.listdir(f"{folder}/newcomer/downloads") if name.endswith(".mid")]:
            assert time.monotonic() < end, "nothing was saved"
            time.sleep(0.05)

    check("A newcomer on a phone plays a chord", plays_a_chord)
    check("A newcomer turns a knob", turns_a_knob)
    check("A newcomer learns: the knob waits, and panic stays in reach", learns_it)
    check("A newcomer saves the sound, and finds it again", saves_and_finds)
    check("A newcomer records what is played", records)
    check("A newcomer takes what was played away", takes_it_away)
    check_messages("No error in the newcomer's page", page)
    browser.close_page(page)
    watcher.close()
    instrument.end()

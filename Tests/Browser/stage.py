"""An instrument of several parts, in the browser."""

import json
import time

from checks import check, check_messages
from instrument import Instrument
from layout import settle
from place import keyboard, show, widget, with_choice


def check_stage(spinet, folder, browser, pictures):
    instrument = Instrument(spinet, folder, "evening")
    watcher = instrument.client()
    watcher.until([])
    page = browser.page(instrument.url)
    page.until("document.querySelectorAll('#view-play .parts [role=radio]').length === 5")

    def choose(part):
        show(page, "play")
        page.run(f"[...document.querySelectorAll('#view-play .parts [role=radio]')].find((b) => b.textContent.startsWith('{part}')).click()")

    def key(note):
        return f"[data-surface=keyboard][data-part=lead] [data-note='{note}']"

    def sounds_alone():
        """One voice, when those of before have rung out."""
        end = time.monotonic() + 20
        while (voices := json.loads(instrument.ask("engine", "status", "--json"))["voices"]) != 1:
            assert time.monotonic() < end, voices

    def plays_one_part():
        """The scene plays piano and strings; a finger on the keyboard of the lead plays it all the same, and only it."""
        keyboard(page, "own")
        choose("lead")
        page.until("document.querySelectorAll('#view-play [data-surface=keyboard]').length === 1 && document.querySelector('[data-part=lead]') !== null")
        page.down(1, page.place(key("C4")))
        watcher.until([60])
        page.until(f"document.querySelector(\"{key('C4')}\").classList.contains('lit')")
        sounds_alone()
        page.up(1)
        watcher.until([])

    def lifts_where_keys_leave():
        """The element under the finger is gone, so the browser tells nothing of it any more."""
        keyboard(page, "own")
        choose("lead")
        page.down(1, page.place(key("C4")))
        watcher.until([60])
        choose("strings")
        watcher.until([])
        page.up(1)
        choose("lead")
        page.down(1, page.place(key("C4")))
        watcher.until([60])
        instrument.ask("load", "warm-pad")
        watcher.until([])
        page.up(1)
        instrument.ask("load", "evening")
        page.until("document.querySelectorAll('#view-play .parts [role=radio]').length === 5")

    def lights_by_part():
        """Keys are lit in the colour of the part that plays them; the strings play an octave above the piano."""
        keyboard(page, "piano")
        choose("piano")
        for note in (60, 64, 67):
            watcher.send({"note": [note, 100]})
        page.run("document.querySelector(\"[aria-label='One octave up']\").click()")
        for name, part in [("C4", 1), ("G4", 1), ("C5", 2)]:
            page.until(f"document.querySelector(\"[data-surface=keys] [data-note='{name}']\")?.matches('.lit.part{part}')")
        page.until("document.querySelectorAll('.range .at.part1').length === 3 && document.querySelectorAll('.range .at.part2').length === 3")
        if pictures:
            # The picture of the README.
            page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
            page.resize(1024, 768)
            page.run("document.querySelector('.say [aria-label=Close]').click()")
            choose("strings")
            page.run("[...document.querySelectorAll('.looks [role=radio]')].find((one) => one.textContent === 'Filter').click()")
            page.until("document.querySelector('.look').textContent.includes('Hz') && document.querySelector('.time .runs') !== null")
            settle(page)
            page.picture(f"{pictures}/panel.png")
            choose("piano")
        for note in (60, 64, 67):
            watcher.send({"note": [note, 0]})
        watcher.until([])

    def aims_the_piano():
        """The bass plays below C3 only; chosen, it plays the keys that are touched."""
        keyboard(page, "octave")
        with_choice(page, "const aim = sheet.querySelector('#aim'); aim.value = 'bass'; aim.dispatchEvent(new Event('change'))")
        page.down(1, page.place("[data-surface=piano] [data-note='E4']"))
        watcher.until([64])
        sounds_alone()
        page.up(1)
        watcher.until([])
        with_choice(page, "const aim = sheet.querySelector('#aim'); aim.value = ''; aim.dispatchEvent(new Event('change'))")

    def chooses_parts():
        """The chosen part decides the eight knobs and their colour."""
        keyboard(page, "piano")
        choose("bass")
        page.until("document.querySelector('.front .k').dataset.widget.startsWith('bass/') && document.querySelector('.front').classList.contains('part3')")
        tabs = page.run("[...document.querySelectorAll('.parts [role=radio]')].map((tab) => tab.getAttribute('aria-label'))")
        assert tabs == ["piano, plays", "strings, plays", "bass, rests", "lead, rests", "pad, rests"], tabs

    def mutes_and_levels():
        """Where there is room, each tab has the part's level, mute and solo."""
        page.resize(2560, 1440)
        page.until("document.querySelector('[aria-label=\"strings/part.mute\"]')?.offsetWidth > 0")
        page.run("document.querySelector('[aria-label=\"strings/part.mute\"]').click()")
        page.until("document.querySelector('[aria-label=\"strings/part.mute\"]').getAttribute('aria-pressed') === 'true'")
        assert instrument.widget("strings/part.mute") == 1
        page.run("document.querySelector('[aria-label=\"strings/part.mute\"]').click()")
        page.run("document.querySelector('.tab.part2 [role=slider]').focus()")
        page.key("Home")
        page.until("document.querySelector('.tab.part2 [role=slider]').getAttribute('aria-valuenow') === '-60'")
        assert instrument.widget("strings/part.level") == -60
        page.resize(1024, 768)

    def chooses_scenes():
        show(page, "play")
        page.run("[...document.querySelectorAll('.scenes .pad')].find((pad) => pad.textContent.startsWith('solo')).click()")
        page.until("document.querySelector('.scenes .pad[aria-pressed=true]').textContent.startsWith('solo')")
        page.until("document.querySelectorAll('.parts .plays').length === 3")
        assert "▶ solo" in instrument.ask("scene"), instrument.ask("scene")
        page.run("[...document.querySelectorAll('.scenes .pad')].find((pad) => pad.textContent.startsWith('ballad')).click()")
        page.until("document.querySelectorAll('.parts .plays').length === 2")

    def moves_within_a_row():
        """ArrowRight stays in its row; two manuals are two rows."""
        keyboard(page, "own")
        choose("lead")
        page.place(key("C4"))
        page.run("document.querySelector('[data-surface=keyboard] .key').focus()")
        page.key("ArrowRight")
        first = page.run("[...document.querySelectorAll('[data-surface=keyboard] .key')].indexOf(document.activeElement)")
        assert first == 1, first
        keyboard(page, "piano")

    check("The chosen part decides the eight knobs", chooses_parts)
    check("A finger on a part's keyboard plays that part alone", plays_one_part)
    check("A chord by another client is lit in the colours of the parts that play it", lights_by_part)
    check("The piano plays the part that is chosen for it", aims_the_piano)
    check("A part is muted and made quiet in its tab", mutes_and_levels)
    check("A scene is chosen, and the parts that it leaves out are told apart", chooses_scenes)
    check("Arrows stay in a row of keys", moves_within_a_row)
    check("A finger on keys that leave the page lifts", lifts_where_keys_leave)
    check_messages("No error in the page of a stage", page)
    browser.close_page(page)
    instrument.end()

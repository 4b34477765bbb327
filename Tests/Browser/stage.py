"""An instrument of several parts, in the browser."""

import json
import time

from checks import check, check_messages
from instrument import Instrument


def check_stage(spinet, folder, browser, pictures):
    instrument = Instrument(spinet, folder, "evening")
    watcher = instrument.client()
    watcher.until([])
    page = browser.page(instrument.url)
    page.until("document.querySelectorAll('#view-play .chooser button').length === 6")

    def choose(view, text):
        page.run(f"location.hash = '#{view}'")
        page.until(f"!document.querySelector('#view-{view}').hidden")
        page.run(f"[...document.querySelectorAll('#view-{view} .chooser button')].find((b) => b.textContent === '{text}').click()")

    def key(note):
        return f"[data-surface=keyboard][data-part=lead] [data-note='{note}']"

    def sounds_alone():
        """One voice, when those of before have rung out."""
        end = time.monotonic() + 20
        while (voices := json.loads(instrument.ask("engine", "status", "--json"))["voices"]) != 1:
            assert time.monotonic() < end, voices

    def plays_one_part():
        """The scene plays piano and strings; a finger on the keyboard of the lead plays it all the same, and only it."""
        choose("play", "lead")
        page.until("document.querySelectorAll('#view-play [data-surface=keyboard]').length === 1")
        page.down(1, page.place(key("C4")))
        watcher.until([60])
        page.until(f"document.querySelector(\"{key('C4')}\").classList.contains('lit')")
        sounds_alone()
        page.up(1)
        watcher.until([])

    def lifts_where_keys_leave():
        """The element under the finger is gone, so the browser tells nothing of it any more."""
        choose("play", "lead")
        page.until("document.querySelectorAll('#view-play [data-surface=keyboard]').length === 1")
        page.down(1, page.place(key("C4")))
        watcher.until([60])
        choose("play", "strings")
        watcher.until([])
        page.up(1)
        choose("play", "lead")
        page.down(1, page.place(key("C4")))
        watcher.until([60])
        instrument.ask("load", "warm-pad")
        watcher.until([])
        page.up(1)
        instrument.ask("load", "evening")
        page.until("document.querySelectorAll('#view-play .chooser button').length === 6")

    def shows_all_parts():
        choose("play", "All")
        page.until("document.querySelectorAll('#view-play [data-surface=keyboard]').length === 5")
        heights = page.run("[...document.querySelectorAll('#view-play [data-surface=keyboard]')].map((e) => e.clientHeight)")
        assert min(heights) > 40 and max(heights) - min(heights) <= 1, heights

    def is_pictured():
        """The picture of the panel's article."""
        choose("play", "piano")
        page.resize(820, 440)
        for note in (60, 64, 67):
            watcher.send({"note": [note, 100]})
        page.until("document.querySelectorAll('#view-play .lit').length === 3")
        if pictures:
            page.picture(f"{pictures}/panel.png")
        for note in (60, 64, 67):
            watcher.send({"note": [note, 0]})
        watcher.until([])
        page.resize(1024, 768)

    def aims_the_piano():
        """The bass plays below C3 only; chosen, it plays the keys that are touched."""
        page.run("location.hash = '#piano'")
        page.run("document.querySelector('#aim').value = 'bass'; document.querySelector('#aim').dispatchEvent(new Event('change'))")
        page.run("location.hash = '#play'")
        choose("play", "bass")
        page.run("location.hash = '#piano'")
        page.until("document.querySelectorAll('[data-surface=piano] .key').length === 12 && !document.querySelector('#view-piano').hidden")
        page.down(1, page.place("[data-surface=piano] [data-note='E4']"))
        watcher.until([64])
        page.until("[...document.querySelectorAll('[data-surface=keyboard][data-part=bass] .lit')].length === 1 || document.querySelector('#view-play').hidden")
        sounds_alone()
        page.up(1)
        watcher.until([])
        page.run("document.querySelector('#aim').value = ''; document.querySelector('#aim').dispatchEvent(new Event('change'))")

    def mutes_and_levels():
        page.run("location.hash = '#sounds'")
        page.until("document.querySelectorAll('#view-sounds .strips li').length === 5")
        page.run("document.querySelector('#view-sounds [data-part=strings] .switch [data-title=Mute]').click()")
        page.until("document.querySelector('#view-widgets [data-widget=\"strings/part.mute\"]').getAttribute('aria-checked') === 'true'")
        assert instrument.widget("strings/part.mute") == 1
        page.run("document.querySelector('#view-sounds [data-part=strings] .slider .handle').focus()")
        page.key("Home")
        page.until("document.querySelector('#view-widgets [data-widget=\"strings/part.level\"]').getAttribute('aria-valuenow') === '-60'")

    def chooses_scenes():
        page.run("location.hash = '#sounds'")
        page.until("document.querySelectorAll('#view-sounds .strips li.resting').length === 3")
        page.run("[...document.querySelectorAll('#view-sounds button')].find((b) => b.textContent === 'solo').click()")
        page.until("document.querySelectorAll('#view-sounds .strips li.resting').length === 2")
        page.until("[...document.querySelectorAll('#view-sounds [aria-pressed=true]')].map((b) => b.textContent).includes('solo')")
        assert "▶ solo" in instrument.ask("scene"), instrument.ask("scene")

    def groups_widgets_by_part():
        choose("widgets", "bass")
        shown = "[...document.querySelectorAll('#view-widgets fieldset:not([hidden])')].map((f) => f.dataset.part)"
        assert set(page.run(shown)) == {"bass", ""}, page.run(shown)
        choose("widgets", "All")
        assert set(page.run(shown)) == {"piano", "strings", "bass", "lead", "pad", ""}

    def fits():
        for width, height in [(320, 640), (844, 390), (1280, 800)]:
            page.resize(width, height)
            for view in ["play", "piano", "widgets", "sounds"]:
                page.run(f"location.hash = '#{view}'")
                page.until(f"!document.querySelector('#view-{view}').hidden")
                wide = page.run(f"document.querySelector('#view-{view}').scrollWidth <= innerWidth")
                assert wide, f"{width} {view} is too wide"

    check("A finger on a part's keyboard plays that part alone", plays_one_part)
    check("The keyboards of all parts are shown below each other", shows_all_parts)
    check("A chord by another client is lit on the keyboard of a part that plays it", is_pictured)
    check("The piano plays the part that is chosen for it", aims_the_piano)
    check("A part is muted and made quiet where scenes are, and under Widgets", mutes_and_levels)
    check("A scene is chosen, and the parts that it leaves out are told apart", chooses_scenes)
    check("Widgets are shown part by part", groups_widgets_by_part)
    check("Parts fit on a phone too", fits)
    check("A finger on keys that leave the page lifts", lifts_where_keys_leave)
    check_messages("No error in the page of a stage", page)
    browser.close_page(page)
    instrument.end()

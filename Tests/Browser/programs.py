"""Programs that nobody designed a front for, and a stage of several parts, in Edit."""

import os

from checks import check, check_messages
from opened import Opener
from place import show, widget


examples = os.path.realpath(os.path.join(os.path.dirname(__file__), "../../examples/csound"))


def program(count):
    """A Csound program with so many sliders, one per line of its text."""
    sliders = "\n".join(f"; @widget knob{number:03} slider 0 1 0.5" for number in range(count))
    lines = "\n".join(f"chn_k \"knob{number:03}\", 3, 2, 0.5, 0, 1" for number in range(count))
    return f"<CsoundSynthesizer>\n<CsInstruments>\nsr = 48000\nksmps = 64\nnchnls = 2\n0dbfs = 1\n{lines}\ninstr 1\nendin\n</CsInstruments>\n<CsScore>\n</CsScore>\n</CsoundSynthesizer>\n{sliders}\n"


def check_programs(spinet, folder, browser, check_layout):
    opener = Opener(spinet, f"{folder}/", browser)

    def opened(name, *options):
        instrument, page = opener.opened(name, *options)
        show(page, "edit")
        return instrument, page

    def draws_a_crowd():
        """200 widgets: a grid of knobs with a search and an index of letters, none of 0 px at any width."""
        os.makedirs(f"{folder}/crowd", exist_ok=True)
        with open(f"{folder}/crowd/crowd.csd", "w") as file:
            file.write(program(200))
        instrument, page = opened("crowd", f"{folder}/crowd/crowd.csd")
        page.until("document.querySelectorAll('.mod.grid .k').length === 200")
        assert page.run("document.querySelectorAll('.letters button').length") == 1
        for width in (390, 1024, 2560, 3840):
            page.resize(width, 900)
            page.until("[...document.querySelectorAll('.mod.grid .k')].slice(0, 9).every((k) => k.offsetWidth >= 44 && k.offsetHeight > 40)")
        check_messages("A crowd of widgets: no error in the page", page)
        browser.close_page(page)
        instrument.end()

    def has_one_line_of_time():
        """What plays in time stands as in every front, after the program's own modules and not as sliders among them."""
        instrument, page = opened("bells", f"{examples}/bells.csd")
        page.until("document.querySelector('#view-edit .mods .timed') !== null")
        titles = page.run("[...document.querySelectorAll('.mods .mod')].map((mod) => [mod.classList.contains('timed'), mod.querySelector('h2').textContent])")
        own = [title for is_timed, title in titles if not is_timed]
        assert own and set(own) & {"arp", "chord", "scale", "clock"} == set(), titles
        assert [title for _, title in titles[len(own):]] == ["Arpeggio", "Chord", "Scale", "Kept chord", "Clock", "Metronome"], titles
        check_layout("A program in time", page, "program-", [("edit", lambda: show(page, "edit"))])
        check_messages("A program in time: no error in the page", page)
        browser.close_page(page)
        instrument.end()

    def shows_parts():
        """The widgets of one part at a time, in its colour; the parts' levels are beside them."""
        instrument, page = opened("parts", "evening")
        page.until("document.querySelectorAll('.parts-bar button').length === 5")
        page.run("[...document.querySelectorAll('.parts-bar button')].find((b) => b.textContent === 'bass').click()")
        page.until(f"{widget('bass/filter.cutoff')} !== null && {widget('piano/filter.cutoff')} === null")
        assert page.run("document.querySelector('#view-edit .edit').classList.contains('part3')")
        # The mappings tell parts by their colours.
        mappings = f"{folder}/parts/config/spinet/mappings"
        os.makedirs(mappings, exist_ok=True)
        with open(f"{mappings}/mine.yaml", "w") as file:
            file.write("controller: Mine\nmap:\n  cc 21: bass/filter.cutoff\n")
        page.run("dispatchEvent(new CustomEvent('learn')) && null")
        page.until("document.querySelector('.side-sheet')?.hidden === false")
        page.run("[...document.querySelectorAll('.side-sheet button')].find((b) => b.textContent === 'All mappings').click()")
        page.until("document.querySelector('.mappings td > i.part3')?.offsetWidth > 9")
        page.run("document.querySelector('.mappings .back').click()")
        page.run("dispatchEvent(new CustomEvent('learn')) && null")
        page.until("!document.body.classList.contains('learning')")
        page.run(f"{widget('bass/part.level')}.focus()")
        page.key("Home")
        page.until(f"{widget('bass/part.level')}.getAttribute('aria-valuenow') === '-60'")
        assert instrument.widget("bass/part.level") == -60
        page.run(f"{widget('bass/part.mute')}.click()")
        page.until(f"{widget('bass/part.mute')}.getAttribute('aria-checked') === 'true'")
        check_messages("Parts in Edit: no error in the page", page)
        browser.close_page(page)
        instrument.end()

    def shows_a_crowd_of_parts():
        """Sixteen parts and eight scenes with names in several scripts, long and short: all can be touched, and the scene
        that plays is in sight."""
        names = ["Grand piano with a very long name indeed", "🎹🎻🥁🎷🎺", "فيولين بعيد جدا", "Ünïcödé ffi", *(f"part {number}" for number in range(5, 17))]
        scenes = ["A very long name for the bridge after the second solo", "🎶", "مقدمة", *(f"scene {number}" for number in range(4, 9))]
        os.makedirs(f"{folder}/sixteen", exist_ok=True)
        with open(f"{folder}/sixteen/sixteen.yaml", "w") as file:
            file.write("name: شريط طويل جدا A stage with a name that nobody reads in one go\nparts:\n")
            file.writelines(f"  {name}: {{sound: {sound}, keys: ..B2}}\n" for name, sound in zip(names, 4 * ["warm-pad", "electric-piano", "default", "kick"]))
            file.write("scenes:\n")
            file.writelines(f"  {scene}: [{name}]\n" for scene, name in zip(scenes, names))
        instrument, page = opened("sixteen", f"{folder}/sixteen/sixteen.yaml")
        check_layout("Sixteen parts", page, "sixteen-", [(place, lambda place=place: show(page, place)) for place in ("play", "edit", "sounds")])
        page.resize(390, 844)
        show(page, "play")
        page.until("document.querySelectorAll('.scenes .pad').length === 8")
        for scene in (scenes[-1], scenes[0]):
            instrument.ask("scene", scene)
            page.until(f"document.querySelector('.scenes [aria-pressed=true] .cut')?.textContent === {scene!r}")
            page.until("(({ left, right }) => left > -1 && right < innerWidth + 1)(document.querySelector('.scenes [aria-pressed=true]').getBoundingClientRect())", 3)
        assert page.run("getComputedStyle(document.querySelector('.title h1')).direction") == "rtl", "the end of the name is shown, not its beginning"
        check_messages("Sixteen parts: no error in the page", page)
        browser.close_page(page)
        instrument.end()

    check("A stage of sixteen parts has room", shows_a_crowd_of_parts)
    check("Edit: 200 widgets are a grid with an index", draws_a_crowd)
    check("Edit: a program has the line of time that every front has", has_one_line_of_time)
    check("Edit: a stage is shown part by part, and a part is muted and made quiet", shows_parts)

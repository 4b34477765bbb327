"""What several fingers do at once, and what stands where: in Play, in Edit and while links are learned."""

import json
import os
import time

from checks import check
from opened import CONNECTED, Opener
from place import keyboard, middle, show

CONTROLS = """<CsoundSynthesizer>
<CsInstruments>
sr = 48000
ksmps = 32
nchnls = 2
0dbfs = 1
{channels}
instr 1
endin
</CsInstruments>
<CsScore>
</CsScore>
</CsoundSynthesizer>
"""


examples = os.path.realpath(os.path.join(os.path.dirname(__file__), "../../examples"))


def program(path, *channels):
    """A Csound program with these lines in its header."""
    with open(f"{path}.csd", "w") as file:
        file.write(CONTROLS.format(channels="\n".join(channels)))
    return f"{path}.csd"


def check_hands(spinet, folder, browser):
    opener = Opener(spinet, f"{folder}/hands-", browser, ready=f"{CONNECTED} && document.querySelectorAll('[data-surface] .key').length > 3")
    opened, closed = opener.opened, opener.closed

    def frame(page):
        page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(1), 60))))")

    def presses_beside_a_key():
        """While a finger is on a key, others press scenes, parts and the arrows."""
        instrument, page = opened("press", "evening")
        page.down(1, page.place("[data-surface=keys] [data-note='E4']"))

        def tap(selector):
            place = page.place(selector)
            page.down(2, place)
            page.up(2)

        tap(".play > .scenes .pad:nth-child(2)")
        page.until("document.querySelector('.play > .scenes .pad:nth-child(2)').getAttribute('aria-pressed') === 'true'")
        tap(".play > .parts .tab:nth-child(3) button")
        page.until("document.querySelector('.play > .parts .tab:nth-child(3) button').getAttribute('aria-checked') === 'true'")
        first = "Number(document.querySelector('[data-surface=keys] .key').dataset.midi)"
        before = page.run(first)
        tap("[aria-label='One octave up']")
        page.until(f"{first} > {before}")
        page.up(1)
        # In the other order, and not by a swipe.
        third, first = page.place(".play > .scenes .pad:nth-child(3)"), page.place(".play > .scenes .pad:nth-child(1)")
        page.down(1, third)
        page.down(2, page.place("[data-surface=keys] .key:not(.black)"))
        page.up(1)
        page.until("document.querySelector('.play > .scenes .pad:nth-child(3)').getAttribute('aria-pressed') === 'true'")
        page.down(1, first)
        page.move(1, (first[0] + 60, first[1]))
        page.up(1)
        page.run("window.said = []; sockets.at(-1).send = ((send) => function (text) { said.push(text); return send.call(this, text); })(sockets.at(-1).send)")
        place = page.place("#panic")
        page.down(1, place)
        page.up(1)
        page.run("new Promise((done) => setTimeout(done, 300))")
        assert page.run("said.filter((text) => text.includes('panic')).length") == 1
        assert page.run("document.querySelector('.play > .scenes .pad:nth-child(3)').getAttribute('aria-pressed')") == "true", "a swipe has pressed"
        page.up(2)
        closed("Several fingers", instrument, page)

    def follows_the_wheels():
        """Where the first part rests, the wheels show and move those that play; a bend goes back where another scene plays by then."""
        instrument, page = opened("wheels", "evening")
        instrument.ask("scene", "solo")
        page.until("document.querySelectorAll('.play > .scenes .pad')[2].getAttribute('aria-pressed') === 'true'")
        wheel = "document.querySelector('[data-wheel=mod]')"
        names = lambda: [json.loads(line)["widget"] for line in instrument.ask("widgets", "--json").splitlines()]
        x, y = middle(page, "[data-wheel=mod] i")
        page.drag(1, [(x, y - 8 * step) for step in range(5)])
        page.until(f"Number({wheel}.getAttribute('aria-valuenow')) > 0.1")
        moved = instrument.widget("bass/mod.wheel")
        page.until(f"Math.abs(Number({wheel}.getAttribute('aria-valuenow')) - {moved}) < 0.001")
        x, y = middle(page, "[data-wheel=bend] i")
        page.drag(1, [(x, y - 8 * step) for step in range(5)], stays=True)
        page.until("Math.abs(Number(document.querySelector('[data-wheel=bend]').getAttribute('aria-valuenow'))) > 0.05")
        instrument.ask("scene", "ballad")
        page.up(1)
        end = time.monotonic() + 5
        while abs(instrument.widget("bass/pitch.bend")) > 0.001:
            assert time.monotonic() < end, "the bend has stayed"
        page.drag(1, [(x, y - 8 * step) for step in range(5)], stays=True)
        end = time.monotonic() + 5
        while abs(instrument.widget("piano/pitch.bend" if "piano/pitch.bend" in names() else "strings/pitch.bend")) < 0.01:
            assert time.monotonic() < end, "nothing is bent"
        page.run("sockets.at(-1).close()")
        page.up(1)
        page.until("document.body.classList.contains('connected')")
        end = time.monotonic() + 5
        while any(abs(instrument.widget(name)) > 0.001 for name in names() if name.endswith("/pitch.bend")):
            assert time.monotonic() < end, "the bend has stayed"
        page.messages.clear()
        closed("Wheels of a scene", instrument, page)

    def draws_late_knobs():
        """The eight that changed under a finger are drawn when it lifts."""
        instrument, page = opened("front", "evening")
        x, y = middle(page, "#view-play .front .k")
        page.down(1, (x, y))
        page.move(1, (x, y - 20))
        page.run("[...document.querySelectorAll('#view-play .parts [role=radio]')].find((b) => b.textContent.startsWith('strings')).click()")
        frame(page)
        names = "[...document.querySelectorAll('#view-play .front .k')].map((k) => k.getAttribute('aria-label'))"
        assert all(name.startswith("piano/") for name in page.run(names))
        page.up(1)
        page.until(f"{names}.every((name) => name.startsWith('strings/'))")
        closed("Knobs that wait", instrument, page)

    def tells_the_value():
        """A knob that is held says its value in large letters, where no well does; the well forgets a sound that is gone."""
        instrument, page = opened("bubble", "default", width=844, height=390)
        for place, isTold in [("play", True), ("edit", True)]:
            show(page, place)
            name = "#view-play .front .k" if place == "play" else "#view-edit .k"
            page.until(f"document.querySelector('{name}') !== null")
            x, y = middle(page, name)
            page.down(1, (x, y))
            page.move(1, (x, y - 12))
            page.move(1, (x, y - 24))
            page.until("document.querySelector('.bubble') !== null")
            size, text = page.run("((b) => [parseFloat(getComputedStyle(b).fontSize), b.textContent])(document.querySelector('.bubble'))")
            assert size >= 24 and text == page.run(f"document.querySelector('{name}').getAttribute('aria-valuetext')"), (size, text)
            inside = page.run("(({ left, right, top, bottom }) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight)(document.querySelector('.bubble').getBoundingClientRect())")
            assert inside
            page.up(1)
            page.until("document.querySelector('.bubble') === null")
        # The control leaves the page under the finger.
        for leaves in ("sockets.at(-1).close()", "document.dispatchEvent(new Event('visibilitychange')) && window.dispatchEvent(new Event('blur'))"):
            page.until("document.body.classList.contains('connected') && document.querySelector('#view-edit .k') !== null")
            x, y = middle(page, "#view-edit .k")
            page.down(1, (x, y))
            page.move(1, (x, y - 24))
            page.until("document.querySelector('.bubble') !== null")
            page.run(f"({leaves}) ?? null")
            page.until("document.querySelector('.bubble') === null")
            page.up(1)
        page.messages.clear()
        page.resize(1024, 768)
        show(page, "play")
        x, y = middle(page, "#view-play .front .k")
        page.down(1, (x, y))
        page.move(1, (x, y - 30))
        page.until("document.querySelector('.say1').hidden === false && document.querySelector('.bubble') === null")
        instrument.ask("load", "warm-pad")
        page.until("document.title.startsWith('Wool') && document.querySelector('.say1').hidden")
        page.up(1)
        closed("A held value", instrument, page)

    def lifts_what_leaves():
        """Whatever a finger is on, it is let go when that has left the page and the finger lifts."""
        instrument, page = opened("leaves", "morph-pad", width=1440, height=900)
        show(page, "edit")
        page.until("document.querySelector('#view-edit .xy') !== null")
        page.run("(window.released = [], null)")
        held = "import('/instrument/opened.js').then(({ line }) => { line.on('released', (name) => released.push(name)); })"
        page.run(f"{held}.then(() => null)")
        for place, selector, names in [
            ("edit", "#view-edit .k", None), ("edit", "#view-edit .dot[role=slider]", None), ("edit", "#view-edit .xy", None), ("play", "[data-wheel=mod]", None),
        ]:
            show(page, place)
            page.until(f"document.querySelector('{selector}')?.offsetWidth > 0")
            x, y = middle(page, selector)
            page.down(1, (x, y))
            page.move(1, (x, y - 12))
            page.run(f"(released.length = 0, document.querySelector('{selector}').remove(), null)")
            page.up(1)
            page.until("released.length > 0")
        closed("What has left", instrument, page)

    def follows_scenes():
        """A scene in which the chosen part rests shows the knobs of one that plays; names of a program are its own; the sheet of a keyboard is no wider than a phone."""
        instrument, page = opened("scenes", "evening", width=844, height=390)
        shown = "[...document.querySelectorAll('#view-play .front [data-widget]')].map((e) => e.dataset.widget.split('/')[0])"
        page.until(f"{shown}.every((part) => part === 'piano')")
        instrument.ask("scene", "solo")
        page.until(f"{shown}.length > 0 && {shown}.every((part) => part === 'bass')")
        closed("A scene", instrument, page)
        instrument, page = opened("organ", f"{examples}/csound/midi-organ.csd", width=320, height=640)
        labels = page.run("[...document.querySelectorAll('#view-play .front .label')].map((e) => e.textContent)")
        assert labels[:4] == ["drawbar 16", "drawbar 8", "drawbar 4", "drawbar 2"], labels
        keyboard(page, "free")
        page.run("[...document.querySelectorAll(\".keyboard button[aria-label='Which keyboard']\")].find((b) => b.offsetWidth).click() ?? null")
        page.until("document.querySelector('.sheet #first') !== null")
        for width, height in [(320, 640), (390, 844)]:
            page.resize(width, height)
            frame(page)
            assert page.run("document.querySelector('.sheet').scrollWidth <= document.querySelector('.sheet').clientWidth"), width
        page.key("Escape")
        closed("A program's names", instrument, page)

    def has_room_for_keyboards():
        """A program's own keys, and those of each part, have most of the screen at every size, and keep it when they are played."""
        instrument, page = opened("smart", "evening")
        for width, height in [(1024, 768), (1440, 900), (1920, 1080), (2560, 1440)]:
            page.resize(width, height)
            keyboard(page, "own")
            frame(page)
            sizes = "['.board', '.look'].map((s) => document.querySelector(`#view-play ${s}`).offsetHeight)"
            board, look = page.run(sizes)
            assert board > height / 5 and look > 60, (width, board, look)
            small = page.run("[...document.querySelectorAll('.ms')].filter((e) => e.offsetWidth && parseFloat(getComputedStyle(e, '::after').width) < 43.5).length")
            assert small == 0, (width, small)
            page.down(1, page.place("[data-surface=keyboard] .key"))
            frame(page)
            assert page.run(sizes) == [board, look], (width, "it jumps")
            page.up(1)
            keyboard(page, "piano")
            frame(page)
            assert page.run(sizes)[0] > height / 6
        closed("Keyboards", instrument, page)

    def fills_play_without_knobs():
        """A program without knobs leaves nothing black and nothing free."""
        path = program(f"{folder}/told", 'chn_k "told", 2, 2, 0, -1, 1')
        instrument, page = opened("bare", path)
        for width, height in [(390, 844), (844, 390), (1440, 900)]:
            page.resize(width, height)
            frame(page)
            main = page.run("document.querySelector('#view-play').getBoundingClientRect().width")
            widths = page.run("['.head', '.piano'].map((s) => document.querySelector(`#view-play ${s}`).getBoundingClientRect().toJSON())")
            assert max(box["right"] for box in widths) - min(box["left"] for box in widths) >= main - 1, (width, widths)
            gap = page.run("document.querySelector('#view-play .piano').getBoundingClientRect().top - Math.max(...['.head', '.look', '.time', '.say'].map((s) => document.querySelector(`#view-play ${s}`)).filter((e) => e?.offsetHeight).map((e) => e.getBoundingClientRect().bottom))")
            assert gap < 8, (width, gap)
        show(page, "edit")
        page.until("document.querySelector('#view-edit .nothing') !== null || document.querySelectorAll('#view-edit .program').length > 0")
        closed("A program without knobs", instrument, page)
        instrument, page = opened("none", program(f"{folder}/none"))
        show(page, "edit")
        page.until("document.querySelector('#view-edit .nothing')?.textContent.includes('no controls')")
        closed("A program without widgets", instrument, page)

    def draws_every_zone():
        """Eight parts with a zone each have eight lines over the range."""
        os.makedirs(f"{folder}/hands-zones/config/spinet/stages", exist_ok=True)
        with open(f"{folder}/hands-zones/config/spinet/stages/eight.yaml", "w") as file:
            file.write("parts:\n" + "".join(f"  part-{index}: {{sound: warm-pad, keys: {36 + 6 * index}..{41 + 6 * index}}}\n" for index in range(8)))
        instrument, page = opened("zones", "eight")
        page.until("document.querySelectorAll('.range .zone').length === 8")
        assert page.run("new Set([...document.querySelectorAll('.range .zone')].map((e) => e.style.top)).size") == 1
        closed("Zones", instrument, page)

    def shrinks_labels():
        """Words on keys have room, however long they are."""
        path = f"{folder}/labels.dsp"
        with open(path, "w") as file:
            file.write("declare interface \"SmartKeyboard{'Number of Keyboards':'1','Keyboard 0 - Number of Keys':'4','Keyboard 0 - Key 0 - Label':'Kick drum','Keyboard 0 - Key 1 - Label':'Snare with rimshot'}\";\nprocess = 0, 0;\n")
        instrument, page = opened("labels", path)
        keyboard(page, "own")
        for width, height in [(390, 844), (1440, 900)]:
            page.resize(width, height)
            frame(page)
            over = page.run("[...document.querySelectorAll('[data-surface=keyboard] .key span')].filter((s) => s.offsetWidth > s.parentElement.clientWidth).map((s) => s.textContent)")
            assert over == [], (width, over)
        closed("Words on keys", instrument, page)

    check("While a finger is on a key, others press buttons", presses_beside_a_key)
    check("The wheels show and move the parts that play", follows_the_wheels)
    check("Knobs follow a scene, and programs keep their names", follows_scenes)
    check("What has left the page is let go when its finger lifts", lifts_what_leaves)
    check("Knobs that change under a finger are drawn when it lifts", draws_late_knobs)
    check("A held knob says its value in large letters", tells_the_value)
    check("Own keyboards have room at every size, and nothing jumps", has_room_for_keyboards)
    check("A program without knobs fills Play, and Edit says so", fills_play_without_knobs)
    check("Every zone is drawn over the range", draws_every_zone)
    check("Words on keys are shrunk to fit", shrinks_labels)

"""What has once failed at sizes that few people use, with other instruments, and after a restart."""

import json
import os

from checks import check
from instrument import Instrument
from opened import Opener
from place import keyboard, show, widget

examples = os.path.realpath(os.path.join(os.path.dirname(__file__), "../../examples"))

# Whether the middle of each element can be touched, and it is large enough.
REACHED = """(selector) => [...document.querySelectorAll(selector)].filter((e) => { const b = e.getBoundingClientRect();
  return !(b.width >= 43.5 && b.height >= 43.5 && e.contains(document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2))); }).map((e) => e.textContent || e.getAttribute("aria-label"))"""

KEYS = "[...document.querySelectorAll('[data-surface=keys] .key')].map((key) => Number(key.dataset.midi))"


# How many pixels of the colour of lines lie between each knob of the front and its right and its lower neighbour.
HAIRLINES = """async (picture, scale) => {
  const image = await createImageBitmap(new Blob([Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))]));
  const brush = new OffscreenCanvas(image.width, image.height).getContext("2d", { willReadFrequently: true });
  brush.drawImage(image, 0, 0);
  const front = document.querySelector(".front"), line = getComputedStyle(front).backgroundColor.match(/\\d+/g).join();
  const isLine = (x, y) => [...brush.getImageData(x, y, 1, 1).data].slice(0, 3).join() === line;
  const boxes = [...front.querySelectorAll(".k")].map((knob) => knob.getBoundingClientRect()).filter(({ right }) => right <= innerWidth + 1);
  return boxes.flatMap((one) => boxes.flatMap((other) => {
    const isBeside = one.top === other.top && other.left > one.left && other.left - one.right < 3;
    const isBelow = one.left === other.left && other.top > one.top && other.top - one.bottom < 3;
    if (!isBeside && !isBelow) return [];
    const [from, at] = isBeside ? [one.right, one.top + 6] : [one.bottom, one.left + 6];
    const along = Array.from({ length: 5 * scale }, (_, step) => Math.round((from - 2) * scale) + step), across = Math.round(at * scale);
    return [along.filter((place) => (isBeside ? isLine(place, across) : isLine(across, place))).length];
  }));
}"""


def check_regressions(spinet, folder, browser, sizes):
    opener = Opener(spinet, f"{folder}/", browser)
    opened, closed = opener.opened, opener.closed

    def reaches_all_keys():
        """On a phone held upright the window stops where each of 88 keys can be played."""
        instrument, page = opened("phone", "warm-pad", width=390, height=844)
        for width, height in [(320, 640), (390, 844)]:
            page.resize(width, height)
            keyboard(page, "piano")
            page.until("document.querySelectorAll('[data-surface=keys] .key').length > 7")
            page.run("document.querySelector('.range .track').focus()")
            page.key("Home")
            page.until(f"{KEYS}[0] === 21")
            seen = set(page.run(KEYS))
            for _ in range(12):
                page.run("document.querySelector(\"[aria-label='One octave up']\").click()")
                seen |= set(page.run(KEYS))
            assert seen == set(range(21, 109)), sorted(set(range(21, 109)) - seen)
        closed("Keys on a phone", instrument, page)

    def reaches_places():
        """On a phone on its side every place, the engine and panic can be touched."""
        instrument, page = opened("low", "evening", width=740, height=360)
        for width, height in [(740, 360), (568, 320)]:
            page.resize(width, height)
            for place in ("play", "edit", "setup"):
                show(page, place)
                missed = page.run(f"({REACHED})('.nav a, #engine, #panic, #record, #learn')")
                assert missed == [], (width, height, place, missed)
        closed("Places on a low screen", instrument, page)

    def opens_where_it_sounds():
        """A keyboard of several zones opens at keys that people hear."""
        instrument, page = opened("split", "warm-pad", "--keyboard", f"{examples}/keyboards/organ-split.yaml")
        keyboard(page, "own")
        notes = page.run("[...document.querySelectorAll('[data-surface=keyboard] .key')].map((key) => key.dataset.note)")
        octaves = {int(note.lstrip("ABCDEFG#b")) for note in notes if note}
        assert octaves and min(octaves) >= 1, sorted(octaves)
        closed("A split keyboard", instrument, page)

    def has_room_for_faders():
        """A fader is long enough to be moved, however large the monitor."""
        instrument, page = opened("wide", f"{examples}/csound/bells.csd")
        show(page, "edit")
        page.until("document.querySelectorAll('.mods .fader').length > 0")
        for width, height in [(320, 640), (1440, 900), (2560, 1440), (3840, 2160)]:
            page.resize(width, height)
            page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
            lengths = page.run("[...document.querySelectorAll('.mods .fader i')].filter((i) => i.getClientRects().length).map((i) => i.offsetWidth)")
            assert lengths and min(lengths) >= 80, (width, lengths)
            cut = page.run("[...document.querySelectorAll('.mods .fader b')].filter((b) => b.scrollWidth > b.clientWidth + 1 || b.getBoundingClientRect().right > innerWidth).map((b) => b.textContent)")
            assert cut == [], (width, cut)
        closed("Faders", instrument, page)

    def draws_pictures_on_phones():
        """Pads, bars and waveforms have a size that fits, from 320 pixels on."""
        for name, picture in [("morph", ".xy"), ("harmonics", ".bars"), ("tape", ".waveform")]:
            instrument, page = opened(name, f"{examples}/csound/{name}.csd", width=390, height=844)
            show(page, "edit")
            page.until(f"document.querySelector('.mods {picture}') !== null")
            module = page.run(f"document.querySelector('.mods {picture}').closest('.mod').querySelector('h2').textContent")
            for width, height in [(320, 640), (390, 844), (544, 900)]:
                page.resize(width, height)
                page.run(f"[...document.querySelectorAll('.modules-bar button')].find((b) => b.textContent === {module!r}).click()")
                page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
                wide, high, right = page.run(f"(({{ width, height, right }}) => [width, height, right])(document.querySelector('.mods {picture}').getBoundingClientRect())")
                assert 100 <= wide <= width and 60 <= high <= height and right <= width + 1, (name, width, wide, high, right)
            closed(f"Pictures on a phone, {name}", instrument, page)

    def searches_everywhere():
        """A search leaves the controls of every kind of instrument in their places."""
        for name, option in [("patch", "rock-organ"), ("stage", "evening"), ("csd", f"{examples}/csound/tape.csd")]:
            instrument, page = opened(f"find-{name}", option)
            show(page, "edit")
            page.until("document.querySelectorAll('.mods [data-widget]').length > 4")
            places = "JSON.stringify([...document.querySelectorAll('.mods [data-widget]')].map((e) => e.getBoundingClientRect()).map(({ width, height }) => [width, height]))"
            before = page.run(places)
            page.run("(({ f }) => { f.value = 'ar'; f.dispatchEvent(new Event('input')); })({ f: document.querySelector('.edit .find input') })")
            page.until("document.querySelectorAll('.mods .dimmed').length > 0")
            assert page.run(places) == before, name
            closed(f"Search, {name}", instrument, page)

    def opens_the_face():
        """The face fills the place, and its buttons can be touched. The processor draws it here, too slowly for the largest
        monitor."""
        instrument, page = opened("face", "warm-pad")
        for width, height in sizes[:-1]:
            page.resize(width, height)
            page.run("(location.hash = '#face') && null")
            page.until("document.querySelector('#view-face canvas, #view-face .told') !== null")
            page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
            part = page.run("(([face, main]) => face.width * face.height / (main.width * main.height))(['#view-face', 'main'].map((s) => document.querySelector(s).getBoundingClientRect()))")
            assert part > 0.98, (width, height, part)
            missed = page.run(f"({REACHED})('#view-face button')")
            assert missed == [] and page.run("document.querySelectorAll('#view-face button').length") >= 3, (width, height, missed)
            page.run("(location.hash = '#play') && null")
            page.until("document.querySelector('#view-face') === null")
        # It tells of a driver that draws without a graphics processor.
        browser.close_page(page)
        instrument.end()

    def draws_hairlines():
        """One line between neighbouring knobs, one point thick, however many pixels a point has."""
        instrument, page = opened("hairlines", "evening")
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        for width, height, scale in [(320, 640, 2), (390, 844, 2), (390, 844, 3), (768, 1024, 1), (844, 390, 2), (1024, 768, 1), (1440, 900, 1)]:
            page.resize(width, height, scale)
            page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(1), 150))))")
            seen = page.run(f"({HAIRLINES})({json.dumps(page.call('Page.captureScreenshot', format='png')['data'])}, {scale})")
            assert len(seen) >= 5 and all(abs(thickness - scale) <= 1 and thickness > 0 for thickness in seen), (width, scale, seen)
        closed("Hairlines", instrument, page)

    def fades_no_last_word():
        """The shade at the end of a row of choices tells that it goes on; at its end it lies on no word."""
        instrument, page = opened("shade", "evening", width=320, height=640)
        for place, row in [("play", ".parts"), ("edit", ".parts-bar"), ("edit", ".modules-bar"), ("sounds", ".chips")]:
            show(page, place)
            page.until(f"document.querySelector('#view-{place} {row}')?.offsetHeight > 0")
            free = page.run(f"""(() => {{ const row = document.querySelector('#view-{place} {row}'); row.scrollLeft = row.scrollWidth;
              const last = row.lastElementChild.getBoundingClientRect(), shade = parseFloat(getComputedStyle(row, '::after').width);
              return row.getBoundingClientRect().right - shade - last.right; }})()""")
            assert free > -1, (place, row, free)
        closed("Shades", instrument, page)

    def comes_back_after_a_restart():
        """The address is the same after a restart, and an open page finds back by itself."""
        instrument, page = opened("again", "warm-pad")
        page.open(f"http://{instrument.host}/#{instrument.token}")
        page.until("document.body?.classList.contains('connected')")
        instrument.end()
        page.until("document.body.classList.contains('lost')")
        again = Instrument(spinet, f"{folder}/again", "default")
        assert (again.host, again.token) == (instrument.host, instrument.token)
        page.until("document.body.classList.contains('connected') && document.title.startsWith('First Light')", 12)
        browser.close_page(page)
        again.end()

    def compares_only_the_sound():
        """Holding the original leaves song, click and clock alone, and they do not count as changes."""
        instrument, page = opened("original", "warm-pad")
        show(page, "sounds")
        count = "document.querySelector('#view-sounds .now header').textContent"
        for name in ("metronome.on", "clock.running"):
            instrument.ask("widgets", "set", name, "1")
        page.until(f"{count}.includes('as loaded')")
        instrument.ask("widgets", "set", "filter.cutoff", "2000")
        page.until(f"{count}.includes('1 changed')")
        page.run("sockets.at(-1).send('{\"hold\":1}')")
        page.until("document.querySelector('#view-sounds .now header').textContent.includes('as loaded')")
        assert instrument.widget("metronome.on") == 1 and instrument.widget("clock.running") == 1
        page.run("sockets.at(-1).send('{\"hold\":0}')")
        page.until(f"{count}.includes('1 changed')")
        assert round(instrument.widget("filter.cutoff")) == 2000
        closed("Comparing", instrument, page)

    def knows_what_was_loaded():
        """After a stage, and after the same sound again, what was changed is known."""
        instrument, page = opened("loaded", "evening")
        show(page, "sounds")
        now = "document.querySelector('#view-sounds .now')"
        for sound in ("warm-pad", "warm-pad", "evening", "default"):
            instrument.ask("load", sound)
            page.until(f"{now}.querySelector('header').textContent.includes('as loaded')")
        instrument.ask("widgets", "set", "filter.cutoff", "2000")
        page.until(f"{now}.querySelector('header').textContent.includes('1 changed') && !{now}.querySelector('.revert').disabled")
        closed("What was loaded", instrument, page)

    def takes_a_drag_back_at_once():
        """A drag in a picture moves two widgets, and one Undo takes all of it back."""
        instrument, page = opened("drag", "default", width=1440, height=900)
        before = [instrument.widget(name) for name in ("filter.cutoff", "filter.resonance")]
        for step in range(40):
            page.run(f"sockets.at(-1).send('{{\"at\":[\"filter.cutoff\",{0.2 + step / 100}]}}'); sockets.at(-1).send('{{\"at\":[\"filter.resonance\",{0.1 + step / 100}]}}')")
        page.run("sockets.at(-1).send('{\"undo\":1}')")
        instrument.ask("note", "60", "--for", "0")
        assert [instrument.widget(name) for name in ("filter.cutoff", "filter.resonance")] == before
        closed("A drag", instrument, page)

    def turns_the_modulation_wheel():
        """The wheel moves what a controller's wheel moves."""
        instrument, page = opened("wheel", "full", width=1024, height=768)
        page.until("document.querySelector('[data-wheel=mod]')?.offsetHeight > 0")
        page.run("document.querySelector('[data-wheel=mod]').focus()")
        page.key("End")
        for name in ("mod.wheel", "vibrato.depth"):
            page.until(f"document.querySelector('[data-wheel=mod]').getAttribute('aria-valuenow') !== null")
            assert instrument.widget(name) > 0, name
        closed("Wheels", instrument, page)

    def turns_nothing_while_lost():
        """While the instrument is away, its controls stay as they are; what is shown is what it had."""
        instrument, page = opened("away", "warm-pad", width=1440, height=900)
        show(page, "edit")
        page.until(f"{widget('osc1.wave')} !== null")
        names = ["filter.cutoff", "osc1.wave"]
        shown = f"[{widget('filter.cutoff')}.getAttribute('aria-valuenow'), {widget('osc1.wave')}.value ?? {widget('osc1.wave')}.querySelector('[aria-checked=true]').textContent]"
        before = page.run(shown)
        instrument.end()
        page.until("document.body.classList.contains('lost')")
        x, y = page.place("[data-widget='filter.cutoff']")
        page.drag(1, [(x, y - 8 * step) for step in range(6)])
        page.run(f"{widget('filter.cutoff')}.focus()")
        page.key("ArrowRight")
        page.run(f"(({{ select }}) => {{ if (select.options) {{ select.selectedIndex = (select.selectedIndex + 1) % select.options.length; select.dispatchEvent(new Event('change')); }} else [...select.querySelectorAll('[role=radio]')].at(-1).click(); }})({{ select: {widget('osc1.wave')} }})")
        page.run("new Promise((done) => setTimeout(done, 400))")
        assert page.run(shown) == before, (names, before, page.run(shown))
        browser.close_page(page)

    def tells_of_more_parts():
        """A shade at the end of the parts, where there are more of them than have room, and only there."""
        os.makedirs(f"{folder}/parts/config/spinet/stages", exist_ok=True)
        with open(f"{folder}/parts/config/spinet/stages/many.yaml", "w") as file:
            file.write("parts:\n" + "".join(f"  another-part-{number}: warm-pad\n" for number in range(8)))
        instrument, page = opened("parts", "many", width=2560, height=1440)
        row = "document.querySelector('#view-play .parts')"
        page.until(f"{row}.children.length === 8")
        isMore = page.run(f"{row}.lastElementChild.getBoundingClientRect().right > {row}.getBoundingClientRect().right + 1")
        assert isMore == page.run(f"{row}.classList.contains('more')") == True
        instrument.ask("load", "evening")
        page.until(f"{row}.children.length === 5 && !{row}.classList.contains('more')")
        closed("Many parts", instrument, page)

    check("While the instrument is away no control moves", turns_nothing_while_lost)
    check("Parts without room are told of by a shade", tells_of_more_parts)
    check("Comparing moves the sound, and not the song or the click", compares_only_the_sound)
    check("What was changed is known after every load", knows_what_was_loaded)
    check("A drag in a picture is one step back", takes_a_drag_back_at_once)
    check("The modulation wheel moves what a controller's does", turns_the_modulation_wheel)
    check("On a phone held upright every key of the piano can be reached", reaches_all_keys)
    check("On a phone on its side every place can be touched", reaches_places)
    check("A split keyboard opens where it is heard", opens_where_it_sounds)
    check("Faders have room from 320 to 3840 pixels", has_room_for_faders)
    check("Pads, bars and waveforms fit a phone", draws_pictures_on_phones)
    check("The face fills the place at seven sizes, and its buttons can be touched", opens_the_face)
    check("A search empties no instrument's front", searches_everywhere)
    check("Hairlines are seen between knobs, at one, two and three pixels per point", draws_hairlines)
    check("The shade at the end of a row lies on no word", fades_no_last_word)
    check("A page comes back by itself after a restart of the instrument", comes_back_after_a_restart)

"""Edit, Learn, Sounds, Pages and Setup with other instruments, at other sizes, and one after the other."""

import json
import os

from checks import check, until
from hands import program
from opened import Opener
from place import middle, show, widget

# Which modules a phone shows, and whether they have room, twenty frames long.
MODULES = """new Promise((done) => { const seen = []; const look = () => {
  const mods = document.querySelector('#view-edit .mods');
  seen.push([...mods.querySelectorAll('.chosen')].map((e) => e.querySelector('h2').textContent).join() + (mods.scrollHeight > mods.clientHeight ? ' !' : ''));
  if (seen.length < 20) requestAnimationFrame(look); else done([...new Set(seen)]); }; requestAnimationFrame(look); })"""


def check_editing(spinet, folder, browser):
    opener = Opener(spinet, f"{folder}/editing-", browser, (1440, 900))
    opened, closed = opener.opened, opener.closed

    def text(path):
        try:
            with open(path) as file:
                return file.read()
        except OSError:
            return ""

    def click(page, within, word):
        page.run(f"[...document.querySelectorAll('{within} button')].find((b) => (b.textContent.trim() === '{word}' || b.getAttribute('aria-label') === '{word}') && b.offsetWidth > 0).click()")

    # MARK: Edit

    def stands_still():
        """Each module of the synth stands still on a phone; one that has room by itself does not scroll."""
        instrument, page = opened("still", "default", width=390, height=844)
        for size in [(390, 844), (320, 640)]:
            page.resize(*size)
            show(page, "edit")
            for chip in page.run("[...document.querySelectorAll('.modules-bar button')].map((b) => b.textContent)"):
                click(page, ".modules-bar", chip)
                seen = page.run(MODULES)
                assert len(seen) == 1, (size, chip, seen)
                assert "," not in seen[0] or not seen[0].endswith("!"), (size, chip, seen)
        closed("Modules on a phone", instrument, page)

    def scrolls_from_pictures():
        """A swipe that begins on a picture scrolls: down on a tablet, across on a low screen."""
        instrument, page = opened("swipe", "default", width=768, height=1024)
        for size, direction, way in [((768, 1024), "Top", (0, -1)), ((844, 390), "Left", (-1, 0))]:
            page.resize(*size)
            show(page, "edit")
            page.until("document.querySelector('#view-edit .mods .well') !== null")
            page.run(f"(document.querySelector('.mods').scroll{direction} = 0) || 1")
            x, y = middle(page, "#view-edit .mods .well .image")
            page.drag(1, [(x + way[0] * 15 * step, y + way[1] * 15 * step) for step in range(12)])
            page.until(f"document.querySelector('.mods').scroll{direction} > 40")
        closed("Swipes on pictures", instrument, page)

    def finds_the_pad():
        """A search and what was changed find a pad by its two widgets, and every control says what moves it."""
        instrument, page = opened("pad", "default")
        show(page, "edit")
        page.until("document.querySelector('.xy') !== null")
        page.run("(({ f }) => { f.value = 'wave.x'; f.dispatchEvent(new Event('input')); })({ f: document.querySelector('.edit .find input') })")
        page.until("document.querySelectorAll('.mods .dimmed').length > 5 && document.querySelector('.xy').closest('.dimmed') === null")
        assert page.run("document.querySelector('#view-edit [role=status].unseen').textContent") == "1 control"
        page.run("(({ f }) => { f.value = ''; f.dispatchEvent(new Event('input')); })({ f: document.querySelector('.edit .find input') })")
        links = "[...document.querySelectorAll('#view-edit .mods [data-widget]')].filter((e) => e.offsetWidth && ![e, e.closest('.k, .kswitch, .kmenu, .kseg, .read, .fader, .press, .bar2')].some((one) => one?.querySelector('.mark')?.textContent)).map((e) => e.dataset.widget)"
        page.run("sockets.at(-1).onmessage({ data: JSON.stringify({ links: Array.from({ length: 400 }, () => ['CC 21', 0.3, 0]) }) })")
        page.until(f"{links}.length === 0")
        closed("Pad and marks", instrument, page)

    def has_whole_handles():
        """Handles in pictures do what knobs do: Shift is fine, a long press and a right click open the menu, digits type, a second tap resets with Undo."""
        instrument, page = opened("handles", "default")
        show(page, "edit")
        handle = "document.querySelector(\"#view-edit .dot[aria-label='cutoff and resonance']\")"
        page.until(f"{handle} !== null")
        assert page.run(f"[{handle}.ariaValueMin, {handle}.ariaValueMax]") == ["20", "20000"]
        # Two touches at the same place, but not one after the other.
        x, y = middle(page, "#view-edit .dot[aria-label='cutoff and resonance']")
        before = instrument.widget("filter.cutoff")
        page.mouse("mousePressed", (x, y), modifiers=8)
        for step in range(1, 9):
            page.mouse("mouseMoved", (x + 5 * step, y), modifiers=8)
        page.mouse("mouseReleased", (x + 40, y), modifiers=8)
        until(lambda: instrument.widget("filter.cutoff") != before)
        assert instrument.widget("filter.cutoff") < before * 1.15, "Shift is not fine"
        # To the side it leaves the resonance, whatever it is.
        for mode, resonance in [("notch", 0.5), ("band", 1), ("low", 0.9), ("ladder", 1), ("low", 0.2)]:
            instrument.ask("widgets", "set", "filter.mode", mode)
            instrument.ask("widgets", "set", "filter.resonance", str(resonance))
            page.until(f"document.querySelector('#view-edit [data-widget=\"filter.resonance\"]').getAttribute('aria-valuenow') === '{resonance}'")
            x, y = middle(page, "#view-edit .dot[aria-label='cutoff and resonance']")
            cutoff = instrument.widget("filter.cutoff")
            page.drag(1, [(x + 3 * step, y) for step in range(4)])
            until(lambda: instrument.widget("filter.cutoff") != cutoff)
            assert instrument.widget("filter.resonance") == resonance, (mode, resonance, instrument.widget("filter.resonance"))
            page.run("new Promise((done) => setTimeout(done, 400))")
            page.drag(1, [(x + 9, y + 2 * step) for step in range(8)])
            until(lambda: instrument.widget("filter.resonance") < resonance)
            assert instrument.widget("filter.resonance") > resonance - 0.5, (mode, resonance, instrument.widget("filter.resonance"))
            page.run("new Promise((done) => setTimeout(done, 400))")
        page.down(1, middle(page, "#view-edit .dot[aria-label='cutoff and resonance']"))
        page.until("document.querySelector('.widget-menu h2')?.textContent === 'Cutoff'")
        page.up(1)
        page.key("Escape")
        page.until("document.querySelector('.widget-menu') === null")
        page.double_tap(1, middle(page, "#view-edit .dot[aria-label='cutoff and resonance']"))
        page.until("document.querySelector('#notice').textContent.startsWith('Cutoff and Resonance are as they were.')")
        for name in [".dot[aria-label='cutoff and resonance']", ".xy", ".bar-handle"]:
            page.run(f"document.querySelector(\"#view-edit {name}\").focus()")
            page.key("7")
            page.until("document.querySelector('.widget-menu .typed')?.value.endsWith('7')")
            page.key("Escape")
            page.until("document.querySelector('.widget-menu') === null")
        page.run("document.querySelector('.xy').focus()")
        page.key("End")
        until(lambda: instrument.widget("wave.x") == 1)
        page.key("PageUp")
        assert page.run("document.querySelector('.xy').getAttribute('role')") == "slider" and "x 100 %" in page.run("document.querySelector('.xy').ariaValueText")
        closed("Handles", instrument, page)

    def draws_other_programs():
        """Long words of a choice are whole, many knobs with a switch have letters, a bargraph is a meter, decimals are kept, and items stand in their order."""
        knobs = [f'chn_k "{chr(97 + index % 26)}{index}", 1, 2, 0, 0, 1' for index in range(199)] + ['chn_k "on", 1, 2, 0, 0, 1, 0, 0, 0, 0, "toggle"']
        instrument, page = opened("mixed", program(f"{folder}/mixed", *knobs), width=1024, height=768)
        show(page, "edit")
        page.until("document.querySelectorAll('.letters button').length > 20")
        closed("Many knobs and a switch", instrument, page)
        choices = 'chn_k "which", 1, 2, 0, 0, 4, 0, 0, 0, 0, "choices=a_very_long_word_one,a_very_long_word_two,a_very_long_word_three,a_very_long_word_four,a_very_long_word_five"'
        level = 'chn_k "level", 2, 2, -60, -60, 0, 0, 0, 0, 0, "unit=dB precision=1"'
        exact = 'chn_k "exact", 1, 2, 1.23456, 0, 2, 0, 0, 0, 0, "precision=4"'
        between = ['chn_k "one", 1, 2, 0, 0, 1', 'chn_k "two", 1, 2, 0, 0, 1, 0, 0, 0, 0, "button"', 'chn_k "three", 1, 2, 0, 0, 1']
        instrument, page = opened("choices", program(f"{folder}/choices", *between, choices, level, exact), width=390, height=844)
        show(page, "edit")
        for width, height in [(390, 844), (1024, 768)]:
            page.resize(width, height)
            page.until("document.querySelectorAll('#view-edit .kseg .seg button').length === 5")
            cut = page.run("[...document.querySelectorAll('#view-edit .kseg .seg button')].filter((b) => { const box = b.getBoundingClientRect(), seg = b.closest('.mod').getBoundingClientRect(); return box.right > seg.right + 1 || box.bottom > seg.bottom + 1 || b.scrollWidth > b.clientWidth + 1; }).map((b) => b.textContent)")
            assert cut == [], (width, cut)
        meter = page.run("(({ role, ariaValueMin, ariaValueMax }) => [role, ariaValueMin, ariaValueMax])(document.querySelector('#view-edit .gauge .read'))")
        assert meter == ["meter", "-60", "0"], meter
        assert page.run(f"{widget('exact')}.getAttribute('aria-valuetext')") == "1.2346"
        order = page.run("[...document.querySelectorAll('#view-edit .program [data-widget]')].map((e) => e.dataset.widget)")
        assert order.index("one") < order.index("two") < order.index("three"), order
        closed("A program's own", instrument, page)

    # MARK: Learn

    def uncovers_what_is_learned():
        """While links are learned every knob of Play can be touched: the sheet is low, goes to the other side, and is moved by a button."""
        instrument, page = opened("learn", "evening", width=768, height=1024)
        covered = """[...document.querySelectorAll('#view-play .front .k')].filter((k) => { const b = k.getBoundingClientRect();
          if (b.left + b.width / 2 > k.parentElement.getBoundingClientRect().right) return false;
          return !k.contains(document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2)); }).map((k) => k.getAttribute('aria-label'))"""
        page.run("document.querySelector('#learn').click()")
        page.until("document.querySelector('.side-sheet')?.hidden === false")
        link = {"control": "CC 21", "guess": "A knob", "range": [0, 1], "texts": ["low", "high"], "swapped": 0, "mode": "absolute", "curve": "own", "channel": None, "file": "mine.yaml"}
        for size in [(390, 844), (320, 640), (768, 1024), (844, 390), (1024, 768), (1440, 900)]:
            page.resize(*size)
            show(page, "play")
            for state in ("waiting", "saved"):
                name = page.run("document.querySelector('#view-play .front .k').getAttribute('aria-label')")
                page.run("document.querySelector('#view-play .front .k').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, cancelable: true }))")
                lesson = {"state": state, "widget": name, "undo": 1, "arrived": {"control": "CC 21", "value": 64, "position": 0.5, "channel": 1, "from": "Knobs"}, "link": link if state == "saved" else None, "replaced": []}
                page.run(f"sockets.at(-1).onmessage({{ data: {json.dumps(json.dumps({'learning': {key: value for key, value in lesson.items() if value is not None}}))} }})")
                page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(1), 60))))")
                once = set(page.run(covered))
                click(page, ".side-sheet", "Move this aside")
                page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
                both = once & set(page.run(covered))
                assert both == set(), (size, state, both)
        page.resize(1440, 900)

        def stands(side):
            if page.run("document.querySelector('.side-sheet').classList.contains('left')") != (side == "left"):
                click(page, ".side-sheet", "Move this aside")

        stands("right")
        x, y = middle(page, "[data-wheel=mod]")
        name = page.run("document.querySelector('[data-wheel=mod]').getAttribute('aria-label')")
        before = instrument.widget(name)
        page.drag(1, [(x, y - 6 * step) for step in range(6)])
        page.until("document.querySelector('.side-sheet code').textContent === '" + name + "'")
        assert instrument.widget(name) == before, "the wheel has moved"
        stands("right")
        page.down(1, middle(page, ".play > .scenes .pad:nth-child(2)"))
        page.up(1)
        page.until("document.querySelector('.side-sheet code').textContent === 'scene'")
        assert page.run("document.querySelector('.play > .scenes .pad').getAttribute('aria-pressed')") == "true", "the scene has changed"
        click(page, ".side-sheet", "All mappings")
        page.until("document.querySelector('.mappings') !== null && getComputedStyle(document.querySelector('.side-sheet')).visibility === 'hidden'")
        page.until("document.querySelectorAll('.mappings tbody tr:not(.sub) td b').length > 0")
        assert page.run("[...document.querySelectorAll('.mappings tbody tr:not(.sub, .missing)')].filter((row) => !row.querySelector('td b').textContent).map((row) => row.textContent)") == []
        page.key("Escape")
        page.until("document.querySelector('.mappings') === null && document.body.classList.contains('learning')")
        closed("Learn at every size", instrument, page)

    # MARK: Sounds

    def saves_part_of_a_stage():
        """A part of a stage is saved under a name of its own, and the name of a stage is asked about."""
        instrument, page = opened("save", "evening")
        show(page, "sounds")
        page.until("document.querySelector('#view-sounds .now .save')?.offsetWidth > 0")
        page.run("document.querySelector('#view-sounds .now .save').click()")
        page.until("document.querySelector('.save-sheet input') !== null")
        assert page.run("document.querySelector('.save-sheet input').value") == "Evening piano"
        page.run("(({ f }) => { f.value = 'Evening'; f.dispatchEvent(new Event('input')); })({ f: document.querySelector('.save-sheet input') })")
        click(page, ".save-sheet", "Save")
        page.until("document.querySelector('.save-sheet .told').textContent.includes('Spinet has a sound')")
        patches = f"{folder}/editing-save/config/spinet/patches"
        assert not os.path.exists(f"{patches}/evening.yaml"), "saved without a question"
        page.run("(({ f }) => { f.value = '日本 🎹'; f.dispatchEvent(new Event('input')); })({ f: document.querySelector('.save-sheet input') })")
        click(page, ".save-sheet", "Save")
        until(lambda: os.path.exists(f"{patches}/日本.yaml"))
        closed("Saving a part", instrument, page)

    def saves_what_was_meant():
        """A sheet, a menu and an Undo that a load has made old do nothing to the new sound."""
        instrument, page = opened("meant", "warm-pad")
        show(page, "sounds")
        page.until("document.querySelector('#view-sounds .now .save')?.offsetWidth > 0")
        page.run("document.querySelector('#view-sounds .now .save').click()")
        page.until("document.querySelector('.save-sheet input') !== null")
        instrument.ask("load", "flute")
        page.until("!document.title.startsWith('Wool')")
        click(page, ".save-sheet", "Save")
        page.until("document.querySelector('.save-sheet .told').textContent.includes('plays by now')")
        assert not os.path.exists(f"{folder}/editing-meant/config/spinet/patches"), "saved under a wrong name"
        page.key("Escape")
        instrument.ask("load", "warm-pad")
        page.until("document.title.startsWith('Wool')")
        show(page, "edit")
        page.run("sockets.at(-1).send('{\"set\":[\"filter.cutoff\",9000]}')")
        until(lambda: round(instrument.widget("filter.cutoff")) == 9000)
        page.double_tap(1, page.place("[data-widget='filter.cutoff']"))
        page.until("document.querySelector('#notice').textContent.includes('is as it was')")
        page.run(f"{widget('filter.resonance')}.dispatchEvent(new MouseEvent('contextmenu', {{ bubbles: true, cancelable: true }}))")
        page.until("document.querySelector('.widget-menu') !== null")
        instrument.ask("load", "flute")
        page.until("!document.title.startsWith('Wool') && document.querySelector('.widget-menu') === null")
        cutoff = instrument.widget("filter.cutoff")
        click(page, "#notice", "Undo")
        page.run("new Promise((done) => setTimeout(done, 300))")
        assert instrument.widget("filter.cutoff") == cutoff
        closed("What was meant", instrument, page)

    def brings_changes_back():
        """A sound that was left with changes comes back with them by Undo, and what is held as original stays with its sound."""
        instrument, page = opened("back", "warm-pad")
        show(page, "sounds")
        page.until("document.querySelector('#view-sounds .load[data-sound=default]') !== null")
        page.run("sockets.at(-1).send('{\"set\":[\"filter.cutoff\",4000]}')")
        page.until("document.querySelector('#view-sounds .now header').textContent.includes('1 changed')")
        page.run("document.querySelector('#view-sounds .load[data-sound=default]').click()")
        page.until("document.title.startsWith('First Light') && document.querySelector('#notice').textContent.startsWith('Wool was left with changes')")
        cutoff = instrument.widget("filter.cutoff")
        click(page, "#notice", "Undo")
        page.until("document.title.startsWith('Wool') && document.querySelector('#view-sounds .now header').textContent.includes('1 changed')")
        until(lambda: round(instrument.widget("filter.cutoff")) == 4000)
        page.run("sockets.at(-1).send('{\"redo\":1}')")
        page.until("document.title.startsWith('First Light')")
        until(lambda: instrument.widget("filter.cutoff") == cutoff)
        page.run("sockets.at(-1).send('{\"set\":[\"filter.cutoff\",2000]}')")
        until(lambda: round(instrument.widget("filter.cutoff")) == 2000)
        page.run("sockets.at(-1).send('{\"hold\":1}')")
        until(lambda: instrument.widget("filter.cutoff") == cutoff)
        instrument.ask("load", "warm-pad")
        page.until("document.title.startsWith('Wool')")
        wool = instrument.widget("filter.cutoff")
        page.run("sockets.at(-1).send('{\"hold\":0}')")
        page.run("new Promise((done) => setTimeout(done, 300))")
        assert instrument.widget("filter.cutoff") == wool, "the old sound's value was set"
        # Two sounds later, by two presses at once, and from under the original.
        say = lambda message: page.run(f"sockets.at(-1).send({json.dumps(json.dumps(message))})")
        cutoff_is = lambda wanted: until(lambda: round(instrument.widget("filter.cutoff")) == wanted)
        title_is = lambda wanted: page.until(f"document.title.startsWith('{wanted}')")
        say({"set": ["filter.cutoff", 4000]})
        cutoff_is(4000)
        for name, title in [("default", "First Light"), ("marimba", "Rosewood")]:
            instrument.ask("load", name)
            title_is(title)
        for _ in range(3):
            say({"undo": 1})
        title_is("Wool")
        cutoff_is(750)
        say({"redo": 1})
        cutoff_is(4000)
        say({"hold": 1})
        cutoff_is(750)
        instrument.ask("load", "default")
        title_is("First Light")
        say({"hold": 0})
        say({"undo": 1})
        title_is("Wool")
        cutoff_is(4000)
        # One whose file is gone leaves the sound that plays alone.
        patches = f"{folder}/editing-back/config/spinet/patches"
        os.makedirs(patches, exist_ok=True)
        with open(f"{patches}/mine.yaml", "w") as file:
            file.write("name: Mine\nfilter.cutoff: 500\n")
        instrument.ask("load", "mine")
        title_is("Mine")
        say({"set": ["filter.cutoff", 3000]})
        cutoff_is(3000)
        instrument.ask("load", "default")
        title_is("First Light")
        os.remove(f"{patches}/mine.yaml")
        say({"undo": 1})
        page.until("!document.querySelector('#notice').hidden && document.querySelector('#notice').textContent.includes('mine')")
        say({"undo": 1})
        page.run("new Promise((done) => setTimeout(done, 300))")
        assert instrument.widget("filter.cutoff") == cutoff
        # A stage comes back in the scene that played.
        instrument.ask("load", "evening")
        title_is("Evening")
        instrument.ask("scene", "groove")
        until(lambda: instrument.widget("scene") == 1)
        say({"set": ["piano/drive.amount", 0.9]})
        until(lambda: instrument.widget("piano/drive.amount") == 0.9)
        instrument.ask("load", "default")
        title_is("First Light")
        say({"undo": 1})
        title_is("Evening")
        until(lambda: instrument.widget("piano/drive.amount") == 0.9 and instrument.widget("scene") == 1)
        closed("Sounds that were left", instrument, page)
        # A program that is saved again keeps its values, and the steps to them.
        path = program(f"{folder}/saved", 'chn_k "ring", 1, 2, 0.5, 0, 1')
        instrument, page = opened("saved", path)
        page.run("window.told = []; sockets.at(-1).addEventListener('message', ({ data }) => { if (data.startsWith('{\"undo\"') || data.startsWith('{\"widgets\"')) told.push(data); })")
        page.run("sockets.at(-1).send('{\"set\":[\"ring\",0.75]}')")
        until(lambda: instrument.widget("ring") == 0.75)
        page.run("told.length = 0")
        with open(path, "a") as file:
            file.write("\n")
        page.until("told.some((text) => text.startsWith('{\"widgets\"'))")
        page.run("sockets.at(-1).send('{\"undo\":1}')")
        until(lambda: instrument.widget("ring") == 0.5)
        closed("A program that was saved", instrument, page)

    def follows_edited_files():
        """Of a patch that is loaded by its path and saved by an editor nothing counts as changed."""
        path = f"{folder}/edited.yaml"
        with open(path, "w") as file:
            file.write("name: Mine\nfilter.cutoff: 500\n")
        instrument, page = opened("edited", path)
        show(page, "sounds")
        with open(path, "w") as file:
            file.write("name: Mine\nfilter.cutoff: 1234\n")
        until(lambda: instrument.widget("filter.cutoff") == 1234)
        page.run("new Promise((done) => setTimeout(done, 500))")
        page.until("(({ textContent }) => textContent.includes('Mine') && !textContent.includes('changed'))(document.querySelector('#view-sounds .now header'))")
        closed("A patch that was edited", instrument, page)

    def keeps_set_lists():
        """A stage with a name of its own is added by the name that loads it, a list with an error is not edited, and a list that another page has changed is not replaced unasked."""
        lists = f"{folder}/editing-lists/config/spinet/setlists"
        os.makedirs(lists, exist_ok=True)
        instrument, page = opened("lists", "two-manuals")
        show(page, "sounds")
        page.run("[...document.querySelectorAll('#view-sounds .fam [role=radio]')].find((b) => b.textContent.startsWith('Stages')).click()")
        page.until("document.querySelector('#view-sounds .load[data-sound=two-manuals]')?.getAttribute('aria-current') === 'true'")
        click(page, "#view-sounds .set-list", "Add this sound")
        click(page, "#view-sounds .set-list", "Done")
        until(lambda: "two-manuals" in text(f"{lists}/tonight.yaml"))
        page.until("document.querySelectorAll('#view-sounds .set .song').length === 1")
        page.run("document.querySelector('#view-sounds .set .song').click()")
        page.until("document.querySelector('#view-sounds .set .song').textContent.endsWith('plays')")
        page.run("document.querySelector('#view-sounds .fam [value=all]').click()")
        page.run("document.querySelector('#view-sounds .load[data-sound=warm-pad]').click()")
        page.until("document.title.startsWith('Wool') && !document.querySelector('#view-sounds .set .song').textContent.endsWith('plays')")
        click(page, "#view-sounds .set-list", "Edit")
        page.until("document.querySelector('#view-sounds .draft input') !== null")
        with open(f"{lists}/tonight.yaml", "w") as file:
            file.write("songs:\n  - {stage: default}\n")
        page.run("new Promise((done) => { const socket = sockets.at(-1), listen = (event) => { if (event.data.includes('\"default\"') && event.data.startsWith('{\"setlists\"')) done(1); }; socket.addEventListener('message', listen); setTimeout(() => done(1), 3000); })")
        click(page, "#view-sounds .set-list", "Done")
        page.until("document.querySelector('#view-sounds .set-list header .dim').textContent.startsWith('changed by another page')")
        assert "two-manuals" not in text(f"{lists}/tonight.yaml")
        click(page, "#view-sounds .set-list", "Cancel")
        # What was added is kept when the place is left.
        page.run("document.querySelector('#view-sounds .load[data-sound=default]').click()")
        page.until("document.title.startsWith('First Light')")
        with open(f"{lists}/tonight.yaml", "w") as file:
            file.write("songs:\n  - {stage: default}\n")
        page.until("document.querySelectorAll('#view-sounds .set .song').length === 1")
        click(page, "#view-sounds .set-list", "Edit")
        click(page, "#view-sounds .set-list", "Add this sound")
        show(page, "play")
        until(lambda: text(f"{lists}/tonight.yaml").count("default") == 2)
        show(page, "sounds")
        # Another list is chosen, shown, played and edited.
        with open(f"{lists}/matinee.yaml", "w") as file:
            file.write("songs:\n  - {stage: marimba}\n")
        which = "document.querySelector('#view-sounds .set-list select')"
        page.until(f"{which}.options.length === 2 && {which}.offsetWidth > 0")
        for name, sound in [("tonight", "First Light"), ("matinee", "Rosewood")]:
            page.run(f"(({{ select }}) => {{ select.value = '{name}'; select.dispatchEvent(new Event('change')); }})({{ select: {which} }})")
            page.until(f"document.querySelector('#view-sounds .set .song').textContent.includes('{sound}')")
        page.run("document.querySelector('#view-sounds .set .song').click()")
        page.until("document.title.startsWith('Rosewood') && document.querySelector('#view-sounds .set .song').textContent.endsWith('plays')")
        os.remove(f"{lists}/matinee.yaml")
        page.until("document.querySelector('#view-sounds .set-list h2').offsetWidth > 0")
        # A song takes its scene along, also where another one has the same sound.
        with open(f"{lists}/tonight.yaml", "w") as file:
            file.write("songs:\n  - {stage: evening, scene: ballad}\n  - {stage: evening, scene: groove, tempo: 130}\n")
        page.until("[...document.querySelectorAll('#view-sounds .set .song')].filter((e) => e.textContent.includes('Evening')).length === 2")
        click(page, "#view-sounds .set-list", "Edit")
        page.run("document.querySelectorAll('#view-sounds .set .draft [aria-label^=\"Earlier\"]')[1].click()")
        click(page, "#view-sounds .set-list", "Done")
        until(lambda: 0 < text(f"{lists}/tonight.yaml").find("groove") < text(f"{lists}/tonight.yaml").find("ballad"))
        assert text(f"{lists}/tonight.yaml").find("130") < text(f"{lists}/tonight.yaml").find("ballad")
        page.until("document.querySelector('#view-sounds .set .draft') === null")
        # One that gets an error while it is edited is not written over.
        broken = "songs:\n  - {stage: default, colour: red}\n"
        click(page, "#view-sounds .set-list", "Edit")
        page.run("(window.isBroken = false, sockets.at(-1).addEventListener('message', ({ data }) => { if (data.startsWith('{\"setlists\"') && data.includes('colour')) isBroken = true; }), null)")
        with open(f"{lists}/tonight.yaml", "w") as file:
            file.write(broken)
        page.until("isBroken")
        click(page, "#view-sounds .set-list", "Done")
        page.until("document.querySelector('#view-sounds .set-list header .dim').textContent.includes('has an error')")
        assert text(f"{lists}/tonight.yaml") == broken
        click(page, "#view-sounds .set-list", "Cancel")
        page.until("document.querySelector('#view-sounds .set-list .problem') !== null")
        # The list that plays has no file any more, and can be left all the same.
        buttons = "[...document.querySelectorAll('#view-sounds .set-list button')].filter((b) => b.offsetWidth).map((b) => b.textContent).join()"
        page.until(f"{buttons} === 'Leave “matinee”'")
        click(page, "#view-sounds .set-list", "Leave “matinee”")
        page.until(f"{buttons} === ''")
        page.run("document.querySelector('#view-sounds .fav').focus()")
        page.key("Enter")
        page.run("document.querySelector('#view-sounds .fav').click()")
        page.until("document.querySelector('#view-sounds .fav').getAttribute('aria-pressed') === 'true'")
        assert page.run("document.activeElement.matches('.fav')"), "the focus was lost"
        closed("Set lists", instrument, page)

    # MARK: Pages and Setup

    def edits_pages():
        """A touch on an item opens no sheet, a pad's widget is swapped, a page whose file has an error is not written."""
        pages = f"{folder}/editing-pages/config/spinet/pages"
        os.makedirs(pages, exist_ok=True)
        good = "name: Tonight\nwide:\n  - {kind: fader, widget: filter.cutoff, at: [0, 0], size: [2, 3]}\n  - {kind: pad, widgets: [wave.x, wave.y], at: [4, 0], size: [4, 4]}\n"
        with open(f"{pages}/tonight.yaml", "w") as file:
            file.write(good)
        instrument, page = opened("pages", "default", width=1024, height=768)
        show(page, "pages")
        page.until("document.querySelectorAll('#view-pages .it').length === 2")
        click(page, "#view-pages .tools", "Edit")
        page.until("document.querySelector('#view-pages .editing') !== null")
        for item in (1, 2):
            x, y = middle(page, f"#view-pages .it:nth-child({item})")
            page.down(1, (x, y))
            page.run("new Promise((done) => setTimeout(done, 60))")
            page.up(1)
            page.until("document.querySelector('#view-pages .inspector') !== null")
            page.run("new Promise((done) => setTimeout(done, 400))")
            assert page.run("document.querySelector('.sheet') === null"), "a sheet has opened"
        click(page, "#view-pages .inspector", "Swap widget")
        page.until("document.querySelector('.choices') !== null")
        page.run("[...document.querySelectorAll('.choices button')].find((b) => b.querySelector('code').textContent === 'filter.resonance').click()")
        until(lambda: "kind: knob, widget: \"filter.resonance\"" in text(f"{pages}/tonight.yaml"))
        # On a phone a tap chooses an item, and presses nothing of the sheet that comes.
        with open(f"{pages}/tonight.yaml", "w") as file:
            file.write("name: Tonight\nwide: []\ntall:\n" + "".join(f"  - {{kind: knob, widget: filter.cutoff, at: [{2 * (index % 3)}, {2 * (index // 3)}], size: [2, 2]}}\n" for index in range(24)))
        page.until("document.querySelectorAll('#view-pages .it').length < 3")
        before = text(f"{pages}/tonight.yaml")
        for width, height in [(320, 640), (390, 844)]:
            page.resize(width, height)
            page.until("document.querySelectorAll('#view-pages .it').length >= 24")
            for item in (2, 5, 8):
                page.run("document.querySelector('#view-pages .page').scrollTop = 0")
                page.run("[...document.querySelectorAll('#view-pages .inspector .only-low')].forEach((b) => b.click())")
                page.until("document.querySelector('#view-pages .inspector') === null")
                x, y = middle(page, f"#view-pages .it:nth-child({item})")
                page.down(1, (x, y))
                page.up(1)
                page.until("document.querySelector('#view-pages .inspector') !== null")
                page.run("new Promise((done) => setTimeout(done, 450))")
                box = page.run("(({ top, bottom }) => [top, bottom])(document.querySelector('#view-pages .sel').getBoundingClientRect())")
                sheet = page.run("document.querySelector('#view-pages .inspector').getBoundingClientRect().top")
                assert box[1] <= sheet + 1, (width, item, box, sheet)
            assert text(f"{pages}/tonight.yaml") == before, "a tap has changed the page"
        page.resize(1024, 768)
        with open(f"{pages}/tonight.yaml", "w") as file:
            file.write("# mine\n" + good.replace("kind: fader", "kind: fadr"))
        page.until("document.querySelector('#view-pages .problem') !== null && document.querySelector('#view-pages .editing') === null")
        assert page.run("[...document.querySelectorAll('#view-pages .tools .b')].find((b) => b.textContent === 'Edit').disabled")
        assert text(f"{pages}/tonight.yaml").startswith("# mine")
        page.resize(768, 1024)
        page.until("document.querySelector('#view-pages .page.tall') !== null")
        closed("Editing pages", instrument, page)

    def shows_parts_steadily():
        """The parts of a page stand still, and the tab of the page that is shown is in sight."""
        pages = f"{folder}/editing-parts/config/spinet/pages"
        os.makedirs(pages, exist_ok=True)
        for name in ("a", "b", "c", "d"):
            with open(f"{pages}/{name}.yaml", "w") as file:
                file.write(f"name: {10 * name}\nwide:\n  - {{kind: parts, at: [0, 0], size: [8, 2]}}\n")
        instrument, page = opened("parts", "evening", width=1024, height=768)
        show(page, "pages")
        page.until("document.querySelector('#view-pages .it .parts') !== null")
        for width in (1024, 1920):
            page.resize(width, 900)
            seen = page.run("new Promise((done) => { const all = new Set(); let left = 20; const look = () => { all.add(getComputedStyle(document.querySelector('#view-pages .it .parts')).display); if (--left) requestAnimationFrame(look); else done([...all]); }; requestAnimationFrame(look); })")
            assert seen == ["flex"], (width, seen)
        page.resize(390, 844)
        click(page, "#view-pages", "New page")
        chip = "document.querySelector('#view-pages [role=radio][aria-checked=true]').getBoundingClientRect()"
        page.until(f"document.querySelectorAll('#view-pages [role=radio]').length === 5 && {chip}.left >= 0 && {chip}.right <= innerWidth")
        closed("Parts on a page", instrument, page)

    def shows_the_face():
        """Setup names the source of the face and opens its picture, also where Play has no well; the first run leads to the address."""
        instrument, page = opened("face", "warm-pad", "--face", "synthetic", width=844, height=390)
        show(page, "setup")
        page.until("document.querySelector('#view-setup')?.textContent.includes('a drawn face plays the widgets face.*')")
        click(page, "#view-setup", "Picture")
        page.until("document.querySelector('#view-face canvas') !== null")
        click(page, "#view-face", "Close the face")
        page.until("document.querySelector('#view-face') === null")
        page.resize(1440, 900)
        show(page, "play")
        page.until("document.querySelector('.say')?.offsetHeight > 0")
        click(page, ".say", "Show on a phone")
        page.until("document.querySelector('.sheet .address') !== null")
        browser.close_page(page)
        instrument.end()

    check("Edit: on a phone modules stand still", stands_still)
    check("Edit: a swipe that begins on a picture scrolls", scrolls_from_pictures)
    check("Edit: a search finds a pad, and every control says what moves it", finds_the_pad)
    check("Edit: handles in pictures do what knobs do", has_whole_handles)
    check("Edit: other people's programs have room, order and decimals", draws_other_programs)
    check("Learn: every control can be reached at every size", uncovers_what_is_learned)
    check("Sounds: a part of a stage hides no stage", saves_part_of_a_stage)
    check("Sounds: what a load has made old does nothing to the new sound", saves_what_was_meant)
    check("Sounds: what was changed comes back with its sound", brings_changes_back)
    check("Sounds: a patch that an editor saves is not changed", follows_edited_files)
    check("Sounds: set lists are not lost", keeps_set_lists)
    check("Pages: a touch adds nothing, and nothing broken is written", edits_pages)
    check("Pages: parts stand still, and the tab of the page is in sight", shows_parts_steadily)
    check("Setup: the face has its source and its picture", shows_the_face)

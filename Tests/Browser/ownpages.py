"""Pages: the user's own grids."""

import json
import time

from checks import check, until
from place import show


def check_pages(page, instrument, folder):
    place = "document.querySelector('#view-pages')"
    own = f"{folder}/config/spinet/pages"
    items = f"{place}.querySelectorAll('.page .it:not(.slot)')"

    def text():
        try:
            with open(f"{own}/tonight.yaml") as file:
                return file.read()
        except OSError:
            return ""

    def box(selector):
        return page.run(f"(({{ left, top, width, height }}) => [left, top, width, height])(document.querySelector('#view-pages {selector}').getBoundingClientRect())")

    def choose(name):
        page.until("document.querySelector('.choices') !== null")
        page.run(f"[...document.querySelectorAll('.choices button')].find((b) => b.querySelector('code').textContent === '{name}').click()")

    def makes_one():
        """A page is made here, and is a file at once."""
        show(page, "pages")
        page.run(f"{place}.querySelector('.empty .b').click()")
        page.until(f"{place}.querySelector('.page.editing') !== null")
        page.run(f"{place}.querySelector('.slot').click()")
        choose("filter.cutoff")
        page.until(f"{items}.length === 1")

    def keeps_what_is_on_its_way():
        """What the instrument tells of the file as it was before takes nothing from the page, and waits for the finger."""
        page.run(f"window.told = 0; sockets.at(-1).addEventListener('message', (event) => {{ if (event.data.startsWith('{{\"pages\"')) told++; }})")
        older = json.dumps({"pages": [{"name": "tonight", "title": "Tonight", "wide": [], "tall": None, "problems": []}]})
        say_older = lambda: page.run(f"sockets.at(-1).onmessage({{ data: {json.dumps(older)} }})")
        say_older()
        assert page.run(f"{items}.length") == 1, "it has lost what was added"
        page.run(f"window.held = {items}[0]")
        left, top, width, height = box(".it.sel")
        page.down(1, (left + width / 2, top + height / 2))
        say_older()
        page.run("sockets.at(-1).onmessage({ data: JSON.stringify({ scenes: [] }) })")
        assert page.run("held.isConnected"), "the finger's item was drawn anew"
        page.up(1)
        until(lambda: "filter.cutoff" in text())
        page.until(f"{items}.length === 1")

    def keeps_a_knob_in_hand():
        """Out of edit mode a control under a finger stays, whatever is told meanwhile."""
        page.run(f"[...{place}.querySelectorAll('.tools .b')].find((b) => b.textContent === 'Done').click()")
        page.until(f"{place}.querySelector('.page.editing') === null")
        instrument.ask("widgets", "set", "filter.cutoff", "200")
        knob = f"{place}.querySelector('[data-widget=\"filter.cutoff\"]')"
        page.until(f"{knob}?.getAttribute('aria-valuetext') === '200 Hz'")
        left, top, width, height = box(".it")
        page.drag(1, [(left + width / 2, top + height * 0.6), (left + width / 2, top + height * 0.5)], stays=True)
        page.run(f"sockets.at(-1).onmessage({{ data: JSON.stringify({{ pages: [{{ name: 'tonight', title: 'Late', wide: [], tall: null, problems: [] }}] }}) }})")
        page.move(1, (left + width / 2, top + height * 0.5 - 100))
        page.until(f"Number({knob}.getAttribute('aria-valuenow')) > 2000")
        page.up(1)
        # What was told is shown now; then the file is told again.
        page.until(f"{items}.length === 0")
        with open(f"{own}/tonight.yaml", "a") as file:
            file.write("\n")
        page.run("sockets.at(-1).send(JSON.stringify({ pages: 1 }))")
        page.until(f"{items}.length === 1")
        page.run(f"[...{place}.querySelectorAll('.tools .b')].find((b) => b.textContent === 'Edit').click()")
        page.until(f"{place}.querySelector('.page.editing') !== null")
        page.run(f"{items}[0].querySelector('.cover').dispatchEvent(new KeyboardEvent('keydown', {{ key: 'Enter', bubbles: true, cancelable: true }}))")
        page.until(f"{place}.querySelector('.it.sel') !== null")

    def moves_and_sizes():
        """Dragged by its middle and by a corner, with a finger; Undo takes it back."""
        left, top, width, height = box(".it.sel")
        cell = width / 2
        page.drag(1, [(left + width / 2, top + height / 2), (left + width / 2 + 2 * cell, top + height / 2)])
        page.until(f"{place}.querySelector('.it.sel').getBoundingClientRect().left > {left + cell}")
        x, y, w, h = page.run("(({ left, top, width, height }) => [left, top, width, height])(document.querySelector('#view-pages .hd.br').getBoundingClientRect())")
        page.drag(1, [(x + w / 2, y + h / 2), (x + w / 2 + cell, y + h / 2 + cell)])
        page.until(f"{place}.querySelector('.it.sel').getBoundingClientRect().width > {width + cell / 2}")
        page.run(f"{place}.querySelector('[aria-label=Undo]').click()")
        page.until(f"{place}.querySelector('.it').getBoundingClientRect().width < {width + cell / 2}")

    def changes_kind():
        page.run(f"{place}.querySelector('.it .cover').dispatchEvent(new PointerEvent('pointerdown', {{ bubbles: true, pointerId: 5, button: 0 }}))")
        page.run(f"{place}.querySelector('.it').dispatchEvent(new PointerEvent('pointerup', {{ bubbles: true, pointerId: 5 }}))")
        page.until(f"{place}.querySelector('.inspector') !== null")
        page.run(f"[...{place}.querySelectorAll('.kinds button')].find((b) => b.textContent === 'Fader').click()")
        page.until(f"{place}.querySelector('.it .vfader') !== null")
        until(lambda: "fader" in text())
        page.run(f"{place}.querySelector('.swatches [aria-label=\"Colour 3\"]').click()")
        page.until(f"{place}.querySelector('.it').classList.contains('part3')")

    def offers_pictures():
        """A picture is offered for a widget that has one."""
        kinds = f"[...{place}.querySelectorAll('.kinds button')].map((b) => b.textContent)"
        assert "Picture" in page.run(kinds)
        for name, has_picture in [("drive.amount", False), ("filter.cutoff", True)]:
            page.run(f"[...{place}.querySelectorAll('.inspector .b')].find((b) => b.textContent === 'Swap widget').click()")
            choose(name)
            page.until(f"{place}.querySelector('.inspector code').textContent === '{name}'")
            assert ("Picture" in page.run(kinds)) == has_picture, name
            assert "Fader" == page.run(f"{place}.querySelector('.kinds [aria-checked=true]').textContent")

    def goes_by_keys():
        """By keys an item is moved step by step, and a name is given; the focus stays."""
        focused = "document.activeElement.classList.contains('cover')"
        before = text()
        page.run(f"{place}.querySelector('.cover').focus()")
        for _ in range(2):
            page.key("ArrowRight")
            until(lambda: text() not in ("", before))
            before = text()
            # The page has come back from the file by then.
            time.sleep(0.7)
            assert page.run(focused), "the focus was lost"
        page.run(f"{place}.querySelector('.rename').focus(); {place}.querySelector('.rename').click()")
        page.until("document.querySelector('.sheet input') !== null")
        page.call("Input.insertText", text="Late")
        page.call("Input.dispatchKeyEvent", type="keyDown", key="Enter", code="Enter", text="\r", windowsVirtualKeyCode=13)
        page.call("Input.dispatchKeyEvent", type="keyUp", key="Enter", code="Enter", windowsVirtualKeyCode=13)
        time.sleep(0.3)
        assert page.run("document.querySelector('.sheet') === null"), "it asks again"
        until(lambda: "Late" in text())

    def cannot_move_by_chance():
        """Out of edit mode a drag plays the control and moves nothing."""
        page.run(f"[...{place}.querySelectorAll('.tools .b')].find((b) => b.textContent === 'Done').click()")
        page.until(f"{place}.querySelector('.page.editing') === null")
        before = box(".it")
        left, top, width, height = before
        page.drag(1, [(left + width / 2, top + height * 0.6), (left + width / 2, top + height * 0.3)])
        assert box(".it") == before
        until(lambda: instrument.widget("filter.cutoff") > 100)

    def is_reloaded():
        """A file that is saved elsewhere is shown; one with errors keeps the last good items and tells the line."""
        good = text()
        with open(f"{own}/tonight.yaml", "w") as file:
            file.write(good.replace("filter.cutoff", "filter.resonance"))
        page.until(f"{place}.querySelector('[data-widget=\"filter.resonance\"]') !== null")
        with open(f"{own}/tonight.yaml", "w") as file:
            file.write(good.replace("kind: fader", "kind: fadr"))
        page.until(f"{place}.querySelector('.problem')?.textContent.includes('tonight.yaml:')")
        with open(f"{own}/tonight.yaml", "w") as file:
            file.write(good)
        page.until(f"{place}.querySelector('.problem') === null")

    def adds_from_a_menu():
        show(page, "edit")
        page.run("document.querySelector('[data-widget=\"lfo.rate\"]').dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))")
        page.until("document.querySelector('.widget-menu') !== null")
        page.run("[...document.querySelectorAll('.widget-menu .b')].find((b) => b.textContent === 'Add to page').click()")
        page.until("document.querySelectorAll('.sheet .acts .b').length >= 2")
        page.run("document.querySelector('.sheet .acts .b').click()")
        until(lambda: "lfo.rate" in text())
        show(page, "pages")
        page.until(f"{items}.length === 2")

    check("Pages: one is made, and is a file at once", makes_one)
    check("Pages: what is on its way is kept, and what a finger is on stays", keeps_what_is_on_its_way)
    check("Pages: a knob stays in the hand that turns it", keeps_a_knob_in_hand)
    check("Pages: an item is moved and sized by a finger, and Undo takes it back", moves_and_sizes)
    check("Pages: an item changes its kind and its colour", changes_kind)
    check("Pages: a picture is offered for a widget that has one", offers_pictures)
    check("Pages: an item is moved, and a page named, by keys", goes_by_keys)
    check("Pages: out of edit mode nothing can be moved", cannot_move_by_chance)
    check("Pages: a file is reloaded, and its errors are told", is_reloaded)
    check("Pages: a control's menu adds it to a page", adds_from_a_menu)

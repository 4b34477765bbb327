"""What people do in an order that nobody planned, and while the instrument is away."""

import os
import time

from checks import check, check_messages
from instrument import Instrument
from place import show


def check_sequences(spinet, folder, browser):
    home = f"{folder}/sequences"
    state = {"instrument": Instrument(spinet, home, "warm-pad")}
    page = browser.page(state["instrument"].url, 1440, 900)
    page.until("document.body.classList.contains('connected')")
    own = f"{home}/config/spinet"

    def goes_away():
        state["instrument"].end()
        page.until("document.body.classList.contains('lost')")

    def comes_back():
        state["instrument"] = Instrument(spinet, home, "warm-pad")
        page.until("document.body.classList.contains('connected')", 15)

    def until(isIt, seconds=8):
        end = time.monotonic() + seconds
        while not isIt():
            assert time.monotonic() < end, "never"
            time.sleep(0.05)

    def text(name):
        try:
            with open(f"{own}/{name}.yaml") as file:
                return file.read()
        except OSError:
            return ""

    def goes_on_learning():
        """The control that waits goes on waiting when the instrument was started anew."""
        show(page, "edit")
        page.run("document.querySelector('#learn').click()")
        page.until("document.querySelector('.side-sheet')?.hidden === false")
        place = page.place("[data-widget='filter.cutoff']")
        page.down(1, place)
        page.up(1)
        waits = "document.querySelector('.side-sheet code').textContent === 'filter.cutoff' && document.querySelector('.side-sheet .told').textContent.startsWith('Now move')"
        page.until(waits)
        goes_away()
        comes_back()
        page.run("new Promise((done) => setTimeout(done, 500))")
        assert page.run(waits), page.run("document.querySelector('.side-sheet').textContent")
        page.run("document.querySelector('#learn').click()")
        page.until("!document.body.classList.contains('learning')")

    def keeps_a_page():
        """What is changed of a page while the instrument is away is kept when it is back."""
        items = "document.querySelectorAll('#view-pages .page .it:not(.slot)')"
        show(page, "pages")
        page.run("document.querySelector('#view-pages .empty .b').click()")
        page.until("document.querySelector('#view-pages .page.editing') !== null")
        until(lambda: text("pages/tonight"))

        def add(name):
            page.run("document.querySelector('#view-pages .slot').click()")
            page.until("document.querySelector('.choices') !== null")
            page.run(f"[...document.querySelectorAll('.choices button')].find((b) => b.querySelector('code').textContent === '{name}').click()")

        add("filter.cutoff")
        until(lambda: "filter.cutoff" in text("pages/tonight"))
        goes_away()
        add("filter.resonance")
        page.until(f"{items}.length === 2")
        # Longer than a change waits for others.
        page.run("new Promise((done) => setTimeout(done, 700))")
        comes_back()
        until(lambda: "filter.resonance" in text("pages/tonight"))
        assert page.run(f"{items}.length") == 2

    def edits_beside_another():
        """Two browsers edit a page at once: what one adds while the other drags stays."""
        other = browser.page(state["instrument"].url, 1440, 900)
        other.until("document.body.classList.contains('connected')")
        show(other, "pages")
        # Touches reach the page in front only.
        page.call("Page.bringToFront")
        box = page.place("#view-pages .it:not(.slot)")
        page.down(1, box)
        page.move(1, (box[0] + 300, box[1] + 200))
        other.run("[...document.querySelectorAll('#view-pages .tools .b')].find((b) => b.textContent === 'Edit').click()")
        other.run("document.querySelector('#view-pages .slot').click()")
        other.until("document.querySelector('.choices') !== null")
        other.run("[...document.querySelectorAll('.choices button')].find((b) => b.querySelector('code').textContent === 'lfo.rate').click()")
        until(lambda: "lfo.rate" in text("pages/tonight"))
        before = text("pages/tonight")
        page.up(1)
        until(lambda: text("pages/tonight") != before)
        assert all(name in text("pages/tonight") for name in ("filter.cutoff", "filter.resonance", "lfo.rate")), text("pages/tonight")
        browser.close_page(other)

    def leaves_an_item():
        """A place that is left with a finger on an item goes on hearing of pages."""
        box = page.place("#view-pages .it:not(.slot)")
        page.down(1, box)
        page.move(1, (box[0] + 200, box[1]))
        show(page, "play")
        page.up(1)
        show(page, "pages")
        with open(f"{own}/pages/another.yaml", "w") as file:
            file.write("title: Another\nwide:\n  - {kind: knob, widget: filter.drive, at: [0, 0], size: [2, 2]}\n")
        page.until("[...document.querySelectorAll('#view-pages .chips button')].some((b) => b.textContent.toLowerCase() === 'another')")
        os.remove(f"{own}/pages/another.yaml")

    def says_it_cannot_save():
        """A sound and a set list that cannot be sent say so, and can be saved when the instrument is back."""
        show(page, "sounds")
        page.run("document.querySelector('#view-sounds .now .save').click()")
        page.until("document.querySelector('.save-sheet input') !== null")
        page.run("(({ f }) => { f.value = 'Kept'; f.dispatchEvent(new Event('input')); })({ f: document.querySelector('.save-sheet input') })")
        goes_away()
        page.run("document.querySelector('.save-sheet .main').click()")
        page.until("document.querySelector('.save-sheet .told').textContent.includes('not connected')")
        comes_back()
        page.run("document.querySelector('.save-sheet .main').click()")
        until(lambda: text("patches/kept"))
        page.until("document.querySelector('.save-sheet') === null")

    def keeps_a_set_list():
        act = lambda name: page.run(f"[...document.querySelectorAll('#view-sounds .set-list button')].find((b) => b.textContent.trim() === '{name}' && b.offsetWidth > 0).click()")
        show(page, "sounds")
        act("Add this sound")
        page.until("document.querySelectorAll('#view-sounds .set .draft').length === 1")
        page.run("(({ f }) => { f.value = 'Slow, in E flat'; f.dispatchEvent(new Event('input')); })({ f: document.querySelector('#view-sounds .draft input') })")
        goes_away()
        act("Done")
        page.until("document.querySelector('#view-sounds .set-list .dim').textContent.includes('not connected')")
        comes_back()
        assert page.run("document.querySelector('#view-sounds .draft input').value") == "Slow, in E flat"
        act("Done")
        until(lambda: "Slow, in E flat" in text("setlists/tonight"))
        page.until("document.querySelector('#view-sounds .set .song .note')?.textContent === 'Slow, in E flat'")

    check("Learn goes on with the control that waits after a restart", goes_on_learning)
    check("A page that is edited while the instrument is away is kept", keeps_a_page)
    check("What another browser adds to a page stays while an item is dragged", edits_beside_another)
    check("A place that is left with a finger on an item of a page goes on", leaves_an_item)
    check("A sound that cannot be saved says so", says_it_cannot_save)
    check("A set list that cannot be kept says so, with its words for a song", keeps_a_set_list)
    # While the instrument is away the page looks for it.
    page.messages = [message for message in page.messages if "ERR_CONNECTION_REFUSED" not in message]
    check_messages("No error in the page of these sequences", page)
    browser.close_page(page)
    state["instrument"].end()

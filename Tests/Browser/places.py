"""places.py SPINET FOLDER: Edit, Learn, Sounds, Setup and Pages in headless Chromium, and the models of the page."""

import os
import sys
import tempfile

from checks import check, check_messages, finish
from chromium import Browser
from edit import check_edit
from editing import check_editing
from hands import check_hands
from instrument import Instrument
from layout import check_layout, sizes
from learn import check_learn
from newcomer import check_newcomer
from ownpages import check_pages
from place import show
from programs import check_programs
from regressions import check_regressions
from sequences import check_sequences
from setup import check_setup
from sounds import check_sounds
from struck import check_struck
from timeplace import check_time

spinet, pictures = sys.argv[1:3]
folder = tempfile.mkdtemp(prefix="spinet-places.")
if pictures:
    os.makedirs(pictures, exist_ok=True)
browser = Browser(folder)
instrument = Instrument(spinet, folder, "morph-pad")
page = browser.page(instrument.url, 1440, 900)
page.until("document.body.classList.contains('connected')")


def check_inside(page, script, title):
    """What a script finds inside the page, in the browser that runs it."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), script)) as file:
        source = "\n".join(line for line in file.read().splitlines() if not line.startswith("//"))
    for name, wrong in page.run(f"({source})((path) => import('/' + path))"):
        def body():
            assert wrong is None, wrong

        check(f"{title}: {name}", body)


def check_components():
    """Each component by itself, in both themes, on a page where nothing else is."""
    for theme in ("dark", "light"):
        bench = browser.page(instrument.url, 1440, 900)
        bench.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
        bench.until("document.body.classList.contains('connected') && document.querySelector('#view-play .front .k') !== null")
        check_inside(bench, "components.js", f"Component, {theme}")
        if pictures:
            bench.picture(f"{pictures}/components-{theme}.png")
        check_messages(f"No error in the page of the components, {theme}", bench)
        browser.close_page(bench)


def check_contrast():
    """Texts need 4.5 to 1, controls and the colours of parts 3 to 1, in both themes."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "contrast.js")) as file:
        source = "\n".join(line for line in file.read().splitlines() if not line.startswith("//"))

    def dress(theme):
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
        page.until(f"document.documentElement.dataset.theme === '{theme}'")

    def is_seen(place, theme):
        dress(theme)
        show(page, place)
        page.run("new Promise((done) => setTimeout(done, 400))")
        wrong = page.run(f"({source})()")
        assert not wrong, "\n".join(wrong[:15])

    def finds_pale_texts():
        """What this test would say of a text that is too pale."""
        page.run("document.documentElement.style.setProperty('--dim', '#4a4a4a')")
        try:
            dress("dark")
            show(page, "setup")
            assert any(wrong.startswith("text") for wrong in page.run(f"({source})()"))
        finally:
            page.run("document.documentElement.style.removeProperty('--dim')")

    check("The check of contrast finds pale texts", finds_pale_texts)
    for theme in ("dark", "light"):
        for place in ("play", "edit", "sounds", "setup", "pages"):
            check(f"{place} in the {theme} can be seen: contrast", lambda: is_seen(place, theme))


def learns():
    show(page, "edit")
    if not page.run("document.body.classList.contains('learning')"):
        page.run("document.querySelector('#learn').click()")
    page.until("document.querySelector('.side-sheet').hidden === false")


def maps():
    if page.run("document.body.classList.contains('learning')"):
        page.run("document.querySelector('#learn').click()")
    show(page, "setup")
    if page.run("document.querySelector('.mappings') === null"):
        page.run("[...document.querySelectorAll('#view-setup button')].find((b) => b.textContent === 'Mappings').click()")
    page.until("document.querySelector('.mappings table') !== null")


check_inside(page, "models.js", "Model")
check_components()
check_edit(page, instrument)
check_sounds(page, instrument, folder)
check_setup(page, instrument)
check_learn(page, instrument, folder)
check_pages(page, instrument, folder)
check_layout("Over the places", page, "", [("learn", learns), ("mappings", maps)])
page.run("document.querySelector('.mappings .back').click()")
page.resize(1440, 900)
check_contrast()
check_messages("No error in the page of the places", page)
browser.close_page(page)
instrument.end()
check_programs(spinet, folder, browser, check_layout)
check_regressions(spinet, folder, browser, sizes)
check_hands(spinet, folder, browser)
check_editing(spinet, folder, browser)
check_newcomer(spinet, folder, browser)
check_sequences(spinet, folder, browser)
check_struck(spinet, folder, browser)
check_time(spinet, folder, browser)
browser.end()
finish()

"""places.py SPINET FOLDER: Edit, Learn, Sounds, Setup and Pages in headless Chromium, and the models of the page."""

import os
import sys
import tempfile

from checks import check, check_messages, finish
from chromium import Browser
from edit import check_edit
from instrument import Instrument
from learn import check_learn
from newcomer import check_newcomer
from ownpages import check_pages
from place import show
from programs import check_programs
from setup import check_setup
from sounds import check_sounds

spinet, pictures = sys.argv[1:3]
folder = tempfile.mkdtemp(prefix="spinet-places.")
if pictures:
    os.makedirs(pictures, exist_ok=True)
browser = Browser(folder)
instrument = Instrument(spinet, folder, "morph-pad")
page = browser.page(instrument.url, 1440, 900)
page.until("document.body.classList.contains('connected')")


def check_models():
    """What needs no screen is tested inside the page, in the browser that runs it."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "models.js")) as file:
        source = "\n".join(line for line in file.read().splitlines() if not line.startswith("//"))
    for name, wrong in page.run(f"({source})((path) => import('/' + path))"):
        def body():
            assert wrong is None, wrong

        check(f"Model: {name}", body)


# No control outside its cell, none without a size, none that is too small for a finger, and no page that is too wide.
FITS = """() => {
  const wrong = [];
  const seen = (e) => e.getClientRects().length > 0 && getComputedStyle(e).visibility !== 'hidden';
  const main = document.querySelector('main').getBoundingClientRect();
  if (document.documentElement.scrollWidth > innerWidth) wrong.push('the page is too wide');
  for (const e of document.querySelectorAll('main button, main [role=slider], main select, main input')) {
    if (!seen(e) || e.closest('[aria-disabled]') || e.matches('.bar-handle, .key, .keys *, [type=checkbox]')) continue;
    const b = e.getBoundingClientRect(), name = `${e.tagName} ${e.className} ${e.getAttribute('aria-label') ?? e.textContent}`.slice(0, 90);
    if (b.width < 1 || b.height < 1) wrong.push(`${name}: ${b.width} x ${b.height}`);
    const cell = e.closest('.mod, .block, .it, .snd, .tools');
    const c = cell?.getBoundingClientRect();
    if (c && !e.closest('.scrolls-across, .chips, .dot') && (b.left < c.left - 1 || b.right > c.right + 1)) wrong.push(`${name}: outside its cell`);
    const after = getComputedStyle(e, '::after'), before = getComputedStyle(e, '::before');
    const grown = (side) => Math.max(0, ...[after, before].filter((s) => s.content !== 'none' && s.position === 'absolute').map((s) => -parseFloat(s[side]) || 0));
    const box = (e.closest('.field') ?? e).getBoundingClientRect();
    const [w, h] = [box.width + 2 * grown('left'), box.height + 2 * grown('top')];
    const root = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    if ((w < 43.5 && !e.matches('.dot, .hd, .bar2')) || h < 43.5) wrong.push(`${name}: a target of ${w.toFixed(0)} x ${h.toFixed(0)}`);
  }
  for (const e of document.querySelectorAll('main .b .word, main .chips button, main h2, main .k > b')) {
    if (seen(e) && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 && getComputedStyle(e).overflow === 'visible' && e.tagName !== 'SPAN') wrong.push(`cut: ${e.textContent}`);
  }
  return wrong;
}"""


def check_sizes():
    def fits_at(width, height, place, theme):
        page.resize(width, height)
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
        show(page, place)
        page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
        wrong = page.run(f"({FITS})()")
        if pictures:
            page.picture(f"{pictures}/{place}-{width}x{height}-{theme}.png")
        assert not wrong, "\n".join(wrong[:12])

    themes = ["dark", "light"]
    for index, (width, height) in enumerate([(320, 640), (390, 844), (844, 390), (768, 1024), (1024, 768), (1440, 900), (2560, 1440)]):
        for place in ["edit", "sounds", "setup", "pages"]:
            check(f"{place} fits {width} x {height}", lambda: fits_at(width, height, place, themes[index % 2]))
    page.resize(1440, 900)


def check_contrast():
    """Texts need 4.5 to 1, controls and the colours of parts 3 to 1, in both themes."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "contrast.js")) as file:
        source = "\n".join(line for line in file.read().splitlines() if not line.startswith("//"))

    def is_seen(place, theme):
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
        show(page, place)
        page.run("new Promise((done) => setTimeout(done, 400))")
        wrong = page.run(f"({source})()")
        assert not wrong, "\n".join(wrong[:15])

    for theme in ("dark", "light"):
        for place in ("play", "edit", "sounds", "setup", "pages"):
            check(f"{place} in the {theme} can be seen: contrast", lambda: is_seen(place, theme))


check_models()
check_edit(page, instrument)
check_sounds(page, instrument, folder)
check_setup(page, instrument)
check_learn(page, instrument, folder)
check_pages(page, instrument, folder)
check_sizes()
check_contrast()
check_messages("No error in the page of the places", page)
browser.close_page(page)
instrument.end()
check_programs(spinet, folder, browser)
check_newcomer(spinet, folder, browser)
browser.end()
finish()

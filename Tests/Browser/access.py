"""access.py SPINET FOLDER: the panel by keys alone, at twice its size, in forced colours and with reduced motion."""

import shutil
import sys
import tempfile

from checks import check, check_messages, finish
from chromium import Browser
from instrument import Instrument
from layout import FAULTS, settle
from place import show

spinet, pictures = sys.argv[1:3]
folder = tempfile.mkdtemp(prefix="spinet-access.")
places = ["play", "pages", "edit", "sounds", "setup"]

# What the keys can reach. Of a group of radio buttons and of a piano's keys one is in the order, and arrows go on from it.
REACHABLE = """[...document.querySelectorAll('button, a[href], input, select, [tabindex]')].filter((e) =>
  e.tabIndex >= 0 && !e.disabled && !e.closest('[inert], [hidden]') && e.getClientRects().length > 0 && getComputedStyle(e).visibility !== 'hidden')"""


def tab(page, modifiers=0):
    for kind in ("rawKeyDown", "keyUp"):
        page.call("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9, modifiers=modifiers)


def enter(page):
    page.call("Input.dispatchKeyEvent", type="rawKeyDown", key="Enter", code="Enter", windowsVirtualKeyCode=13)
    page.call("Input.dispatchKeyEvent", type="char", key="Enter", code="Enter", text="\r")
    page.call("Input.dispatchKeyEvent", type="keyUp", key="Enter", code="Enter", windowsVirtualKeyCode=13)


def emulate(page, **features):
    page.call("Emulation.setEmulatedMedia", features=[{"name": name.replace("_", "-"), "value": value} for name, value in features.items()])


instrument = Instrument(spinet, folder, "default")
browser = Browser(folder)
page = browser.page(instrument.url, 1440, 900)
page.until("document.body.classList.contains('connected')")


def reaches_everything(place):
    """Tab goes to each thing that can be worked, in the order of the document, and it can be seen where it is."""
    show(page, place)
    settle(page)
    page.run("document.activeElement.blur(); window.scrollTo(0, 0); getSelection().removeAllRanges()")
    count = page.run(f"window.wanted = {REACHABLE}; window.reached = new Set(); wanted.length")
    assert count > 10, count
    page.run("wanted[0].focus(); reached.add(wanted[0]); 1")
    for _ in range(count + 3):
        tab(page)
        unseen = page.run("""(() => {
          const e = document.activeElement;
          reached.add(e);
          if (e === document.body) return null;
          const rings = [e, e.parentElement, e.closest('label')].filter((one) => one).map((one) => getComputedStyle(one));
          return rings.some((style) => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) ? null : e.outerHTML.slice(0, 90);
        })()""")
        assert unseen is None, f"the focus cannot be seen on {unseen}"
    left = page.run("wanted.filter((e) => e.isConnected && !reached.has(e)).map((e) => e.outerHTML.slice(0, 90))")
    assert left == [], left


def plays_without_a_mouse():
    """From Play to a sound and to a knob that is turned, with keys alone."""
    show(page, "play")
    page.run("document.querySelector('.nav a').focus()")
    for _ in range(3):
        tab(page)
    assert page.run("document.activeElement.getAttribute('href')") == "#sounds"
    enter(page)
    page.until("document.querySelector('#view-sounds .load') !== null")
    page.run("document.querySelector('#view-sounds .load[data-sound=\"warm-pad\"]').focus()")
    enter(page)
    page.until("document.querySelector('#view-sounds .load[data-sound=\"warm-pad\"]')?.getAttribute('aria-current') === 'true'")
    show(page, "edit")
    page.until("document.querySelector('[data-widget=\"filter.cutoff\"]') !== null")
    page.run("document.querySelector('[data-widget=\"filter.cutoff\"]').focus()")
    page.key("Home")
    page.until("document.querySelector('[data-widget=\"filter.cutoff\"]').getAttribute('aria-valuenow') === '20'")
    assert instrument.widget("filter.cutoff") == 20


def fits_at_twice_its_size(width, height):
    """A window at 200 % has half the points and twice as many dots for each."""
    faults = []
    for theme in ("dark", "light"):
        emulate(page, prefers_color_scheme=theme)
        page.resize(width // 2, height // 2, 2)
        for place in places:
            show(page, place)
            settle(page)
            faults += [f"{place} {theme}: {fault}" for fault in page.run(FAULTS)]
    page.resize(1440, 900)
    assert not faults, "\n" + "\n".join(faults)


def is_seen_in_forced_colours():
    """Arcs, hands, handles and what is chosen are in the system's colours, and differ from their ground."""
    emulate(page, forced_colors="active")
    page.until("matchMedia('(forced-colors: active)').matches")
    try:
        for place in places:
            show(page, place)
            settle(page)
            pale = page.run("""(() => {
              const ground = getComputedStyle(document.body).backgroundColor;
              const lines = { '.k .hand': 'stroke', '.k .arc': 'stroke', '.trace': 'stroke', '.fader u': 'backgroundColor', '.switch i': 'borderTopColor', '.field': 'borderTopColor' };
              return Object.entries(lines).flatMap(([selector, property]) => [...document.querySelectorAll(`#app ${selector}`)].filter((e) => e.getClientRects().length > 0 && [ground, 'rgba(0, 0, 0, 0)', 'none'].includes(getComputedStyle(e)[property])).map(() => selector));
            })()""")
            assert pale == [], (place, set(pale))
            chosen = page.run("""(() => {
              const all = [...document.querySelectorAll('#app [role=radio][aria-checked=true]')].filter((e) => e.getClientRects().length > 0);
              return all.filter((e) => { const other = e.parentElement.querySelector('[role=radio][aria-checked=false]'); const look = (one) => { const s = getComputedStyle(one); return s.backgroundColor + s.outlineStyle + s.borderTopColor; }; return other && look(e) === look(other); }).map((e) => e.outerHTML.slice(0, 80));
            })()""")
            assert chosen == [], (place, chosen)
    finally:
        emulate(page)


def rests_with_reduced_motion():
    """Nothing fades or slides."""
    emulate(page, prefers_reduced_motion="reduce")
    page.until("matchMedia('(prefers-reduced-motion: reduce)').matches")
    try:
        for place in places:
            show(page, place)
            moving = page.run("""[...document.querySelectorAll('*')].filter((e) => { const s = getComputedStyle(e); return [s.transitionDuration, s.animationName === 'none' ? '0s' : s.animationDuration].join().split(',').some((text) => parseFloat(text) * (text.trim().endsWith('ms') ? 1 : 1000) > 10); }).map((e) => e.outerHTML.slice(0, 80)).slice(0, 5)""")
            assert moving == [], (place, moving)
    finally:
        emulate(page)


for place in places:
    check(f"Keys alone reach everything in {place}, and it can be seen where they are", lambda: reaches_everything(place))
check("A sound is loaded and a knob is turned with keys alone", plays_without_a_mouse)
# Half of the second to the fourth are low screens, as phones on their side.
for size in [(1280, 1024), (1440, 900), (1480, 720), (1136, 640), (2560, 1440)]:
    check(f"At 200 % of {size[0]} x {size[1]} nothing is cut off, too small or too pale", lambda: fits_at_twice_its_size(*size))
check("In forced colours everything can be seen, and what is chosen too", is_seen_in_forced_colours)
check("With reduced motion nothing fades or slides", rests_with_reduced_motion)
check_messages("No error in the page", page)
browser.end()
instrument.end()
shutil.rmtree(folder, ignore_errors=True)
finish()

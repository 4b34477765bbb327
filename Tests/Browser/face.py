"""face.py SPINET FOLDER: the picture of a face in headless Chromium, with a camera that is none."""

import os
import shutil
import sys
import tempfile
import time

from checks import check, check_messages, finish
from chromium import Browser
from instrument import Instrument

spinet, pictures = sys.argv[1:3]
folder = tempfile.mkdtemp(prefix="spinet-face.")
if pictures:
    os.makedirs(pictures, exist_ok=True)

instrument = Instrument(spinet, folder, "--face", "synthetic")
browser = Browser(
    folder, "--enable-unsafe-swiftshader", "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"
)
page = browser.page(instrument.url, 800, 600)


def colours():
    """How many colours the next frame has."""
    return page.run(
        """new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
          const seen = document.querySelector('#view-face canvas'), copy = document.createElement('canvas');
          [copy.width, copy.height] = [64, 64];
          const brush = copy.getContext('2d');
          brush.drawImage(seen, 0, 0, 64, 64);
          const bytes = brush.getImageData(0, 0, 64, 64).data, all = new Set();
          for (let at = 0; at < bytes.length; at += 4) all.add(`${bytes[at]},${bytes[at + 1]},${bytes[at + 2]}`);
          done(all.size);
        })))"""
    )


def widget_is(name, value):
    end = time.monotonic() + 10
    while abs(instrument.widget(name) - value) > 0.02:
        assert time.monotonic() < end, f"{name} is {instrument.widget(name)}, expected {value}"
        time.sleep(0.1)


def is_drawn(least=50):
    end = time.monotonic() + 20
    while (seen := colours()) < least:
        assert time.monotonic() < end, f"only {seen} colours are drawn"


def shows_a_face():
    page.until("document.body.classList.contains('connected')")
    page.run("location.hash = '#face'")
    page.until("document.querySelector('#view-face canvas').width > 300")
    is_drawn(200)
    if pictures:
        page.picture(f"{pictures}/face.png")
    # Fewer corners: a processor that draws takes long, and touches wait for it.
    instrument.ask("widgets", "set", "face.resolution", "32")


def centre():
    box = page.run("(() => { const b = document.querySelector('#view-face canvas').getBoundingClientRect(); return [b.left, b.top, b.width, b.height]; })()")
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def pinch(begin, end):
    x, y = centre()
    page.down(1, (x - begin / 2, y))
    page.down(2, (x + begin / 2, y))
    for step in range(1, 9):
        apart = begin + (end - begin) * step / 8
        page.move(1, (x - apart / 2, y))
        page.move(2, (x + apart / 2, y))
        time.sleep(0.03)
    page.up(1)
    page.up(2)
    time.sleep(0.5)


def pinches():
    pinch(200, 160)
    widget_is("face.height", 0.7)
    pinch(200, 100)
    widget_is("face.height", 0.75)
    pinch(100, 300)
    widget_is("face.height", 0)


def taps_twice():
    # Where the processor draws, touches wait for it, and two taps may be too far apart to count as one gesture. A small
    # picture is drawn faster.
    page.resize(320, 320)
    for _ in range(20):
        for _ in range(2):
            page.down(1, centre())
            page.up(1)
        time.sleep(0.5)
        if abs(instrument.widget("face.height") - 0.5) < 0.02:
            page.resize(800, 600)
            return
    raise AssertionError(f"face.height is {instrument.widget('face.height')}")


def lights():
    page.run("document.querySelector('#view-face .light').click()")
    widget_is("face.lighting", 1)
    page.until("document.querySelector('#view-face canvas').width > 0")
    page.run("document.querySelector('#view-face .light').click()")
    widget_is("face.lighting", 0)


def changes_camera():
    page.run(
        """window.rests = 0;
        new MutationObserver(() => { window.rests += document.querySelector('#view-face .flip').disabled; })
          .observe(document.querySelector('#view-face .flip'), { attributeFilter: ['disabled'] });"""
    )
    for side in ["front", "back"]:
        page.until("!document.querySelector('#view-face .flip').disabled")
        page.run("document.querySelector('#view-face .flip').click()")
        page.until(f"document.querySelector('#view-face .told').textContent === 'Using {side} camera'")
    page.until("!document.querySelector('#view-face .told').classList.contains('shown')")
    assert page.run("window.rests") == 2, "the button does not rest"
    is_drawn()


def rests_when_hidden():
    page.run("location.hash = '#play'")
    page.until("document.querySelector('#view-face').hidden")
    page.run("location.hash = '#face'")
    is_drawn()


check("The face is drawn as a surface", shows_a_face)
check("Pinching raises the face, and spreading lowers it, within its range", pinches)
check("Two taps bring the height back", taps_twice)
check("The right button changes the lighting", lights)
check("The left button changes the camera, says so, and rests a moment", changes_camera)
check("The picture goes on after another view was looked at", rests_when_hidden)
check_messages("The page of the face tells of no error", page)
browser.end()
instrument.end()
shutil.rmtree(folder, ignore_errors=True)
finish()

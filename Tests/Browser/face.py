"""face.py SPINET FOLDER: the picture of a face in headless Chromium, with a camera that is none."""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

import facevideo
from checks import check, check_messages, finish
from chromium import Browser
from instrument import Instrument

spinet, pictures = sys.argv[1:3]
folder = tempfile.mkdtemp(prefix="spinet-face.")
if pictures:
    os.makedirs(pictures, exist_ok=True)

instrument = Instrument(spinet, folder, "--face", "synthetic", "--face", "panel")
facevideo.write(f"{folder}/face.y4m", [0.35, 0.65])
browser = Browser(
    folder, "--enable-unsafe-swiftshader", "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
    f"--use-file-for-fake-video-capture={folder}/face.y4m",
)
page = browser.page(instrument.url, 800, 600)


def colours(page=page):
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


def is_drawn(least=50, page=page):
    end = time.monotonic() + 20
    while (seen := colours(page)) < least:
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


def has_its_toolbar():
    """At the bottom, 44 points high and black, the camera at the left and the lighting at the right."""
    view, bar, flip, light = page.run(
        """['#view-face', '#view-face .toolbar', '#view-face .flip', '#view-face .light'].map((name) => {
          const { left, right, top, bottom } = document.querySelector(name).getBoundingClientRect();
          return { left, right, top, bottom };
        })"""
    )
    assert abs(bar["bottom"] - bar["top"] - 44) < 0.5 and abs(bar["bottom"] - view["bottom"]) < 0.5, bar
    assert (bar["left"], bar["right"]) == (view["left"], view["right"]), bar
    assert flip["right"] < bar["left"] + 100 and light["left"] > bar["right"] - 100, (flip, light)
    assert styles(".toolbar", "backgroundColor") == ["rgb(0, 0, 0)"]


def styles(name, *properties):
    return page.run(f"(() => {{ const style = getComputedStyle(document.querySelector('#view-face {name}')); return {json.dumps(properties)}.map((each) => style[each]); }})()")


def lights():
    """One height for both kinds of light."""
    instrument.ask("widgets", "set", "face.height", "0.25")
    page.run("document.querySelector('#view-face .light').click()")
    widget_is("face.lighting", 1)
    widget_is("face.height", 0.25)
    page.until("document.querySelector('#view-face canvas').width > 0")
    page.run("document.querySelector('#view-face .light').click()")
    widget_is("face.lighting", 0)


def flip(says):
    page.until("!document.querySelector('#view-face .flip').disabled")
    page.run("document.querySelector('#view-face .flip').click()")
    page.until(f"document.querySelector('#view-face .told').textContent === '{says}'")


def changes_camera():
    """From the instrument's own source to the page's cameras, and back."""
    page.run(
        """window.rests = 0;
        new MutationObserver(() => { window.rests += document.querySelector('#view-face .flip').disabled; })
          .observe(document.querySelector('#view-face .flip'), { attributeFilter: ['disabled'] });"""
    )
    for name in ["front camera", "back camera", "synthetic", "front camera"]:
        flip(f"Using {name}")
    page.until("!document.querySelector('#view-face .told').classList.contains('shown')")
    assert page.run("window.rests") == 4, "the button does not rest"
    is_drawn()


def fades():
    """The label comes in a second, stays for two and goes in one."""
    assert styles(".told", "color", "fontSize", "transitionDuration") == ["rgb(0, 122, 255)", "17px", "1s"]
    assert styles(".told", "placeItems", "textAlign") == ["center", "center"]
    page.run(
        """window.shown = [];
        const told = document.querySelector('#view-face .told');
        new MutationObserver(() => shown.push([told.classList.contains('shown'), performance.now()]))
          .observe(told, { attributeFilter: ['class'] });"""
    )
    flip("Using back camera")
    page.until("window.shown.length > 1")
    (comes, begin), (stays, end) = page.run("window.shown")[-2:]
    assert comes and not stays and 2.9 < (end - begin) / 1000 < 8, (comes, stays, end - begin)
    for name in ["synthetic", "front camera"]:
        flip(f"Using {name}")


def plays_the_page():
    """The face in the browser's camera goes from one place to the other, and is cut out of what the camera sees."""
    for place in [0.35, 0.65, 0.35]:
        widget_is("face.x", place)
    assert instrument.widget("face.present") == 1
    is_drawn(100)
    page.run("location.hash = '#play'")
    page.until("document.querySelector('#view-face').hidden")
    for place in [0.65, 0.35]:
        widget_is("face.x", place)
    page.run("location.hash = '#face'")
    is_drawn(100)


def ends_with_the_camera():
    instrument.ask("widgets", "set", "face.height", "0.2")
    taps_twice()
    widget_is("face.present", 0)
    assert says("camera of the panel: it was turned off"), instrument.lines
    flip("Using front camera")
    widget_is("face.present", 1)


def ends_with_the_page():
    """It is told anew, because there was a face in between."""
    before = len(instrument.lines)
    browser.close_page(page)
    widget_is("face.present", 0)
    assert says("camera of the panel: it was turned off, or its page was closed", before), instrument.lines


def says(words, since=0):
    return any(words in line for line in instrument.lines[since:])


def rests_when_hidden():
    page.run("location.hash = '#play'")
    page.until("document.querySelector('#view-face').hidden")
    page.run("location.hash = '#face'")
    is_drawn()


SCENES = [("harmonics", 0.5, 0), ("phong", 0.75, 7), ("harmonics", 0.3, 28)]


def drawn_by_the_page(page):
    is_drawn(100, page)
    return page.run(
        """new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
          const seen = document.querySelector('#view-face canvas'), copy = document.createElement('canvas');
          [copy.width, copy.height] = [seen.width, seen.height];
          copy.getContext('2d').drawImage(seen, 0, 0);
          done(copy.toDataURL());
        })))"""
    )


def drawn_without_a_screen(size, lighting, height, moment):
    path = f"{folder}/{lighting}-{height}-{moment}.png"
    subprocess.run(
        [spinet, "face", "render", "--out", path, "--size", f"{size[0]}x{size[1]}", "--lighting", lighting,
         "--height", str(height), "--at", str(moment), "--resolution", "64"],
        check=True, capture_output=True,
    )
    with open(path, "rb") as file:
        return "data:image/png;base64," + base64.b64encode(file.read()).decode()


def difference(blank, one, two):
    """Of two pictures: the mean difference of their bytes, and the part of the pixels that differ by more than 32."""
    return blank.run(
        f"""(async () => {{
          const bytes = async (address) => {{
            const image = await createImageBitmap(await (await fetch(address)).blob());
            const canvas = document.createElement('canvas');
            [canvas.width, canvas.height] = [image.width, image.height];
            const brush = canvas.getContext('2d');
            brush.drawImage(image, 0, 0);
            return brush.getImageData(0, 0, image.width, image.height).data;
          }};
          const [one, two] = [await bytes({json.dumps(one)}), await bytes({json.dumps(two)})];
          if (one.length !== two.length) throw new Error(`${{one.length}} and ${{two.length}} bytes`);
          let sum = 0, far = 0;
          for (let at = 0; at < one.length; at += 4) {{
            const away = [0, 1, 2].map((part) => Math.abs(one[at + part] - two[at + part]));
            sum += away[0] + away[1] + away[2];
            far += Math.max(...away) > 32;
          }}
          return [sum / one.length * 4 / 3, far / one.length * 4];
        }})()"""
    )


def keeps_the_last_face(page):
    """A face that is seen is shown, and stays when it is lost."""
    def hears(message):
        page.run(f"sockets.at(-1).dispatchEvent(new MessageEvent('message', {{ data: {json.dumps(json.dumps(message))} }}))")
        return drawn_by_the_page(page)

    before = drawn_by_the_page(page)
    gray = base64.b64encode(bytes(40 + (place % 32) * 6 for place in range(32 * 32))).decode()
    face = hears({"face": [0.2, 0.2, 0.5, 0.5], "pixels": gray, "width": 32})
    assert face != before, "the face is not shown"
    assert hears({"face": None}) == face, "the face that was lost is not shown any more"


def is_drawn_as_without_a_screen():
    """One text of shaders for two hosts: WebGL here, EGL in `face render`. The page's clock stands still."""
    other = f"{folder}/still"
    os.makedirs(other)
    still = Instrument(spinet, other, "--face", "synthetic", "--cascade", "/dev/null")
    still.ask("widgets", "set", "face.resolution", "64")
    # The page in front is the one that is drawn.
    blank, page = browser.page("about:blank"), browser.page("about:blank", 320, 320)
    page.call("Page.addScriptToEvaluateOnNewDocument", source="window.moment = 0; performance.now = () => window.moment * 1000;")
    page.open(still.url)
    page.until("document.body.classList.contains('connected')")
    page.run("location.hash = '#face'")
    for lighting, height, moment in SCENES:
        still.ask("widgets", "set", "face.lighting", lighting)
        still.ask("widgets", "set", "face.height", str(height))
        page.run(f"window.moment = {moment}")
        time.sleep(0.5)
        seen = drawn_by_the_page(page)
        size = page.run("(() => { const c = document.querySelector('#view-face canvas'); return [c.width, c.height]; })()")
        mean, far = difference(blank, seen, drawn_without_a_screen(size, lighting, height, moment))
        print(f"{lighting}, height {height}, {moment} s, {size[0]}×{size[1]}: mean {mean:.2f} of 255, far {far:.2%}")
        assert mean < 2 and far < 0.01, (lighting, height, moment, mean, far)
        mean, far = difference(blank, seen, drawn_without_a_screen(size, lighting, height / 2, moment + 1))
        assert mean > 4 and far > 0.03, ("another scene looks the same", mean, far)
    keeps_the_last_face(page)
    browser.close_page(page)
    browser.close_page(blank)
    still.end()


check("The face is drawn as a surface", shows_a_face)
check("The toolbar has the camera at the left and the lighting at the right", has_its_toolbar)
check("Pinching raises the face, and spreading lowers it, within its range", pinches)
check("Two taps bring the height back", taps_twice)
check("The right button changes the lighting, and the height stays", lights)
check("The left button changes the camera, says so, and rests a moment", changes_camera)
check("What the left button says comes in a second, stays for two and goes in one", fades)
check("A face in front of the page's camera plays, also while another view is looked at", plays_the_page)
check("The picture goes on after another view was looked at", rests_when_hidden)
check("Two taps end the page's camera, which is told, and it begins again", ends_with_the_camera)
check_messages("The page of the face tells of no error", page)
check("Without the page there is no face, which is told", ends_with_the_page)
check("Chromium draws the face as it is drawn without a screen, and the last face stays", is_drawn_as_without_a_screen)
browser.end()
instrument.end()
shutil.rmtree(folder, ignore_errors=True)
finish()

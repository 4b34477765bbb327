"""face.py SPINET FOLDER: the picture of a face in headless Chromium, with a camera that is none."""

import base64
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time

import facevideo
from checks import check, check_messages, finish, has_no_errors
from chromium import Browser
from instrument import Instrument
from place import keyboard

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


def widget_is(name, value, of=instrument):
    end = time.monotonic() + 10
    while abs(of.widget(name) - value) > 0.02:
        assert time.monotonic() < end, f"{name} is {of.widget(name)}, expected {value}"
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


def centre(page=page):
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
        page.double_tap(1, centre())
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


def flip(says, page=page):
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
    # In the middle of the picture, which ends above the toolbar, and on a ground on which its colour can be read.
    assert styles(".told", "textAlign", "backgroundColor") == ["center", "rgb(0, 0, 0)"]
    off = page.run("(([told, face]) => [told.left + told.width / 2 - face.left - face.width / 2, told.top + told.height / 2 - face.top - (face.height - 44) / 2])(['.told', '.face'].map((s) => document.querySelector(`#view-face ${s}`).getBoundingClientRect()))")
    assert max(map(abs, off)) < 2, off
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
    page.until("document.querySelector('#view-face') === null")
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
    page.until("document.querySelector('#view-face') === null")
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


# What the instrument tells of a face that gets brighter to the right.
GRADIENT = {
    "face": [0.2, 0.2, 0.5, 0.5], "width": 32,
    "pixels": base64.b64encode(bytes(40 + (place % 32) * 6 for place in range(32 * 32))).decode(),
}


def hear(page, message):
    page.run(f"sockets.at(-1).dispatchEvent(new MessageEvent('message', {{ data: {json.dumps(json.dumps(message))} }}))")


def keeps_the_last_face(page):
    """A face that is seen is shown, and stays when it is lost."""
    before = drawn_by_the_page(page)
    hear(page, GRADIENT)
    face = drawn_by_the_page(page)
    assert face != before, "the face is not shown"
    hear(page, {"face": None})
    assert drawn_by_the_page(page) == face, "the face that was lost is not shown any more"


def is_drawn_as_without_a_screen():
    """One text of shaders for two hosts: WebGL here, EGL in `face render`. The page's clock stands still."""
    still = another("still", "synthetic", "--cascade", "/dev/null")
    blank, page = browser.page("about:blank"), small_page(still, STILL_CLOCK)
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
        mean, far = difference(blank, seen, drawn_without_a_screen(size, lighting, height / 3, moment + 4))
        assert mean > 4 and far > 0.03, ("another scene looks the same", mean, far)
    keeps_the_last_face(page)
    browser.close_page(page)
    browser.close_page(blank)
    still.end()


def another(name, source, *options):
    """Another instrument, with so few corners that a processor draws them fast."""
    os.makedirs(f"{folder}/{name}")
    made = Instrument(spinet, f"{folder}/{name}", "--face", source, *options)
    made.ask("widgets", "set", "face.resolution", "64")
    return made


def small_page(of, *scripts):
    """A page in front, which is the one that is drawn. The scripts run before its own."""
    page = browser.page("about:blank", 320, 320)
    for script in scripts:
        page.call("Page.addScriptToEvaluateOnNewDocument", source=script)
    page.open(of.url)
    page.until("document.body.classList.contains('connected')")
    page.run("location.hash = '#face'")
    page.until("document.querySelector('#view-face canvas') !== null")
    return page


STILL_CLOCK = "window.moment = 0; performance.now = () => window.moment * 1000;"

# A camera that sees nothing but grey; `cameras` says which were asked for, and there is no back camera while `isAlone`.
GREY_CAMERA = """window.cameras = []; window.streams = []; window.isAlone = false;
navigator.mediaDevices.getUserMedia = async ({ video }) => {
  cameras.push(video.facingMode);
  if (isAlone && video.facingMode === 'environment') throw new DOMException('nothing is connected', 'NotFoundError');
  const canvas = document.createElement('canvas'), brush = canvas.getContext('2d');
  [canvas.width, canvas.height, brush.fillStyle] = [320, 240, '#777'];
  setInterval(() => brush.fillRect(0, 0, 320, 240), 50);
  streams.push(canvas.captureStream());
  return streams.at(-1);
};"""

# Counts the pictures that are drawn, and the times of the camera's frames, which do not go to the instrument. Where
# `isAnswering`, each of them is answered at once.
LOST_FRAMES = """window.draws = 0; window.frames = []; window.isAnswering = false;
const { clear } = WebGL2RenderingContext.prototype, { send } = WebSocket.prototype;
WebGL2RenderingContext.prototype.clear = function (...all) { draws++; return clear.apply(this, all); };
WebSocket.prototype.send = function (data) {
  if (typeof data === 'string') return send.call(this, data);
  frames.push(performance.now());
  if (isAnswering) setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data: '{"face":null}' })));
};"""

EIGHTH = math.pi / 4
# Moments, and the angles about both axes, as FaceTests has them.
MOMENTS = [
    (0, 0, 0), (1, 0, 0), (3.5, EIGHTH / 2, 0), (6, EIGHTH, 0), (11, 0, 0), (16, -EIGHTH, 0), (21, 0, 0),
    (26, 0, EIGHTH), (36, 0, -EIGHTH), (41, 0, 0), (46, EIGHTH, 0), (1046, EIGHTH, 0),
]


def moves_as_without_a_page():
    """After a second of rest it nods and turns for forty seconds, over and over."""
    poses = page.run(
        f"""(async () => {{
          const {{ Rotation }} = await import('./face/motion.js');
          return {json.dumps([moment for moment, _, _ in MOMENTS])}.map((time) => new Rotation(0).pose(time));
        }})()"""
    )
    for (moment, x, y), pose in zip(MOMENTS, poses):
        assert abs(pose["x"] - x) < 1e-9 and abs(pose["y"] - y) < 1e-9, (moment, pose)


def detours(begins, moments):
    """For each beginning of a detour: the angles at so long after it, those without a detour, and those with a second detour
    that begins a fifth of a second later."""
    return page.run(
        f"""(async () => {{
          const {{ Rotation }} = await import('./face/motion.js');
          const moments = {json.dumps(moments)};
          return {json.dumps(begins)}.map((begin) => {{
            const [turned, plain, twice] = [new Rotation(0), new Rotation(0), new Rotation(0)];
            for (const each of [turned, twice]) each.turnAround(begin);
            twice.turnAround(begin + 0.2);
            return [turned, plain, twice].map((each) => moments.map((after) => {{
              const {{ x, y }} = each.pose(begin + after);
              if (x !== 0 && y !== 0) throw new Error(`both axes at ${{begin}} and ${{after}}`);
              return x + y;
            }}));
          }});
        }})()"""
    )


def turns_around():
    """A detour begins without a jump and without a jerk, and goes once around the way it was going, in a second."""
    tiny = 1e-6
    begins = [1 + step / 20 for step in range(800)]
    for begin, (turned, plain, _) in zip(begins, detours(begins, [-tiny, 0, tiny])):
        velocity = (plain[2] - plain[0]) / (2 * tiny)
        assert abs(turned[1] - plain[1]) < 1e-9, (begin, turned, plain)
        assert abs((turned[2] - turned[1]) / tiny - velocity) < 1e-3, (begin, turned, velocity)
    begins = [2, 8, 13, 18, 24, 33, 39]
    for begin, (turned, plain, twice) in zip(begins, detours(begins, [step / 1000 for step in range(2001)])):
        furthest = max(turned, key=abs)
        assert abs(abs(furthest) - 2 * math.pi) < 1e-3, (begin, furthest)
        assert (furthest > 0) == (plain[1] > plain[0]), (begin, furthest)
        # It is over after a second and has begun again, slowly. A second detour would have gone on.
        assert abs(turned[2000]) < 0.6, (begin, turned[2000])
        assert turned == twice, f"at {begin} a second detour begins while the first one goes on"


def turns_by_the_button(of):
    """Once around in a second, and back where it was. The clock stands still."""
    page = small_page(of, GREY_CAMERA, STILL_CLOCK)
    at = lambda moment: (page.run(f"window.moment = {moment}"), drawn_by_the_page(page))[1]
    before = at(0)
    assert at(0.25) == before, "it does not rest in its first second"
    at(0)
    flip("Using front camera", page)
    assert at(0) == before, "it jumps"
    assert at(0.25) != before, "it is not turned"
    assert at(1) == before, "it is not back after a second"
    close_without_errors(page)


def close_without_errors(page):
    has_no_errors(page)
    browser.close_page(page)


def has_two_cameras(of):
    page = small_page(of, GREY_CAMERA)
    live = lambda: page.run("streams.map((stream) => stream.getVideoTracks()[0].readyState)")
    flip("Using front camera", page)
    flip("Using back camera", page)
    assert page.run("cameras") == ["user", "environment"], page.run("cameras")
    assert live() == ["ended", "live"], live()
    flip("Using front camera", page)
    page.run("window.isAlone = true")
    flip("There is no back camera: nothing is connected", page)
    assert page.run("cameras") == ["user", "environment", "user", "environment"], page.run("cameras")
    assert live() == ["ended", "ended", "live"], "the front camera does not stay"
    close_without_errors(page)


def draws_without_answers(of):
    """One frame is in flight, whatever else is told. Where its answer does not come, the next one goes after a second, and drawing goes on."""
    page = small_page(of, GREY_CAMERA, LOST_FRAMES)
    flip("Using front camera", page)
    page.until("frames.length > 0")
    before = page.run("draws")
    # The instrument says again whose face plays.
    hear(page, {"source": "panel", "sources": 1})
    time.sleep(3)
    waits = page.run("frames.slice(1).map((time, at) => time - frames[at])")
    assert 0 < len(waits) < 6 and all(990 < wait for wait in waits), waits
    assert page.run("draws") > before + 10, "drawing waits for the answer"
    page.run("window.isAnswering = true")
    page.until(f"frames.length > {len(waits)} + 12", 10)
    # The last ones follow their answers.
    waits = page.run("frames.slice(-4).map((time, at, all) => time - (all[at - 1] ?? time - 40))")
    assert all(30 < wait < 900 for wait in waits), waits
    close_without_errors(page)


def rests_and_returns(of):
    """Switched off, the rotation leaves the picture where it is; two taps bring the picture of the beginning back."""
    # Touches wait for a processor that draws.
    of.ask("widgets", "set", "face.resolution", "32")
    page = small_page(of, STILL_CLOCK)
    at = lambda moment: (page.run(f"window.moment = {moment}"), drawn_by_the_page(page))[1]
    first, turned = at(0), at(6)
    assert first != turned, "it does not move"
    of.ask("widgets", "set", "face.rotation", "off")
    time.sleep(0.5)
    assert at(8.5) == turned, "it moves although its rotation is off"
    of.ask("widgets", "set", "face.rotation", "on")
    time.sleep(0.5)
    assert at(8.5) != turned, "it does not go on"
    assert at(0) == first
    hear(page, GRADIENT)
    assert drawn_by_the_page(page) != first, "the face is not shown"
    end = time.monotonic() + 40
    while drawn_by_the_page(page) != first:
        assert time.monotonic() < end, "two taps do not bring the picture back"
        page.double_tap(1, centre(page))
        time.sleep(0.5)
    close_without_errors(page)


def goes_on_without_webgl(of):
    page = small_page(
        of,
        """const { getContext } = HTMLCanvasElement.prototype;
        HTMLCanvasElement.prototype.getContext = function (kind, ...all) { return kind === 'webgl2' ? null : getContext.call(this, kind, ...all); };""",
    )
    told = "document.querySelector('#view-face .told')"
    page.until(f"{told}.classList.contains('shown') && {told}.textContent === 'The picture cannot be drawn: this browser has no WebGL 2'")
    page.run("document.querySelector('#view-face .light').click()")
    widget_is("face.lighting", 1, of)
    # A face that is seen does no harm.
    hear(page, GRADIENT)
    keyboard(page, "octave")
    key = "[data-surface=piano] [data-note=C4]"
    page.down(1, page.place(key))
    page.until(f"document.querySelector('{key}').classList.contains('lit')")
    page.up(1)
    page.until("document.querySelectorAll('.lit').length === 0")
    close_without_errors(page)


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
check("The picture's motion is that of the picture without a screen", moves_as_without_a_page)
check("A detour goes once around without a jump and a jerk, and another one does not disturb it", turns_around)
check_messages("The page of the face tells of no error", page)
check("Without the page there is no face, which is told", ends_with_the_page)
check("Chromium draws the face as it is drawn without a screen, and the last face stays", is_drawn_as_without_a_screen)
own = another("own", "panel")
check("The left button turns the picture once around", lambda: turns_by_the_button(own))
check("The front camera comes before the back camera, and stays where there is no other", lambda: has_two_cameras(own))
check("Drawing goes on while no frame is answered, and the next frame waits", lambda: draws_without_answers(own))
own.end()
still = another("resting", "synthetic", "--cascade", "/dev/null")
check("The picture rests where its rotation is switched off, and two taps bring the beginning back", lambda: rests_and_returns(still))
check("Without WebGL that is told, and the rest of the page works", lambda: goes_on_without_webgl(still))
still.end()
browser.end()
instrument.end()
shutil.rmtree(folder, ignore_errors=True)
finish()

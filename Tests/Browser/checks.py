"""Checks with names, which are counted."""

import sys
import time
import traceback

from place import show

passed = failed = 0


# The place of an element that is there and has not moved for a twentieth of a second, else null.
STILL = """async (selector) => {
  const place = () => { const b = document.querySelector(selector)?.getBoundingClientRect(); return b && [b.left, b.top, b.width, b.height]; };
  const before = place();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const now = place();
  return before && now && String(before) === String(now) ? now : null;
}"""


def check(name, body):
    global passed, failed
    try:
        body()
        print("ok", name, flush=True)
        passed += 1
    except Exception:
        print("not ok", name, flush=True)
        print("    " + traceback.format_exc().replace("\n", "\n    "), flush=True)
        failed += 1


def until(isIt, seconds=8):
    """Waits until something is true."""
    end = time.monotonic() + seconds
    while not isIt():
        assert time.monotonic() < end, "never"
        time.sleep(0.05)


def has_no_errors(page):
    """A page that has told of errors has failed. What the graphics driver says of the pictures taken here does not count."""
    messages = [message for message in page.messages if "GPU stall due to ReadPixels" not in message]
    assert not messages, messages


def check_messages(name, page):
    check(name, lambda: has_no_errors(page))


def check_sizes(name, page, prefix, pictures):
    """Every place at seven sizes: nothing is too wide, and panic and engine are in reach. `page` has run, resize and picture."""

    def body():
        for width, height in [(320, 640), (390, 844), (844, 390), (768, 1024), (1024, 768), (1440, 900), (2560, 1440)]:
            page.resize(width, height)
            for place in ["play", "pages", "edit", "sounds", "setup"]:
                show(page, place)
                # The next frame has the new layout.
                page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
                assert page.run("document.documentElement.scrollWidth <= innerWidth"), f"{width} x {height} {place} is too wide"
                reach = page.run("['#panic', '#engine'].every((s) => { const b = document.querySelector(s).getBoundingClientRect(); return b.width > 43 && b.height > 43 && b.right <= innerWidth && b.bottom <= innerHeight; })")
                assert reach, f"{width} x {height} {place}: panic and engine are out of reach"
                if pictures:
                    page.picture(f"{pictures}/{prefix}{place}-{width}x{height}.png")

    check(name, body)


def finish():
    """Tells how many checks have passed, and ends."""
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)

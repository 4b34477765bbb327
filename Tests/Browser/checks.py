"""Checks with names, which are counted."""

import sys
import traceback

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


def has_no_errors(page):
    """A page that has told of errors has failed. What the graphics driver says of the pictures taken here does not count."""
    messages = [message for message in page.messages if "GPU stall due to ReadPixels" not in message]
    assert not messages, messages


def check_messages(name, page):
    check(name, lambda: has_no_errors(page))


def check_sizes(name, page, view, prefix, pictures):
    """Every view in four sizes: nothing is cut off, and panic and engine are in reach. `page` has run, resize and picture."""

    def body():
        for width, height, size in [(320, 640, "phone"), (844, 390, "landscape"), (1280, 800, "laptop"), (3840, 2160, "4k")]:
            page.resize(width, height)
            for part in ["play", "piano", "widgets", "map", "sounds", "setup"]:
                view(part)
                # The next frame has the new layout.
                page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
                assert page.run("document.documentElement.scrollWidth <= innerWidth"), f"{size} {part} is too wide"
                reach = page.run("['#panic', '#engine'].every((s) => { const b = document.querySelector(s).getBoundingClientRect(); return b.width > 0 && b.right <= innerWidth && b.bottom <= innerHeight; })")
                assert reach, f"{size} {part}: panic and engine are out of reach"
                if pictures:
                    page.picture(f"{pictures}/{prefix}{size}-{part}.png")

    check(name, body)


def finish():
    """Tells how many checks have passed, and ends."""
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)

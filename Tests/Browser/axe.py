"""axe.py SPINET FOLDER [PLACE…]: axe-core, from PyPI, over every place at eight sizes in both themes, for a sound and a stage."""

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile

from checks import check, check_messages, finish
from chromium import Browser
from instrument import Instrument
from layout import settle, sizes
from place import keyboard, show

# It has axe-core as one file.
package = "axe-playwright-python==0.1.8"
spinet, pictures = sys.argv[1:3]
wanted = sys.argv[3:]
folder = tempfile.mkdtemp(prefix="spinet-axe.")

# What breaks a rule, as text. The SmartKeyboard has the colours and sizes of its original, and texts over traces are not
# counted; nor is what was dimmed on purpose.
RUN = """(async () => {
  const found = await axe.run(
    { include: [["html"]], exclude: [["[data-surface=keyboard]"], [".well .cap"], [".dimmed"]] },
    { resultTypes: ["violations"], runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] } });
  // Bars are painted by a finger that crosses them: their area is the target.
  const isBar = (id, node) => id === "target-size" && document.querySelector(node.target[0])?.closest(".bars-area");
  return found.violations.flatMap(({ id, nodes }) => nodes.filter((node) => !isBar(id, node)).slice(0, 4).map((node) => `${id} ${node.target.join(" ")}: ${node.failureSummary.split("\\n").slice(1, 3).join(" ").trim()}`));
})()"""


def script():
    """The text of axe-core; None where the package cannot be had."""
    done = subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--dest", folder, package],
        capture_output=True, text=True)
    wheels = [name for name in os.listdir(folder) if name.endswith(".whl")]
    if done.returncode != 0 or not wheels:
        print(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "no package", flush=True)
        return None
    with zipfile.ZipFile(os.path.join(folder, wheels[0])) as wheel:
        return wheel.read("axe_playwright_python/axe.min.js").decode()


def learns(page):
    show(page, "edit")
    page.run("document.querySelector('#learn').click()")
    page.until("document.querySelector('.side-sheet').hidden === false")


def maps(page):
    show(page, "setup")
    page.run("document.querySelector('.mappings') ?? [...document.querySelectorAll('#view-setup button')].find((b) => b.textContent === 'Mappings').click()")
    page.until("document.querySelector('.mappings table') !== null")


def ends(page):
    if page.run("document.body.classList.contains('learning')"):
        page.run("document.querySelector('#learn').click()")
        page.until("!document.body.classList.contains('learning')")
    page.run("document.querySelector('.mappings .back')?.click()")


ways = {place: (lambda page, place=place: show(page, place)) for place in ("play", "pages", "edit", "sounds", "setup")}
ways |= {"one octave": lambda page: keyboard(page, "octave"), "free keys": lambda page: keyboard(page, "free"), "learn": learns, "mappings": maps}


def check_place(title, page, place, open_place):
    def body():
        wrong = {}
        open_place(page)
        for theme in ("dark", "light"):
            page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
            for width, height in [*sizes, (3840, 2160)]:
                page.resize(width, height)
                settle(page)
                for text in page.run(RUN):
                    wrong.setdefault(text, f"{width}x{height} {theme}")
        ends(page)
        assert not wrong, "\n" + "\n".join(f"{where}: {text}" for text, where in wrong.items())

    check(f"{title}: axe-core finds nothing in {place} at eight sizes, dark and light", body)


def main():
    source = script()
    if source is None:
        print("skipped: axe-core is not to be had")
        return finish()
    browser = Browser(folder)
    for name, title in [("default", "A sound"), ("evening", "A stage"), ("rock-organ", "An organ")]:
        instrument = Instrument(spinet, f"{folder}/{name}", name)
        page = browser.page(instrument.url)
        page.until("document.body.classList.contains('connected')")
        page.run(f"{source}; null")

        def finds():
            """What it would say of a text that is too pale and of a button without a name."""
            show(page, "setup")
            page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
            page.until("document.documentElement.dataset.theme === 'dark' && document.querySelector('#view-setup .dim') !== null")
            page.run("document.documentElement.style.setProperty('--dim', '#4a4a4a'); document.querySelector('#view-setup').append(document.createElement('button'))")
            try:
                rules = {text.split()[0] for text in page.run(RUN)}
                assert {"color-contrast", "button-name"} <= rules, rules
            finally:
                page.run("document.documentElement.style.removeProperty('--dim'); document.querySelector('#view-setup > button').remove()")

        check(f"{title}: axe-core runs in the page and finds what is wrong", finds)
        for place, open_place in ways.items():
            if (not wanted or place in wanted) and (name == "default" or place in ("play", "edit")):
                check_place(title, page, place, open_place)
        check_messages(f"{title}: no error in the page", page)
        browser.close_page(page)
        instrument.end()
    browser.end()
    shutil.rmtree(folder, ignore_errors=True)
    finish()


if __name__ == "__main__":
    main()

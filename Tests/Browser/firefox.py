"""firefox.py SPINET FOLDER: the panel in headless Firefox, by its own WebDriver BiDi: layout, sockets, touches."""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

from checks import STILL, check, check_sizes, finish
from instrument import Instrument
from layout import FAULTS, settle, sizes
from place import keyboard, show, widget
from socket_client import Socket


class Firefox:
    def __init__(self, folder):
        profile = f"{folder}/firefox"
        os.makedirs(profile)
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "about:blank"],
            env={**os.environ, "HOME": folder, "MOZ_DISABLE_CONTENT_SANDBOX": "1"},
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if "WebDriver BiDi listening on " in line:
                address = line.split()[-1]
                break
        else:
            raise RuntimeError("Firefox did not start")
        self.socket, self.number = Socket(address + "/session"), 0
        self.call("session.new", capabilities={})
        self.context = self.call("browsingContext.getTree")["contexts"][0]["context"]

    def call(self, method, **parameters):
        self.number += 1
        self.socket.send({"id": self.number, "method": method, "params": parameters})
        while (message := self.socket.next(60)) is not None:
            if message.get("id") == self.number:
                if message.get("type") == "error":
                    raise RuntimeError(f"{method}: {message['message']}")
                return message["result"]
        raise TimeoutError(method)

    def page(self, method, **parameters):
        return self.call(method, context=self.context, **parameters)

    def run(self, script):
        answer = self.call("script.evaluate", expression=f"(async () => JSON.stringify(await ({script})))()", target={"context": self.context}, awaitPromise=True)
        if answer["type"] != "success":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        text = answer["result"].get("value")
        return None if text is None else json.loads(text)

    def until(self, script, seconds=30):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if value := self.run(script):
                return value
            time.sleep(0.05)
        raise AssertionError(f"never true: {script}")

    def finger(self, *steps):
        source = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": list(steps)}
        self.page("input.performActions", actions=[source])

    def down(self, place):
        self.finger({"type": "pointerMove", "x": int(place[0]), "y": int(place[1])}, {"type": "pointerDown", "button": 0})

    def up(self):
        self.finger({"type": "pointerUp", "button": 0})

    def place(self, selector):
        left, top, width, height = self.until(f"({STILL})({json.dumps(selector)})")
        return left + width / 2, top + height * 0.8

    def resize(self, width, height):
        self.page("browsingContext.setViewport", viewport={"width": width, "height": height})

    def picture(self, path):
        data = self.page("browsingContext.captureScreenshot")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def end(self):
        self.process.kill()
        self.process.wait()


spinet, pictures = sys.argv[1:3]
folder = tempfile.mkdtemp(prefix="spinet-firefox.")

instrument = Instrument(spinet, folder)
firefox = Firefox(folder)
watcher = instrument.client()
watcher.until([])


def connects():
    firefox.page("browsingContext.navigate", url=instrument.url, wait="complete")
    firefox.until("document.body.classList.contains('connected')")
    firefox.until("document.querySelectorAll('[data-surface=keys] .key').length > 0")


def plays_by_touch():
    """One finger after the other: several touches at once of Firefox's WebDriver arrive as one."""
    keyboard(firefox, "octave")
    firefox.until("document.querySelectorAll('[data-surface=piano] .key').length === 12")
    for note, key in (("C4", 60), ("F#4", 66)):
        firefox.down(firefox.place(f"[data-surface=piano] [data-note='{note}']"))
        watcher.until([key])
        firefox.until(f"document.querySelector(\"[data-surface=piano] [data-note='{note}']\").classList.contains('lit')")
        firefox.up()
        watcher.until([])


def moves_widgets():
    show(firefox, "play")
    instrument.ask("widgets", "set", "filter.cutoff", "880")
    firefox.until("document.querySelector('[data-widget=\"filter.cutoff\"]').getAttribute('aria-valuenow') === '880'")


def has_no_faults():
    """What the check of the layout finds in Chromium, it does not find in Firefox either."""
    faults = []
    for theme in ("dark", "light"):
        firefox.run(f"theme.choose('{theme}')")
        for width, height in sizes:
            firefox.resize(width, height)
            for place in ("play", "pages", "edit", "sounds", "setup"):
                show(firefox, place)
                settle(firefox)
                faults += [f"{place} {width}x{height} {theme}: {fault}" for fault in firefox.run(FAULTS)]
    assert not faults, "\n" + "\n".join(faults)


def tells_the_end():
    show(firefox, "play")
    other = instrument.client()
    other.send({"set": ["filter.cutoff", 1234]})
    firefox.until("document.querySelector('[data-widget=\"filter.cutoff\"]').getAttribute('aria-valuenow') === '1234'")
    instrument.end()
    firefox.until("document.body.classList.contains('lost') && document.querySelector('#band').textContent.includes('Connection lost')")


check("Firefox shows the page", connects)
check("A touch in Firefox plays", plays_by_touch)
check("A widget that moves is shown in Firefox", moves_widgets)
check_sizes("Seven sizes, five places, nothing is cut off in Firefox", firefox, "firefox-", pictures)
check("Seven sizes, five places, two themes: nothing is cut off, too small or too pale in Firefox", has_no_faults)
check("Firefox tells that the instrument has ended", tells_the_end)

firefox.end()
instrument.end()
shutil.rmtree(folder, ignore_errors=True)
finish()

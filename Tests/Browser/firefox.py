"""firefox.py SPINET [FOLDER]: the panel in headless Firefox, by its own WebDriver BiDi: layout and sockets."""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

from instrument import Instrument
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
        answer = self.call("script.evaluate", expression=f"JSON.stringify({script})", target={"context": self.context}, awaitPromise=True)
        if answer["type"] != "success":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        text = answer["result"].get("value")
        return None if text is None else json.loads(text)

    def until(self, script, seconds=30):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.run(script):
                return
            time.sleep(0.05)
        raise AssertionError(f"never true: {script}")

    def end(self):
        self.process.kill()
        self.process.wait()


spinet, pictures = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
folder = tempfile.mkdtemp(prefix="spinet-firefox.")
passed = failed = 0


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


instrument = Instrument(spinet, folder)
firefox = Firefox(folder)
watcher = instrument.client()
watcher.until([])


def view(name):
    firefox.run(f"(location.hash = '#{name}') && null")
    firefox.until(f"!document.querySelector('#view-{name}').hidden")


def connects():
    firefox.page("browsingContext.navigate", url=instrument.url, wait="complete")
    firefox.until("document.body.classList.contains('connected')")
    firefox.until("document.querySelectorAll('[data-surface=keyboard] .key').length > 0")


def moves_widgets():
    view("widgets")
    instrument.ask("widgets", "set", "filter.cutoff", "880")
    firefox.until("document.querySelector('[data-widget=\"filter.cutoff\"]').getAttribute('aria-valuetext') === '880.0 Hz'")


def tells_the_end():
    other = instrument.client()
    other.send({"set": ["filter.cutoff", 1234]})
    firefox.until("document.querySelector('[data-widget=\"filter.cutoff\"]').getAttribute('aria-valuetext') === '1234 Hz'")
    instrument.end()
    firefox.until("!document.body.classList.contains('connected')")


def fits_everywhere():
    for width, height, name in [(320, 640, "phone"), (768, 1024, "tablet"), (1280, 800, "laptop"), (3840, 2160, "4k")]:
        firefox.page("browsingContext.setViewport", viewport={"width": width, "height": height})
        for part in ["play", "piano", "widgets", "map", "sounds", "setup"]:
            view(part)
            time.sleep(0.1)
            assert firefox.run("document.documentElement.scrollWidth <= innerWidth"), f"{name} {part} is too wide"
            reach = firefox.run("['#panic', '#engine'].every((s) => { const b = document.querySelector(s).getBoundingClientRect(); return b.width > 0 && b.right <= innerWidth && b.bottom <= innerHeight; })")
            assert reach, f"{name} {part}: panic and engine are out of reach"
            if pictures:
                data = firefox.page("browsingContext.captureScreenshot")["data"]
                with open(f"{pictures}/firefox-{name}-{part}.png", "wb") as file:
                    file.write(base64.b64decode(data))


check("Firefox shows the page", connects)
check("A widget that moves is shown in Firefox", moves_widgets)
check("Four sizes, six views, nothing is cut off in Firefox", fits_everywhere)
check("Firefox tells that the instrument has ended", tells_the_end)

firefox.end()
instrument.end()
shutil.rmtree(folder, ignore_errors=True)
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)

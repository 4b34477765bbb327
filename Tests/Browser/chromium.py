"""Headless Chromium, driven by its own protocol."""

import base64
import json
import subprocess
import time
import urllib.request

from checks import STILL
from socket_client import Socket


class Browser:
    def __init__(self, folder, *options):
        self.folder = folder
        self.process = subprocess.Popen(
            [
                "chromium", "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                "--no-first-run", "--remote-debugging-port=0", f"--user-data-dir={folder}/chromium", *options, "about:blank",
            ],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        self.port = None
        for _ in range(300):
            try:
                with open(f"{folder}/chromium/DevToolsActivePort") as file:
                    self.port = int(file.readline())
                break
            except (OSError, ValueError):
                time.sleep(0.1)

    def page(self, address, width=1024, height=768):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/json/new?about:blank", method="PUT")
        target = json.load(urllib.request.urlopen(request, timeout=20))
        page = Page(Socket(target["webSocketDebuggerUrl"]), target["id"], self)
        page.resize(width, height)
        # So that a test can cut the page's line.
        page.call(
            "Page.addScriptToEvaluateOnNewDocument",
            source="window.sockets = []; window.WebSocket = class extends WebSocket { constructor(...all) { super(...all); sockets.push(this); } };",
        )
        page.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=10)
        page.open(address)
        return page

    def save_into(self, folder):
        """Files that a page saves go there, without a question."""
        address = json.load(urllib.request.urlopen(f"http://127.0.0.1:{self.port}/json/version", timeout=10))
        self.control = Socket(address["webSocketDebuggerUrl"])
        self.control.send({"id": 1, "method": "Browser.setDownloadBehavior", "params": {"behavior": "allow", "downloadPath": folder}})
        while (self.control.next(10) or {}).get("id") != 1:
            pass

    def close_page(self, page):
        urllib.request.urlopen(f"http://127.0.0.1:{self.port}/json/close/{page.target}", timeout=10).read()

    def end(self):
        self.process.kill()
        self.process.wait()


class Page:
    def __init__(self, socket, target, browser):
        self.socket, self.target, self.browser = socket, target, browser
        self.number = 0
        self.fingers = {}
        self.messages = []
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method, **parameters):
        return self.answer(method, self.send(method, **parameters))

    def send(self, method, **parameters):
        """Asks without waiting for the answer; returns the number of the question."""
        self.number += 1
        self.socket.send({"id": self.number, "method": method, "params": parameters})
        return self.number

    def answer(self, method, number):
        while True:
            message = self.socket.next(20)
            if message is None:
                raise TimeoutError(method)
            if "error" in message:
                raise RuntimeError(f"{method}: {message['error']}")
            if message.get("id") == number:
                return message["result"]
            if message.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
                self.messages.append(json.dumps(message["params"])[:600])

    def resize(self, width, height, scale=1):
        self.size = (width, height)
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)

    def open(self, address):
        self.call("Page.navigate", url=address)

    def run(self, script):
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"])[:600])
        return result["result"].get("value")

    def until(self, script, seconds=15):
        end = time.monotonic() + seconds
        value = None
        while time.monotonic() < end:
            try:
                value = self.run(script)
            except RuntimeError:
                value = None  # The page is not there yet.
            if value:
                return value
            time.sleep(0.02)
        raise AssertionError(f"never true: {script}: {value}")

    def settled(self, script):
        """What a script says as soon as it says the same twice, a moment apart: pages that are just shown still move."""
        end, value = time.monotonic() + 15, self.run(script)
        while time.monotonic() < end:
            time.sleep(0.2)
            value, before = self.run(script), value
            if value == before:
                return value
        raise AssertionError(f"never the same: {script}: {value}")

    def place(self, selector):
        """The middle of an element, near its lower end, when it is there and stays where it is."""
        box = self.until(f"({STILL})({json.dumps(selector)})")
        return box[0] + box[2] / 2, box[1] + box[3] * 0.8

    def _touch(self, kind, points):
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"id": id, "x": x, "y": y} for id, (x, y) in points.items()])

    def gesture(self, method, events):
        """Sends events 16 ms apart by their own stamps, so that however busy the machine is none comes after a rest, and no
        two taps are too far apart."""
        begin, number = time.time(), 0
        for step, event in enumerate(events):
            stamp = begin + 0.016 * step
            time.sleep(max(0, stamp - time.time()))
            number = self.send(method, timestamp=stamp, **event)
        self.answer(method, number)

    def drag(self, id, places, stays=False):
        """A finger comes down, goes from place to place and leaves, or stays."""
        touches = [("touchMove", place) for place in places] + ([] if stays else [("touchEnd", places[-1])])
        touches[0] = ("touchStart", places[0])
        if stays:
            self.fingers[id] = places[-1]
        self.gesture("Input.dispatchTouchEvent", [{"type": kind, "touchPoints": [{"id": id, "x": x, "y": y}]} for kind, (x, y) in touches])

    def double_tap(self, id, place):
        self.gesture("Input.dispatchTouchEvent", [{"type": kind, "touchPoints": [{"id": id, "x": place[0], "y": place[1]}]} for kind in 2 * ("touchStart", "touchEnd")])

    def double_click(self, place):
        click = {"x": place[0], "y": place[1], "button": "left", "clickCount": 1}
        self.gesture("Input.dispatchMouseEvent", 2 * [{"type": "mousePressed", "buttons": 1, **click}, {"type": "mouseReleased", "buttons": 0, **click}])

    def down(self, id, place):
        self.fingers[id] = place
        self._touch("touchStart", {id: place})

    def move(self, id, place):
        self.fingers[id] = place
        self._touch("touchMove", {id: place})

    def up(self, id):
        self._touch("touchEnd", {id: self.fingers.pop(id)})

    def cancel(self):
        self.fingers.clear()
        self._touch("touchCancel", {})

    def key(self, key, code=None, modifiers=0):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code or key, modifiers=modifiers)

    def mouse(self, kind, place, buttons=1, count=1, modifiers=0):
        self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", buttons=buttons, clickCount=count, modifiers=modifiers)

    def picture(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

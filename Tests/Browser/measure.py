"""measure.py SPINET [SECONDS]: what the panel costs and how well it keeps time. One JSON object a line: work, value, unit, bound."""

import gzip
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

from chromium import Browser
from instrument import Instrument

spinet = sys.argv[1]
seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 10
folder = tempfile.mkdtemp(prefix="spinet-measure.")


def tell(work, value, unit, bound):
    print(json.dumps({"work": work, "value": round(value, 3), "unit": unit, "bound": bound}), flush=True)


def percentile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * part))]


def file(process, name):
    with open(f"/proc/{process.pid}/{name}") as opened:
        return opened.read()


def threads(process):
    return os.listdir(f"/proc/{process.pid}/task")


def resident(process):
    return [int(line.split()[1]) for line in file(process, "status").splitlines() if line.startswith("VmRSS:")][0] / 1024


def spent(process):
    """Processor seconds, and how often a thread went to sleep."""
    used = sum(int(file(process, f"task/{one}/schedstat").split()[0]) for one in threads(process)) / 1e9
    sleeps = sum(int(line.split()[1]) for one in threads(process) for line in file(process, f"task/{one}/status").splitlines() if line.startswith("voluntary_ctxt"))
    return used, sleeps


def idling(process):
    begin = spent(process)
    time.sleep(seconds)
    end = spent(process)
    return (end[0] - begin[0]) / seconds * 100, (end[1] - begin[1]) / seconds


class Delayed:
    """Sends what it is given after a delay that differs from message to message, in order."""

    def __init__(self, client, mean, most):
        self.client, self.mean, self.most = client, mean, most
        self.queue, self.last, self.is_over = [], 0, False
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def send(self, message):
        self.last = max(self.last, time.monotonic() + (self.mean + random.uniform(-self.most, self.most)) / 1000)
        self.queue.append((self.last, message))

    def run(self):
        while not self.is_over or self.queue:
            if not self.queue:
                time.sleep(0.0005)
                continue
            due, message = self.queue.pop(0)
            time.sleep(max(0, due - time.monotonic()))
            self.client.send(message)

    def end(self):
        self.is_over = True
        self.thread.join()


def onsets(instrument, mean, most):
    """How far the moments at which notes are played lie from their stamps, beside the constant; and how many came too late."""
    client, ear = instrument.client(), instrument.client()
    ear.until([])
    line = Delayed(client, mean, most)
    stamps, moments = [], []

    def hear():
        while not line.is_over:
            message = ear.next(0.2)
            if message and message.get("heard", "").startswith("note ") and message["bytes"].startswith("90"):
                moments.append(message["time"])

    listener = threading.Thread(target=hear)
    listener.start()
    # The clock is learnt before the fingers come.
    for _ in range(200):
        line.send({"ping": time.monotonic() * 1000})
        time.sleep(0.01)
    time.sleep(0.1)
    client.send({"piano": [70, "C0"]})
    whites, begin = 70, time.monotonic()
    places = [index * 7 for index in range(10)]
    for index, place in enumerate(places):
        line.send({"touch": [["software-piano", index, "down", (place + 0.5) / whites, 0.9, time.monotonic() * 1000]]})
    time.sleep(0.2)
    moments.clear()
    while time.monotonic() - begin < seconds:
        stamp = time.monotonic() * 1000
        touches = []
        for index in range(10):
            places[index] = index * 7 + (places[index] - index * 7 + 1) % 7
            touches.append(["software-piano", index, "move", (places[index] + 0.5) / whites, 0.95, stamp])
            stamps.append(stamp)
        line.send({"touch": touches})
        time.sleep(1 / 120)
    time.sleep(0.5)
    line.end()
    listener.join()
    late = 0
    client.send({"ping": time.monotonic() * 1000})
    while (message := client.next(2)) is not None:
        if "pong" in message:
            late = message["late"] / max(1, message["touches"])
    client.close()
    ear.close()
    return moments, sorted(set(stamps)), late


def spread(moments, marks):
    """The constant that fits best, found by trying, and how far 99 of 100 notes are from it. The keys that one move plays are
    played at one moment."""
    first = sorted(set(moments))
    best = None
    for offset in [step / 4 for step in range(0, 400)]:
        shifted = [mark + offset for mark in marks]
        distances, place = [], 0
        for moment in first:
            while place + 1 < len(shifted) and abs(shifted[place + 1] - moment) <= abs(shifted[place] - moment):
                place += 1
            distances.append(abs(shifted[place] - moment))
        figure = percentile(distances, 0.99)
        if best is None or figure < best[0]:
            best = (figure, offset)
    return best


def start(*options):
    return Instrument(spinet, tempfile.mkdtemp(dir=folder), *options)


def without_panel():
    environment = {**instrument.environment, "XDG_RUNTIME_DIR": tempfile.mkdtemp(dir=folder)}
    process = subprocess.Popen(
        [spinet, "play", "--pcm", "none", "--midi", "none", "--no-terminal", "--state", "none"], env=environment,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    process.stdout.readline()
    time.sleep(5)
    figures = resident(process), *idling(process)
    process.terminate()
    process.wait()
    return figures


instrument = start()
plain_memory, plain_load, plain_wakes = without_panel()
page_files = {}
for name in ["", *[f"{name}.js" for name in "answers board chooser controls keys main map pads parts piano play setup socket sounds takes touch widgets".split()], "style.css", "icon.svg"]:
    page_files[name] = urllib.request.urlopen(f"http://{instrument.host}/{name}", timeout=5).read()
tell("page, gzip of each file", sum(len(gzip.compress(data, 9)) for data in page_files.values()) / 1024, "KB", "60")
tell("page, as it is", sum(map(len, page_files.values())) / 1024, "KB", "")

client = instrument.client()
client.until([])
trips = []
for _ in range(1000):
    begin = time.monotonic()
    client.send({"ping": begin * 1000})
    while "pong" not in (client.next(5) or {}):
        pass
    trips.append((time.monotonic() - begin) * 1000)
tell("message there and back, 99 of 100", percentile(trips, 0.99), "ms", "")
tell("message there and back, half of them", percentile(trips, 0.5), "ms", "")
client.close()

browser = Browser(folder)
page = browser.page("about:blank")
page.open(instrument.url)
page.until("document.body.classList.contains('connected')")
page.open("about:blank")
page.open(instrument.url)
page.until("document.body.classList.contains('connected') && performance.getEntriesByType('paint').length")
tell("first paint after the request", page.run("performance.getEntriesByName('first-contentful-paint')[0].startTime"), "ms", "150")
time.sleep(5)
load, wakes = idling(instrument.process)
tell("open and untouched, beside an instrument without a panel", load - plain_load, "% of a core", "0.05")
tell("open and untouched, beside an instrument without a panel", wakes - plain_wakes, "wake-ups a second", "1")
tell("memory with an open page, beside an instrument without a panel", resident(instrument.process) - plain_memory, "MB", "4")
browser.close_page(page)

reader = socket.create_connection((instrument.host.split(":")[0], int(instrument.host.split(":")[1])))
reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
reader.sendall((f"GET /socket?{instrument.token} HTTP/1.1\r\nHost: {instrument.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n").encode())
mover = instrument.client()
time.sleep(1)
before = resident(instrument.process)
end = time.monotonic() + seconds
while time.monotonic() < end:
    mover.send({"at": ["filter.cutoff", random.random()]})
    mover.send({"note": [60, 100]})
    mover.send({"note": [60, 0]})
    mover.next(0.002)
tell("a reader that reads nothing", (resident(instrument.process) - before) * 1024, "KB more", "64")
reader.close()
mover.close()

for mean, most in [(0, 0), (15, 10)]:
    moments, marks, late = onsets(instrument, mean, most)
    name = "ten fingers, 120 moves a second" + (f", delayed by {mean} ± {most} ms" if mean else "")
    if moments:
        figure, offset = spread(moments, marks)
        tell(f"{name}: onsets beside stamp and constant, 99 of 100", figure, "ms", "1")
        tell(f"{name}: the constant", offset, "ms", "")
    tell(f"{name}: came too late", late * 100, "% of touches", "1")

instrument.end()
browser.end()
shutil.rmtree(folder, ignore_errors=True)

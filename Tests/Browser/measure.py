"""measure.py SPINET [SECONDS]: what the panel costs and how well it keeps time. One JSON object a line: work, value, unit, bound."""

import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from chromium import Browser
from instrument import Instrument
from measure_page import measure as measure_page
from onsets import measure as onsets, percentile

spinet = sys.argv[1]
seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 10
folder = tempfile.mkdtemp(prefix="spinet-measure.")


def tell(work, value, unit, bound):
    print(json.dumps({"work": work, "value": round(value, 3), "unit": unit, "bound": bound}), flush=True)


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
time.sleep(5)
load, wakes = idling(instrument.process)
tell("open and untouched, beside an instrument without a panel", load - plain_load, "% of a core", "0.05")
tell("open and untouched, beside an instrument without a panel", wakes - plain_wakes, "wake-ups a second", "1")
tell("memory with an open page, beside an instrument without a panel", resident(instrument.process) - plain_memory, "MB", "4")
browser.close_page(page)
# The heap is looked at for as many minutes as other figures take seconds.
measure_page(tell, browser, instrument, folder, spinet, seconds, minutes=seconds)


def move(mover, seconds):
    """Widgets and notes, as fast as they go."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        mover.send({"at": ["filter.cutoff", random.random()]})
        mover.send({"note": [60, 100]})
        mover.send({"note": [60, 0]})
        while mover.next(0.001):
            pass
    return resident(instrument.process)


def slow_reader():
    reader = socket.socket()
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    reader.connect((instrument.host.split(":")[0], int(instrument.host.split(":")[1])))
    reader.sendall((f"GET /socket?{instrument.token} HTTP/1.1\r\nHost: {instrument.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n").encode())
    return reader


# The load itself takes memory at first; only what a reader adds is its cost.
mover, reading = instrument.client(), instrument.client()
before = move(mover, 2 * seconds)
reading.close()
readers = [slow_reader() for _ in range(8)]
tell("a reader that reads nothing, one of eight", (move(mover, seconds) - before) * 1024 / len(readers), "KB more", "64")
for reader in readers:
    reader.close()
mover.close()

for mean, most in [(0, 0), (15, 10)]:
    name = "ten fingers, 120 moves a second" + (f", delayed by {mean} ± {most} ms" if mean else "")
    figures = onsets(instrument, mean, most, seconds)
    tell(f"{name}: onsets beside stamp and constant, 99 of 100", figures["distance"], "ms", "1")
    tell(f"{name}: the same, half of them", figures["half"], "ms", "")
    tell(f"{name}: the constant", figures["constant"], "ms", "")
    tell(f"{name}: came too late", figures["late"] * 100, "% of touches", "1")

instrument.end()
browser.end()
shutil.rmtree(folder, ignore_errors=True)

"""A running instrument with its panel."""

import atexit
import json
import os
import signal
import subprocess
import threading
import time

from page_server import PageServer
from socket_client import Socket


class Instrument:
    def __init__(self, spinet, folder, *options):
        self.spinet, self.folder = spinet, folder
        self.environment = dict(os.environ)
        for name in ("CACHE", "CONFIG", "STATE", "RUNTIME"):
            variable = f"XDG_{name}_" + ("DIR" if name == "RUNTIME" else "HOME")
            self.environment[variable] = f"{folder}/{name.lower()}"
            os.makedirs(self.environment[variable], mode=0o700, exist_ok=True)
        self.process = subprocess.Popen(
            [spinet, "play", "--panel", "--pcm", "none", "--midi", "none", "--no-terminal", "--state", "none", *options],
            env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        # None outlives its test, also where that has failed.
        atexit.register(self.process.kill)
        self.lines = []
        for line in self.process.stdout:
            self.lines.append(line.strip())
            if line.startswith("panel: "):
                self.url = line.split()[1]
                break
        else:
            raise RuntimeError("\n".join(self.lines))
        threading.Thread(target=lambda: self.lines.extend(line.strip() for line in self.process.stdout), daemon=True).start()
        self.host, self.token = self.url.split("://")[1].split("/#")
        # The page as it is in the folder, without a build.
        if os.environ.get("SPINET_PAGE"):
            self.url = PageServer(self.url).url

    def client(self):
        return Watcher(f"ws://{self.host}/socket?{self.token}")

    def ask(self, *words):
        done = subprocess.run([self.spinet, *words], env=self.environment, capture_output=True, text=True, timeout=20)
        return done.stdout

    def widget(self, name):
        for line in self.ask("widgets", "--json").splitlines():
            widget = json.loads(line)
            if widget["widget"] == name:
                return widget["value"]
        raise KeyError(name)

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(20)


class Watcher(Socket):
    """A client that remembers which keys sound, and the order in which keys have sounded."""

    def __init__(self, address):
        super().__init__(address)
        self.notes, self.heard = set(), []

    def listen(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            message = self.next(max(0.001, end - time.monotonic()))
            if message and message.get("heard", "").startswith("note "):
                self.hear(message["heard"].split()[1])
                return
            if message and "notes" in message:
                self.notes = set(message["notes"])
                return

    def hear(self, name):
        """Every note-on and note-off is told by its name; a note that follows itself is the same one."""
        step = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"].index(name.rstrip("-0123456789"))
        note = 12 * (int(name.lstrip("ABCDEFG#")) + 1) + step
        if not self.heard or self.heard[-1] != note:
            self.heard.append(note)

    def settle(self, seconds=0.5):
        """Listens until nothing has changed for so long."""
        quiet = time.monotonic() + seconds
        while time.monotonic() < quiet:
            before = len(self.heard), set(self.notes)
            self.listen(0.05)
            if before != (len(self.heard), self.notes):
                quiet = time.monotonic() + seconds

    def until(self, notes, seconds=10):
        """Waits until exactly these keys sound; returns the seconds that it took."""
        begin = time.monotonic()
        while self.notes != set(notes):
            if time.monotonic() - begin > seconds:
                raise AssertionError(f"{sorted(self.notes)} sound, expected {sorted(notes)}")
            self.listen(0.05)
        return time.monotonic() - begin

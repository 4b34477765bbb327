"""evening.py FOLDER SPINET SECONDS: a short evening in which the n-th system call of a kind fails, for every n."""

import os
import shutil
import signal
import subprocess
import sys
import time
import wave

folder, spinet, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
KINDS = ["write", "open", "rename", "fsync", "ioctl", "mmap", "socket"]
# Whatever fails, the instrument is ready, answers and ends within this time.
LONGEST = 30


class Evening:
    """One instrument that is started, set, recorded and ended, and what it has acknowledged."""

    def __init__(self, kind, number):
        self.home = f"{folder}/home"
        shutil.rmtree(self.home, ignore_errors=True)
        self.environment = {"PATH": os.environ["PATH"], "HOME": self.home, "LANG": "C.UTF-8"}
        for name in ("CONFIG_HOME", "STATE_HOME", "CACHE_HOME", "RUNTIME_DIR"):
            self.environment[f"XDG_{name}"] = f"{self.home}/{name.lower()}"
            os.makedirs(self.environment[f"XDG_{name}"], mode=0o700)
        self.take, self.count, self.said = f"{self.home}/take.wav", f"{self.home}/count", f"{self.home}/said"
        words = ["play", "warm-pad", "--midi", "none", "--pcm", "none", "--no-terminal", "--panel"]
        failing = {"LD_PRELOAD": f"{folder}/failing.so", "FAILING_CALL": kind, "FAILING_NUMBER": str(number), "FAILING_COUNT": self.count}
        with open(self.said, "w") as said:
            self.process = subprocess.Popen([spinet, *words], env=self.environment | failing, cwd=self.home, stdout=said, stderr=said)

    def play(self):
        """Returns what is wrong; None if nothing is."""
        try:
            if self.is_ready():
                self.ask_everything()
                self.process.send_signal(signal.SIGINT)
            status = self.process.wait(LONGEST)
        except subprocess.TimeoutExpired as hang:
            return f"it hangs: {hang}:\n{self.text()}"
        finally:
            self.process.kill()
            self.process.wait()
        return self.what_is_wrong(status)

    def text(self):
        with open(self.said) as said:
            return said.read()

    def is_ready(self):
        end = time.monotonic() + LONGEST
        while "ready: " not in self.text():
            if self.process.poll() is not None:
                return False
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired("ready", LONGEST)
            time.sleep(0.02)
        return True

    def ask(self, *words):
        done = subprocess.run([spinet, *words], env=self.environment, cwd=self.home, capture_output=True, text=True, timeout=LONGEST)
        return done.returncode == 0

    def ask_everything(self):
        self.has_set = self.ask("widgets", "set", "filter.cutoff", "700")
        self.has_begun = self.ask("record", "start", "take.wav")
        self.ask("note", "C4")
        self.has_saved = self.ask("patch", "save", "mine")
        self.has_recorded = self.ask("record", "stop") and self.has_begun

    def what_is_wrong(self, status):
        text = self.text()
        problems = [line for line in text.splitlines() if line.startswith("spinet: ")]
        if status < 0 or "Fatal error" in text:
            return f"it died of signal {-status}:\n{text}"
        if "ready: " not in text:
            return None if problems else "it ended without a reason"
        if self.has_saved and not self.is_there("config_home/spinet/patches/mine.yaml", "700"):
            return "a patch that was saved is not there"
        if self.has_recorded and not self.is_recorded():
            return "a recording that was complete cannot be read"
        kept = any(self.is_there(f"state_home/spinet/{name}", '"filter.cutoff": 700') for name in self.names("state_home/spinet"))
        if self.has_set and not kept and (status in (0, 130) or not problems):
            return f"a setting is lost, and nobody was told ({status}):\n{text}"
        return None

    def names(self, place):
        path = f"{self.home}/{place}"
        return [name for name in os.listdir(path) if os.path.isfile(f"{path}/{name}")] if os.path.isdir(path) else []

    def is_there(self, name, part):
        try:
            with open(f"{self.home}/{name}") as file:
                return part in file.read()
        except (OSError, UnicodeDecodeError):
            return False

    def is_recorded(self):
        try:
            with wave.open(self.take) as take:
                return take.getnframes() > 0
        except wave.Error as error:
            # The standard library reads no floating point.
            return "unknown format" in str(error)
        except OSError:
            return False

    def calls(self):
        try:
            return os.path.getsize(self.count)
        except OSError:
            return 0


def main():
    end = time.monotonic() + seconds
    counts = {}
    for kind in KINDS:
        evening = Evening(kind, 0)
        wrong = evening.play()
        if wrong:
            print(f"FAILED without a failing call: {wrong}\n0 passed, 1 failed")
            return 1
        counts[kind] = evening.calls()
    # Those of each kind in turn, so that a short time reaches all of them.
    order = sorted((number, kind) for kind, count in counts.items() for number in range(1, count + 1))
    passed = failed = 0
    for number, kind in order:
        if time.monotonic() > end:
            break
        wrong = Evening(kind, number).play()
        if wrong:
            failed += 1
            print(f"FAILED {kind} {number}: {wrong}", flush=True)
        else:
            passed += 1
    print(", ".join(f"{kind} {count}" for kind, count in counts.items()) + f"; {len(order) - passed - failed} left out")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())

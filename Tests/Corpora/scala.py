"""Reads each .scl, and compares the frequencies of 128 keys with those that Spinet gives them."""

import json
import math
import os
import re

import corpus
import packages

PACKAGES = ["scale-library", "music21"]
# A pitch with a point is in cents, any other is a ratio; what follows it is not read.
PITCH = re.compile(r"\s*(?:(-?[0-9]*\.[0-9]*)|([0-9]+)(?:\s*/\s*([0-9]+))?)")
LARGEST_DIFFERENCE = 0.01
A4, KEYS = 69, range(128)
BAD = {"differs", "refused", "crashed", "too slow", "read though it is broken"}


def paths():
    return corpus.files([packages.folder(name) for name in PACKAGES], ".scl")


def cents(line):
    match = PITCH.match(line)
    if not match or match[1] in (".", "-."):
        raise ValueError(f"no pitch: {line}")
    if match[1]:
        return float(match[1])
    ratio = int(match[2]) / int(match[3] or 1)
    if ratio <= 0:
        raise ValueError(f"no ratio: {line}")
    return 1200 * math.log2(ratio)


def read(path):
    """The cents of each degree above the first; the last one is the period."""
    text = open(path, encoding="latin-1").read()
    lines = [line for line in text.splitlines() if not line.startswith("!")]
    count = int(re.match(r"\s*(\d+)", lines[1])[1])
    degrees = [cents(line) for line in lines[2 : 2 + count]]
    if len(degrees) != count or count == 0:
        raise ValueError("it has too few pitches")
    return degrees


def hertz(degrees, key):
    """Key 60 is the first degree, and A above it has 440 Hz."""
    def position(key):
        periods, degree = divmod(key - 60, len(degrees))
        return periods * degrees[-1] + (degrees[degree - 1] if degree else 0)

    return 440 * 2 ** ((position(key) - position(A4)) / 1200)


class Judge:
    def __init__(self, spinet):
        self.spinet = spinet

    def __call__(self, path, scratch):
        keyboard = scratch + ".yaml"
        with open(keyboard, "w", encoding="utf-8") as file:
            file.write(f"Keyboard 0 - Number of Keys: {len(KEYS)}\nKeyboard 0 - Lowest Key: 0\n"
                       f"tuning: {{scala: {json.dumps(path, ensure_ascii=False)}}}\n")
        try:
            return self.compare(path, keyboard)
        finally:
            os.remove(keyboard)

    def compare(self, path, keyboard):
        run = corpus.run([self.spinet, "keyboard", "show", keyboard, "--json"])
        if run.is_late:
            return corpus.Outcome("too slow")
        if run.status < 0:
            return corpus.Outcome("crashed", f"signal {-run.status}")
        try:
            degrees = read(path)
        except (ValueError, IndexError, TypeError, ZeroDivisionError) as error:
            return corpus.Outcome("broken" if run.status else "read though it is broken", str(error))
        if run.status:
            return corpus.Outcome("refused", run.last_line)
        return self.compare_keys([json.loads(line) for line in run.printed.splitlines()], degrees)

    def compare_keys(self, keys, degrees):
        if [key["note"] for key in keys] != list(KEYS):
            return corpus.Outcome("differs", f"{len(keys)} keys")
        worst = 0
        for key in keys:
            expected = hertz(degrees, key["note"])
            if not audible(expected) and not audible(key["hertz"]):
                continue
            worst = max(worst, abs(1200 * math.log2(key["hertz"] / expected)))
        return corpus.Outcome("equal") if worst <= LARGEST_DIFFERENCE else corpus.Outcome("differs", f"by {worst:.3g} cents")


def audible(frequency):
    """Beyond this, a scale of huge or tiny steps is held at a limit."""
    return 1 <= frequency <= 20_000

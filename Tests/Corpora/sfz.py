"""Plays a note of each SFZ file, and compares its loudness over time and its pitch with sfizz.

The files lie in the folder that SPINET_SFZ names. A sample that is missing there is replaced by a tone, so that the texts
of instruments are enough.
"""

import array
import math
import os
import re
import shutil
import struct
import sys

import corpus
import packages
from sound import FULL_SCALE, Sound

BAD = {"differs", "refused", "crashed", "too slow"}
RATE = 48000
# Loudness is compared in tenths of a second.
STEP = RATE // 10
SECONDS = 2
HELD = 0.8
# Below this much of the loudest tenth of a second a difference is not heard.
FLOOR = 10 ** (-40 / 20)
NEAR_DECIBELS = 3
NEAR_PITCH = 1.03
# sfizz plays a file that does not use controller 7 as softly as the square of its 100 says.
OWN_VOLUME = (127 / 100) ** 2
# A release falls by 78 dB in its time in sfizz, by 60 dB in liquidsfz and here.
RELEASE = 78 / 60
# What crosses zero more often in a tenth of a second may be noise.
NOISE = 150
# A program of its own, because sfizz may crash. It prints the key, or nothing, and writes floats.
PEER = """
import sys, time
sys.path.insert(0, sys.argv[1])
import numpy, pysfizz
synth = pysfizz.Synth(48000, 64)
if not synth.load_sfz_file(sys.argv[2]) or not synth.playable_keys:
    sys.exit(3)
key = min(synth.playable_keys, key=lambda key: abs(key - 60))
held, all = (int(float(seconds) * 48000 / 64) for seconds in sys.argv[4:6])
player = synth._synth
player.note_on(0, key, 100)
# It reads the rest of the samples meanwhile, and plays silence where it has not.
time.sleep(0.5)
blocks = []
for block in range(all):
    if block == held:
        player.note_off(0, key, 0)
    left, right = player.render_block()
    blocks.append(left + right)
open(sys.argv[3], "wb").write(numpy.concatenate(blocks).astype("<f4").tobytes())
print("key", key)
"""


def folder():
    """What SPINET_SFZ names; None if it names no folder."""
    place = os.environ.get("SPINET_SFZ", "")
    return place if os.path.isdir(place) else None


def completed(scratch):
    """A copy of the folder in which no sample is missing."""
    place = os.path.join(scratch, "sfz")
    shutil.copytree(folder(), place)
    tone = os.path.join(scratch, "tone.wav")
    write_tone(tone)
    for path in corpus.files([place], ".sfz") + corpus.files([place], ".txt"):
        for sample in samples(path):
            if not os.path.exists(sample) and os.path.realpath(sample).startswith(os.path.realpath(place)):
                os.makedirs(os.path.dirname(sample), exist_ok=True)
                os.link(tone, sample)
    return place


def samples(path):
    """The files that the text names, those below `default_path` too."""
    text = open(path, encoding="utf-8", errors="replace").read()
    prefixes = [""] + [found.strip() for found in re.findall(r"default_path=([^\n=]*?)(?=\s+\w+=|\s*(?:$|\n|<))", text)]
    for found in set(re.findall(r"(?<!\w)sample=([^\n<]*?)(?=\s+\w+=|\s*(?:$|\n|<|//))", text)):
        name = found.strip()
        if name and not name.startswith("*") and "$" not in name:
            for prefix in prefixes:
                yield os.path.join(os.path.dirname(path), (prefix + name).replace("\\", "/"))


def write_tone(path):
    """Three seconds of a saw wave of middle C."""
    frames = 3 * RATE
    data = array.array("h", (int(8000 * (2 * (261.6256 * frame / RATE % 1) - 1)) for frame in range(frames)))
    head = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + 2 * frames, b"WAVE", b"fmt ", 16, 1, 1, RATE, 2 * RATE, 2, 16,
                       b"data", 2 * frames)
    with open(path, "wb") as file:
        file.write(head + data.tobytes())


def write_song(path, key):
    """One note; a second is 960 ticks."""
    end = int(HELD * 960)
    track = bytes([0, 0x90, key, 100, 0x80 | end >> 7, end & 0x7F, 0x80, key, 64, 0, 0xFF, 0x2F, 0])
    with open(path, "wb") as file:
        file.write(b"MThd" + struct.pack(">IHHH", 6, 0, 1, 480) + b"MTrk" + struct.pack(">I", len(track)) + track)


def levels(samples):
    """The level of each tenth of a second."""
    parts = [samples[start : start + STEP] for start in range(0, SECONDS * RATE, STEP)]
    return [math.sqrt(sum(one * one for one in part) / STEP) for part in parts]


def crossings(samples, level):
    """How often the loudest tenth of a second crosses zero upwards."""
    start = level.index(max(level)) * STEP
    part = samples[start : start + STEP]
    return sum(a < 0 <= b for a, b in zip(part, part[1:]))


class Judge:
    def __init__(self, spinet, scratch):
        self.spinet, self.scratch = spinet, scratch
        self.sfizz = packages.folder("pysfizz")
        self.unread = 0
        plain = os.path.join(scratch, "plain.sfz")
        write_tone(os.path.join(scratch, "plain.wav"))
        with open(plain, "w", encoding="utf-8") as file:
            file.write("<region> sample=plain.wav pitch_keycenter=60\n")
        mine, theirs, _ = self.sounds(plain, os.path.join(scratch, "plain"))
        # How much louder a plain sample is, which is a matter of taste.
        self.offset = max(levels(mine)) / max(levels(theirs))

    def sounds(self, path, scratch):
        """Ours and sfizz's, and why there is none of ours. Theirs is None if sfizz plays nothing."""
        raw, wave, song = scratch + ".raw", scratch + ".wav", scratch + ".mid"
        peer = corpus.run(
            [sys.executable, "-c", PEER, self.sfizz, path, raw, str(HELD), str(SECONDS)], seconds=60)
        key = next((int(line.split()[1]) for line in peer.lines if line.startswith("key ")), None)
        write_song(song, 60 if key is None else key)
        run = corpus.run(
            [self.spinet, "render", song, path, "--replace", "--tail", str(SECONDS - HELD), "-o", wave], seconds=60)
        theirs = None
        if key is not None and os.path.exists(raw):
            theirs = array.array("f", open(raw, "rb").read())
        if run.is_late or run.status:
            kind = "too slow" if run.is_late else "crashed" if run.status < 0 else "refused"
            return None, theirs, corpus.Outcome(kind, run.last_line)
        self.unread += any("are not read" in line or "is not read" in line for line in run.lines)
        stereo = Sound(wave)
        both = stereo.spread(2)
        return [(a + b) / FULL_SCALE for a, b in zip(both[0::2], both[1::2])], theirs, None

    def __call__(self, path, scratch):
        try:
            return self.compare(path, scratch)
        finally:
            for ending in (".raw", ".wav", ".mid"):
                if os.path.exists(scratch + ending):
                    os.remove(scratch + ending)

    def compare(self, path, scratch):
        mine, theirs, failure = self.sounds(path, scratch)
        if theirs is None:
            return corpus.Outcome("not played by sfizz either" if failure else "not played by sfizz")
        if failure:
            return failure
        ours, peers = levels(mine), [level * self.offset for level in levels(theirs)]
        loudest = max(ours + peers)
        if loudest < 1e-5:
            return corpus.Outcome("silent in both")
        pitch, other = crossings(mine, ours), crossings(theirs, peers)
        worst = self.apart(ours, peers)
        if worst:
            for name, changed in self.accepted(path, ours):
                if not self.apart(changed, peers):
                    return corpus.Outcome("alike but for " + name)
            return corpus.Outcome("differs", worst)
        if max(pitch, other) < NOISE and not other / NEAR_PITCH - 1 <= pitch <= other * NEAR_PITCH + 1:
            return corpus.Outcome("differs", f"{10 * pitch} Hz, not {10 * other}")
        return corpus.Outcome("alike")

    def accepted(self, path, ours):
        """What this file would sound like if Spinet did as sfizz where it is meant to differ."""
        end = int(HELD * RATE / STEP)
        top = max(ours[end - 1], 1e-9)
        fallen = ours[:end] + [top * min(level / top, 1) ** RELEASE for level in ours[end:]]
        volume, release = "the volume that sfizz gives controller 7", "the steepness of releases"
        yield release, fallen
        if re.search(r"_oncc7\b|_cc7\b", self.text(path)):
            yield volume, [level * OWN_VOLUME for level in ours]
            yield f"{volume}, {release}", [level * OWN_VOLUME for level in fallen]

    def text(self, path):
        """The file with those that it includes."""
        text = open(path, encoding="utf-8", errors="replace").read()
        for name in re.findall(r'#include\s+"([^"]+)"', text):
            included = os.path.join(os.path.dirname(path), name.replace("\\", "/"))
            if os.path.isfile(included):
                text += open(included, encoding="utf-8", errors="replace").read()
        return text

    def apart(self, ours, peers):
        """Where they are furthest apart; None if that is never far."""
        floor = max(ours + peers) * FLOOR
        apart = [20 * math.log10(max(a, floor) / max(b, floor)) for a, b in zip(ours, peers)]
        worst = max(apart, key=abs)
        if sum(abs(one) > NEAR_DECIBELS for one in apart) > 2:
            return f"{worst:.1f} dB at {apart.index(worst) / 10} s"
        return None

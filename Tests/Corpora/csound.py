"""Renders each .csd by csound and by Spinet, and compares the samples."""

import os
import re
import signal

import corpus
from sound import Sound, difference

FOLDERS = ["/usr/share/doc/csound-doc/html/examples", "/usr/share/csoundqt/Examples"]
# What needs a window, a network, another program, or somebody's hands.
NEEDS_MORE = re.compile(
    r"\b(?:FL[a-z]\w*|OSC\w+|Jack\w+|py\w+|serial\w+|system|system_i|image\w+|sensekey|websocket|stsend|strecv|"
    r"sockrecvs?|socksends?|dssi\w+|vst\w+|lua_\w+|p5g\w+|wii\w+)\b")
COMMENT = re.compile(r";[^\n]*")
LARGEST_DIFFERENCE = 1e-5
# Longer scores are compared as far as this.
LONGEST_SECONDS = 60
BAD = {"differs", "refused", "crashed", "too slow", "unreadable", "played though csound refuses"}


def paths():
    return [path for path in corpus.files(FOLDERS, ".csd") if not NEEDS_MORE.search(COMMENT.sub("", text(path)))]


def text(path):
    return open(path, encoding="latin-1").read()


class Judge:
    def __init__(self, spinet, frozen):
        self.spinet = spinet
        self.environment = {"LD_PRELOAD": frozen, "SSDIR": "", "TERM": "dumb"}

    def __call__(self, path, scratch):
        folder, theirs, ours = os.path.dirname(path), scratch + "-theirs.wav", scratch + "-ours.wav"
        try:
            return self.compare(path, folder, theirs, ours)
        finally:
            for file in (theirs, ours):
                if os.path.exists(file):
                    os.remove(file)

    def compare(self, path, folder, theirs, ours):
        csound_status, _ = corpus.run(
            ["csound", "-d", "-m0", "-W", "-3", "-o", theirs, path], folder=folder, environment=self.environment)
        if csound_status is None:
            return corpus.Outcome("endless in csound")
        if not os.path.exists(theirs) or os.path.getsize(theirs) < 100:
            return self.refused_by_csound(path, folder, ours)
        status, printed = self.render(path, folder, ours)
        if status is None:
            return corpus.Outcome("too slow")
        if status < 0:
            return corpus.Outcome("crashed", f"signal {-status}")
        if status != 0 and not os.path.exists(ours):
            return corpus.Outcome("refused", printed.strip().splitlines()[-1] if printed.strip() else "")
        try:
            expected = Sound(theirs)
            was_cut = csound_status == -signal.SIGXFSZ
            seconds = min(LONGEST_SECONDS, expected.seconds) if was_cut else LONGEST_SECONDS
            worst = difference(Sound(ours), expected, seconds)
        except (ValueError, OSError) as error:
            return corpus.Outcome("unreadable", str(error))
        if worst <= LARGEST_DIFFERENCE:
            return corpus.Outcome("equal")
        return corpus.Outcome("differs", f"by {worst:.3g}")

    def refused_by_csound(self, path, folder, ours):
        status, printed = self.render(path, folder, ours)
        if status is None:
            return corpus.Outcome("too slow")
        if status < 0:
            return corpus.Outcome("crashed", f"signal {-status}")
        return corpus.Outcome("refused by both" if status else "silent in csound")

    def render(self, path, folder, ours):
        return corpus.run(
            [self.spinet, "render", path, "-q", "--duration", str(LONGEST_SECONDS), "-o", ours],
            folder=folder, environment=self.environment)

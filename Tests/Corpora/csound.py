"""Renders each .csd by csound and by Spinet, and compares the samples."""

import os
import re
import wave

import corpus
from sound import Sound, difference

FOLDERS = ["/usr/share/doc/csound-doc/html/examples", "/usr/share/csoundqt/Examples"]
# What needs a window, a network, another program, or somebody's hands.
NEEDS_MORE = re.compile(
    r"\b(?:FL[a-z]\w*|OSC\w+|Jack\w+|py\w+|serial\w+|system|system_i|image\w+|sensekey|websocket|stsend|strecv|"
    r"sockrecvs?|socksends?|dssi\w+|vst\w+|lua_\w+|p5g\w+|wii\w+)\b|--port=")
CRASHED = re.compile(r"csound command: (?:Segmentation fault|Aborted|Floating point exception|Illegal instruction)")
ADC = re.compile(r"^[^;\n]*(?:-i\s*(?:adc|dev)|--input=adc)", re.MULTILINE)
MIDI = re.compile(r"^[^;\n]*-(?:M|\+rtmidi|-midi)", re.MULTILINE)
COMMENT = re.compile(r";[^\n]*")
LARGEST_DIFFERENCE = 1e-5
# Longer scores are compared as far as this.
LONGEST_SECONDS = 20
# Of csound's sound; a longer one is compared as far as this. Spinet's may be twice as large, since mono is stereo there.
LARGEST_FILE = 8 << 20
FACTOR = 1.03
SLOWEST = 12
BAD = {"differs", "refused", "crashed", "too slow", "unreadable", "played though csound refuses"}


def paths():
    return [path for path in corpus.files(FOLDERS, ".csd") if not NEEDS_MORE.search(COMMENT.sub("", text(path)))]


def text(path):
    return open(path, encoding="latin-1").read()


class Judge:
    def __init__(self, spinet, frozen):
        self.spinet = spinet
        self.costs = []
        # For a file that wants a sound card's input; both programs hear silence. MIDI comes from nowhere either.
        self.silence = os.path.join(os.path.dirname(frozen), "silence.wav")
        with wave.open(self.silence, "wb") as file:
            file.setparams((2, 2, 44100, 0, "NONE", ""))
            file.writeframes(bytes(4 * 4410))
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
        absent = ["-i", self.silence] if ADC.search(text(path)) else []
        absent += ["-+rtmidi=null"] if MIDI.search(text(path)) else []
        own = corpus.run(
            ["csound", "-d", "-m0", "-W", "-3", *absent, "-o", theirs, path], folder=folder, environment=self.environment,
            largest_file=LARGEST_FILE)
        if not os.path.exists(theirs) or os.path.getsize(theirs) < 100:
            if own.is_late:
                return corpus.Outcome("endless in csound")
            return self.refused_by_csound(path, folder, ours)
        if CRASHED.search(own.printed):
            return self.crashed_in_csound(path, folder, ours)
        try:
            expected = Sound(theirs)
        except (ValueError, OSError) as error:
            return corpus.Outcome("unreadable", str(error))
        was_cut = own.is_late or os.path.getsize(theirs) > LARGEST_FILE - (1 << 16)
        seconds = min(LONGEST_SECONDS, expected.seconds - 0.1) if was_cut else LONGEST_SECONDS
        run = self.render(path, folder, ours, seconds + 0.1)
        if run.is_late:
            return corpus.Outcome("too slow")
        if run.status < 0:
            return corpus.Outcome("crashed", f"signal {-run.status}")
        if run.status != 0 and not os.path.exists(ours):
            return corpus.Outcome("refused", run.last_line)
        if not was_cut and expected.seconds <= LONGEST_SECONDS:
            self.costs.append((own.seconds, run.seconds, path))
        try:
            worst = difference(Sound(ours), expected, seconds)
        except (ValueError, OSError) as error:
            return corpus.Outcome("unreadable", str(error))
        if worst <= LARGEST_DIFFERENCE:
            return corpus.Outcome("equal")
        return corpus.Outcome("differs", f"by {worst:.3g}")

    def crashed_in_csound(self, path, folder, ours):
        """Spinet is to end in order, with what was rendered so far."""
        run = self.render(path, folder, ours, LONGEST_SECONDS)
        if run.is_late:
            return corpus.Outcome("too slow")
        if run.status < 0 or not os.path.exists(ours):
            return corpus.Outcome("crashed", f"status {run.status}")
        return corpus.Outcome("crashed in csound")

    def refused_by_csound(self, path, folder, ours):
        run = self.render(path, folder, ours, LONGEST_SECONDS)
        if run.is_late:
            return corpus.Outcome("too slow")
        if run.status < 0:
            return corpus.Outcome("crashed", f"signal {-run.status}")
        return corpus.Outcome("refused by both" if run.status else "silent in csound")

    def render(self, path, folder, ours, seconds):
        return corpus.run(
            [self.spinet, "render", path, "--replace", "-q", "--duration", f"{seconds:.3f}", "-o", ours],
            folder=folder, environment=self.environment)

    def print_costs(self, out=print):
        """What Spinet takes beside csound, both in seconds of the processor."""
        if not self.costs:
            return
        theirs, ours = sum(cost[0] for cost in self.costs), sum(cost[1] for cost in self.costs)
        excess = (ours - FACTOR * theirs) / len(self.costs)
        out(f"csound: {len(self.costs)} files whole: Spinet {ours:.1f} s, csound {theirs:.1f} s of the processor; "
            f"Spinet = {1000 * excess:.1f} ms + {FACTOR} x csound")
        over = sorted(self.costs, key=lambda cost: FACTOR * cost[0] - cost[1])
        for theirs, ours, path in over[:SLOWEST]:
            out(f"slowest: {path}: {ours:.3f} s, csound {theirs:.3f} s")

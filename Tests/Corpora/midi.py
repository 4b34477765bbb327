"""Renders each MIDI file, and compares the number of notes that reach an instrument with that in the file, and the sounds that
they have as General MIDI with FluidSynth's."""

import os
import struct

import corpus
import packages
import programs
from sound import Sound

FOLDERS = ["/usr/share/games/openttd/baseset/openmsx", "/usr/share/doc/mma", "/usr/share/mma", "/usr/share/planetblupi"]
BAD = {"differs", "refused", "crashed", "too slow", "read though it is broken", "silent"}
# Its last sample is the number of notes, in units of a 24-bit sample.
COUNTER = """<CsoundSynthesizer>
<CsOptions>
-M0
</CsOptions>
<CsInstruments>
sr = 48000
ksmps = 480
nchnls = 1
0dbfs = 1
massign 0, 1
pgmassign 0, 1
gicount init 0
instr 1
gicount = gicount + 1
turnoff
endin
instr 2
kcount = gicount
out a(kcount / 8388608)
endin
</CsInstruments>
<CsScore>
i 2 0 31536000
</CsScore>
</CsoundSynthesizer>
"""


def paths():
    return corpus.files(FOLDERS + [packages.folder("music21")], ".mid")


class Reader:
    """The bytes of a file, from the first to the last."""

    def __init__(self, data):
        self.data, self.place = data, 0

    def take(self, count):
        part = self.data[self.place : self.place + count]
        if len(part) < count:
            raise ValueError("it ends too early")
        self.place += count
        return part

    def byte(self):
        return self.take(1)[0]

    def number(self):
        value = 0
        while True:
            byte = self.byte()
            value = value << 7 | byte & 0x7F
            if byte < 0x80:
                return value

    @property
    def is_over(self):
        return self.place >= len(self.data)


def notes(path):
    """How many note-ons the file has."""
    file = Reader(open(path, "rb").read())
    if file.take(4) != b"MThd":
        raise ValueError("it is no MIDI file")
    head = Reader(file.take(struct.unpack(">I", file.take(4))[0]))
    _, tracks = struct.unpack(">HH", head.take(4))
    count = 0
    while tracks > 0 and not file.is_over:
        name, size = struct.unpack(">4sI", file.take(8))
        chunk = Reader(file.take(size))
        if name == b"MTrk":
            tracks -= 1
            count += notes_of_track(chunk)
    return count


def notes_of_track(track):
    count, status = 0, 0
    while not track.is_over:
        track.number()
        byte = track.byte()
        if byte == 0xFF:
            kind = track.byte()
            track.take(track.number())
            if kind == 0x2F:
                break
        elif byte in (0xF0, 0xF7):
            track.take(track.number())
        else:
            first = byte
            if byte >= 0x80:
                status, first = byte, track.byte()
            second = track.byte() if status & 0xF0 not in (0xC0, 0xD0) else 0
            count += status & 0xF0 == 0x90 and second > 0 and first < 0x80
    return count


class Judge:
    def __init__(self, spinet, scratch):
        self.spinet, self.scratch = spinet, scratch
        self.counter = os.path.join(scratch, "counter.csd")
        with open(self.counter, "w", encoding="utf-8") as file:
            file.write(COUNTER)

    def __call__(self, path, scratch):
        output = scratch + ".wav"
        try:
            return self.compare(path, output)
        finally:
            if os.path.exists(output):
                os.remove(output)

    def compare(self, path, output):
        failure = self.render(path, output, "--duration", "20")
        if failure and failure.kind != "refused":
            return failure
        try:
            expected = notes(path)
        except ValueError as error:
            return corpus.Outcome("broken" if failure else "read though it is broken", str(error))
        if failure:
            return failure
        counted = self.count(path, output, expected)
        if counted.kind != "equal":
            return counted
        difference = programs.difference(self.spinet, path, output, self.scratch)
        return corpus.Outcome("differs", difference) if difference else counted

    def count(self, path, output, expected):
        failure = self.render(path, output, "--tail", "0.1", "--rate", "8000", instrument=self.counter)
        if failure:
            return failure
        found = round(Sound(output).samples[-1] / 256)
        return corpus.Outcome("equal") if found == expected else corpus.Outcome("differs", f"{found} notes of {expected}")

    def render(self, path, output, *options, instrument=None):
        """Why it could not be rendered; None when it could."""
        command = [self.spinet, "render", path, "--replace"] + ([instrument] if instrument else [])
        run = corpus.run(command + ["-q", "-o", output, *options], largest_file=programs.LARGEST_FILE)
        if run.is_late:
            return corpus.Outcome("too slow")
        if run.status < 0:
            return corpus.Outcome("crashed", f"signal {-run.status}")
        return corpus.Outcome("refused", run.last_line) if run.status else None

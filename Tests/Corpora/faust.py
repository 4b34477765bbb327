"""Plays each .dsp in a program made from Faust's own C++ and in Spinet, and compares the samples."""

import array
import os
import random
import re
import shutil
import struct
import sys

import corpus
from sound import Sound, difference

FOLDERS = ["/usr/share/faust/examples"]
LARGEST_DIFFERENCE = 1e-5
RATE = 44_100
SECONDS = 1
# A voice that is silent for half a second ends, so it sounds for longer than half of the time.
RELEASE = 24_000
BAD = {"differs", "refused", "crashed", "too slow", "unreadable"}
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
# What a hand on a SmartKeyboard plays cannot be told to the other program.
TOUCH = re.compile(r"SmartKeyboard\s*\{")
CONTROL = re.compile(r'ui_interface->add(\w+)\("([^"]*)"')
VOICES = re.compile(r"\[\s*nvoices\s*:\s*(\d+)\s*\]")


# Some programs take Faust a minute.
LONGER_COMPILE = {"SPINET_COMPILE_SECONDS": "240"}


def run(command, environment=None, **options):
    return corpus.run(command, seconds=300, environment={**LONGER_COMPILE, **(environment or {})}, **options)


def text(path):
    return COMMENT.sub("", open(path, encoding="latin-1").read())


def paths():
    """The programs, without files that only others import."""
    return [path for path in corpus.files(FOLDERS, ".dsp") if re.search(r"\bprocess\b", text(path))]


def write_input(scratch):
    """An impulse, then noise from a quarter of a second on: as a sound file and as plain floats."""
    chance = random.Random(1)
    samples = array.array("i", bytes(8 * RATE * SECONDS))
    samples[0] = samples[1] = (1 << 23) - 1
    for index in range(RATE // 2, len(samples)):
        samples[index] = chance.randrange(-(1 << 21), 1 << 21)
    data = b"".join(sample.to_bytes(3, "little", signed=True) for sample in samples)
    head = struct.pack("<4sI8sIHHIIHH4sI", b"RIFF", 36 + len(data), b"WAVEfmt ", 16, 1, 2, RATE, 6 * RATE, 6, 24, b"data",
                       len(data))
    with open(os.path.join(scratch, "input.wav"), "wb") as file:
        file.write(head + data)
    with open(os.path.join(scratch, "input.raw"), "wb") as file:
        array.array("f", (sample / (1 << 23) for sample in samples)).tofile(file)


def write_song(path):
    """The note 69 at full velocity, from the first frame to RELEASE."""
    ticks = 9_600
    microseconds = round(RELEASE / RATE * 1e6)
    events = b"\0\xff\x51\3" + microseconds.to_bytes(3, "big") + b"\0\x90\x45\x7f"
    events += bytes([ticks >> 7 | 0x80, ticks & 0x7F]) + b"\x80\x45\0\0\xff\x2f\0"
    with open(path, "wb") as file:
        file.write(b"MThd" + struct.pack(">IHHH", 6, 0, 1, ticks) + b"MTrk" + struct.pack(">I", len(events)) + events)


class Judge:
    def __init__(self, spinet, scratch):
        self.spinet, self.scratch = spinet, scratch
        self.environment = {"XDG_CACHE_HOME": os.path.join(scratch, "cache"), "TERM": "dumb"}
        write_input(scratch)
        write_song(os.path.join(scratch, "song.mid"))

    def __call__(self, path, scratch):
        os.mkdir(scratch)
        try:
            return self.compare(path, scratch)
        except OSError as error:
            return corpus.Outcome("unreadable", str(error))
        finally:
            shutil.rmtree(scratch)

    def compare(self, path, scratch):
        if TOUCH.search(text(path)):
            return corpus.Outcome("for touch")
        wants = self.translate(path, scratch)
        if wants is None:
            return self.refused_by_faust(path, scratch)
        if 'addSoundfile("' in wants:
            return corpus.Outcome("with sound files")
        has_voices = self.has_voices(wants, text(path))
        if not self.play_theirs(path, scratch, has_voices):
            return corpus.Outcome("not C++ that stands alone")
        ended = self.play(path, scratch, has_voices)
        if ended.is_late:
            return corpus.Outcome("too slow")
        if ended.status < 0:
            return corpus.Outcome("crashed", f"signal {-ended.status}")
        if ended.status != 0:
            return corpus.Outcome("refused", ended.last_line)
        try:
            worst = difference(Sound(f"{scratch}/ours.wav"), Sound(f"{scratch}/theirs.wav"), SECONDS)
        except (ValueError, OSError) as error:
            return corpus.Outcome("unreadable", str(error))
        return corpus.Outcome("equal") if worst <= LARGEST_DIFFERENCE else corpus.Outcome("differs", f"by {worst:.3g}")

    def translate(self, path, scratch):
        """The C++ of `process`; also writes that of `effect`, if there is one. None where Faust refuses."""
        for name in ("process", "effect"):
            command = ["faust", "-lang", "cpp", "-pn", name, "-cn", "mydsp" if name == "process" else "myeffect", "-o",
                       f"{scratch}/{name}.h", path]
            status = run(command, folder=os.path.dirname(path)).status
            if status != 0 and name == "process":
                return None
            if status != 0 and os.path.exists(f"{scratch}/{name}.h"):
                os.remove(f"{scratch}/{name}.h")
        return open(f"{scratch}/process.h", encoding="latin-1").read()

    @staticmethod
    def has_voices(code, program):
        controls = [(kind, label.split("/")[-1]) for kind, label in CONTROL.findall(code) if "Bargraph" not in kind]
        labels = {label for _, label in controls}
        voices = VOICES.search(program)
        if "gate" not in labels or voices and int(voices[1]) == 0:
            return False
        return bool(voices or ("Button", "gate") in controls or labels & {"freq", "key"})

    def play_theirs(self, path, scratch, has_voices):
        effect = ["-DEFFECT"] if os.path.exists(f"{scratch}/effect.h") else []
        command = ["g++", "-std=c++17", "-O3", "-march=native", "-fno-tree-vectorize", "-w", "-I", scratch, "-I", os.path.dirname(path), *effect, "-o",
                   f"{scratch}/host", os.path.join(corpus.HERE, "faust-host.cpp")]
        if run(command).status != 0:
            return False
        release = str(RELEASE if has_voices else -1)
        ended = run([f"{scratch}/host", os.path.join(self.scratch, "input.raw"), str(RATE * SECONDS), release,
                          f"{scratch}/theirs.wav"])
        return ended.status == 0

    def play(self, path, scratch, has_voices):
        song = [os.path.join(self.scratch, "song.mid")] if has_voices else []
        return run(
            [self.spinet, "render", *song, path, "-q", "--faust-strict", "--duration", str(SECONDS), "--rate", str(RATE),
             "--input", os.path.join(self.scratch, "input.wav"), "-o", f"{scratch}/ours.wav"],
            folder=os.path.dirname(path), environment=self.environment)

    def refused_by_faust(self, path, scratch):
        ended = self.play(path, scratch, False)
        lines = ended.lines
        if ended.status == 65 and len(lines) == 1:
            return corpus.Outcome("refused by both")
        return corpus.Outcome("refused", f"Faust refuses it, and Spinet says {len(lines)} lines with status {ended.status}")


def impulse_paths(folder):
    """Faust's impulse tests that have a reference."""
    paths = corpus.files([os.path.join(folder, "dsp")], ".dsp")
    return [path for path in paths if os.path.exists(reference(path)) and os.path.getsize(reference(path)) > 0]


def reference(path):
    name = os.path.splitext(os.path.basename(path))[0]
    return os.path.join(os.path.dirname(os.path.dirname(path)), "reference", name + ".ir")


class ImpulseJudge:
    """Compiles a program by Spinet, and plays the compiled code as Faust's impulse tests do.

    The references were made with doubles. Where Faust has no tolerance for floats, and floats differ, the same program
    must be equal with doubles.
    """

    def __init__(self, spinet, folder):
        self.spinet = spinet
        self.tolerances = self.read_tolerances(os.path.join(folder, "Make.gcc"))

    @staticmethod
    def read_tolerances(makefile):
        """Faust's own for floats; 2e-6 for those that it does not name."""
        lines = re.findall(r"^ir/\$\(lang\)/float/(\w+)\.ir:\s*precision=(\S+)", open(makefile).read(), re.MULTILINE)
        return {name: float(number) for name, number in lines}

    def __call__(self, path, scratch):
        os.mkdir(scratch)
        try:
            return self.compare(path, scratch)
        finally:
            shutil.rmtree(scratch)

    def compare(self, path, scratch):
        if re.search(r"\bsoundfile\s*\(", text(path)):
            # Faust's own test makes up the sounds.
            return corpus.Outcome("with sound files")
        outcome = self.judge(path, path, f"{scratch}/single")
        if outcome.kind != "differs":
            return outcome
        copy = f"{scratch}/{os.path.basename(path)}"
        with open(copy, "w", encoding="latin-1") as file:
            file.write('declare options "[double:on]";\n' + open(path, encoding="latin-1").read())
        with_doubles = self.judge(copy, path, f"{scratch}/double")
        return corpus.Outcome("equal with doubles") if with_doubles.kind == "equal" else outcome

    def judge(self, program, path, cache):
        ended = run(
            [self.spinet, "render", program, "-q", "--include", os.path.dirname(path), "--duration", "0.01", "-o",
             f"{cache}.wav"],
            environment={"XDG_CACHE_HOME": cache, "TERM": "dumb"})
        if ended.is_late:
            return corpus.Outcome("too slow")
        if ended.status != 0:
            is_known = run(["faust", path, "-o", "/dev/null"]).status
            return corpus.Outcome("refused by both" if is_known else "refused", ended.last_line)
        code = corpus.files([cache], ".so")[0]
        name = os.path.splitext(os.path.basename(path))[0]
        ended = run(
            [sys.executable, "-B", os.path.join(corpus.HERE, "impulse.py"), code, reference(path),
             str(self.tolerances.get(name, 2e-6))])
        if ended.is_late or ended.status < 0:
            return corpus.Outcome("too slow" if ended.is_late else "crashed")
        return corpus.Outcome("equal") if ended.status == 0 else corpus.Outcome("differs", ended.last_line)

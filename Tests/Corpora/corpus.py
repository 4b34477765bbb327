"""What the comparisons share: running programs, counting, and the accepted differences."""

import concurrent.futures
import ctypes
import os
import random
import resource
import signal
import subprocess
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))


class Outcome:
    """How one file came out: `kind` is counted; files of a kind in `bad` fail unless they are accepted."""

    def __init__(self, kind, detail=""):
        self.kind, self.detail = kind, detail


LARGEST_FILE = 64 << 20
PR_SET_PDEATHSIG = 1


def bound(seconds, largest_file):
    """What a judged program may not do: compute for ever, fill the disk, or outlive this one."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Run:
    """How a program ended: its status (negative for a signal), whether its time was over, all that it printed, and
    the seconds of the processor that it took."""

    def __init__(self, status, is_late, printed, seconds):
        self.status, self.is_late, self.printed, self.seconds = status, is_late, printed, seconds

    @property
    def lines(self):
        return self.printed.strip().splitlines()

    @property
    def last_line(self):
        return (self.lines or [""])[-1]


def run(command, seconds=30, folder=None, environment=None, largest_file=LARGEST_FILE, most_printed=1 << 20):
    """Runs a program; after so many seconds of the processor, or four times as many of the clock, it is stopped."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            command, cwd=folder, env={**os.environ, **(environment or {})}, stdin=subprocess.DEVNULL,
            stdout=output, stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=lambda: bound(seconds, largest_file))
        late = threading.Event()
        timer = threading.Timer(4 * seconds, lambda: (late.set(), os.killpg(process.pid, signal.SIGKILL)))
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        printed = output.read(most_printed).decode("utf-8", "replace")
    is_late = late.is_set() or usage.ru_utime + usage.ru_stime >= seconds
    return Run(process.returncode, is_late, printed, usage.ru_utime + usage.ru_stime)


def files(folders, ending):
    """All files below the folders with that ending, sorted by path."""
    found = []
    for folder in folders:
        for place, _, names in os.walk(folder):
            found += [os.path.join(place, name) for name in names if name.lower().endswith(ending)]
    return sorted(found)


def sample(paths, count, seed=1):
    """A seeded sample in the order of the paths; all when `count` is None."""
    if count is None or count >= len(paths):
        return paths
    return sorted(random.Random(seed).sample(paths, count))


def accepted(name):
    """The accepted differences of a corpus, by the end of the path: one line each, `PATH: why`."""
    lines = open(os.path.join(HERE, "accepted", name + ".txt"), encoding="utf-8").read().splitlines()
    pairs = [line.split(": ", 1) for line in lines if line and not line.startswith("#")]
    return dict(pairs)


def compare(name, paths, judge, bad, jobs=2):
    """Judges every file, prints the counts and each bad one, and answers how many passed and failed."""
    known = accepted(name)
    counts, failures = {}, 0
    with tempfile.TemporaryDirectory(prefix="spinet-corpora.") as scratch:
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            outcomes = pool.map(lambda job: judge(job[1], os.path.join(scratch, str(job[0]))), enumerate(paths))
            for path, outcome in zip(paths, outcomes):
                kind = outcome.kind
                reason = next((why for end, why in known.items() if path.endswith(end)), None)
                if kind in bad and reason:
                    kind = "accepted"
                    print(f"accepted {path}: {reason}")
                elif kind in bad:
                    failures += 1
                    print(f"not ok {path}: {kind}: {outcome.detail}", flush=True)
                counts[kind] = counts.get(kind, 0) + 1
    print(f"{name}: {len(paths)} files: " + ", ".join(f"{counts[kind]} {kind}" for kind in sorted(counts)))
    return len(paths) - failures, failures

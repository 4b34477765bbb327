"""The command line of the comparisons; `run` installs what they need and calls this."""

import argparse
import os
import subprocess
import sys
import tempfile

import corpus
import csound
import faust
import midi
import scala
import sfz


def parse():
    parser = argparse.ArgumentParser(prog="Tests/Corpora/run", description="Compares Spinet with other programs.")
    parser.add_argument(
        "corpora", nargs="*", metavar="|".join(COMPARISONS), help="which comparisons; all by default")
    parser.add_argument("--spinet", required=True, help="the binary to judge")
    parser.add_argument("--sample", type=int, metavar="N", help="a seeded sample of so many files of each corpus")
    parser.add_argument("--quick", action="store_true", help="a seeded sample of each corpus, two minutes in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument(
        "--impulse-tests", metavar="FOLDER", help="tests/impulse-tests of a checkout of Faust's repository")
    parser.add_argument("--only", metavar="TEXT", help="only files with this text in their path")
    return parser.parse_args()


def chosen(name, paths, options):
    if options.only:
        paths = [path for path in paths if options.only in path]
    count = QUICK[name] if options.quick else options.sample
    return corpus.sample(paths, count, options.seed)


def compare_csound(options, scratch):
    frozen = os.path.join(scratch, "frozen.so")
    subprocess.run(
        ["cc", "-O2", "-shared", "-fPIC", "-o", frozen, os.path.join(corpus.HERE, "frozen.c"), "-ldl"], check=True)
    judge = csound.Judge(os.path.abspath(options.spinet), frozen)
    counts = corpus.compare("csound", chosen("csound", csound.paths(), options), judge, csound.BAD, options.jobs)
    judge.print_costs()
    return counts


def compare_faust(options, scratch):
    spinet = os.path.abspath(options.spinet)
    judge = faust.Judge(spinet, scratch)
    passed, failed = corpus.compare("faust", chosen("faust", faust.paths(), options), judge, faust.BAD, options.jobs)
    if options.impulse_tests:
        impulses = faust.ImpulseJudge(spinet, options.impulse_tests)
        paths = chosen("faust", faust.impulse_paths(options.impulse_tests), options)
        more = corpus.compare("faust", paths, impulses, faust.BAD, options.jobs)
        passed, failed = passed + more[0], failed + more[1]
    return passed, failed


def compare_scala(options, scratch):
    judge = scala.Judge(os.path.abspath(options.spinet))
    return corpus.compare("scala", chosen("scala", scala.paths(), options), judge, scala.BAD, options.jobs)


def compare_midi(options, scratch):
    judge = midi.Judge(os.path.abspath(options.spinet), scratch)
    return corpus.compare("midi", chosen("midi", midi.paths(), options), judge, midi.BAD, options.jobs)


def compare_sfz(options, scratch):
    if sfz.folder() is None:
        print("skipped sfz: SPINET_SFZ names no folder with SFZ files")
        return 0, 0
    try:
        judge = sfz.Judge(os.path.abspath(options.spinet), scratch)
    except subprocess.CalledProcessError:
        print("skipped sfz: Python's package pysfizz cannot be fetched")
        return 0, 0
    paths = corpus.files([sfz.completed(scratch)], ".sfz")
    counts = corpus.compare("sfz", chosen("sfz", paths, options), judge, sfz.BAD, options.jobs)
    print(f"sfz: {judge.unread} files with opcodes that are not read")
    return counts


COMPARISONS = {"csound": compare_csound, "faust": compare_faust, "scala": compare_scala, "midi": compare_midi, "sfz": compare_sfz}
# How many files a quick run takes of each.
QUICK = {"faust": 8, "csound": 60, "scala": 100, "midi": 6, "sfz": 30}


def main():
    options = parse()
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="spinet-corpora.") as scratch:
        for name in options.corpora or COMPARISONS:
            good, bad = COMPARISONS[name](options, scratch)
            passed, failed = passed + good, failed + bad
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())

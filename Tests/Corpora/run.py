"""The command line of the comparisons; `run` installs what they need and calls this."""

import argparse
import os
import subprocess
import sys
import tempfile

import corpus
import csound


def parse():
    parser = argparse.ArgumentParser(prog="Tests/Corpora/run", description="Compares Spinet with other programs.")
    parser.add_argument("corpora", nargs="*", metavar="csound", help="which comparisons; all by default")
    parser.add_argument("--spinet", required=True, help="the binary to judge")
    parser.add_argument("--sample", type=int, metavar="N", help="a seeded sample of so many files of each corpus")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", metavar="TEXT", help="only files with this text in their path")
    return parser.parse_args()


def chosen(paths, options):
    if options.only:
        paths = [path for path in paths if options.only in path]
    return corpus.sample(paths, options.sample, options.seed)


def compare_csound(options, scratch):
    frozen = os.path.join(scratch, "frozen.so")
    subprocess.run(
        ["cc", "-O2", "-shared", "-fPIC", "-o", frozen, os.path.join(corpus.HERE, "frozen.c"), "-ldl"], check=True)
    judge = csound.Judge(os.path.abspath(options.spinet), frozen)
    return corpus.compare("csound", chosen(csound.paths(), options), judge, csound.BAD, options.jobs)


COMPARISONS = {"csound": compare_csound}


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

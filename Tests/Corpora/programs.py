"""Which sound each note of a MIDI file has: as `spinet render --parts gm` plays it, and as FluidSynth does."""

import collections
import functools
import json
import os
import re

import corpus

FONT = "/usr/share/sounds/sf2/TimGM6mb.sf2"
DRUM_CHANNEL = 10
# Half an hour at 8000 Hz is 80 MB.
LARGEST_FILE = 256 << 20


@functools.cache
def names(scratch):
    """The name of each preset of the font, by bank and program."""
    commands = os.path.join(scratch, "list-presets")
    with open(commands, "w", encoding="utf-8") as file:
        file.write("inst 1\n")
    listed = corpus.run(["fluidsynth", "-niq", "-f", commands, FONT]).printed
    found = re.findall(r"^(\d{3})-(\d{3}) (.*)$", listed, re.MULTILINE)
    return {(int(bank), int(program)): name.strip() for bank, program, name in found}


def name(bank, program, scratch):
    """The preset that plays: FluidSynth replaces one that the font does not have."""
    substitute = (128, 0) if bank == 128 else (0, program)
    return names(scratch).get((bank, program)) or names(scratch).get(substitute)


def of_fluidsynth(path, scratch):
    """The number of notes by channel and preset, also of notes for which the preset has no sample."""
    # Line by line, so that notes and program changes come in their order.
    command = ["stdbuf", "-oL", "fluidsynth", "-nivd", "-r", "8000", "-F", "/dev/null", "-T", "raw", FONT, path]
    run = corpus.run(command, seconds=300, most_printed=1 << 28)
    presets = {channel: (0, 0) for channel in range(16)}
    presets[DRUM_CHANNEL - 1] = (128, 0)
    notes = collections.Counter()
    for line in run.printed.splitlines():
        kind, *values = line.removeprefix("fluidsynth: ").split() or [""]
        if kind == "prog":
            channel, bank, program = map(int, values[:3])
            presets[channel] = bank, program
        elif kind == "event_post_noteon" and int(values[2]) > 0:
            notes[int(values[0]) + 1, name(*presets[int(values[0])], scratch)] += 1
    return notes


def of_spinet(spinet, path, output):
    """The same, as Spinet says it."""
    options = ["--parts", "gm", "--font", FONT, "--rate", "8000", "--tail", "0.1", "--json", "-q"]
    command = [spinet, "render", path, "--replace", "-o", output, *options]
    run = corpus.run(command, seconds=300, largest_file=LARGEST_FILE)
    notes = collections.Counter()
    for part in json.loads(run.last_line)["parts"]:
        # Presets of one name are told apart by their numbers.
        sound = re.sub(r" \([0-9/]+\)$", "", part["sound"])
        notes[int(part["part"].removeprefix("ch")), sound] += part["notes"]
    return notes


def difference(spinet, path, output, scratch):
    """What is not the same; empty when everything is."""
    expected, found = of_fluidsynth(path, scratch), of_spinet(spinet, path, output)
    return ", ".join(
        f"channel {channel} {sound}: {found[channel, sound]} notes of {expected[channel, sound]}"
        for channel, sound in sorted(set(expected) | set(found))
        if found[channel, sound] != expected[channel, sound])

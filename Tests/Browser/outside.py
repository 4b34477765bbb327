"""Stages whose parts are instruments outside."""

import json
import os

from checks import check
from opened import Opener
from place import show

STAGE = """name: Band
parts:
  lead:
    sound: {midi: "Prophet*", channel: 3, program: 12}
    keys: C3..
    controls: {cutoff: cc 74, detune: cc14 2, attack: nrpn 1234}
  %s
  drums: {sound: {midi: "Drum*"}}
"""


def check_outside(spinet, folder, browser, check_layout):
    opener = Opener(spinet, f"{folder}/", browser)
    closed = opener.closed

    def opened(name, part, *options):
        """A stage file of the user's own, and a page."""
        path = f"{folder}/{name}/{name}.yaml"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(STAGE % part)
        instrument, page = opener.opened(name, *options, path)
        page.until("document.querySelectorAll('#view-play .parts [role=radio]').length >= 2")
        return instrument, page

    tabs = "[...document.querySelectorAll('#view-play .parts [role=radio]')]"

    def says_that_it_waits():
        """Its tab, Edit and Setup say that its port is not there yet, on a phone too; and no more when it is."""
        instrument, page = opened("band", "pad: {sound: warm-pad, keys: ..B2}")
        for width, height in [(1024, 768), (390, 844)]:
            page.resize(width, height)
            show(page, "play")
            page.until(f"{tabs}[0].querySelector('small').textContent === 'waits for Prophet*' && {tabs}[0].querySelector('small').offsetWidth > 20")
            assert page.run(f"{tabs}.map((tab) => tab.classList.contains('waits'))") == [True, False, True]
            assert page.run(f"{tabs}[2].getAttribute('aria-label')") == "drums, plays, waits for Drum*"
            show(page, "edit")
            page.until("document.querySelector('#view-edit .outside').textContent === 'Prophet*, channel 3: no MIDI port has that name; Spinet connects it when it appears.' && document.querySelector('#view-edit .outside').offsetHeight > 10")
            show(page, "setup")
            page.until("document.querySelectorAll('#view-setup [aria-label=\"Other instruments\"] .dev .no').length === 2")
        page.run("[...document.querySelectorAll('#view-setup .dev b')].find((name) => name.textContent === 'Drum*').scrollIntoView()")
        there = {"outside": [{"port": "Prophet*", "channel": 3, "waits": False}, None, {"port": "Drum*", "channel": None, "waits": False}]}
        page.run(f"sockets.at(-1).onmessage({{ data: {json.dumps(json.dumps(there))} }})")
        page.until("document.querySelectorAll('#view-setup [aria-label=\"Other instruments\"] .dev .no').length === 0")
        show(page, "edit")
        page.until("document.querySelector('#view-edit .outside').textContent === 'Prophet*, channel 3: plays.'")
        page.run("[...document.querySelectorAll('#view-edit .parts-bar button')].find((b) => b.textContent === 'pad').click()")
        page.until("document.querySelector('#view-edit .outside').hidden")
        show(page, "play")
        page.until(f"{tabs}.every((tab) => !tab.classList.contains('waits'))")
        closed("Parts outside", instrument, page)

    def plays_without_a_sound():
        """Without an engine nothing says that one is missing; the strip's switch for it is off, and the knobs are large."""
        instrument, page = opened("router", "bass: {sound: {midi: Juno}}", "--no-sound")
        page.until("document.querySelector('#view-play .title p').textContent === 'Stage, 3 parts'")
        page.until("document.querySelectorAll('#view-play .front .k').length === 3")
        sizes = page.run("[...document.querySelectorAll('#view-play .front .k > svg')].map((knob) => knob.getBoundingClientRect().width)")
        assert min(sizes) >= 56, sizes
        places = [(place, lambda place=place: show(page, place)) for place in ("play", "edit", "setup")]
        check_layout("Other instruments", page, "outside-", places)
        show(page, "setup")
        page.until("document.querySelectorAll('#view-setup [aria-label=\"Other instruments\"] .dev').length === 3")
        for block in ["Sound card", "Latency"]:
            page.until(f"document.querySelector('#view-setup [aria-label=\"{block}\"]').hidden")
        closed("A router", instrument, page)

    check("A part whose port is not there says so", says_that_it_waits)
    check("A stage of other instruments alone is shown", plays_without_a_sound)

"""Struck bodies in Edit and Play, a phone's modules, and the set list in Play."""

import json

from checks import check, check_messages
from instrument import Instrument
from place import show, widget

titles = "[...document.querySelectorAll('.mods .mod h2')].map((e) => e.textContent)"


def check_struck(spinet, folder, browser):
    instrument = Instrument(spinet, f"{folder}/struck", "rock-organ")
    page = browser.page(instrument.url, 1440, 900)
    page.until("document.body.classList.contains('connected')")

    def has_a_front():
        """An organ has drawbars; what is struck has none, and the page follows when the body changes."""
        show(page, "edit")
        page.until("document.querySelectorAll('.drawbars .bar-handle').length === 9")
        assert page.run(titles)[:6] == ["Body", "Stroke", "Tone", "Drawbars", "Percussion", "Tremolo"], page.run(titles)
        assert page.run("(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight + 1)(document.querySelector('.mods'))"), "it scrolls"
        instrument.ask("widgets", "set", "model", "marimba")
        page.until("document.querySelector('.drawbars') === null && document.querySelector('.mods [data-widget=\"strike.hardness\"]') !== null")
        assert page.run(widget("hat.pedal")) is None
        instrument.ask("widgets", "set", "model", "standard-kit")
        page.until(f"{widget('hat.pedal')} !== null")
        instrument.ask("widgets", "set", "model", "organ")
        page.until("document.querySelectorAll('.drawbars .bar-handle').length === 9")

    def can_be_dragged():
        before = instrument.widget("release.scale")
        x, y = page.run("(({ left, top, width, height }) => [left + width / 2, top + height / 2])(document.querySelector('.mods .dot[data-learn=\"release.scale\"]').getBoundingClientRect())")
        page.mouse("mousePressed", (x, y))
        page.mouse("mouseMoved", (x + 60, y))
        page.mouse("mouseReleased", (x + 60, y), buttons=0)
        page.until(f"Number({widget('release.scale')}.getAttribute('aria-valuenow')) > {before * 1.2}")

    def shows_wells():
        """Four wells at once on a large monitor."""
        page.resize(1800, 1000)
        show(page, "play")
        page.until("[...document.querySelectorAll('.look .well .cap.name')].map((e) => e.textContent).join() === 'Filter,Stroke,Wave,Spectrum'")
        boxes = page.run("[...document.querySelectorAll('.look .well')].map((e) => { const b = e.getBoundingClientRect(); return [b.width, b.height]; })")
        assert all(width > 300 and height > 150 for width, height in boxes), boxes
        page.resize(1440, 900)
        page.until("document.querySelectorAll('.look .well').length === 1")

    def fills_a_phone():
        """Beside a short module stand its neighbours, and nothing lies outside the front."""
        page.resize(390, 844)
        show(page, "edit")
        # The front has its size before it is filled.
        settled = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))"
        for title in ["Drive", "Scale", "Body", "Tone"]:
            page.run(f"[...document.querySelectorAll('.modules-bar button')].find((b) => b.textContent === '{title}').click()")
            page.run(settled)
            shown, scrolls, rest = page.run("(() => { const front = document.querySelector('.mods'), shown = [...front.querySelectorAll('.mod.chosen')]; return [shown.map((m) => m.querySelector('h2').textContent), front.scrollHeight > front.clientHeight + 1, front.getBoundingClientRect().bottom - shown.at(-1).getBoundingClientRect().bottom]; })()")
            assert title in shown and len(shown) > 1 and not scrolls and abs(rest) < 2, (title, shown, scrolls, rest)
            assert page.run(f"[...document.querySelectorAll('.modules-bar [aria-checked=true]')].map((b) => b.textContent)") == [title]
        page.resize(1440, 900)

    def shows_songs():
        """Where a set list plays, Play has its songs: the one that plays, the next one, and what is written for it."""
        show(page, "play")
        assert page.run("document.querySelector('.songs').hidden")
        page.run("sockets.at(-1).send(JSON.stringify({ setlist: { name: 'tonight', songs: [{ stage: 'rock-organ', note: 'slowly' }, { stage: 'night-drive' }] } }))")
        show(page, "sounds")
        page.until("document.querySelectorAll('#view-sounds .set .song').length === 2")
        page.run("document.querySelector('#view-sounds .set .song').click()")
        page.until("document.querySelector('#view-sounds .set .song').textContent.endsWith('plays')")
        show(page, "play")
        page.until("document.querySelector('.songs').offsetHeight >= 44")
        tunes = "[...document.querySelectorAll('.tune')].map((e) => [e.textContent[0], e.getAttribute('aria-current'), e.classList.contains('next')])"
        page.until(f"JSON.stringify({tunes}) === {json.dumps(json.dumps([['1', 'true', False], ['2', None, True]], separators=(',', ':')))}")
        assert page.run("document.querySelector('.songs .note').textContent") == "slowly"
        for size in [(320, 640), (390, 844), (844, 390), (768, 1024), (1024, 768), (2560, 1440)]:
            page.resize(*size)
            page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
            songs, keys, wide = page.run("[document.querySelector('.tune').getBoundingClientRect().height, document.querySelector('[data-surface=keys] .key').getBoundingClientRect().height, document.documentElement.scrollWidth <= innerWidth]")
            assert songs >= 44 and keys > 80 and wide, (size, songs, keys, wide)
        page.run("document.querySelectorAll('.tune')[1].click()")
        page.until("document.title.startsWith('Night Drive') && document.querySelectorAll('.tune')[1].getAttribute('aria-current') === 'true'")
        show(page, "sounds")
        page.run("[...document.querySelectorAll('#view-sounds .set-list button')].find((b) => b.textContent === 'Leave').click()")
        page.until("[...document.querySelectorAll('#view-sounds .set-list button')].find((b) => b.textContent === 'Leave').hidden")
        show(page, "play")
        page.until("document.querySelector('.songs').hidden")
        page.resize(1440, 900)

    check("Edit: a struck body has a front, with drawbars only in an organ", has_a_front)
    check("Edit: the end of a stroke is dragged", can_be_dragged)
    check("Play: a large monitor shows four wells at once", shows_wells)
    check("Edit: on a phone a short module stands beside its neighbours", fills_a_phone)
    check("Play: the songs of a set list, which one plays and which one is next", shows_songs)
    check_messages("Struck bodies: no error in the page", page)
    browser.close_page(page)
    instrument.end()

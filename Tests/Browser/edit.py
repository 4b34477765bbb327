"""Edit: the synth's front."""

import json
import time

from checks import check
from place import show, widget


def check_edit(page, instrument):
    cutoff = widget("filter.cutoff")

    def value(name):
        return f"Number({widget(name)}.getAttribute('aria-valuenow'))"

    def position(name):
        told = [json.loads(line) for line in instrument.ask("widgets", "--json").splitlines()]
        return next(one["position"] for one in told if one["widget"] == name)

    def shows_all():
        """129 widgets without scrolling; eight in time by a button; the other five are in the strip, at the keys and at the wheel."""
        show(page, "edit")
        page.until("document.querySelector('#view-edit .seg [aria-checked=true]').textContent === 'All 137'")
        page.until("(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight + 1)(document.querySelector('.mods'))")
        titles = page.run("[...document.querySelectorAll('.mods .mod h2')].map((e) => e.textContent)")
        assert titles[:5] == ["Oscillator 1", "Oscillator 2", "Mixer", "Drawn wave", "Filter"] and titles[-3:] == ["Kept chord", "Clock", "Metronome"], titles

    def moves():
        show(page, "edit")
        instrument.ask("widgets", "set", "filter.cutoff", "880")
        page.until(f"{cutoff}.getAttribute('aria-valuetext').startsWith('880')")
        page.run(f"{cutoff}.focus()")
        page.key("End")
        page.until(f"{value('filter.cutoff')} === 20000")
        page.key("Home")
        page.until(f"{value('filter.cutoff')} === 20")
        page.key("PageUp")
        page.until(f"{value('filter.cutoff')} > 30")
        assert abs(instrument.widget("filter.cutoff") - 20 * 1000**0.1) < 0.1, instrument.widget("filter.cutoff")
        assert page.run(f"{cutoff}.title") == "The frequency at which the filter begins to work.", page.run(f"{cutoff}.title")
        assert page.run(f"{cutoff}.getAttribute('role') + {cutoff}.getAttribute('aria-label')") == "sliderfilter.cutoff"

    def shows_whole_handles():
        """A handle at either end of its range lies inside its well."""
        show(page, "edit")
        out = """[...document.querySelectorAll('.is-filter .dot, .is-envelope .dot')].filter((dot) => {
          const [a, b] = [dot, dot.closest('.well')].map((one) => one.getBoundingClientRect());
          return a.left < b.left || a.right > b.right || a.top < b.top || a.bottom > b.bottom;
        }).map((dot) => dot.getAttribute('aria-label'))"""
        before = {name: instrument.widget(name) for name in ("filter.cutoff", "amp.attack", "amp.sustain")}
        for cutoff_, attack, sustain in [("20000", "0", "1"), ("20", "10", "0")]:
            for name, value_ in [("filter.cutoff", cutoff_), ("amp.attack", attack), ("amp.sustain", sustain)]:
                instrument.ask("widgets", "set", name, value_)
            page.until(f"{value('filter.cutoff')} === {cutoff_}")
            page.run("new Promise((done) => setTimeout(done, 300))")
            assert page.run(out) == [], page.run(out)
        for name, value_ in before.items():
            instrument.ask("widgets", "set", name, str(value_))

    def does_not_fight():
        """While the mouse holds a knob, what comes from elsewhere does not move it on this page."""
        hand = f"{cutoff}.querySelector('.hand').getAttribute('transform')"
        x, y = page.place("[data-widget='filter.cutoff']")
        page.mouse("mousePressed", (x, y - 10))
        page.mouse("mouseMoved", (x, y - 40))
        page.until(f"{cutoff}.classList.contains('held')")
        page.until(f"{value('filter.cutoff')} > 50")
        at = page.run(hand)
        instrument.ask("widgets", "set", "filter.cutoff", "20")
        time.sleep(0.3)
        assert page.run(hand) == at
        page.mouse("mouseReleased", (x, y - 40), buttons=0)
        page.until(f"{hand}.startsWith('rotate(-135')")

    def is_sent_at_once():
        """A drag does not wait for the pointer events that browsers keep until the next frame."""
        before = instrument.widget("filter.cutoff")
        page.run("(window.hold = (event) => event.stopImmediatePropagation(), addEventListener('pointermove', hold, true)) && null")
        try:
            x, y = page.place("[data-widget='filter.cutoff']")
            page.mouse("mousePressed", (x, y))
            for step in range(1, 9):
                page.mouse("mouseMoved", (x, y - 6 * step))
                time.sleep(0.01)
            page.mouse("mouseReleased", (x, y - 48), buttons=0)
        finally:
            page.run("removeEventListener('pointermove', hold, true)")
        page.until(f"{value('filter.cutoff')} > {before}")
        assert instrument.widget("filter.cutoff") > before

    def resets():
        default = next(json.loads(line)["default"] for line in instrument.ask("widgets", "--json").splitlines() if '"filter.cutoff"' in line)
        page.run("new Promise((done) => setTimeout(done, 400))")
        page.double_click(page.place("[data-widget='filter.cutoff']"))
        page.until(f"Math.abs({value('filter.cutoff')} - {default}) < 0.01")

    def is_typed():
        for text, expected in [("770", 770), ("1.5k", 1500), ("440Hz", 440), ("1,5 kHz", 1500)]:
            page.run(f"{cutoff}.focus()")
            page.call("Input.dispatchKeyEvent", type="keyDown", key="7", code="Digit7", text="")
            page.until("document.activeElement.tagName === 'INPUT'")
            page.run(f"document.activeElement.value = '{text}'")
            page.key("Enter")
            page.until(f"Math.abs({value('filter.cutoff')} - {expected}) < 0.01")

    def is_searched():
        """What was not meant is dimmed in its place: nothing is emptied, and nothing jumps."""
        show(page, "edit")
        field = "document.querySelector('#view-edit input[type=search]')"
        places = "JSON.stringify([...document.querySelectorAll('.mods [data-widget]')].map((e) => Math.round(e.getBoundingClientRect().left)))"
        before = page.run(places)
        page.run(f"{field}.value = 'cutoff'; {field}.dispatchEvent(new Event('input'))")
        page.until("document.querySelectorAll('.mods .dimmed').length > 50")
        assert not page.run(f"{cutoff}.classList.contains('dimmed')") and page.run(f"{cutoff}.offsetWidth > 40")
        assert page.run(places) == before
        page.run(f"{field}.value = ''; {field}.dispatchEvent(new Event('input'))")
        page.until("document.querySelectorAll('.mods .dimmed').length === 0")

    def drags_the_filter():
        """The handle in the well is cutoff and resonance, under a finger."""
        page.run(f"{cutoff}.scrollIntoView({{ block: 'nearest' }})")
        well = page.run("(({ left, top, width, height }) => [left, top, width, height])(document.querySelector('.is-filter .well').getBoundingClientRect())")
        x, y = page.run("(({ left, top, width, height }) => [left + width / 2, top + height / 2])(document.querySelector('.is-filter .dot').getBoundingClientRect())")
        page.drag(1, [(x + (well[0] + well[2] * 0.5 - x) * step / 5, y + (well[1] + well[3] * 0.2 - y) * step / 5) for step in range(6)])
        page.until(f"Math.abs({value('filter.cutoff')} - 632) < 40")
        assert position("filter.resonance") > 0.4, position("filter.resonance")

    def drags_the_envelope():
        """The corner is decay and sustain; the four readings are handles too."""
        dots = "[...document.querySelectorAll('.is-envelope')][1].querySelectorAll('.dot')"
        box = "(({ left, top, width, height }) => [left + width / 2, top + height / 2])"
        x, y = page.run(f"{box}({dots}[1].getBoundingClientRect())")
        decay, sustain = position("amp.decay"), position("amp.sustain")
        page.drag(1, [(x + 5 * step, y + 8 * step) for step in range(5)])
        page.until(f"{value('amp.sustain')} < {sustain}")
        assert position("amp.decay") > decay and position("amp.sustain") < sustain
        now = position("amp.release")
        page.run(f"{widget('amp.release')}.focus()")
        page.key("ArrowLeft")
        page.until(f"{value('amp.release')} > 0")
        assert abs(position("amp.release") - (now - 0.01)) < 0.001

    def has_a_matrix():
        rows = page.run("[...document.querySelectorAll('.mrow')].map((row) => [row.classList.contains('none'), row.querySelector('.bar2').tabIndex])")
        assert len(rows) == 8 and rows[0] == [False, 0] and rows[7] == [True, -1], rows
        page.run("(({ select }) => { select.value = '7'; select.dispatchEvent(new Event('change')); })({ select: document.querySelector('[data-widget=\"matrix.8.source\"]') })")
        page.until("!document.querySelectorAll('.mrow')[7].classList.contains('none')")
        assert instrument.widget("matrix.8.source") == 7

    def swipes_scroll():
        """Where the front scrolls, a vertical swipe that begins on a knob scrolls, and edits nothing; to the side it turns."""
        page.resize(768, 1024)
        show(page, "edit")
        page.until("document.querySelector('.mods').classList.contains('scrolls')")
        top = "document.querySelector('.mods').scrollTop"
        page.run(f"(document.querySelector('.mods').scrollTop = 0) || ({widget('osc1.width')}.scrollIntoView({{ block: 'nearest' }})) || 1")
        before, scrolled = instrument.widget("osc.mix"), page.run(top)
        x, y = page.place("[data-widget='osc.mix']")
        page.drag(1, [(x, y - 20 * step) for step in range(12)])
        page.until(f"{top} > {scrolled} + 50")
        assert instrument.widget("osc.mix") == before, "the swipe edited the sound"
        # It scrolls on after the finger has left.
        page.settled(top)
        page.run(f"document.querySelector('.mods').scrollTop = {scrolled}")
        x, y = page.place("[data-widget='osc.mix']")
        page.drag(1, [(x + 12 * step, y) for step in range(8)])
        page.until(f"{value('osc.mix')} > {before + 0.1}")
        page.resize(1440, 900)
        page.until("!document.querySelector('.mods').classList.contains('scrolls')")
        assert page.run(f"getComputedStyle({cutoff}).touchAction") == "none"

    def has_a_menu():
        """It tells the range, what moves the control and the original value in the words of all pages, and leads to the mappings of it."""
        page.run(f"{cutoff}.dispatchEvent(new MouseEvent('contextmenu', {{ bubbles: true, cancelable: true }}))")
        page.until("document.querySelector('.widget-menu .field .dim')?.textContent === '20 Hz to 20 kHz'")
        original = page.run("[...document.querySelectorAll('.widget-menu .acts .b')].map((b) => [...b.children].slice(1).map((e) => e.textContent)).find(([word]) => word === 'Reset')")
        assert len(original) == 2 and original[1].endswith("Hz"), original
        page.run("[...document.querySelectorAll('.widget-menu .b')].find((b) => b.textContent === 'What moves it').click()")
        page.until("document.querySelector('.mappings input')?.value === 'filter.cutoff' && document.querySelectorAll('.mappings tbody tr:not(.sub)').length > 0")
        names = set(page.run("[...document.querySelectorAll('.mappings tbody tr:not(.sub) code')].map((e) => e.textContent)"))
        assert names == {"filter.cutoff"}, names
        page.run("document.querySelector('.mappings .back').click()")

    def keeps_a_chord():
        """The chord that is held is kept by a button, told in semitones, and forgotten by another."""
        if page.run("document.querySelector('.timing-button').getAttribute('aria-pressed')") == "false":
            page.run("document.querySelector('.timing-button').click()")
        forget = widget("chord.memory")
        page.until(f"{forget}.textContent === 'None is kept' && {forget}.disabled")
        player = instrument.client()
        for key in (60, 63, 67):
            player.send({"note": [key, 100]})
        player.until([60, 63, 67])
        page.run(f"{widget('chord.learn')}.dispatchEvent(new PointerEvent('pointerdown', {{ button: 0, bubbles: true }}))")
        page.until(f"{forget}.textContent === 'Forget 0 3 7'")
        for key in (60, 63, 67):
            player.send({"note": [key, 0]})
        page.run(f"{forget}.click()")
        page.until(f"{forget}.textContent === 'None is kept'")
        assert instrument.widget("chord.memory") == 0
        player.close()
        page.run("document.querySelector('.timing-button').click()")

    def is_one_on_a_phone():
        page.resize(390, 844)
        show(page, "edit")
        page.until("document.querySelector('.modules-bar').offsetHeight >= 44")
        page.run("[...document.querySelectorAll('.modules-bar button')].find((b) => b.textContent === 'LFO 2').click()")
        page.until("[...document.querySelectorAll('.mods .mod')].filter((m) => m.offsetHeight > 0).length === 1")
        assert page.run(f"{widget('lfo2.rate')}.offsetWidth") > 80
        page.resize(1440, 900)

    check("Edit: handles at the ends of their ranges are whole", shows_whole_handles)
    check("Edit: all 129 widgets of the synth stand on one screen", shows_all)
    check("Edit: knobs follow, and are moved by keys", moves)
    check("Edit: a knob under the mouse does not fight, and follows when it is let go", does_not_fight)
    check("Edit: a drag does not wait for the next frame", is_sent_at_once)
    check("Edit: a double click resets", resets)
    check("Edit: a value is typed, with unit, kilo and comma", is_typed)
    check("Edit: a search dims the rest in its place, and empties nothing", is_searched)
    check("Edit: the filter's handle is dragged", drags_the_filter)
    check("Edit: the envelope's handles are dragged", drags_the_envelope)
    check("Edit: the matrix is a table, and rows of nothing have no handle", has_a_matrix)
    check("Edit: where it scrolls a swipe scrolls, where it fits nothing does", swipes_scroll)
    check("Edit: the menu of a control has its range in words, and leads to what moves it", has_a_menu)
    check("Edit: the chord that is held is kept, and forgotten", keeps_a_chord)
    check("Edit: a phone shows one module", is_one_on_a_phone)

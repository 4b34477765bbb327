"""Setup: latency, card, controllers, this device, and the log."""

import json

from checks import check
from place import show


def check_setup(page, instrument):
    place = "document.querySelector('#view-setup')"

    def choice(label, value):
        return f"document.querySelector('#view-setup [aria-label=\"{label}\"] [value=\"{value}\"]')"

    def tells_latency():
        """One block until the key is heard, and those that wait in the card, which are more after a machine was late."""
        show(page, "setup")
        latency = json.loads(instrument.ask("engine", "status", "--json"))["latency"]
        assert latency >= 10.6, latency
        whole, waiting = (f"{value:.0f}" if value >= 9.95 else f"{value:.1f}" for value in (latency, latency - 128 / 48))
        page.until(f"{place}.querySelector('.hugeN').textContent === '{whole} ms'")
        page.until(f"{place}.querySelector('.legend').textContent.startsWith('2.7 this block{waiting} ')")
        page.until(f"{place}.querySelector('.legend').textContent.includes(' more in the card')")
        page.until(f"{place}.querySelector('.touch').textContent.includes('from this screen')")

    def tells_interruptions():
        """In how long a time there were none."""
        show(page, "setup")
        page.until(f"/none in (\\d+ min )?\\d+ s/.test({place}.textContent)")

    def measures_when_it_is_shown():
        """Nobody has touched anything: it is measured because somebody looks."""
        show(page, "play")
        page.run("sockets.at(-1).pings = 0, sockets.at(-1).addEventListener('message', ({ data }) => { if (data.startsWith('{\"pong\"')) sockets.at(-1).pings++; })")
        show(page, "setup")
        page.until("sockets.at(-1).pings >= 8", 3)

    def changes_the_card():
        show(page, "setup")
        page.until(f"{place}.querySelector('.pcm').value === 'none'")
        assert "none: 48000 Hz" in page.run(f"{place}.textContent")
        for rate in ("44100", "48000"):
            page.run(f"{choice('Rate', rate)}.click()")
            page.until(f"{place}.querySelector('.granted').textContent.includes('In force: none: {rate} Hz')")
        page.run(f"{choice('Frames of a block', '256')}.click()")
        page.until(f"{place}.querySelector('.granted').textContent.includes('256 frames')")
        page.run(f"{choice('Frames of a block', '128')}.click()")
        page.until(f"{place}.querySelector('.granted').textContent.includes('128 frames')")
        assert "none: 48000 Hz" in instrument.ask("engine", "status"), instrument.ask("engine", "status")

    def advises():
        """Of a long block it says what comes of it."""
        advice = f"{place}.querySelector('.latency .advice')"
        page.until(f"{advice}.hidden")
        watcher = instrument.client()
        for frames in (1024, 128):
            watcher.send({"ask": [7, "output", "none", "48000", str(frames), "3"]})
            page.until(f"{advice}.hidden === {str(frames == 128).lower()}")
            if frames == 1024:
                assert len(page.run(f"{advice}.textContent")) > 20
        watcher.close()

    def refuses_cards():
        watcher = instrument.client()

        def ask(*words):
            watcher.send({"ask": [7, *words]})
            for _ in range(500):
                message = watcher.next(10)
                if message and message.get("answer") == 7:
                    return message["lines"]
            raise AssertionError("no answer")

        assert ask("output", "no-such-card", "48000", "128", "3")[0].startswith("!")
        assert ask("connect", "Nobody")[0].startswith("!")
        watcher.close()

    def keeps_the_wait():
        field = f"{place}.querySelector('input[type=number]')"
        page.run(f"{field}.value = 25; {field}.dispatchEvent(new Event('change'))")
        page.until(f"{place}.textContent.includes('25 ms')")
        page.run(f"{field}.value = ''; {field}.dispatchEvent(new Event('change'))")

    def fills_the_display():
        """A button asks the browser for the whole display; one that gives none is told of."""
        press = "[...document.querySelectorAll('#view-setup button')].find((b) => b.textContent === 'Full screen').click()"
        page.run("(window.asked = 0, document.documentElement.requestFullscreen = async () => { asked++; }) && null")
        page.run(press)
        page.until("asked === 1")
        page.run("(document.documentElement.requestFullscreen = async () => { throw new Error('not here'); }) && null")
        page.run(press)
        page.until("document.querySelector('#notice').textContent === 'No full screen: not here'")
        page.run("delete document.documentElement.requestFullscreen")

    def has_a_log():
        """It scrolls by keys: it can have the focus."""
        page.until(f"{place}.querySelectorAll('.log li').length > 0")
        assert page.run(f"{place}.querySelector('.log').tabIndex") == 0

    def changes_the_theme():
        for name, colour in [("light", "rgb(201, 203, 200)"), ("dark", "rgb(6, 7, 7)")]:
            page.run(f"{choice('Colours', name)}.click()")
            page.until(f"getComputedStyle(document.body).backgroundColor === '{colour}'")
        page.run(f"{choice('Colours', 'system')}.click()")

    check("Setup: interruptions are told with their time", tells_interruptions)
    check("Setup: latency is told first, in its parts, and from this screen", tells_latency)
    check("Setup: the way to the instrument is measured when somebody looks", measures_when_it_is_shown)
    check("Setup: the card is changed, and what is in force is told", changes_the_card)
    check("Setup: what comes of a long block is told under the latency", advises)
    check("Setup: a card and a controller that are not there are refused", refuses_cards)
    check("Setup: the wait of touches is chosen and told", keeps_the_wait)
    check("Setup: the page fills the display, or says why not", fills_the_display)
    check("Setup: the log can be reached by keys", has_a_log)
    check("Setup: dark, light, or as the system", changes_the_theme)

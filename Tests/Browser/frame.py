"""The frame of the page: lost connections, themes, the places by keys, full screen, what http withholds."""

import signal
import time

from checks import check, check_messages
from instrument import Instrument
from place import keyboard, show


def check_frame(spinet, folder, browser):
    instrument = Instrument(spinet, folder, "warm-pad")
    page = browser.page(instrument.url)
    page.until("document.body.classList.contains('connected')")

    def notices_a_dead_network():
        """The instrument stands still: nothing closes the socket, and no ping is answered. Then it goes on."""
        keyboard(page, "piano")
        begin = time.monotonic()
        instrument.process.send_signal(signal.SIGSTOP)
        try:
            page.until("document.body.classList.contains('lost') && document.querySelector('#band').textContent.includes('Connection lost')", 6)
            took = time.monotonic() - begin
            # What is shown is dim, and the well behind it stays as dark as it is.
            dim = page.run("['.look .well', '.look .well > .image'].map((s) => getComputedStyle(document.querySelector(s)).opacity)")
            reach = page.run("(({ left, top, width, height }) => document.elementFromPoint(left + width / 2, top + height / 2).id)(document.querySelector('#panic').getBoundingClientRect())")
            page.run("document.querySelector('#panic').click()")
            page.until("document.querySelector('#notice').textContent.startsWith('Not connected')", 3)
        finally:
            instrument.process.send_signal(signal.SIGCONT)
        print(f"    noticed after {took:.1f} s", flush=True)
        assert took < 3.2, took
        assert reach == "panic", "the band covers the strip"
        assert dim == ["1", "0.45"], dim
        page.until("document.body.classList.contains('connected') && !document.body.classList.contains('lost')", 12)

    def shows_letters_at_first():
        """On a desk the first run shows the letters on the keys, until somebody closes its line; on a phone there are none."""
        page.run("localStorage.removeItem('first-run')")
        letters = "document.querySelectorAll('[data-surface=keys] .letter').length"
        for (width, height), count in [((390, 844), 0), ((1440, 900), 18)]:
            page.resize(width, height)
            page.open(instrument.url)
            page.until(f"document.body?.classList.contains('connected') && document.querySelector('.say')?.hidden === false && {letters} === {count}")
        page.run("[...document.querySelectorAll('.say button')].at(-1).click()")
        page.until(f"{letters} === 0")
        page.key("z", "KeyZ")
        page.until(f"{letters} > 0")
        page.resize(1024, 768)

    def stays_awake():
        """A page that is shown again asks again."""
        other = browser.page("about:blank")
        other.call("Page.addScriptToEvaluateOnNewDocument", source="window.asked = 0; Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => { asked++; } } });")
        other.open(instrument.url)
        other.until("document.body?.classList.contains('connected') && asked === 1")
        other.run("document.dispatchEvent(new Event('visibilitychange')) && null")
        other.until("asked === 2")
        browser.close_page(other)

    def follows_the_system():
        ground = "getComputedStyle(document.body).backgroundColor"
        for theme, colour in [("dark", "rgb(6, 7, 7)"), ("light", "rgb(201, 203, 200)")]:
            page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
            page.until(f"{ground} === '{colour}'")
        page.run("theme.choose('dark')")
        page.until(f"{ground} === 'rgb(6, 7, 7)'")
        page.run("theme.choose('system')")
        page.until(f"{ground} === 'rgb(201, 203, 200)'")

    def jumps_by_keys():
        """F6 goes from region to region, Tab within; the arrows go to the neighbouring key."""
        keyboard(page, "piano")
        page.run("document.activeElement.blur()")
        seen = []
        for _ in range(4):
            page.key("F6")
            seen.append(page.run("['.nav', '.strip', '.keyboard', '.view'].find((s) => document.activeElement.closest(s))"))
        assert set(seen) == {".nav", ".strip", ".keyboard", ".view"}, seen
        page.run("document.querySelector('[data-surface=keys] .key').focus()")
        notes = []
        for _ in range(3):
            page.key("ArrowRight")
            notes.append(page.run("document.activeElement.dataset.note"))
        assert notes == ["C#2", "D2", "D#2"], notes

    def tells_what_is_withheld():
        """A manifest with an icon for the home screen; the page asks for a screen that stays awake."""
        manifest = page.run("fetch('manifest.webmanifest').then((answer) => answer.json())")
        assert manifest["name"] == "Spinet" and manifest["icons"], manifest
        page.until("import('/frame/screen.js').then((screen) => screen.sleeps() === '' || screen.sleeps().startsWith('The screen may sleep'))")

    def has_names_for_everything():
        for place in ["play", "pages", "edit", "sounds", "setup"]:
            show(page, place)
            nameless = page.run(
                "[...document.querySelectorAll('button, input, select, [role=slider], [role=switch], [role=button]')]"
                ".filter((e) => e.getClientRects().length > 0 && !(e.getAttribute('aria-label') || e.ariaLabel || e.textContent.trim() || e.labels?.length || e.title || e.placeholder))"
                ".map((e) => e.outerHTML.slice(0, 120))")
            assert nameless == [], (place, nameless)

    def has_one_live_region():
        """A screen reader is told of notices and of the connection, and not of each value that moves."""
        show(page, "play")
        live = page.run("[...document.querySelectorAll('[role=status], [role=alert], [aria-live]')].filter((e) => e.getAttribute('aria-live') !== 'off').map((e) => e.id || e.className)")
        assert set(live) <= {"notice", "band", "cut", "told"}, live

    def rests_when_silent():
        """The instrument streams its output to the well only while something sounds."""
        show(page, "play")
        page.run("window.streamed = 0; sockets.at(-1).addEventListener('message', (event) => { if (event.data.startsWith('{\"sound\"')) streamed++; })")
        time.sleep(1)
        assert page.run("streamed") == 0, "it streams silence"
        client = instrument.client()
        client.send({"note": [60, 100]})
        page.until("streamed > 5")
        client.close()

    check("The first run shows letters on the keys where there is a keyboard", shows_letters_at_first)
    check("A page at which nothing sounds gets no stream", rests_when_silent)
    check("A page that is shown again asks again for a screen that stays awake", stays_awake)
    check("A network that is dead is noticed and told, and the page comes back", notices_a_dead_network)
    check("The theme is the system's, or the chosen one", follows_the_system)
    check("F6 jumps between regions, arrows between keys", jumps_by_keys)
    check("A manifest is there, and the screen stays awake or says why not", tells_what_is_withheld)
    check("Everything has a name for assistive technology", has_names_for_everything)
    check("Values do not speak by themselves", has_one_live_region)
    check_messages("No error in the page's frame", page)
    browser.close_page(page)
    instrument.end()

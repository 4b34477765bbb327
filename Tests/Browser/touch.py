"""Touch to sound: what the page and the instrument do about clocks and lost pages."""

import time

from instrument import Instrument

reach = 0.3
"""Within this many seconds a page that says nothing has lost its fingers."""
slack = 0.5
"""What a busy machine may take longer."""


def check_touch(check, spinet, folder, browser):
    instrument = Instrument(spinet, folder)
    watcher = instrument.client()
    watcher.until([])
    page = browser.page(instrument.url)
    page.until("document.querySelectorAll('[data-surface=piano] .key').length === 12")

    def show(view):
        page.run(f"location.hash = '#{view}'")
        page.until(f"!document.querySelector('#view-{view}').hidden")

    def down(client, x=0.5, id=1, stamp=None, surface="software-piano"):
        client.send({"touch": [[surface, id, "down", x, 0.9, stamp or time.monotonic() * 1000]]})

    def pong(client):
        client.send({"ping": time.monotonic() * 1000})
        for _ in range(1000):
            message = client.next(5)
            if message and "pong" in message:
                return message
        raise AssertionError("no answer to a ping")

    def counts_late_ones():
        client = instrument.client()
        for _ in range(5):
            pong(client)
        down(client, stamp=time.monotonic() * 1000 - 400)
        told = pong(client)
        assert told["late"] == 1 and told["touches"] == 1, told
        client.send({"lift": 1})
        client.send({"delay": 25})
        assert pong(client)["delay"] == 25
        client.send({"delay": None})
        assert pong(client)["delay"] != 25
        client.close()

    def shows_the_delay():
        show("setup")
        page.run("{ const d = document.querySelector('#view-setup input[type=number]'); d.value = 25; d.dispatchEvent(new Event('change')); }")
        page.until("document.querySelector('#view-setup').textContent.includes('25 ms, 0 of')")
        page.run("{ const d = document.querySelector('#view-setup input[type=number]'); d.value = ''; d.dispatchEvent(new Event('change')); }")

    def lifts_who_is_silent():
        client = instrument.client()
        down(client)
        watcher.until([72])
        took = watcher.until([])
        client.close()
        assert took < reach + slack, took

    check("Touches that come too late are counted, and the delay can be chosen", counts_late_ones)
    check("The delay is shown and chosen on the page", shows_the_delay)
    check("A client that says nothing with a finger down loses it", lifts_who_is_silent)
    browser.close_page(page)
    instrument.end()

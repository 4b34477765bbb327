"""tls.py SPINET FOLDER: the panel over https, in headless Chromium. For a spinet that was built with TLS."""

import os
import shutil
import sys
import tempfile
import time

from checks import check, check_messages, finish, has_no_errors
from chromium import Browser
from instrument import Instrument
from place import keyboard

spinet = sys.argv[1]
folder = tempfile.mkdtemp(prefix="spinet-tls.")
instrument = Instrument(spinet, folder, "--tls", "--motion", "panel")
certificate = f"{folder}/state/spinet/panel/certificate.pem"
# The certificate is the instrument's own, which a person would have to accept.
browser = Browser(folder, "--ignore-certificate-errors")
page = browser.page(instrument.url)


def shows_itself():
    assert instrument.url.startswith("https://"), instrument.url
    page.until("document.body.classList.contains('connected')")
    assert page.run("isSecureContext && location.protocol === 'https:' && sockets[0].url.startsWith('wss:')")


def plays():
    page.until("document.body.classList.contains('connected')")
    keyboard(page, "octave")
    place = page.place("[data-surface=piano] [data-note=C4]")
    page.down(1, place)
    page.until("document.querySelector('[data-surface=piano] [data-note=C4]').classList.contains('lit')")
    page.up(1)
    page.until("document.querySelectorAll('.lit').length === 0")


def plays_by_a_phone():
    """Browsers give sensors only to pages that came safely; Chromium plays a phone that is turned."""
    phone = browser.page("about:blank", 820, 700)
    for kind in ("accelerometer", "linear-acceleration", "gyroscope"):
        phone.call("Emulation.setSensorOverrideEnabled", enabled=True, type=kind, metadata={"available": True})
        phone.call("Emulation.setSensorOverrideReadings", type=kind, reading={"xyz": {"x": 0, "y": 0, "z": 0}})
    # Only the page in front feels anything.
    phone.call("Page.bringToFront")
    phone.open(instrument.url)
    phone.until("document.body.classList.contains('connected')")
    phone.run("location.hash = '#setup'")
    phone.until("!document.querySelector('#view-setup .motion').hidden")
    for name in ("Accelerometer", "Gyroscope"):
        phone.run(f"document.querySelector('#view-setup [aria-label={name}]').click()")
    end = time.monotonic() + 10
    step = 0
    # Half a g along x and a radian a second around z; some browsers tell only changes.
    while not moved({"accelerometer.x": 0.5, "gyroscope.z": 1}):
        assert time.monotonic() < end, [instrument.widget(f"motion.accelerometer.{axis}") for axis in "xyz"]
        step += 1
        for kind, reading in [("accelerometer", {"x": 9.80665 / 2, "y": step % 2, "z": 9}), ("gyroscope", {"x": step % 2, "y": 0, "z": 1})]:
            phone.call("Emulation.setSensorOverrideReadings", type=kind, reading={"xyz": reading})
        time.sleep(0.05)
    phone.messages = [message for message in phone.messages if "A reload is required" not in message]
    has_no_errors(phone)
    browser.close_page(phone)


def moved(widgets):
    seen = {name: instrument.widget(f"motion.{name}") for name in widgets}
    return all(seen[name] is not None and abs(seen[name] - value) < 0.02 for name, value in widgets.items())


def keeps_the_certificate():
    assert os.stat(certificate).st_mode & 0o777 == 0o600
    assert os.stat(os.path.dirname(certificate)).st_mode & 0o777 == 0o700
    with open(certificate) as file:
        before = file.read()
    instrument.end()
    other = Instrument(spinet, folder, "--tls")
    other.end()
    with open(certificate) as file:
        assert file.read() == before


def is_trusted_fully():
    """A page of full trust gives a path, which a player may not."""
    trusted = Instrument(spinet, tempfile.mkdtemp(dir=folder), "--tls", "--panel-trust", "full")
    try:
        assert trusted.url.startswith("https://"), trusted.url
        own = browser.page(trusted.url)
        own.until("document.body.classList.contains('connected')")
        own.run("window.answers = []; sockets[0].addEventListener('message', (event) => answers.push(event.data))")
        own.run("""sockets[0].send('{"ask": [7, "load", "/nowhere/x.yaml"]}')""")
        own.until("answers.some((text) => text.includes('/nowhere/x.yaml'))")
        assert not own.run("answers.some((text) => text.includes('not-allowed'))")
        browser.close_page(own)
    finally:
        trusted.end()


check("The page comes over https, and its socket is secure", shows_itself)
check("A finger plays over TLS", plays)
check("A phone that is moved plays over TLS", plays_by_a_phone)
check("A page of full trust may do over TLS what the user may", is_trusted_fully)
check_messages("No error in the secure page", page)
check("The certificate is made once, and only its owner reads it", keeps_the_certificate)

browser.end()
instrument.end()
shutil.rmtree(folder, ignore_errors=True)
finish()

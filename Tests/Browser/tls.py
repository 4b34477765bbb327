"""tls.py SPINET FOLDER: the panel over https, in headless Chromium. For a spinet that was built with TLS."""

import os
import shutil
import sys
import tempfile

from checks import check, check_messages, finish
from chromium import Browser
from instrument import Instrument

spinet = sys.argv[1]
folder = tempfile.mkdtemp(prefix="spinet-tls.")
instrument = Instrument(spinet, folder, "--tls")
certificate = f"{folder}/state/spinet/panel/certificate.pem"
# The certificate is the instrument's own, which a person would have to accept.
browser = Browser(folder, "--ignore-certificate-errors")
page = browser.page(instrument.url)


def shows_itself():
    assert instrument.url.startswith("https://"), instrument.url
    page.until("document.body.classList.contains('connected')")
    assert page.run("isSecureContext && location.protocol === 'https:' && sockets[0].url.startsWith('wss:')")


def plays():
    page.run("location.hash = '#piano'")
    page.until("document.querySelectorAll('[data-surface=piano] .key').length === 12 && !document.querySelector('#view-piano').hidden")
    place = page.place("[data-surface=piano] [data-note=C4]")
    page.down(1, place)
    page.until("document.querySelector('[data-surface=piano] [data-note=C4]').classList.contains('lit')")
    page.up(1)
    page.until("document.querySelectorAll('.lit').length === 0")


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


check("The page comes over https, and its socket is secure", shows_itself)
check("A finger plays over TLS", plays)
check_messages("No error in the secure page", page)
check("The certificate is made once, and only its owner reads it", keeps_the_certificate)

browser.end()
instrument.end()
shutil.rmtree(folder, ignore_errors=True)
finish()

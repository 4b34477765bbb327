"""An instrument and its page for one test."""

from checks import check_messages
from instrument import Instrument

CONNECTED = "document.body.classList.contains('connected')"


class Opener:
    """Opens pages of a browser, each with an instrument of its own whose files are in FOLDER-NAME."""

    def __init__(self, spinet, folder, browser, size=(1024, 768), ready=CONNECTED):
        self.spinet, self.folder, self.browser, self.size, self.ready = spinet, folder, browser, size, ready

    def opened(self, name, *options, width=None, height=None):
        instrument = Instrument(self.spinet, f"{self.folder}{name}", *options)
        page = self.browser.page(instrument.url, width or self.size[0], height or self.size[1])
        page.until(self.ready)
        return instrument, page

    def closed(self, title, instrument, page):
        check_messages(f"{title}: no error in the page", page)
        self.browser.close_page(page)
        instrument.end()

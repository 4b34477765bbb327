"""What the first load of the page fetches."""

import gzip
import re
import urllib.request

from checks import check, check_messages
from instrument import Instrument

# In bytes.
most = 90_000


def first_load(instrument, page):
    """The files that a page with Play has fetched, by path, as the instrument sends them."""
    page.until("document.querySelectorAll('[data-surface=keys] .key').length > 7 && document.querySelector('#view-play .front .k') !== null")
    # What is fetched beside it has a second more.
    page.run("new Promise((done) => setTimeout(done, 1000))")
    paths = set(page.run("performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname)"))
    read = lambda path: urllib.request.urlopen(f"http://{instrument.host}{path}", timeout=5).read()
    # Browsers do not tell scripts of these: the page itself, and what its head names.
    named = re.findall(r'<link[^>]* href="([^"]+)"', read("/").decode())
    return {path: read(path) for path in paths | {"/"} | {f"/{name}" for name in named} if path != "/socket"}


def compressed(files):
    """In bytes: the sum of the files, each compressed by itself with gzip -9."""
    return sum(len(gzip.compress(data, 9)) for data in files.values())


def check_load(spinet, folder, browser):
    instrument = Instrument(spinet, f"{folder}/load", "evening")
    # The instrument's own page, also where others look at that of the folder.
    page = browser.page(f"http://{instrument.host}/#{instrument.token}", 1440, 900)

    def is_small():
        files = first_load(instrument, page)
        size = compressed(files)
        print(f"    {len(files)} files, {size} bytes compressed, {sum(map(len, files.values()))} as they are", flush=True)
        assert {"/", "/main.js", "/play/play.js", "/tokens.css", "/icon.svg", "/manifest.webmanifest"} <= set(files), sorted(files)
        assert size <= most, f"{size} bytes"

    def leaves_the_rest():
        """What only another place shows is not fetched before somebody goes there."""
        early = [path for path in first_load(instrument, page) if path.endswith(".js") and path.split("/")[1] in ("face", "learn", "pages", "setup", "sounds")]
        assert early == [], early

    def is_asked_for_at_once():
        """The page names all modules that it needs first, so that none is found only when another has come."""
        files = first_load(instrument, page)
        named = re.findall(r'<link rel="modulepreload" href="([^"]+)"', files["/"].decode())
        modules = {path[1:] for path in files if path.endswith(".js")} - {"frame/theme.js", "main.js", "instrument/opened.js"}
        assert set(named) == modules, set(named) ^ modules

    def paints_the_frame_first():
        """The words of the places are in the page itself, and the styles of what is not shown wait."""
        files = first_load(instrument, page)
        text = files["/"].decode()
        assert [word for word in ("Play", "Pages", "Edit", "Sounds", "Setup") if f"<span>{word}</span>" not in text] == []
        waiting = set(re.findall(r'<link rel="stylesheet" href="([^"]+)" disabled>', text))
        assert waiting == {"face/face.css", "sounds/sounds.css", "setup/setup.css", "edit/edit.css", "learn/learn.css", "pages/pages.css"}, waiting
        begin, end = page.run("""(() => { const at = (end, key) => performance.getEntriesByType('resource').filter((e) => e.name.endsWith(end)).map((e) => e[key]);
          return [Math.min(...at('edit.css', 'startTime')), Math.max(...at('/play.js', 'responseEnd'))]; })()""")
        assert begin > end, "another place's styles came before Play"

    check("The page's frame is painted first, and other places' styles come after Play", paints_the_frame_first)
    check("What the first load of the page fetches is at most 90 KB compressed", is_small)
    check("The first load leaves what only other places show", leaves_the_rest)
    check("The page asks for all its first modules at once", is_asked_for_at_once)
    check_messages("No error in the page that was measured", page)
    browser.close_page(page)
    instrument.end()

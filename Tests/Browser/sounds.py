"""Sounds: what can be loaded, kept and found again, and what was played."""

import json
import os
import time

from checks import check
from place import show, widget


def check_sounds(page, instrument, folder):
    place = "document.querySelector('#view-sounds')"

    def entry(name):
        return f"document.querySelector('#view-sounds .load[data-sound=\"{name}\"]')"

    def button(text):
        return f"[...document.querySelectorAll('#view-sounds button')].find((b) => b.textContent.trim() === '{text}' && b.offsetWidth > 0)"

    def text_of(name):
        return next(json.loads(line)["text"] for line in instrument.ask("widgets", "--json").splitlines() if f'"{name}"' in line)

    def loads():
        """Another sound begins with a tap, and is marked; its widgets are shown."""
        for name in ["warm-pad", "default"]:
            show(page, "sounds")
            page.until(f"{entry(name)} !== null")
            page.run(f"{entry(name)}.click()")
            page.until(f"{entry(name)}?.getAttribute('aria-current') === 'true'")
            show(page, "edit")
            page.until(f"{widget('amp.attack')}?.getAttribute('aria-valuetext') === {json.dumps(text_of('amp.attack'))}")

    def begins_where_it_plays():
        """The list opens with the sound that plays in sight, at every size."""
        for width, height in [(390, 844), (844, 390), (1440, 900)]:
            page.resize(width, height)
            for name in ["warm-pad", "default"]:
                show(page, "play")
                instrument.ask("load", name)
                page.until(f"document.title.startsWith({json.dumps({'warm-pad': 'Wool', 'default': 'First Light'}[name])})")
                show(page, "sounds")
                page.until(f"{entry(name)}?.getAttribute('aria-current') === 'true'")
                inside = page.run(f"(([row, list]) => row.top >= list.top && row.bottom <= list.bottom)([{entry(name)}, document.querySelector('#view-sounds .list.sounds')].map((e) => e.getBoundingClientRect()))")
                assert inside, (width, name)

    def tells_changes():
        """What was changed is listed, old and new, and reverted; while the button is held the original plays."""
        show(page, "sounds")
        before = instrument.widget("amp.attack")
        old = text_of("amp.attack")
        instrument.ask("widgets", "set", "amp.attack", "0.5")
        page.until(f"{place}.querySelector('.now .diff').textContent.includes({json.dumps(old + '→')})")
        page.until(f"{place}.querySelector('.now .dim').textContent === '1 changed'")
        hold = page.run("(({ left, top, width, height }) => [left + width / 2, top + height / 2])(document.querySelector('#view-sounds .hold').getBoundingClientRect())")
        page.down(1, hold)
        until(lambda: instrument.widget("amp.attack") == before)
        page.up(1)
        until(lambda: instrument.widget("amp.attack") == 0.5)
        page.run(f"{place}.querySelector('.now .revert').click()")
        until(lambda: instrument.widget("amp.attack") == before)
        page.until(f"{place}.querySelector('.now .dim').textContent === 'as loaded'")

    def until(isIt, seconds=5):
        end = time.monotonic() + seconds
        while not isIt():
            assert time.monotonic() < end, "never"
            time.sleep(0.05)

    def is_searched():
        show(page, "sounds")
        field = f"{place}.querySelector('input[type=search]')"
        page.run(f"{field}.value = 'bass'; {field}.dispatchEvent(new Event('input'))")
        page.until(f"{place}.querySelectorAll('.snd').length < 12")
        names = page.run(f"[...{place}.querySelectorAll('.load')].map((b) => b.dataset.sound)")
        assert "round-bass" in names and "default" not in names, names
        page.run(f"{field}.value = 'no such sound'; {field}.dispatchEvent(new Event('input'))")
        page.until(f"{place}.querySelector('.nothing').textContent.startsWith('No sound')")
        page.run(f"{field}.value = ''; {field}.dispatchEvent(new Event('input'))")

    def draws_notes():
        """Each row shows a real note: a bell falls, an organ holds."""
        show(page, "sounds")
        path = lambda name: f"{entry(name)}.querySelector('path').getAttribute('d')"
        page.run(f"{entry('drawbar-organ')}.scrollIntoView()")
        page.until(f"{path('drawbar-organ')}.split('M').length === 49", 90)
        heights = page.run(f"{path('drawbar-organ')}.match(/V[0-9.]+/g).map((y) => Number(y.slice(1)) - 16)")
        assert max(heights) > 5 and heights[12] > max(heights) * 0.4, heights

    def has_favourites():
        show(page, "sounds")
        page.run(f"{entry('marimba')}.parentElement.querySelector('.fav').click()")
        page.until(f"{entry('marimba')}.parentElement.querySelector('.fav').getAttribute('aria-pressed') === 'true'")
        page.run(f"{place}.querySelector('.fam [value=favourites]').click()")
        page.until(f"{place}.querySelectorAll('.snd').length === 1 && {entry('marimba')} !== null")
        page.run(f"{place}.querySelector('.fam [value=all]').click()")

    def never_shadows():
        """A name that Spinet's own sound has is asked about; the sound is then called what it was saved as."""
        show(page, "sounds")
        instrument.ask("widgets", "set", "amp.attack", "0.25")
        page.run(f"{place}.querySelector('.now .save').click()")
        page.until("document.querySelector('.save-sheet input') !== null")
        name = "document.querySelector('.save-sheet input')"
        page.run(f"{name}.value = 'Warm Pad'; {name}.dispatchEvent(new Event('input'))")
        act = lambda text: f"[...document.querySelectorAll('.save-sheet .b')].find((b) => b.textContent === '{text}' && !b.hidden).click()"
        page.run(act("Save"))
        page.until("document.querySelector('.save-sheet .told').textContent.includes('Spinet has a sound')")
        own = f"{folder}/config/spinet/patches"
        assert not os.path.exists(f"{own}/warm-pad.yaml"), "saved without a question"
        page.run(f"{name}.value = 'My Wool'; {name}.dispatchEvent(new Event('input'))")
        page.run(act("Save"))
        page.until("document.querySelector('.save-sheet') === null")
        # What is said of it leaves the search free.
        page.until("document.querySelector('#notice').hidden === false")
        assert page.run("(({ left, top, width, height }) => document.elementFromPoint(left + width / 2, top + height / 2).closest('.find, .field') !== null)(document.querySelector('#view-sounds input[type=search]').getBoundingClientRect())")
        until(lambda: os.path.exists(f"{own}/my-wool.yaml"))
        page.until(f"{place}.querySelector('.now h2').textContent === 'My Wool'")
        page.run(f"{place}.querySelector('.fam [value=\"own:Sounds\"]').click()")
        page.until(f"{place}.querySelectorAll('.snd').length === 1 && {entry('my-wool')} !== null")
        page.run(f"{place}.querySelector('.fam [value=all]').click()")

    def keeps_takes():
        """A chord is a take: its notes are drawn, it is played again, and the browser saves it as a MIDI file."""
        page.browser.save_into(f"{folder}/downloads")
        player = instrument.client()
        for note in (60, 64, 67):
            player.send({"note": [note, 90]})
        time.sleep(0.4)
        for note in (60, 64, 67):
            player.send({"note": [note, 0]})
        show(page, "play")
        show(page, "sounds")
        page.until(f"{place}.querySelectorAll('.take').length > 0", 10)
        page.until(f"{place}.querySelector('.take .roll path').getAttribute('d').split('M').length >= 4")
        told = page.run(f"[{place}.querySelector('.take small').textContent, {place}.querySelector('.now h2').textContent]")
        assert told[0].endswith(f", {told[1]}, 3 notes"), told
        page.run(f"{place}.querySelector('.take .hear').click()")
        page.until(f"{place}.querySelector('.take.heard') !== null")
        page.until(f"{place}.querySelector('.take.heard') === null", 15)
        page.run(f"[...{place}.querySelectorAll('.take .keep')].at(-1).click()")
        end = time.monotonic() + 10
        while not [name for name in os.listdir(f"{folder}/downloads") if name.endswith(".mid")] if os.path.isdir(f"{folder}/downloads") else True:
            assert time.monotonic() < end, "nothing was saved"
            time.sleep(0.05)
        name = next(name for name in os.listdir(f"{folder}/downloads") if name.endswith(".mid"))
        with open(f"{folder}/downloads/{name}", "rb") as file:
            assert file.read(4) == b"MThd"
        assert len(instrument.ask("journal").splitlines()) == page.run(f"{place}.querySelectorAll('.take').length")
        player.close()

    def makes_a_set_list():
        """Two sounds in a list; the next one is loaded by one tap, and the list is a file."""
        show(page, "sounds")
        page.run(f"{button('Add this sound')}.click()")
        page.run(f"{entry('default')}.click()")
        page.until(f"{entry('default')}.getAttribute('aria-current') === 'true'")
        page.run(f"{button('Add this sound')}.click()")
        page.until(f"{place}.querySelectorAll('.set .draft').length === 2")
        page.run(f"{button('Done')}.click()")
        page.until(f"{place}.querySelectorAll('.set .song').length === 2")
        until(lambda: os.path.exists(f"{folder}/config/spinet/setlists/tonight.yaml"))
        page.run(f"{place}.querySelectorAll('.set .song')[1].click()")
        page.until(f"{place}.querySelectorAll('.set .song')[1].textContent.endsWith('plays')")

    check("Sounds: a tap loads, and what plays is marked", loads)
    check("Sounds: the list opens where the sound is that plays", begins_where_it_plays)
    check("Sounds: a search looks through names, characters and families", is_searched)
    check("Sounds: changes are told, compared and reverted", tells_changes)
    check("Sounds: each row shows the wave of a real note", draws_notes)
    check("Sounds: favourites are kept and shown", has_favourites)
    check("Sounds: saving never hides one of Spinet's without a question", never_shadows)
    check("Sounds: a take is drawn, heard and saved", keeps_takes)
    check("Sounds: a set list is made, kept and played", makes_a_set_list)

"""Learn: links between hardware and controls, and the table of mappings."""

import json
import os
import time

from checks import check
from place import show, widget


def check_learn(page, instrument, folder):
    own = f"{folder}/config/spinet/mappings"
    os.makedirs(own, exist_ok=True)
    sheet = "document.querySelector('.side-sheet')"

    def press_learn():
        page.run("document.querySelector('#learn').click()")

    def begins_and_ends():
        """It can be seen that it is on, in every place; values give way to links, and nothing moves its place."""
        show(page, "edit")
        places = "JSON.stringify([...document.querySelectorAll('.mods [data-widget]')].map((e) => Math.round(e.getBoundingClientRect().left)))"
        before = page.settled(places)
        press_learn()
        page.until("document.querySelector('#learn').getAttribute('aria-pressed') === 'true'")
        page.until(f"!{sheet}.hidden")
        after = page.settled(places)
        assert after == before, (before, after)
        assert page.run(f"getComputedStyle({widget('filter.drive')}.querySelector('.mark'), '::before').content") == '"–"'
        for place in ["sounds", "play", "edit"]:
            show(page, place)
            assert page.run("document.body.classList.contains('learning')")
        # Wherever the focus is.
        page.run("document.activeElement.blur()")
        page.key("Escape")
        assert page.run(f"{sheet}.hidden && !document.body.classList.contains('learning')"), "Escape does not end it"

    def acts_at_once():
        """No press of its button is lost, however fast they follow."""
        is_on = "document.body.classList.contains('learning')"
        for count in range(1, 8):
            assert page.run(f"(document.querySelector('#learn').click(), {is_on})") == (count % 2 == 1), count
        assert page.run(f"(document.querySelector('#learn').click(), document.querySelector('#learn').click(), {is_on})")
        press_learn()
        # The answers of the instrument are on their way.
        page.run("new Promise((done) => setTimeout(done, 300))")
        assert not page.run(is_on)

    def chooses():
        """A touch chooses the control and does not move it; the sheet stands on the other side."""
        show(page, "edit")
        before = instrument.widget("filter.cutoff")
        press_learn()
        page.until(f"!{sheet}.hidden")
        x, y = page.place("[data-widget='filter.cutoff']")
        page.drag(1, [(x, y), (x, y - 60)])
        page.until(f"{sheet}.querySelector('code').textContent === 'filter.cutoff'")
        page.until(f"{widget('filter.cutoff')}.classList.contains('aim')")
        assert instrument.widget("filter.cutoff") == before
        side = page.run(f"{sheet}.getBoundingClientRect().left")
        assert side > x, (side, x)
        press_learn()

    def tells_and_sends():
        """What arrives and what it seems to be, as the instrument tells it; each option is sent at once."""
        show(page, "edit")
        # The instrument hears nothing of this lesson, so that it does not answer.
        page.run("window.sent = []; { const socket = sockets.at(-1), send = socket.send.bind(socket); socket.send = (text) => { if (String(text).startsWith('{\"learn\"')) sent.push(text); else send(text); }; }")
        press_learn()
        assert page.run("document.body.classList.contains('learning')")
        say = lambda message: page.run(f"sockets.at(-1).onmessage({{ data: {json.dumps(json.dumps({'learning': message}))} }})")
        arrived = {"control": "CC 74", "value": 87, "position": 0.685, "channel": 1, "from": "Launchkey"}
        link = {"control": "CC 74", "guess": "A knob with ends", "range": [65, 11500], "texts": ["65 Hz", "11.5 kHz"], "swapped": 0, "mode": "absolute", "curve": "own", "channel": None, "file": "launchkey.yaml"}
        say({"state": "ask", "widget": "filter.cutoff", "ask": "cc 64 is the sustain pedal", "undo": 0})
        told = lambda text: page.until(f"{sheet}.querySelector('.told').textContent.includes({json.dumps(text)})")
        told("cc 64 is the sustain pedal. Use it all the same?")
        say({"state": "refused", "widget": "filter.cutoff", "why": "that was too little to recognise it; move it further", "undo": 0})
        told("move it further.")
        say({"state": "saved", "widget": "filter.cutoff", "arrived": arrived, "link": link, "replaced": ["filter.resonance"], "undo": 1})
        told("gave way")
        assert page.run(f"[...{sheet}.querySelectorAll('.arrives .big')].map((e) => e.textContent)") == ["CC 74", "87"]
        assert page.run(f"[...{sheet}.querySelectorAll('.field input')].map((e) => e.value)") == ["65 Hz", "11.5 kHz"]
        assert page.run(f"{sheet}.querySelector('.file').textContent") == "Saved in your launchkey.yaml. In use now."
        press = lambda text: page.run(f"[...{sheet}.querySelectorAll('button')].find((b) => (b.textContent || b.ariaLabel) === '{text}').click()")
        page.run("sent.length = 0")
        for text in ["Pick up", "S", "Swap the ends", "Undo"]:
            press(text)
        page.run(f"{sheet}.querySelector('.kswitch button').click()")
        page.run(f"(([low]) => {{ low.value = '1,5 kHz'; low.dispatchEvent(new Event('change')); }})({sheet}.querySelectorAll('.field input'))")
        sent = [json.loads(text)["learn"] for text in page.run("sent")]
        assert sent == [{"set": {"mode": "pickup"}}, {"set": {"curve": "s"}}, {"set": {"swap": 1}}, {"undo": 1}, {"set": {"channel": 1}}, {"set": {"range": [1500, 11500]}}], sent
        press_learn()
        page.run("sockets.at(-1).close()")
        page.until("document.body.classList.contains('connected')")

    def open_mappings():
        show(page, "setup")
        page.run("[...document.querySelectorAll('#view-setup button')].find((b) => b.textContent === 'Mappings').click()")
        page.until("document.querySelector('.mappings') !== null")

    def shows_mappings():
        """A mapping of one's own is read, broken and mended while the page looks at it."""
        write = lambda text: open(f"{own}/mine.yaml", "w").write(text)
        open_mappings()
        write("controller: Mine\nmap:\n  cc 21: filter.cutoff\n  cc 22: no.such.widget\n")
        rows = "[...document.querySelectorAll('.mappings tr[data-file$=\"mine.yaml\"]:not(.sub)')]"
        page.until(f"{rows}.length === 2")
        cells = page.run(f"[...{rows}[0].querySelectorAll('td')].map((cell) => cell.textContent)")
        assert cells[0] == "CC 21" and cells[2] == "Cutoff filter.cutoff" and cells[3] == "20 Hz to 20 kHz" and cells[4] == "jump", cells
        assert page.run(f"{rows}.filter((row) => row.classList.contains('missing')).length") == 1
        # Only the row of what has just moved is violet, and not for ever.
        moved = "[...document.querySelectorAll('.mappings tr.now code')].map((e) => e.textContent)"
        page.until(f"{moved}.length === 0")
        instrument.ask("widgets", "set", "filter.cutoff", "1000")
        page.until(f"{moved}.length > 0 && {moved}.every((name) => name === 'filter.cutoff')")
        page.until(f"{moved}.length === 0", 5)
        write("controller: Mine\nmap:\n  cc 21: filter.cutoff\n  cc 221: osc.mix\n")
        page.until("[...document.querySelectorAll('.mappings .say')].some((one) => one.textContent.startsWith('mine.yaml, line 4: '))")
        page.until("document.querySelector('.mappings [role=radio][value=problems]').textContent === 'Problems 1'")
        assert page.run(f"{rows}.length") == 2, "the last good version stays"
        write("controller: Mine\nmap:\n  cc 23: osc.mix\n")
        page.until(f"{rows}.length === 1 && document.querySelector('.mappings .say') === null")

    def takes_files_away():
        """Download saves a file as it is, and a problem is shown at its line, also in a file that was never read."""
        sheet_of = "document.querySelector('main .sheet')"
        press = lambda text: page.run(f"[...{sheet_of}.querySelectorAll('button')].find((b) => b.textContent === '{text}').click()")
        downloads = f"{folder}/downloads"
        page.browser.save_into(downloads)
        page.run("document.querySelector('.mappings [role=radio][value=all]').click()")
        page.run("document.querySelector('.mappings .download').click()")
        page.until(f"{sheet_of} !== null")
        press("mine.yaml")
        text = "controller: Mine\nmap:\n  cc 23: osc.mix\n"
        wait_for_file(f"{downloads}/mine.yaml", text)
        page.run("document.querySelector('.mappings [role=radio][value=used]').click()")
        broken = "# My pedals\n\nmap:\n  cc 21: osc.mix\n  cc 300: filter.cutoff\n"
        with open(f"{own}/pedals.yaml", "w") as file:
            file.write(broken)
        page.until("document.querySelector('.mappings .say button')?.textContent === 'Show'")
        page.run("document.querySelector('.mappings .say button').click()")
        page.until(f"{sheet_of}?.querySelector('.source .bad')?.textContent === '  cc 300: filter.cutoff'")
        assert page.run(f"{sheet_of}.querySelector('p').textContent.startsWith('Line 5: ')")
        press("Download")
        wait_for_file(f"{downloads}/pedals.yaml", broken)
        press("Close")
        page.until(f"{sheet_of} === null")
        for name in ("mine", "pedals"):
            os.remove(f"{own}/{name}.yaml")

    def wait_for_file(path, text):
        end = time.monotonic() + 10
        while not os.path.exists(path) or open(path).read() != text:
            assert time.monotonic() < end, f"{path} was not saved"
            time.sleep(0.05)

    def shows_what_arrives():
        player = instrument.client()
        player.send({"note": [61, 99]})
        page.until("document.querySelector('.mappings .last').textContent === 'note C#4 ch 1'")
        player.send({"note": [61, 0]})
        page.until("document.querySelector('.mappings .log li').textContent.startsWith('note C#4 ch 1')")
        player.close()
        page.run("document.querySelector('.mappings .back').click()")
        page.until("document.querySelector('.mappings') === null")

    def is_off():
        """Also after a test that has failed."""
        if page.run("document.body.classList.contains('learning')"):
            press_learn()
        assert not page.run("document.body.classList.contains('learning')")

    check("Learn: it can be seen that it is on, and nothing moves its place", begins_and_ends)
    is_off()
    check("Learn: each press of its button acts at once", acts_at_once)
    is_off()
    check("Learn: a touch chooses a control and does not move it", chooses)
    is_off()
    check("Learn: the sheet tells what arrives, and sends each option at once", tells_and_sends)
    is_off()
    check("Mappings: a file is read, broken and mended, its problem on top with file and line", shows_mappings)
    check("Mappings: a file is taken away, and a problem is shown at its line", takes_files_away)
    check("Mappings: what arrives is shown", shows_what_arrives)

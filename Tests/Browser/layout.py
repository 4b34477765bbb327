"""layout.py SPINET FOLDER [PLACE…]: every place at eight sizes in both themes: nothing is cut off, too small or too pale."""

import os
import shutil
import sys
import tempfile

from checks import check, check_messages, finish
from chromium import Browser
from instrument import Instrument
from place import keyboard, show

spinet, pictures = sys.argv[1:3]
places = sys.argv[3:] or ["play", "pages", "edit", "sounds", "setup"]
folder = tempfile.mkdtemp(prefix="spinet-layout.")
sizes = [(320, 640), (390, 844), (844, 390), (768, 1024), (1024, 768), (1440, 900), (2560, 1440), (3840, 2160)]

# What a person would see: controls that have no size or no room, values and names that are cut, targets that are too
# small, and texts or controls that are too pale. Sharps and the boards of the seeds have the sizes of their originals.
FAULTS = r"""(async () => {
  const faults = [];
  const name = (e) => (e.getAttribute("aria-label") || e.textContent.trim() || e.getAttribute("class") || e.tagName).slice(0, 40) + " <" + (e.closest("[class]")?.getAttribute("class") ?? "").slice(0, 30) + ">";
  const controls = "button, a[href], input, select, [role=slider], [role=switch], [role=radio], [role=button]";
  const seeds = "[data-surface], .segments, .legend";
  const shown = (e) => { const b = e.getBoundingClientRect(); return b.width > 0 && b.height > 0 && getComputedStyle(e).visibility !== "hidden" && Number(getComputedStyle(e).opacity) > 0; };
  const clip = (e) => {
    // The part of the window in which an element can be seen, and whether it scrolls there.
    let box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }, scrolls = false;
    for (let up = e.parentElement; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const b = up.getBoundingClientRect();
      if ((/auto|scroll/.test(style.overflowX) && up.scrollWidth > up.clientWidth) || (/auto|scroll/.test(style.overflowY) && up.scrollHeight > up.clientHeight)) scrolls = true;
      box = { left: Math.max(box.left, b.left), top: Math.max(box.top, b.top), right: Math.min(box.right, b.right), bottom: Math.min(box.bottom, b.bottom) };
    }
    return { box, scrolls };
  };
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is too wide");
  for (const e of document.querySelectorAll("#app " + controls.split(", ").join(", #app "))) {
    const style = getComputedStyle(e);
    if (style.display === "none" || style.visibility === "hidden" || e.closest("[hidden]") || !e.offsetParent && style.position !== "fixed") continue;
    const b = e.getBoundingClientRect();
    if (b.width < 1 || b.height < 1) { faults.push("no size: " + name(e)); continue; }
    if (b.width > 4 * innerWidth || b.height > 20 * innerHeight) faults.push("huge: " + name(e));
    const { box, scrolls } = clip(e);
    const isOut = b.left < box.left - 1 || b.right > box.right + 1 || b.top < box.top - 1 || b.bottom > box.bottom + 1;
    if (isOut && !scrolls && !e.closest(seeds) && !e.matches(".dot")) faults.push(`outside its cell: ${name(e)} ${[b.left - box.left, b.right - box.right, b.top - box.top, b.bottom - box.bottom].map(Math.round)}`);
    if (isOut || e.closest(seeds) || e.disabled || e.closest("[inert]")) continue;
    const [x, y] = [b.left + b.width / 2, b.top + b.height / 2];
    const reach = 21.5;
    // While links are learned the whole cell is the target, and the sheet lies over what is on its side.
    const isLearning = document.body.classList.contains("learning"), cell = isLearning ? e.closest("main .kseg, main .kmenu") : null;
    if (isLearning && !e.closest(".side-sheet") && document.elementFromPoint(x, y)?.closest(".side-sheet")) continue;
    // Half of a handle's target may lie beyond the edge of its well.
    const hits = (dx, dy) => { const hit = document.elementFromPoint(x + dx, y + dy); return hit !== null && (hit === e || e.contains(hit) || cell?.contains(hit) || (e.labels && [...e.labels].some((l) => l.contains(hit))) || hit.closest("label")?.contains(e)); };
    const isWide = b.width >= 43.5 || (e.matches(".dot") && (hits(-reach, 0) || hits(reach, 0))) || (hits(-reach, 0) && hits(reach, 0));
    const isHigh = b.height >= 43.5 || (e.matches(".dot") && (hits(0, -reach) || hits(0, reach))) || (hits(0, -reach) && hits(0, reach));
    const isField = e.matches("input, select") && e.closest(".field, .menu, label")?.getBoundingClientRect().height >= 43.5;
    if (!(isWide && isHigh) && !isField && !e.closest(".ms, .segments, .swatches, .bars-area")) faults.push(`small target ${Math.round(b.width)} x ${Math.round(b.height)}: ${name(e)}`);
  }
  // What stands in a control is inside it.
  for (const e of document.querySelectorAll("#app .k, #app .fader, #app .read, #app .kswitch, #app .pad, #app .tab > button")) {
    if (!shown(e)) continue;
    const b = e.getBoundingClientRect();
    for (const part of e.children) {
      if (!shown(part) || part.matches(".mdot")) continue;
      const p = part.getBoundingClientRect();
      if (p.left < b.left - 1.5 || p.right > b.right + 1.5 || p.top < b.top - 1.5 || p.bottom > b.bottom + 1.5) faults.push(`${part.tagName} ${part.className.baseVal ?? part.className} leaves ${name(e)} ${[p.left - b.left, p.right - b.right, p.top - b.top, p.bottom - b.bottom].map(Math.round)}`);
    }
  }
  // The words of a button leave some of it free at either side.
  for (const e of document.querySelectorAll("#app .b")) {
    if (!shown(e)) continue;
    const b = e.getBoundingClientRect();
    for (const part of e.children) {
      const p = part.getBoundingClientRect();
      if (shown(part) && p.width > 1 && (p.left < b.left + 2 || p.right > b.right - 2)) faults.push(`no room around ${name(part)} in ${name(e)}`);
    }
  }
  // Values and names of controls are whole; long names of programs, sounds and files may be cut.
  for (const e of document.querySelectorAll("#app .k b, #app .front .label, #app .timed .label, #app .timed .press span, #app .read b, #app .b, #app .seg button, #app .nav a span, #app .strip button")) {
    if (!shown(e) || (e.closest(".cut") && !e.closest(".timed")) || e.querySelector(".cut")) continue;
    if (e.scrollWidth > e.clientWidth + 1 && (getComputedStyle(e).overflowX !== "visible" || e.matches(".k b"))) faults.push(`cut text: ${name(e)} ${e.scrollWidth} > ${e.clientWidth}`);
  }
  // Contrast, on flat grounds.
  const colour = (text) => { const c = document.createElement("canvas").getContext("2d", { willReadFrequently: true }); c.fillStyle = text; c.fillRect(0, 0, 1, 1); return [...c.getImageData(0, 0, 1, 1).data]; };
  const cache = new Map();
  const parse = (text) => cache.get(text) ?? (cache.set(text, colour(text)), cache.get(text));
  const light = ([r, g, b]) => { const f = (v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }; return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
  const ratio = (one, other) => { const [a, b] = [light(one), light(other)].sort((x, y) => y - x); return (a + 0.05) / (b + 0.05); };
  const ground = (e) => {
    for (let up = e; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.backgroundImage !== "none" && !up.matches("html, body")) return null;
      const c = parse(style.backgroundColor);
      if (c[3] === 255) return c;
      if (c[3] > 0) return null;
    }
    return [255, 255, 255, 255];
  };
  const told = new Set();
  for (const e of document.querySelectorAll("#app *")) {
    if (![...e.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()) || !shown(e) || e.closest(":disabled, [data-surface], .well, option, .octave, .unseen")) continue;
    const under = ground(e), style = getComputedStyle(e);
    if (!under) continue;
    const found = ratio(parse(style.color), under), size = parseFloat(style.fontSize);
    const wanted = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
    const key = e.className + style.color + under;
    if (found < wanted - 0.05 && !told.has(key)) { told.add(key); faults.push(`pale ${found.toFixed(2)}: ${name(e)}`); }
  }
  for (const e of document.querySelectorAll("#app .k .track, #app .switch i")) {
    if (!shown(e)) continue;
    const under = ground(e.closest(".k") ?? e.parentElement), style = getComputedStyle(e);
    const line = e.matches(".track") ? style.stroke : e.parentElement.getAttribute("aria-checked") === "true" ? style.backgroundColor : style.borderTopColor;
    const found = under ? ratio(parse(line), under) : 9;
    if (found < 2.95 && !told.has(line)) { told.add(line); faults.push(`pale control ${found.toFixed(2)}: ${name(e)}`); }
  }
  return [...new Set(faults)].slice(0, 12);
})()"""


def settle(page):
    page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(1), 150))))")


def check_layout(title, page, prefix, places):
    """`places`: names, and what shows each."""
    for place, open_place in places:
        def body():
            faults = []
            for theme in ("dark", "light"):
                page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
                for width, height in sizes:
                    page.resize(width, height)
                    open_place()
                    settle(page)
                    found = page.run(FAULTS)
                    faults += [f"{width}x{height} {theme}: {fault}" for fault in found]
                    if pictures:
                        page.picture(f"{pictures}/{prefix}{place}-{width}x{height}-{theme}.png")
            assert not faults, "\n" + "\n".join(faults)

        check(f"{title}: {place} at eight sizes, dark and light", body)


def main():
    if pictures:
        os.makedirs(pictures, exist_ok=True)
    browser = Browser(folder)
    for instrument_name, title in [("default", "A sound"), ("evening", "A stage")]:
        instrument = Instrument(spinet, folder, instrument_name)
        page = browser.page(instrument.url)
        page.until("document.body.classList.contains('connected')")
        ways = [(place, lambda place=place: show(page, place)) for place in places]
        if "play" in places:
            ways += [(f"play, {kind}", lambda kind=kind: keyboard(page, kind)) for kind in ("octave", "free")]
        check_layout(title, page, f"{instrument_name}-", ways)
        check_messages(f"{title}: no error in the page", page)
        browser.close_page(page)
        instrument.end()
    browser.end()
    shutil.rmtree(folder, ignore_errors=True)
    finish()


if __name__ == "__main__":
    main()

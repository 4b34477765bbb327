"""How tests go about in the page: its places, its keyboards, its sheets. `page` has run and until, in any browser."""

import json


def show(page, place):
    page.run(f"(location.hash = '#{place}') && null")
    page.until(f"document.querySelector('#view-{place}')?.hidden === false")


def keyboard(page, kind):
    """Shows a keyboard of Play: own, piano, octave or free."""
    show(page, "play")
    page.until("document.querySelector('#view-play .keyboard')?.dataset.kind")
    if page.run("document.querySelector('#view-play .keyboard').dataset.kind") != kind:
        with_choice(page, f"sheet.querySelector(\"[role=radio][value='{kind}']\").click()")
    surface = {"own": "keyboard", "piano": "keys", "octave": "piano", "free": "software-piano"}[kind]
    page.until(f"document.querySelectorAll('[data-surface={surface}] .key').length > 0")


def with_choice(page, script):
    """Runs a script with the open sheet of the keyboard, and closes it."""
    page.run("[...document.querySelectorAll(\".keyboard button[aria-label='Which keyboard']\")].find((b) => b.offsetWidth).click() ?? null")
    page.until("document.querySelector('.sheet') !== null")
    page.run(f"((sheet) => {{ {script} }})(document.querySelector('.sheet')) ?? null")
    page.run("document.querySelector('.sheet')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })) ?? null")
    page.until("!document.querySelector('.sheet')")


def widget(name):
    return f"document.querySelector('[data-widget=\"{name}\"]')"


def middle(page, selector):
    return page.run(f"(({{ left, top, width, height }}) => [left + width / 2, top + height / 2])(document.querySelector({json.dumps(selector)}).getBoundingClientRect())")

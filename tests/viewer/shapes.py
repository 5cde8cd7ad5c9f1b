# SPDX-License-Identifier: Apache-2.0
"""Odd worlds, broken files, small screens: the page shows what there is, or says why not."""
import numpy as np

from chromium import Browser
from page import Page, demand
from worlds import island, odd


def world(browser, bundle, folder, name):
    """Each is drawn, listed, asked and cut without a complaint."""
    path = odd[name]().write(bundle, f"{folder}/{name.replace(' ', '-')}.html")
    page = Page(browser, path)
    demand(not page.run("document.body.dataset.error || ''"), f"{name}: {page.run('document.body.dataset.error')}")
    picture = page.canvas()
    demand(picture.std() > 4, f"{name}: the picture is plain, {picture.std():.1f}")
    for look in ("hypsometric", "greys", "natural"):
        page.set({"look": look})
    for layer in page.run("terrawright.world.scene.drape"):
        page.set({"look": "layer", "layer": layer})
        demand(page.run("document.querySelector('.legend').textContent.trim()"), f"{name}: {layer} has no legend")
    views = page.run("[...document.querySelectorAll('[data-view]')].map((one) => one.dataset.view)")
    for key in views:
        page.run(f"terrawright.ui.go_to('{key}', false)")
    page.settle()
    page.run("""(() => { const [w, h] = terrawright.world.size;
      terrawright.ui.ask({column: (w - 1) / 2, row: (h - 1) / 2}); terrawright.ui.cut([0, 0, w - 1, h - 1]); })()""")
    page.settle()
    text = page.run("document.body.innerText")
    demand("NaN" not in text and "undefined" not in text and "Infinity" not in text, f"{name}: the page says {text}")
    page.silent()
    what_is_said(name, views, text)


def what_is_said(name, views, text):
    if name == "all sea":
        demand("mountains" not in views and "coast" not in views, f"all sea, and there are views of {views}")
    if name == "all land":
        demand("coast" not in views and "lakes" not in views, f"all land, and there are views of {views}")
        demand("\nSea\n" not in text, "all land, and there is a switch for the sea")
    if name == "every fourth cell":
        demand("every 4th" in text, "nobody says that every fourth cell is shown")
    if name == "a layer of one value":
        demand("no cell has a value" in text, "nobody says that a layer is empty")
    if name == "off the globe":
        demand("° N," not in text and "Cell" in text, "there are degrees beyond the pole")


def broken(browser, bundle, folder):
    """A sentence, and no exception, where the file is damaged."""
    whole = open(island(33, 33)[0].write(bundle, folder + "/whole.html"), encoding="utf-8").read()
    cut = whole.index('id="b-1">') + len('id="b-1">')
    copies = {
        "no world": whole.replace('id="scene"', 'id="nothing"'),
        "another version": whole.replace('"version": 1', '"version": 2'),
        "not JSON": whole.replace('{"format"', '{"format" oops'),
        "a block cut short": whole[: cut + 40] + whole[whole.index("</script>", cut) :],
        "no heights": whole.replace('"height": "ground"', '"hight": "ground"'),
    }
    for name, text in copies.items():
        path = folder + "/broken.html"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        page = Page(browser, path)
        sentence = page.run("document.querySelector('[role=alert]')?.textContent || ''")
        demand(len(sentence) > 20 and "undefined" not in sentence, f"{name}: the page says {sentence!r}")
        demand(not browser.problems, f"{name}: {browser.problems}")
    return len(copies)


def without_webgl(bundle, folder, picture):
    """A sentence and the picture that the file has."""
    file = island(33, 33)[0]
    file.colours("picture", picture)
    path = file.write(bundle, folder + "/flat.html")
    browser = Browser(640, 400, flags=["--disable-3d-apis"])
    try:
        page = Page(browser, path)
        said = page.run("document.querySelector('[role=alert]')?.textContent || ''")
        demand("WebGL" in said, f"without WebGL the page says {said!r}")
        shown = page.run("(({ naturalWidth, alt } = {}) => [naturalWidth, alt])(document.querySelector('.sorry img'))")
        demand(shown[0] and "test" in shown[1], f"without WebGL the picture is {shown}")
    finally:
        browser.close()


def phone(browser, path):
    """390 x 844, three pixels a point: the sheet begins closed, nothing is wider than the screen, targets have 44 points."""
    metrics = {"deviceScaleFactor": 3, "mobile": True}
    browser.call("Emulation.setDeviceMetricsOverride", width=390, height=844, **metrics)
    browser.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
    page = Page(browser, path)
    demand(page.run("!document.querySelector('.panel-body').checkVisibility()"), "on a phone the sheet begins open")
    demand(page.run("document.querySelector('.fold').ariaExpanded") == "false", "the closed sheet is told as open")
    page.mouse(*page.run("(({ left, top }) => [left + 20, top + 20])(document.querySelector('.fold').getBoundingClientRect())"))
    states = {"at first": "1", "asked": "terrawright.ui.ask({column: 60, row: 60})",
              "cut": "terrawright.ui.ask(null); terrawright.ui.cut([10, 10, 90, 80])",
              "compared": "terrawright.ui.cut(null); terrawright.ui.change({compare: {look: 'greys', layer: null, at: .5}})",
              "a layer": "terrawright.ui.change({look: 'layer', layer: 'biome', compare: null})",
              "on foot": "terrawright.ui.set_mode('walk')",
              "folded": "terrawright.ui.set_mode('map'); document.querySelector('.fold').click()"}
    for name, script in states.items():
        page.run(script)
        page.settle()
        wide = page.run("[document.documentElement.scrollWidth, document.body.scrollWidth, innerWidth]")
        demand(max(wide) == 390, f"{name}: the page is {wide} wide")
        beyond = page.run("""[...document.querySelectorAll('body *')].filter((one) => one.checkVisibility())
          .filter((one) => !one.closest('.labels, .divide-frame, svg, .divider, .pin'))
          .filter((one) => { const box = one.getBoundingClientRect(); return box.width && (box.left < -1 || box.right > 391); })
          .map((one) => one.className || one.tagName)""")
        demand(not beyond, f"{name}: beyond the screen are {beyond}")
        small = page.run("""[...document.querySelectorAll('button, select, input')].filter((one) => one.checkVisibility())
          .map((one) => [one.ariaLabel || one.textContent, one.getBoundingClientRect()])
          .filter(([, { width, height }]) => Math.min(width, height) < 44).map(([name, { width, height }]) => [name, width, height])""")
        demand(not small, f"{name}: too small for a finger are {small}")
    page.run("document.querySelector('.fold').click()")
    page.settle()
    page.set({"look": "natural", "layer": None})
    box = page.run("document.querySelector('.panel').getBoundingClientRect().top")
    demand(380 < box < 500, f"the sheet begins at {box}")
    browser.call("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=1, mobile=True)


def colours(browser, path):
    """Dark and light by what the reader wants, with enough contrast of words on cards."""
    cards = {}
    for scheme in ("light", "dark"):
        page = Page(browser, path, media={"prefers-color-scheme": scheme}.items())
        page.run("terrawright.ui.ask({column: 60, row: 60})")
        cards[scheme] = page.run("""(() => {
          const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
          const card = numbers(getComputedStyle(document.querySelector('.panel')).backgroundColor);
          const seen = [];
          for (const one of document.querySelectorAll('.card *')) {
            if (!one.checkVisibility() || ![...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
            let on = one, back = numbers(getComputedStyle(one).backgroundColor);
            while (back[3] === 0 && on.parentElement) { on = on.parentElement; back = numbers(getComputedStyle(on).backgroundColor); }
            seen.push([numbers(getComputedStyle(one).color), back, one.textContent.trim().slice(0, 30)]);
          }
          return { card, seen };
        })()""")
        for ink, back, words in cards[scheme]["seen"]:
            # At worst the land shines through a card, black or white.
            for behind in (0, 255) if len(back) > 3 and back[3] < 1 else (0,):
                share = back[3] if len(back) > 3 else 1
                paper = [part * share + behind * (1 - share) for part in back[:3]]
                demand(contrast(ink, paper) >= 4.5, f"{scheme}: {words!r} has a contrast of {contrast(ink, paper):.2f}")
    demand(sum(cards["light"]["card"][:3]) > 600 and sum(cards["dark"]["card"][:3]) < 200, f"cards are {cards}")


def contrast(a, b):
    def bright(colour):
        parts = [part / 255 for part in colour[:3]]
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return np.dot(parts, [0.2126, 0.7152, 0.0722])

    high, low = sorted((bright(a), bright(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)

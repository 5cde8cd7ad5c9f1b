# SPDX-License-Identifier: Apache-2.0
"""Content of the page before the view, the view at its opening, and the first look of a walker."""
import base64
import time

import numpy as np

import worlds
from page import Page, demand, pixels

# Each frame until the page says that it is ready: [picture's width, whether it is seen, sentence, progress, ready].
watch = """window.frames_seen = []; (function look() {
  const flat = document.getElementById('flat'), first = document.getElementById('first'), ready = document.body?.dataset.ready;
  if (flat?.complete) frames_seen.push([flat.naturalWidth, flat.checkVisibility(),
    first.checkVisibility() ? first.innerText.trim() : '', first.querySelector('progress')?.value ?? 1, ready ?? null]);
  if (!ready) requestAnimationFrame(look);
})()"""


def pictured(bundle, folder):
    """A world with a picture among its layers: red in the west, yellow in the east."""
    file = worlds.island(65, 65)[0]
    colours = np.zeros((65, 65, 3), np.uint8) + np.array([210, 30, 20], np.uint8)
    colours[:, 32:] = [240, 200, 20]
    file.colours("Photo", colours)
    return file.write(bundle, folder + "/pictured.html")


def at_once(browser, bundle, folder):
    """A flat picture and a sentence while the world is unpacked, then the view with the file's picture on the land."""
    watching = browser.call("Page.addScriptToEvaluateOnNewDocument", source=watch)["identifier"]
    page = Page(browser, pictured(bundle, folder))
    browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=watching)
    seen = page.run("frames_seen")
    before = [frame for frame in seen if not frame[4]]
    demand(before, f"nothing is seen before the view: {seen}")
    demand(all(width > 0 and shown and "unpacked" in said for width, shown, said, *_ in before), f"before the view: {before}")
    shares = [share for *_, share, _ in before]
    demand(shares == sorted(shares), f"progress goes back: {shares}")
    demand(page.run("!flat.checkVisibility() && !first.checkVisibility()"), "the flat picture stays over the view")
    state = page.run("({...terrawright.view.state})")
    demand((state["look"], state["layer"]) == ("layer", "Photo"), f"the page opens with {state['look']}, {state['layer']}")
    red = ((page.canvas() - [210, 30, 20]) ** 2).sum(axis=2) < 60**2
    demand(red.mean() > 0.05, f"{red.mean():.3f} of the view have the picture's red")
    for name, look in (("", "natural"), ("Photo", "layer")):
        page.choose("Layer", name)
        demand(page.run("terrawright.view.state.look") == look, f"Layer {name!r} is not {look}")
    page.press("Natural")
    after = page.canvas()
    demand((((after - [210, 30, 20]) ** 2).sum(axis=2) < 60**2).mean() < 0.02 and after.std() > 12, "Natural is not seen after the picture")
    page.silent()
    return len(before)


def without_scripts(browser, bundle, folder):
    """The flat picture alone needs no script."""
    path = pictured(bundle, folder)
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open("file://" + path)
        for _ in range(2400):
            time.sleep(0.05)
            try:
                shot = pixels(base64.b64decode(browser.call("Page.captureScreenshot", format="png")["data"]))
            except AssertionError:  # the page is not there yet
                continue
            if (((shot - [210, 30, 20]) ** 2).sum(axis=2) < 60**2).mean() > 0.05:
                return
        demand(False, "without scripts no picture is seen")
    finally:
        browser.call("Emulation.setScriptExecutionDisabled", value=False)


def behind_a_hill(browser, bundle, folder):
    """A ridge three cells before the walker: the view is away from it, and the summit behind it has no name until it is passed."""
    x, y = np.meshgrid(np.arange(129), np.arange(129))
    land = 100 + 120 * np.exp(-((y - 97.0) ** 2) / 2) + 500 * np.exp(-((x - 64.0) ** 2 + (y - 10.0) ** 2) / 60)
    file = worlds.only_heights(land)
    file.table("peaks", [([(64.0, 10.0)], {"name": "Far Summit", "height": 600.0})], {"name": None, "height": "m"})
    page = Page(browser, file.write(bundle, folder + "/ridge.html"))
    page.set({"exaggeration": 1})
    page.run("(() => { const [x, z] = terrawright.view.km(64, 100); terrawright.ui.rig.set({x, z, heading: 0, tilt: 60, distance: 3}); })()")
    page.press("Walk")
    heading = page.run("terrawright.ui.feet.heading")
    demand(abs(heading - 180) < 60, f"the walker looks at the hill, to {heading}")
    named = """(() => { const { feet } = terrawright.ui; [feet.eye.x, feet.eye.z] = terrawright.view.km(64, %s); feet.face(0);
      return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
        done([...document.querySelectorAll('.label')].filter((one) => !one.hidden).map((one) => one.textContent).join())))); })()"""
    demand("Far Summit" not in page.run(named % 100), "a name shines through the hill in front")
    demand("Far Summit" in page.run(named % 92), "past the hill the summit has no name")
    page.silent()

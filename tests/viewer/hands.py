# SPDX-License-Identifier: Apache-2.0
"""Mouse, keys, fingers, clipboard and files: worked as a person does."""
import glob
import json
import os
import time

import numpy as np

from page import demand, difference, pixels


def rig(page):
    return page.run("terrawright.ui.rig.get()")


def home(page):
    page.run("terrawright.ui.set_mode('map', {stay: true}); terrawright.ui.go_to('overview', false)")
    page.settle()


def peak(page, cell):
    """A click where the highest summit is drawn tells of its cell."""
    home(page)
    page.run("terrawright.ui.go_to('mountains', false)")
    page.settle()
    x, y = page.run(f"""(() => {{
      const {{ view }} = terrawright, [x, z] = view.km({cell[0]}, {cell[1]});
      const on = view.project({{ x, y: view.ground(x, z), z }});
      return [on.x, on.y];
    }})()""")
    page.mouse(round(x), round(y) + 1)
    said = page.run("document.querySelector('.probe').dataset.cell")
    off = np.abs(np.array([int(part) for part in said.split(",")]) - cell).max()
    demand(off <= 1, f"a click on the summit of {cell} tells of {said}")
    text = page.run("document.querySelector('.probe').innerText")
    demand("°" in text and "mm/yr" in text and "m³/s" in text, f"the probe says {text}")
    demand("Rain of a year" in text and "Height" in text and "ground" not in text, f"the probe calls layers {text}")


def names_are_text(page):
    """A name with markup in it is shown as it is written."""
    shown = page.run("[...document.querySelectorAll('.label')].map((label) => label.textContent).join('|')")
    demand("<img src=x onerror=alert(1)> & Co" in shown, f"labels: {shown}")
    demand(page.run("document.querySelectorAll('.label img, .probe img').length") == 0, "a name became an element")
    told = page.run("document.querySelector('.probe').innerText")
    demand("<img src=x onerror=alert(1)>" in told, f"the probe names no peak: {told}")


def labels(page):
    """Labels come from tables alone, do not overlap, and go with L."""
    home(page)
    boxes = page.run("""[...document.querySelectorAll('.label')].filter((one) => !one.hidden).map((one) => {
      const box = one.getBoundingClientRect(); return [box.left, box.top, box.right, box.bottom, one.textContent]; })""")
    demand(boxes, "there are no labels")
    kinds = page.run("[...document.querySelectorAll('.label:is(.river, .lake)')].map((one) => one.textContent)")
    demand(kinds == ["Ouse"], f"of waters with and without a name these are written: {kinds}")
    for k, a in enumerate(boxes):
        for b in boxes[:k]:
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            demand(apart, f"labels {a[4]} and {b[4]} overlap")
    page.key("l")
    demand(page.run("[...document.querySelectorAll('.label')].every((one) => one.hidden)"), "L leaves labels")
    page.key("l")
    return len(boxes)


def mouse(page):
    home(page)
    x, y = page.run("[terrawright.ui.middle().x, terrawright.ui.middle().y]")
    held = page.run(f"terrawright.ui.pick({x}, {y})")
    page.mouse(x, y, to=(x + 60, y + 30))
    now = page.run(f"terrawright.ui.pick({x + 60}, {y + 30})")
    slip = np.hypot(held["x"] - now["x"], held["z"] - now["z"])
    demand(slip < 0.02 * rig(page)["distance"], f"what is dragged slips by {slip:.2f} km")
    before = rig(page)
    page.mouse(x, y, button="right", to=(x + 80, y))
    turned = abs(rig(page)["heading"] - before["heading"])
    demand(5 < min(turned, 360 - turned) < 90, f"the right button turns by {turned:.1f} degrees")
    before, held = rig(page), page.run(f"terrawright.ui.pick({x + 50}, {y + 20})")
    page.wheel(x + 50, y + 20, -200)
    after, now = rig(page), page.run(f"terrawright.ui.pick({x + 50}, {y + 20})")
    demand(after["distance"] < 0.9 * before["distance"], "the wheel does not come closer")
    slip = np.hypot(held["x"] - now["x"], held["z"] - now["z"])
    demand(slip < 0.06 * after["distance"], f"under the pointer the wheel slips by {slip:.2f} km")


def section(page):
    home(page)
    page.press("Section")
    x, y = page.run("[terrawright.ui.middle().x, terrawright.ui.middle().y]")
    base = page.canvas()
    page.mouse(x - 90, y)
    page.mouse(x + 90, y + 20)
    demand(page.run("!document.querySelector('.section').hidden"), "two clicks give no section")
    ends = page.run("terrawright.ui.section_ends")
    points = page.run("document.querySelector('.section polyline').getAttribute('points')").split()
    demand(len(points) == 401, f"the section has {len(points)} points")
    # The drawing's highest place is the world's, along the line.
    true = page.run(f"""Array.from({{length: 401}}, (_, k) => terrawright.world.height(
      {ends[0]} + ({ends[2]} - {ends[0]}) * k / 400, {ends[1]} + ({ends[3]} - {ends[1]}) * k / 400))""")
    drawn = [float(point.split(",")[1]) for point in points]
    correlation = np.corrcoef(true, drawn)[0, 1]
    demand(correlation < -0.9999, f"the section's line is another than the land's: {correlation}")
    line = difference(page.canvas(), base) > 12
    demand(line.sum() > 60, f"the line on the land is {line.sum()} pixels")
    page.key("Escape")
    demand(page.run("document.querySelector('.section').hidden"), "Escape leaves the section")
    demand(difference(page.canvas(), base).max() == 0, "the section's line stays on the land")


def keys(page, short=False):
    home(page)
    for key, what, sign in (("q", "heading", -1), ("+", "distance", -1), ("r", "tilt", 1), ("-", "distance", 1))[: 1 if short else 4]:
        before = rig(page)[what]
        page.key(key, held=0.15)
        change = rig(page)[what] - before
        if what == "heading":
            change = (change + 540) % 360 - 180
        demand(change * sign > 0, f"key {key}: {what} changes by {change}")
    before = rig(page)
    page.key("ArrowRight", held=0.15)
    after = rig(page)
    demand(np.hypot(after["x"] - before["x"], after["z"] - before["z"]) > 0.01, "an arrow does not move")
    page.key("n")
    demand(rig(page)["heading"] < 0.01 or rig(page)["heading"] > 359.99, "N does not turn north up")
    page.key("c")
    demand(page.run("terrawright.view.state.contours") > 0, "C gives no contours")
    page.key("c")
    places = []
    for key in "12" if short else "123":
        page.key(key)
        places.append(page.camera())
    demand(all(not np.allclose(a, b) for a, b in zip(places, places[1:])), "1, 2 and 3 are one view")
    # On a slider arrows are the slider's.
    before = page.camera()
    page.key("ArrowRight", focus="document.querySelector('input[aria-label=\"Sun from\"]').focus()")
    demand(np.allclose(page.camera(), before), "an arrow on a slider moves the camera")
    page.key("Escape")
    page.key("Enter")
    demand(page.run("!document.querySelector('.probe').hidden"), "Enter does not ask")
    page.key("Escape")
    demand(page.run("document.querySelector('.probe').hidden"), "Escape leaves the probe")


def reached(page):
    """Every control is a real one, has a name, and the tabulator comes to it."""
    controls = page.run("""[...document.querySelectorAll('button, select, input, [role=slider], [onclick]')]
      .filter((one) => one.checkVisibility()).map((one) => ({ tag: one.tagName, tab: one.tabIndex,
        name: one.getAttribute('aria-label') || one.textContent.trim(), wide: one.getBoundingClientRect().width }))""")
    demand(len(controls) > 20, f"{len(controls)} controls")
    for one in controls:
        demand(one["tag"] in ("BUTTON", "SELECT", "INPUT") and one["tab"] >= 0 and one["name"], f"no real control: {one}")
    canvas = page.run("(({ role, tabIndex, ariaLabel }) => [role, tabIndex, ariaLabel])(terrawright.view.canvas)")
    demand(canvas[0] == "application" and canvas[1] == 0 and "Arrows move" in canvas[2], f"the canvas is {canvas}")
    demand(page.run("document.querySelector('.legend').getAttribute('aria-live')") == "polite", "the legend is not live")
    return len(controls)


def feet(page):
    """On foot the eye stays two metres above the ground; in the air it does not go below it."""
    home(page)
    page.press("Walk")
    above = "(() => { const { view } = terrawright, p = view.camera.position; return p.y - view.ground(p.x, p.z); })()"
    demand(abs(page.run(above) - 0.002) < 1e-6, f"the eye is {page.run(above)} km above the ground")
    before = page.camera()
    page.key("w", held=0.3)
    after = page.camera()
    demand(np.hypot(*(after - before)[[0, 2]]) > 0.005, "W does not walk")
    demand(abs(page.run(above) - 0.002) < 1e-6, "walking leaves the ground")
    picture = page.canvas()
    demand(picture.std() > 8, f"on foot the picture is plain: {picture.std():.1f}")
    x, y = page.run("[terrawright.ui.middle().x, terrawright.ui.middle().y]")
    heading = page.run("terrawright.ui.feet.heading")
    page.mouse(x, y, to=(x + 70, y))
    demand(abs(page.run("terrawright.ui.feet.heading") - heading) > 3, "dragging does not look around")
    page.key("Escape")
    demand(page.run("terrawright.ui.mode") == "map", "Escape leaves nobody's feet")
    home(page)
    page.press("Fly")
    before = page.camera()
    page.key("w", held=0.2)
    demand(not np.allclose(page.camera(), before), "W does not fly")
    page.key("q", held=0.4)
    demand(page.run(above) > 0, "the eye flies into the ground")
    page.key("Escape")
    home(page)


def touch(page):
    """One finger moves, two come closer and turn, a tap asks."""
    home(page)
    x, y = page.run("[terrawright.ui.middle().x, terrawright.ui.middle().y]")
    before = rig(page)
    page.touch(((x, y), (x + 50, y + 30)))
    after = rig(page)
    demand(np.hypot(after["x"] - before["x"], after["z"] - before["z"]) > 0.1, "a finger does not move the land")
    page.touch(((x - 30, y), (x - 80, y)), ((x + 30, y), (x + 80, y)))
    demand(rig(page)["distance"] < 0.8 * after["distance"], f"two fingers: {after['distance']} to {rig(page)['distance']}")
    heading = rig(page)["heading"]
    page.touch(((x - 60, y), (x - 40, y - 45)), ((x + 60, y), (x + 40, y + 45)))
    turned = abs((rig(page)["heading"] - heading + 540) % 360 - 180)
    demand(20 < turned < 90, f"two fingers round each other turn by {turned:.0f} degrees")
    for _ in range(3):  # on a busy machine a finger may rest longer than a tap does
        page.touch(((x, y), (x, y)), steps=1)
        if page.run("!document.querySelector('.probe').hidden"):
            break
    demand(page.run("!document.querySelector('.probe').hidden"), "a tap does not ask")
    page.run("terrawright.ui.ask(null)")


def files(page, folder):
    """Picture saves the view; Link puts its address into the clipboard."""
    for old in glob.glob(folder + "/*.png"):
        os.remove(old)
    page.browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=os.path.abspath(folder))
    page.press("Picture")
    end = time.monotonic() + 180
    while not (found := glob.glob(folder + "/*.png")) and time.monotonic() < end:
        time.sleep(0.2)
    demand(found, "Picture saves nothing")
    demand(os.path.basename(found[0]) == "test-42.png", f"Picture saves {found}")
    saved = pixels(open(found[0], "rb").read())
    demand(difference(saved, page.canvas()).max() == 0, "the picture is not the view")
    page.browser.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    page.press("Clay")
    page.browser.call("Page.bringToFront")
    page.press("Link")
    text = page.run("navigator.clipboard.readText()")
    demand(text.startswith(page.address) and "a=clay" in text, f"the clipboard holds {json.dumps(text)}")
    page.press("Natural")

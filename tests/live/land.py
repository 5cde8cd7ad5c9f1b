# SPDX-License-Identifier: Apache-2.0
"""The 3-D view of the pages, of `watch` and without a server, in a headless Chromium: land.py PROGRAM ROOT"""
import base64
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zlib

if not (shutil.which("chromium") and all(importlib.util.find_spec(name) for name in ("websocket", "numpy", "osgeo"))):
    print("skipped: it needs chromium, python3-websocket, python3-numpy and python3-gdal, which scripts/test.sh installs")
    sys.exit(77)

import numpy as np  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
sys.path[:0] = [str(root / "tests/web"), str(root / "tests/viewer")]
from chromium import Browser  # noqa: E402
from client import Watch  # noqa: E402
from page import demand, difference, pixels  # noqa: E402

# A cone in the north-east that stands in a sea, and layers that show where east, south and light are.
WORLD = """terrawright: 1
name: land
world: {size: [129, 129], cell: 100 m, seed: 1}
knobs:
  peak: {value: 3000 m, range: [1 m, 3000 m], doc: "Height of the cone."}
stages:
  noise: {use: heights.noise@1}
  cone:
    use: shape.formula@1
    in: {a: noise, level: $peak}
    with:
      unit: m
      formula: |
        let right = u - 0.75;
        let down = v - 0.25;
        height = level * (1 - sqrt(right * right + down * down) / 0.2)
  east: {use: shape.formula@1, in: {a: noise}, with: {formula: "scalar = u", unit: "1"}}
  south: {use: shape.formula@1, in: {a: noise}, with: {formula: "scalar = v", unit: "1"}}
  land: {use: shape.formula@1, in: {a: cone.height}, with: {formula: "mask = a > -10000", unit: "1"}}
outputs: [{file: a.exr, layers: {cone: cone.height, east: east.scalar, south: south.scalar, all: land.mask}}]
"""
VIEW = "document.querySelector('#large .view')"


class Stage:
    """The large view: what it shows, and hands on it."""

    def __init__(self, browser):
        self.browser = browser

    def rest(self):
        """Until nothing moves, and the picture is as sharp as it can be."""
        self.browser.wait("document.body.dataset.state === 'shown'")
        self.browser.run("new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 300))")
        self.browser.wait(f"{VIEW}.parentElement.hidden || {VIEW}.firstChild.width >= 1.9 * {VIEW}.clientWidth")
        self.browser.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def box(self):
        return self.browser.run(f"""(() => {{ const flat = document.querySelector('#large .map'),
          box = (flat.hidden ? {VIEW} : flat).getBoundingClientRect(); return [box.x, box.y, box.width, box.height]; }})()""")

    def picture(self):
        self.rest()
        x, y, width, height = self.box()
        y += self.browser.run("scrollY")
        shot = self.browser.call("Page.captureScreenshot", format="png", clip={"x": x, "y": y, "width": width, "height": height, "scale": 1})
        return pixels(base64.b64decode(shot["data"]))

    def press(self, text):
        self.browser.run(f"[...document.querySelectorAll('#large button, #actions button')].find((one) => one.textContent === '{text}').click()")

    def layer(self, title):
        tile = f"document.querySelector('.tile[data-title=\"{title}\"] .name button')"
        self.browser.wait(f"!!{tile}")
        for _ in range(6):  # a tile that is drawn anew loses a click
            self.browser.run(tile + "?.click()")
            try:
                return self.browser.wait(f"document.body.dataset.layer === '{title}'", 30)
            except TimeoutError:
                pass
        raise AssertionError(f"{title} is not shown")

    def turn_knob(self, value):
        world = self.browser.run("document.body.dataset.world")
        self.browser.run(f"(() => {{ const text = document.querySelector('.knob[data-name=peak] input[type=text]'); text.value = '{value}'; text.onchange(); }})()")
        self.browser.wait(f"document.body.dataset.state === 'shown' && document.body.dataset.world !== '{world}'")

    def drag(self, dx, dy, button="left"):
        x, y, width, height = self.box()
        x, y = x + width / 2, y + height / 2
        held = {"left": 1, "right": 2}[button]
        self.browser.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button=button, buttons=held, clickCount=1)
        for part in (0.25, 0.5, 0.75, 1):
            self.browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=x + dx * part, y=y + dy * part, button=button, buttons=held)
        self.browser.call("Input.dispatchMouseEvent", type="mouseReleased", x=x + dx, y=y + dy, button=button, clickCount=1)

    def key(self, key, times=1):
        self.browser.run(f"""(() => {{ for (let k = 0; k < {times}; ++k)
          {VIEW}.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}', bubbles: true, cancelable: true}})); }})()""")


def skyline(picture):
    """The first row of land in each column; rows of sky have one colour nearly. -1: sky alone."""
    land = difference(picture, picture[:, :1]) > 14
    return np.where(land.any(axis=0), land.argmax(axis=0), -1)


def middle(picture):
    """The skyline of the columns that the far edge of a land in the middle of the view takes."""
    return skyline(picture)[int(0.3 * picture.shape[1]):int(0.74 * picture.shape[1])]


def flatness(line):
    """Pixels between the skyline and the best straight line, and how steep that one is."""
    at = np.arange(line.size)
    slope, start = np.polyfit(at, line, 1)
    return np.abs(line - slope * at - start).max(), slope


def channels(picture, x, y):
    """The mean colour around a place, in parts of the picture."""
    height, width = picture.shape[:2]
    return picture[int((y - 0.03) * height):int((y + 0.03) * height), int((x - 0.03) * width):int((x + 0.03) * width)].mean(axis=(0, 1))


def works(browser, shots):
    stage = Stage(browser)
    browser.wait("document.body && document.body.dataset.state === 'shown'")
    stage.layer("cone.height")
    flat = stage.picture()
    # Light on the flat picture comes from the north-west, as on maps: the cone is at 0.75, 0.25 of a square.
    height, width = flat.shape[:2]
    side = min(height, width)
    left, top = (width - side) // 2, (height - side) // 2
    cone = flat[top:top + side, left:left + side]
    lit, dark = channels(cone, 0.69, 0.19).mean(), channels(cone, 0.81, 0.31).mean()
    demand(lit > dark + 20, f"the flat picture is lit from the south-east: {lit:.0f}, {dark:.0f}")

    stage.press("3-D")
    peaked = stage.picture()
    shots(peaked, "peaked")
    demand(len(np.unique(peaked.reshape(-1, 3), axis=0)) > 300, "the 3-D view is blank")
    line = middle(peaked)
    away, _ = flatness(line)
    demand(away > 9, f"the cone does not show at the skyline: {away:.1f} pixels")
    demand(line.argmin() > 0.5 * line.size, "the cone in the east is on the left: the land is mirrored")

    # A device may take the graphics away, and give them back.
    browser.run(f"(() => {{ window.taken = {VIEW}.firstChild.getContext('webgl2').getExtension('WEBGL_lose_context'); taken.loseContext(); }})()")
    browser.run("new Promise((done) => setTimeout(done, 200))")
    stage.key("+")
    stage.press("All")
    browser.run("taken.restoreContext()")
    demand(difference(stage.picture(), peaked).max() < 3, "the land is another one after the graphics were lost")

    # The compass: colours grow to the right, and to the viewer.
    stage.layer("east.scalar")
    east = stage.picture()
    demand(difference(east, peaked).mean() > 8, "another layer has the same colours")
    demand(channels(east, 0.7, 0.6)[1] > channels(east, 0.3, 0.6)[1] + 40, "the east is on the left")
    x, y, width, height = stage.box()
    for move in (0.4, 0.5):
        browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=x + move * width, y=y + height / 2)
    value = browser.wait("document.querySelector('#large .legend .value').textContent.trim()")
    demand(0.47 < float(value) < 0.53, f"under the pointer, in the middle, the legend says {value}")
    stage.layer("south.scalar")
    south = stage.picture()
    demand(channels(south, 0.5, 0.65)[1] > channels(south, 0.5, 0.4)[1] + 40, "the south is far away")

    # Light on the land, from above: the north-west of the cone is lit, its south-east lies in shadow.
    stage.layer("land.mask")
    stage.key("r", 20)
    above = stage.picture()
    shots(above, "above")
    side = min(above.shape[:2]) * 0.82
    place = [(0.5 + part * side / above.shape[1], 0.5 + down * side / above.shape[0])
             for part, down in ((0.17, -0.27), (0.29, -0.17))]
    lit, dark = (channels(above, *at).mean() for at in place)
    demand(lit > dark + 40, f"the land is not lit from the north-west: {lit:.0f}, {dark:.0f}")

    # Flat land has a straight skyline. The left button moves it, the right one turns it; with Turn the left one does.
    stage.press("All")
    stage.turn_knob("1 m")
    plane = stage.picture()
    away, slope = flatness(middle(plane))
    demand(away < 2 and abs(slope) < 0.01, f"flat land is not flat: {away:.1f} pixels, {slope:.3f}")
    stage.drag(40, 0)
    moved = stage.picture()
    demand(difference(moved, plane).mean() > 1 and abs(flatness(middle(moved))[1]) < 0.01, "the left button does not move the land")
    for button in ("right", "left"):
        stage.press("All")
        if button == "left":
            stage.press("Turn")
        stage.drag(60, 0, button)
        turned = flatness(middle(stage.picture()))[1]
        demand(turned < -0.08, f"the {button} button does not turn the land: {turned:.3f}")
    stage.press("Turn")
    stage.press("All")
    demand(difference(stage.picture(), plane).max() < 3, "All does not show the land as it began")
    stage.key("-", 2)
    demand((skyline(stage.picture()) >= 0).sum() < 0.8 * (skyline(plane) >= 0).sum(), "- does not go away")
    stage.press("All")

    # Before and after: the cone was on the right, where the slider shows what was before.
    stage.press("Before / after")
    for split, is_there in ((1, True), (0, False)):
        browser.run(f"(() => {{ const slider = document.querySelector('.compare input'); slider.value = {split}; slider.oninput(); }})()")
        away, _ = flatness(middle(stage.picture()))
        demand((away > 9) == is_there, f"the slider at {split} shows a skyline with {away:.1f} pixels")
    stage.press("Before / after")

    # On a phone the view takes the place of the picture, one finger turns, and a thumb meets the buttons.
    browser.call("Emulation.setDeviceMetricsOverride", width=360, height=640, deviceScaleFactor=2, mobile=True)
    browser.call("Emulation.setTouchEmulationEnabled", enabled=True)
    browser.run(f"{VIEW}.scrollIntoView()")
    demand(browser.run("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than a phone")
    heights = browser.run("[...document.querySelectorAll('#large .steer button')].map((one) => one.getBoundingClientRect().height)")
    demand(len(heights) == 4 and min(heights) >= 36, f"the buttons are {heights} pixels high")
    stage.press("All")
    stage.press("Turn")
    x, y, width, height = stage.box()
    demand(width > 320 and height > 200, f"on a phone the view has {width} x {height} pixels")
    for kind, part in (("touchStart", 0), ("touchMove", 0.3), ("touchMove", 0.6), ("touchMove", 1), ("touchEnd", None)):
        points = [] if part is None else [{"x": x + width / 2 + 60 * part, "y": y + height / 2}]
        browser.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)
    turned = stage.picture()
    shots(turned, "phone")
    demand(flatness(middle(turned))[1] < -0.08, f"one finger does not turn the land: {flatness(middle(turned))[1]:.3f}")
    stage.press("Turn")
    browser.call("Emulation.setTouchEmulationEnabled", enabled=False)
    browser.call("Emulation.setDeviceMetricsOverride", width=1400, height=800, deviceScaleFactor=1, mobile=False)

    # Flat again, with the picture of before.
    stage.turn_knob("3000 m")
    stage.layer("cone.height")
    stage.press("3-D")
    browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=1, y=1)
    demand(difference(stage.picture(), flat).max() < 3, "back from 3-D the flat picture is another one")
    demand(not browser.problems, browser.problems)


def link(text):
    packer = zlib.compressobj(9, wbits=-15)
    return "#w=" + base64.urlsafe_b64encode(packer.compress(text.encode()) + packer.flush()).decode().rstrip("=")


def shots_of(name):
    """Pictures of the view, where TERRAWRIGHT_SHOTS names a folder."""
    def shoot(picture, what):
        if folder := os.environ.get("TERRAWRIGHT_SHOTS"):
            from osgeo import gdal
            rows = gdal.GetDriverByName("MEM").Create("", picture.shape[1], picture.shape[0], 3)
            for band in range(3):
                rows.GetRasterBand(band + 1).WriteArray(picture[:, :, band].astype(np.uint8))
            gdal.GetDriverByName("PNG").CreateCopy(f"{folder}/{name}-{what}.png", rows)
    return shoot


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    (folder / "land.yaml").write_text(WORLD)
    browser = Browser(1400, 800)
    try:
        with Watch(program, folder / "land.yaml") as watch:
            browser.open(watch.address)
            works(browser, shots_of("watch"))
            browser.open("about:blank")
        wasm = root / "build/wasm"
        if (wasm / "terrawright.wasm").exists() and shutil.which("esbuild") and shutil.which("libdeflate-gzip"):
            page = folder / "playground.html"
            subprocess.run([sys.executable, str(root / "scripts/playground.py"), str(wasm), str(page)], check=True, stdout=subprocess.DEVNULL)
            browser.open(page.as_uri() + link(WORLD))
            works(browser, shots_of("playground"))
        else:
            print("left out: the page without a server, which needs build/wasm, esbuild and libdeflate-tools")
    finally:
        browser.close()
print("a skyline, the compass, light, a turn, a move, before and after, a phone, and the flat picture again")

# SPDX-License-Identifier: Apache-2.0
"""One page of the view in a browser: what it shows as pixels, and how a person works it."""
import base64
import json
import os
import sys
import time
from urllib.parse import unquote

import numpy as np
from osgeo import gdal

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "web"))
from chromium import Browser  # noqa: E402

gdal.UseExceptions()


def demand(condition, what):
    if not condition:
        raise AssertionError(what)


def pixels(png):
    """Rows of red, green and blue, 0 to 255."""
    gdal.FileFromMemBuffer("/vsimem/page.png", png)
    picture = gdal.Open("/vsimem/page.png").ReadAsArray()
    gdal.Unlink("/vsimem/page.png")
    return np.moveaxis(picture[:3], 0, 2).astype(float)


def difference(a, b):
    """For each pixel, the mean over its channels."""
    return np.abs(a - b).mean(axis=2)


class Page:
    def __init__(self, browser, path, link="", media=()):
        self.browser = browser
        features = {"prefers-reduced-motion": "reduce", "prefers-color-scheme": "light", **dict(media)}
        browser.call("Emulation.setEmulatedMedia",
                     features=[{"name": name, "value": value} for name, value in features.items()])
        browser.requests.clear()
        browser.problems.clear()
        browser.open("about:blank")
        self.address = "file://" + os.path.abspath(path)
        begun = time.monotonic()
        browser.open(self.address + link)
        browser.wait("document.body && (document.body.dataset.ready || document.body.dataset.error)")
        self.first = time.monotonic() - begun
        browser.wait("document.body.dataset.all || document.body.dataset.error")
        self.all = time.monotonic() - begun
        self.settle()

    def run(self, script):
        return self.browser.run(script)

    def set(self, state):
        """Sets the state of the view, past the controls."""
        self.run(f"terrawright.ui.change({json.dumps(state)})")
        self.settle()

    def settle(self):
        if self.run("document.body.dataset.error || ''"):
            return
        self.browser.wait("document.body.dataset.busy !== 'yes'")
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
        # While something moves, pixels are coarser; waves never rest.
        self.browser.wait("""terrawright.view.state.waves || terrawright.view.canvas.width >=
                             Math.floor(terrawright.view.canvas.clientWidth * Math.min(devicePixelRatio, 1))""", 45)

    def canvas(self):
        """The whole canvas, without what lies over it: a pixel for each point, also where one is drawn for several."""
        picture = pixels(base64.b64decode(self.run("""terrawright.view.blob().then((blob) => new Promise((done) => {
          const reader = new FileReader();
          reader.onload = () => done(reader.result.split(',')[1]);
          reader.readAsDataURL(blob);
        }))""")))
        times = max(1, round(1 / self.run("devicePixelRatio")))
        return picture.repeat(times, axis=0).repeat(times, axis=1)

    def screen(self):
        return pixels(base64.b64decode(self.browser.call("Page.captureScreenshot", format="png")["data"]))

    def kinds(self, across=40, down=25):
        """Cells under places spread over the canvas: [(x, y, null or {column, row, height})]."""
        return self.run(f"""(() => {{
          const {{ view, world, ui }} = terrawright, found = [];
          for (let r = 0; r < {down}; ++r) for (let c = 0; c < {across}; ++c) {{
            const x = Math.round((c + .5) * view.canvas.clientWidth / {across});
            const y = Math.round((r + .5) * view.canvas.clientHeight / {down});
            const at = ui.pick(x, y);
            found.push([x, y, at && {{ column: at.column, row: at.row, height: world.height(at.column, at.row) }}]);
          }}
          return found;
        }})()""")

    def click_on(self, selector):
        """A control, as a person would: scrolled to and clicked where it is."""
        at = self.run(f"""(() => {{
          const node = document.querySelector({json.dumps(selector)});
          node.scrollIntoView({{ block: 'center' }});
          const box = node.getBoundingClientRect();
          return [box.left + box.width / 2, box.top + box.height / 2];
        }})()""")
        self.mouse(*at)
        self.settle()

    def button(self, words):
        """A button by its words, marked so that click_on finds it."""
        return self.run(f"""(() => {{
          const node = [...document.querySelectorAll('button')].find((one) => one.textContent === {json.dumps(words)});
          if (!node) return null;
          node.id ||= 'button-' + Math.random().toString(36).slice(2);
          return '#' + node.id;
        }})()""")

    def press(self, words):
        selector = self.button(words)
        demand(selector, f"there is no button {words}")
        self.click_on(selector)

    def slide(self, name, value):
        """A slider by its name, to a value."""
        self.run(f"""(() => {{
          const node = document.querySelector('input[aria-label="{name}"]');
          node.value = '{value}';
          node.dispatchEvent(new Event('input', {{ bubbles: true }}));
          node.dispatchEvent(new Event('change', {{ bubbles: true }}));
        }})()""")
        self.settle()
        self.run("new Promise((done) => setTimeout(() => done(true), 300))")
        self.settle()

    def choose(self, name, value):
        self.run(f"""(() => {{
          const node = document.querySelector('select[aria-label="{name}"]');
          node.value = '{value}';
          node.dispatchEvent(new Event('change', {{ bubbles: true }}));
        }})()""")
        self.settle()

    def mouse(self, x, y, button="left", to=None, steps=6, modifiers=0):
        send = lambda kind, x, y, **more: self.browser.call(
            "Input.dispatchMouseEvent", type=kind, x=x, y=y, modifiers=modifiers, **more)
        send("mouseMoved", x, y)
        send("mousePressed", x, y, button=button, buttons=1 if button == "left" else 2, clickCount=1)
        if to:
            for k in range(1, steps + 1):
                send("mouseMoved", x + (to[0] - x) * k / steps, y + (to[1] - y) * k / steps, button=button,
                     buttons=1 if button == "left" else 2)
            x, y = to
        send("mouseReleased", x, y, button=button, clickCount=1)
        self.settle()

    def wheel(self, x, y, by):
        self.browser.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=by)
        self.settle()

    def touch(self, *ways, steps=6):
        """Fingers that go together: each way is (from, to)."""
        at = lambda part: [{"x": a[0] + (b[0] - a[0]) * part, "y": a[1] + (b[1] - a[1]) * part, "id": k}
                           for k, (a, b) in enumerate(ways)]
        self.browser.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=at(0))
        for k in range(1, steps + 1):
            self.browser.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=at(k / steps))
        self.browser.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        self.settle()

    def key(self, key, code=None, held=0.0, focus="terrawright.view.canvas.focus()"):
        """A key on the land, held for some seconds."""
        if focus:
            self.run(focus)
        codes = {"Escape": 27, "Enter": 13, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Tab": 9}
        number = codes.get(key, ord(key[0].upper()))
        facts = {"key": key, "code": code or key, "windowsVirtualKeyCode": number}
        self.browser.call("Input.dispatchKeyEvent", type="rawKeyDown", **facts)
        if held:
            time.sleep(held)
        self.browser.call("Input.dispatchKeyEvent", type="keyUp", **facts)
        self.settle()

    def camera(self):
        return np.array(self.run("[...terrawright.view.camera.position.toArray(), ...terrawright.view.target.toArray()]"))

    def silent(self):
        """Nothing but the file itself was asked for, and nothing was complained about."""
        own = [url for url in self.browser.requests if not url.startswith(("data:", "blob:", "about:"))]
        demand(own == [own[0]] and unquote(own[0]).split("#")[0] == self.address, f"the page asks for more than itself: {own}")
        demand(not self.browser.problems, f"the console says {self.browser.problems}")

# SPDX-License-Identifier: Apache-2.0
"""The 3-D view in a headless Chromium, in a minute: one island of 129 x 129 cells, at a quarter of the pixels.

short.py ROOT [OUT]"""
import importlib.util
import os
import shutil
import sys
import tempfile
import time

if not (shutil.which("chromium") and importlib.util.find_spec("websocket")):
    print("skipped: it needs chromium and python3-websocket, which scripts/test.sh installs")
    sys.exit(77)

import approved  # noqa: E402
import cells  # noqa: E402
import contexts  # noqa: E402
import controls  # noqa: E402
import frame  # noqa: E402
import hands  # noqa: E402
import links  # noqa: E402
import opening  # noqa: E402
import shapes  # noqa: E402
import worlds  # noqa: E402
from checks import Checks  # noqa: E402
from chromium import Browser  # noqa: E402
from page import Page, demand  # noqa: E402

root = os.path.abspath(sys.argv[1])
bundle = root + "/packs/viewer/page/bundle/viewer.html"
begun = time.monotonic()
temporary = tempfile.TemporaryDirectory(prefix="viewer")
folder = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else temporary.name
os.makedirs(folder, exist_ok=True)
file, layers, wind, peak, _ = worlds.island()
path = file.write(bundle, folder + "/island.html")

check = Checks()
browser = Browser(640, 400, scale=0.5)  # of four pixels one: drawn without a graphics card, they are what takes the time
try:
    page = Page(browser, path)
    demand(not page.run("document.body.dataset.error || ''"), page.run("document.body.dataset.error"))
    truth = {name: values for name, (values, *_) in layers.items()}
    check("cells, errors in steps", cells.compare, page, {**truth, "wind": wind}, 60, (129, 129))
    check("approved overview", approved.compare, page, "overview")
    check("a frame", frame.bounds, page, 12, 400000)
    controls.all_of(page, check, short=True)
    check("a click on a summit", hands.peak, page, peak)
    check("names are text", hands.names_are_text, page)
    check("keys", hands.keys, page, short=True)
    check("controls that are reached", hands.reached, page)
    check("silence", page.silent)
    page = Page(browser, path)
    check("lost contexts", contexts.lost, page, 1)
    check("link", links.again, browser, path, page)
    check("at once", opening.at_once, browser, bundle, folder)
    check("without scripts", opening.without_scripts, browser, bundle, folder)
    check("behind a hill", opening.behind_a_hill, browser, bundle, folder)
    check("broken files", shapes.broken, browser, bundle, folder)
    print(f"{time.monotonic() - begun:.0f} s")
finally:
    browser.close()
check.end()

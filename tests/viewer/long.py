# SPDX-License-Identifier: Apache-2.0
"""The 3-D view in a headless Chromium, at length. long.py PROGRAM ROOT OUT: the last lines are the figures."""
import os
import sys
import time

import numpy as np

import approved
import built
import cells
import contexts
import controls
import frame
import hands
import links
import opening
import shapes
import worlds
from checks import Checks
from chromium import Browser
from page import Page

program, root, out = map(os.path.abspath, sys.argv[1:4])
bundle = root + "/packs/viewer/page/bundle/viewer.html"
os.makedirs(out, exist_ok=True)
check = Checks()
begun = time.monotonic()
views = ("overview", "mountains", "coast", "lakes", "river", "above")


def the_island(browser):
    file, layers, wind, peak, _ = worlds.island()
    path = file.write(bundle, out + "/island.html")
    page = Page(browser, path)
    truth = {name: values for name, (values, *_) in layers.items()}
    check("cells of all codings", cells.compare, page, {**truth, "wind": wind}, 200, (129, 129))
    for view in views[:3]:
        page.run(f"terrawright.ui.go_to('{view}', false)")
        check(f"approved {view}", approved.compare, page, "long-" + view)
    controls.all_of(page, check, short=False)
    for name, test in (("labels", hands.labels), ("mouse", hands.mouse), ("section", hands.section), ("keys", hands.keys),
                       ("controls that are reached", hands.reached), ("on foot and in the air", hands.feet)):
        check(name, test, page)
    check("a click on a summit", hands.peak, page, peak)
    check("names are text", hands.names_are_text, page)
    check("picture and clipboard", hands.files, page, out + "/saved")
    check("silence", page.silent)
    check("lost contexts", contexts.lost, page)
    page = Page(browser, path)
    check("link", links.again, browser, path, page)
    check("address", links.by_hash, page)
    check("wrong link", links.wrong, browser, path)
    check("messages", links.messages, browser, path, out)
    check("dark and light", shapes.colours, browser, path)
    for name in worlds.odd:
        check(name, shapes.world, browser, bundle, out, name)
    check("at once", opening.at_once, browser, bundle, out)
    check("without scripts", opening.without_scripts, browser, bundle, out)
    check("behind a hill", opening.behind_a_hill, browser, bundle, out)
    check("broken files", shapes.broken, browser, bundle, out)
    check("phone", shapes.phone, browser, path)
    check("fingers", hands.touch, Page(browser, path))


def of_the_program(browser, config, side, calls, triangles):
    path, truth = built.world(program, root, out, config, side)
    check(f"{config} {side}, bytes", built.small_enough, path, 10_000_000)
    page = Page(browser, path)
    print(f"{config} {side}: first picture after {page.first:.1f} s, all layers after {page.all:.1f} s")
    check(f"{config} {side}, cells", cells.compare, page, truth, 200, (side, side))
    for view in views:
        if page.run(f"terrawright.ui.go_to('{view}', false)"):
            page.settle()
            check(f"{config} {side}, {view}", frame.bounds, page, calls, triangles)
            if side < 1000:
                check(f"approved {config} {view}", approved.compare, page, f"{config}-{view}")
    check(f"{config} {side}, silence", page.silent)


check("two builds, one file", built.twice, program, root, out)
browser = Browser(640, 400)
try:
    the_island(browser)
finally:
    browser.close()
browser = Browser(640, 400)
try:
    check("island 257", of_the_program, browser, "island", 257, 14, 700_000)
    check("realistic 1025", of_the_program, browser, "realistic", 1025, 14, 1_000_000)
finally:
    browser.close()
check("without WebGL", shapes.without_webgl, bundle, out, np.zeros((33, 33, 3), np.uint8) + np.uint8([0, 60, 120]))
print(f"{time.monotonic() - begun:.0f} s")
check.end()

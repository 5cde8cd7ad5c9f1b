# SPDX-License-Identifier: Apache-2.0
"""Each control changes the picture where it should, against the same state without it, and gives it back."""
import json

import numpy as np

from page import demand, difference

seen = 4  # of 255: what is called a change of a pixel


class Places:
    """Finds the places of the canvas that are land, sea, sky ..., by picking."""

    def __init__(self, page):
        found = page.kinds()
        self.all = [(x, y) for x, y, _ in found]
        self.sky = [(x, y) for x, y, at in found if at is None]
        self.land = [(x, y) for x, y, at in found if at and at["height"] > 8]
        self.sea = [(x, y) for x, y, at in found if at and at["height"] < -20]
        self.cells = {(x, y): (at["column"], at["row"]) for x, y, at in found if at}
        demand(len(self.land) > 60 and len(self.sea) > 60, f"{len(self.land)} places of land, {len(self.sea)} of sea")


def at(change, places):
    return np.array([change[y, x] for x, y in places])


def share(change, places):
    return float((at(change, places) > seen).mean())


def look(page, base, places, words, least):
    page.press(words)
    change = difference(page.canvas(), base)
    mean = float(at(change, places.land).mean())
    demand(mean > least, f"{words}: the land changes by {mean:.1f} of 255 only")
    return mean


def off(page, base, places, words, where, least, elsewhere, most):
    """Pressed, the picture changes in `where` and hardly elsewhere; pressed again, it is the base."""
    page.press(words)
    change = difference(page.canvas(), base)
    demand(share(change, where) >= least, f"{words}: {share(change, where):.2f} of its places change, not {least}")
    demand(share(change, elsewhere) <= most, f"{words}: {share(change, elsewhere):.2f} of the others change, above {most}")
    page.press(words)
    again = difference(page.canvas(), base).max()
    demand(again == 0, f"{words}: pressed twice, the picture differs by {again:.1f}")
    return float(change.mean())


def near_lines(page, tables, reach):
    """Pixels of the canvas close to lines of a table."""
    height, width = page.run("[terrawright.view.canvas.clientHeight, terrawright.view.canvas.clientWidth]")
    points = page.run(f"""(() => {{
      const {{ view, world }} = terrawright, found = [];
      for (const table of world.{tables}) for (const line of table.places) for (let k = 0; k + 3 < line.length; k += 2)
        for (let part = 0; part < 1; part += .25) {{
          const [x, z] = view.km(line[k] + (line[k + 2] - line[k]) * part, line[k + 1] + (line[k + 3] - line[k + 1]) * part);
          const on = view.project({{ x, y: view.ground(x, z), z }});
          if (on.visible) found.push([on.x, on.y]);
        }}
      return found;
    }})()""")
    close = np.zeros((height, width), bool)
    for x, y in points:
        close[max(0, int(y) - reach) : int(y) + reach + 1, max(0, int(x) - reach) : int(x) + reach + 1] = True
    demand(points and close.mean() < 0.4, f"{len(points)} points of lines are seen")
    return close


def rivers(page, base):
    close = near_lines(page, "lines", 12)
    page.press("Rivers")
    changed = difference(page.canvas(), base) > seen
    demand((changed & close).sum() > 20, f"Rivers: {(changed & close).sum()} pixels along the lines change")
    demand((changed & ~close).sum() <= 0.02 * changed.sum(), f"Rivers: {(changed & ~close).sum()} pixels far from lines change")
    page.press("Rivers")
    demand(difference(page.canvas(), base).max() == 0, "Rivers: pressed twice, the picture is another")
    return int(changed.sum())


def contours(page, base, places):
    page.slide("Contours", 7)  # 50 m
    change = difference(page.canvas(), base)
    lines = float((change > seen).mean())
    demand(0.003 < lines < 0.5, f"Contours: {lines:.4f} of the pixels change")
    demand(not places.sky or at(change, places.sky).max() == 0, "Contours are in the sky")
    page.slide("Contours", 0)
    demand(difference(page.canvas(), base).max() == 0, "Contours: off again, the picture is another")
    return lines


def compared(page, base):
    """Left of the handle everything is as it was, to the pixel; right of it the other look."""
    page.choose("Compared with", "greys")
    demand(page.run("terrawright.view.state.compare.look") == "greys", "Compare: choosing does not compare")
    middle = base.shape[1] // 2
    change = difference(page.canvas(), base)
    demand(change[:, : middle - 2].max() == 0, f"Compare: left of the handle {change[:, :middle - 2].max():.1f} changes")
    demand(change[:, middle + 2 :].mean() > 3, f"Compare: right of the handle only {change[:, middle + 2 :].mean():.1f} changes")
    page.slide("Where the two pictures meet", 0.75)
    demand(difference(page.canvas(), base)[:, middle + 4 : int(base.shape[1] * 0.75) - 2].max() == 0,
           "Compare: the handle at 75 % leaves the middle another")
    page.press("Compare")
    demand(difference(page.canvas(), base).max() == 0, "Compare: off again, the picture is another")


def colours(page, places, layer):
    """From above, without shading and haze, a layer's pixels are what its legend says of their cells."""
    page.set({"look": "layer", "layer": layer, "shading": False, "haze": 0, "grain": False, "rivers": False, "lakes": False})
    picture = page.canvas()
    # For equal neighbours: between two cells of a class there is an edge.
    spots = [(x, y, *(round(part) for part in places.cells[x, y])) for x, y in places.land]
    said = page.run(f"""{[list(spot[2:]) for spot in spots]}.map(([i, j]) => {{
      const layer = terrawright.world.layer('{layer}'), ramp = terrawright.view.ramp('{layer}');
      const number = (value) => (Array.isArray(value) ? Math.hypot(...value) : value);
      const here = number(layer.value(i, j)), parts = (css) => [1, 3, 5].map((k) => parseInt(css.slice(k, k + 2), 16));
      if (ramp.classes) return parts(ramp.classes.find((one) => one.value === here).colour);
      const next = ramp.stops.findIndex(([value]) => value >= here);
      if (next < 0) return parts(ramp.stops.at(-1)[1]);
      return parts(ramp.stops[next][1]);
    }})""")
    near = [np.abs(picture[y, x] - said[k]).max() <= 24 for k, (x, y, *_) in enumerate(spots)]
    demand(np.mean(near) > 0.75, f"{sum(near)} of {len(near)} places have the legend's colour")
    return f"{sum(near)} of {len(near)}"


def slid(page, base, places, name, value, least):
    page.slide(name, value)
    mean = float(at(difference(page.canvas(), base), places.land).mean())
    demand(mean > least, f"the land changes by {mean:.2f} of 255 only, not {least}")
    return mean


def all_of(page, check, short):
    """The state between two of them is the one at the start."""
    page.run("terrawright.ui.go_to('overview', false); terrawright.ui.rig.zoom(0.6)")
    page.settle()
    places = Places(page)
    base = page.canvas()
    start = page.run("({...terrawright.view.defaults})")

    def one(name, test, *arguments):
        """Comes back to the start, to the pixel, with what the test did not undo."""
        check(name, test, page, *arguments)
        page.set(start)
        if (again := difference(page.canvas(), base).max()) > 0:
            check(name + ", undone", demand, False, f"back again, the picture differs by {again:.1f} of 255")

    check("one state, one picture", lambda: demand(difference(page.canvas(), base).max() == 0, "two pictures of one state"))
    check("a picture", lambda: demand(base.mean() > 40 and base.std() > 12, f"mean {base.mean():.0f}, deviation {base.std():.0f}"))
    for words in ["Greys"] if short else ["Hypsometric", "Greys", "Clay", "Wireframe", "Biome"]:
        one(words, look, base, places, words, 4)
    one("Sea", off, base, places, "Sea", places.sea, 0.9, places.land, 0.25)
    if short:
        return
    for layer in page.run("terrawright.world.scene.drape"):
        one(f"layer {layer}", layered, base, places, layer)
    one("Rivers", rivers, base)
    one("Contours", contours, base, places)
    one("Compare", compared, base)
    one("Sun from", slid, base, places, "Sun from", 120, 2)
    one("Sun height", slid, base, places, "Sun height", 8, 2)
    one("Grain", grain)
    one("Lakes", lakes, base)
    one("Wire", off, base, places, "Wire", places.land, 0.1, places.sky, 0.02)
    one("Grid", grid, base, places)
    one("Shading", shading)
    one("Snow", snow, base)
    one("Waves move", waves, places)
    one("Exaggeration", slid, base, places, "Exaggeration", start["exaggeration"] * 1.8, 1.5)
    one("Exaggeration 1:1", snaps)
    one("Haze", haze)
    one("Day and hour", clock)
    page.run("terrawright.ui.go_to('above', false); terrawright.ui.rig.zoom(0.4)")
    page.settle()
    places = Places(page)
    for layer in page.run("terrawright.world.scene.drape"):
        check(f"colours of {layer}", colours, page, places, layer)
    page.set(start)


def snaps(page):
    page.slide("Exaggeration", 1.1)
    demand(page.run("terrawright.view.state.exaggeration") == 1, "near 1:1 it does not snap to it")


def layered(page, base, places, layer):
    page.choose("Layer", layer)
    mean = float(at(difference(page.canvas(), base), places.land).mean())
    demand(mean > 5, f"the land changes by {mean:.1f} of 255 only")
    return mean


def grain(page):
    """Seen from near; from afar it is finer than a pixel."""
    home = page.run("terrawright.ui.rig.get()")
    page.run("terrawright.ui.go_to('mountains', false); terrawright.ui.rig.zoom(0.3)")
    page.settle()
    height = page.canvas().shape[0]
    base = page.canvas()
    page.press("Grain")
    change = difference(page.canvas(), base)
    page.run(f"terrawright.ui.rig.set({json.dumps(home)})")
    demand((change[height // 2 :] > 1).mean() > 0.2, f"{(change[height // 2 :] > 1).mean():.2f} of the land changes")


def lakes(page, base):
    page.press("Lakes")
    changed = np.argwhere(difference(page.canvas(), base) > seen)
    demand(len(changed) > 8, f"Lakes: {len(changed)} pixels change")
    depth = page.run(f"""{[[int(x), int(y)] for y, x in changed[:: max(1, len(changed) // 60)]]}.map(([x, y]) => {{
      const at = terrawright.ui.pick(x, y);
      if (!at) return -1;
      let most = 0;
      for (let j = -2; j <= 2; ++j) for (let i = -2; i <= 2; ++i) most = Math.max(most,
        terrawright.world.layer('lake').value(Math.round(at.column) + i, Math.round(at.row) + j));
      return most;
    }})""")
    demand(np.mean(np.array(depth) > 0) > 0.9, f"Lakes: pixels change where no lake is near: {depth}")
    page.press("Lakes")
    return len(changed)


def grid(page, base, places):
    page.press("Grid")
    change = difference(page.canvas(), base)
    lines = float((change > seen).mean())
    demand(0.002 < lines < 0.4, f"Grid: {lines:.4f} of the pixels change")
    demand(not places.sky or at(change, places.sky).max() == 0, "Grid: lines are in the sky")
    page.press("Grid")
    return lines


def shading(page):
    """For a layer: light and shade on the land, none in its absence."""
    page.choose("Layer", "rain")
    base = page.canvas()
    places = Places(page)
    page.press("Shading")
    mean = float(at(difference(page.canvas(), base), places.land).mean())
    demand(mean > 1, f"Shading: the land changes by {mean:.1f}")
    page.press("Shading")
    page.press("Natural")
    return mean


def snow(page, base):
    page.press("Snow")
    changed = np.argwhere(difference(page.canvas(), base) > seen)
    demand(len(changed) > 10, f"Snow: {len(changed)} pixels change")
    warm = page.run(f"""{[[int(x), int(y)] for y, x in changed[:: max(1, len(changed) // 60)]]}.map(([x, y]) => {{
      const at = terrawright.ui.pick(x, y);
      return at ? terrawright.world.layer('temperature').value(Math.round(at.column), Math.round(at.row)) : 99;
    }})""")
    demand(np.mean(np.array(warm) < 5) > 0.9, f"Snow: pixels change where it is warm: {warm}")
    page.press("Snow")
    return len(changed)


def waves(page, places):
    page.press("Waves move")
    first = page.canvas()
    page.run("new Promise((done) => setTimeout(() => done(true), 1200))")
    second = page.canvas()
    page.press("Waves move")
    change = difference(first, second)
    mean = float(at(change, places.sea).mean())
    demand(mean > 0.05, f"Waves move: the sea changes by {mean:.3f}")
    demand(share(change, places.land) < 0.1, "Waves move: the land moves")
    return mean


def haze(page):
    """More on what is far than on what is near."""
    home = page.run("terrawright.ui.rig.get()")
    page.run("terrawright.ui.rig.set({x: 0, z: 0, heading: 20, tilt: 9, distance: 11})")
    page.settle()
    rows = sorted([(x, y) for x, y, at in page.kinds() if at and at["height"] > 8], key=lambda place: place[1])
    far, near = rows[: len(rows) // 4], rows[-len(rows) // 4 :]
    base = page.canvas()
    page.slide("Haze", 0)
    change = difference(page.canvas(), base)
    page.run(f"terrawright.ui.rig.set({json.dumps(home)})")
    demand(at(change, far).mean() > 1.1 * at(change, near).mean() > 0, f"far {at(change, far).mean():.1f}, near {at(change, near).mean():.1f}")
    return float(at(change, far).mean()), float(at(change, near).mean())


def clock(page):
    """At noon of a summer's day the sun stands in the south, at 90 - 40 + 23.4 degrees; in the morning in the east."""
    page.press("Day and hour")
    page.slide("Day", 172)
    page.slide("Hour", 12)
    sun = page.run("terrawright.view.state.sun")
    demand(abs(sun["azimuth"] - 180) < 1 and abs(sun["height"] - 73.4) < 0.2, f"at noon in June the sun is at {sun}")
    page.slide("Hour", 8)
    sun = page.run("terrawright.view.state.sun")
    demand(60 < sun["azimuth"] < 120 and 30 < sun["height"] < 45, f"at 8 in June the sun is at {sun}")
    page.slide("Hour", 0)
    words = page.run("document.querySelector('.panel').textContent")
    demand("below the horizon" in words, "the panel does not say that it is night")
    page.press("Direction")
    page.set({"sun": page.run("terrawright.view.defaults.sun")})

# SPDX-License-Identifier: Apache-2.0
"""examples/450-web-map in a headless Chromium: what the map shows lies where the GeoTIFF has it.

browser.py PROGRAM EXAMPLE OUT: builds the world into OUT, serves it with the page, looks at it, and leaves pictures there.
"""
import os
import shutil
import subprocess
import sys
from urllib.parse import urlparse

import numpy as np
from osgeo import gdal

sys.path.insert(0, os.path.dirname(__file__))
from chromium import Browser, serve  # noqa: E402

gdal.UseExceptions()
program, example, out = sys.argv[1:]
os.makedirs(out, exist_ok=True)
subprocess.run([program, "build", example + "/world.yaml", "--out", out + "/out/island", "--quiet"], check=True)
shutil.copy(example + "/index.html", out)
shutil.copytree(example + "/maplibre", out + "/maplibre", dirs_exist_ok=True)

heights_file = gdal.Open(out + "/out/island/heights.tif")
relief_file = gdal.Open(out + "/out/island/relief.tif")
heights = heights_file.ReadAsArray()
relief = np.moveaxis(relief_file.ReadAsArray(), 0, 2)[:, :, :3].astype(int)
west, across, _, north, _, down = heights_file.GetGeoTransform()
assert heights.shape == relief.shape[:2]


def degrees(cells):
    return [[west + (x + 0.5) * across, north + (y + 0.5) * down] for y, x in cells]


browser = Browser()
try:
    address = serve(out)
    browser.open(address + "index.html")
    assert browser.wait("document.body && document.body.dataset.ready") == "yes", browser.run("document.body.innerText")
    browser.picture(out + "/terrain.png")
    terrain = gdal.Open(out + "/terrain.png").ReadAsArray()[:3].astype(float)
    assert terrain.std(axis=(1, 2)).min() > 10, f"the map is blank: {terrain.std(axis=(1, 2))}"

    # From above, nothing but the relief, four screen pixels a cell or so: what stands where a cell is drawn is its colour.
    browser.run("""(async () => {
      for (const id of ['terrain', 'hillshade', 'rivers']) { document.getElementById(id).click(); }
      document.getElementById('card').hidden = true;
      for (const control of document.querySelectorAll('.maplibregl-control-container')) control.hidden = true;
      return true;
    })()""")
    rng = np.random.default_rng(1)
    shown, blue = {"land": 0, "sea": 0}, 0
    for name, mask in (("land", heights > 0), ("sea", heights <= 0)):
        # A place in which all of a square of cells is of one kind, and one at a coast.
        ys, xs = np.nonzero(mask[100:-100, 100:-100])
        for k in rng.integers(0, len(ys), 3):
            y, x = int(ys[k]) + 100, int(xs[k]) + 100
            browser.run(f"""(async () => {{
              map.jumpTo({{center: {degrees([(y, x)])[0]}, zoom: 12, pitch: 0, bearing: 0}});
              await map.once('idle');
              return true;
            }})()""")
            cells = [(y + int(dy), x + int(dx)) for dy, dx in rng.integers(-40, 41, (400, 2))]
            places = browser.run(f"{degrees(cells)}.map((at) => {{ const p = map.project(at); return [p.x, p.y]; }})")
            browser.picture(out + f"/{name}.png")
            screen = np.moveaxis(gdal.Open(out + f"/{name}.png").ReadAsArray(), 0, 2)[:, :, :3].astype(int)
            for (row, column), (sx, sy) in zip(cells, places):
                if not (2 <= sx < screen.shape[1] - 2 and 2 <= sy < screen.shape[0] - 2):
                    continue
                # Between the colours of the cells around, as a pixel of a tile lies between cells and one of the screen
                # between those.
                around = relief[row - 2 : row + 3, column - 2 : column + 3].reshape(-1, 3)
                is_ = screen[int(sy), int(sx)]
                assert (is_ >= around.min(axis=0) - 3).all() and (is_ <= around.max(axis=0) + 3).all(), (
                    name, row, column, is_, around)
                near = heights[row - 2 : row + 3, column - 2 : column + 3] > 0
                if near.all():
                    shown["land"] += 1
                    blue += bool(is_[2] > is_[0] and is_[2] > is_[1])  # lakes and rivers
                elif not near.any():
                    shown["sea"] += 1
                    assert is_[2] > is_[0] and is_[2] > is_[1], f"{is_} is no colour of the sea"
    assert min(shown.values()) > 200 and blue < 0.2 * shown["land"], (shown, blue)

    # Rivers lie on the land they drain: drawn, they change the map along their lines and nowhere else.
    browser.run("""(async () => { map.jumpTo({center: [-28, 39], zoom: 9, pitch: 0, bearing: 0}); await map.once('idle');
      return true; })()""")
    browser.picture(out + "/without.png")
    browser.run("(async () => { document.getElementById('rivers').click(); await map.once('idle'); return true; })()")
    browser.picture(out + "/rivers.png")
    before, after = (gdal.Open(f"{out}/{name}.png").ReadAsArray().astype(int) for name in ("without", "rivers"))
    changed = np.abs(before - after)[:3].max(axis=0) > 24
    assert 100 < changed.sum() < 0.2 * changed.size, changed.sum()
    places = browser.run("""map.queryRenderedFeatures({layers: ['rivers']}).flatMap((feature) =>
      (feature.geometry.type === 'LineString' ? [feature.geometry.coordinates] : feature.geometry.coordinates)
        .flat().map((at) => { const p = map.project(at); return [p.x, p.y]; }))""")
    close = np.zeros_like(changed)
    for x, y in places:
        if 0 <= x < close.shape[1] and 0 <= y < close.shape[0]:
            close[max(int(y) - 9, 0) : int(y) + 10, max(int(x) - 9, 0) : int(x) + 10] = True
    assert (changed & ~close).sum() < 0.02 * changed.sum(), (changed & ~close).sum()

    # Terrain: heights of the map are those of the GeoTIFF.
    browser.run("""(async () => { document.getElementById('terrain').click();
      map.setTerrain({source: 'terrain', exaggeration: 1}); await map.once('idle'); return true; })()""")
    ys, xs = np.nonzero(heights > 50)
    for k in rng.integers(0, len(ys), 12):
        y, x = int(ys[k]), int(xs[k])
        at = degrees([(y, x)])[0]
        height = browser.run(f"""(async () => {{ map.jumpTo({{center: {at}, zoom: 12}}); await map.once('idle');
          return map.queryTerrainElevation({at}); }})()""")
        around = heights[max(y - 2, 0) : y + 3, max(x - 2, 0) : x + 3]
        assert around.min() - 1 <= height <= around.max() + 1, (height, around)
    outside = [url for url in browser.requests if not url.startswith((address, "data:", "blob:"))]
    assert not outside, f"the page asks others: {outside}"
    tiles = [url for url in browser.requests if urlparse(url).path.endswith(".png")]
    assert len(tiles) > 10
    assert not browser.problems, browser.problems
    print(f"{len(tiles)} tiles; {shown['land']} places of land and {shown['sea']} of sea; {changed.sum()} pixels of rivers")
finally:
    browser.close()

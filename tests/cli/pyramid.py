# SPDX-License-Identifier: Apache-2.0
"""Tiles for the web against GDAL: decoded by it, and where it warps the GeoTIFF of the same layer to.

pyramid.py values TIF FOLDER terrarium|mapbox OUTSIDE
pyramid.py picture TIF FOLDER
pyramid.py codes TIF FOLDER
pyramid.py same FOLDER PMTILES
"""
import glob
import json
import math
import os
import sys

import numpy as np
from osgeo import gdal

gdal.UseExceptions()
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "images"))
GLOBE = 20037508.342789244


def tiles_of(folder):
    tiles = {}
    for path in glob.glob(folder + "/*/*/*.png"):
        zoom, x, y = path[len(folder) + 1 : -4].split("/")
        tiles[int(zoom), int(x), int(y)] = path
    return tiles


class Level:
    """All pixels of a zoom, those of tiles that are not there as NaN."""

    def __init__(self, tiles, zoom, decode, side):
        here = {(x, y): path for (z, x, y), path in tiles.items() if z == zoom}
        xs, ys = [x for x, _ in here], [y for _, y in here]
        self.zoom, self.side = zoom, side
        self.x, self.y = min(xs), min(ys)
        self.width, self.height = (max(xs) - self.x + 1) * side, (max(ys) - self.y + 1) * side
        assert len(here) == self.width * self.height // side**2, "a tile is lacking"
        self.pixels = None
        for (x, y), path in here.items():
            pixels = decode(gdal.Open(path).ReadAsArray().astype(float))
            if self.pixels is None:
                self.pixels = np.full((self.height, self.width) + pixels.shape[2:], np.nan)
            top, left = (y - self.y) * side, (x - self.x) * side
            self.pixels[top : top + side, left : left + side] = pixels

    def warped(self, tif, how, shift=0.0):
        pixel = 2 * GLOBE / (self.side << self.zoom)
        west = -GLOBE + (self.x * self.side + shift) * pixel
        north = GLOBE - self.y * self.side * pixel
        bounds = (west, north - self.height * pixel, west + self.width * pixel, north)
        to = gdal.Warp("", tif, format="MEM", dstSRS="EPSG:3857", outputBounds=bounds, width=self.width,
                       height=self.height, resampleAlg=how, errorThreshold=0, dstNodata=None, dstAlpha=True,
                       warpOptions=["XSCALE=1", "YSCALE=1"])
        bands = to.ReadAsArray().astype(float)
        return np.moveaxis(bands, 0, 2)


def light(code):
    c = code / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def inner(mask, by=2):
    """Cells whose neighbours are all in it."""
    all_ = mask.copy()
    for _ in range(by):
        grown = all_.copy()
        grown[1:], grown[:-1] = grown[1:] & all_[:-1], grown[:-1] & all_[1:]
        again = grown.copy()
        again[:, 1:], again[:, :-1] = again[:, 1:] & grown[:, :-1], again[:, :-1] & grown[:, 1:]
        all_ = again
    return all_


def check_json(folder, tiles):
    described = json.load(open(folder + "/tile.json"))
    zooms = sorted({z for z, _, _ in tiles})
    assert described["tilejson"] == "3.0.0" and described["tiles"] == ["{z}/{x}/{y}.png"]
    assert zooms == list(range(described["minzoom"], described["maxzoom"] + 1)), (zooms, described)
    west, south, east, north = described["bounds"]
    for z, x, y in tiles:  # all of them, and no others
        n = 2**z
        left, right = x / n * 360 - 180, (x + 1) / n * 360 - 180
        top, bottom = (math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * t / n)))) for t in (y, y + 1))
        assert left < east and right > west and bottom < north and top > south, (z, x, y)
    return described


def values(tif, folder, code, outside):
    tiles = tiles_of(folder)
    described = check_json(folder, tiles)
    assert described["encoding"] == code
    side = described["tileSize"]

    def decode(b):
        assert b.shape == (3, side, side), b.shape
        if code == "terrarium":
            return b[0] * 256 + b[1] + b[2] / 256 - 32768
        return -10000 + (b[0] * 65536 + b[1] * 256 + b[2]) * 0.1

    step = 1 / 256 if code == "terrarium" else 0.1
    deepest = Level(tiles, described["maxzoom"], decode, side)
    warped = deepest.warped(tif, "bilinear")
    inside = warped[:, :, 1] > 0
    assert inside.sum() > 10000
    core = inner(inside)
    wrong = np.abs(deepest.pixels - warped[:, :, 0])[core]
    assert wrong.max() <= step / 2 + 2e-3, f"{wrong.max()} off at most"
    # The same against the picture of a pixel beside it fails: the check tells places apart.
    beside = np.abs(deepest.pixels - deepest.warped(tif, "bilinear", 1)[:, :, 0])[inner(inside, 4)]
    assert beside.max() > 20 * step, beside.max()
    # All that is beyond the world's edge, but for the edge's own pixels, says the same.
    beyond = inner(~inside)
    assert beyond.sum() > 100 and (np.abs(deepest.pixels[beyond] - outside) <= step / 2).all()
    # At borders of tiles, heights continue as within them.
    cuts = np.arange(side, deepest.width, side)
    assert len(cuts) > 0, "one tile has no neighbour"
    across = np.abs(np.diff(deepest.pixels, axis=1))
    of_warped = np.abs(np.diff(warped[:, :, 0], axis=1))
    rows = core[:, cuts] & core[:, cuts - 1]
    assert np.abs(across[:, cuts - 1] - of_warped[:, cuts - 1])[rows].max() <= step + 4e-3
    # Each zoom is the mean of the one below it, where all four pixels are of the world alone.
    own = core
    for zoom in range(described["maxzoom"] - 1, described["minzoom"] - 1, -1):
        below, level = Level(tiles, zoom + 1, decode, side), Level(tiles, zoom, decode, side)
        top, left = below.y * side - level.y * side * 2, below.x * side - level.x * side * 2
        four = np.full((level.height * 2, level.width * 2, 2), np.nan)
        four[top : top + below.height, left : left + below.width, 0] = below.pixels
        four[..., 1] = 0
        four[top : top + below.height, left : left + below.width, 1] = own
        four = four.reshape(level.height, 2, level.width, 2, 2)
        mean = four[..., 0].mean(axis=(1, 3))
        own = four[..., 1].all(axis=(1, 3))
        if not own.any():
            break
        assert np.abs(mean - level.pixels)[own].max() <= step + 1e-9, zoom
    assert zoom < described["maxzoom"] - 2
    print(described["minzoom"], described["maxzoom"], len(tiles))


def picture(tif, folder):
    tiles = tiles_of(folder)
    described = check_json(folder, tiles)
    side = described["tileSize"]

    def decode(b):
        assert b.shape == (4, side, side), b.shape
        return np.moveaxis(b, 0, 2)

    deepest = Level(tiles, described["maxzoom"], decode, side)
    near = deepest.warped(tif, "near")
    inside = near[:, :, 3] > 0
    assert (deepest.pixels[inner(inside)][:, 3] == 255).all()
    assert (deepest.pixels[inner(~inside)] == 0).all()
    # Between four cells: no brighter than the brightest, no darker than the darkest of those around.
    core = inner(inside, 3)
    least, most = near[:, :, :3].copy(), near[:, :, :3].copy()
    for dy in (-2, -1, 0, 1, 2):
        for dx in (-2, -1, 0, 1, 2):
            moved = np.roll(near[:, :, :3], (dy, dx), (0, 1))
            least, most = np.minimum(least, moved), np.maximum(most, moved)
    pixels = deepest.pixels[:, :, :3]
    assert ((pixels >= least - 1) & (pixels <= most + 1))[core].all()
    assert np.abs(pixels - near[:, :, :3])[core].mean() < 12
    for zoom in range(described["maxzoom"] - 1, described["minzoom"] - 1, -1):
        below, level = Level(tiles, zoom + 1, decode, side), Level(tiles, zoom, decode, side)
        top, left = below.y * side - level.y * side * 2, below.x * side - level.x * side * 2
        four = np.zeros((level.height * 2, level.width * 2, 4))
        four[top : top + below.height, left : left + below.width] = below.pixels
        four = four.reshape(level.height, 2, level.width, 2, 4)
        whole = (four[..., 3] == 255).all(axis=(1, 3))
        mean = light(four[..., :3]).mean(axis=(1, 3))
        lower, upper = light(level.pixels[..., :3] - 1.6), light(level.pixels[..., :3] + 1.6)
        assert ((mean >= lower) & (mean <= upper))[whole].all(), zoom
        alpha = four[..., 3].mean(axis=(1, 3))
        assert np.abs(alpha - level.pixels[..., 3]).max() <= 1, zoom


def codes(tif, folder):
    tiles = tiles_of(folder)
    described = check_json(folder, tiles)
    side = described["tileSize"]
    deepest = Level(tiles, described["maxzoom"], lambda b: np.moveaxis(b, 0, 2), side)
    near = deepest.warped(tif, "near")
    core = inner(near[:, :, 1] > 0)
    assert set(np.unique(near[:, :, 0][core])) == {0, 1}
    assert (deepest.pixels[core][:, 3] == 255).all()
    assert (deepest.pixels[core][:, 0] == 255 * near[:, :, 0][core]).mean() > 0.9999
    for zoom in range(described["maxzoom"], described["minzoom"] - 1, -1):  # of no zoom they are mixed
        level = Level(tiles, zoom, lambda b: np.moveaxis(b, 0, 2), side)
        assert set(np.unique(level.pixels)) <= {0, 255}


def same(folder, archive_path):
    from pmtiles import Archive

    archive = Archive(archive_path)
    tiles = {key: open(path, "rb").read() for key, path in tiles_of(folder).items()}
    assert dict(archive.tiles()) == tiles
    described = json.load(open(folder + "/tile.json"))
    h = archive.header
    assert [h.least, h.most] == [described["minzoom"], described["maxzoom"]]
    for said, degrees in zip((h.west, h.south, h.east, h.north), described["bounds"]):
        assert abs(said / 1e7 - degrees) < 1e-7
    for key in ("name", "tileSize", "terrawright"):
        assert archive.metadata[key] == described[key]
    assert archive.metadata.get("encoding") == described.get("encoding")


if __name__ == "__main__":
    what, arguments = sys.argv[1], sys.argv[2:]
    if what == "values":
        values(*arguments[:3], float(arguments[3]))
    else:
        {"picture": picture, "codes": codes, "same": same}[what](*arguments)

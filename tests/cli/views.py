# SPDX-License-Identifier: Apache-2.0
"""A view in 3-D against a .zarr folder, .csv and .geojson files of the same build: views.py FOLDER VIEW [PICTURE.png]"""
import csv
import glob
import hashlib
import json
import math
import os
import re
import sys

import numpy as np
import zarr
from osgeo import gdal
from scene import Scene

gdal.UseExceptions()


def is_round(step):
    digits = ("%.12e" % step).split("e")[0].rstrip("0").rstrip(".")
    return digits in ("1", "2", "2.5", "5")


class View:
    def __init__(self, folder, name):
        self.scene = Scene(os.path.join(folder, name))
        self.folder = folder
        self.manifest = json.load(open(glob.glob(folder + "/*.manifest.json")[0]))
        self.hashes = next(file for file in self.manifest["files"] if file["path"] == name)["sha256_decoded"]
        world = self.scene.json["world"]
        grid = self.scene.json["grid"]
        self.every, self.at = grid["every"], grid["at"]
        self.truth = zarr.open(folder + "/truth.zarr", "r")
        window = self.manifest.get("window", {"x": 0, "y": 0, "width": world["size"][0], "height": world["size"][1]})
        assert self.at == [window["x"], window["y"]]
        assert grid["size"] == [-(-window["width"] // self.every), -(-window["height"] // self.every)]
        assert max(grid["size"]) <= 4097
        config = self.manifest["config"]
        assert world["size"] == config["world"]["size"] and world["cell_metres"] == config["world"]["cell_metres"]
        recipes = [recipe for node in self.manifest["nodes"].values() for recipe in node.get("recipes", {}).values()]
        named = [part["name"] for key in ("layers", "lines", "points") for part in self.scene.json[key]]
        assert set(self.scene.json["recipes"]) == set(named) and set(self.scene.json["recipes"].values()) <= set(recipes)
        assert self.scene.title == "%s \u00b7 seed %s" % (self.scene.json["name"], self.scene.json["seed"])

    def true(self, name):
        return self.truth[re.sub(r"\W+", "_", name).strip("_").lower()][:][:: self.every, :: self.every]

    def check_ends(self, layer, values):
        values = values[np.isfinite(values)]
        if values.size == 0:
            assert layer["minimum"] is None and layer["maximum"] is None
            return
        close = dict(rel_tol=1e-9, abs_tol=1e-9)
        assert math.isclose(layer["minimum"], values.min(), **close), (layer["name"], layer["minimum"], values.min())
        assert math.isclose(layer["maximum"], values.max(), **close), (layer["name"], layer["maximum"], values.max())

    def check_field(self, layer, coded, true):
        """Within half a step, and no value only where there is none."""
        assert is_round(coded["step"]), coded["step"]
        q = self.scene.samples(coded)
        told = coded["low"] + coded["step"] * q
        missing = q == coded["missing"] if coded["missing"] is not None else np.zeros(q.shape, bool)
        finite = np.isfinite(true)
        assert np.array_equal(missing, ~finite), layer["name"]
        if not finite.any():
            return
        want = np.log1p(true[finite]) if coded["transform"] == "log1p" else true[finite]
        error = np.abs(told[finite] - want).max()
        slack = 1e-9 * max(1.0, np.abs(want).max())
        assert error <= coded["step"] / 2 + slack, (layer["name"], error, coded["step"])
        if np.ptp(want) > 10 * coded["step"] and want.size > 2000:
            assert error > coded["step"] / 100 or layer["kind"] == "count", (layer["name"], "is finer than it says")

    def check_layer(self, layer):
        name, kind = layer["name"], layer["kind"]
        if kind == "colour":
            return
        true = self.true(name)
        if layer["unit"] == "mm/yr" and true.dtype == np.int64:
            true = true / 1024
        blocks = layer["blocks"]
        assert len(blocks) == (2 if kind == "vector" else 1)
        parts = [true[..., 0], true[..., 1]] if kind == "vector" else [true]
        if kind in ("class", "mask"):
            assert blocks[0]["low"] == 0 and blocks[0]["step"] == 1 and blocks[0]["missing"] is None
            assert np.array_equal(self.scene.samples(blocks[0]), true), name
        else:
            for coded, part in zip(blocks, parts):
                self.check_field(layer, coded, part.astype(float))
        if kind == "vector":
            self.check_ends(layer, np.hypot(*self.scene.values(name)))
        else:
            self.check_ends(layer, self.scene.values(name))
        assert ("legend" in layer) == (kind == "class")
        if kind == "class":
            cells = {entry["value"]: entry["cells"] for entry in layer["legend"]}
            codes, counts = np.unique(true, return_counts=True)
            assert {code: count for code, count in cells.items() if count} == dict(zip(codes.tolist(), counts.tolist()))
        digest = hashlib.sha256()
        for coded in blocks:
            digest.update(self.scene.samples(coded).astype("<u2").tobytes())
        assert digest.hexdigest() == self.hashes[name], name

    def check_picture(self, layer, path):
        true = gdal.Open(path).ReadAsArray()[:3]
        coded = layer["blocks"][0]
        gdal.FileFromMemBuffer("/vsimem/picture", self.scene.bytes_of(coded["block"]))
        opened = gdal.Open("/vsimem/picture")
        assert opened.GetDriver().ShortName == {"webp": "WEBP", "png": "PNG"}[coded["coding"]]
        pixels = opened.ReadAsArray()[:3]
        assert pixels.shape == true.shape
        if coded["coding"] == "png":
            assert np.array_equal(pixels, true)
            assert hashlib.sha256(np.moveaxis(true, 0, 2).tobytes()).hexdigest() == self.hashes[layer["name"]]
            return
        error = np.mean((pixels.astype(float) - true.astype(float)) ** 2)
        assert 0 < error < 255**2 / 10 ** (26 / 10), error  # 26 dB, of a small and lively picture

    def check_points(self, name, path):
        rows = self.scene.table("points", name)
        with open(path, newline="") as file:
            true = list(csv.DictReader(file))
        assert len(rows) == len(true)
        for row, want in zip(rows, true):
            assert row.pop("places") == [(float(want["x (cells)"]), float(want["y (cells)"]))]
            for key, value in row.items():
                text = next(value for title, value in want.items() if title.split(" (")[0] == key)
                assert (value is None and text == "") or float(text) == value if not isinstance(value, str) else text == value

    def check_lines(self, name, path):
        """GeoJSON has the degrees of the cells' middles."""
        rows = self.scene.table("lines", name)
        collection = json.load(open(path))
        world = self.scene.json["world"]
        degree = world["cell_metres"] / 111195.0
        width, height = world["size"]

        def cell(position):
            across = degree / math.cos(math.radians(world["latitude"]))
            return ((position[0] - world["longitude"]) / across + (width - 1) / 2,
                    (world["latitude"] - position[1]) / degree + (height - 1) / 2)

        pieces = []
        for feature in collection["features"]:
            geometry = feature["geometry"]
            lines = [] if geometry is None else [geometry["coordinates"]]
            if geometry and geometry["type"] == "MultiLineString":
                lines = geometry["coordinates"]
            for line in lines:
                pieces.append((feature["properties"], [cell(position) for position in line]))
        assert len(rows) == len(pieces), (len(rows), len(pieces))
        for row, (properties, line) in zip(rows, pieces):
            places = row.pop("places")
            assert row == properties
            assert len(places) == len(line)
            for told, want in zip(places, line):
                # Rivers run from cell to cell, and end anywhere on a window's edge.
                assert "window" in self.manifest or told == (round(told[0]), round(told[1])), told
                assert abs(told[0] - want[0]) < 0.042 and abs(told[1] - want[1]) < 0.042, (told, want)
        return len(pieces)


def main(folder, name, picture=None):
    view = View(folder, name)
    scene = view.scene.json
    for layer in scene["layers"]:
        view.check_layer(layer)
        assert layer["documentation"], layer["name"]
        if picture and layer["kind"] == "colour":
            view.check_picture(layer, os.path.join(folder, picture))
    names = [layer["name"] for layer in scene["layers"]]
    assert names[0] == scene["roles"]["height"]
    assert set(scene["drape"]) | set(scene["roles"].values()) == set(names)
    for table in scene["points"]:
        view.check_points(table["name"], folder + "/points.csv")
    for table in scene["lines"]:
        view.check_lines(table["name"], folder + "/lines.geojson")
    tables = [table["name"] for table in scene["lines"] + scene["points"]]
    assert set(view.hashes) == set(names) | set(tables)
    bytes_of_file = os.path.getsize(os.path.join(folder, name))
    assert bytes_of_file <= scene["budget"], (bytes_of_file, scene["budget"])
    blocks = [key for key in view.scene.scripts if key.startswith("b-")]
    assert len(blocks) == sum(len(layer["blocks"]) for layer in scene["layers"]) + 2 * len(tables)


if __name__ == "__main__":
    main(*sys.argv[1:])

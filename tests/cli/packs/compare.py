# SPDX-License-Identifier: Apache-2.0
"""compare.py TRUTH.zarr WEIGHTS PACK...: packs against the world that they are of: heights within half a step, weights
exactly. WEIGHTS: JSON, as in the config, of layers of TRUTH.zarr."""
import json
import sys

import numpy
import zarr

import importers

truth, written, folders = zarr.open(sys.argv[1], "r"), json.loads(sys.argv[2]), sys.argv[3:]


def at(cells, size, offset=0.0, count=None):
    """Straight lines between cells, across and then down; the first and last are where they are."""
    def places(of, to, count):
        i = numpy.arange(count) + offset
        place = i if of == to else i * (of - 1) / (to - 1)
        low = numpy.minimum(place.astype("i8"), of - 1)
        return low, numpy.minimum(low + 1, of - 1), numpy.where(low < of - 1, place - low, 0)
    height, width = cells.shape
    cells = cells.astype("f8")
    left, right, x = places(width, size[0], count[0] if count else size[0])
    top, below, y = places(height, size[1], count[1] if count else size[1])
    across = cells[:, left] + (cells[:, right] - cells[:, left]) * x
    return (across[top] + (across[below] - across[top]) * y[:, None]).astype("f4")


def shares(layers):
    """Layers, the rest None: bytes by the largest remainders."""
    layers = [layer if layer is None else layer.astype("f8") for layer in layers]
    total = 0
    for layer in layers:
        total = total if layer is None else total + layer
    layers = [numpy.where(total < 1, 1 - total, 0) if layer is None else layer for layer in layers]
    weights = numpy.stack(layers)
    total = sum(weights[1:], weights[0].copy())
    weights[0][total == 0], total[total == 0] = 1, 1
    exact = 255 * weights / total
    whole = numpy.floor(exact)
    order = numpy.argsort(-(exact - whole), axis=0, kind="stable")
    rank = numpy.argsort(order, axis=0)
    return whole + (rank < 255 - whole.sum(axis=0))


def layer_of(of):
    if of == "rest":
        return None
    if isinstance(of, dict):
        cells = truth[of["layer"]]
        codes = [entry["code"] for entry in cells.attrs["legend"] if entry["name"] in of["classes"]]
        assert len(codes) == len(of["classes"])
        return numpy.isin(cells[:], codes)
    cells = truth[of]
    return cells[:] != 0 if cells.attrs["kind"] == "mask" else numpy.clip(cells[:], 0, 1)


def check_weights(sheet, weights, size):
    assert sheet["weights"] == list(written)
    unity = sheet["pack"] == "unity"
    count = [side - 1 for side in size] if unity else None
    layers = [layer_of(of) for of in written.values()]
    expected = shares([of if of is None else at(of, size, 0.5 if unity else 0, count) for of in layers])
    if sheet["pack"] != "godot":
        assert (weights.sum(axis=0) == 255).all()
        assert (weights == expected).all(), (weights != expected).sum()
        return
    base, overlay, blend = weights >> 27, weights >> 22 & 31, weights >> 14 & 255
    assert (weights & 0x3FFF == 0).all(), "no angles, scales, holes, navigation, and no choice of the shader"
    assert (base == expected.argmax(axis=0)).all()
    others = expected.copy()
    numpy.put_along_axis(others, base[None].astype("i8"), -1, axis=0)
    second = others.max(axis=0)
    first = expected.max(axis=0)
    assert (overlay[second > 0] == others.argmax(axis=0)[second > 0]).all()
    assert (abs(blend - 255 * second / (first + second)) <= 0.5).all()
    assert (blend[second == 0] == 0).all()


def check_tables(folder, sheet, size, shape):
    for name, files in sheet.get("tables", {}).items():
        rows, points = (importers.table(f"{folder}/{files[key]}") for key in ("rows", "points"))
        assert len(points) >= len(rows), name
        assert {int(point["row"]) for point in points} <= set(range(len(rows)))
        x_name, y_name = importers.columns(f"{folder}/{files['points']}")[4:]
        unit, flips = (100, False) if sheet["pack"] == "unreal" else (1, sheet["pack"] != "godot")
        down = sheet["metres_per_cell"][0 if sheet["pack"] == "godot" else 1]
        first = sheet.get("godot", {}).get("first_cell", [0, 0])
        for point in points:
            x, y = float(point["x (cells)"]), float(point["y (cells)"])
            assert -1 <= x <= size[0] and -1 <= y <= size[1]
            east, south = (first[0] + x) * sheet["metres_per_cell"][0], (first[1] + y) * down
            assert abs(float(point[x_name]) - unit * east) < 1e-6 * unit * size[0] * down
            there = (size[1] - 1) * down - south if flips else unit * south
            assert abs(float(point[y_name]) - there) < 1e-6 * unit * size[1] * down
            if "x (cells)" in rows[0]:  # points: their own place in the world, as far along as in the pack
                of_world = rows[int(point["row"])]
                window = list(map(int, sheet["world"].get("window", "0,0,0x0").split(",")[:2]))
                assert abs((float(of_world["x (cells)"]) - window[0]) * (size[0] - 1) - x * (shape[1] - 1)) < 1e-6 * size[0] ** 2
                assert abs((float(of_world["y (cells)"]) - window[1]) * (size[1] - 1) - y * (shape[0] - 1)) < 1e-6 * size[1] ** 2


for folder in folders:
    sheet, heights, weights, spacing = importers.read(folder)
    of_world, size = truth["height"][:], sheet["size"]
    expected = at(of_world, size).astype("f8")
    half = 0 if sheet["pack"] == "godot" else sheet["heights"]["metres_per_step"] / 2
    error = abs(heights - expected).max()
    assert error <= half * (1 + 1e-6), f"{folder}: {error} m beside, half a step is {half} m"
    if half:
        assert error > half / 2, "as bad as it can be, or nothing was compared"
    assert sheet["resampled"] == (list(of_world.shape[::-1]) != size)
    metres = sheet["world"]["metres_per_cell"]
    for side in (0, 1):
        extent = (of_world.shape[1 - side] - 1) * metres
        if sheet["pack"] != "godot" or side == 0:
            assert abs(spacing[side] * (size[side] - 1) - extent) < 1e-9 * extent
    if weights is not None:
        check_weights(sheet, weights, size)
    check_tables(folder, sheet, size, of_world.shape)
    words = open(f"{folder}/sheet.md").read()
    assert sheet["not_tried"] in words

# SPDX-License-Identifier: Apache-2.0
"""Worlds of configs/ as the program writes them: the page, and beside it a Zarr store with the same layers."""
import filecmp
import glob
import os
import subprocess

import numpy as np
import zarr

from page import demand

ports = {"metres": None, "biomes": "biomes", "rain.annual": "rain_annual", "temperature": "temperature", "wind.wind": "wind",
         "runoff": "runoff", "rivers.discharge": "discharge", "lakes.depth": "lake", "land.land": "land"}


def world(program, root, out, config, side):
    """The page's path and {layer: cells}."""
    height = {"realistic": "metres", "island": "drainage.filled"}[config]
    layers = {height: "height", **{port: name for port, name in ports.items() if name}}
    store = ", ".join(f"{name}: {port}" for port, name in layers.items())
    drape = ", ".join(["picture", *(port for port in layers if port != height)])
    outputs = (f'[{{file: "{{name}}.html", scene: {{height: {height}, drape: [{drape}], lines: rivers.table, points: lakes.table, '
               f"temperature: temperature, lake: lakes.depth}}}}, {{file: w.zarr, layers: {{{store}}}}}]")
    folder = f"{out}/{config}-{side}"
    subprocess.run([program, "build", f"{root}/configs/{config}.yaml", "--out", folder, "--quiet", "--set",
                    f"world.size=[{side}, {side}]", "--set", "outputs=" + outputs], check=True)
    arrays = zarr.open(f"{folder}/w.zarr", "r")
    called = {height: "height", "lakes.depth": "lake"}  # by what they are to the scene
    return (glob.glob(folder + "/*.html")[0],
            {called.get(port, port): as_told(arrays[name]) for port, name in layers.items()})


def as_told(array):
    """Vectors as x and y; whole 1024ths as what they are parts of."""
    values = array[:]
    if array.attrs.get("units", "").endswith("/1024"):
        values = values / 1024
    return np.moveaxis(values, 2, 0) if array.attrs.get("kind") == "vector" else values


def twice(program, root, out):
    """The same bytes from two builds, in two folders."""
    first, _ = world(program, root, out + "/first", "island", 65)
    second, _ = world(program, root, out + "/second", "island", 65)
    demand(filecmp.cmp(first, second, shallow=False), f"{first} and {second} differ")


def small_enough(path, most):
    size = os.path.getsize(path)
    demand(size < most, f"{path} has {size} bytes, not below {most}")
    return size

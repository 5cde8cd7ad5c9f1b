# SPDX-License-Identifier: Apache-2.0
"""Worlds whose every cell the tests know, from formulas."""
import numpy as np

from scene_file import SceneFile, png

classes = [(1, "sea", "#2b5c8a"), (2, "meadow", "#82ae66"), (3, "rock", "#9a8f86"), (4, "nowhere", "#ff00ff")]


def heights(width, height):
    """An island with two hills and a lake between them, and a shelf round it; m."""
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    hill = lambda at_x, at_y, wide: np.exp(-((x - at_x) ** 2 + (y - at_y) ** 2) / wide)
    land = 900 * hill(0, 0, 0.16) + 1500 * hill(0.28, -0.2, 0.02) + 800 * hill(-0.3, 0.22, 0.03)
    return land + 40 * np.sin(9 * x) * np.cos(7 * y) - 160


def island(width=129, height=129, **facts):
    """All kinds of layers and tables. Gives the file and what is in it: {layer: (values, step, transform)}."""
    file = SceneFile((width, height), **facts)
    ground = heights(width, height)
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    biome = np.where(ground <= 0, 1, np.where(ground < 700, 2, 3))
    lake = np.where((x - 0.36 * width) ** 2 + (y - 0.4 * height) ** 2 < (0.035 * width) ** 2, 12.0, 0.0)
    rain = 400 + 2200 * (x / width) ** 2
    rain[3, 5] = np.nan
    temperature = 14 - 0.0105 * np.maximum(ground, 0)
    wind = [7 + 3 * np.sin(y / 9), -2 + np.cos(x / 11)]
    water = np.where(ground > 0, (x * y) % 4001 / 3.0, 0.0)
    order = ((x // 16 + 2 * (y // 16)) % 7).astype(float)
    layers = {"ground": (ground, 0.1, "linear"), "biome": (biome, 1, "linear"), "rain": (rain, 0.5, "linear"),
              "temperature": (temperature, 0.02, "linear"), "water": (water, 0.0002, "log1p"), "land": (ground > 0, 1, "linear"),
              "lake": (lake, 0.1, "linear"), "order": (order, 1, "linear")}
    file.layer("biome", biome, kind="class", legend=classes, predictor="left")
    file.layer("ground", ground, kind="height", unit="m", step=0.1, role="height", predictor="med")
    file.layer("rain", rain, unit="mm/yr", step=0.5, documentation="Rain of a year.", title="Rain of a year")
    file.layer("temperature", temperature, unit="C", step=0.02, role="temperature", predictor="left")
    file.layer("wind", wind, kind="vector", unit="m/s", step=0.001)
    file.layer("water", water, unit="m3/s", step=0.0002, transform="log1p")
    file.layer("land", (ground > 0).astype(int), kind="mask", predictor="none")
    file.layer("lake", lake, unit="m", step=0.1, role="lake", drape=False)
    file.layer("order", order, kind="count", step=1, predictor="none")
    peak = np.unravel_index(ground.argmax(), ground.shape)
    middle = height // 2
    down = [(float(width * 0.5 + k * width / 90), float(middle + k)) for k in range(int(height * 0.3))]
    file.table("rivers", [(down, {"name": "Ouse", "reach": 1, "length": 8.5, "discharge": 42.0, "next_reach": 0, "ends_in": "sea"})],
               {"name": None, "reach": "1", "length": "km", "discharge": "m3/s", "next_reach": "1", "ends_in": None}, kind="lines")
    file.table("lakes", [([(0.36 * width, 0.4 * height)], {"lake": 1, "area": 3.5, "max_depth": 12.0})],
               {"lake": "1", "area": "km2", "max_depth": "m"})
    file.table("peaks", [([(float(peak[1]), float(peak[0]))], {"name": "Mount <img src=x onerror=alert(1)> & Co",
                                                              "height": float(ground.max())}),
                         ([(float(0.35 * width), float(0.61 * height))], {"name": None, "height": 640.0})],
               {"name": None, "height": "m"})
    file.flat = png(np.stack([np.clip(ground / 8 + shade, 0, 255).astype(np.uint8) for shade in (60, 110, 90)], axis=2))
    return file, layers, wind, (int(peak[1]), int(peak[0])), down


def only_heights(values, **facts):
    height, width = values.shape
    file = SceneFile((width, height), **facts)
    step = 0.1
    while np.ptp(values) / step > 65000:
        step *= 10
    file.layer("ground", values, kind="height", unit="m", step=step, role="height", drape=False)
    return file


def one_value(width=33, height=29):
    file = only_heights(heights(width, height))
    file.layer("even", np.full((height, width), 3.25), unit="m", step=0.01)
    file.layer("nothing", np.full((height, width), np.nan), unit="mm/yr", step=0.01)
    return file


odd = {
    "two cells by two": lambda: only_heights(np.array([[0.0, 100.0], [50.0, -20.0]])),
    "one row of a thousand": lambda: only_heights(200 * np.sin(np.arange(1000.0) / 40).reshape(1, 1000)),
    "all sea": lambda: only_heights(heights(65, 65) - 3000),
    "all land": lambda: only_heights(heights(65, 65) + 3000),
    "one height": lambda: only_heights(np.full((40, 40), 12.0)),
    "not 2^n + 1": lambda: island(101, 67)[0],
    "a layer of one value": one_value,
    "no layer but heights": lambda: only_heights(heights(65, 65)),
    "every fourth cell": lambda: island(65, 65, every=4)[0],
    "a world that wraps": lambda: only_heights(heights(64, 64), wrap="x"),
    "one cell is a metre": lambda: only_heights(heights(65, 65) / 250, cell=1),
    "off the globe": lambda: only_heights(heights(65, 65), latitude=90),
}

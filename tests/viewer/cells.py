# SPDX-License-Identifier: Apache-2.0
"""Values in random cells of all layers are those of an independent source, to half a step."""
import json

import numpy as np

from page import demand


def values(page, cells):
    """{layer: values}, of vectors pairs, null where there is none."""
    return page.run(f"""(() => {{
      const cells = {json.dumps(cells)}, out = {{}};
      const number = (value) => Array.isArray(value) ? value.map(number) : Number.isFinite(value) ? value : null;
      for (const layer of terrawright.world.layers) {{
        if (layer.kind !== 'colour') out[layer.name] = cells.map(([i, j]) => number(layer.value(i, j)));
      }}
      return out;
    }})()""")


def compare(page, truth, count, size):
    """truth: {layer: array, or two of a vector}. Gives {layer: largest error in steps}."""
    rng = np.random.default_rng(7)
    cells = [[int(rng.integers(size[0])), int(rng.integers(size[1]))] for _ in range(count)]
    cells += [[0, 0], [size[0] - 1, 0], [0, size[1] - 1], [size[0] - 1, size[1] - 1]]
    said = values(page, cells)
    facts = {layer["name"]: layer for layer in json.loads(page.run("JSON.stringify(terrawright.world.scene.layers)"))}
    demand(set(said) == set(truth), f"layers: {sorted(said)} where {sorted(truth)} should be")
    worst = {}
    for name, layer in facts.items():
        if name not in truth:
            continue
        parts = truth[name] if layer["kind"] == "vector" else [truth[name]]
        for k, (part, block) in enumerate(zip(parts, layer["blocks"])):
            for (i, j), value in zip(cells, said[name]):
                true = float(part[j][i])
                if layer["kind"] == "vector":
                    value = value[k]
                if np.isnan(true):
                    demand(value is None, f"{name} has {value} in {i}, {j}, where there is no value")
                    continue
                demand(value is not None, f"{name} has no value in {i}, {j}, which has {true}")
                if block["transform"] == "log1p":
                    true, value = np.log1p(true), np.log1p(value)
                error = abs(value - true) / block["step"]
                # A class is exact; the others are half a step off at most, and float32 in the source.
                slack = 0 if layer["kind"] in ("class", "mask") else 0.5 + 1e-6 * abs(true) / block["step"] + 1e-3
                demand(error <= slack, f"{name} is {value} in {i}, {j}, {error:.3f} steps from {true}")
                worst[name] = max(worst.get(name, 0), error)
    return worst

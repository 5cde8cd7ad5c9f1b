# SPDX-License-Identifier: Apache-2.0
"""How many features keep their names when a world has twice the resolution: names.py PROGRAM [CONFIG SEED ...]

Features of one kind at 1025 and at 2049 cells are the same where each is the nearest of the other and they lie within
1.5 km; of rivers those of 10 km and more. Beside it, as a peer, the share that keeps its name where names were given in the order of the table."""
import json
import math
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHOWN = 10  # km of a river that a map of A3 may name
KINDS = ["peaks", "capes", "bays", "islands", "land", "seas", "rivers", "lakes", "forests", "ranges", "places"]


def tables(program, config, seed, cells, folder):
    outputs = ", ".join(f"{{file: \"{kind}-{{seed}}.geojson\", layers: {{{kind}: maps.{kind}}}}}" for kind in KINDS)
    subprocess.run([program, "build", config, "--quiet", "--out", folder, "--seed", seed, "--set",
                    f"world.size=[{cells},{cells}]", "--set", f"world.cell={256.25 / cells} km", "--set",
                    f"outputs=[{outputs}]"], check=True)
    found = {}
    for kind in KINDS:
        rows = []
        for feature in json.loads((folder / f"{kind}-{seed}.geojson").read_text())["features"]:
            geometry = feature["geometry"]
            if geometry is None or (kind == "rivers" and feature["properties"]["length (km)"] < SHOWN):
                continue
            place = geometry["coordinates"]
            if geometry["type"] == "LineString":
                place = place[-1] if kind == "rivers" else place[len(place) // 2]
            rows.append((place[0] * 111.195 * math.cos(math.radians(40)), place[1] * 111.195, feature["properties"]["name"]))
        found[kind] = rows
    return found


def nearest(place, rows):
    return min(range(len(rows)), key=lambda i: math.dist(place[:2], rows[i][:2])) if rows else None


def compare(coarse, fine):
    pairs = []
    for i, row in enumerate(coarse):
        k = nearest(row, fine)
        if k is not None and nearest(fine[k], coarse) == i and math.dist(row[:2], fine[k][:2]) <= 1.5:
            pairs.append((i, k))
    return len(pairs), sum(coarse[i][2] == fine[k][2] for i, k in pairs), sum(i == k for i, k in pairs)


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    config = sys.argv[2] if len(sys.argv) > 2 else "island"
    for seed in sys.argv[3:] or ["42"]:
        with tempfile.TemporaryDirectory() as temporary:
            path = ROOT / "configs" / f"{config}_map.yaml"
            coarse = tables(program, path, seed, 1025, pathlib.Path(temporary) / "coarse")
            fine = tables(program, path, seed, 2049, pathlib.Path(temporary) / "fine")
        counts = {kind: compare(coarse[kind], fine[kind]) for kind in KINDS}
        pairs, kept, in_order = (sum(count[i] for count in counts.values()) for i in range(3))
        print(f"{config} {seed}: {kept} of {pairs} keep their names, {100 * kept / max(pairs, 1):.1f} %; in the order of the "
              f"tables {100 * in_order / max(pairs, 1):.1f} %")
        print("  " + ", ".join(f"{kind} {kept}/{pairs}" for kind, (pairs, kept, _) in counts.items() if pairs))


main()

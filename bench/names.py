# SPDX-License-Identifier: Apache-2.0
"""Counts features that keep their names at twice the resolution, world by world: names.py PROGRAM [CELLS [CONFIG SEED
...]]

CELLS of the coarse world, 1025 without it; the fine one has 2 * CELLS - 1 of half the size, so that every second cell of
it is one of the coarse world's. Features of one kind are the same where each is the nearest of the other and they lie
within 1.5 km; of rivers those of 10 km and more. As peers beside it, of the same pairs: names by the number of the row,
and names by the cell of 250 m (500 m where CELLS is 513) that a feature lies in."""
import json
import math
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHOWN = 10  # km of a river that a map of A3 may name
SIDE = 256  # km
SEEDS = ["42", "7", "99", "1", "2", "3"]
KINDS = ["peaks", "capes", "bays", "islands", "land", "seas", "rivers", "lakes", "forests", "deserts", "plains",
         "ranges", "places"]


def tables(program, config, seed, cells, folder):
    outputs = ", ".join(f"{{file: \"{kind}-{{seed}}.geojson\", layers: {{{kind}: maps.{kind}}}}}" for kind in KINDS)
    subprocess.run([program, "build", config, "--quiet", "--out", folder, "--seed", seed, "--set",
                    f"world.size=[{cells},{cells}]", "--set", f"world.cell={SIDE / (cells - 1)} km", "--set",
                    f"outputs=[{outputs}]"], check=True)
    found = {}
    for kind in KINDS:
        rows = []
        for number, feature in enumerate(json.loads((folder / f"{kind}-{seed}.geojson").read_text())["features"]):
            geometry, of = feature["geometry"], feature["properties"]
            if geometry is None or (kind == "rivers" and of["length"] < SHOWN):
                continue
            place = geometry["coordinates"]
            if geometry["type"] == "LineString":
                place = place[-1] if kind == "rivers" else place[len(place) // 2]
            rows.append({"at": (place[0] * 111.195 * math.cos(math.radians(40)), place[1] * 111.195),
                         "name": of["name"], "row": number})
        found[kind] = rows
    return found


def nearest(place, rows):
    return min(range(len(rows)), key=lambda i: math.dist(place, rows[i]["at"])) if rows else None


def pairs(coarse, fine):
    for i, row in enumerate(coarse):
        k = nearest(row["at"], fine)
        if k is not None and nearest(fine[k]["at"], coarse) == i and math.dist(row["at"], fine[k]["at"]) <= 1.5:
            yield row, fine[k]


def cell_of(place, cell):
    return [math.floor(x / cell + 0.5) for x in place]


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    cells = int(sys.argv[2]) if len(sys.argv) > 2 else 1025
    seeds = sys.argv[4:] or SEEDS
    print(f"{cells} and {2 * cells - 1} cells: features found in both, and of them in % those that keep their name")
    print(f"{'world':14}{'found':>7}{'kept':>8}{'by row':>8}{'by cell':>8}   kept of each kind")
    for config in [sys.argv[3]] if len(sys.argv) > 3 else ["island", "realistic"]:
        for seed in seeds:
            with tempfile.TemporaryDirectory() as temporary:
                path = ROOT / "configs" / f"{config}_map.yaml"
                coarse = tables(program, path, seed, cells, pathlib.Path(temporary) / "coarse")
                fine = tables(program, path, seed, 2 * cells - 1, pathlib.Path(temporary) / "fine")
            kept, found = {}, 0
            peers = {"name": 0, "row": 0, "cell": 0}
            for kind in KINDS:
                same = list(pairs(coarse[kind], fine[kind]))
                found += len(same)
                for peer in ("name", "row"):
                    peers[peer] += sum(a[peer] == b[peer] for a, b in same)
                side = SIDE / (cells - 1)
                peers["cell"] += sum(cell_of(a["at"], side) == cell_of(b["at"], side) for a, b in same)
                if same:
                    kept[kind] = f"{sum(a['name'] == b['name'] for a, b in same)}/{len(same)}"
            shares = [f"{100 * peers[peer] / max(found, 1):8.1f}" for peer in ("name", "row", "cell")]
            print(f"{config + ' ' + seed:14}{found:7}{''.join(shares)}   "
                  + ", ".join(f"{kind} {share}" for kind, share in kept.items()), flush=True)


main()

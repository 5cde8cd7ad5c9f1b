# SPDX-License-Identifier: Apache-2.0
"""What a printed map costs beside the world it is of: sheet.py PROGRAM [CELLS ...]

The world is made and kept first; then its features and one sheet of A3, as .pdf, .svg and .png of 300 dpi, are made of
what was kept. Printed: seconds of the world, of each sheet, of features alone, and their ratio to the world's."""
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def seconds(program, folder, outputs, cells, *more):
    command = [program, "build", ROOT / "configs" / "realistic_map.yaml", "--quiet", "--out", folder / "out", "--threads",
               "2", "--set", f"world.size=[{cells},{cells}]", "--set", f"world.cell={256.25 / cells} km",
               "--set", f"outputs=[{outputs}]", *more]
    begin = time.perf_counter()
    subprocess.run(command, check=True)
    return time.perf_counter() - begin


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    for cells in [int(word) for word in sys.argv[2:]] or [1025]:
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary)
            cache = ["--cache", folder / "cache", "--cache-size", "60GB"]
            layers = "h: metres, l: land.land, b: biomes, m: lakes, d: lakes.depth, v: lakes.level"
            world = seconds(program, folder, "{file: w.zarr, layers: {%s}}, {file: r.geojson, layers: {r: rivers.table}}" % layers,
                            cells, *cache)
            print(f"{cells} cells: the world {world:.2f} s")
            features = seconds(program, folder, "{file: p.csv, layers: {p: maps.peaks}}", cells, *cache)
            print(f"  peaks and their names, of the kept world {features:.2f} s, {features / world:.2f} of the world")
            for file in ("pdf", "svg", "png"):
                for style in ("topographic", "atlas", "antique"):
                    taken = seconds(program, folder, f"{{file: {style}.{file}, sheet: maps.{style}}}", cells, *cache)
                    print(f"  {style}.{file}: {taken:.2f} s, {taken / world:.2f} of the world")


main()

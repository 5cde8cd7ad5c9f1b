# SPDX-License-Identifier: Apache-2.0
"""docs/gallery/pair-*.jpg: pieces of worlds of configs/, left painted by view.relief, right by view.natural.

    before_after.py PROGRAM [FOLDER]

All else is the same: each world is built twice, the second time with the other stage in the place of the picture's.
docs/gallery/before_after.md says what is seen, so look at the pictures before you keep new ones. By oiiotool.
"""
import pathlib
import subprocess
import sys
import tempfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
WIDTH, HEIGHT, GAP = 400, 300, 4
# World, seed, and the first column and row of the piece.
PAIRS = [("realistic", 42, 250, 440), ("realistic", 900, 180, 230), ("realistic", 950, 330, 380),
         ("realistic", 955, 270, 420), ("realistic", 960, 480, 330), ("island", 42, 330, 400), ("island", 7, 350, 340),
         ("long_island", 6, 430, 200), ("long_island", 18, 330, 190), ("two_massifs", 5, 520, 400),
         ("two_massifs", 15, 190, 400), ("fjords", 42, 350, 380), ("fjords", 2, 480, 300), ("fjords", 7, 420, 330),
         ("volcano", 42, 320, 370), ("volcano", 18, 480, 330), ("continent", 6, 300, 300),
         ("archipelago", 3, 420, 540), ("atoll", 5, 560, 250), ("hand_drawn", 1, 150, 180)]

OF_NATURAL = ("snow", "tundra_range", "texture")  # parameters of view.natural that composites hand on


def painted_by_classes(node):
    """The config, or what is in it, with view.relief in the place of view.natural."""
    if isinstance(node, list):
        return [painted_by_classes(one) for one in node]
    if not isinstance(node, dict):
        return node
    if node.get("use") == "view.natural@1":
        inputs = {"height": node["in"]["height"], "biome": "biomes", "temperature": node["in"]["temperature"]}
        return {"use": "view.relief@1", "in": inputs}
    return {key: painted_by_classes(value) for key, value in node.items() if key not in OF_NATURAL}


def copied(folder, change):
    """configs/ with every file changed."""
    for path in (ROOT / "configs").rglob("*"):
        to = folder / path.relative_to(ROOT / "configs")
        if path.is_dir() or path.name.endswith(".lock.yaml"):
            continue
        to.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".yaml":
            to.write_text(yaml.safe_dump(change(yaml.safe_load(path.read_text())), sort_keys=False))
        else:
            to.write_bytes(path.read_bytes())


def piece(program, configs, world, seed, x, y):
    out = configs / "out"
    subprocess.run([program, "build", configs / f"{world}.yaml", "--seed", str(seed), "--quiet", "--cache", "off",
                    "--out", out], check=True, stderr=subprocess.DEVNULL)
    cut = configs / f"{world}-{seed}-piece.png"
    subprocess.run(["oiiotool", out / f"{world}-{seed}.png", "--ch", "R,G,B", "--cut", f"{WIDTH}x{HEIGHT}+{x}+{y}",
                    "-o", cut], check=True)
    return cut


def main(program, folder=ROOT / "docs/gallery"):
    with tempfile.TemporaryDirectory() as work:
        before, now = pathlib.Path(work, "before"), pathlib.Path(work, "now")
        copied(before, painted_by_classes)
        copied(now, lambda config: config)
        for world, seed, x, y in PAIRS:
            left, right = (piece(program, configs, world, seed, x, y) for configs in (before, now))
            subprocess.run(["oiiotool", "--nosoftwareattrib", left, right, f"--mosaic:pad={GAP}", "2x1", "--eraseattrib",
                            ".*", "--compression", "jpeg:83", "-o", pathlib.Path(folder, f"pair-{world}-{seed}.jpg")],
                           check=True)


main(*sys.argv[1:])

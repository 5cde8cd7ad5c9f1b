# SPDX-License-Identifier: Apache-2.0
"""A file changes only when what it holds does: content.py PROGRAM SOURCES

The realistic world with a file of every sort. One of its knobs is turned: every file whose layers have the recipes of
before has its bytes of before, and carries them; the others have not. The config is spelled otherwise (comments, order
of keys, other units, other names of nodes): no file changes.
"""
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

PROGRAM, SOURCES = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
SMALL = ["--set", "world.size=[129,129]", "--cache", "off", "--quiet"]
# Each in a file that is made of heights alone, and in one that is made of rain or rivers too.
MORE = """
  - {file: more-heights.exr, layers: {height: metres, land: land.land}}
  - {file: more-rain.exr, layers: {height: metres, rain: rain.annual}}
  - {file: more-heights.tif, layers: {height: metres}}
  - {file: more-rain.tif, layers: {rain: rain.annual}}
  - {file: more-heights.zarr, layers: {height: metres}}
  - {file: more-rain.zarr, layers: {height: metres, rain: rain.annual}}
  - {file: more-heights.glb, layers: {height: metres}, error: 20 m}
  - {file: more-picture.glb, layers: {height: metres}, texture: picture, error: 20 m}
  - {file: more-heights.obj, layers: {height: metres}, error: 20 m}
  - {file: more-land.png, layers: {land: land.land}}
  - {tiles: {side: 64, file: "more-heights-tiles/{x}_{y}.png"}, layers: {height: metres}, range: [-4500 m, 4500 m]}
  - {pyramid: {file: more-heights.pmtiles, encoding: mapbox}, layers: {height: metres}}
  - {pyramid: {file: "more-heights-web/{z}/{x}/{y}.png", encoding: mapbox}, layers: {height: metres}}
  - {pyramid: {file: more-picture.pmtiles}, layers: {picture: picture}}
  - {pack: unity, folder: more-heights-pack, heights: metres, weights: {grass: rest, sand: land.land}}
  - {pack: generic, folder: more-rivers-pack, heights: metres, tables: {rivers: rivers.table}}
  - {file: more-heights.html, scene: {height: metres, drape: {Land: land.land}}}
  - {file: more-heights.svg, sheet: sheet}
  - {file: more-heights.pdf, sheet: sheet}
"""
SHEET = "\n  sheet: {use: map.sheet@1, in: {height: metres, land: land.land}, with: {paper: A5}}\n\noutputs:\n"
# Equal values: the text in the config, and its replacement.
OTHER_WORDS = [("cell: 250 m", "cell: 0.25 km"), ("max_pond: 100000000 km2", "max_pond: 100000000000000 m2"),
               ("speed: 10 m/s", "speed: 36 km/h"), ("[-4500 m, 4500 m]", "[-4.5 km, 4500 m]"), ("66 %", "66.0 %")]


class Words:
    """`on` and `off` stay words."""
    yaml_implicit_resolvers = {letter: [one for one in all_ if one[0] != "tag:yaml.org,2002:bool"]
                               for letter, all_ in yaml.SafeLoader.yaml_implicit_resolvers.items()}


class Loader(Words, yaml.SafeLoader):
    pass


class Dumper(Words, yaml.SafeDumper):
    pass


def demand(condition, what):
    if not condition:
        raise SystemExit(f"content.py: {what}")


def built(config, folder, *arguments):
    run = subprocess.run([PROGRAM, "build", config, *SMALL, "--out", folder, *arguments], text=True, capture_output=True)
    demand(run.returncode == 0, f"exit code {run.returncode}\n{run.stderr}")
    files = {str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}
    manifest = json.loads(files.pop("realistic-42.manifest.json"))
    return files, manifest


def names_in(value):
    if isinstance(value, dict):
        return [name for one in value.values() for name in names_in(one)]
    return [name for one in value for name in names_in(one)] if isinstance(value, list) else [value]


def recipes_of(output, manifest):
    """Recipes of all ports that an output names: {recipe}."""
    found = set()
    for name in filter(lambda name: isinstance(name, str), names_in(output)):
        node, _, port = name.partition(".")
        recipes = manifest["nodes"].get(node, {}).get("recipes", {})
        found |= {recipes[port]} if port in recipes else set(recipes.values()) if not port else set()
    return found


def output_of(file, manifest):
    """That which wrote a file: its name begins with the output's, up to the ending or the first {x}."""
    def stem(output):
        own = output.get("folder") or (output.get("tiles") or output.get("pyramid") or output)["file"]
        return own.split("/{")[0] if "{" in own else own.rsplit(".", 1)[0] if output.get("layers", {}) else own
    return max((one for one in manifest["config"]["outputs"] if file.startswith(stem(one))), key=lambda one: len(stem(one)))


def other_order(value, keep=()):
    """Maps the other way round, but for those whose order says something."""
    if not isinstance(value, dict):
        return [other_order(one) for one in value] if isinstance(value, list) else value
    items = list(value.items()) if set(keep) & set(value) else list(reversed(list(value.items())))
    return {key: one if key in ("layers", "scene", "weights", "tables") else other_order(one) for key, one in items}


def with_other_nodes(world, names):
    """Nodes are called otherwise, wherever the config names them."""
    def other(value):
        if isinstance(value, dict):
            return {key: other(one) for key, one in value.items()}
        if isinstance(value, list):
            return [other(one) for one in value]
        node, point, port = value.partition(".") if isinstance(value, str) else ("", "", "")
        return names[node] + point + port if node in names else value

    stages = {names.get(node, node): {**stage, "in": other(stage["in"])} if "in" in stage else stage
              for node, stage in world["stages"].items()}
    expect = [{**one, "that": re.sub(rf"(?<![\w.])({'|'.join(names)})(?=[.,)])", lambda found: names[found[0]], one["that"])}
              for one in world["expect"]]
    return {**world, "stages": stages, "outputs": other(world["outputs"]), "expect": expect}


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        shutil.copytree(SOURCES / "configs/parts", folder / "parts")
        text = (SOURCES / "configs/realistic.yaml").read_text()
        demand(text.count("\noutputs:\n") == 1, "configs/realistic.yaml has no outputs")
        outputs, expect, expected = text.replace("\noutputs:\n", SHEET).partition("\nexpect:\n")
        text = outputs.rstrip("\n") + MORE + expect + expected
        config = folder / "world.yaml"
        config.write_text(text)
        before, of_before = built(config, folder / "before")

        after, of_after = built(config, folder / "after", "--set", "knobs.wind=225 deg")
        demand(of_before["config_hash"] != of_after["config_hash"], "the knob is not in the manifest")
        demand(before.keys() == after.keys(), "a knob changes what files there are")
        same, other = [], []
        for file in before:
            output = output_of(file, of_before)
            recipes = recipes_of(output, of_before)
            demand(recipes, f"nobody knows what {file} is made of")
            is_same = before[file] == after[file]
            if recipes == recipes_of(output, of_after):
                same.append(file)
                demand(is_same, f"{file} changed, and its layers did not")
            else:
                other += [] if is_same else [file]
            demand(of_before["config_hash"].encode() not in before[file], f"{file} carries the hash of the config")
        endings = {pathlib.Path(file).suffix for file in same}
        demand({".exr", ".png", ".tif", ".glb", ".obj", ".pmtiles", ".html", ".svg", ".pdf", ".json"} <= endings,
               f"what stays is no file of every sort: {sorted(endings)}")
        for file in ("realistic-42.exr", "realistic-42.html", "realistic-42-rivers.geojson", "more-rain.tif", "more-picture.glb"):
            demand(file in other, f"{file} is as before, and its layers are not")
        # A reader finds which recipe a file was made by.
        recipe, = of_before["nodes"]["metres"]["recipes"].values()
        for file in ("realistic-42.exr", "realistic-42-height.png", "realistic-42.html", "more-heights.tif", "more-heights.glb",
                     "more-heights.obj", "more-heights.zarr/height/.zattrs", "more-heights-pack/sheet.json",
                     "more-heights-web/tile.json", "more-heights-tiles/0_0.png"):
            demand(recipe.encode() in before[file], f"{file} does not carry the recipe of its heights")

        for here, there in OTHER_WORDS:
            demand(here in text, f"configs/realistic.yaml has no '{here}'")
            text = text.replace(here, there)
        spelling = with_other_nodes(other_order(yaml.load(text, Loader)), {"metres": "elevation", "land": "dry", "rivers": "streams"})
        config.write_text("# Otherwise.\n" + yaml.dump(spelling, Dumper=Dumper, sort_keys=False))
        spelled, _ = built(config, folder / "spelled")
        moved = sorted(file for file in before.keys() | spelled.keys() if before.get(file) != spelled.get(file))
        demand(not moved, "files changed with the spelling of the config: " + ", ".join(moved))
    print(f"{len(before)} files: a knob leaves {len(same)} and changes {len(other)}, a spelling none")


if __name__ == "__main__":
    main()

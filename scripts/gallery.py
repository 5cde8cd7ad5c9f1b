# SPDX-License-Identifier: Apache-2.0
"""docs/gallery.md: each world of configs/ with its first comment, its picture and its command.

--sizes: the pictures of docs/gallery/sizes.md instead, each world at four widths.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "gallery"
PROGRAM = ROOT / "build" / "release" / "terrawright"
# Worlds that people start from come first, those of the origin texts in the order of the texts last.
FIRST = ["realistic", "realistic_map", "island", "island_map", "fjords", "delta", "long_island", "two_massifs", "atoll", "archipelago", "continent", "hand_drawn",
         "valley", "canyon", "badlands", "crater", "dunes", "coast", "tileable", "skyline"]
TEXTS = ["clipped_diamond_square", "wrapped_diamond_square", "superposed_profile", "midpoint_displacement",
         "fractal_island"]


def description(path):
    """The comment at the top of a world, without the command and the modeline."""
    lines = []
    for line in path.read_text().splitlines():
        if not line.startswith("#"):
            break
        text = line.lstrip("# ").rstrip()
        if not text.startswith(("terrawright ", "yaml-language-server")):
            lines.append(text)
    return " ".join(lines)


def half(side):
    return (side - 1) // 2 + 1 if side % 2 else side // 2


def render_sheets(path, world, folder):
    """Printed maps, each at 100 dots an inch."""
    sheets = sorted({output["sheet"] for output in world["outputs"] if "sheet" in output}, reverse=True)
    names = [sheet.rpartition(".")[2] for sheet in sheets]
    outputs = ", ".join(f"{{file: {name}.png, sheet: {sheet}, dpi: 100}}" for name, sheet in zip(names, sheets))
    subprocess.run([PROGRAM, "build", path, "--quiet", "--out", folder, "--set", f"outputs=[{outputs}]"], check=True)
    for name in names:
        subprocess.run(["oiiotool", "--nosoftwareattrib", pathlib.Path(folder) / f"{name}.png", "--ch", "R,G,B",
                        "--eraseattrib", ".*", "--compression", "jpeg:85", "-o", PICTURES / f"{path.stem}.{name}.jpg"],
                       check=True)
    return [f"{path.stem}.{name}.jpg" for name in names]


def render(path, folder):
    """The picture of a world at half its size: the same land, seen from farther away."""
    world = yaml.safe_load(path.read_text())
    if any("sheet" in output for output in world["outputs"]):
        return render_sheets(path, world, folder)
    width, height = world["world"]["size"]
    arguments = [PROGRAM, "build", path, "--quiet", "--out", folder]
    if all(isinstance(side, int) and side > 600 for side in (width, height)):  # some are knobs
        metres = world["world"].get("cell", "1 km").split()
        arguments += ["--set", f"world.size=[{half(width)},{half(height)}]",
                      "--set", f"world.cell={2 * float(metres[0]):g} {metres[1]}"]
    subprocess.run(arguments, check=True)
    output = next(o for o in world["outputs"] if "picture" in o.get("layers", {}))
    name = output["file"].format(name=world["name"], seed=world["world"]["seed"])
    shutil.copyfile(pathlib.Path(folder) / name, PICTURES / f"{path.stem}.png")
    return [f"{path.stem}.png"]


def render_widths(path):
    """A world at four of the widths that it is made for: picture and hillshade, cell by cell."""
    text = path.read_text()
    widths = yaml.safe_load(text)["world"]["widths"]
    metres = [float(value.split()[0]) * (1000 if value.endswith("km") else 1) for value in (widths["from"], widths["to"])]
    outputs = text[text.index("\noutputs:"):]
    picture = re.search(r"\{picture: ([\w.]+)\}", outputs)[1]
    heights = re.search(r"height: ([\w.]+)[,}\n]", outputs)[1]
    side, tiles = 257, []
    with tempfile.TemporaryDirectory() as folder:
        for step in range(4):
            width = metres[0] * (metres[1] / metres[0]) ** (step / 3)
            for name, layer in (("picture", picture), ("hillshade", "shade_of_sizes")):
                tiles.append(f"{folder}/{name}-{step}.png")
            world = {"terrawright": 1, "name": path.stem, "extends": path.stem,
                     "world": {"size": [side, side], "cell": f"{width / side:.6g} m"},
                     "stages": {"shade_of_sizes": {"use": "view.hillshade@1", "in": {"height": heights}}},
                     "outputs": [{"file": f"picture-{step}.png", "layers": {"p": picture}},
                                 {"file": f"hillshade-{step}.png", "layers": {"h": "shade_of_sizes"}}]}
            config = pathlib.Path(folder) / f"{step}.yaml"
            config.write_text(yaml.safe_dump(world))
            subprocess.run([PROGRAM, "build", config, "--quiet", "--out", folder], check=True)
        subprocess.run(["oiiotool", "--nosoftwareattrib", *(part for tile in tiles[::2] for part in (tile, "--ch", "R,G,B")),
                        *(part for tile in tiles[1::2] for part in (tile, "--ch", "0,0,0")), "--mosaic", "4x2",
                        "--eraseattrib", ".*", "--compression", "jpeg:85", "-o", PICTURES / f"sizes-{path.stem}.jpg"],
                       check=True)


def main():
    if "--sizes" in sys.argv[1:]:
        for path in sorted(ROOT.glob("configs/*.yaml")):
            if "widths: {from:" in path.read_text():
                render_widths(path)
        return
    PICTURES.mkdir(parents=True, exist_ok=True)
    worlds = {path.stem: path for path in ROOT.glob("configs/*.yaml") if "." not in path.stem}
    rest = sorted(set(worlds) - set(FIRST) - set(TEXTS))
    page = ["# Gallery", "", "Every world in [configs/](../configs), at half its size. Written by `scripts/gallery.sh`."]
    for name in [name for name in [*FIRST, *rest, *TEXTS] if name in worlds]:
        with tempfile.TemporaryDirectory() as folder:
            pictures = render(worlds[name], folder)
        page += ["", f"## {name}", "", description(worlds[name]), "", f"    terrawright build configs/{name}.yaml"]
        for picture in pictures:
            page += ["", f"![{picture.rpartition('.')[0].replace('.', ', ')}](gallery/{picture})"]
    (ROOT / "docs" / "gallery.md").write_text("\n".join(page) + "\n")


main()

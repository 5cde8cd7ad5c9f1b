# SPDX-License-Identifier: Apache-2.0
"""Holds that what the bench builds is what users run: every world that bench/ names is one of configs/, as it ships."""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
# With a reason each.
OTHERS = {
    "bench/worlds/erosion.yaml": "erosion alone",
    "bench/worlds/island_780c1aa.yaml": "the world of the first figures in a browser",
    "tests/worlds/earlier/island.yaml": "search.py adds expectations to a world that has none",
}
# Names that are made of a folder and a word.
FOLDERS = {"configs/": "", "tests/worlds/earlier/": "scale.cpp: the figures of docs/scale.md"}


def problems():
    named = set()
    for path in sorted([*ROOT.glob("bench/*.cpp"), *ROOT.glob("bench/*.py")]):
        text = path.read_text()
        named |= {(path.name, name) for name in re.findall(r"[\w./-]+/[\w-]+\.yaml", text)}
        for folder in re.findall(r'"/?([\w/]+/)" \+ \w+', text):
            if folder.rstrip("/").split("/")[-1] in ("worlds", "configs", "earlier") and folder not in FOLDERS:
                yield f"bench/{path.name}: worlds of {folder} are not those of configs/"
    for source, name in sorted(named):
        name = name.lstrip("/")
        if not (ROOT / name).is_file():
            if "/" in name and name.split("/")[0] in ("configs", "bench", "tests"):
                yield f"bench/{source}: there is no {name}"
        elif name not in OTHERS and not re.fullmatch(r"configs/[\w-]+\.yaml", name):
            yield f"bench/{source}: {name} is no world that ships; build one of configs/, or give a reason in tests/shipped_in_bench.py"
    for name in {one.name for one in ROOT.glob("bench/worlds/*.yaml")} & {one.name for one in ROOT.glob("configs/*.yaml")}:
        yield f"bench/worlds/{name}: a copy of configs/{name}"
    worlds = re.search(r"worlds\[\] = \{(.*?)\}", (ROOT / "bench/builds.cpp").read_text(), re.S).group(1)
    if {*re.findall(r'"(.*?)"', worlds)} != {"configs/island.yaml", "configs/realistic.yaml"}:
        yield f"bench/builds.cpp: builds {worlds.strip()}, not configs/island.yaml and configs/realistic.yaml"
    if re.search(r"--set\W+outputs", (ROOT / "bench/builds.cpp").read_text()):
        yield "bench/builds.cpp: leaves out files"


found = list(problems())
print("\n".join(found) or "the bench builds what ships")
sys.exit(1 if found else 0)

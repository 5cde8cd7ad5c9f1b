#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Broken and hostile configs get the program's sentences from terrawright.wasm, and never a trap, an abort or a hang.

mutants.py PROGRAM ROOT FOLDER_OF_WASM [COUNT] [SEED]

COUNT mutants of ROOT/tests/errors/*.yaml and ROOT/configs/*.yaml are those of tests/hostile/mutants.py. Each is validated
and, at 33 cells, built by both. Answers that name parts of packs are not compared, since the module has no packs.
"""
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

program, root, wasm = (pathlib.Path(one).resolve() for one in sys.argv[1:4])
count = int(sys.argv[4]) if len(sys.argv) > 4 else 50
rng = random.Random(int(sys.argv[5]) if len(sys.argv) > 5 else 7)
if not (wasm / "terrawright.wasm").exists():
    print("skipped: it needs build/wasm, which scripts/wasm.sh makes")
    sys.exit(77)
sys.path.insert(0, str(root / "tests/hostile"))
from mutants import mutate  # noqa: E402

HEAD = "terrawright: 1\nname: hostile\n"
WORLD = "world: {size: [33, 33], cell: 10 m, seed: 1}\n"
LAND = "stages: {n: {use: heights.diamond_square@1}}\noutputs: [{file: a.exr, layers: {h: n}}]\n"
SMALL = ["world.size=[33,33]"]


def bomb():
    text = HEAD + WORLD + LAND + "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for i in range(1, 12):
        text += f"a{i}: &a{i} [" + ", ".join([f"*a{i - 1}"] * 10) + "]\n"
    return text


def chain(length):
    text = HEAD + WORLD + "composites:\n"
    for i in range(length):
        text += f"  c.c{i}: {{version: 1, outputs: {{a: n}}, stages: {{n: {{use: c.c{i + 1}@1}}}}}}\n"
    return text + "stages: {n: {use: c.c0@1}}\noutputs: [{file: a.exr, layers: {h: n}}]\n"


def hostile():
    """Names and texts."""
    yield "bomb", bomb()
    yield "bracket", HEAD + WORLD + LAND + "x: " + "[" * 1_000_000 + "\n"
    yield "maps", HEAD + WORLD + LAND + "x: " + "{a: " * 300_000 + "\n"
    yield "lists", HEAD + WORLD + LAND + "x:\n  " + "- " * 500_000 + "\n"
    yield "keys", HEAD + WORLD + LAND + "x: " + "? " * 500_000 + "\n"
    yield "composites", chain(60)
    yield "many_composites", chain(3000)
    yield "million_composites", chain(1_000_000)
    yield "large", HEAD + WORLD.replace("[33, 33]", "[100000, 100000]") + LAND.replace("}]", ", coarsen: 100}]")  # 3 GB of disk
    yield "larger", HEAD + WORLD.replace("[33, 33]", "[4000000000, 4000000000]") + LAND
    nested = "(" * 100_000 + "1" + ")" * 100_000
    yield "formula", HEAD + WORLD + LAND.replace("}}\nout", "}, f: {use: shape.formula@1, in: {a: n}, with: {formula: '%s'}}}\nout" % nested)


def writable(text):
    """Without outputs of packs, as in compare.mjs."""
    def kept(outputs):
        head, *items = re.split(r"^(?=  - )", outputs[0], flags=re.M)
        return re.sub(r", legend: \w+", "", head + "".join(one for one in items if not re.search(r"\b(scene|sheet):", one)))
    return re.sub(r"^outputs:\n(?:[ #].*\n|\n)*", kept, text, flags=re.M)


def problems(output):
    """Of --format json, as the module has them."""
    found = []
    for line in output.splitlines():
        one = json.loads(line)
        # Each has a disk of its own, and the width of a world is advice of `validate`.
        if one.get("event") == "problem" and not re.search(" of disk in | wide, and .* is made for ", one["message"]):
            found.append([one["severity"], one.get("line", 0), one.get("column", 0), one["message"], one.get("hint", "")])
    return found


def native(folder, file, *command):
    run = subprocess.run([program, command[0], file, *command[1:], "--format", "json"], cwd=folder, stdin=subprocess.DEVNULL,
                         capture_output=True, timeout=300)
    return {"exit": run.returncode, "problems": problems(run.stdout.decode(errors="replace"))}


def main():
    work = pathlib.Path(tempfile.mkdtemp(prefix="terrawright-wasm-"))
    sources = []
    for folder in ("tests/errors", "configs"):
        shutil.copytree(root / folder, work / folder)
        sources += [path for path in sorted((work / folder).glob("*.yaml")) if not path.name.endswith(".lock.yaml")]
    texts = {path: writable(path.read_bytes().decode("utf-8", "surrogateescape")) for path in sources}
    configs = [path for path in sources if path.parent.name == "configs"]
    cases = []
    for i in range(count):
        of = rng.choice(configs if rng.random() < 0.4 else sources)
        cases.append((of.relative_to(work).with_name(f"mutant{i}.yaml"), mutate(texts[of], texts[rng.choice(sources)], rng)))
    cases += [(pathlib.Path("configs") / f"hostile_{name}.yaml", text) for name, text in hostile()]
    expected = []
    for file, text in cases:
        (work / file).write_bytes(text.encode("utf-8", "surrogateescape"))
        one = {"file": str(file), "validate": native(work, file, "validate")}
        if one["validate"]["exit"] == 0 and file.name.startswith("mutant"):
            one["build"] = native(work, file, "build", "--set", SMALL[0], "--threads", "1", "--cache", "off", "--out", work / "out")
        if file.name.startswith("hostile_large"):
            one["memory"] = 100_000_000
            one["build"] = native(work, file, "build", "--memory", "100MB", "--threads", "1", "--cache", "off", "--out", work / "out")
        expected.append(one)
    (work / "expected.json").write_text(json.dumps({"folder": str(work), "set": SMALL, "cases": expected}))
    failed = subprocess.run(["node", root / "tests/wasm/mutants.mjs", wasm, root, work / "expected.json"], timeout=3600).returncode
    if failed:
        print("its configs are kept in", work)
    else:
        shutil.rmtree(work)
    return failed


if __name__ == "__main__":
    os.environ.pop("TERRAWRIGHT_PLUGIN_PATH", None)
    os.environ["XDG_CACHE_HOME"] = "/nonexistent"  # no other build's entries count
    sys.exit(main())

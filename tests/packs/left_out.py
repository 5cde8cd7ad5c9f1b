# SPDX-License-Identifier: Apache-2.0
"""A program without some packs builds all worlds that need none of them, with the same layers, and refuses the others by the
pack's name: left_out.py RELEASE PROGRAM ROOT PACK..."""
import json
import pathlib
import subprocess
import sys
import tempfile

RELEASE, PROGRAM, ROOT, LEFT_OUT = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), sys.argv[4:]


def run(program, *words):
    return subprocess.run([program, *words], capture_output=True, text=True)


def layers(program, world, folder):
    ran = run(program, "build", world, "--set", "world.size=[129, 129]", "--out", folder, "--cache", "off", "--quiet")
    assert ran.returncode in (0, 4), ran.stderr
    manifest = next(pathlib.Path(folder).glob("*.manifest.json"))
    return {name: layer["xxh3_128"] for name, layer in json.loads(manifest.read_text())["layers"].items()}


worlds = [*ROOT.glob("configs/*.yaml"), *ROOT.glob("stages/**/*.yaml"), *ROOT.glob("packs/*/stages/**/*.yaml")]
taken, refused = [], 0
for world in sorted(world for world in worlds if "." not in world.stem):
    ran = run(PROGRAM, "validate", world)
    if ran.returncode == 0:
        taken.append(world)
        continue
    named = [pack for pack in LEFT_OUT if f"is in the pack '{pack}', which this program lacks" in ran.stderr]
    assert ran.returncode == 2 and named, f"{world}: {ran.stderr}"
    refused += 1
for pack in LEFT_OUT:  # what it has is not described, and said to be its own
    for source in ROOT.glob(f"packs/{pack}/stages/*/*/*.pictures.yaml"):
        stage = f"{source.parent.parent.name}.{source.parent.name}"
        ran = run(PROGRAM, "describe", stage)
        assert ran.returncode == 2 and f"'{stage}' is in the pack '{pack}'" in ran.stderr, ran.stderr
assert taken and refused
with tempfile.TemporaryDirectory() as folder:
    world = ROOT / "configs/valley.yaml"
    assert layers(RELEASE, world, folder + "/a") == layers(PROGRAM, world, folder + "/b")
print(f"without {' and '.join(LEFT_OUT)}: {len(taken)} worlds are taken, {refused} refused by the name of a pack; layers as before")

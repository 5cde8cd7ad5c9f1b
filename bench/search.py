# SPDX-License-Identifier: Apache-2.0
"""5 of 60 worlds of 513 x 513 cells: a search beside a sweep of all of them. search.py PROGRAM [CELLS]"""
import csv
import json
import os
import subprocess
import sys
import tempfile
import time

program = os.path.abspath(sys.argv[1])
side = int(sys.argv[2]) if len(sys.argv) > 2 else 513
root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
seeds, want, share = 60, 5, "land.land_share"
expect = "\nexpect:\n  - {name: much land, that: land.land_share >= 37 %}\n  - {name: a lake, that: count(lakes.table) >= 1}\n"


def seconds(*words):
    begun = time.monotonic()
    ran = subprocess.run([program, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert ran.returncode in (0, 4), ran.returncode
    return time.monotonic() - begun, ran.stdout


with tempfile.TemporaryDirectory() as folder:
    config = folder + "/world.yaml"
    with open(root + "/tests/worlds/earlier/island.yaml", encoding="utf-8") as island, open(config, "w", encoding="utf-8") as file:
        file.write(island.read() + expect)
    world = [config, "--set", f"world.size=[{side},{side}]", "--cache", "off", "--quiet", "--seeds", f"1..{seeds}"]
    swept, _ = seconds("sweep", *world, "--out", folder + "/swept")
    with open(folder + "/swept/worlds.csv", encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["state"] == "built"]
    brute = {"first": [row["seed"] for row in rows][:want],
             "best": [row["seed"] for row in sorted(rows, key=lambda row: -float(row[share]))][:want]}
    for what, more in (("first", []), ("best", ["--best", share])):
        took, out = seconds("search", *world, "--json", "--want", str(want), *more)
        found = json.loads(out)
        same = sum(one["seed"] in brute[what] for one in found["found"])
        tried = ", ".join(f"{one['worlds']} at {one['size']}" for one in found["tried"])
        print(f"{side} x {side} cells, the {what} {want} of {seeds} ({len(rows)} as expected): a sweep {swept:.2f} s, a search {took:.2f} s ({tried}), "
              f"{swept / took:.1f} times as fast, {same} of {want} the same")

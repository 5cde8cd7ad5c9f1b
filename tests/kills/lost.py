#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Nothing is lost: builds, sweeps and verify that are killed, run out of disk, meet odd names, race or run in odd places.

lost.py PROGRAM AT_CALL [short|long] [--only PART,...] [--every N] [--kills N] [--rounds N] [--scenes ...] [--ways ...]

AT_CALL is the library that at_call.c becomes. The last lines are the figures; exit code 1 if something is lost.
"""
import argparse, importlib, pathlib, sys, time
import disturbed

PARTS = ["calls", "faults", "kills", "disk", "names", "races", "places"]

parser = argparse.ArgumentParser()
parser.add_argument("program", type=pathlib.Path)
parser.add_argument("at_call", type=pathlib.Path)
parser.add_argument("form", nargs="?", default="short", choices=["short", "long"])
parser.add_argument("--only", default=",".join(PARTS))
parser.add_argument("--every", type=int)
parser.add_argument("--kills", type=int)
parser.add_argument("--rounds", type=int)
parser.add_argument("--scenes", default="")
parser.add_argument("--ways", default="")
parser.add_argument("--kinds", default="")
asked = parser.parse_args()
disturbed.PROGRAM, disturbed.AT_CALL = asked.program.resolve(), asked.at_call.resolve()
is_long = asked.form == "long"


def words(text):
    return [word for word in text.split(",") if word]


def part(name):
    if name == "calls":
        import every_call
        return every_call.run(asked.every or (1 if is_long else 1009), words(asked.scenes), words(asked.ways))
    if name == "faults":
        import faults
        return faults.run(asked.every or (1 if is_long else 16), words(asked.kinds))
    if name == "kills":
        import random_kills
        return random_kills.run(asked.kills or (300 if is_long else 4), [0, 300, 2000] if is_long else [300])
    if name == "disk":
        import full_disk
        return full_disk.run(is_long)
    if name == "names":
        import odd_names
        return odd_names.run(asked.every or (1 if is_long else None))
    if name == "races":
        import races
        return races.run(asked.rounds or (100 if is_long else 1))
    import odd_places
    return odd_places.run(is_long)


figures, lost = [], 0
for name in words(asked.only):
    begin = time.monotonic()
    figure, wrong = part(name)
    lost += len(wrong)
    figures.append(f"{name}: {figure}, {len(wrong)} wrong ({time.monotonic() - begin:.0f} s)")
    print(figures[-1], flush=True)
if len(figures) > 1:
    print("\n" + "\n".join(figures))
sys.exit(1 if lost else 0)

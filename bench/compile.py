#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the cost of a build: compile.py [BUILD_FOLDER [COUNT]]. By Ninja's own records of the last time that each
object was made: seconds by target, the slowest objects, and the lines that all of them read. Seconds are those of the
clock, so a quiet machine and no ccache are needed; scripts/setup.sh prints seconds of processor.

compile.py BUILD_FOLDER --most MILLIONS: the lines that the objects of the program read; fails where there are more."""
import collections
import pathlib
import subprocess
import sys


def seconds(build):
    took = {}
    for line in (build / ".ninja_log").read_text().splitlines()[1:]:
        begin, end, _, output, _ = line.split("\t")
        if output.endswith(".o"):
            took[output] = (int(end) - int(begin)) / 1000
    return took


def lines(build):
    """Lines that each object reads, and how many objects read json.hpp."""
    known, read, json = {}, {}, 0
    text = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=True).stdout
    for block in text.split("\n\n"):
        head, *files = block.splitlines() or [""]
        if not head.partition(":")[0].endswith(".o"):
            continue
        json += any(file.endswith("nlohmann/json.hpp") for file in files)
        for file in (build / file.strip() for file in files):
            if file not in known:
                known[file] = file.read_bytes().count(b"\n") if file.is_file() else 0
        read[head.partition(":")[0]] = sum(known[build / file.strip()] for file in files)
    return read, json


def main(build, count):
    took = seconds(build)
    read, json = lines(build)
    targets = collections.Counter()
    for output, one in took.items():
        targets[output.partition("/CMakeFiles/")[2].partition(".dir/")[0]] += one
    for target, one in targets.most_common():
        print(f"{one:8.1f} s  {target}")
    print(f"{sum(took.values()):8.1f} s  in all, {len(took)} objects, {json} of which read json.hpp")
    print(f"{sum(read.values()) / 1e6:8.2f} million lines read\nslowest:")
    for output, one in sorted(took.items(), key=lambda item: -item[1])[:count]:
        print(f"{one:8.1f} s  {read.get(output, 0) / 1e3:5.0f} thousand lines  {output}")


def within(build, most):
    read = sum(one for output, one in lines(build)[0].items() if not output.startswith(("tests/", "bench/")))
    print(f"{read / 1e6:.2f} of {most} million lines read by the objects of the program")
    return 0 if 0 < read <= most * 1e6 else 1


if "--most" in sys.argv:
    sys.exit(within(pathlib.Path(sys.argv[1]), float(sys.argv[3])))
main(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build/release"), int(sys.argv[2]) if len(sys.argv) > 2 else 10)

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C ends a build within a second, whatever stage or file it is at, and leaves nothing.

stopped.py PROGRAM SOURCES [short|long] [WORD ...]

Builds on one thread get SIGINT while a node runs or a file is written. The bar is one second of processor time after the
signal; the wall time is printed beside it. `short` has the worst worlds. `long` has every built-in stage, by its own
smallest world made larger until the stage takes two seconds, in tiles and as one tile, and every slow kind of file; WORDs
choose some of them by name.
"""
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM, SOURCES = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
IS_LONG, WORDS = "long" in sys.argv[3:4], sys.argv[4:]
BAR = 1.0  # seconds of the processor
TICKS = os.sysconf("SC_CLK_TCK")

PLAIN = """terrawright: 1
name: plain
world: {size: [%d, %d], cell: 100 m, seed: 1}
stages:
  noise: {use: heights.noise@1}
  land: {use: shape.formula@1, in: {a: noise}, with: {formula: "a * 0 + 10", unit: m}}
"""
# One flat as large as the world, in one tile; and a plain where 30000 places look for room.
FLAT = PLAIN % (4097, 4097) + """  flats: {use: water.flats@1, in: {filled: land}}
outputs:
  - {file: flats.tif, layers: {flats: flats}}
"""
CROWD = PLAIN % (1025, 1025) + """  places:
    use: feature.places@1
    in: {height: land}
    with: {towns: 10000, towns_apart: 0 m, small_towns: 10000, small_towns_apart: 400 m, villages: 10000, villages_apart: 100 m}
outputs:
  - {file: places.csv, layers: {places: places}}
"""
# A million positions of a line that is drawn all in one knot, or all over the world.
DRAWING = """terrawright: 1
name: drawing
world: {size: [301, 301], cell: 200 m, seed: 1}
stages: {drawn: {use: source.vector@1, with: {file: d.geojson, coordinates: metres}}}
outputs: [{file: d.exr, layers: {d: drawn}}]
"""
FILES = """terrawright: 1
name: files
world: {size: [4097, 4097], cell: 20 m, seed: 42, latitude: 40 deg}
stages:
  terrain: {use: heights.diamond_square@1, with: {seeding: island, stencil: cubic}}
  sea: {use: sea.level@1, in: {height: terrain}}
  metres: {use: shape.metres@1, in: {height: terrain, level: sea.level}}
  relief: {use: view.palette@1, in: {field: metres}}
  sheet: {use: map.sheet@1, in: {height: metres, land: sea.land}, with: {paper: A0}}
outputs:
  - """
KINDS = {".glb": "{file: a.glb, layers: {height: metres}, error: 5 m}",
         ".obj": "{file: a.obj, layers: {height: metres}, error: 5 m}",
         ".html": "{file: a.html, scene: {height: metres, drape: {Picture: relief}}}",
         ".pmtiles": "{pyramid: {file: a.pmtiles}, layers: {picture: relief}}",
         ".png": "{file: a.png, layers: {picture: relief}}", ".exr": "{file: a.exr, layers: {height: metres}}",
         ".tif": "{file: a.tif, layers: {height: metres}, cog: true}", ".zarr": "{file: a.zarr, layers: {height: metres}}",
         ".svg": "{file: a.svg, sheet: sheet}", ".pdf": "{file: a.pdf, sheet: sheet}",
         "sheet.png": "{file: b.png, sheet: sheet, dpi: 600}"}


class Build:
    """One thread's build of `world` into a folder of its own."""

    def __init__(self, folder, world, options):
        self.out, self.log = pathlib.Path(folder, "out"), pathlib.Path(folder, "log")
        self.log.write_text("")
        self.process = subprocess.Popen(
            [PROGRAM, "build", world, "--threads", "1", "--cache", "off", "--quiet", "--out", self.out, "--log", self.log,
             *options], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def processor(self):
        """Seconds so far; None once it has ended."""
        try:
            words = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        except (FileNotFoundError, ProcessLookupError):
            return None
        return None if words[0] == "Z" else (int(words[11]) + int(words[12])) / TICKS

    def events(self):
        return [json.loads(line) for line in self.log.read_text().splitlines(True) if line.endswith("\n")]

    def until(self, reached):
        """The true result of reached(); None if the build ends before."""
        while (now := self.processor()) is not None:
            if found := reached(now):
                return found
            time.sleep(0.005)
        return None

    def wait(self):
        _, status, used = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        said = self.process.stderr.read().decode()
        self.process.stderr.close()
        if self.process.returncode not in (0, 130):
            print(said, file=sys.stderr)
        return used.ru_utime + used.ru_stime


def begun(build, node):
    """The processor's seconds at which the node has begun; of no node those at which the last one has ended. `begun`: those
    at which the build has."""
    def reached(now):
        for event in build.events():
            if event["event"] == node == "begun":
                return now
            if event["event"] == "node_begun" and event["node"] == node:
                return now
            if node is None and event["event"] == "node_ended" and event["number"] == event["of"]:
                return now
        return None
    return build.until(reached)


def stopped(name, world, node, options, moments):
    """The worst figure over signals so many seconds of the processor after the node has begun; and what was wrong."""
    worst, wrong = 0.0, []
    for moment in moments:
        with tempfile.TemporaryDirectory() as folder:
            build = Build(folder, world, options)
            since = begun(build, node)
            at = build.until(lambda now: now if now >= since + moment else None) if since is not None else None
            if at is None:
                build.wait()
                print(f"{name}: done before {moment:.2f} s", flush=True)
                wrong += [f"{name}: exit code {build.process.returncode}"] if build.process.returncode != 0 else []
                break
            clock = time.monotonic()
            build.process.send_signal(signal.SIGINT)
            after, wall = build.wait() - at, time.monotonic() - clock
            if build.process.returncode == 0:
                print(f"{name}: done before the signal at {moment:.2f} s", flush=True)
                break
            left = sorted(os.listdir(build.out)) if build.out.exists() else []
            said = f"{name}, {moment:.2f} s on: {after:.2f} s of the processor, {wall:.2f} s, exit code {build.process.returncode}"
            print(said, flush=True)
            worst = max(worst, after)
            if after > BAR or build.process.returncode != 130 or left:
                wrong.append(said + (f", left {left}" if left else ""))
    return worst, wrong


def times(world, options, node):
    """Seconds of a node, or of the files beyond the last one; None where the world is refused."""
    with tempfile.TemporaryDirectory() as folder:
        build = Build(folder, world, options)
        since = begun(build, node)
        whole = build.wait()
        if build.process.returncode != 0 or since is None:
            return None
        ended = [event["seconds"] for event in build.events() if event["event"] == "node_ended" and event["node"] == node]
        return min(ended[0], whole) if ended else whole - since


def stages():
    """For each built-in stage its world and the node that uses it."""
    for file in sorted([*SOURCES.glob("stages/**/*.yaml"), *SOURCES.glob("packs/*/stages/**/*.yaml")]):
        if ".pictures." in file.name or ".composite." in file.name:
            continue
        planned = json.loads(subprocess.run([PROGRAM, "plan", file, "--json"], capture_output=True, check=True, text=True).stdout)
        family = next(folder.name for folder in file.parents if folder.parent.name == "stages")
        of = [node["name"] for node in planned["nodes"] if node["stage"].split("@")[0] == f"{family}.{file.stem}"]
        of = of or [planned["nodes"][-1]["name"]]  # a composite: its last part
        yield f"{family}.{file.stem}", file, of[-1]


def drawing(folder, name, low, wide):
    chance = random.Random(1)
    places = [[round(low + wide * chance.random(), 3) for _ in range(2)] for _ in range(999_999)]
    (folder / "d.geojson").write_text(json.dumps({"type": "LineString", "coordinates": places}))
    (folder / "drawing.yaml").write_text(DRAWING)
    return stopped(name, folder / "drawing.yaml", "begun", [], [0.2])  # nearness is asked for before its node


def long():
    for name, file, node in stages():
        if WORDS and not any(word in name for word in WORDS):
            continue
        for whole, most in ((False, 16385), (True, 8193)):
            options, seconds, side = [], None, 1025
            while side <= most and (seconds is None or seconds < 2):
                tried = [f"--set=world.size=[{side},{side}]"] + (["--tile", "whole"] if whole else [])
                took = times(file, tried, node)
                if took is None and seconds is not None:
                    break
                if took is not None:
                    options, seconds = tried, took
                side = 2 * side - 1
            if seconds is not None:
                yield stopped(f"{name} {' '.join(options)}", file, node, options, [seconds * share for share in (0.1, 0.4, 0.8)])
    with tempfile.TemporaryDirectory() as folder:
        for kind, output in KINDS.items():
            if WORDS and not any(word in kind for word in WORDS):
                continue
            world = pathlib.Path(folder, "files.yaml")
            world.write_text(FILES + output + "\n")
            seconds = times(world, [], None)
            assert seconds is not None, f"{kind}: the world is not built"
            yield stopped(kind, world, None, [], [seconds * share for share in (0.05, 0.3, 0.6)])
        for name, low, wide in (("knot", 30000, 50), ("all over", 0, 60000)):
            if not WORDS or any(word in name for word in WORDS):
                yield drawing(pathlib.Path(folder), name, low, wide)


def short():
    with tempfile.TemporaryDirectory() as folder:
        for node, text, options, moments in (("flats", FLAT, ["--tile", "whole"], (0.6, 1.5)), ("places", CROWD, [], (0.3, 1))):
            world = pathlib.Path(folder, node + ".yaml")
            world.write_text(text)
            yield stopped(node, world, node, options, moments)
        yield drawing(pathlib.Path(folder), "knot", 30000, 50)


begin, worst, wrong, count = time.monotonic(), 0.0, [], 0
for figure, found in long() if IS_LONG else short():
    worst, wrong, count = max(worst, figure), wrong + found, count + 1
print(f"stopped: {count} stages and files, at worst {worst:.2f} s of the processor after the signal, {len(wrong)} wrong "
      f"({time.monotonic() - begin:.0f} s)")
if wrong:
    sys.exit("\n".join(wrong))

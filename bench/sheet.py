# SPDX-License-Identifier: Apache-2.0
"""Compares the cost of a printed map with that of its world: sheet.py PROGRAM [CONFIG CELLS ...] [--large]

The world is made and kept first; then its features, and one sheet of A3 as .pdf, .svg and .png of 300 dpi, are made of
what was kept. Seconds by the clock, of two threads, and of both processors together, which other programs that run at
the same time do not make more. Peers: GDAL shades the same heights and draws their contours, without any name, road or
river; librsvg makes a .pdf and a .png of our .svg.

--large: 16385 cells, of which nothing is kept: the world alone, and the world with its features and a sheet. Takes
20 minutes and 6 GB."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
STYLES = ("topographic", "atlas", "antique")
WORLD = ("{file: w.zarr, layers: {h: %s, l: land.land, b: biomes, m: lakes, d: lakes.depth, v: lakes.level}}, "
         "{file: r.geojson, layers: {r: rivers.table}}")
HEIGHTS = {"realistic_map": "metres", "island_map": "drainage.filled"}


class Cost:
    """Runs a command: seconds of wall clock and of processors."""

    def __init__(self, command):
        begin, before = time.perf_counter(), os.times()
        subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)
        after = os.times()
        self.clock = time.perf_counter() - begin
        self.processors = (after.children_user + after.children_system) - (before.children_user + before.children_system)

    def without(self, other):
        self.clock, self.processors = self.clock - other.clock, self.processors - other.processors
        return self

    def __str__(self):
        return f"{self.clock:8.2f} {self.processors:8.2f}"


def build(program, config, folder, outputs, cells, *more):
    return Cost([program, "build", ROOT / "configs" / f"{config}.yaml", "--quiet", "--out", folder / "out", "--threads", "2",
                 "--set", f"world.size=[{cells},{cells}]", "--set", f"world.cell={256.25 / cells} km",
                 "--set", f"outputs=[{outputs}]", *more])


def row(name, cost, beside, of="the world"):
    print(f"{name:44}{cost}   {cost.processors / beside.processors:6.2f} of {of}", flush=True)


def peers(program, config, folder, cells, cache):
    """Measures GDAL and librsvg beside our topographic sheet."""
    tools = [tool for tool in ("gdaldem", "gdal_contour", "rsvg-convert") if shutil.which(tool) is None]
    if tools:
        print("no peers without " + ", ".join(tools))
        return
    out = folder / "out"
    build(program, config, folder, "{file: h.tif, layers: {h: %s}}" % HEIGHTS[config], cells, *cache)
    off = ["--cache", "off"]
    world = build(program, config, folder, WORLD % HEIGHTS[config], cells, *off)
    sheet = build(program, config, folder, WORLD % HEIGHTS[config] + ", {file: sheet.svg, sheet: maps.topographic}", cells,
                  *off).without(world)
    row("features and topographic.svg, nothing kept", sheet, sheet, "it")
    shade = Cost(["gdaldem", "hillshade", "-q", "-multidirectional", out / "h.tif", out / "shade.tif"])
    row("  GDAL gdaldem hillshade", shade, sheet, "it")
    lines = Cost(["gdal_contour", "-q", "-i", "100", "-a", "h", out / "h.tif", out / "lines.geojson"])
    row("  GDAL gdal_contour, every 100 m", lines, sheet, "it")
    for ending, options in (("pdf", []), ("png", ["--dpi-x", "300", "--dpi-y", "300"])):
        file = build(program, config, folder, f"{{file: again.{ending}, sheet: maps.topographic}}", cells, *cache)
        row(f"topographic.{ending} of the kept sheet", file, file, "it")
        other = Cost(["rsvg-convert", "-f", ending, "--unlimited", *options, "-o", out / f"other.{ending}", out / "sheet.svg"])
        row(f"  librsvg, .{ending} of the .svg", other, file, "it")


def small(program, config, cells):
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        cache = ["--cache", folder / "cache", "--cache-size", "60GB"]
        print(f"\n{config}, {cells} cells                        seconds, of processors", flush=True)
        world = build(program, config, folder, WORLD % HEIGHTS[config], cells, *cache)
        row("the world", world, world)
        row("nothing new", build(program, config, folder, WORLD % HEIGHTS[config], cells, *cache), world)
        features = ", ".join(f"{{file: {t}.csv, layers: {{t: maps.{t}}}}}" for t in ("peaks", "ranges", "places", "roads"))
        row("four tables of features", build(program, config, folder, features, cells, *cache), world)
        for ending in ("pdf", "svg", "png"):
            for style in STYLES:
                cost = build(program, config, folder, f"{{file: {style}.{ending}, sheet: maps.{style}}}", cells, *cache)
                row(f"{style}.{ending}", cost, world)
        peers(program, config, folder, cells, cache)


def large(program, config, cells):
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as temporary:
        folder = pathlib.Path(temporary)
        print(f"\n{config}, {cells} cells                       seconds, of processors", flush=True)
        layers = ("{file: b.zarr, layers: {b: biomes, d: lakes.depth, v: lakes.level}}, "
                  "{file: r.geojson, layers: {r: rivers.table}}")
        limits = ["--cache", "off", "--memory", "6GB"]
        world = build(program, config, folder, layers, cells, *limits)
        row("the world", world, world)
        log = folder / "log.jsonl"
        both = build(program, config, folder, layers + ", {file: sheet.png, sheet: maps.topographic}", cells, *limits,
                     "--log", log)
        row("the world, its features and a sheet", both, world)
        events = [json.loads(line) for line in log.read_text().splitlines()]
        ended = [event for event in events if event["event"] == "node_ended" and event["node"].startswith("maps/")]
        for event in ended:
            if event["seconds"] >= 0.1:
                print(f"  {event['node']:42}{event['seconds']:8.2f} by the clock")
        print(f"  memory at most {max(event.get('peak_memory', 0) for event in events) / 1e9:.2f} GB")


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    words = [word for word in sys.argv[2:] if word != "--large"]
    config = words.pop(0) if words and not words[0].isdigit() else None
    configs = [config] if config else list(HEIGHTS)
    if "--large" in sys.argv:
        large(program, configs[0], int(words[0]) if words else 16385)
        return
    for one in configs:
        for cells in [int(word) for word in words] or [1025]:
            small(program, one, cells)


main()

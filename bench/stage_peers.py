# SPDX-License-Identifier: Apache-2.0
"""Stages beside numpy, scipy, OpenCV and GDAL, as far as these have the same work: stage_peers.py PROGRAM [SIDE [RUNS]]

Prints processor time in ns a cell on one thread, the least of the runs, ours and the peers' in turn. Ours are the node's
calls of a whole build, with surveys; peers find their cells in memory, and what they allocate is counted on neither side.
GDAL's programs read and write a file, so they stand beside a whole build of that one node, from file to file.
It needs Debian's python3-scipy, python3-opencv, python3-gdal and gdal-bin."""
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

os.environ.update({name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "GDAL_NUM_THREADS")})
import cv2  # noqa: E402
import numpy as np  # noqa: E402
from osgeo import gdal  # noqa: E402
from scipy import interpolate, ndimage  # noqa: E402

cv2.setNumThreads(1)
gdal.UseExceptions()
CELL = 250.0  # m
CURVE = [[0, 0], [0.3, 0.1], [0.7, 0.9], [1, 1]]

WORLD = """terrawright: 1
name: peers
world: {size: [%d, %d], cell: 250 m, seed: 42}
stages:
  h: {use: heights.diamond_square@1}
  level: {use: sea.level@1, in: {height: h}, with: {percentile: 65 %%}}
  islets: {use: sea.islets@1, in: {height: h, level: level.level}}
  metres: {use: shape.metres@1, in: {height: h, level: level.level}}
  distance: {use: shape.distance@1, in: {mask: islets.land}}
  blur: {use: shape.blur@1, in: {field: h}, with: {cells: 4}}
  normalise: {use: shape.normalise@1, in: {field: h}}
  formula: {use: shape.formula@1, in: {a: h, b: normalise}, with: {formula: "max(a * 3 - b * b, 0) + abs(a - 0.5) * 2"}}
  curve: {use: shape.curve@1, in: {field: normalise}, with: {points: %s}}
  slope: {use: shape.slope@1, in: {height: metres}}
  horn: {use: shape.slope@1, in: {height: metres}, with: {stencil: horn}}
  curvature: {use: shape.curvature@1, in: {height: metres}, with: {of: mean}}
  hillshade: {use: view.hillshade@1, in: {height: metres}, with: {exaggeration: 1}}
  palette: {use: view.palette@1, in: {field: metres}}
  resample: {use: shape.resample@1, in: {field: h}, with: {octaves: 2}}
  warp: {use: shape.warp@1, in: {field: h, by_x: blur, by_y: normalise}, with: {scale: 1 km, reach: 2 km}}
outputs:
  - {file: layers.zarr, layers: {h: h, m: metres, b: blur, n: normalise, f: formula, c: curve, s: slope, o: horn, v: curvature,
     w: warp, r: resample, d: distance, i: islets, a: hillshade, p: palette}}
  - {file: metres.tif, layers: {metres: metres}}
"""
FILES = {"slope": ("gdaldem slope", "shape.slope@1", "height", "stencil: horn", ["gdaldem", "slope", "-p"]),
         "hillshade": ("gdaldem hillshade", "view.hillshade@1", "height", "exaggeration: 1", ["gdaldem", "hillshade"])}


def nodes(program, folder):
    """Seconds of processors by node."""
    ran = subprocess.run([program, "build", folder + "/world.yaml", "--cache", "off", "--threads", "1", "--format", "json",
                          "--out", folder], check=True, capture_output=True, text=True)
    events = [json.loads(line) for line in ran.stdout.splitlines()]
    return {event["node"]: event["processor"] for event in events if event["event"] == "node"}


def seconds(function):
    begun = time.process_time()
    function()
    return time.process_time() - begun


def process_seconds(command):
    def spent():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    begun = spent()
    subprocess.run(command, check=True, capture_output=True)
    return spent() - begun


def peers_of(h, m):
    """(node, what the peer is, the peer's work)"""
    side = h.shape[0]
    out, second = np.empty_like(h), np.empty_like(h)
    n = (h - h.min()) / (h.max() - h.min())
    rank = h.size * 65 // 100
    land = (h > np.partition(h, rank, axis=None)[rank]).astype(np.uint8)
    y, x = np.mgrid[0:side, 0:side].astype(np.float32)
    to_x, to_y = x + 4 * h, y + 4 * n
    monotone = interpolate.PchipInterpolator(*zip(*CURVE))

    def formula():
        np.multiply(h, 3, out=out)
        np.multiply(n, n, out=second)
        np.subtract(out, second, out=out)
        np.maximum(out, 0, out=out)
        np.subtract(h, 0.5, out=second)
        np.abs(second, out=second)
        np.multiply(second, 2, out=second)
        np.add(out, second, out=out)

    def both_sides(transform):
        for mask in (land, 1 - land):
            transform(mask)

    def slope():
        p, q = np.gradient(m, CELL)
        np.hypot(p, q, out=out)

    def sobel():
        cv2.magnitude(cv2.Sobel(m, cv2.CV_32F, 1, 0), cv2.Sobel(m, cv2.CV_32F, 0, 1), out)

    def normalise():
        least, most = h.min(), h.max()
        np.subtract(h, least, out=out)
        np.divide(out, most - least, out=out)

    table = np.linspace(0, 255, 256).astype(np.uint8)
    return [
        ("level", "numpy.partition of a copy", lambda: h.copy().ravel().partition(rank)),
        ("islets", "OpenCV connectedComponentsWithStats, no erasing", lambda: cv2.connectedComponentsWithStats(land)),
        ("islets", "scipy label and bincount, no erasing",
         lambda: np.bincount(ndimage.label(land)[0].ravel())),
        ("distance", "OpenCV distanceTransform, exact, both sides",
         lambda: both_sides(lambda mask: cv2.distanceTransform(mask, cv2.DIST_L2, cv2.DIST_MASK_PRECISE))),
        ("distance", "scipy distance_transform_edt, both sides", lambda: both_sides(ndimage.distance_transform_edt)),
        ("blur", "OpenCV blur 9 x 9, float64 sums, once", lambda: cv2.blur(h, (9, 9), dst=out)),
        ("blur", "scipy uniform_filter, once", lambda: ndimage.uniform_filter(h, 9, output=out)),
        ("normalise", "numpy", normalise),
        ("formula", "numpy, eight calls without temporaries", formula),
        ("curve", "scipy PchipInterpolator", lambda: monotone(n)),
        ("slope", "numpy.gradient and hypot", slope),
        ("horn", "OpenCV Sobel, x and y, and magnitude", sobel),
        ("curvature", "scipy laplace, which is no curvature", lambda: ndimage.laplace(m, output=out)),
        ("palette", "OpenCV convertScaleAbs and applyColorMap",
         lambda: cv2.applyColorMap(cv2.convertScaleAbs(n, alpha=255), np.dstack([table] * 3).reshape(256, 1, 3))),
        ("resample", "OpenCV resize, bicubic, from every fourth",
         lambda: cv2.resize(h[::4, ::4], h.shape[::-1], dst=out, interpolation=cv2.INTER_CUBIC)),
        ("resample", "scipy zoom, cubic, from every fourth", lambda: ndimage.zoom(h[::4, ::4], 4, order=3)),
        ("warp", "OpenCV remap, linear", lambda: cv2.remap(h, to_x, to_y, cv2.INTER_LINEAR, dst=out)),
        ("warp", "scipy map_coordinates, linear",
         lambda: ndimage.map_coordinates(h, [to_y, to_x], order=1, output=out)),
    ]


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    side, runs = (int(word) for word in (sys.argv[2:] + ["1025", "5"][len(sys.argv) - 2:]))
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "world.yaml").write_text(WORLD % (side, side, json.dumps(CURVE)))
        nodes(program, folder)
        m = gdal.Open(folder + "/metres.tif").ReadAsArray()
        h = (m - m.min()) / (m.max() - m.min())
        peers = peers_of(h, m)
        for name, (_, stage, port, options, _) in FILES.items():
            pathlib.Path(folder, name + ".yaml").write_text(
                f"terrawright: 1\nname: {name}\nworld: {{size: [{side}, {side}], cell: 250 m, seed: 1}}\nstages:\n"
                f"  heights: {{use: source.image@1, with: {{file: metres.tif, unit: m, ground: stretch}}}}\n"
                f"  made: {{use: {stage}, in: {{{port}: heights}}, with: {{{options}}}}}\n"
                f"outputs: [{{file: {name}-ours.tif, layers: {{made: made}}}}]\n")
        ours, theirs, files = {}, [[] for _ in peers], {name: ([], []) for name in FILES}
        for _ in range(runs):
            for node, took in nodes(program, folder).items():
                ours.setdefault(node, []).append(took)
            for times, (_, _, work) in zip(theirs, peers):
                times.append(seconds(work))
            for name, (*_, command) in FILES.items():
                files[name][0].append(process_seconds([program, "build", f"{folder}/{name}.yaml", "--cache", "off", "--threads",
                                                       "1", "--quiet", "--out", folder]))
                files[name][1].append(process_seconds([*command, folder + "/metres.tif", f"{folder}/{name}-theirs.tif"]))
    print(f"{side} x {side} cells, {runs} runs\n{'stage':24} {'ours':>8} {'peer':>8} {'times':>7}")
    stages = dict(line.strip().split(": {use: ") for line in WORLD.splitlines() if "use:" in line)
    stages = {node: use.split("@")[0] for node, use in stages.items()}
    rows = [(stages[node], ours[node], times, what) for (node, what, _), times in zip(peers, theirs)]
    rows += [(FILES[name][1][:-2], *files[name], FILES[name][0] + ", file to file") for name in FILES]
    for stage, one, other, what in rows:
        one, other = (min(times) * 1e9 / (side * side) for times in (one, other))
        print(f"{stage:24} {one:8.3f} {other:8.3f} {other / one:7.2f}  {what}")


if __name__ == "__main__":
    main()

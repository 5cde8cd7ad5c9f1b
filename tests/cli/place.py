# SPDX-License-Identifier: Apache-2.0
"""Whether rasters lie where a table of rivers lies, by GDAL's own tools and coordinates alone.

place.py GEOJSON RASTER...: each point of a river, its ends left out, must be 1 or more in the raster, or in that of the
rasters that it lies in.
"""
import json
import shutil
import subprocess
import sys
import tempfile

geojson, rasters = sys.argv[1], sys.argv[2:]
points = []
for feature in json.load(open(geojson))["features"]:
    geometry = feature["geometry"]
    if geometry is None:
        continue
    lines = geometry["coordinates"] if geometry["type"] == "MultiLineString" else [geometry["coordinates"]]
    for line in lines:
        points += line[1:-1]
assert len(points) > 100, f"only {len(points)} points"


def values(raster, shift):
    """What gdallocationinfo says of each point, empty outside; `shift` in degrees."""
    text = "".join(f"{x + shift:.12f} {y:.12f}\n" for x, y in points)
    said = subprocess.run(["gdallocationinfo", "-valonly", "-geoloc", raster], input=text, capture_output=True, text=True)
    # Outside it says nothing but an empty line.
    lines = said.stdout.split("\n")[: len(points)]
    assert len(lines) == len(points), said.stderr
    return lines


def rivers_below(shift):
    hits = [False] * len(points)
    seen = [False] * len(points)
    for raster in rasters:
        for i, value in enumerate(values(raster, shift)):
            if value:
                seen[i] = True
                hits[i] = hits[i] or float(value) > 0
    assert all(seen) or shift, f"{seen.count(False)} points lie in no raster"
    return sum(hits)


if rasters[0].endswith(".exr"):  # Debian's GDAL reads no EXR; its sidecar, beside a picture of as many cells, it does
    folder = tempfile.mkdtemp()
    picture = folder + "/river.png"
    shutil.copy(rasters[1], picture)
    shutil.copy(rasters[0] + ".aux.xml", picture + ".aux.xml")
    rasters = [picture]
info = json.loads(subprocess.run(["gdalinfo", "-json", rasters[0]], capture_output=True, text=True, check=True).stdout)
assert 'ID["EPSG",4326]' in info["coordinateSystem"]["wkt"].replace(" ", ""), info
cell = info["geoTransform"][1]
assert rivers_below(0) == len(points), f"{rivers_below(0)} of {len(points)} points lie on a river"
# The same points a cell and a half beside them do not: the test tells places apart.
assert rivers_below(1.5 * cell) < len(points) * 0.6

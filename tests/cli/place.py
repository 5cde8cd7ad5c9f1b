# SPDX-License-Identifier: Apache-2.0
"""Whether rasters lie where a table of rivers lies, by GDAL's reading of both and coordinates alone.

place.py GEOJSON RASTER... [-- RASTER...]...: each point of a river, its ends left out, must be 1 or more in the raster, or
in that of the rasters of its group that it lies in.
"""
import json
import math
import shutil
import sys
import tempfile

from osgeo import gdal

gdal.UseExceptions()
geojson, groups = sys.argv[1], [group.split() for group in " ".join(sys.argv[2:]).split(" -- ")]
points = []
for feature in json.load(open(geojson))["features"]:
    geometry = feature["geometry"]
    if geometry is None:
        continue
    lines = geometry["coordinates"] if geometry["type"] == "MultiLineString" else [geometry["coordinates"]]
    for line in lines:
        points += line[1:-1]
assert len(points) > 100, f"only {len(points)} points"


def is_river(rasters, shift):
    """For each point whether one of the rasters has a river there; None if it lies in none. `shift` in degrees."""
    found = [None] * len(points)
    for raster in rasters:
        inverse, cells = gdal.InvGeoTransform(raster.GetGeoTransform()), raster.ReadAsArray()
        for i, (longitude, latitude) in enumerate(points):
            column, row = map(math.floor, gdal.ApplyGeoTransform(inverse, longitude + shift, latitude))
            if 0 <= column < raster.RasterXSize and 0 <= row < raster.RasterYSize:
                found[i] = bool(found[i]) or cells[row][column] > 0
    return found


def check(files):
    if files[0].endswith(".exr"):  # Debian's GDAL reads no EXR; its sidecar, beside a picture of as many cells, it does
        picture = tempfile.mkdtemp() + "/river.png"
        shutil.copy(files[1], picture)
        shutil.copy(files[0] + ".aux.xml", picture + ".aux.xml")
        files = [picture]
    rasters = [gdal.Open(file) for file in files]
    reference = rasters[0].GetSpatialRef().ExportToWkt(["FORMAT=WKT2"])
    assert 'ID["EPSG",4326]' in reference.replace(" ", ""), (files, reference)
    here = is_river(rasters, 0)
    assert None not in here, f"{files}: {here.count(None)} points lie in no raster"
    assert all(here), f"{files}: {sum(here)} of {len(points)} points lie on a river"
    # The same points a cell and a half beside them do not: the test tells places apart.
    beside = is_river(rasters, 1.5 * rasters[0].GetGeoTransform()[1])
    assert sum(map(bool, beside)) < len(points) * 0.6, files


for files in groups:
    check(files)

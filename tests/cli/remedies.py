# SPDX-License-Identifier: Apache-2.0
"""Does what source.image says is to be done, until the world is built: each message's own remedy makes that message go.

remedies.py PROGRAM [FOLDER]
"""
import glob
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

import numpy as np
from osgeo import gdal, osr

gdal.UseExceptions()
program, temporary = os.path.abspath(sys.argv[1]), tempfile.TemporaryDirectory()
home = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else temporary.name


def dem(path, step, epsg, dem_size=(40, 30), driver="GTiff", unit="", kind=gdal.GDT_Int16, gap=False, none=-32768):
    """A slope of 10 m a column and 1 m a row above 100 m, by GDAL."""
    columns, rows = dem_size
    y, x = np.mgrid[0:rows, 0:columns]
    made = gdal.GetDriverByName("MEM").Create("", columns, rows, 1, kind)
    if epsg:
        system = osr.SpatialReference()
        system.SetFromUserInput(f"EPSG:{epsg}")
        made.SetProjection(system.ExportToWkt())
    if step:
        made.SetGeoTransform(step)
    band = made.GetRasterBand(1)
    band.WriteArray(((10 * x + y) % 3000 + 100).astype(np.int16))
    if none is not None:
        band.SetNoDataValue(none)
    if gap:
        band.WriteArray(np.full((3, 3), -32768, np.int16), 5, 5)
    if unit:
        band.SetUnitType(unit)
    copy = gdal.GetDriverByName(driver).CreateCopy(path, made)
    copy.FlushCache()


degrees, ground, turned, nodata = (
    "not as wide as high", "for the ground of the image", "in its folder run", "needs nodata: nearest")


class World:
    """A config and what is beside it, in a folder of its own."""

    def __init__(self, name, file, size=(33, 33), cell="1 km", **with_):
        self.folder, self.steps = os.path.join(home, name), []
        os.makedirs(self.folder, exist_ok=True)
        os.chdir(self.folder)
        self.world = {"size": f"[{size[0]}, {size[1]}]", "cell": cell, "latitude": "47 deg", "seed": "1"}
        self.with_ = {key: value for key, value in {"file": f'"{file}"', "unit": "m", **with_}.items() if value is not None}

    def build(self):
        lists = {name: ", ".join(f"{key}: {value}" for key, value in of.items())
                 for name, of in (("world", self.world), ("with", self.with_))}
        with open("w.yaml", "w") as file:
            file.write(f"terrawright: 1\nname: w\nworld: {{{lists['world']}}}\nstages:\n  land: {{use: source.image@1, "
                       f"with: {{{lists['with']}}}}}\noutputs:\n  - {{file: h.tif, layers: {{h: land}}}}\n")
        ran = subprocess.run([program, "build", "w.yaml", "--out", "out", "--strict", "--cache", "off", "--quiet"],
                             capture_output=True, text=True)
        found = re.findall(r"(?:error|warning): (.*)", ran.stderr)
        assert (ran.returncode == 0) == (not found), (ran.returncode, ran.stderr)
        return found

    def follow(self, message, prefer):
        """Takes the remedy whose name is `prefer` where there are several, else the first."""
        renamed = re.search(r"name it (\.\w+)", message)
        command = re.search(r"run `(gdal[^`]*)`", message)
        of_world = re.search(r"write world: \{(.*?)\}(?: |,|;|$)", message)
        if prefer and prefer[0] in message:
            self.with_[prefer[1]] = prefer[2]
        elif command:
            # The unknown value is the system that the file is in.
            subprocess.run(command[1].replace("EPSG:CODE", "EPSG:32632"), shell=True, check=True, capture_output=True)
            self.with_["file"] = '"' + shlex.split(command[1])[-1] + '"'
        elif renamed:
            old = self.with_["file"].strip('"')
            self.with_["file"] = '"' + os.path.splitext(old)[0] + renamed[1] + '"'
            os.rename(old, self.with_["file"].strip('"'))
        elif of_world:
            for key, value in re.findall(r"(\w+): (\[[^\]]*\]|[^,]*)", of_world[1]):
                self.world[key] = value
        elif "needs nodata: nearest" in message:
            self.with_["nodata"] = "nearest"
        elif "became metres" in message:
            self.with_["unit"] = "m"
        elif "name one by number with `channel`" in message:
            self.with_["channel"] = "0"
        elif "leave out `low` and `high`" in message:
            del self.with_["low"], self.with_["high"]
        else:
            raise AssertionError("no remedy in: " + message)

    def cure(self, *expected, prefer=None):
        """Messages come in this order; each is gone once its remedy was taken, and in the end there is a world."""
        found = self.build()
        while found:
            # Results of gdalwarp may reach beyond their source by a part of a cell.
            if self.with_["file"].endswith('-metres.tif"') and "needs nodata" in found[0] and nodata not in expected:
                expected += (nodata,)
            assert len(self.steps) < len(expected) and expected[len(self.steps)] in found[0], (expected, self.steps, found)
            self.steps.append(found[0])
            self.follow(found[0], prefer)
            found = self.build()
            assert self.steps[-1] not in found, ("still there", found)
        assert len(self.steps) == len(expected), (expected, self.steps)
        cells = gdal.Open("out/h.tif").ReadAsArray()
        assert np.isfinite(cells).all(), "cells without heights"
        return cells


def cured(name, step, epsg, *expected, file="m.tif", size=(33, 33), cell="1 km", prefer=None, with_={}, world={}, **of_dem):
    """Heights of a world of a DEM, once all that is said of it is done; the World."""
    made = World(name, file, size, cell, **with_)
    made.world.update(world)
    dem(file, step, epsg, **of_dem)
    return made.cure(*expected, prefer=prefer), made


# In degrees: to metres, in the zone of its middle.
alps, utm, stretch = (11.2, 0.001, 0, 47.3, 0, -0.001), (500000, 30, 0, 5200000, 0, -30), ("ground: stretch", "ground", "stretch")
for name, place, system, then in (("alps", alps, "+proj=eqc +lat_ts=47.28", []),
                                  ("andes", (-70.2, 0.001, 0, -33.3, 0, -0.001), "+proj=eqc +lat_ts=-33.31", []),
                                  ("pole", (20.2, 0.01, 0, 88.3, 0, -0.001), "EPSG:32661", [nodata]),
                                  ("country", (5, 0.3, 0, 54, 0, -0.3), "+proj=eqc +lat_ts=49.5", []),
                                  ("globe", (-180, 9, 0, 90, 0, -6), "+proj=eqc +lat_ts=0.0", []),
                                  # Across 180 degrees, as files of the east and of the west count on.
                                  ("fiji", (179.98, 0.001, 0, -17, 0, -0.001), "+proj=eqc +lat_ts=-17.01", []),
                                  ("samoa", (-180.02, 0.001, 0, -17, 0, -0.001), "+proj=eqc +lat_ts=-17.01", []),
                                  ("wrangel", (178, 0.1, 0, 71.5, 0, -0.03), "+proj=eqc +lat_ts=71.0", [])):
    heights, world = cured(name, place, 4326, degrees, ground, *then, file="a dem's.tif")
    assert system in world.steps[0] and "-tr " in world.steps[0], world.steps[0]
    assert 90 < heights.min() < heights.max() < 530, (heights.min(), heights.max())
    # As wide as the file, not as the strip round the earth in which it lies across 180 degrees.
    step, unit = world.world["cell"].split()
    wide = heights.shape[1] * float(step) * {"m": 1, "km": 1000}[unit]
    expected = 40 * place[1] * 111195 * np.cos(np.radians(place[3] + 15 * place[5]))
    assert name == "pole" or 0.9 < wide / expected < 1.1, (name, wide, expected)
# With heights above a geoid or an ellipsoid, which stay what they are; and without a number for what has no data.
for epsg in ("4326+3855", "4326+5773", "4269+5703", "4979"):
    heights, _ = cured("vertical_" + epsg, alps, epsg, degrees, ground, file="d.tif", none=None)
    assert 90 < heights.min() < heights.max() < 530, (epsg, heights.min(), heights.max())
assert cured("stretch_4979", alps, "4979", degrees, file="d.tif", size=(40, 30), prefer=stretch)[0][29, 39] == 519
cured("stretch", alps, 4326, degrees, file="d.tif", size=(40, 30), prefer=stretch)

# In metres: other ground, another number of samples, cells that are not square, rows that run otherwise.
cured("metres", utm, 32632, ground)
cured("size", utm, 32632, ground, size=(40, 30))
# Projected across 180 degrees: by a system whose middle lies there, and beyond the last and the first zone of UTM.
for name, place, epsg in (("pdc", (3300000, 1000, 0, -1900000, 0, -1000), 3832),
                          ("zone_60", (830000, 30, 0, 8120000, 0, -30), 32760),
                          ("zone_1", (160000, 30, 0, 8120000, 0, -30), 32701)):
    heights, _ = cured(name, place, epsg, ground)
    assert heights.shape == (30, 40) and heights[0, 0] == 100 and heights[29, 39] == 519, heights
samples, few = "the image has 40 x 30 samples", (500000, 20, 12, 5200000, 12, -20)
cured("same_ground", utm, 32632, samples, size=(79, 59), cell="15 m")
cured("resampled", utm, 32632, samples, size=(79, 59), cell="15 m", prefer=("set resample", "resample", "linear"))
cured("oblong", (500000, 30, 0, 5200000, 0, -20), 32632, degrees, ground)
cured("south_up", (500000, 30, 0, 5200000, 0, 30), 32632, turned, size=(40, 30), cell="30 m")
cured("rotated", few, 32632, turned, ground, nodata)
assert cured("rotated_without_nodata", few, 32632, turned, ground, nodata, none=None)[0].min() >= 100
# Steps that no system explains: its own metres count as soon as it names one.
for name, size in (("unplaced", (40, 30)), ("unplaced_size", (33, 33))):
    cured(name, utm, 0, "names no reference system", ground, size=size)
cured("unplaced_stretched", utm, 0, "names no reference system", size=(40, 30), prefer=stretch)
# No steps, nothing to say. A projected file names no latitude: nothing to say either.
cured("no_steps", None, 0, size=(40, 30))
cured("far", utm, 32632, size=(40, 30), cell="30 m", world={"latitude": "10 deg"})

# Gaps, units, scales, names and channels.
cured("gaps", utm, 32632, nodata, size=(40, 30), cell="30 m", gap=True)
us = 1200 / 3937
for name, unit, epsg, metres in (("ft", "ft", 32632, 0.3048), ("us", "US survey foot", 32632, us),
                                 ("us_long", "US_survey_foot", 32632, us), ("us_dots", "U.S. survey feet", 32632, us),
                                 ("us_braces", "feet (US survey)", 32632, us),
                                 ("ft_word", "Feet (international)", 32632, 0.3048), ("ft_dot", " ft.", 32632, 0.3048),
                                 ("ft_i", "[ft_i]", 32632, 0.3048), ("crs_ft", "", "26918+8228", 0.3048),
                                 ("crs_us", "", "26918+6360", us), ("m", "m", 32632, 1), ("kelvin", "K", 32632, 1)):
    heights, _ = cured(name, utm, epsg, *(["feet became metres"] if metres != 1 else []), size=(40, 30), cell="30 m",
                       with_={"unit": None}, unit=unit)
    assert abs(heights[0, 0] - 100 * metres) < 1e-4 and abs(heights[29, 39] - 519 * metres) < 1e-4, heights
    # The author of `unit: m` gets no warning; plan and manifest print it.
    manifest = json.load(open(glob.glob("out/*.manifest.json")[0]))
    plan = subprocess.run([program, "plan", "w.yaml"], capture_output=True, text=True, check=True).stdout
    assert ("feet became metres" in plan) == (metres != 1), plan
    read = manifest["nodes"]["land"].get("read", {}).get("m.tif", "")
    assert ("feet became metres" in read) == (metres != 1), manifest["nodes"]
cured("shares", utm, 32632, "leave out `low` and `high`", size=(40, 30), cell="30 m", with_={"low": 0, "high": 500},
      kind=gdal.GDT_Int32)
cured("misnamed", utm, 32632, "name it .tif", file="m.png", size=(40, 30), cell="30 m")

# Formats that GDAL reads.
srtm = (11 - 1 / 2400, 1 / 1200, 0, 48 + 1 / 2400, 0, -1 / 1200)
for name, file, driver, step, epsg, then in (("hgt", "N47E011.hgt", "SRTMHGT", srtm, 4326, [degrees, ground]),
                                             ("asc", "m.asc", "AAIGrid", utm, 32632, [ground]),
                                             ("asc_degrees", "d.asc", "AAIGrid", alps, 0, [degrees, ground]),
                                             ("img", "m.img", "HFA", utm, 32632, [ground]),
                                             ("jp2", "m.jp2", "JP2OpenJPEG", utm, 32632, [ground])):
    cured(name, step, epsg, turned, *then, file=file, driver=driver, dem_size=(1201, 1201) if name == "hgt" else (40, 30))
world = World("vrt", "m.vrt")
dem("m.tif", utm, 32632)
gdal.Translate("m.vrt", "m.tif", format="VRT")
world.cure(turned, ground)
assert gdal.Open("m.tif").ReadAsArray()[0, 0] == 100, "the file that the .vrt is made of was written over"
os.chdir("/")

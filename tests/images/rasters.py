# SPDX-License-Identifier: Apache-2.0
"""Writes GeoTIFFs of every type of sample and layout by GDAL: rasters.py FOLDER. A line a file: NAME TYPE."""
import sys

import numpy
from osgeo import gdal, osr

gdal.UseExceptions()
folder = sys.argv[1]
width, height = 33, 29
y, x = numpy.mgrid[0:height, 0:width]
signed = (7 * x - 13 * y).astype(numpy.int64)  # -364 .. 224
unsigned = (3 * x + 5 * y).astype(numpy.int64)  # 0 .. 236
large = 20_000_000 + 64 * x - 128 * y  # above 2^24, and still floats

types = {
    "Byte": (gdal.GDT_Byte, unsigned),
    "UInt16": (gdal.GDT_UInt16, unsigned * 200),
    "Int16": (gdal.GDT_Int16, signed),
    "UInt32": (gdal.GDT_UInt32, large),
    "Int32": (gdal.GDT_Int32, -large),
    "UInt64": (gdal.GDT_UInt64, large),
    "Int64": (gdal.GDT_Int64, -large),
    "Float32": (gdal.GDT_Float32, signed / 8),
    "Float64": (gdal.GDT_Float64, signed / 8),
}
layouts = {
    "strip": [],
    "tiled": ["TILED=YES", "BLOCKXSIZE=16", "BLOCKYSIZE=16"],
    "deflate": ["COMPRESS=DEFLATE", "PREDICTOR=2"],
    "lzw": ["COMPRESS=LZW", "TILED=YES", "BLOCKXSIZE=16", "BLOCKYSIZE=16"],
    "zstd": ["COMPRESS=ZSTD"],
    "big": ["BIGTIFF=YES"],
    "endian": ["ENDIANNESS=BIG"],
}


def write(name, kind, cells, options=(), bands=1, finish=None):
    made = gdal.GetDriverByName("GTiff").Create(f"{folder}/{name}", width, height, bands, kind, list(options))
    for band in range(1, bands + 1):
        made.GetRasterBand(band).WriteArray(cells + (band - 1))
    if finish:
        finish(made)
    made.FlushCache()
    del made


def place(made, step, epsg=32633):
    system = osr.SpatialReference()
    system.ImportFromEPSG(epsg)
    made.SetProjection(system.ExportToWkt())
    made.SetGeoTransform(step)


for kind, (number, cells) in types.items():
    for layout, options in layouts.items():
        if "PREDICTOR=2" in options and kind.startswith("Float"):
            options = ["COMPRESS=DEFLATE", "PREDICTOR=3"]
        name = f"{kind}-{layout}.tif"
        # A place, so that samples are values whatever their type.
        write(name, number, cells, options, finish=lambda made: place(made, (500000, 30, 0, 5000000, 0, -30)))
        print(name, kind)
for interleave in ("PIXEL", "BAND"):
    write(f"bands-{interleave}.tif", gdal.GDT_Int16, signed, [f"INTERLEAVE={interleave}"], bands=3)


def gap(made):
    place(made, (500000, 30, 0, 5000000, 0, -30))
    cells = signed.copy()
    cells[4:9, 5:12] = -9999
    made.GetRasterBand(1).WriteArray(cells)
    made.GetRasterBand(1).SetNoDataValue(-9999)


def scaled(made):
    made.GetRasterBand(1).SetScale(0.1)
    made.GetRasterBand(1).SetOffset(-100)


write("nodata.tif", gdal.GDT_Int16, signed, finish=gap)
write("scaled.tif", gdal.GDT_UInt16, unsigned, finish=scaled)
write("degrees.tif", gdal.GDT_Int16, signed,
      finish=lambda made: place(made, (10.0, 1 / 1200, 0, 46.5, 0, -1 / 1200), 4326))
write("feet.tif", gdal.GDT_Int16, signed, finish=lambda made: place(made, (0, 100, 0, 0, 0, -100), 2263))
write("turned.tif", gdal.GDT_Int16, signed, finish=lambda made: place(made, (500000, 30, 5, 5000000, 5, -30)))
write("upside_down.tif", gdal.GDT_Int16, signed, finish=lambda made: place(made, (500000, 30, 0, 5000000, 0, 30)))
write("plain.tif", gdal.GDT_UInt16, unsigned)  # no place: a painting
write("bits.tif", gdal.GDT_Byte, (x + y) % 2, ["NBITS=1"])
sparse = gdal.GetDriverByName("GTiff").Create(
    f"{folder}/sparse.tif", width, height, 1, gdal.GDT_Int16,
    ["SPARSE_OK=TRUE", "TILED=YES", "BLOCKXSIZE=16", "BLOCKYSIZE=16"])
sparse.GetRasterBand(1).WriteArray(signed[:16, :16].astype(numpy.int16))
del sparse

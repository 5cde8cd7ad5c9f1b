# SPDX-License-Identifier: Apache-2.0
"""Reads layers of the store with zarr-python and GDAL and compares them with their cells: read_back.py {ARRAY RAW}..."""
import json
import pathlib
import sys

try:
    import numpy
    import zarr
    from osgeo import gdal
except ImportError as missing:
    sys.exit(f"{missing}: scripts/setup.sh installs python3-zarr and python3-gdal")

gdal.UseExceptions()


def with_gdal(array):
    group = gdal.OpenEx(str(array), gdal.OF_MULTIDIM_RASTER).GetRootGroup()
    return group.OpenMDArray(group.GetMDArrayNames()[0]).ReadAsArray()


def main(arguments):
    for array, raw in zip(arguments[::2], arguments[1::2]):
        read = zarr.open(array, mode="r")
        cells = numpy.fromfile(raw, dtype=read.dtype).reshape(read.shape)
        for name, other in (("zarr", read[:]), ("GDAL", with_gdal(array))):
            if other.shape != cells.shape or other.tobytes() != cells.tobytes():
                sys.exit(f"{name} reads other cells from {array}: {other.shape} {other.dtype}, not {cells.shape}")
        if cells.ndim == 2:  # as a picture, the way gdal_translate and QGIS see it
            picture = gdal.Open(str(array)).ReadAsArray()
            if picture.tobytes() != cells.tobytes():
                sys.exit(f"GDAL shows another picture of {array}")
        attributes = json.loads((pathlib.Path(array) / ".zattrs").read_text(encoding="utf-8"))
        if read.attrs["kind"] != attributes["kind"] or json.loads(read.attrs["record"]) != {"digest": "\u00e4"}:
            sys.exit(f"the attributes of {array} are others: {dict(read.attrs)}")
    print(f"{len(arguments) // 2} layers are equal in zarr {zarr.__version__} and GDAL {gdal.__version__}")


main(sys.argv[1:])

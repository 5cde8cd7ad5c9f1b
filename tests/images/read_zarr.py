# SPDX-License-Identifier: Apache-2.0
"""Reads a .zarr folder with zarr-python and GDAL and compares it with raw cells: read_zarr.py FOLDER {LAYER RAW}..."""
import pathlib
import sys

try:
    import numpy
    import zarr
    from osgeo import gdal
except ImportError as missing:
    sys.exit(f"{missing}: scripts/setup.sh installs python3-zarr and python3-gdal")

gdal.UseExceptions()


def main(folder, layers):
    names = layers[::2]
    for open_group in (zarr.open_group, zarr.open_consolidated):
        group = open_group(folder, mode="r")
        if sorted(set(group.array_keys()) - {"x", "y"}) != sorted(names) or list(group.group_keys()):
            sys.exit(f"{folder} has other arrays: {group.tree()}")
        for name, raw in zip(names, layers[1::2]):
            array = group[name]
            cells = numpy.fromfile(raw, dtype=array.dtype).reshape(array.shape)
            if array[:].tobytes() != cells.tobytes():
                sys.exit(f"{name} has other cells")
            files = sum(path.is_file() and path.name[0] != "." for path in pathlib.Path(folder, name).rglob("*"))
            if files != array.nchunks:
                sys.exit(f"{name} lacks chunks, whose cells readers take for none")
            if array.chunks[:2] != (512, 512) or array.attrs["_ARRAY_DIMENSIONS"][:2] != ["y", "x"]:
                sys.exit(f"{name} has other chunks or dimensions: {array.chunks} {dict(array.attrs)}")
            if len(array.attrs["_ARRAY_DIMENSIONS"]) != array.ndim:
                sys.exit(f"{name} has {array.ndim} dimensions: {dict(array.attrs)}")
            floats = array.dtype.kind == "f"
            if not (numpy.isnan(array.fill_value) if floats else array.fill_value is None):
                sys.exit(f"a cell of {name} is no value: {array.fill_value}")
    of_gdal = gdal.OpenEx(folder, gdal.OF_MULTIDIM_RASTER).GetRootGroup()
    for name, raw in zip(names, layers[1::2]):
        if of_gdal.OpenMDArray(name).ReadAsArray().tobytes() != open(raw, "rb").read():
            sys.exit(f"GDAL reads other cells of {name}")
    print(dict(group.attrs), *(dict(group[name].attrs) for name in names))


main(sys.argv[1], sys.argv[2:])

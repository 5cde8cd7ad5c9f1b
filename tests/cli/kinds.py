# SPDX-License-Identifier: Apache-2.0
"""kinds.py FOLDER: layers of every kind in .tif files, as GDAL reads them, against the same in all.zarr."""
import sys

from osgeo import gdal
import numpy
import zarr

gdal.UseExceptions()
folder = sys.argv[1]
cells = zarr.open(f"{folder}/all.zarr", "r")


def bands(name):
    return gdal.Open(f"{folder}/{name}.tif")


classes = bands("biome")
biome = classes.GetRasterBand(1)
assert (biome.ReadAsArray() == cells["biome"][:]).all()
assert biome.DataType == gdal.GDT_Byte and biome.GetColorInterpretation() == gdal.GCI_PaletteIndex
legend = cells["biome"].attrs["legend"]
names, table, colours = biome.GetCategoryNames(), biome.GetDefaultRAT(), biome.GetColorTable()
assert len(legend) > 5 and table.GetRowCount() >= len(legend)
for row, entry in enumerate(legend):
    code = entry["code"]
    assert names[code] == entry["name"]
    colour = tuple(int(entry["colour"][i:i + 2], 16) for i in (1, 3, 5))
    assert colours.GetColorEntry(code)[:3] == colour
    said = {table.GetUsageOfCol(c): c for c in range(table.GetColumnCount())}
    assert table.GetValueAsInt(row, said[gdal.GFU_MinMax]) == code
    assert table.GetValueAsString(row, said[gdal.GFU_Name]) == entry["name"]
    assert table.GetValueAsInt(row, said[gdal.GFU_PixelCount]) == int((cells["biome"][:] == code).sum())
    for part, usage in enumerate((gdal.GFU_Red, gdal.GFU_Green, gdal.GFU_Blue)):
        assert table.GetValueAsInt(row, said[usage]) == colour[part]

assert (bands("land").ReadAsArray() == (cells["land"][:] != 0)).all()
wind = bands("wind")
assert wind.RasterCount == 2 and wind.GetRasterBand(1).GetUnitType() == "m/s"
assert (wind.ReadAsArray() == numpy.moveaxis(cells["wind"][:], 2, 0)).all()
assert [wind.GetRasterBand(i).GetDescription() for i in (1, 2)] == ["wind.x", "wind.y"]
assert (bands("order").ReadAsArray() == cells["order"][:]).all()
relief = bands("relief")
assert (relief.ReadAsArray() == numpy.moveaxis(cells["relief"][:], 2, 0)).all()
assert [relief.GetRasterBand(i).GetColorInterpretation() for i in (1, 2, 3, 4)] == [
    gdal.GCI_RedBand, gdal.GCI_GreenBand, gdal.GCI_BlueBand, gdal.GCI_AlphaBand]

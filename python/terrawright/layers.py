# SPDX-License-Identifier: Apache-2.0
"""Layers as arrays, and tables as columns."""
from __future__ import annotations

import collections
import os
import struct
import zlib
from typing import Any, Optional, Union

import numpy as np

from . import _interface as c

NAMES = {value: name.removeprefix("KIND_").lower() for name, value in vars(c).items() if name.startswith("KIND_")}
KINDS = {name: value for value, name in NAMES.items()}


# An entry of a legend: its colour is (red, green, blue, alpha) in 0..255, its glyph one character or "".
Class = collections.namedtuple("Class", "name colour glyph")


def legend_of(facts):
    """The legend of a port as {code: Class}; None without classes."""
    entries = [facts.legend[i] for i in range(facts.n_legend)]
    return {e.code: Class(e.name.decode(), tuple(e.colour), (e.glyph or b"").decode()) for e in entries} or None


def without_mask(name, cells):
    """The cells as an array. A mask would be lost, and the values under it would count."""
    if np.ma.is_masked(cells):
        raise TypeError(f"{name}: an array with masked cells is no layer; fill them first: {name}.filled(...)")
    return np.asarray(cells)


class Layer(np.ndarray):
    """Cells of a layer, rows from north to south.

    `name`: its port. `kind`: "height", "scalar", "weight", "mask", "class", "count", "vector" or "colour".
    `unit`: "m"; "1": none. `nodata`: NaN for floats, else None. `cell`: metres a side of a cell. `origin`: (x, y) in
    metres of the middle of the first cell, from that of the world's. `crs`: None, as worlds lie nowhere on Earth.
    `legend`: of classes, {code: Class}. Views and results of arithmetic keep them; the unit is that of the source.
    Slices of rows and columns have their own `cell` and `origin`. `cell` is NaN where their cells are not square, or run
    backwards.
    """

    name: str
    kind: str
    unit: str
    nodata: Optional[float]
    cell: float
    origin: tuple[float, float]
    crs: Optional[str]
    legend: Optional[dict[int, Class]]

    FACTS = {"name": "", "kind": "scalar", "unit": "1", "nodata": None, "cell": 1.0, "origin": (0.0, 0.0), "crs": None,
             "legend": None}

    def __new__(cls, cells, **facts):
        layer = without_mask("cells", cells).view(cls)
        for name, value in {**cls.FACTS, **facts}.items():
            setattr(layer, name, value)
        return layer

    def __array_finalize__(self, source):
        for name, value in self.FACTS.items():
            setattr(self, name, getattr(source, name, value))

    def __getitem__(self, key):
        part = super().__getitem__(key)
        keys = list(key) if isinstance(key, tuple) else [key]
        dots = next((i for i, one in enumerate(keys) if one is Ellipsis), len(keys))
        keys[dots:dots + 1] = [slice(None)] * (self.ndim - len(keys) + (dots < len(keys)))
        across = keys[:2]
        if not isinstance(part, Layer) or part.ndim < 2 or not all(isinstance(one, slice) for one in across):
            return part
        (top, _, down), (left, _, right) = (one.indices(count) for one, count in zip(across, self.shape))
        part.origin = (self.origin[0] + left * self.cell, self.origin[1] + top * self.cell)
        part.cell = self.cell * down if down == right > 0 else float("nan")
        return part

    def __reduce__(self):
        facts = {name: getattr(self, name) for name in self.FACTS}
        return _restored, (np.asarray(self), facts)

    def to_xarray(self) -> Any:
        """An xarray.DataArray with coordinates x and y in metres."""
        import xarray

        rows, columns = self.shape[:2]
        x, y = (start + self.cell * np.arange(count) for start, count in zip(self.origin, (columns, rows)))
        more = {2: ["part"], 4: ["channel"]}.get(self.shape[2], ["part"]) if self.ndim == 3 else []
        units = {"units": self.unit, "kind": self.kind}
        metres = {"units": "m"}
        return xarray.DataArray(np.asarray(self), dims=["y", "x", *more], name=self.name.replace(".", "_"), attrs=units,
                                coords={"x": ("x", x, metres), "y": ("y", y, metres)})

    def image(self) -> Image:
        """A picture of it, which a notebook shows: colours as they are, other layers from black to white."""
        return Image(self)


def _restored(cells, facts):
    return Layer(cells, **facts)


class Image:
    """A PNG of a layer."""

    def __init__(self, layer: Layer):
        cells = np.asarray(layer)
        if layer.kind == "vector":
            cells = np.hypot(cells[..., 0], cells[..., 1])
        if layer.kind != "colour":
            values = cells.astype(np.float64)
            finite = values[np.isfinite(values)]
            low, high = (finite.min(), finite.max()) if finite.size else (0.0, 1.0)
            shares = np.nan_to_num((values - low) / (high - low or 1.0), nan=0.0, posinf=1.0, neginf=0.0)
            cells = np.round(255 * shares).astype(np.uint8)
        self.cells = cells

    def png(self) -> bytes:
        """The bytes of a PNG file."""
        rows, columns = self.cells.shape[:2]
        lines = np.ascontiguousarray(self.cells).reshape(rows, -1)
        data = b"".join(b"\0" + line.tobytes() for line in lines)
        colour = 6 if self.cells.ndim == 3 else 0

        def chunk(name, content):
            checked = name + content
            return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))

        header = struct.pack(">IIBBBBB", columns, rows, 8, colour, 0, 0, 0)
        return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(data, 1)) + chunk(b"IEND", b"")

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the PNG to a file."""
        with open(path, "wb") as file:
            file.write(self.png())

    def _repr_png_(self):
        return self.png()


class Table(dict):
    """Columns by name, as arrays; texts are arrays of str.

    `units`: {column: unit}. `points`: an array (rows, 2) of x and y in cells, or None. `lines`: a list of such arrays,
    one a row, or None. `cell`: metres a side of a cell.
    """

    def __init__(self, columns, units, points=None, lines=None, cell=1.0):
        super().__init__(columns)
        self.units, self.points, self.lines, self.cell = units, points, lines, cell

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(next(iter(self.values()))) if self else 0

    def to_pandas(self) -> Any:
        """A pandas.DataFrame; units are in its `attrs`."""
        import pandas  # type: ignore

        frame = pandas.DataFrame(dict(self))
        frame.attrs["units"] = dict(self.units)
        return frame

    def to_geopandas(self) -> Any:
        """A geopandas.GeoDataFrame with places in metres; y grows to the north, from the middle of the first cell."""
        import geopandas  # type: ignore
        import shapely.geometry  # type: ignore

        metres = np.array([self.cell, -self.cell])
        if self.points is not None:
            places = [shapely.geometry.Point(point * metres) for point in self.points]
        elif self.lines is not None:
            places = [shapely.geometry.LineString(line * metres) for line in self.lines]
        else:
            raise ValueError("the table has no places; to_pandas() takes it")
        return geopandas.GeoDataFrame(dict(self), geometry=places)

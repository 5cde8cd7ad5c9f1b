# SPDX-License-Identifier: Apache-2.0
"""One stage on arrays that are already there."""
from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from typing import Any, Optional, Union

import numpy as np

from . import _interface as c
from ._library import library, sized
from ._yaml import document
from .layers import KINDS, Class, Layer, Table, without_mask
from .problems import check
from .stage import CELLS
from .worlds import Context, Path, Tell, World

GIVEN = "given.inputs"
FLOAT_KINDS = ("height", "scalar", "weight")


def _kind_of(name, value, port):
    """The kind of a value, and the value as the library reads it."""
    if isinstance(value, np.ndarray) and value.size == 0:
        raise ValueError(f"{name}: the array of shape {value.shape} is empty")
    if isinstance(value, Layer):
        return KINDS[value.kind], np.ascontiguousarray(value)
    if isinstance(value, Table):
        return c.KIND_TABLE, value
    if isinstance(value, bytes):
        return c.KIND_GRID, value
    array = without_mask(name, value)
    if array.ndim == 0:
        return c.KIND_NUMBER, float(array)
    takes_floats = any(kind in port["kinds"] for kind in FLOAT_KINDS)
    if array.ndim == 2 and (array.dtype.kind == "f" or (array.dtype.kind in "iu" and takes_floats)):
        kind = next((kind for kind in FLOAT_KINDS if kind in port["kinds"]), "height")
        return KINDS[kind], np.ascontiguousarray(array, np.float32)
    if array.ndim == 2 and array.dtype == bool:
        return c.KIND_MASK, np.ascontiguousarray(array, np.uint8)
    for kind in (c.KIND_MASK, c.KIND_CLASS, c.KIND_COUNT, c.KIND_VECTOR, c.KIND_COLOUR):
        of_a_cell, shape = CELLS[kind]
        if array.dtype == of_a_cell and array.shape[2:] == shape:
            return kind, np.ascontiguousarray(array)
    raise TypeError(f"{name}: an array of {array.dtype} and shape {array.shape} is no layer; the input takes "
                    f"{' or '.join(port['kinds'])}")


def _legend(value, cells):
    entries = getattr(value, "legend", None) or {int(code): Class(f"class {code}", (0, 0, 0, 255), "") for code in np.unique(cells)}
    return (c.Class * len(entries))(*[
        c.Class(code=code, colour=(ctypes.c_uint8 * 4)(*entry.colour), name=entry.name.encode(), glyph=entry.glyph.encode())
        for code, entry in entries.items()])


def _table(value):
    """A table for C. It refers to arrays that `kept` holds."""
    columns, kept = [], []
    for name, values in value.items():
        column = sized(c.Column, name=name.encode(), unit=value.units.get(name, "1").encode())
        if values.dtype.kind in "US":
            data = (ctypes.c_char_p * max(len(values), 1))(*[str(text).encode() for text in values])
            column.kind, column.texts = c.COLUMN_TEXTS, data
        elif values.dtype.kind in "iub":
            data = np.ascontiguousarray(values, np.int64)
            column.kind, column.integers = c.COLUMN_INTEGERS, data.ctypes.data_as(ctypes.POINTER(ctypes.c_int64))
        else:
            data = np.ascontiguousarray(values, np.float64)
            column.kind, column.reals = c.COLUMN_REALS, data.ctypes.data_as(ctypes.POINTER(ctypes.c_double))
        columns.append(ctypes.pointer(column))
        kept.append(data)
    table = sized(c.Table, n_columns=len(columns), n_rows=value.rows,
                  columns=(ctypes.POINTER(c.Column) * len(columns))(*columns))
    if value.lines is not None:
        ends = np.cumsum([len(line) for line in value.lines], dtype=np.uint64)
        table.ends = ends.ctypes.data_as(ctypes.POINTER(ctypes.c_uint64))
        kept.append(ends)
    places = value.points if value.lines is None else np.concatenate([np.empty((0, 2)), *value.lines])
    if places is not None:
        places = np.ascontiguousarray(places, np.float64)
        table.points = ctypes.cast(places.ctypes.data, ctypes.POINTER(c.Point))
        kept.append(places)
    return table, kept


def _content(name, value, port):
    """What is given to an input, and all that it points to."""
    kind, data = _kind_of(name, value, port)
    unit = getattr(value, "unit", None) or port["unit"] or ("m" if kind == c.KIND_HEIGHT else "1")
    content = sized(c.Content, kind=kind, port=name.encode(), unit=unit.encode())
    kept = data
    if kind in CELLS:
        content.cells = data.ctypes.data
    if kind == c.KIND_CLASS:
        legend = _legend(value, data)
        content.legend, content.n_legend = legend, len(legend)
        kept = data, legend
    if kind == c.KIND_NUMBER:
        content.number = data
    if kind == c.KIND_GRID:
        kept = ctypes.create_string_buffer(data, len(data))
        content.blob = c.Blob(ctypes.addressof(kept), len(data))
    if kind == c.KIND_TABLE:
        table, kept = _table(value)
        content.table = ctypes.pointer(table)
        content.places = c.PORT_LINES if value.lines is not None else c.PORT_POINTS if value.points is not None else 0
    return content, kept, data.shape[:2] if kind in CELLS else None


def run(stage: str, *, world: Optional[Mapping[str, Any]] = None, with_: Optional[Mapping[str, Any]] = None,
        progress: Union[bool, Tell] = False, plugins: Union[Path, Sequence[Path]] = (), memory: Optional[int] = None,
        threads: Optional[int] = None, **arguments: Any) -> Any:
    """Runs a stage, "water.fill" or "water.fill@1", on arrays.

    Arguments are inputs and parameters of the stage, by name; `with_` takes parameters whose names are no words of
    Python or are taken here. A float array is the first kind of floats that the input takes, in the input's unit; other
    kinds follow from the type: bool and uint8 masks, uint16 classes, int64 counts, (rows, columns, 2) vectors,
    (rows, columns, 4) of uint8 colours. A Layer has its kind and unit. `world`: facts of the config, such as
    {"cell": "30 m", "seed": 7, "latitude": 50}; default: the cell of the first Layer, else 1 m.

    Returns the output's Layer; of several outputs a dict by name.
    """
    context = Context(plugins, None, memory, threads)
    described = context.stages()
    name = stage.split("@")[0]
    if name not in described:
        raise KeyError(f"there is no stage {name!r}; `terrawright stages` lists all")
    facts = described[name]
    inputs = {port["name"]: port for port in facts["inputs"]}
    unknown = [key for key in [*arguments, *(with_ or {})] if key not in inputs and key not in facts["parameters"]]
    if unknown:
        raise TypeError(f"{name} has no {unknown[0]!r}; its inputs are {', '.join(inputs) or 'none'}, its parameters "
                        f"{', '.join(facts['parameters']) or 'none'}")
    given = {key: value for key, value in arguments.items() if key in inputs and value is not None}
    parameters = {**{key: value for key, value in arguments.items() if key not in inputs}, **(with_ or {})}
    arrays = {key: _content(key, value, inputs[key]) for key, value in given.items()}
    sizes = {size for _, _, size in arrays.values() if size is not None}
    if len(sizes) > 1:
        raise ValueError(f"the arrays have several sizes: {sorted(sizes)}")
    height, width = sizes.pop() if sizes else (None, None)
    cell = next((value.cell for value in given.values() if isinstance(value, Layer)), 1.0)
    about: dict[str, Any] = {"cell": cell, **(world or {})}
    if about["cell"] != about["cell"]:
        raise ValueError("the cells of the layer are not square, so world needs their side: world={'cell': '30 m'}")
    about["cell"] = about["cell"] if isinstance(about["cell"], str) else f"{about['cell']!r} m"
    if width is None:
        if "size" not in about:
            raise ValueError("there is no array, so world needs the size: world={'size': [1025, 1025]}")
        width, height = about["size"]
    use = stage if "@" in stage else f"{name}@{facts['version']}"
    config: dict[str, Any] = {"terrawright": 1, "name": "run", "world": {"seed": 1, **about, "size": [width, height]},
                              "stages": {"stage": {"use": use, "with": parameters}}}
    if arrays:
        pointers = [ctypes.pointer(content) for content, _, _ in arrays.values()]
        contents = (ctypes.POINTER(c.Content) * len(arrays))(*pointers)
        check(library.terrawright_give(context.handle, GIVEN.encode(), width, height, contents, len(arrays)), "context",
              context.handle)
        config["stages"]["given"] = {"use": GIVEN + "@1"}
        config["stages"]["stage"]["in"] = {key: f"given.{key}" for key in arrays}
    # A config has an output; it is not written.
    layers = [f"stage.{port['name']}" for port in facts["outputs"] if KINDS[port["kinds"][0]] in CELLS]
    layers += [f"given.{key}" for key, (content, _, _) in arrays.items() if content.kind in CELLS]
    if not layers:
        raise TypeError(f"{name} neither takes nor gives a layer")
    config["outputs"] = [{"file": "run.exr", "layers": {"layer": layers[0]}}]
    built = World(context, "run", document(config))
    ports = {port["name"]: f"stage.{port['name']}" for port in facts["outputs"]}
    result = built.build(progress, keep=list(ports.values()))
    made = {name: result[port] for name, port in ports.items()}
    return next(iter(made.values())) if len(made) == 1 else made

# SPDX-License-Identifier: Apache-2.0
"""Stages in Python: functions on numpy arrays of one tile.

    import terrawright.stage as tw

    @tw.stage("example.fog@1", halo=3)
    def fog(height: tw.Height, depth: tw.Param[float, "m", 50]) -> tw.Weight:
        "Fog lies where ground is low."
        return ...

The file is found by `--plugins FOLDER`. Inputs are parameters of the function with a kind, such as tw.Height or
tw.Scalar["mm/yr"]; parameters have tw.Param[TYPE, UNIT, DEFAULT, MINIMUM, MAXIMUM], of which the last two may be left
out, and so may all but the type and the default: tw.Param[int, 3]. The answer is one kind, or {name: kind}. An argument
of type tw.Tile gets the place of the tile.

Arrays have the tile and `halo` cells around it; beyond the world's edge the last cells are repeated. The answer has the
size of the arrays, of which the halo is cut off, or that of the tile. The same cells must come out whatever the tile.
"""
from __future__ import annotations

import dataclasses
import inspect
import typing
from collections.abc import Callable, Mapping
from typing import Any, Optional

import numpy as np

from . import _interface as c

STAGES: list[Stage] = []

# Kinds of layers: the type of a cell, and the shape of one.
CELLS = {c.KIND_HEIGHT: (np.float32, ()), c.KIND_SCALAR: (np.float32, ()), c.KIND_WEIGHT: (np.float32, ()),
         c.KIND_MASK: (np.uint8, ()), c.KIND_CLASS: (np.uint16, ()), c.KIND_COUNT: (np.int64, ()),
         c.KIND_VECTOR: (np.float32, (2,)), c.KIND_COLOUR: (np.uint8, (4,))}
TYPES = {float: c.PARAMETER_REAL, int: c.PARAMETER_INTEGER, bool: c.PARAMETER_BOOLEAN, str: c.PARAMETER_TEXT}


@dataclasses.dataclass(frozen=True)
class Kind:
    """A kind of data at a port, with a unit: Scalar["mm/yr"]; of classes a legend: Class[{1: ("fog", "#dddddd")}]."""

    kind: int
    unit: str
    legend: tuple[tuple[int, str, str], ...] = ()
    flags: int = 0

    def __getitem__(self, more: Any) -> Kind:
        if self.kind == c.KIND_CLASS:
            return dataclasses.replace(self, legend=tuple((code, name, colour) for code, (name, colour) in more.items()))
        return dataclasses.replace(self, unit=more)

    @property
    def optional(self) -> Kind:
        """An input that may stay unconnected; the function gets None."""
        return dataclasses.replace(self, flags=self.flags | c.PORT_OPTIONAL)


Height = Kind(c.KIND_HEIGHT, "m")
Scalar = Kind(c.KIND_SCALAR, "1")
Weight = Kind(c.KIND_WEIGHT, "1")
Mask = Kind(c.KIND_MASK, "1")
Class = Kind(c.KIND_CLASS, "1")
Count = Kind(c.KIND_COUNT, "1")
Vector = Kind(c.KIND_VECTOR, "1")
Colour = Kind(c.KIND_COLOUR, "1")
Number = Kind(c.KIND_NUMBER, "1")


@dataclasses.dataclass(frozen=True)
class Parameter:
    type: type
    unit: str
    fallback: Any
    minimum: float = -np.inf
    maximum: float = np.inf


class Param:
    """Param[float, "m", 50, 0, 1000]: type, unit, default, and the range that is taken."""

    def __class_getitem__(cls, given: Any) -> Parameter:
        kind, *rest = given if isinstance(given, tuple) else (given,)
        if kind not in TYPES:
            raise TypeError(f"a parameter is float, int, bool or str, not {kind!r}")
        if kind is not str and len(rest) == 1:
            rest = ["", *rest]
        if kind is str:
            return Parameter(str, "", *(rest or [""]))
        if not 2 <= len(rest) <= 4:
            raise TypeError(f"Param[{kind.__name__}, UNIT, DEFAULT, MINIMUM, MAXIMUM] has a default")
        return Parameter(kind, *rest)


@dataclasses.dataclass(frozen=True)
class Tile:
    """The place of a tile in its world. A stage whose function takes one is made again if any of these facts changes."""

    x: int
    y: int
    width: int
    height: int
    world_width: int
    world_height: int
    cell: float  # metres
    latitude: float
    longitude: float
    seed: int  # of the node, 64 bits


@dataclasses.dataclass(frozen=True)
class Stage:
    id: str
    version: int
    revision: int
    halo: int
    seconds: float
    memory: int
    doc: str
    inputs: Mapping[str, Kind]
    parameters: Mapping[str, Parameter]
    outputs: Mapping[str, Kind]
    tile_argument: Optional[str]
    call: Callable[..., Any]

    @property
    def reads(self) -> int:
        return c.READS_CELL | c.READS_LATITUDE | c.READS_RANDOM | c.READS_LONGITUDE if self.tile_argument else 0


def stage(name: str, *, halo: int = 0, revision: int = 1, seconds: float = 600.0,
          memory: int = 4_000_000_000) -> Callable[[Any], Any]:
    """Declares a function as the stage `name`, "example.fog@1". `halo`: cells that it reads around its tile. `revision`:
    a number that rises if its pixels change. `seconds`: a tile that takes longer is a failure.
    `memory`: bytes that a worker may take for its arrays."""
    identity, _, version = name.partition("@")

    def declare(function: Any) -> Any:
        hints = typing.get_type_hints(function, include_extras=True) if _are_texts(function) else function.__annotations__
        hints = dict(hints)
        answer = hints.pop("return", None)
        if isinstance(answer, Kind):
            answer = {identity.rpartition(".")[2]: answer}
        if not isinstance(answer, Mapping) or not all(isinstance(kind, Kind) for kind in answer.values()):
            raise TypeError(f"{name}: the function returns a kind, as in -> tw.Weight, or {{name: kind}}")
        missing = [argument for argument in inspect.signature(function).parameters if argument not in hints]
        if missing:
            raise TypeError(f"{name}: the argument '{missing[0]}' has no kind, as in {missing[0]}: tw.Height")
        strange = [argument for argument, hint in hints.items() if not (isinstance(hint, (Kind, Parameter)) or hint is Tile)]
        if strange:
            raise TypeError(f"{name}: the argument '{strange[0]}' is no kind of layer, no tw.Param and no tw.Tile")
        STAGES.append(Stage(
            identity, int(version or 1), revision, halo, float(seconds), memory, inspect.cleandoc(function.__doc__ or identity),
            {argument: hint for argument, hint in hints.items() if isinstance(hint, Kind)},
            {argument: hint for argument, hint in hints.items() if isinstance(hint, Parameter)}, answer,
            next((argument for argument, hint in hints.items() if hint is Tile), None), function))
        return function

    return declare


def _are_texts(function: Any) -> bool:
    """Annotations that `from __future__ import annotations` has left as texts."""
    return any(isinstance(hint, str) for hint in function.__annotations__.values())

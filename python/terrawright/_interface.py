# SPDX-License-Identifier: Apache-2.0
"""terrawright/world.h and worker.h for ctypes. Made by scripts/python_interface.py; do not edit."""
from ctypes import (CFUNCTYPE, POINTER, Structure, c_char_p, c_double, c_int32, c_int64, c_uint8, c_uint16,
                    c_uint32, c_uint64, c_void_p)

KIND_HEIGHT = 1
KIND_SCALAR = 2
KIND_WEIGHT = 3
KIND_MASK = 4
KIND_CLASS = 5
KIND_COUNT = 6
KIND_VECTOR = 7
KIND_COLOUR = 8
KIND_NUMBER = 9
KIND_GRID = 10
KIND_TEXT = 11
KIND_TABLE = 12
ANSWER_DONE = 0
ANSWER_FAILED = 3
PORT_INPUT = 0
PORT_OUTPUT = 1
PORT_OPTIONAL = 1
PORT_POINTS = 4
PORT_LINES = 8
PARAMETER_REAL = 1
PARAMETER_INTEGER = 2
PARAMETER_BOOLEAN = 3
PARAMETER_TEXT = 5
READS_CELL = 1
READS_LATITUDE = 2
READS_RANDOM = 4
READS_LONGITUDE = 8
COLUMN_INTEGERS = 1
COLUMN_REALS = 2
COLUMN_TEXTS = 3
DONE = 0
FAILED = 1
REFUSED = 2
BAD_PLUGIN = 3
UNMET = 4
MISUSED = 5
STOPPED = 6
WORLD_STRICT = 1
RUN_WRITES = 1
RUN_JUDGES = 2
RUN_ON_DEMAND = 4
RUN_SHA256 = 8
RUN_UNCLIPPED = 16
COARSE_MEAN = 0
COARSE_FIRST = 1
WORKER_DESCRIBE = 1
WORKER_CREATE = 2
WORKER_PAINT = 3
WORKER_PORTS = 64
WORLD_DRAFT = 1


class Rect(Structure):
    _fields_ = [
        ("x", c_int64),
        ("y", c_int64),
        ("width", c_int64),
        ("height", c_int64),
    ]


class Area(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("how", c_uint32),
        ("every", c_int64),
        ("cells", Rect),
    ]


class Class(Structure):
    _fields_ = [
        ("code", c_uint16),
        ("reserved", c_uint16),
        ("colour", c_uint8 * 4),
        ("name", c_char_p),
        ("glyph", c_char_p),
    ]


class Blob(Structure):
    _fields_ = [
        ("bytes", c_void_p),
        ("size", c_uint64),
    ]


class Column(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("kind", c_uint32),
        ("name", c_char_p),
        ("unit", c_char_p),
        ("integers", POINTER(c_int64)),
        ("reals", POINTER(c_double)),
        ("texts", POINTER(c_char_p)),
    ]


class Point(Structure):
    _fields_ = [
        ("x", c_double),
        ("y", c_double),
    ]


class Table(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("n_columns", c_uint64),
        ("n_rows", c_uint64),
        ("columns", POINTER(POINTER(Column))),
        ("points", POINTER(Point)),
        ("ends", POINTER(c_uint64)),
    ]


class Content(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("kind", c_uint32),
        ("port", c_char_p),
        ("unit", c_char_p),
        ("legend", POINTER(Class)),
        ("n_legend", c_uint64),
        ("cells", c_void_p),
        ("number", c_double),
        ("blob", Blob),
        ("table", POINTER(Table)),
        ("places", c_uint32),
        ("reserved", c_uint32),
    ]


class Observer(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("user", c_void_p),
        ("begins", CFUNCTYPE(None, c_void_p, c_char_p)),
        ("progress", CFUNCTYPE(None, c_void_p, c_char_p, c_uint64, c_uint64)),
        ("ends", CFUNCTYPE(None, c_void_p, c_char_p, c_double)),
        ("written", CFUNCTYPE(None, c_void_p, c_char_p, c_double)),
        ("says", CFUNCTYPE(None, c_void_p, c_char_p, c_char_p)),
    ]


class PortFacts(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("kind", c_uint32),
        ("cell_bytes", c_uint32),
        ("places", c_uint32),
        ("name", c_char_p),
        ("unit", c_char_p),
        ("recipe", c_char_p),
        ("legend", POINTER(Class)),
        ("n_legend", c_uint64),
    ]


class Problem(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("is_warning", c_uint32),
        ("rule", c_char_p),
        ("message", c_char_p),
        ("hint", c_char_p),
        ("source", c_char_p),
        ("line", c_uint32),
        ("column", c_uint32),
        ("length", c_uint32),
        ("reserved", c_uint32),
        ("shown", c_char_p),
    ]


class RunRequest(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_uint32),
        ("keep", POINTER(c_char_p)),
        ("n_keep", c_uint64),
        ("folder", c_char_p),
        ("window", POINTER(Rect)),
        ("tile", c_int64),
        ("memory", c_uint64),
        ("threads", c_int32),
        ("reserved", c_uint32),
        ("observer", POINTER(Observer)),
    ]


class Settings(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("draft", c_uint32),
        ("plugins", POINTER(c_char_p)),
        ("n_plugins", c_uint64),
        ("cache", c_char_p),
        ("cache_size", c_uint64),
        ("memory", c_uint64),
        ("threads", c_int32),
        ("reserved", c_uint32),
    ]


class WorkerCells(Structure):
    _fields_ = [
        ("offset", c_uint64),
        ("area", Rect),
    ]


class WorkerCall(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("protocol", c_uint32),
        ("call", c_uint32),
        ("answer", c_uint32),
        ("instance", c_uint32),
        ("n_ports", c_uint32),
        ("process", c_int32),
        ("status", c_int32),
        ("memory", c_uint64),
        ("text", c_uint64),
        ("text_size", c_uint64),
        ("text_space", c_uint64),
        ("tile", Rect),
        ("numbers", c_double * 64),
        ("cells", WorkerCells * 64),
    ]


class WorldRequest(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_uint32),
        ("file", c_char_p),
        ("text", c_char_p),
        ("text_size", c_uint64),
        ("set", POINTER(c_char_p)),
        ("n_set", c_uint64),
        ("seed", c_char_p),
    ]


class Statistics(Structure):
    _fields_ = [
        ("minimum", c_double),
        ("maximum", c_double),
        ("nans", c_uint64),
    ]


FUNCTIONS = {
    "terrawright_context_problems": (c_uint64, [c_void_p, POINTER(POINTER(POINTER(Problem)))]),
    "terrawright_world_problems": (c_uint64, [c_void_p, POINTER(POINTER(POINTER(Problem)))]),
    "terrawright_run_problems": (c_uint64, [c_void_p, POINTER(POINTER(POINTER(Problem)))]),
    "terrawright_open_context": (c_void_p, [POINTER(Settings)]),
    "terrawright_close_context": (None, [c_void_p]),
    "terrawright_context_answer": (c_int32, [c_void_p]),
    "terrawright_describe": (c_char_p, [c_void_p, c_char_p]),
    "terrawright_give": (c_int32, [c_void_p, c_char_p, c_int64, c_int64, POINTER(POINTER(Content)), c_uint64]),
    "terrawright_api": (c_void_p, [c_char_p]),
    "terrawright_open_world": (c_void_p, [c_void_p, POINTER(WorldRequest)]),
    "terrawright_close_world": (None, [c_void_p]),
    "terrawright_world_answer": (c_int32, [c_void_p]),
    "terrawright_world_json": (c_char_p, [c_void_p, c_char_p]),
    "terrawright_ports": (c_uint64, [c_void_p, POINTER(POINTER(POINTER(PortFacts)))]),
    "terrawright_window": (c_int32, [c_void_p, c_char_p, POINTER(Rect)]),
    "terrawright_open_run": (c_void_p, [c_void_p, POINTER(RunRequest)]),
    "terrawright_close_run": (None, [c_void_p]),
    "terrawright_go": (c_int32, [c_void_p]),
    "terrawright_cancel": (None, [c_void_p]),
    "terrawright_run_answer": (c_int32, [c_void_p]),
    "terrawright_run_json": (c_char_p, [c_void_p, c_char_p]),
    "terrawright_find": (c_int64, [c_void_p, c_char_p]),
    "terrawright_kept": (POINTER(PortFacts), [c_void_p, c_int64]),
    "terrawright_read": (c_int32, [c_void_p, c_int64, POINTER(Area), c_void_p, c_int64, POINTER(c_int32)]),
    "terrawright_extremes": (c_int32, [c_void_p, c_int64, POINTER(Statistics)]),
    "terrawright_digest": (c_int32, [c_void_p, c_int64, POINTER(c_uint8)]),
    "terrawright_number": (c_int32, [c_void_p, c_int64, POINTER(c_double)]),
    "terrawright_bytes": (c_int32, [c_void_p, c_int64, POINTER(Blob)]),
    "terrawright_open_rows": (c_void_p, [c_void_p, c_int64]),
    "terrawright_next_rows": (POINTER(Table), [c_void_p, c_uint64]),
    "terrawright_close_rows": (c_int32, [c_void_p]),
}

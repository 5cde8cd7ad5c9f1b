# SPDX-License-Identifier: Apache-2.0
"""What runs leave: layers, tables, numbers and files."""
from __future__ import annotations

import ctypes
import json
import os
import pathlib
import sys
import tempfile
import weakref
import webbrowser
from collections.abc import Iterator, Sequence
from typing import Any, Optional

import numpy as np

from . import _interface as c
from ._library import library, sized, texts
from .layers import NAMES, Image, Layer, Table, legend_of
from .problems import check
from .progress import Shares
from .stage import CELLS

FLOATS = ("height", "scalar", "weight", "vector")


class Run:
    """A planned run of a world. `tell`: a function of a share and a node's name, or None."""

    def __init__(self, world, keep, flags=0, folder=None, window=None, memory=None, threads=None, tell=None,
                 tile=None):
        self.world, self.keep, self.window_text = world, keep, window
        self.raised = self.window = None
        self.seconds: dict[str, float] = {}
        named, count = texts(keep)
        if window is not None:
            self.window = c.Rect()
            check(library.terrawright_window(world.handle, window.encode(), ctypes.byref(self.window)), "world", world.handle)
        request = sized(c.RunRequest, flags=flags, keep=named, n_keep=count, memory=memory or 0, threads=threads or 0, tile=tile or 0,
                        folder=None if folder is None else os.fspath(folder).encode())
        if window is not None:
            request.window = ctypes.pointer(self.window)
        request.observer = ctypes.pointer(self._observer(tell))
        self.handle = library.terrawright_open_run(world.handle, ctypes.byref(request))
        if not self.handle:
            raise MemoryError("a run of terrawright")
        weakref.finalize(self, library.terrawright_close_run, self.handle)
        check(library.terrawright_run_answer(self.handle), "run", self.handle)

    def _observer(self, tell):
        """Calls of the engine's threads. What they raise stops the run, and is raised again at its end."""
        shares = []

        def guarded(call):
            def caller(*arguments):
                try:
                    if not shares and tell is not None:
                        nodes = [node for node in self.json(b"plan")["nodes"] if node["doing"] != "is cached"]
                        shares.append(Shares(len(nodes), tell))
                    call(shares[0] if shares else None, *arguments)
                except BaseException as error:
                    self.raised = error
                    self.cancel()

            return caller

        kinds = dict(c.Observer._fields_)
        def ends(shares, user, node, seconds):
            self.seconds[node.decode()] = seconds
            if shares:
                shares.ends(node.decode())

        # The caller keeps these for as long as the engine may call them.
        self.observer = sized(c.Observer, ends=kinds["ends"](guarded(ends)))
        if tell is not None:
            progress = guarded(lambda shares, user, node, done, of: shares.progress(node.decode(), done, of))
            self.observer.progress = kinds["progress"](progress)
        return self.observer

    def json(self, what):
        return json.loads(library.terrawright_run_json(self.handle, what))

    def cancel(self):
        library.terrawright_cancel(self.handle)

    def number_of(self, port):
        number = library.terrawright_find(self.handle, port.encode())
        if number < 0:
            raise KeyError(port)
        return number

    def facts_of(self, port):
        """Of a port of `keep`."""
        return library.terrawright_kept(self.handle, self.number_of(port)).contents

    def layer(self, port, rectangle, every=1):
        """A Layer of the cells in (x, y, width, height), each of which stands for `every` x `every` of the world's."""
        facts = self.facts_of(port)
        if facts.kind not in CELLS:
            raise TypeError(f"{port} is a {NAMES[facts.kind]} and no layer")
        kind, shape = CELLS[facts.kind]
        x, y, width, height = rectangle
        cells = np.empty((max(height, 0), max(width, 0), *shape), kind)
        area = sized(c.Area, every=every, cells=c.Rect(x, y, width, height))
        answer = library.terrawright_read(self.handle, self.number_of(port), ctypes.byref(area), cells.ctypes.data, width,
                                          None)
        if answer == c.MISUSED:
            raise IndexError(f"the window {rectangle} in cells of {every} x {every} is not inside the world")
        check(answer, "run", self.handle)
        cell = self.world.facts["cell"]
        first = (every - 1) / 2
        name = NAMES[facts.kind]
        return Layer(cells, name=port, kind=name, unit=facts.unit.decode(), cell=cell * every, legend=legend_of(facts),
                     nodata=float("nan") if name in FLOATS else None,
                     origin=((x * every + first) * cell, (y * every + first) * cell))

    def number(self, port):
        number = ctypes.c_double()
        check(library.terrawright_number(self.handle, self.number_of(port), ctypes.byref(number)), "run", self.handle)
        return number.value

    def bytes(self, port):
        blob = c.Blob()
        check(library.terrawright_bytes(self.handle, self.number_of(port), ctypes.byref(blob)), "run", self.handle)
        return ctypes.string_at(blob.bytes, blob.size)

    def digest(self, port):
        digest = (ctypes.c_uint8 * 16)()
        check(library.terrawright_digest(self.handle, self.number_of(port), digest), "run", self.handle)
        return bytes(digest).hex()

    def table(self, port):
        """All rows as a Table. The library lends each batch of rows until the next one; so they are copied once."""
        rows = library.terrawright_open_rows(self.handle, self.number_of(port))
        if not rows:
            raise TypeError(f"{port} is a {NAMES[self.facts_of(port).kind]} and no table")
        batches, units, points, lines = {}, {}, [], []
        while True:
            batch = library.terrawright_next_rows(rows, 1 << 20)
            if not batch:
                break
            for name, unit, values in map(_column, *_columns_of(batch.contents)):
                units[name] = unit
                batches.setdefault(name, []).append(values)
            _add_places(batch.contents, points, lines)
        check(library.terrawright_close_rows(rows), "run", self.handle)
        places = self.facts_of(port).places
        return Table({name: np.concatenate(parts) for name, parts in batches.items()}, units,
                     points=np.concatenate(points) if places == c.PORT_POINTS and points else None,
                     lines=lines if places == c.PORT_LINES else None, cell=self.world.facts["cell"])


def _columns_of(table):
    count = table.n_columns
    return [table.columns[i].contents for i in range(count)], [table.n_rows] * count


def _column(column, rows):
    if column.kind == c.COLUMN_TEXTS:
        values = np.array([(column.texts[i] or b"").decode() for i in range(rows)], dtype=str)
    else:
        pointer = column.integers if column.kind == c.COLUMN_INTEGERS else column.reals
        kind = np.int64 if column.kind == c.COLUMN_INTEGERS else np.float64
        values = np.ctypeslib.as_array(pointer, (rows,)).copy() if rows else np.empty(0, kind)
    return column.name.decode(), column.unit.decode(), values


def _add_places(table, points, lines):
    if not table.points:
        return
    ends = np.ctypeslib.as_array(table.ends, (table.n_rows,)).astype(np.int64) if table.ends else None
    count = table.n_rows if ends is None else (int(ends[-1]) if len(ends) else 0)
    flat = np.ctypeslib.as_array(ctypes.cast(table.points, ctypes.POINTER(ctypes.c_double)), (count, 2)).copy()
    if ends is None:
        points.append(flat)
    else:
        lines.extend(np.split(flat, ends[:-1]))


class Result:
    """What build() leaves. result["metres"] is a layer, by the port's name or by that of an output.

    `files`: {path: SHA-256} of the files that were written. `seconds`: of each node, those of tiles divided by the
    threads. `expectations`: {name: whether it holds}, if they were judged.
    """

    def __init__(self, world, run, names):
        self.world, self._runs, self.names = world, [run], names
        results = run.json(b"results")
        self.files = {file["path"]: file["sha256"] for file in results["files"]}
        self.expectations = {one["name"]: one["holds"] for one in results["expectations"]}
        self.seconds = run.seconds
        self._window = run.window

    def _run_of(self, name):
        """The run that keeps a port, and the port; others are made now, from the cache where it has them."""
        for port in (name, self.names.get(name, name)):
            for run in self._runs:
                if port in run.keep:
                    return run, port
        port = self.names.get(name, name)
        run = Run(self.world, [port], window=self._runs[0].window_text)
        self.world._go(run)
        self._runs.append(run)
        return run, port

    def __getitem__(self, name: str) -> Any:
        """A Layer; of a table a Table, of a number a float, of a grid bytes, of a text a str."""
        run, port = self._run_of(name)
        kind = run.facts_of(port).kind
        if kind in CELLS:
            facts = self.world.facts
            window = self._window
            whole = (window.x, window.y, window.width, window.height) if window else (0, 0, facts["width"], facts["height"])
            return run.layer(port, whole)
        if kind == c.KIND_TABLE:
            return run.table(port)
        if kind == c.KIND_NUMBER:
            return run.number(port)
        content = run.bytes(port)
        return content.decode() if kind == c.KIND_TEXT else content

    def __iter__(self) -> Iterator[str]:
        """Names of what the run kept: those of the config's outputs, and of other ports."""
        named = {port: name for name, port in self.names.items()}
        return (named.get(port, port) for port in self._runs[0].keep)

    def __contains__(self, name: object) -> bool:
        return name in list(self) or name in self._runs[0].keep

    def _layers(self) -> dict[str, int]:
        """Kinds of the layers that the run kept."""
        run = self._runs[0]
        kinds = {name: run.facts_of(port).kind for name, port in zip(self, run.keep)}
        return {name: kind for name, kind in kinds.items() if kind in CELLS}

    def layer(self, name: str) -> Layer:
        """A Layer; a TypeError if the port is none."""
        found = self[name]
        if not isinstance(found, Layer):
            raise TypeError(f"{name} is no layer; the run kept {', '.join(self._layers()) or 'none'}")
        return found

    def keys(self) -> list[str]:
        return list(self)

    def table(self, name: str) -> Table:
        """The rows of a port as a Table."""
        run, port = self._run_of(name)
        return run.table(port)

    def digest(self, name: str) -> str:
        """The hash of a port as the manifest has it: XXH3-128 in hexadecimal digits."""
        run, port = self._run_of(name)
        return run.digest(port)

    def extremes(self, name: str) -> tuple[float, float]:
        """The least and the greatest value of a layer, as the engine found them while it made the layer."""
        run, port = self._run_of(name)
        if run.facts_of(port).kind not in CELLS or self._window is not None:
            raise TypeError(f"{name} is no layer, or a part of one; numpy has its extremes")
        found = c.Statistics()
        check(library.terrawright_extremes(run.handle, run.number_of(port), ctypes.byref(found)), "run", run.handle)
        return found.minimum, found.maximum

    def to_xarray(self, names: Optional[Sequence[str]] = None) -> Any:
        """An xarray.Dataset of layers with coordinates x and y in metres; default: of all layers that the run kept."""
        import xarray

        wanted = names or list(self._layers())
        return xarray.Dataset({name.replace(".", "_").replace("/", "_"): self.layer(name).to_xarray() for name in wanted})

    def show(self, name: Optional[str] = None) -> Image:
        """A picture of a layer for a notebook; default: the first layer of colours, else the first layer."""
        layers = self._layers()
        colours = [layer for layer, kind in layers.items() if kind == c.KIND_COLOUR]
        if name is None and not layers:
            raise ValueError("the run kept no layer; name one: show('metres')")
        return self.layer(name or (colours or list(layers))[0]).image()

    def view(self) -> Page:
        """The world as a page in 3-D: opened in a browser, or shown in a notebook. If build() had no `folder`, the config's
        files are written to a temporary one, which lives as long as the answer."""
        return Page(self)


class Page:
    """The page in 3-D of a world: the .html file with a scene among its outputs."""

    def __init__(self, result: Result):
        self.folder = None
        files = result.files
        if not files:
            self.folder = tempfile.TemporaryDirectory(prefix="terrawright-")
            run = Run(result.world, [], c.RUN_WRITES, self.folder.name)
            result.world._go(run)
            files = [file["path"] for file in run.json(b"results")["files"]]
        pages = [pathlib.Path(path) for path in files if path.endswith(".html")]
        if not pages:
            raise ValueError("the config has no output with a scene; add {file: '{name}.html', scene: {height: NODE}}")
        self.path = pages[0].resolve()
        if "ipykernel" not in sys.modules:
            webbrowser.open(self.path.as_uri())

    def _repr_html_(self) -> str:
        page = self.path.read_text().replace("&", "&amp;").replace('"', "&quot;")
        return f'<iframe srcdoc="{page}" width="100%" height="600" frameborder="0"></iframe>'

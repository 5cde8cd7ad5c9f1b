# SPDX-License-Identifier: Apache-2.0
"""Worlds: opened from a config, checked, planned and built."""
from __future__ import annotations

import ctypes
import json
import os
import sys
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Optional, Union

from . import _interface as c
from ._library import library, sized, structs, texts
from ._yaml import document, written
from .layers import NAMES, Layer, legend_of
from .problems import Problem, check, problems_of
from .progress import Bar
from .results import Result, Run
from .stage import CELLS

CACHE_OF_THE_USER = ""
Path = Union[str, "os.PathLike[str]"]
Tell = Callable[[float, str], object]


class Context:
    """The stages, the cache and the limits that worlds share."""

    def __init__(self, plugins: Union[Path, Sequence[Path]] = (), cache: Optional[Path] = CACHE_OF_THE_USER,
                 memory: Optional[int] = None, threads: Optional[int] = None):
        os.environ.setdefault("TERRAWRIGHT_PYTHON", sys.executable)  # of stages in Python among the plugins
        of_one = [plugins] if isinstance(plugins, (str, os.PathLike)) else plugins
        named, count = texts(os.fspath(plugin) for plugin in of_one)
        settings = sized(c.Settings, draft=c.WORLD_DRAFT, plugins=named, n_plugins=count, memory=memory or 0,
                         threads=threads or 0, cache=None if cache is None else os.fspath(cache).encode())
        self.handle = library.terrawright_open_context(ctypes.byref(settings))
        if not self.handle:
            raise MemoryError("a context of terrawright")
        weakref.finalize(self, library.terrawright_close_context, self.handle)
        check(library.terrawright_context_answer(self.handle), "context", self.handle)

    def stages(self) -> dict[str, dict[str, Any]]:
        """What each stage is called, takes and gives, by its id; of several versions the newest."""
        listed = json.loads(library.terrawright_describe(self.handle, b"stages"))["stages"]
        return {stage["id"]: stage for stage in sorted(listed, key=lambda stage: stage["version"])}


class Plan:
    """A forecast of a run, before a cell exists. Bytes: `memory` is the expected peak, `least` the smallest limit that
    suffices, `files` go to the disk, and so do `waiting`, which do not fit into memory. `nodes`: {name: "runs", "is
    painted again" or "is cached"}."""

    def __init__(self, facts: dict[str, Any]):
        self.memory, self.least = facts["memory"]["peak"], facts["memory"]["least"]
        self.files, self.waiting = facts["disk"]["files"], facts["disk"]["waiting"]
        self.nodes = {node["name"]: node["doing"] for node in facts["nodes"]}

    def __repr__(self):
        return f"<plan: {len(self.nodes)} nodes, {self.memory / 1e6:.0f} MB>"


class Port:
    """An output of a node: `name`, `kind`, `unit`, `recipe` (equal recipes have equal cells), `legend` ({code: Class} or None)
    and `places` ("points", "lines" or "", of a table)."""

    def __init__(self, facts: c.PortFacts):
        self.name, self.unit, self.recipe = facts.name.decode(), facts.unit.decode(), facts.recipe.decode()
        self.kind = NAMES[facts.kind]
        self.is_layer = facts.kind in CELLS
        self.legend = legend_of(facts)
        self.places = {c.PORT_POINTS: "points", c.PORT_LINES: "lines"}.get(facts.places, "")

    def __repr__(self):
        return f"<{self.kind} {self.name!r}, unit {self.unit!r}>"


class World:
    """A config, read and checked. terrawright.open() makes it; problems() has what is wrong with it."""

    def __init__(self, context: Context, file: Optional[Path] = None, text: Optional[str] = None, seed: Any = None,
                 set: Optional[Mapping[str, Any]] = None, strict: bool = False):
        if not isinstance(set or {}, Mapping):
            raise TypeError(f"set takes a dict, as {{'knobs.sea': '55 %'}}, and not {set!r}")
        overrides, count = texts(f"{path}={value if isinstance(value, str) else written(value)}" for path, value in (set or {}).items())
        encoded = None if text is None else text.encode()
        request = sized(c.WorldRequest, flags=c.WORLD_STRICT if strict else 0, text=encoded,
                        text_size=len(encoded or b""), set=overrides, n_set=count,
                        file=None if file is None else os.fspath(file).encode(),
                        seed=None if seed is None else str(seed).encode())
        self.context = context
        self.handle = library.terrawright_open_world(context.handle, ctypes.byref(request))
        if not self.handle:
            raise MemoryError("a world of terrawright")
        weakref.finalize(self, library.terrawright_close_world, self.handle)
        self._demands: dict[str, Run] = {}
        self._going: weakref.WeakSet[Run] = weakref.WeakSet()

    def _checked(self):
        check(library.terrawright_world_answer(self.handle), "world", self.handle)

    def problems(self) -> list[Problem]:
        """All errors and warnings of the config."""
        return problems_of("world", self.handle)

    def _json(self, what: bytes) -> dict[str, Any]:
        self._checked()
        return json.loads(library.terrawright_world_json(self.handle, what))

    @property
    def facts(self) -> dict[str, Any]:
        """A dict: name, seed, width and height in cells, cell in metres, latitude, longitude, wrap."""
        facts = self._json(b"facts")
        del facts["format"]
        return facts

    @property
    def config(self) -> dict[str, Any]:
        """The resolved config as a dict: composites and overrides are in it."""
        return self._json(b"config")["config"]

    @property
    def sha256(self) -> str:
        """The hash of the resolved config."""
        return self._json(b"config")["sha256"]

    @property
    def ports(self) -> dict[str, Port]:
        """Outputs of all nodes that the config's outputs need, by name, in running order."""
        self._checked()
        return {port.name: port for port in map(Port, structs(library.terrawright_ports, self.handle, c.PortFacts))}

    def plan(self, keep: Union[str, Sequence[str], None] = None, folder: Optional[Path] = None,
             window: Optional[str] = None) -> Plan:
        """A Plan of build() with the same arguments."""
        run, _ = self._run(keep, folder, window)
        return Plan(run.json(b"plan"))

    def build(self, progress: Union[bool, Tell] = False, *, keep: Union[str, Sequence[str], None] = None,
              folder: Optional[Path] = None, window: Optional[str] = None, judge: bool = False,
              memory: Optional[int] = None, threads: Optional[int] = None, tile: Optional[int] = None) -> Result:
        """Builds the world, and returns a Result.

        `keep`: ports whose data stay in memory; default: those of the config's outputs. Others are made when they are
        asked for. `folder`: writes the config's files there; default: none. `window`: a text as --window has it,
        "512,300,1025x1025". `judge`: an ExpectationError if the world does not meet its config's expectations.
        `progress`: True draws a bar; a function is called with a share and the name of a node. `memory`: limit in bytes.
        `tile`: side of a tile in cells; it has no effect on the bits.
        Ctrl-C, and cancel() from another thread, stop it.
        """
        bar = Bar() if progress is True else None
        tell = bar or progress or None
        run, layers = self._run(keep, folder, window, judge, memory, threads, tell, tile)
        try:
            self._go(run)
        finally:
            if bar is not None:
                bar.close()
        return Result(self, run, layers)

    def cancel(self) -> None:
        """Stops all runs of this world that go on; their build() raises Cancelled. From any thread."""
        for run in list(self._going):
            run.cancel()

    def window(self, port: str, x: Optional[tuple[int, int]] = None, y: Optional[tuple[int, int]] = None,
               zoom: int = 1) -> Layer:
        """Cells of a layer in the columns x[0] to x[1] and rows y[0] to y[1]; only what these need is made.

        Each cell of the answer stands for `zoom` x `zoom` cells of the world: the mean of numbers, the most frequent
        class. A world keeps its parts, so that the next window is faster.
        """
        facts = self.facts
        if zoom < 1:
            raise ValueError(f"zoom is the side of a cell in cells of the world, 1 or more, and not {zoom}")
        if port not in self._demands:
            run = Run(self, [port], c.RUN_ON_DEMAND)
            self._go(run)
            self._demands[port] = run
        (left, right), (top, bottom) = x or (0, facts["width"]), y or (0, facts["height"])
        rectangle = (left // zoom, top // zoom, -(-right // zoom) - left // zoom, -(-bottom // zoom) - top // zoom)
        return self._demands[port].layer(port, rectangle, zoom)

    def _run(self, keep, folder, window, judge=False, memory=None, threads=None, tell=None, tile=None):
        if folder is not None and not os.fspath(folder):
            raise ValueError("folder is an empty path; None writes no file")
        layers = outputs_of(self.config)
        wanted = list(dict.fromkeys(layers.values())) if keep is None else [keep] if isinstance(keep, str) else list(keep)
        flags = (c.RUN_WRITES if folder is not None else 0) | (c.RUN_JUDGES if judge else 0)
        return Run(self, wanted, flags, folder, window, memory, threads, tell, tile), layers

    def _go(self, run):
        """In a thread of its own, so that Python's signals are handled meanwhile."""
        answers = []
        self._going.add(run)
        thread = threading.Thread(target=lambda: answers.append(library.terrawright_go(run.handle)), daemon=True)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(0.1)
        except BaseException:
            run.cancel()
            thread.join()
            raise
        finally:
            self._going.discard(run)
        if run.raised is not None:
            raise run.raised
        check(answers[0], "run", run.handle)


def outputs_of(config):
    """Ports of the config's outputs, by the names that these give them."""
    layers = {}
    for output in config.get("outputs", []):
        for name, port in (output.get("layers") or {}).items():
            layers.setdefault(name, port if isinstance(port, str) else port["from"])
    return layers


def open(config: Union[Path, Mapping[str, Any], None] = None, *, text: Optional[str] = None, seed: Any = None,
         set: Optional[Mapping[str, Any]] = None, strict: bool = False, plugins: Union[Path, Sequence[Path]] = (),
         cache: Optional[Path] = CACHE_OF_THE_USER, memory: Optional[int] = None,
         threads: Optional[int] = None) -> World:
    """Opens a world: a file's path, or the config itself as a dict or a `text` in YAML.

    `seed`, `set` ({"knobs.sea": "55 %"}), `plugins` (libraries and folders), `memory` (bytes) and `threads` are those of
    the command line. `cache`: a folder; "": the user's; None: none. `strict`: warnings are errors. A World with errors
    is opened too: problems() has them, and build() raises a ConfigError.
    """
    if (config is None) == (text is None):
        raise TypeError("open takes a file or a dict, or a text in its place: open('island.yaml')")
    context = Context(plugins, cache, memory, threads)
    if isinstance(config, Mapping):
        return World(context, "dict", document(config), seed, set, strict)
    return World(context, "text" if config is None else config, text, seed, set, strict)

# SPDX-License-Identifier: Apache-2.0
"""Worlds of terrawright in Python: a client of libterrawright.

    import terrawright as tw

    world = tw.open("island.yaml", seed=7, set={"knobs.sea": "55 %"})
    for problem in world.problems():
        print(problem.place, problem.reason, problem.remedy)
    result = world.build(progress=True)
    heights = result["metres"]          # a numpy array with .unit and .cell
    lakes = result.table("lakes.table")
    result.show()
"""
import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .layers import Class, Image, Layer, Table
    from .problems import Cancelled, ConfigError, Error, ExpectationError, Place, PluginError, Problem, RunError
    from .results import Page, Result
    from .stage_runs import run
    from .worlds import Context, Plan, Port, World, open

# The library is loaded with the first of these names: a worker that runs stages needs none of them.
_MODULES = {"layers": ["Class", "Image", "Layer", "Table"],
            "problems": ["Cancelled", "ConfigError", "Error", "ExpectationError", "Place", "PluginError", "Problem", "RunError"],
            "results": ["Page", "Result"], "stage_runs": ["run"], "worlds": ["Context", "Plan", "Port", "World", "open"]}
_PLACES = {name: module for module, names in _MODULES.items() for name in names}

__all__ = ["Cancelled", "Class", "ConfigError", "Context", "Error", "ExpectationError", "Image", "Layer", "Page", "Place", "Plan",
           "PluginError", "Port", "Problem", "Result", "RunError", "Table", "World", "open", "run"]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'terrawright' has no attribute {name!r}")
    value = getattr(importlib.import_module(f".{_PLACES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])

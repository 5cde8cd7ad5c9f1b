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
from .layers import Class, Image, Layer, Table
from .problems import (Cancelled, ConfigError, Error, ExpectationError, Place, PluginError, Problem, RunError)
from .results import Page, Result
from .stage_runs import run
from .worlds import Context, Plan, Port, World, open

__all__ = ["Cancelled", "Class", "ConfigError", "Context", "Error", "ExpectationError", "Image", "Layer", "Page", "Place", "Plan",
           "PluginError", "Port", "Problem", "Result", "RunError", "Table", "World", "open", "run"]

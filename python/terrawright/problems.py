# SPDX-License-Identifier: Apache-2.0
"""Errors and warnings of worlds, as objects."""
import dataclasses

from . import _interface as c
from ._library import library, structs


@dataclasses.dataclass(frozen=True)
class Place:
    """A place in a config. Lines and columns count from 1; 0: none."""

    file: str
    line: int
    column: int
    length: int

    def __str__(self):
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


@dataclasses.dataclass(frozen=True)
class Problem:
    """An error or a warning: where it is, its reason and its remedy ("": none is known)."""

    place: Place
    reason: str
    remedy: str
    rule: str  # "config", "plugin", "build", "expectation" or "misuse"
    is_warning: bool
    shown: str  # as the program prints it, with its line of the config

    def __str__(self):
        return self.shown.rstrip("\n")


class Error(Exception):
    """A world, a plugin or a run that failed. `problems` has all reasons."""

    def __init__(self, problems):
        self.problems = list(problems)
        errors = [str(problem) for problem in self.problems if not problem.is_warning]
        super().__init__("\n".join(errors) or "it failed without a reason")


class RunError(Error):
    """A stage, a file or the machine failed."""


class ConfigError(Error):
    """The config cannot be read or has errors, or this machine cannot run it."""


class PluginError(Error):
    """A library of stages cannot be used."""


class ExpectationError(Error):
    """The world does not meet its config's expectations."""


class Cancelled(Error):
    """The run was cancelled."""

    def __init__(self, problems=()):
        super().__init__(problems)
        self.args = ("the run was cancelled",)


ERRORS = {c.FAILED: RunError, c.REFUSED: ConfigError, c.BAD_PLUGIN: PluginError, c.UNMET: ExpectationError,
          c.MISUSED: Error, c.STOPPED: Cancelled}


def problems_of(sort, handle):
    """All problems of a handle: `sort` is "context", "world" or "run"."""
    found = structs(getattr(library, f"terrawright_{sort}_problems"), handle, c.Problem)
    return [Problem(Place(p.source.decode(), p.line, p.column, p.length), p.message.decode(), p.hint.decode(),
                    p.rule.decode(), bool(p.is_warning), p.shown.decode()) for p in found]


def check(answer, sort, handle):
    """Raises the error of an answer that is not DONE."""
    if answer != c.DONE:
        raise ERRORS[answer](problems_of(sort, handle))

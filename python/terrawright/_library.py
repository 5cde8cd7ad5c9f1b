# SPDX-License-Identifier: Apache-2.0
"""libterrawright as ctypes loads it, with the prototypes of its header."""
import ctypes
import ctypes.util
import os
import pathlib
import site
import sys

from . import _interface

NAME = "libterrawright.so"


def _candidates():
    """Places of the library: the one that TERRAWRIGHT_LIBRARY names, beside an installed module, a build, the system's."""
    if os.environ.get("TERRAWRIGHT_LIBRARY"):
        yield os.environ["TERRAWRIGHT_LIBRARY"]
        return
    here = pathlib.Path(__file__).resolve()
    prefixes = [pathlib.Path(sys.prefix), pathlib.Path(site.getuserbase()), *here.parents[1:6]]
    yield from (str(prefix / "lib" / NAME) for prefix in prefixes)
    yield str(here.parents[2] / "build" / "release" / "lib" / NAME)
    yield ctypes.util.find_library("terrawright") or ""


def _load():
    for path in _candidates():
        if not path or (os.sep in path and not os.path.exists(path)):
            continue
        library = ctypes.CDLL(path)
        for name, (returns, takes) in _interface.FUNCTIONS.items():
            try:
                function = getattr(library, name)
            except AttributeError:
                raise ImportError(f"{path} has no {name}: it is of another version than this module") from None
            function.restype, function.argtypes = returns, takes
        return library
    raise ImportError(f"{NAME} is not found: install the wheel of terrawright, or set TERRAWRIGHT_LIBRARY to its path")


library = _load()


def texts(items):
    """An array of texts for C, and their number."""
    encoded = [str(item).encode() for item in items]
    return (ctypes.c_char_p * max(len(encoded), 1))(*encoded), len(encoded)


def structs(function, handle, kind):
    """The structs that a function lists: `function(handle, &array)` returns their number."""
    array = ctypes.POINTER(ctypes.POINTER(kind))()
    count = function(handle, ctypes.byref(array))
    return [array[i].contents for i in range(count)]


def sized(struct, /, **fields):
    """A struct with its size."""
    return struct(size=ctypes.sizeof(struct), **fields)

# SPDX-License-Identifier: Apache-2.0
"""Cost of a frame: draw calls and triangles are bounded, times are only printed."""
from page import demand


def bounds(page, calls, triangles):
    page.run("terrawright.view.set({})")
    said = page.run("terrawright.view.statistics")
    demand(0 < said["calls"] <= calls, f"{said['calls']} draw calls, above {calls}")
    demand(1000 < said["triangles"] <= triangles, f"{said['triangles']} triangles, above {triangles}")
    return said

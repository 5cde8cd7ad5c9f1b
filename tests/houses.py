# SPDX-License-Identifier: Apache-2.0
"""Checks docs/architecture.md: which room may include which, and which one may include which library."""
import pathlib
import re
import sys

MAY_USE = {
    "sdk": set(),
    "report": set(),
    "lettering": {"sdk"},
    "border": {"report", "sdk"},
    "config": {"report", "sdk"},
    "graph": {"border", "config", "report", "sdk"},
    "schedule": {"border", "graph", "config", "report", "sdk"},
    "store": {"border", "report", "sdk"},
    "engine": {"store", "schedule", "border", "graph", "config", "report", "sdk"},
    "plugins": {"border", "graph", "config", "report", "sdk"},
    "check": {"plugins", "engine", "store", "schedule", "border", "graph", "config", "report", "sdk"},
    "images": {"lettering", "border", "engine", "store", "schedule", "graph", "report", "sdk"},
    "build": {"images", "engine", "store", "schedule", "border", "graph", "config", "report", "sdk"},
    "ranks": {"engine"},
    "live": {"build", "images", "engine", "store", "schedule", "border", "graph", "config", "report", "sdk"},
    "cli": {"live", "ranks", "build", "images", "check", "plugins", "engine", "store", "schedule", "border", "graph", "config", "report",
            "sdk"},
    "stages": {"sdk"},
}
# What rivers cut is found out as what they carry; maps have words; tables that users extend are read alike.
FAMILIES_USE = {"erosion": {"water"}, "feature": {"tables"}, "map": {"lettering", "tables"}}
ONLY_IN = {
    "yaml-cpp/": "config",
    "OpenEXR/": "images",
    "OpenImageIO/": "images/openimageio",  # a program of its own, which the others never bind
    "tiffio.h": "images/tiff",
    "webp/": "images",
    "spdlog/": "report",
    "tbb/": "engine",
    "CLI/": "cli",
    "blosc.h": "store",
    "mpi.h": "ranks",
    "hb": "lettering",
    "cairo": "images",
    "ft2build.h": "images",
    "httplib.h": "live",
}
# A build is told to whoever calls it.
SILENT = {room: {"report/log.hpp", "report/progress.hpp", "iostream", "ostream"} for room in ("build", "live")}
SILENT["build"] |= {"cstdio", "stdio.h"}


def main(root):
    problems = []
    files = [*root.glob("pipeline/**/*"), *root.glob("stages/**/*")]
    for path in sorted(file for file in files if file.suffix in (".h", ".hpp", ".cpp")):
        parts = path.relative_to(root).parts
        room = parts[1] if parts[0] == "pipeline" else "stages"
        for number, line in enumerate(path.read_text().splitlines(), 1):
            found = re.match(r'\s*#include\s*([<"])([^>"]+)[>"]', line)
            if not found:
                continue
            target, where = found.group(2), f"{path.relative_to(root)}:{number}: "
            for library, owner in ONLY_IN.items():
                if target.startswith(library) and not path.relative_to(root).as_posix().startswith(f"pipeline/{owner}/"):
                    problems.append(where + f"only pipeline/{owner} includes {library}")
            if target in SILENT.get(room, ()):
                problems.append(where + f"{room} prints nothing itself")
            other = "sdk" if target.startswith("terrawright/") else target.split("/")[0]
            families = {"sdk", parts[1]} | FAMILIES_USE.get(parts[1], set())
            may_use = MAY_USE[room] | (families if room == "stages" else set())
            if "/" in target and other in MAY_USE and other != room and other not in may_use:
                problems.append(where + f"{room} may not include {other}")
            if room == "stages" and found.group(1) == '"' and other not in families and "/" in target:
                problems.append(where + "a stage shares with its own family only")
        if not path.read_text().lstrip("/* ").startswith("SPDX-License-Identifier: Apache-2.0"):
            problems.append(f"{path.relative_to(root)}:1: the first line is the licence's SPDX line")
    print("\n".join(problems) or "every include points the right way")
    return 1 if problems else 0


sys.exit(main(pathlib.Path(sys.argv[1])))

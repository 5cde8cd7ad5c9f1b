# SPDX-License-Identifier: Apache-2.0
"""Asks MinGW's g++ (-fsyntax-only) which files outside pipeline/system would compile for Windows: syntax.py ROOT BUILD [PART...].
A room is read as one unit, and file by file where that fails. The files that do not pass, and why, stand in KNOWN: one that
is not there, or that passes by now, is a failure."""
import concurrent.futures
import pathlib
import re
import subprocess
import sys

COMPILER = "x86_64-w64-mingw32-g++-posix"  # whose standard library has threads
# What a build for Windows still needs outside of pipeline/system.
KNOWN = {  # of files, report, workers, ranks and store; the other rooms have not been read yet
    "pipeline/ranks/mpi/ranks.cpp": "mpi.h: No such file or directory",
    "pipeline/store/mapped_record.cpp": "‘aligned_alloc’ is not a member of ‘std’",
    "pipeline/store/spill.cpp": "‘EDQUOT’ was not declared in this scope",
    "pipeline/store/folders/store_folder.cpp": "‘EDQUOT’ was not declared in this scope",
}
# Libraries whose headers Debian has; those of the C library are MinGW's own.
LIBRARIES = """CLI Imath OpenEXR blosc.h blosc-export.h cairo fmt freetype2 ft2build.h geotiff harfbuzz httplib.h libdeflate.h mpi.h nlohmann
    oneapi png.h pngconf.h pnglibconf.h proj.h spdlog tao tbb tiff.h tiffconf.h tiffio.h tiffio.hxx tiffvers.h webp xxh3.h xxhash.h
    xxh_x86dispatch.h yaml-cpp zconf.h zlib.h openssl""".split()


def headers_of(libraries, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name in libraries:
        for place in ("/usr/include", "/usr/include/x86_64-linux-gnu", "/usr/include/geotiff"):
            link = folder / name
            if (pathlib.Path(place) / name).exists() and not link.is_symlink():
                link.symlink_to(pathlib.Path(place) / name)
    return folder


def flags_of(root, build):
    links = headers_of(LIBRARIES, build / "windows")
    ours = ["", "pipeline", "pipeline/sdk", "stages", "packs/atlas/stages", "writers"]
    return ["-std=c++17", "-fsyntax-only", "-w", "-fmax-errors=40", '-DTERRAWRIGHT_MODULES="m"', '-DTERRAWRIGHT_SHARE_FROM_PROGRAM="s"',
            '-DTERRAWRIGHT_VERSION="0"', '-DTERRAWRIGHT_BUILD="0"', *(f"-I{root / folder}" for folder in ours), f"-isystem{links}",
            *(f"-isystem{links / name}" for name in ("Imath", "OpenEXR", "cairo", "freetype2", "harfbuzz", "geotiff"))]


def rooms_of(root):
    rooms = {}
    for top in ("pipeline", "stages", "writers", "packs"):
        for file in sorted((root / top).rglob("*.cpp")):
            name = file.relative_to(root).as_posix()
            if name.startswith("pipeline/system/"):
                continue
            parts = name.split("/")
            # Programs and modules of their own, and families of stages, whose names may be the same.
            deep = 3 if parts[0] == "packs" or parts[1] in ("cli", "readers", "live", "check") else 2
            rooms.setdefault("/".join(parts[:min(deep, len(parts) - 1)]), []).append(name)
    return rooms


def errors_in(text, root, name=None):
    """The first error of each file of ours."""
    found = {}
    for file, what in re.findall(r"^(?:In file included from )?([^\s:]+):\d+:\d+: (?:fatal )?error: (.*)$", text, re.M):
        path = pathlib.Path(file)
        own = path.relative_to(root).as_posix() if path.is_relative_to(root) else f"<{path.name}>"
        found.setdefault(name or own, f"{own}: {what}" if name and own != name else what)
    return found


def checked(root, flags, files):
    unit = "".join(f'#include "{root / file}"\n' for file in files)
    done = subprocess.run([COMPILER, *flags, "-x", "c++", "-"], input=unit, capture_output=True, text=True)
    if done.returncode == 0:
        return {}
    if len(files) > 1:
        found = {}
        for file in files:
            found.update(checked(root, flags, [file]))
        return found
    return errors_in(done.stderr, root, files[0]) or {files[0]: done.stderr.strip().splitlines()[-1]}


def main(root, build, parts):
    flags = flags_of(root, build)
    rooms = {room: files for room, files in rooms_of(root).items() if not parts or any(room.startswith(part) for part in parts)}
    found, count = {}, sum(map(len, rooms.values()))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for of_room in pool.map(lambda files: checked(root, flags, files), rooms.values()):
            found.update(of_room)
    for file, why in sorted(found.items()):
        print(f"{file}: {why}" + ("" if file in KNOWN else "  NOT KNOWN"))
    gone = sorted(file for file in KNOWN if file not in found and any(file in files for files in rooms.values()))
    for file in gone:
        print(f"{file}: passes by now; take it out of tests/windows/syntax.py")
    print(f"{count - len(found)} of {count} files outside pipeline/system pass {COMPILER} -fsyntax-only")
    return 1 if gone or set(found) - set(KNOWN) else 0


sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3:]))

# SPDX-License-Identifier: Apache-2.0
"""Asks MinGW's g++ (-fsyntax-only) which files outside pipeline/system would compile for Windows: syntax.py ROOT BUILD [PART...].
A room is read as one unit, and file by file where that fails."""
import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys

COMPILER = "x86_64-w64-mingw32-g++-posix"  # whose standard library has threads
# Libraries whose headers Debian has; those of the C library are MinGW's own.
LIBRARIES = """CLI Imath OpenImageIO OpenEXR blosc.h blosc-export.h cairo fmt freetype2 ft2build.h fontconfig geotiff
    harfbuzz httplib.h libdeflate.h mpi.h nlohmann oneapi png.h pngconf.h pnglibconf.h proj.h sha2.h spdlog tao tbb tiff.h
    tiffconf.h tiffio.h tiffio.hxx tiffvers.h webp xxh3.h xxhash.h xxh_x86dispatch.h yaml-cpp zconf.h zlib.h openssl""".split()


def headers_of(libraries, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for place in ("/usr/include", "/usr/include/x86_64-linux-gnu", "/usr/include/geotiff"):
        for name in libraries:  # of some, a part of the headers is among those of the processor
            subprocess.run(["cp", "-rsn", f"{place}/{name}", folder], stderr=subprocess.DEVNULL)
    return folder


def flags_of(root, build):
    links = headers_of(LIBRARIES, build / "headers")
    ours = ["", "pipeline", "pipeline/sdk", "stages", "packs/atlas/stages", "writers"]
    return ["-std=c++17", "-fsyntax-only", "-w", "-fmax-errors=40", '-DTERRAWRIGHT_MODULES="m"', '-DTERRAWRIGHT_SHARE_FROM_PROGRAM="s"',
            '-DTERRAWRIGHT_VERSION="0"', '-DTERRAWRIGHT_BUILD="0"', '-DTERRAWRIGHT_PROGRAM_FOLDER="bin"',
            '-DTERRAWRIGHT_PLUGINS_FROM_PROGRAM="p"', *(f"-I{root / folder}" for folder in ours), f"-isystem{links}",
            *(f"-isystem{links / name}" for name in ("Imath", "OpenEXR", "cairo", "freetype2", "harfbuzz", "geotiff")),
            "-isystem/usr/lib/x86_64-linux-gnu/openmpi/include"]


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
    if not shutil.which(COMPILER):
        print(f"skipped: {COMPILER} is missing")
        return 77
    flags = flags_of(root, build)
    rooms = {room: files for room, files in rooms_of(root).items() if not parts or any(room.startswith(part) for part in parts)}
    failed, count = 0, sum(map(len, rooms.values()))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for found in pool.map(lambda files: checked(root, flags, files), rooms.values()):
            failed += len(found)
            for file, why in sorted(found.items()):
                print(f"{file}: {why}", flush=True)
    print(f"{count - failed} of {count} files outside pipeline/system pass {COMPILER} -fsyntax-only")
    return 1 if failed or count == 0 else 0


sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3:]))

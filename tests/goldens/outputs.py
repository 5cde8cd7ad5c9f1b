# SPDX-License-Identifier: Apache-2.0
"""Every byte that goes out: outputs.py PROGRAM SOURCES [--approve]

Builds all worlds of configs/ at 513 x 513 cells, all examples and a world of every format, at one or at two threads by
turns, and compares the SHA-256 of every file with those in outputs.txt. At length (TERRAWRIGHT_AT_LENGTH) each is built
at one and at two threads; so it is with --approve, which rewrites that list. For a folder that is one output (.zarr,
tiles for the web, a pack) it is that of the list of its files. For manifests the lines that name the build of a plugin
are omitted, since it is compiled here.
"""
import hashlib
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAM, SOURCES = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
GOLDEN = SOURCES / "tests/goldens/outputs.txt"
OWN_LIST = ".terrawright-files"
BUILD_OF_PLUGIN = re.compile(rb'^ *"plugin_sha256": .*\n', re.MULTILINE)
SIDE = ["--set", "world.size=[513,513]"]
# Their sizes are what they show, or what an importer takes.
OF_THEIR_SIZE = ["examples/100-plugin/world.yaml", "examples/360-packs/world.yaml", "examples/700-writer/world.yaml"]


def worlds():
    """Each world with what is said to the program beside its name."""
    for config in sorted(SOURCES.glob("configs/*.yaml")):
        if not config.name.endswith(".lock.yaml"):
            yield config, SIDE
    for config in sorted([*SOURCES.glob("examples/*/world.yaml"), *SOURCES.glob("examples/500-ci/worlds/*.yaml")]):
        if config.name.endswith(".lock.yaml"):
            continue
        of_its_size = str(config.relative_to(SOURCES)) in OF_THEIR_SIZE or config.parent.name == "worlds"
        yield config, [] if of_its_size else SIDE
    yield SOURCES / "tests/same_bits/formats.yaml", []


def plugins(folder):
    """Those that examples need."""
    compiler = [*(["ccache"] if shutil.which("ccache") else []), os.environ.get("CXX", "c++")]
    for name in ("100-plugin", "500-ci/plugin"):
        objects = []
        for source in sorted((SOURCES / "examples" / name).glob("*.cpp")):
            objects.append(folder / (source.stem + ".o"))
            subprocess.run([*compiler, "-std=c++17", "-O2", "-ffp-contract=off", "-fvisibility=hidden", "-fPIC", "-c",
                            f"-I{SOURCES}/pipeline/sdk", source, "-o", objects[-1]], check=True)
        subprocess.run([compiler[-1], "-shared", *objects, "-o", folder / (name.replace("/", "-") + ".so")], check=True)
    subprocess.run(["cc", "-std=c11", "-O2", "-ffp-contract=off", "-fPIC", "-shared", f"-I{SOURCES}/pipeline/sdk",
                    SOURCES / "examples/700-writer/esri_ascii.c", "-o", folder / "700-writer.so"], check=True)


def sums(folder, name):
    """Hashes of all files below a folder, as lines of the list."""
    lines, whole = [], [list_.parent for list_ in folder.rglob(OWN_LIST)]
    for file in sorted(folder.rglob("*")):
        if not file.is_file():
            continue
        inside = next((one for one in whole if one in file.parents), None)
        data = file.read_bytes()
        if inside:  # the list has its sum, and is one output's
            listed = (inside / OWN_LIST).read_text()
            if file.name != OWN_LIST and f"{hashlib.sha256(data).hexdigest()}  {file.relative_to(inside)}\n" not in listed:
                raise SystemExit(f"{name}: {file.relative_to(folder)} is not as its folder's list says")
            if file.name != OWN_LIST:
                continue
        elif file.name.endswith(".manifest.json"):
            data = BUILD_OF_PLUGIN.sub(b"", data)
        lines.append(f"{hashlib.sha256(data).hexdigest()}  {name}/{file.relative_to(folder)}")
    return lines


def made(threads_of, plugins):
    lines = []
    for number, (config, arguments) in enumerate(worlds()):
        name = str(config.relative_to(SOURCES).with_suffix(""))
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([PROGRAM, "build", config, "--cache", "off", "--quiet", "--threads",
                                  str(threads_of(number)), "--out",
                                  folder, *arguments, "--plugins", plugins], text=True, capture_output=True, timeout=600)
            if run.returncode != 0:
                raise SystemExit(f"{name}: exit code {run.returncode}\n{run.stderr}")
            lines += sums(pathlib.Path(folder), name)
    return sorted(lines, key=lambda line: line.split("  ", 1)[1])


def main():
    begin = time.monotonic()
    approving = sys.argv[3:] == ["--approve"]
    with tempfile.TemporaryDirectory() as folder:
        plugins(pathlib.Path(folder))
        found = made(lambda number: 1 + number % 2, folder)
        again = made(lambda number: 2 - number % 2, folder) if approving or "TERRAWRIGHT_AT_LENGTH" in os.environ else found
    of_programs = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{len(found)} files of {len(list(worlds()))} worlds: {time.monotonic() - begin:.0f} s, of processors "
          f"{of_programs.ru_utime + of_programs.ru_stime:.0f} s")
    if found != again:
        raise SystemExit("two threads write other files than one:\n" + "\n".join(sorted(set(found) ^ set(again))))
    if approving:
        GOLDEN.write_text("".join(line + "\n" for line in found))
        return
    pinned = dict(reversed(line.split("  ", 1)) for line in GOLDEN.read_text().splitlines())
    now = dict(reversed(line.split("  ", 1)) for line in found)
    moved = [f"{'other bytes' if name in pinned and name in now else 'new' if name in now else 'gone'}: {name}"
             for name in sorted(pinned.keys() | now.keys()) if pinned.get(name) != now.get(name)]
    if moved:
        raise SystemExit("not as in tests/goldens/outputs.txt; if that is meant, scripts/approve.sh rewrites it:\n" +
                         "\n".join(moved))


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""The same bytes on every processor: processors.py PROGRAM SOURCES [COMMAND...]

A world that writes every format (formats.yaml) is built by this processor and, under qemu, by ones that can do less:
libraries that choose their code by the processor must not choose what they write by it. COMMAND runs the program of
another processor, which is compared in the place of those. At length (TERRAWRIGHT_AT_LENGTH) there are three
of them, else one. Exit code 77 where there is no qemu-x86_64, or another processor.
"""
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAM, SOURCES = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
OTHER = sys.argv[3:]
WORLD = SOURCES / "tests/same_bits/formats.yaml"
PROCESSORS = ["Nehalem", "Haswell", "EPYC"]  # SSE 4.2; AVX2 by Intel; AVX2 by AMD
if "TERRAWRIGHT_AT_LENGTH" not in os.environ:
    PROCESSORS = PROCESSORS[:1]
# Endings of every format; several files of one layer once.
FORMATS = {".png", ".html", ".tif", ".zarr", ".exr", ".glb", ".obj", ".mtl", ".pmtiles", ".csv", ".geojson", ".svg", ".pdf",
           ".txt", ".xml", ".json", ".md", ".raw", ".r16"}


def built(folder, command):
    begin = time.monotonic()
    # qemu warns of features that it does not know, which none of these processors' programs needs.
    made = subprocess.run([*command, "build", WORLD, "--cache", "off", "--quiet", "--threads", "2", "--out", folder],
                          text=True, capture_output=True, timeout=300 if not OTHER else 1800)
    said = "".join(line for line in made.stderr.splitlines(True) if "TCG doesn't support" not in line)
    if made.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: exit code {made.returncode}\n{said}")
    files = {str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}
    return files, time.monotonic() - begin


def main():
    if not OTHER and (platform.machine() != "x86_64" or not shutil.which("qemu-x86_64")):
        print("no qemu-x86_64 here, or another processor: skipped")
        raise SystemExit(77)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        native, seconds = built(folder / "native", [PROGRAM])
        print(f"this processor: {len(native)} files, {sum(map(len, native.values()))} bytes, {seconds:.1f} s")
        found = {pathlib.Path(part).suffix for name in native for part in pathlib.Path(name).parts}
        if not FORMATS <= found:
            raise SystemExit(f"the world writes no {sorted(FORMATS - found)}")
        wrong = []
        others = {OTHER[0]: OTHER} if OTHER else {name: ["qemu-x86_64", "-cpu", name, PROGRAM] for name in PROCESSORS}
        for processor, command in others.items():
            files, seconds = built(folder / processor, command)
            differ = sorted(name for name in native.keys() | files.keys() if native.get(name) != files.get(name))
            print(f"{processor}: {len(differ)} of {len(files)} files differ, {seconds:.1f} s")
            wrong += [f"{processor}: {name}" for name in differ]
        if wrong:
            raise SystemExit("other bytes on another processor:\n" + "\n".join(wrong))


if __name__ == "__main__":
    main()

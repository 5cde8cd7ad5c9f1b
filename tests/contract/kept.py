# SPDX-License-Identifier: Apache-2.0
"""Libraries of earlier releases run in this engine and make what they made.

kept.py PROGRAM ROOT         builds the worlds in kept/ with the libraries of each release, and compares hashes
kept.py PROGRAM ROOT --keep  compiles them against the headers of today, for a release: kept/MAJOR.MINOR/

Each was compiled once, in C, in C++ by g++ and by clang++, and in Rust. They are for x86-64.
"""
import json
import os
import pathlib
import platform
import shutil
import struct
import subprocess
import sys
import tempfile

program, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
KEPT = root / "tests/contract/kept"
SIDE = 70
WORLDS = {"world": [["--tile", "16", "--threads", "3"], ["--tile", "whole"], ["--tile", "33", "--threads", "1"]],
          "levels": [["--tile", "1"], ["--tile", "whole"]]}


# The SHA-256 of what comes out of a world, one a line.
def made_with(libraries, world, options):
    with tempfile.TemporaryDirectory() as folder:
        samples = [i * i * 2654435761 % 2**32 >> 20 for i in range(SIDE * SIDE)]
        pathlib.Path(folder, "relief.raw").write_bytes(struct.pack(f"<{SIDE * SIDE}H", *samples))
        shutil.copy(KEPT / f"{world}.yaml", folder)
        left = pathlib.Path(folder, "left")
        ran = subprocess.run([program, "build", f"{world}.yaml", "--plugins", libraries, "--quiet", "--sha256", "--cache",
                              "off", "--out", "out", *options], cwd=folder, capture_output=True, text=True,
                             env={**os.environ, "KEPT_LEFT": str(left)})
        if ran.returncode != 0:
            return f"exit code {ran.returncode}\n{ran.stderr}"
        if not left.exists():
            return "deinit was not called\n"
        return "".join(f"{line}\n" for line in sorted(ran.stdout.splitlines()) if line.startswith("sha256 "))


# Message of the engine for a library whose entry says why it cannot be used.
def refusal(folder):
    ran = subprocess.run([program, "stages", "--plugins", folder / "every_function.so"], capture_output=True, text=True,
                         env={**os.environ, "KEPT_REFUSES": "1"})
    return ran.returncode == 3 and "kept.py asked it to refuse" in " ".join(ran.stderr.split())


def keep():
    folder = KEPT / json.loads((root / "schema/abi.json").read_text())["abi"]
    folder.mkdir(exist_ok=True)
    shutil.copy(root / "schema/abi.json", folder)
    flags = ["-O2", "-fPIC", "-shared", "-s", "-ffp-contract=off", "-fvisibility=hidden", f"-I{root}/pipeline/sdk"]
    made, example = root / "tests/plugins/made", root / "examples"
    apart = ["-std=c++17", *flags, "-DAPART_VALUE=7", '-DAPART_NAME="apart"', made / "kept_apart.cpp"]
    rust = ["--edition", "2021", "-C", "panic=abort", "-C", "strip=symbols", "-O", "--crate-type", "cdylib"]
    commands = {
        "every_function": ["gcc", "-std=c11", *flags, root / "tests/contract/made/every_function.c"],
        "relief": ["gcc", "-std=c11", *flags, made / "relief.c"],
        "by_data": ["clang", "-std=c11", *flags, made / "by_data.c"],
        "shapes": ["g++", "-std=c++17", *flags, *(example / "100-plugin").glob("*.cpp")],
        "apart": ["clang++", *apart],
        "crater": ["rustc", *rust, example / "800-languages/rust/stage.rs"]}
    for name, command in commands.items():
        subprocess.run([*command, "-o", folder / f"{name}.so"], check=True)
    for world, ways in WORLDS.items():
        (folder / f"{world}.txt").write_text(made_with(folder, world, ways[0]))


def main():
    if platform.machine() != "x86_64":
        print("the kept libraries are for x86-64")
        return 0
    if "--keep" in sys.argv:
        keep()
    wrong, tried = 0, 0
    for folder in sorted(path for path in KEPT.iterdir() if path.is_dir()):
        if not refusal(folder):
            wrong += 1
            print(f"{folder.name}: the reason of an entry that refuses is not told")
        for world, options in [(world, options) for world, ways in WORLDS.items() for options in ways]:
            made, expected, tried = made_with(folder, world, options), (folder / f"{world}.txt").read_text(), tried + 1
            if made != expected:
                wrong += 1
                print(f"{folder.name} {world} {' '.join(options)} makes\n{made}in the place of\n{expected}")
    print(f"{tried} builds with kept libraries, {wrong} wrong")
    return wrong != 0 or tried == 0


sys.exit(main())

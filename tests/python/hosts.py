# SPDX-License-Identifier: Apache-2.0
"""examples/600-hosts in C, Rust and Python print one line: hosts.py SOURCES LIBRARY"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sources, library = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
example, libraries = sources / "examples" / "600-hosts", str(library.parent)
WORLD = [str(sources / "configs" / "island.yaml"), "metres"]


def output(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)


with tempfile.TemporaryDirectory() as folder:
    path = f"-Wl,-rpath,{libraries}"
    programs = {"C": [f"{folder}/c"], "Python": [sys.executable, str(example / "window.py")]}
    subprocess.run([os.environ.get("CC", "cc"), "-std=c11", "-Wall", "-Wextra", "-Wconversion", "-Werror", f"-I{sources}/pipeline/sdk",
                    str(example / "window.c"), f"-L{libraries}", "-lterrawright", path, "-o", f"{folder}/c"], check=True)
    if shutil.which("rustc"):
        programs["Rust"] = [f"{folder}/rust"]
        subprocess.run(["rustc", "--edition", "2021", "-D", "warnings", "-O", str(example / "window.rs"), "-L", libraries, "-C",
                        f"link-arg={path}", "-o", f"{folder}/rust"], check=True)
    environment = {**os.environ, "PYTHONPATH": str(sources / "python"), "TERRAWRIGHT_LIBRARY": str(library)}
    small = f"{folder}/small.yaml"
    pathlib.Path(small).write_text("terrawright: 1\nname: small\nextends: island\nworld: {size: [129, 129]}\n")
    said = {language: output(*program, *WORLD, env=environment) for language, program in programs.items()}
    lines = {run.stdout for run in said.values()}
    assert len(lines) == 1 and lines.pop().startswith("metres: 64 x 64 cells, "), said
    for language, program in programs.items():
        run = output(*program, str(sources / "README.md"), "metres", env=environment)
        assert run.returncode == 1 and "README.md" in run.stderr, (language, run)
        assert output(*program, env=environment).returncode == 2, language
        run = output(*program, small, "metres", env=environment)
        assert run.returncode == 1 and "is not inside the" in run.stderr, (language, run)
print(f"{', '.join(programs)} print the same line")

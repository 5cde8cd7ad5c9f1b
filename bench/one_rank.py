#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares one process under mpirun with the same build without it: processor seconds, mpirun's own included.

    bench/one_rank.py [--program build/release/terrawright] [--size 1025] [--repeat 3] [--most 1.2]

Both take turns, the least of each counts. Exit code 1: the ratio is above --most."""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def seconds_of(command):
    """Processor seconds of a process and all its children."""
    before = os.times()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = os.times()
    return after.children_user - before.children_user + after.children_system - before.children_system


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(ROOT / "build/release/terrawright"))
    parser.add_argument("--config", default=str(ROOT / "configs/realistic.yaml"))
    parser.add_argument("--size", default="1025", help="cells a side")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--most", type=float, default=1.2)
    options = parser.parse_args()
    if shutil.which("mpirun") is None:
        print("mpirun is not installed")
        return 0
    if os.geteuid() == 0:
        os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    build = [options.program, "build", options.config, "--quiet", "--threads", "2", "--cache", "off"]
    build += ["--set", f"world.size=[{options.size},{options.size}]"]
    mpirun = ["mpirun", "--oversubscribe", "--bind-to", "none", "-np", "1"]
    least = {"none": float("inf"), "one": float("inf")}
    for _ in range(options.repeat):
        for name, before in (("none", []), ("one", mpirun)):
            with tempfile.TemporaryDirectory() as folder:
                least[name] = min(least[name], seconds_of([*before, *build, "--out", folder]))
    ratio = least["one"] / least["none"]
    print(f"{pathlib.Path(options.config).stem} at {options.size}: {least['none']:.2f} s without mpirun, {least['one']:.2f} s as one process "
          f"under it, ratio {ratio:.2f} (at most {options.most})")
    return 0 if ratio <= options.most else 1


if __name__ == "__main__":
    sys.exit(main())

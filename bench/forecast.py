#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Memory of builds: MB that plan asks for, that the process had at the highest, and their ratio.

    bench/forecast.py [--program build/release/terrawright] [--threads 2] [--size 1025] [config ...]

Default: all of configs/. The ratio may be 1.3 above 500 MB and 1.6 above 100 MB (tests/cli/forecast.cpp holds a few)."""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile


def resident(command):
    """Exit code, bytes at the highest and standard error of a process."""
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=said)
        _, status, usage = os.wait4(process.pid, 0)
        said.seek(0)
        return os.waitstatus_to_exitcode(status), usage.ru_maxrss * 1024, said.read()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default="build/release/terrawright")
    parser.add_argument("--threads", default="2")
    parser.add_argument("--size", help="cells a side (default: the config's own)")
    parser.add_argument("--memory", default="64GB")
    parser.add_argument("configs", nargs="*")
    options = parser.parse_args()
    print(f"{'config':<34} {'asked MB':>9} {'used MB':>9} {'ratio':>6}")
    for config in options.configs or sorted(str(p) for p in pathlib.Path("configs").glob("*.yaml") if "." not in p.stem):
        world = [config, "--threads", options.threads, "--memory", options.memory, "--cache", "off"]
        if options.size:
            world += ["--set", f"world.size=[{options.size},{options.size}]"]
        plan = subprocess.run([options.program, "plan", *world, "--json"], capture_output=True, text=True)
        if plan.returncode != 0:
            print(f"{config:<34} plan: {plan.stderr.splitlines()[0] if plan.stderr else 'failed'}")
            continue
        with tempfile.TemporaryDirectory() as folder:
            code, used, said = resident([options.program, "build", *world, "--quiet", "--out", folder])
        asked = json.loads(plan.stdout)["memory"]["peak"]
        end = "" if code == 0 else "  " + (said.splitlines() or ["failed"])[0]
        print(f"{config:<34} {asked / 1e6:9.0f} {used / 1e6:9.0f} {asked / used:6.2f}{end}", flush=True)


if __name__ == "__main__":
    sys.exit(main())

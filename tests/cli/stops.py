# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C ends a build within a second of its processor time, whatever stage runs: stops.py PROGRAM

Drawings of a million positions: all near each other, and at length all over the world."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import numpy

PROGRAM = sys.argv[1]
POSITIONS = 1_000_000
AT_LENGTH = "TERRAWRIGHT_AT_LENGTH" in os.environ


def processor_seconds(process):
    words = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def seconds_to_end(folder, config, node, delay, *options):
    """Processor time of one thread from the signal to the end; nothing where the build had ended before."""
    process = subprocess.Popen([PROGRAM, "build", str(config), "--cache", "off", "--threads", "1", "--out",
                                str(folder / "out"), *options], stderr=subprocess.PIPE, text=True)
    for line in process.stderr:  # once it is read, and nearness is asked for
        if node in line:
            break
    begun = processor_seconds(process)
    while process.poll() is None and processor_seconds(process) < begun + delay:
        time.sleep(0.005)
    if process.poll() is not None:
        return None
    at = processor_seconds(process)
    process.send_signal(signal.SIGINT)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode == 0:  # it was through
        return None
    assert process.returncode == 130, (process.returncode, process.stderr.read())
    return usage.ru_utime + usage.ru_stime - at


def drawings(folder):
    places = numpy.random.default_rng(1).random((POSITIONS - 1, 2))
    lines = {"knot": 30000 + 50 * places, "all": 60000 * places}
    for name, line in list(lines.items())[: 2 if AT_LENGTH else 1]:
        shape = {"type": "LineString", "coordinates": line.round(3).tolist()}
        (folder / "d.geojson").write_text(json.dumps({"type": "Feature", "properties": {}, "geometry": shape}))
        yield name


def main():
    worst = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        config = folder / "d.yaml"
        for drawing in drawings(folder):
            config.write_text("terrawright: 1\nname: d\nworld: {size: [301, 301], cell: 200 m, seed: 1}\nstages:\n"
                              "  drawn: {use: source.vector@1, with: {file: d.geojson, coordinates: metres}}\n"
                              "outputs: [{file: d.exr, layers: {d: drawn}}]\n")
            worst.append((seconds_to_end(folder, config, "drawn", 0.2), drawing))
    measured = sorted((one for one in worst if one[0] is not None), reverse=True)
    for seconds, what in measured[:5]:
        print(f"{seconds:.2f} s of processor to the end: {what}")
    assert len(measured) == len(worst), worst
    assert measured[0][0] < 1, measured[0]


main()

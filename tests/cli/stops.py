# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C ends a build within a second of its processor time, whatever stage runs: stops.py PROGRAM ROOT

Drawings of a million positions, which are near each other in the ways that are dear; then the maps of an island,
stopped at many moments."""
import json
import math
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
POSITIONS = 1_000_000


def processor_seconds(process):
    words = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def seconds_to_end(folder, config, node, delay, *options):
    """Processor time of one thread from the signal to the end; nothing where the build had ended before."""
    log = folder / "log"
    log.unlink(missing_ok=True)
    process = subprocess.Popen([PROGRAM, "build", str(config), "--cache", "off", "--threads", "1", "--quiet", "--out",
                                str(folder / "out"), "--log", str(log), *options], stderr=subprocess.PIPE, text=True)
    while process.poll() is None and not (log.exists() and f'"{node}"' in log.read_text()):
        time.sleep(0.005)
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
    random.seed(1)
    about = {"ring": lambda i: (30000 + 20000 * math.cos(i * math.tau / POSITIONS), 30000 + 20000 * math.sin(i * math.tau / POSITIONS)),
             "knot": lambda i: (30000 + 50 * random.random(), 30000 + 50 * random.random()),
             "all": lambda i: (60000 * random.random(), 60000 * random.random())}
    for name, position in about.items():
        line = [[round(at, 3) for at in position(i)] for i in range(POSITIONS - 1)]
        text = json.dumps(line + line[:1])
        for kind, shape in (("LineString", text), ("Polygon", f"[{text}]")):
            (folder / "d.geojson").write_text(f'{{"type": "Feature", "properties": {{}}, "geometry": {{"type": "{kind}", '
                                              f'"coordinates": {shape}}}}}')
            yield f"{name} as {kind}"


def main():
    worst = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        config = folder / "d.yaml"
        for drawing in drawings(folder):
            for output in ("distance", "mask"):
                config.write_text("terrawright: 1\nname: d\nworld: {size: [301, 301], cell: 200 m, seed: 1}\nstages:\n"
                                  "  drawn: {use: source.vector@1, with: {file: d.geojson, coordinates: metres, width: 3}}\n"
                                  f"outputs: [{{file: d.exr, layers: {{d: drawn.{output}}}}}]\n")
                worst.append((seconds_to_end(folder, config, "drawn", 0.2), f"{output} of {drawing}"))
        for delay in range(1, 24, 2):
            worst.append((seconds_to_end(folder, ROOT / "configs/island_map.yaml", "terrain", delay / 3), f"maps after {delay / 3:.1f} s"))
    measured = sorted((one for one in worst if one[0] is not None), reverse=True)
    for seconds, what in measured[:5]:
        print(f"{seconds:.2f} s of processor to the end: {what}")
    assert len(measured) > 12, worst
    assert measured[0][0] < 1, measured[0]


main()

# SPDX-License-Identifier: Apache-2.0
"""Builds worlds by the library that TERRAWRIGHT_LIBRARY names, on one thread, one for each line of the input, as wasm.mjs does
in Node: native.py ROOT. With processor_clock.c, seconds of nodes are of the processor."""
import json
import pathlib
import sys
import time

root = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(root / "python"))
import terrawright as tw  # noqa: E402
from terrawright._library import library  # noqa: E402

context = tw.Context(cache=None, threads=1)


def built(text, set, keep):
    start, before = time.time(), time.process_time()
    world = tw.World(context, file=root / "configs" / "bench.yaml", text=text, set=dict(one.split("=", 1) for one in set))
    run, _ = world._run(keep, None, None)
    assert library.terrawright_go(run.handle) == 0  # not build(): its thread would wait by another clock
    used = time.process_time() - before
    return {"processor": used, "wall": time.time() - start, "nodes": run.seconds, "digests": [run.digest(name) for name in keep]}


print(json.dumps({}), flush=True)
for line in sys.stdin:
    print(json.dumps(built(**json.loads(line))), flush=True)

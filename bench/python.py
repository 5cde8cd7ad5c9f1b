# SPDX-License-Identifier: Apache-2.0
"""What the module for Python adds to a build: python.py [SIDE]; milliseconds of processor, the least of ten."""
import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "python"))
start = time.process_time()
import numpy as np  # noqa: E402

numpy_took = time.process_time() - start
start = time.process_time()
import terrawright as tw  # noqa: E402

module_took = time.process_time() - start
CONFIG = pathlib.Path(__file__).resolve().parent.parent / "configs" / "island.yaml"
side = int(sys.argv[1]) if len(sys.argv) > 1 else 1025


def least(call):
    taken = []
    for _ in range(10):
        start = time.process_time()
        call()
        taken.append(time.process_time() - start)
    return 1000 * min(taken)


def show(what, milliseconds):
    print(f"{what:<42}{milliseconds:8.2f}")


def opened():
    return tw.open(CONFIG, set={"world.size": [side, side]}, cache=None)


show("import numpy", 1000 * numpy_took)
show("import terrawright", 1000 * module_took)
show("open, without a build", least(opened))
result = opened().build(keep=["terrain.height"])
show("peer: numpy's copy of an array of its size", least(np.empty((side, side), np.float32).copy))
show("read a layer", least(lambda: result["terrain.height"]))
show("build that layer with a bar", least(lambda: opened().build(True, keep=["terrain.height"])))
show("build that layer", least(lambda: opened().build(keep=["terrain.height"])))


# A stage that returns its input, at tiles of 256, beside one in C++ that returns its input: the node's wall time.
STAGE = '''
import terrawright.stage as tw

@tw.stage("bench.same@1")
def same(field: tw.Height["1"]) -> tw.Height["1"]:
    "Its input."
    return field
'''
with tempfile.TemporaryDirectory() as folder:
    pathlib.Path(folder, "same.py").write_text(STAGE)
    world = {"terrawright": 1, "name": "same", "world": {"size": [side, side], "cell": "1 km", "seed": 1},
             "stages": {"terrain": {"use": "heights.diamond_square@1"},
                        "plain": {"use": "shape.formula@1", "in": {"a": "terrain"}, "with": {"formula": "a + 1"}},
                        "python": {"use": "bench.same@1", "in": {"field": "plain"}},
                        "cpp": {"use": "shape.formula@1", "in": {"a": "python"}, "with": {"formula": "a + 2"}}},
             "outputs": [{"file": "same.exr", "layers": {"a": "cpp"}}]}
    start = time.perf_counter()
    opened_with_python = tw.open(world, plugins=[folder], cache=None)
    show("open with a stage in Python, wall", 1000 * (time.perf_counter() - start))
    took = {}
    for _ in range(5):
        for node, seconds in opened_with_python.build(tile=256, threads=1).seconds.items():
            took[node] = min(took.get(node, seconds), seconds)
    show("a stage of numpy that returns its input", 1000 * took["python"])
    show("peer: shape.formula that adds 2", 1000 * took["cpp"])

# SPDX-License-Identifier: Apache-2.0
"""Measures the time of a page of `watch` from a knob's move to its preview: bench/preview.py PROGRAM [CONFIG [TURNS]].
From the request until the news of the preview have come, on two threads, the cache in a folder of its own."""
import pathlib
import statistics
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/live"))
from client import Watch, rests


def main(program, config=ROOT / "configs/island.yaml", turns=10):
    with Watch(program, config) as watch, watch.listen() as news:
        state = news.wait(rests, 600)
        print(f"{config}: whole, nothing kept: {state['shown']['seconds'] * 1000:.0f} ms")
        for knob in state["knobs"]:
            if knob["type"] != "number":
                continue
            times, seen = [], 0
            for turn in range(int(turns)):
                part = (turn + 0.5) / int(turns)
                value = knob["low"] + (knob["high"] - knob["low"]) * part
                value = round(value / knob["step"]) * knob["step"]
                begin = time.monotonic()
                watch.do("turn", knob=knob["name"], value=f"{value:.6g}{knob['suffix']}", rest=False)
                state = news.wait(lambda now: now["preview"] and now["preview"]["number"] > seen)
                seen = state["preview"]["number"]
                times.append(1000 * (time.monotonic() - begin))
            print(f"  {knob['name']:10} preview {statistics.median(times):5.0f} ms, at most {max(times):5.0f}")
            watch.do("turn", knob=knob["name"], value="", rest=True)
            news.wait(lambda now: rests(now) and now["preview"] is None and "turned" not in str(now["knobs"]), 600)


main(sys.argv[1], *sys.argv[2:])

# SPDX-License-Identifier: Apache-2.0
"""Measures the engine in WebAssembly beside the native library in the same run: browser.py [--only PART] [--repeat N]
[--side N ...] [--world NAME ...] [--narrow LIBRARY]. bench/run.sh --only browser builds what it needs.

Parts: node (processor time in Node and of the library, of each node too), page (headless Chromium, from navigating to the
picture and after a slider), memory (of the page). `--narrow`: the library without variants of loops for AVX2 and AVX-512.
Hashes of all layers must be equal; bars are those of issue 38."""
import argparse
import base64
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
WASM = ROOT / "build/wasm"
WORLDS = {"island": ROOT / "configs/island.yaml", "island of 780c1aa": ROOT / "bench/worlds/island_780c1aa.yaml",
          "realistic": ROOT / "configs/realistic.yaml"}
BARS = {257: 1500, 1025: 3500}  # ms from navigating to the picture
SLIDER, RATIO, OF_NODE, MEMORY = 150, 2.0, 5.0, {1025: 200, 4097: 1000}
LEAST = 0.0005  # seconds of a node in WebAssembly below which its ratio tells nothing


def missed(value, bar):
    return "" if value <= bar else f"  (bar {bar:g})"


class Builder:
    """A process that builds a world for each line, in Node or by a library."""

    def __init__(self, command, **environment):
        self.process = subprocess.Popen([str(part) for part in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, **environment})
        self.process.stdout.readline()
        self.best = None

    def build(self, request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        facts = json.loads(self.process.stdout.readline())
        assert "problem" not in facts, facts["problem"]
        return facts

    def measure(self, request):
        """The least of this build and of those before."""
        facts, best = self.build(request), self.best
        if best is not None:
            facts["processor"] = min(facts["processor"], best["processor"])
            facts["nodes"] = {node: min(seconds, best["nodes"][node]) for node, seconds in facts["nodes"].items()}
        self.best = facts

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def builders(folder, libraries):
    clock = folder / "processor_clock.so"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", ROOT / "bench/processor_clock.c", "-o", clock, "-ldl"], check=True)
    found = {"WebAssembly": Builder(["node", ROOT / "bench/wasm.mjs", WASM / "terrawright.js", ROOT])}
    for name, library in libraries.items():
        found[name] = Builder(["/usr/bin/python3", ROOT / "bench/native.py", ROOT], TERRAWRIGHT_LIBRARY=str(library), LD_PRELOAD=str(clock))
    return found


def layers_of(text):
    import yaml  # Debian's python3-yaml

    found = []
    for output in yaml.safe_load(text)["outputs"]:
        scene = output.get("scene", {})
        found += [*scene.get("drape", {}).values(), *scene.values()]
        if output["file"].endswith((".exr", ".png")):
            found += output.get("layers", {}).values()
    return sorted({layer for layer in found if isinstance(layer, str)})


def request_of(text, *settings):
    """All layers of the config's outputs; without outputs of packs that the module lacks."""
    keep = layers_of(text)
    names = ", ".join(f"l{i}: {layer}" for i, layer in enumerate(keep))
    return {"text": text, "keep": keep, "set": [f"outputs=[{{file: all.exr, layers: {{{names}}}}}]", *settings]}


def node(folder, libraries, sides, repeat, worlds):
    for side in sides:
        print(f"\nProcessor time at {side} cells, one thread, ms, the least of {repeat}; times each library\n{'world':26}{'wasm':>9}" +
              "".join(f"{name:>26}" for name in libraries))
        slow = []
        for world in worlds:
            request = request_of(WORLDS[world].read_text(), f"world.size=[{side},{side}]")
            all_builders = builders(folder, libraries)
            for _ in range(repeat + 1):  # the first one compiles
                for builder in all_builders.values():
                    builder.measure(request)
            wasm, *natives = [builder.best for builder in all_builders.values()]
            for builder in all_builders.values():
                assert builder.best["digests"] == wasm["digests"], f"{world}: hashes differ"
                builder.close()
            ratios = [wasm["processor"] / native["processor"] for native in natives]
            print(f"{world:26}{1e3 * wasm['processor']:9.0f}" + "".join(
                f"{1e3 * native['processor']:15.0f} x {ratio:5.2f}   " for native, ratio in zip(natives, ratios)) +
                f"{len(wasm['digests'])} layers equal, {wasm['memory'] / 1e6:.0f} MB" + missed(ratios[-1], RATIO), flush=True)
            of_nodes = [(seconds / max(natives[-1]["nodes"][name], 1e-6), seconds, f"{world}: {name}")
                        for name, seconds in wasm["nodes"].items() if seconds > LEAST]
            slow += sorted(of_nodes, reverse=True)[:6]
        print("Nodes that are the most times their native time:")
        for ratio, seconds, name in slow:
            print(f"  {name:48}{1e3 * seconds:8.1f} ms {ratio:6.2f}{missed(ratio, OF_NODE)}")


# When the picture of a world is drawn, in ms since navigating: the page names the shown layer after it has drawn it.
WATCHER = """new MutationObserver((changes) => {
  const {state, digest} = document.body?.dataset ?? {};
  if (state !== 'shown' || !digest || digest === self.last || !changes.some((one) => one.attributeName === 'data-layer')) return;
  self.last = digest;
  self.drawn = performance.now();
}).observe(document, {attributes: true, subtree: true, attributeFilter: ['data-layer']});"""


def link(text):
    packer = zlib.compressobj(9, wbits=-15)
    return "#w=" + base64.urlsafe_b64encode(packer.compress(text.encode()) + packer.flush()).decode().rstrip("=")


def processes(of):
    """A process and those below it."""
    parents = {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        parents.setdefault(int(fields[1]), []).append(int(stat.parent.name))
    found = [of]
    for one in found:
        found += parents.get(one, [])
    return found


def renderers(of):
    """Those processes of a browser that run pages."""
    return [one for one in processes(of) if b"--type=renderer" in pathlib.Path(f"/proc/{one}/cmdline").read_bytes()]


def processor_seconds(of):
    ticks = 0
    for one in renderers(of):
        fields = pathlib.Path(f"/proc/{one}/stat").read_text().rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def written_page(folder):
    page = folder / "playground.html"
    subprocess.run([sys.executable, ROOT / "scripts/playground.py", WASM, page], check=True, stdout=subprocess.DEVNULL)
    return page


def sized(path, side):
    return re.sub(r"size: \[\d+, \d+\]", f"size: [{side}, {side}]", path.read_text())


def digest_of_program(folder, text):
    configs = folder / "configs"  # with the parts that a config includes
    shutil.copytree(ROOT / "configs", configs, dirs_exist_ok=True)
    (configs / "bench.yaml").write_text(text)
    made = subprocess.run([ROOT / "build/release/terrawright", "build", configs / "bench.yaml", "--digest", "--cache", "off",
                           "--quiet"], cwd=folder,
                          check=True, capture_output=True, text=True)
    return made.stdout.split()[1]


def page(folder, sides, repeat, worlds):
    from chromium import Browser

    file = written_page(folder)
    print(f"\nIn headless Chromium, from the disk, a new browser each time: the least of {repeat}. Processors: of pages' processes\n"
          f"{'world':26}{'side':>6}{'picture ms':>12}{'processors ms':>15}{'slider ms':>11}{'processors ms':>15}")
    for world in worlds:
        for side in sides:
            text = sized(WORLDS[world], side)
            expected, best = digest_of_program(folder, text), [1e9] * 4
            for _ in range(repeat):
                browser = Browser(1400, 900)
                try:
                    browser.call("Page.addScriptToEvaluateOnNewDocument", source=WATCHER)
                    before = processor_seconds(browser.process.pid)
                    browser.open(file.as_uri() + link(text))
                    browser.wait("self.drawn", 300)
                    times = [browser.run("self.drawn"), 1e3 * (processor_seconds(browser.process.pid) - before)]
                    assert browser.run("document.body.dataset.digest") == expected, f"{world} at {side}: digests differ"
                    moved = []
                    for value in (50, 55, 65, 70):  # the first ones warm
                        before = processor_seconds(browser.process.pid)
                        begin = browser.run(f"""(() => {{ self.drawn = 0; const begin = performance.now();
                          const slider = document.querySelector('.knob[data-name=sea] input[type=range]');
                          slider.value = {value}; slider.dispatchEvent(new Event('change')); return begin; }})()""")
                        browser.wait("self.drawn", 300)
                        moved.append((browser.run("self.drawn") - begin, 1e3 * (processor_seconds(browser.process.pid) - before)))
                    times += [min(one[i] for one in moved[2:]) for i in (0, 1)]
                    best = [min(pair) for pair in zip(best, times)]
                finally:
                    browser.close()
            short = missed(best[0], BARS.get(side, 1e9)) + (missed(best[2], SLIDER) if side == 257 else "")
            print(f"{world:26}{side:6}{best[0]:12.0f}{best[1]:15.0f}{best[2]:11.0f}{best[3]:15.0f}{short}", flush=True)


# In the worker, before its script runs: remembers the memory of the instance.
REMEMBER = """const made = WebAssembly.instantiate;
WebAssembly.instantiate = async (...how) => {
  const answer = await made(...how);
  self.benchMemory = (answer.instance ?? answer).exports.memory;
  return answer;
};"""


def memory(folder, sides, worlds):
    from chromium import Browser

    class Attached(Browser):
        def __init__(self):
            self.workers, self.told = [], 1 << 20  # numbers of their own: call() waits for its own
            super().__init__(1400, 900)
            self.call("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=True, flatten=True)

        def tell(self, worker, method, **parameters):
            self.told += 1
            self.socket.send(json.dumps({"id": self.told, "sessionId": worker, "method": method, "params": parameters}))
            return self.told

        def note(self, event):
            if event.get("method") == "Target.attachedToTarget":
                worker = event["params"]["sessionId"]
                if event["params"]["targetInfo"]["type"] == "worker":
                    self.workers.append(worker)
                self.tell(worker, "Runtime.evaluate", expression=REMEMBER)
                self.tell(worker, "Runtime.runIfWaitingForDebugger")
            super().note(event)

        def asked(self, worker, script):
            wanted = self.tell(worker, "Runtime.evaluate", expression=script, returnByValue=True)
            while (answer := json.loads(self.socket.recv())).get("id") != wanted:
                self.note(answer)
            return answer["result"]["result"].get("value", 0)

    file = written_page(folder)
    print(f"\nMemory of the page, MB: of the worker's engine, and of the process of the page at its highest\n"
          f"{'world':26}{'side':>6}{'engine':>9}{'process':>9}")
    for world in worlds:
        for side in sides:
            browser = Attached()
            try:
                browser.open(file.as_uri() + link(sized(WORLDS[world], side)))
                browser.wait("document.body?.dataset.state === 'shown' && document.body.dataset.digest", 900)
                engine = max(browser.asked(worker, "self.benchMemory?.buffer.byteLength ?? 0") for worker in browser.workers) / 1e6
                highest = max(int(re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{one}/status").read_text())[1])
                              for one in renderers(browser.process.pid)) / 1e3
                print(f"{world:26}{side:6}{engine:9.0f}{highest:9.0f}{missed(engine, MEMORY.get(side, 1e9))}", flush=True)
            finally:
                browser.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", action="append", choices=("node", "page", "memory"))
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--side", type=int, action="append", help="default: 257 and 1025, and for memory 4097")
    parser.add_argument("--world", action="append", choices=WORLDS, help="default: all, and in a page island, then and now")
    parser.add_argument("--narrow", type=pathlib.Path)
    given = parser.parse_args()
    libraries = {"as shipped": ROOT / "build/release/lib/libterrawright.so"}
    if given.narrow:
        libraries["128-bit vectors"] = given.narrow.resolve()
    sys.path.insert(0, str(ROOT / "tests/web"))
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; the formula has an interpreter alone")
    parts = given.only or ["node", "page", "memory"]
    of_page = given.world or ["island of 780c1aa", "island"]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if "node" in parts:
            node(folder, libraries, given.side or [257, 1025], given.repeat, given.world or WORLDS)
        if "page" in parts:
            page(folder, given.side or [257, 1025], given.repeat, of_page)
        if "memory" in parts:
            memory(folder, given.side or [1025, 4097], of_page)


if __name__ == "__main__":
    main()

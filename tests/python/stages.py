# SPDX-License-Identifier: Apache-2.0
"""Stages in Python, as users run them: stages.py SOURCES PROGRAM [unittest's arguments]"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

SOURCES, PROGRAM = (os.path.abspath(path) for path in sys.argv[1:3])
HEAD = "import os, time\nimport numpy as np\nimport terrawright.stage as tw\n"
WORLD = """terrawright: 1
name: own
world: {{size: [{side}, {side}], cell: 100 m, seed: 42}}
stages:
  noise: {{use: heights.noise@1}}
  own: {{use: example.own@1, in: {{field: noise}}}}
outputs:
  - {{file: "own.exr", layers: {{own: own}}}}
"""
ENVIRONMENT = {**os.environ, "TERRAWRIGHT_PYTHON": sys.executable}


def own(body, options="", answer="tw.Scalar"):
    """A file with one stage."""
    return f'{HEAD}\n@tw.stage("example.own@1"{options})\ndef own(field: tw.Height["1"]) -> {answer}:\n    "A stage."\n    {body}\n'


class PythonStages(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def run_program(self, *arguments, **more):
        environment = {**ENVIRONMENT, "XDG_CACHE_HOME": str(self.path / "cache")}
        return subprocess.run([PROGRAM, *arguments], cwd=self.path, env=environment, capture_output=True, text=True, timeout=300,
                              **more)

    def build(self, code, *arguments, side=129):
        (self.path / "own.py").write_text(code)
        (self.path / "own.yaml").write_text(WORLD.format(side=side))
        return self.run_program("build", "own.yaml", "--plugins", ".", "--out", "out", *arguments)

    def layer(self, node="own"):
        manifest = json.loads((self.path / "out" / "own-42.manifest.json").read_text())
        return next(one for one in manifest["nodes"] if one["name"] == node)

    def test_the_example_has_one_hash_for_all_tiles_and_threads(self):
        hashes = set()
        for tile, threads in (("32", "2"), ("100", "1"), ("1024", "2")):
            ran = self.run_program("build", f"{SOURCES}/examples/550-python/fog.yaml", "--plugins", f"{SOURCES}/examples/550-python",
                                   "--out", "out", "--cache", "off", "--tile", tile, "--threads", threads, "--set",
                                   "world.size=[150,90]")
            self.assertEqual(ran.returncode, 0, ran.stderr)
            hashes.add((self.path / "out" / "fog-42.png").read_bytes())
        self.assertEqual(len(hashes), 1)

    def test_it_is_described_and_validated_as_any_other(self):
        said = self.run_program("describe", "example.fog", "--plugins", f"{SOURCES}/examples/550-python").stdout
        for part in ("reads the tile and 3 cells around it", "depth: number in m", "Fog lies where ground is low"):
            self.assertIn(part, said)
        refused = self.run_program("validate", f"{SOURCES}/examples/550-python/fog.yaml", "--plugins",
                                   f"{SOURCES}/examples/550-python", "--set", "stages.fog.with.depth=0 m")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("depth", refused.stderr)
        # Off unless the path names it.
        self.assertEqual(self.run_program("describe", "example.fog").returncode, 2)

    def test_all_sorts_of_parameters_ports_and_outputs(self):
        (self.path / "own.py").write_text(HEAD + """
@tw.stage("example.many@2", halo=1, revision=3)
def many(field: tw.Scalar, level: tw.Number, other: tw.Mask.optional, tile: tw.Tile, count: tw.Param[int, "", 3, 1, 9],
         on: tw.Param[bool, True], word: tw.Param[str, "a, b"]) -> {"kind": tw.Class[{1: ("low", "#ff0000"), 2: ("high", "#00ff00")}],
                                                                    "flow": tw.Vector, "colour": tw.Colour, "marked": tw.Mask}:
    "Each sort once."
    assert other is None and count == 4 and on is False and word == 'tab\\tend' and tile.seed > 0 and tile.cell == 100
    inner = field[1:-1, 1:-1]
    x = np.arange(tile.x, tile.x + tile.width)[None, :] + np.zeros(inner.shape)
    return {"kind": np.where(inner > level, 2, 1).astype(np.uint16), "marked": inner > level,
            "flow": np.stack([x, x], axis=2).astype(np.float32), "colour": np.full((*inner.shape, 4), 200, np.uint8)}
""")
        (self.path / "own.yaml").write_text("""terrawright: 1
name: own
world: {size: [70, 50], cell: 100 m, seed: 42}
stages:
  noise: {use: heights.noise@1}
  plain: {use: shape.formula@1, in: {a: noise}, with: {formula: a}}
  own: {use: example.many@2, in: {field: plain.scalar, level: 0.5}, with: {count: 4, on: false, word: "tab\\tend"}}
outputs:
  - {file: "own.exr", layers: {kind: own.kind, flow: own.flow, marked: own.marked}}
  - {file: "own.png", layers: {colour: own.colour}}
""")
        ran = self.run_program("build", "own.yaml", "--plugins", ".", "--out", "out", "--tile", "16")
        self.assertEqual(ran.returncode, 0, ran.stderr)

    def test_what_goes_wrong_is_the_stages_own_fault(self):
        for body, options, part in (
                ("return 1 / 0", "", "it raised ZeroDivisionError: division by zero (own.py, line 8)"),
                ("os.kill(os.getpid(), 11)", "", "its worker ended by signal Segmentation fault"),
                ("os._exit(3)", "", "its worker ended with exit code 3"),
                ("while True: pass", ", seconds=1", "its worker did not answer within 1 s"),
                ("return np.zeros(10**10)", ", memory=10**9", "MemoryError"),
                ("return field[1:]", "", "returned an array of shape"),
                ("return field.astype(complex)", "", "returned complex128 for 'own'"),
                ("return None", "", "returned an array of shape ()"),
                ("field[0, 0] = 1", "", "read-only")):
            with self.subTest(body):
                ran = self.build(own(body, options), "--cache", "off")
                self.assertEqual(ran.returncode, 1, ran.stderr)
                self.assertIn("own", ran.stderr)
                self.assertIn(part, ran.stderr)

    def test_numpy_has_the_loops_of_its_baseline_alone(self):
        code = own("assert not on('AVX2') and not on('FMA3') and os.environ['OPENBLAS_NUM_THREADS'] == '1'; return field")
        code = code.replace("import os", "import os\nfrom numpy.core._multiarray_umath import __cpu_features__\n"
                            "on = __cpu_features__.get\nimport os", 1)
        self.assertEqual(self.build(code, "--cache", "off").returncode, 0)

    def test_a_traceback_is_told(self):
        ran = self.build(own("return 1 / 0"), "--cache", "off")
        self.assertIn("Traceback (most recent call last)", ran.stdout + ran.stderr)

    def test_a_file_that_cannot_be_described_is_refused_with_its_reason(self):
        for code, part in ((HEAD + "def own(:\n", "SyntaxError"), (HEAD + "import no_such_module\n", "no_such_module"),
                           (HEAD, "has no stage"), (own("pass", answer="float"), "returns a kind"),
                           (HEAD + "@tw.stage('example.own@1')\ndef own(field) -> tw.Scalar: ...\n", "the argument 'field' has no kind"),
                           (own("pass").replace("example.own", "Own"), "id that is not family.word")):
            with self.subTest(part):
                ran = self.build(code)
                self.assertNotEqual(ran.returncode, 0)
                self.assertIn(part, ran.stderr)

    def test_other_modules_and_code_make_other_keys(self):
        def cached(code):
            ran = self.build(code)
            self.assertEqual(ran.returncode, 0, ran.stderr)
            return "of 2 nodes 0 ran" in ran.stderr + ran.stdout

        code = own("import helper; return field + helper.more").replace("import os", "import os, sys", 1)
        (self.path / "helper.py").write_text("more = 1\n")
        self.assertFalse(cached(code))
        self.assertTrue(cached(code))
        (self.path / "helper.py").write_text("more = 2\n")
        self.assertFalse(cached(code))
        self.assertFalse(cached(code + "\n"))

    def test_the_manifest_names_the_versions_that_decide_bits(self):
        self.assertEqual(self.build(own("return field")).returncode, 0)
        self.assertIn("numpy", (self.path / "out" / "own-42.manifest.json").read_text())

    def test_ctrl_c_ends_a_stage_that_does_not_end(self):
        (self.path / "own.py").write_text(own("time.sleep(3600)"))
        (self.path / "own.yaml").write_text(WORLD.format(side=65))
        child = subprocess.Popen([PROGRAM, "build", "own.yaml", "--plugins", ".", "--cache", "off"], cwd=self.path, env=ENVIRONMENT,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 60
        while not self.processes() and time.monotonic() < deadline:
            time.sleep(0.1)
        child.send_signal(signal.SIGINT)
        child.communicate(timeout=60)
        self.assertEqual(child.returncode, 130)
        deadline = time.monotonic() + 60  # no process of it stays
        while self.processes() and time.monotonic() < deadline:
            time.sleep(0.1)
        self.assertEqual(self.processes(), [])

    def processes(self):
        return [pid for pid in os.listdir("/proc") if pid.isdigit() and self.folder.name.encode() in self.command(pid)]

    @staticmethod
    def command(pid):
        try:
            return os.readlink(f"/proc/{pid}/cwd").encode() if b"terrawright.worker" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes() else b""
        except OSError:
            return b""

    def test_check_finds_a_stage_that_depends_on_its_tile(self):
        (self.path / "own.py").write_text(own("return field - field.mean()"))
        ran = self.run_program("check", "own.py")
        self.assertEqual(ran.returncode, 3, ran.stdout + ran.stderr)
        self.assertIn("tile", ran.stdout)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])

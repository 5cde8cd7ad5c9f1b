# SPDX-License-Identifier: Apache-2.0
"""import terrawright: module.py SOURCES LIBRARY [unittest's arguments]"""
import csv
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock

SOURCES, LIBRARY = sys.argv[1:3]
os.environ["TERRAWRIGHT_LIBRARY"] = LIBRARY
CACHE = tempfile.TemporaryDirectory(prefix="terrawright-")  # it goes with the process
os.environ["XDG_CACHE_HOME"] = CACHE.name
sys.path.insert(0, os.path.join(SOURCES, "python"))
os.chdir(SOURCES)

import numpy as np  # noqa: E402

import terrawright as tw  # noqa: E402

ISLAND = "configs/island.yaml"
SMALL = {"world.size": [129, 129]}
NOISE = {"terrawright": 1, "name": "noise", "world": {"size": [65, 33], "cell": "1 km", "seed": 3},
         "stages": {"noise": {"use": "heights.noise@1", "with": {"highest": 300, "wavelength": "12 km"}}},
         "outputs": [{"file": "{name}.exr", "layers": {"height": "noise"}}]}


def small(**more):
    return tw.open(ISLAND, **{"set": SMALL, "cache": None, **more})


class Worlds(unittest.TestCase):
    def test_a_world_has_facts_ports_and_a_plan(self):
        world = tw.open(ISLAND, seed=7, set={"world.size": [65, 65], "knobs.sea": "55 %"}, cache=None)
        self.assertEqual(world.problems(), [])
        self.assertEqual((world.facts["seed"], world.facts["width"]), ("7", 65))
        self.assertEqual(str(world.config["world"]["seed"]), "7")
        self.assertEqual(len(world.sha256), 64)
        self.assertEqual(world.ports["rain"].unit, "mm/yr")
        plan = world.plan()
        self.assertGreater(plan.memory, plan.least // 2)
        self.assertIn("runs", plan.nodes.values())

    def test_problems_are_objects_and_come_all_at_once(self):
        bad = tw.open(text="terrawright: 1\nname: bad\nworld: {size: [65, 65], cel: 1 km, seed: 1}\nstages: {}\n")
        found = {str(problem.place): problem for problem in bad.problems()}
        cell = found["text:3:25"]
        self.assertEqual(cell.reason, "the world has no key 'cel'")
        self.assertTrue(cell.remedy.startswith("did you mean 'cell'?"))
        self.assertGreaterEqual(len(found), 3)
        with self.assertRaises(tw.ConfigError) as raised:
            bad.build()
        self.assertEqual(raised.exception.problems, bad.problems())
        for use in (bad.plan, lambda: bad.facts, lambda: bad.ports, lambda: bad.window("x")):
            self.assertRaises(tw.ConfigError, use)
        self.assertRaises(tw.ConfigError, tw.open("no/such/world.yaml").build)

    def test_a_plugin_that_is_none_is_named(self):
        with self.assertRaises(tw.PluginError) as raised:
            tw.open(ISLAND, plugins=["README.md"])
        self.assertIn("README.md", str(raised.exception))

    def test_a_dict_is_a_world_and_its_lines_can_be_read(self):
        world = tw.open(NOISE, cache=None)
        self.assertEqual(world.problems(), [])
        self.assertEqual(world.build()["height"].shape, (33, 65))
        wrong = {**NOISE, "stages": {"noise": {"use": "heights.noise@1", "with": {"wavelength": "300 s"}}}}
        problem, = tw.open(wrong, cache=None).problems()
        self.assertIn("300 s", problem.shown)
        # Texts that YAML would read as something else stay texts.
        self.assertEqual(tw.open({**NOISE, "name": "no"}, cache=None).facts["name"], "no")

    def test_expectations_are_raised_if_they_are_judged(self):
        unmet = {**NOISE, "expect": [{"name": "low", "that": "max(noise) < 1"}]}
        world = tw.open(unmet, cache=None)
        self.assertEqual(world.problems(), [])
        self.assertRaises(tw.ExpectationError, world.build, judge=True)
        self.assertEqual(world.build().expectations, {})
        met = tw.open({**NOISE, "expect": [{"name": "low", "that": "max(noise) < 10000"}]}, cache=None)
        self.assertEqual(met.build(judge=True).expectations, {"low": True})


class Layers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.world = small()
        cls.result = cls.world.build()

    def test_layers_are_arrays_with_facts(self):
        height = self.result["height"]
        self.assertEqual((height.dtype, height.shape), (np.float32, (129, 129)))
        self.assertEqual((height.unit, height.kind, height.cell, height.origin), ("m", "height", 250.0, (0.0, 0.0)))
        self.assertTrue(np.isnan(height.nodata))
        self.assertEqual(self.result.extremes("height"), (height.min(), height.max()))
        self.assertEqual((self.result["land"].dtype, self.result["wind"].shape), (np.uint8, (129, 129, 2)))
        biomes = self.result["biome"]
        self.assertLessEqual(set(np.unique(biomes)), set(biomes.legend))
        self.assertEqual((height[3:5] * 2).unit, "m")
        again = pickle.loads(pickle.dumps(height))
        self.assertTrue(np.array_equal(again, height) and again.unit == "m")

    def test_parts_of_layers_know_their_place(self):
        height = self.result["height"]
        part = height[8:100:4, 20::4]
        self.assertEqual((part.cell, part.origin), (1000.0, (20 * 250.0, 8 * 250.0)))
        self.assertEqual((height[5:].cell, height[5:].origin), (250.0, (0.0, 1250.0)))
        self.assertEqual((height[..., 3:].origin, self.result["wind"][2:, ..., 0].origin), ((750.0, 0.0), (0.0, 500.0)))
        self.assertTrue(np.isnan(height[::2].cell) and np.isnan(height[::-1, ::-1].cell))
        self.assertEqual((height[3].shape, height[height > 0].ndim, float(height[3, 4]) == height[3:, 4:][0, 0]), ((129,), 1, True))

    def test_masks_and_empty_arrays_are_refused(self):
        masked = np.ma.masked_less(np.arange(81, dtype=np.float32).reshape(9, 9), 5)
        self.assertRaises(TypeError, tw.run, "water.fill", height=masked)
        self.assertRaises(TypeError, tw.Layer, masked, kind="height")
        with self.assertRaises(ValueError) as raised:
            tw.run("water.fill", height=np.zeros((0, 9), np.float32))
        self.assertIn("height: the array", str(raised.exception))
        self.assertRaises(ValueError, tw.run, "water.fill", height=tw.Layer(np.zeros((9, 9), np.float32), kind="height", unit="m")[::2])

    def test_one_port_and_one_plugin_need_no_list(self):
        self.assertEqual(list(self.world.build(keep="terrain")), ["terrain"])
        self.assertRaises(tw.PluginError, tw.open, ISLAND, plugins="README.md")
        self.assertRaises(TypeError, tw.open, ISLAND, set=["knobs.sea=55%"])
        self.assertRaises(ValueError, self.world.build, folder="")

    def test_names_are_those_of_outputs_and_of_ports(self):
        by_output, by_port = self.result["height"], self.result["drainage/filled"]
        self.assertTrue(np.array_equal(by_output, by_port))
        self.assertIn("height", list(self.result))
        self.assertIn("drainage/filled", self.result)
        self.assertNotIn("terrain", self.result)
        self.assertEqual(self.result["terrain"].shape, (129, 129))  # no output has it: it is made now
        self.assertRaises(tw.ConfigError, lambda: self.result["no_such_node"])

    def test_a_table_is_that_of_the_csv_file(self):
        with tempfile.TemporaryDirectory() as folder:
            result = small(seed=2).build(folder=folder)
            paths = {pathlib.Path(path).name: path for path in result.files}
            self.assertEqual(len(result.files[paths["island-2.exr"]]), 64)
            with open(paths["island-2-lakes.csv"], newline="") as file:
                rows = list(csv.reader(line for line in file if not line.startswith("#")))
        table = result.table("lakes")
        self.assertEqual(table.rows, len(rows) - 1)
        self.assertGreater(table.rows, 0)
        for name, values in table.items():
            column = next(i for i, head in enumerate(rows[0]) if head.split(" ")[0].split("_m")[0].startswith(name[:4]))
            self.assertEqual(len(values), len([row[column] for row in rows[1:]]))
        lines = result.table("rivers").lines
        self.assertTrue(all(len(line) >= 2 for line in lines))

    def test_a_table_is_no_layer(self):
        for use in (lambda: self.result.show("lakes"), lambda: self.result.extremes("lakes"), lambda: self.result.table("height"),
                    lambda: self.result.to_xarray(["lakes"]), lambda: self.world.window("lakes.table"), tw.open):
            self.assertRaises(TypeError, use)

    def test_pandas_geopandas_and_xarray_take_them(self):
        frame = self.result.table("lakes").to_pandas()
        self.assertEqual(frame.attrs["units"]["area"], self.result.table("lakes").units["area"])
        rivers = self.result.table("rivers").to_geopandas()
        self.assertEqual(rivers.geometry.iloc[0].geom_type, "LineString")
        self.assertEqual(len(rivers), self.result.table("rivers").rows)
        data = self.result.to_xarray()
        self.assertEqual(data["rain"].attrs["units"], "mm/yr")
        self.assertEqual(float(data["x"][1]), 250.0)
        self.assertEqual(data["wind"].dims, ("y", "x", "part"))

    def test_pictures_are_png_files(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in (None, "height", "wind", "biome"):
                path = os.path.join(folder, f"{name}.png")
                self.result.show(name).save(path)
                subprocess.run(["pngcheck", "-q", path], check=True)
        self.assertEqual(self.result.show()._repr_png_()[:4], b"\x89PNG")

    def test_the_page_in_3_d_is_made_and_shown(self):
        opened = []
        with unittest.mock.patch("webbrowser.open", opened.append):
            page = small(set={"world.size": [65, 65]}).build().view()
        self.assertEqual(opened, [page.path.as_uri()])
        self.assertGreater(page.path.stat().st_size, 10_000)
        self.assertTrue(page._repr_html_().startswith("<iframe"))
        self.assertRaises(ValueError, tw.open(NOISE, cache=None).build().view)

    def test_a_window_has_the_cells_of_the_whole(self):
        whole = self.result["height"]
        part = self.world.window("drainage/filled", x=(10, 50), y=(70, 129))
        self.assertTrue(np.array_equal(part, whole[70:129, 10:50]))
        self.assertEqual(part.origin, (2500.0, 17500.0))
        halves = self.world.window("drainage/filled", x=(0, 64), y=(0, 64), zoom=4)
        means = np.asarray(whole[:64, :64], np.float64).reshape(16, 4, 16, 4).mean(axis=(1, 3))
        self.assertTrue(np.allclose(halves, means, rtol=1e-6, atol=1e-3))
        self.assertEqual((halves.cell, halves.origin), (1000.0, (375.0, 375.0)))
        for wrong in ((0, 130), (-5, 5), (5, 5)):
            self.assertRaises(IndexError, self.world.window, "drainage/filled", x=wrong)
        self.assertRaises(ValueError, self.world.window, "drainage/filled", zoom=0)
        built = self.world.build(window="16,8,32x24")
        self.assertTrue(np.array_equal(built["height"], whole[8:32, 16:48]))


class Runs(unittest.TestCase):
    def test_progress_rises_to_the_whole(self):
        shares = []
        small().build(progress=lambda share, node: shares.append(share))
        self.assertEqual(shares, sorted(shares))
        self.assertGreater(shares[-1], 0.95)

    def test_what_progress_raises_ends_the_run(self):
        def tell(share, node):
            raise ZeroDivisionError

        self.assertRaises(ZeroDivisionError, small().build, progress=tell)

    def test_python_goes_on_while_a_world_is_built(self):
        counted, over = [0], threading.Event()

        def count():
            while not over.is_set():
                counted[0] += 1
                time.sleep(0.001)

        thread = threading.Thread(target=count)
        thread.start()
        before = counted[0]
        tw.open(ISLAND, set={"world.size": [513, 513]}, cache=None).build()
        over.set()
        thread.join()
        self.assertGreater(counted[0] - before, 3)

    def test_cancel_ends_it(self):
        world = tw.open(ISLAND, set={"world.size": [2049, 2049]}, cache=None)
        self.assertRaises(tw.Cancelled, world.build, progress=lambda share, node: world.cancel())

    def test_ctrl_c_ends_it(self):
        program = ("import sys; sys.path.insert(0, 'python'); import terrawright as tw\n"
                   f"world = tw.open({ISLAND!r}, set={{'world.size': [4097, 4097]}}, cache=None)\n"
                   "world.build(progress=lambda share, node: print(share, flush=True))\n")
        child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        child.stdout.readline()  # it runs
        child.send_signal(signal.SIGINT)
        _, error = child.communicate()
        self.assertIn("KeyboardInterrupt", error)
        self.assertNotEqual(child.returncode, 0)

    def test_worlds_and_runs_are_closed_in_any_order(self):
        result = small().build()
        self.assertEqual(result["height"].shape, (129, 129))
        world = small()
        window = world.window("rain", x=(0, 8), y=(0, 8))
        del world, result
        self.assertEqual(window.shape, (8, 8))


class Stages(unittest.TestCase):
    def test_stages_on_arrays_give_what_a_world_has(self):
        height = tw.run("heights.noise", world={"size": [65, 65], "seed": 5, "cell": "1 km"}, lowest=0, highest=1)
        metres = tw.run("shape.metres", height=height, level=0.5)
        filled = tw.run("water.fill", height=metres)
        way = tw.run("water.flats", filled=filled)["way"]
        receivers = tw.run("water.receivers", filled=filled, way=way)
        count = tw.run("water.accumulation", receivers=receivers)
        world = tw.open({"terrawright": 1, "name": "same", "world": {"size": [65, 65], "seed": 5, "cell": "1 km"},
                         "stages": {"stage": {"use": "heights.noise@1", "with": {"lowest": 0, "highest": 1}},
                                    "metres": {"use": "shape.metres@1", "in": {"height": "stage", "level": 0.5}},
                                    "filled": {"use": "water.fill@1", "in": {"height": "metres"}},
                                    "flats": {"use": "water.flats@1", "in": {"filled": "filled"}},
                                    "receivers": {"use": "water.receivers@1", "in": {"filled": "filled", "way": "flats.way"}},
                                    "count": {"use": "water.accumulation@1", "in": {"receivers": "receivers"}}},
                         "outputs": [{"file": "a.exr", "layers": {"a": "count"}}]}, cache=None)
        self.assertEqual(world.problems(), [])
        result = world.build(keep=["stage", "filled", "flats.way", "receivers", "count"])
        for name, made in {"stage": height, "filled": filled, "flats.way": way, "receivers": receivers, "count": count}.items():
            self.assertTrue(np.array_equal(result[name], made), name)
        self.assertEqual((receivers.kind, count.dtype, filled.cell), ("class", np.int64, 1000.0))

    def test_tables_numbers_and_bare_arrays_are_given_too(self):
        steep = np.linspace(0, 1, 33 * 33, dtype=np.float64).reshape(33, 33)  # float64 is made float32
        self.assertEqual(tw.run("shape.blur", field=steep, cells=2).dtype, np.float32)
        whole = np.arange(33 * 33).reshape(33, 33)  # and so are integers where floats are taken
        self.assertEqual(tw.run("shape.blur", field=whole, cells=2).dtype, np.float32)
        height = np.zeros((33, 33), np.float32) - 10
        height[8:24, 8:24] = 100
        level = tw.run("sea.level", height=tw.Layer(height, kind="height", unit="m"), with_={"percentile": "50 %"})
        self.assertIsInstance(level, dict)

    def test_what_a_stage_does_not_take_is_named(self):
        with self.assertRaises(TypeError) as raised:
            tw.run("water.fill", heights=np.zeros((9, 9)))
        self.assertIn("its inputs are height, ocean", str(raised.exception))
        self.assertRaises(KeyError, tw.run, "water.fills", height=np.zeros((9, 9)))
        self.assertRaises(ValueError, tw.run, "water.fill", height=np.zeros((9, 9)), ocean=np.zeros((8, 9), bool))
        self.assertRaises(TypeError, tw.run, "water.fill", height=np.zeros((9, 9), complex))
        with self.assertRaises(tw.Error) as raised:
            tw.run("water.fill", height=np.full((9, 9), np.nan))
        self.assertTrue(raised.exception.problems)


class Hashes(unittest.TestCase):
    def test_all_shipped_worlds_have_the_bits_of_their_locks(self):
        import yaml

        compared = 0
        for path in sorted(pathlib.Path("configs").glob("*.lock.yaml")):
            with self.subTest(path.name):
                lock = yaml.load(path.read_text(), getattr(yaml, "CSafeLoader", yaml.SafeLoader))["worlds"][0]
                overrides = dict(one.split("=", 1) for one in lock["set"])
                config = str(path).replace(".lock.yaml", ".yaml")
                world = tw.open(config, set=overrides, cache=None)
                self.assertGreater(world.plan().memory, 0)  # of the outputs' own ports
                wanted = {f"{node}.{port}": output["pixels"] for node, facts in lock["nodes"].items()
                          for port, output in facts["outputs"].items() if output.get("pixels")}
                result = world.build(keep=list(wanted))
                for port, pixels in wanted.items():
                    self.assertEqual(result.digest(port), pixels, port)
                compared += len(wanted)
        self.assertGreater(compared, 1000)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])

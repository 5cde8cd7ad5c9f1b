# SPDX-License-Identifier: Apache-2.0
"""A world as a target of Ninja, Make and CMake: rebuilt when an input changes, and only then.

    remade.py PROGRAM SOURCES
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAM, SOURCES = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
ENVIRONMENT = {**os.environ, "TERRAWRIGHT_CACHE": "off"}
for name in ("TERRAWRIGHT_PLUGIN_PATH", "MAKEFLAGS", "MAKELEVEL", "CMAKE_GENERATOR"):
    ENVIRONMENT.pop(name, None)

WORLD = """terrawright: 1
name: t
world: {size: [129, 129], cell: 4 km, seed: 42}
include: ["more stages.yaml"]
stages:
  sea: {use: sea.level@1, in: {height: terrain}}
  metres: {use: shape.metres@1, in: {height: terrain, level: sea.level}}
  biomes:
    use: biome.table@1
    in: {height: metres}
    with: {classes: {file: "rules #1.yaml"}, rules: {file: "rules #1.yaml"}}
outputs:
  - {file: "t-{seed}.exr", layers: {height: metres, land: sea.land, biomes: biomes.biome}}
"""
RULES = """classes:
  - {code: 10, name: pasture, colour: "#b9c98a", glyph: p}
  - {code: 12, name: rock, colour: "#a9a49a", glyph: ^}
rules:
  - {code: 12, height_from: 900 m}
  - {code: 10}
"""
MORE = "stages:\n  terrain: {use: source.image@1, with: {file: 'a #$ b.png'}}\n"
PLUGIN = """#include <terrawright/stage.hpp>
using namespace terrawright;
struct Twice {
  In<Height> height;
  Out<Height> twice;
  static void describe(Spec<Twice>& s) {
    s.stage("test.twice", "Heights, twice.");
    s.port(&Twice::height, "height", "Any heights.");
    s.port(&Twice::twice, "height", "Twice those.").like("height");
  }
  void paint(Tile& tile) const {
    const auto from = tile[height];
    const auto to = tile[twice];
    tile.each_cell([&](auto x, auto y) { to(x, y) = from(x, y) * 2; });
  }
};
TERRAWRIGHT_STAGE(test, twice, Twice)
TERRAWRIGHT_PLUGIN("org.example.twice", "1.0.0", terrawright_stage_twice_of_test())
"""
HILLY = """terrawright: 1
name: hilly
world: {size: [33, 33], seed: 42}
stages:
  terrain: {use: heights.diamond_square@1}
  hills: {use: test.twice@1, in: {height: terrain}}
outputs:
  - {file: hilly.exr, layers: {height: hills}}
"""


def run(command, folder, fails=False):
    ran = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True)
    if (ran.returncode != 0) != fails:
        sys.exit(f"{command} in {folder} ended with {ran.returncode}:\n{ran.stdout}{ran.stderr}")
    return ran.stdout + ran.stderr


def touch(path):
    time.sleep(0.02)  # a tick of the file system's clock at least
    os.utime(path)


def is_remade(build, stamp):
    before = stamp.stat().st_mtime_ns if stamp.exists() else None
    time.sleep(0.02)
    build()
    return stamp.stat().st_mtime_ns != before


def check(what, expected, got):
    if expected != got:
        sys.exit(f"{what}: {'not ' if expected else ''}made again")


def sources(folder, plain=lambda text: text):
    folder.mkdir()
    for name, text in {"w $1.yaml": WORLD, "rules #1.yaml": RULES, "more stages.yaml": MORE, "other.txt": ""}.items():
        (folder / plain(name)).write_text(plain(text))
    shutil.copy(SOURCES / "configs/hand_drawn.png", folder / plain("a #$ b.png"))


def try_all(what, build, stamp, folder):
    build()
    check(f"{what}, nothing changed", False, is_remade(build, stamp))
    for file in sorted([*folder.glob("[!h]*.yaml"), *folder.glob("*.png")]):
        touch(file)
        check(f"{what}, {file.name} changed", True, is_remade(build, stamp))
        check(f"{what}, after {file.name}", False, is_remade(build, stamp))
    touch(folder / "other.txt")
    check(f"{what}, another file changed", False, is_remade(build, stamp))


def ninja(work):
    folder = work / "ninja"
    sources(folder)
    (folder / "build.ninja").write_text(
        f"rule world\n  command = {PROGRAM} build --quiet $in --out out --depfile t.d --depfile-target t.stamp && "
        "touch t.stamp\n  depfile = t.d\n  deps = gcc\nbuild t.stamp: world w$ $$1.yaml\n")
    try_all("Ninja", lambda: run(["ninja"], folder), folder / "t.stamp", folder)


def make(work):
    folder = work / "make"
    sources(folder)
    (folder / "Makefile").write_text(
        f"t.stamp: w\\ $$1.yaml\n\t{PROGRAM} build --quiet 'w $$1.yaml' --out out --depfile t.d --depfile-target $@\n"
        "\ttouch $@\n-include t.d\n")
    try_all("Make", lambda: run(["make"], folder), folder / "t.stamp", folder)
    # A file that is no longer named may be deleted.
    (folder / "more stages.yaml").rename(folder / "others.yaml")
    world = folder / "w $1.yaml"
    world.write_text(world.read_text().replace("more stages.yaml", "others.yaml"))
    touch(world)
    run(["make"], folder)


def cmake(work, generator):
    folder = work / ("cmake " + generator.split()[0])
    # The file for Ninja does not escape '$' and '#': such worlds are rebuilt each time.
    sources(folder, lambda text: text.replace("$1", "1").replace("#1", "1").replace("#$", "x"))
    (folder / "hills.cpp").write_text(PLUGIN)
    (folder / "CMakeLists.txt").write_text("""cmake_minimum_required(VERSION 3.20)
project(worlds CXX)
find_package(Terrawright REQUIRED)
terrawright_world(coast "w 1.yaml" ALL OUT made SEEDS 1 2 SET world.cell=2km FILES t-1.exr t-2.exr)
terrawright_add_plugin(hills hills.cpp)
terrawright_world(hilly hilly.yaml PLUGINS hills)
add_custom_command(OUTPUT copy.exr COMMAND ${CMAKE_COMMAND} -E copy made/t-1.exr copy.exr DEPENDS made/t-1.exr coast)
add_custom_target(copied ALL DEPENDS copy.exr)
""")
    (folder / "hilly.yaml").write_text(HILLY)
    build = folder / "build"
    run(["cmake", "-G", generator, "-S", ".", "-B", "build", f"-DTerrawright_DIR={SOURCES}/cmake",
         f"-DTERRAWRIGHT_PROGRAM={PROGRAM}"], folder)
    try_all("CMake with " + generator, lambda: run(["cmake", "--build", "build", "--target", "coast"], folder),
            build / "coast.world", folder)
    run(["cmake", "--build", "build"], folder)
    if not (build / "copy.exr").exists() or (build / "hilly.world").exists():
        sys.exit("targets: a file of a world is no target, or a world without ALL was made")
    hilly = lambda: run(["cmake", "--build", "build", "--target", "hilly"], folder)
    hilly()
    check("the plugin unchanged", False, is_remade(hilly, build / "hilly.world"))
    touch(folder / "hills.cpp")
    check("the plugin's source", True, is_remade(hilly, build / "hilly.world"))
    # An error of the world is one of the build, and what is wrong with the call is said.
    (folder / "hilly.yaml").write_text(HILLY + "expect: [{name: high, that: min(hills) > max(hills)}]\n")
    touch(folder / "hilly.yaml")
    said = run(["cmake", "--build", "build", "--target", "hilly"], folder, fails=True)
    if "expectation 'high' is not met" not in said:
        sys.exit(said)
    lists = folder / "CMakeLists.txt"
    lists.write_text(lists.read_text() + "terrawright_world(odd hilly.yaml SEED 3)\n")
    said = run(["cmake", "build"], folder, fails=True)
    if "SEED" not in said:
        sys.exit(said)


with tempfile.TemporaryDirectory() as temporary:
    work = pathlib.Path(temporary)
    ninja(work)
    make(work)
    cmake(work, "Ninja")
    cmake(work, "Unix Makefiles")
print("made again when what they are made of changes, and only then")

# SPDX-License-Identifier: Apache-2.0
# Opens our files with the small readers of Debian: small.py PROGRAM ROOT. Each opens without a complaint, and gives the
# sizes, ranges and units of the manifest.
import json, os, pathlib, re, subprocess, sys, tempfile

program, root = map(os.path.abspath, sys.argv[1:3])
temporary = tempfile.TemporaryDirectory(prefix="readers")
folder = pathlib.Path(temporary.name)
width, height = 257, 190
outputs = """[
  {file: all.exr, layers: {height: metres, land: land.land, biome: biomes, wind: wind.wind, picture: picture}},
  {file: squares.exr, layers: {height: metres}, overviews: true},
  {file: blender.exr, layers: {picture: picture}, for: blender},
  {file: tinyexr.exr, layers: {height: metres}, for: tinyexr},
  {file: godot.exr, layers: {height: metres}, for: godot},
  {file: height.png, layers: {height: metres}, range: [-6000 m, 6000 m]},
  {file: land.png, layers: {land: land.land}},
  {file: biomes.png, layers: {biome: biomes}, legend: biomes},
  {file: picture.png, layers: {picture: picture}},
  {file: height.tif, layers: {height: metres}},
  {file: biomes.tif, layers: {biome: biomes}, cog: true},
  {file: mesh.glb, layers: {height: metres}, texture: picture, error: 20 m},
  {file: mesh.obj, layers: {height: metres}, texture: picture, error: 20 m},
  {file: rivers.geojson, layers: {rivers: rivers.table}},
  {file: lakes.csv, layers: {lakes: lakes.table}},
  {pyramid: {file: "web/{z}/{x}/{y}.png"}, layers: {picture: picture}},
  {pack: generic, folder: pack, heights: metres, weights: {land: land.land, sea: rest}}]"""


def run(*command, exits=True):
    ran = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
    demand(ran.returncode == 0 or not exits, " ".join(command) + f" ended with {ran.returncode}", ran.stdout)
    return ran.stdout


def demand(condition, what, text=""):
    if not condition:
        sys.exit(f"small.py: {what}\n{text}")


def near(said, true, of):
    demand(abs(said - true) <= 1e-4 * max(1.0, abs(true)), f"{of}: {said} is said where it is {true}")


run(program, "build", root + "/configs/island.yaml", "--set", f"world.size=[{width},{height}]", "--set",
    "outputs=" + outputs.replace("\n", " "), "--out", ".", "--quiet", "--cache", "off")
manifest = json.loads(next(folder.glob("*.manifest.json")).read_text())
metres = manifest["layers"]["metres"]

pictures = sorted(str(file.relative_to(folder)) for file in folder.rglob("*.png"))
demand(len(pictures) > 8, "pictures are missing", "\n".join(pictures))
for file in pictures:
    demand(run("pngcheck", "-q", file) == "", f"pngcheck has something to say about {file}")

exrs = sorted(str(file.relative_to(folder)) for file in folder.rglob("*.exr"))
demand(len(exrs) > 4, "EXR files are missing", "\n".join(exrs))
for file in exrs:
    run("exrheader", file)
    text = run("exrinfo", "-v", file, exits=False)  # of version 3.1.5 it ends with any number
    demand("ERROR" not in text, f"exrinfo has something to say about {file}", text)
    demand(f"{width} x {height}" in text or f"{width - 1} {height - 1}" in text, f"exrinfo: {file} has another size", text)
    text = run("oiiotool", "--stats", "-a", file)
    demand("ERROR" not in text, f"oiiotool has something to say about {file}", text)
for file in ["tinyexr.exr", "squares.exr"]:
    text = run("oiiotool", "--stats", file)
    near(float(re.search(r"Stats Min: (\S+)", text)[1]), metres["minimum"], file)
    near(float(re.search(r"Stats Max: (\S+)", text)[1]), metres["maximum"], file)

for file in ["height.tif", "biomes.tif", "height.png", "biomes.png", "picture.png"]:
    text = run("gdalinfo", "-json", "-stats", file)
    facts = json.loads(text[text.index("{"):])
    demand(facts["size"] == [width, height], f"gdalinfo: {file} has another size", text)
    demand("geoTransform" in facts, f"gdalinfo: {file} lies nowhere", text)
    if file == "height.tif":
        near(facts["bands"][0]["minimum"], metres["minimum"], file)
        near(facts["bands"][0]["maximum"], metres["maximum"], file)
for file in ["rivers.geojson", "lakes.csv"]:
    demand("Feature Count: 0" not in run("ogrinfo", "-so", "-al", file), f"ogrinfo: {file} is empty")

for file in ["mesh.glb", "mesh.obj"]:
    text = run("assimp", "info", file)
    demand(int(re.search(r"Faces:\s+(\d+)", text)[1]) > 100, f"assimp: {file} has hardly a face", text)
print(f"{len(pictures)} pictures, {len(exrs)} EXR files, GeoTIFFs, tables and meshes are what the manifest says")

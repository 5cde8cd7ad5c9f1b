# SPDX-License-Identifier: Apache-2.0
"""Inside Blender: imports the meshes and the single-part EXR of a folder, finds the raster's heights in all of them and
renders a picture. blender --background --factory-startup --python heights.py -- FOLDER"""
import math
import sys

import bpy
import numpy
from mathutils import Vector
from osgeo import gdal

gdal.UseExceptions()
folder = sys.argv[sys.argv.index("--") + 1]
heights = gdal.Open(f"{folder}/h.tif").ReadAsArray()
rows, columns = heights.shape
cell = 250.0


def cells_of(mesh):
    """Columns, rows and heights of all vertices where Blender puts them: x to the east, y to the north, z up."""
    places = numpy.empty(3 * len(mesh.data.vertices))
    mesh.data.vertices.foreach_get("co", places)
    places = numpy.c_[places.reshape(-1, 3), numpy.ones(len(places) // 3)] @ numpy.array(mesh.matrix_world).T
    x = places[:, 0] / cell + (columns - 1) / 2
    y = -places[:, 1] / cell + (rows - 1) / 2
    assert abs(x - x.round()).max() < 1e-3 and abs(y - y.round()).max() < 1e-3, "vertices lie beside the cells"
    return x.round().astype(int), y.round().astype(int), places[:, 2]


def compare(what, mesh, tolerance):
    x, y, z = cells_of(mesh)
    assert x.min() == 0 and y.min() == 0 and x.max() == columns - 1 and y.max() == rows - 1
    off = abs(heights[y, x] - z).max()
    assert off <= tolerance, f"{what}: a vertex is {off} m beside its cell"
    print(f"{what}: {len(z)} vertices, {len(mesh.data.polygons)} triangles, at most {off:.2g} m beside their cells")


def imported(importer):
    before = set(bpy.data.objects)
    importer()
    return sorted((o for o in set(bpy.data.objects) - before if o.type == "MESH"), key=lambda o: o.name)


def glb(name, shading="SMOOTH"):
    return lambda: bpy.ops.import_scene.gltf(filepath=f"{folder}/{name}", import_shading=shading)


bpy.ops.wm.read_factory_settings(use_empty=True)

image = bpy.data.images.load(f"{folder}/h.exr")
image.colorspace_settings.name = "Non-Color"
assert tuple(image.size) == (columns, rows)
pixels = numpy.empty(columns * rows * image.channels, numpy.float32)
image.pixels.foreach_get(pixels)
pixels = pixels.reshape(rows, columns, image.channels)[::-1]
for channel in range(3):
    assert (pixels[:, :, channel] == heights).all(), "the EXR has other heights"
print(f"EXR: {columns} x {rows} heights, all of them the raster's")

levels = imported(glb("levels.glb"))
assert [o.name for o in levels] == ["mesh_LOD0", "mesh_LOD1"], levels
for level in levels:
    compare(f"levels.glb, {level.name}", level, 1e-3)
    bpy.data.objects.remove(level)

(text,) = imported(lambda: bpy.ops.wm.obj_import(filepath=f"{folder}/m.obj"))
compare("m.obj", text, 0.01)  # it stands upright by a quarter turn in floats
bpy.data.objects.remove(text)

(mesh,) = imported(glb("m.glb"))
compare("m.glb", mesh, 1e-3)
bpy.data.objects.remove(mesh)

# With the file's normals, as the dialog has it at first. It needs a name that Debian's numpy has not any more:
# https://github.com/KhronosGroup/glTF-Blender-IO/issues/1844.
numpy.bool = bool
(mesh,) = imported(glb("m.glb", "NORMALS"))
compare("m.glb with its normals", mesh, 1e-3)
assert mesh.data.has_custom_normals and len(mesh.data.uv_layers) == 1
faces = numpy.empty(3 * len(mesh.data.polygons))
mesh.data.polygons.foreach_get("normal", faces)
assert faces.reshape(-1, 3)[:, 2].min() > 0, "a face looks down"
(texture,) = {n.image for n in mesh.data.materials[0].node_tree.nodes if n.type == "TEX_IMAGE"}
assert tuple(texture.size) == (columns, rows), "the texture is not there"

# From the south, as one looks at a map.
scene = bpy.context.scene
wide = columns * cell
camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
camera.location = (0, -0.95 * wide, 0.75 * wide)
camera.rotation_euler = (Vector((0, -0.03 * wide, 0)) - camera.location).to_track_quat("-Z", "Y").to_euler()
camera.data.clip_end = 10 * wide
sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
sun.data.energy = 3
sun.rotation_euler = (math.radians(50), 0, math.radians(-60))
for thing in (camera, sun):
    scene.collection.objects.link(thing)
scene.camera = camera
scene.world = bpy.data.worlds.new("sky")
scene.world.use_nodes = True
scene.world.node_tree.nodes["Background"].inputs[0].default_value = (0.55, 0.7, 0.9, 1)
scene.view_settings.view_transform = "Standard"
scene.render.engine = "CYCLES"
scene.cycles.samples = 8
scene.cycles.use_denoising = False
scene.render.resolution_x, scene.render.resolution_y = 720, 450
scene.render.filepath = f"{folder}/blender.png"
bpy.ops.render.render(write_still=True)
shown = gdal.Open(f"{folder}/blender.png").ReadAsArray()[:3].astype(float)
assert shown[:, 150:350, 200:520].std() > 10, "nothing is to be seen"
print(f"rendered {folder}/blender.png")

# SPDX-License-Identifier: Apache-2.0
"""A mesh as assimp reads it, and a .glb as glTF 2.0 says it, against a raster as GDAL reads it: every vertex is a cell at
its place, with its height, and no cell is further from the triangles than the error.

meshes.py RASTER.tif MESH LONGITUDE LATITUDE ERROR... [PICTURE.png]     degrees of the world's middle; metres"""
import json
import math
import os
import re
import struct
import subprocess
import sys
import tempfile

import numpy
from osgeo import gdal

gdal.UseExceptions()
raster, mesh_path = sys.argv[1:3]
longitude, latitude = map(float, sys.argv[3:5])
picture = sys.argv[-1] if sys.argv[-1].endswith(".png") else None
errors = [float(error) for error in sys.argv[5:] if not error.endswith(".png")]

read = gdal.Open(raster)
heights = read.ReadAsArray()
assert heights.dtype == numpy.float32
west, wide, _, north, _, high = read.GetGeoTransform()
rows, columns = heights.shape


def cells_of(places):
    """Columns and rows of places in metres east, up and south of the world's middle."""
    degree = 111195.0
    column = (longitude + places[:, 0] / (degree * math.cos(math.radians(latitude))) - west) / wide - 0.5
    row = (latitude - places[:, 2] / degree - north) / high - 0.5
    cells = numpy.rint(numpy.stack([column, row], 1)).astype(int)
    off = numpy.abs(numpy.stack([column, row], 1) - cells).max()
    assert off < 0.005, f"vertices lie {off} cells beside the cells of {raster}"
    return cells


def check(what, places, normals, texture, triangles, error, exact=True):
    cells = cells_of(places)
    x, y = cells[:, 0], cells[:, 1]
    assert x.min() == 0 and y.min() == 0 and x.max() == columns - 1 and y.max() == rows - 1, what
    off = abs(heights[y, x].astype(float) - places[:, 1].astype(numpy.float32))
    wrong = numpy.count_nonzero(off > (0 if exact else 1e-6 * abs(heights[y, x])))
    assert wrong == 0, f"{what}: {wrong} of {len(x)} vertices have not the height of their cell"
    length = numpy.sqrt((normals.astype(float) ** 2).sum(1))
    assert abs(length - 1).max() < 1e-5, f"{what}: normals of length {length.min()} to {length.max()}"
    assert normals[:, 1].min() > 0, f"{what}: a normal points down"
    place = numpy.stack([(x + 0.5) / columns, 1 - (y + 0.5) / rows], 1)
    assert abs(texture - place).max() < 1e-5, f"{what}: vertices lie elsewhere on the texture"
    covered = numpy.zeros(heights.shape, bool)
    worst = 0.0
    a, b, c = (cells[triangles[:, k]] for k in range(3))
    areas = (c - a)[:, 0] * (b - a)[:, 1] - (b - a)[:, 0] * (c - a)[:, 1]
    assert areas.min() > 0, f"{what}: a triangle lies the wrong way round"
    covered[y[triangles], x[triangles]] = True  # the smallest have no cells but their corners
    for t, area in zip(triangles[areas > 1], areas[areas > 1]):
        (ax, ay), (bx, by), (cx, cy) = cells[t]
        left, top = min(ax, bx, cx), min(ay, by, cy)
        right, bottom = max(ax, bx, cx), max(ay, by, cy)
        v, u = numpy.mgrid[top : bottom + 1, left : right + 1]
        of_a = (cx - u) * (by - v) - (bx - u) * (cy - v)
        of_b = (cx - ax) * (v - ay) - (u - ax) * (cy - ay)
        of_c = area - of_a - of_b
        inside = (of_a >= 0) & (of_b >= 0) & (of_c >= 0)
        ha, hb, hc = heights[cells[t][:, 1], cells[t][:, 0]].astype(float)
        plane = (of_a * ha + of_b * hb + of_c * hc) / area
        here = heights[top : bottom + 1, left : right + 1]
        worst = max(worst, numpy.abs(plane - here)[inside].max())
        covered[top : bottom + 1, left : right + 1] |= inside
    assert covered.all(), f"{what}: cells without a triangle"
    assert worst <= error + 1e-6, f"{what}: a cell is {worst} m from the mesh, of which {error} m are allowed"
    assert len(triangles) < 2 * (rows - 1) * (columns - 1) or error == 0, f"{what}: no triangle less than cells"
    print(f"{what}: {len(x)} vertices, {len(triangles)} triangles, {worst:.3f} m of {error} m")


def by_assimp(path):
    """Text that assimp writes of it."""
    with tempfile.TemporaryDirectory() as folder:
        told = subprocess.run(["assimp", "export", path, f"{folder}/out.obj"], capture_output=True, text=True)
        assert told.returncode == 0 and os.path.exists(f"{folder}/out.obj"), told.stdout + told.stderr
        return of_text(f"{folder}/out.obj", "g")


def of_text(path, begin):
    """Places, normals, texture and triangles of an .obj file of one object."""
    text = open(path).read()
    rows_of = {"v": [], "vn": [], "vt": []}
    corners, objects = [], 0
    for line in text.splitlines():
        words = line.split()
        if words and words[0] in rows_of:
            rows_of[words[0]].append([float(word) for word in words[1:4]])
        elif words and words[0] == begin:
            objects += 1
        elif words and words[0] == "f":
            assert len(words) == 4, line
            corners.append([[int(number) - 1 for number in word.split("/")] for word in words[1:]])
    assert objects == 1, f"{objects} objects in {path}"
    corners = numpy.array(corners)
    places, texture, normals = (numpy.array(rows_of[key]) for key in ("v", "vt", "vn"))
    # Values of the corners at each place.
    of_texture, of_normals = numpy.zeros((len(places), 2)), numpy.zeros((len(places), 3))
    for k in range(3):
        of_texture[corners[:, k, 0]] = texture[corners[:, k, 1]][:, :2]
        of_normals[corners[:, k, 0]] = normals[corners[:, k, 2]]
    return places, of_normals, of_texture, corners[:, :, 0]


def parts_of(path):
    """The JSON and the bytes of a .glb, whose form is checked."""
    file = open(path, "rb").read()
    magic, version, length = struct.unpack_from("<4sII", file)
    assert magic == b"glTF" and version == 2 and length == len(file)
    size, kind = struct.unpack_from("<I4s", file, 12)
    assert kind == b"JSON" and size % 4 == 0
    described = json.loads(file[20 : 20 + size])
    data_size, kind = struct.unpack_from("<I4s", file, 20 + size)
    assert kind == b"BIN\0" and data_size % 4 == 0 and 28 + size + data_size == len(file)
    assert described["asset"]["version"] == "2.0"
    assert len(described["buffers"]) == 1 and described["buffers"][0]["byteLength"] <= data_size
    data, end = file[28 + size :], 0
    for view in described["bufferViews"]:
        assert view["byteOffset"] % 4 == 0 and view["byteOffset"] >= end, "views overlap"
        end = view["byteOffset"] + view["byteLength"]
    assert end <= described["buffers"][0]["byteLength"]
    return described, data


def array(described, data, number, minimum=False):
    accessor = described["accessors"][number]
    kind = {5126: "<f4", 5125: "<u4"}[accessor["componentType"]]
    width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3}[accessor["type"]]
    view = described["bufferViews"][accessor["bufferView"]]
    assert view["target"] == (34963 if width == 1 else 34962)
    cells = numpy.frombuffer(data, kind, accessor["count"] * width, view["byteOffset"]).reshape(-1, width)
    assert cells.nbytes == view["byteLength"]
    if minimum:  # exactly, as floats
        assert (numpy.float32(accessor["min"]) == cells.min(0)).all(), (accessor["min"], cells.min(0))
        assert (numpy.float32(accessor["max"]) == cells.max(0)).all(), (accessor["max"], cells.max(0))
    return cells


def check_glb(path):
    described, data = parts_of(path)
    nodes, meshes = described["nodes"], described["meshes"]
    assert len(nodes) == len(meshes) == len(errors)
    assert described["scenes"][described["scene"]]["nodes"] == [0]
    if len(nodes) > 1:
        assert described["extensionsUsed"] == ["MSFT_lod"]
        assert nodes[0]["extensions"]["MSFT_lod"]["ids"] == list(range(1, len(nodes)))
    before = None
    for i, node in enumerate(nodes):
        assert node["mesh"] == i and meshes[i]["extras"]["error_metres"] == errors[i]
        (primitive,) = meshes[i]["primitives"]
        assert primitive.get("mode", 4) == 4
        of = primitive["attributes"]
        places = array(described, data, of["POSITION"], True)
        normals, texture = (array(described, data, of[key]) for key in ("NORMAL", "TEXCOORD_0"))
        triangles = array(described, data, primitive["indices"]).reshape(-1, 3)
        assert triangles.max() == len(places) - 1 and len(places) == len(normals) == len(texture)
        assert texture.min() >= 0 and texture.max() <= 1
        moved = places.astype(float) + node.get("translation", [0, 0, 0])
        check(f"{os.path.basename(path)} {i}", moved, normals, texture * [1, -1] + [0, 1], triangles, errors[i])
        assert before is None or len(triangles) < before
        before = len(triangles)
        finest = len(places) if i == 0 else finest
    material = described["materials"][0]["pbrMetallicRoughness"]
    if picture is None:
        assert "images" not in described and "baseColorTexture" not in material
        return finest
    source = described["textures"][material["baseColorTexture"]["index"]]["source"]
    image = described["images"][source]
    view = described["bufferViews"][image["bufferView"]]
    assert image["mimeType"] == "image/png"
    same_picture(data[view["byteOffset"] : view["byteOffset"] + view["byteLength"]])
    return finest


def same_picture(png):
    with tempfile.TemporaryDirectory() as folder:
        open(f"{folder}/texture.png", "wb").write(png)
        texture, expected = gdal.Open(f"{folder}/texture.png").ReadAsArray(), gdal.Open(picture).ReadAsArray()
    assert texture.shape == expected.shape and (texture == expected).all(), "the texture is another picture"


is_text = mesh_path.endswith(".obj")
if is_text:
    check("obj", *of_text(mesh_path, "o"), errors[0])
    if picture is not None:
        folder = os.path.dirname(os.path.abspath(mesh_path))
        material = re.search(r"^mtllib (.*)$", open(mesh_path).read(), re.M).group(1)
        texture = re.search(r"^map_Kd (.*)$", open(f"{folder}/{material}").read(), re.M).group(1)
        same_picture(open(f"{folder}/{texture}", "rb").read())
else:
    finest = check_glb(mesh_path)
if len(errors) == 1:  # assimp reads decimals to seven digits
    check("assimp", *by_assimp(mesh_path), errors[0], exact=not is_text)
told = subprocess.run(["assimp", "info", mesh_path], capture_output=True, text=True).stdout
assert re.search(r"Meshes:\s+1\n", told), told
if not is_text:
    assert re.search(rf"Vertices:\s+{finest}\n", told), told
if picture is not None:
    assert re.search(r"Textures \(embed\.\):\s+1\n|\.texture\.png", told), told

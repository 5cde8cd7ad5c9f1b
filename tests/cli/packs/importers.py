# SPDX-License-Identifier: Apache-2.0
"""Reads a pack as each program does, by its own documentation and sources: heights in metres and weights, the northern
row first. Nothing here is taken from how packs are written; of the sheet only what a person would type.

Unreal Engine   "Landscape Technical Guide": 16-bit PNG; a sample v is at (v - 32768) / 128 times the Z scale, in cm,
                above the actor; sizes are components x sections x quads + 1. "Importing and Exporting Landscape
                Heightmaps": layers are 8-bit grey. Tiles are named (.*)_x\\d+_y\\d+.
Unity           Manual, "Working with Heightmaps", and TerrainData: RAW of 16 bits, Byte Order Windows is little-endian,
                value / 65536 of the terrain's height; row 0 is at z = 0; resolutions are 2^n + 1. Alphamaps: four
                layers in the channels of an RGBA texture. Terrain Tools: tiles end in _X_Z.
Terrain3D       doc/docs/import_export.md, controlmap_format.md, src/terrain_3d_util.h: EXR of R, G and B in metres;
                control maps are 32 bits in a float channel: base << 27, overlay << 22, blend << 14.
OpenEXR         "OpenEXR File Layout", and ImfZip.cpp for its predictor.
"""
import csv
import json
import re
import struct
import zlib

from osgeo import gdal
import numpy

gdal.UseExceptions()


def exr(file):
    """Channels of a single-part scanline file, as 32 bits each."""
    data = open(file, "rb").read()
    magic, version = struct.unpack_from("<II", data)
    assert magic == 20000630 and version == 2, "single-part, in scanlines"
    at, attributes = 8, {}

    def text():
        nonlocal at
        end = data.index(b"\0", at)
        at, word = end + 1, data[at:end].decode()
        return word
    while True:
        name = text()
        if not name:
            break
        text()
        size, = struct.unpack_from("<I", data, at)
        attributes[name], at = data[at + 4:at + 4 + size], at + 4 + size
    x0, y0, x1, y1 = struct.unpack("<4i", attributes["dataWindow"])
    width, height = x1 - x0 + 1, y1 - y0 + 1
    names, rest = [], attributes["channels"]
    while rest[0]:
        name, rest = rest.split(b"\0", 1)
        kind, _, across, down = struct.unpack_from("<iI2i", rest)
        assert (kind, across, down) == (2, 1, 1), "float32"
        names.append(name.decode())
        rest = rest[16:]
    compression = attributes["compression"][0]
    assert compression in (0, 3)
    rows = 16 if compression == 3 else 1
    channels = {name: numpy.zeros((height, width), "<u4") for name in names}
    count = -(-height // rows)
    for offset in struct.unpack_from(f"<{count}Q", data, at):
        y, size = struct.unpack_from("<ii", data, offset)
        here = min(rows, height - (y - y0))
        block, whole = data[offset + 8:offset + 8 + size], 4 * width * here * len(names)
        if size < whole:
            steps = numpy.frombuffer(zlib.decompress(block), "u1").astype("i8")
            steps[1:] -= 128
            split = numpy.cumsum(steps).astype("u1")
            bytes_ = numpy.empty(whole, "u1")
            bytes_[0::2], bytes_[1::2] = split[:(whole + 1) // 2], split[(whole + 1) // 2:]
            block = bytes_.tobytes()
        cells = numpy.frombuffer(block, "<u4").reshape(here, len(names), width)
        for i, name in enumerate(names):
            channels[name][y - y0:y - y0 + here] = cells[:, i]
    return channels


def floats(file, wanted):
    channels = exr(file)
    assert sorted(channels) == sorted(wanted), file
    first = channels[wanted[0]]
    assert all((channels[name] == first).all() for name in wanted)
    return first.view("<f4")


def png(file, bits, bands):
    picture = gdal.Open(file)
    assert picture.GetDriver().ShortName == "PNG" and picture.RasterCount == bands, file
    assert picture.GetRasterBand(1).DataType == (gdal.GDT_UInt16 if bits == 16 else gdal.GDT_Byte)
    return picture.ReadAsArray().reshape(bands, picture.RasterYSize, picture.RasterXSize)


def raw(file, shape):
    cells = numpy.fromfile(file, "<u2")
    assert cells.size == shape[0] * shape[1], file
    return cells.reshape(shape)


class Whole:
    """Tiles put together; where they share cells, these are the same."""

    def __init__(self, shape):
        self.cells, self.known = numpy.zeros(shape), numpy.zeros(shape[-2:], bool)

    def put(self, x, y, cells):
        place = (slice(y, y + cells.shape[-2]), slice(x, x + cells.shape[-1]))
        known = self.known[place]
        assert (self.cells[(..., *place)][..., known] == cells[..., known]).all(), "tiles share their borders"
        self.cells[(..., *place)] = cells
        self.known[place] = True

    def whole(self):
        assert self.known.all()
        return self.cells


def is_landscape(cells):
    return any((cells - 1) % (quads * sections) == 0 and 1 <= (cells - 1) // (quads * sections) <= 32
               for quads in (7, 15, 31, 63, 127, 255) for sections in (1, 2))


def unreal(folder, sheet):
    numbers, count = sheet["unreal"], len(sheet.get("weights", []))
    width, height = sheet["size"]
    heights, weights = Whole((height, width)), Whole((count, height, width))
    for part in sheet["files"]:
        name = part["heights"][0]
        tile = re.fullmatch(r"(.*)_x(\d+)_y(\d+)(\.[^.]+)", name)
        assert bool(tile) == ("tiles" in sheet)
        x, y = 0, 0
        if tile:  # as Unreal Engine itself finds the place: shared borders, so a step is one less than the size
            x, y = int(tile[2]) * (part["width"] - 1), int(tile[3]) * (part["height"] - 1)
        samples = png(f"{folder}/{name}", 16, 1)[0].astype("f8")
        assert is_landscape(samples.shape[0]) and is_landscape(samples.shape[1])
        quads = numbers["quads_per_section"] * round(numbers["sections_per_component"] ** 0.5)
        assert [quads * n + 1 for n in numbers["components"]] == [samples.shape[1], samples.shape[0]]
        centimetres = numbers["location_cm"][2] + (samples - 32768) / 128 * numbers["scale"][2]
        heights.put(x, y, centimetres / 100)
        if count:
            weights.put(x, y, numpy.concatenate([png(f"{folder}/{w}", 8, 1) for w in part["weights"]]))
    spacing = [numbers["scale"][0] / 100, numbers["scale"][1] / 100]
    return heights.whole(), weights.whole() if count else None, spacing


def unity(folder, sheet):
    numbers, count = sheet["unity"], len(sheet.get("weights", []))
    size, side = numbers["terrain_size_m"], numbers["heightmap_resolution"]
    assert side in (33, 65, 129, 257, 513, 1025, 2049, 4097)
    width, height = sheet["size"]
    heights, weights = Whole((height, width)), Whole((4 * -(-count // 4), height - 1, width - 1))
    rows = (height - 1) // (side - 1)
    for part in sheet["files"]:
        name = part["heights"][0]
        x, z = 0, 0
        if "tiles" in sheet:
            x, z = map(int, re.fullmatch(r".*_(\d+)_(\d+)\.raw", name).groups())
        x, y = x * (side - 1), (rows - 1 - z) * (side - 1)
        samples = raw(f"{folder}/{name}", (side, side)).astype("f8")[::-1]  # row 0 is the southern one
        heights.put(x, y, numbers["position_m"][1] + samples / 65536 * size[1])
        if count:
            pictures = [png(f"{folder}/{w}", 8, 4) for w in part["weights"]]
            assert pictures[0].shape[1:] == (numbers["alphamap_resolution"],) * 2
            weights.put(x, y, numpy.concatenate(pictures))
    if count:
        assert (weights.whole()[count:] == 0).all()
        weights = weights.whole()[:count]
    return heights.whole(), weights if count else None, [size[0] / (side - 1), size[2] / (side - 1)]


def godot(folder, sheet):
    numbers = sheet["godot"]
    width, height = sheet["size"]
    region = numbers["region_size"]
    assert region in (64, 128, 256, 512, 1024, 2048)
    assert width % region == 0 and height % region == 0 and max(width, height) // region <= 32
    heights, control = Whole((height, width)), Whole((height, width))
    for part in sheet["files"]:
        assert max(part["width"], part["height"]) <= 16384
        # Terrain3DData::import_images: the position is rounded down to cells.
        heights.put(part["x"], part["y"], floats(f"{folder}/{part['heights'][0]}", ["R", "G", "B"]))
        if "control" in part:
            control.put(part["x"], part["y"], exr(f"{folder}/{part['control'][0]}")["R"])
    first = [numpy.floor(numbers["import_position"][i] / numbers["vertex_spacing"]) for i in (0, 2)]
    if numbers["vertex_spacing"] >= 1:
        assert first == numbers["first_cell"]
    assert all(-16 * region <= f and f + side <= 16 * region for f, side in zip(first, (width, height)))
    bits = control.whole().astype("u4") if "weights" in sheet else None
    return heights.whole(), bits, [numbers["vertex_spacing"]] * 2


def generic(folder, sheet):
    numbers, count = sheet["heights"], len(sheet.get("weights", []))
    width, height = sheet["size"]
    all_of = [Whole((height, width)) for _ in range(3)]
    weights = Whole((count, height, width))
    for part in sheet["files"]:
        x, y = part["x"], part["y"]
        as_png, as_raw, as_exr = (f"{folder}/{name}" for name in part["heights"])
        samples = png(as_png, 16, 1)[0]
        all_of[0].put(x, y, samples)
        all_of[1].put(x, y, raw(as_raw, samples.shape))
        all_of[2].put(x, y, floats(as_exr, ["Y"]))
        if count:
            weights.put(x, y, numpy.concatenate([png(f"{folder}/{w}", 8, 1) for w in part["weights"]]))
    samples, again, metres = (whole.whole() for whole in all_of)
    assert (samples == again).all()
    decoded = numbers["minimum"] + samples * numbers["metres_per_step"]
    assert abs(decoded - metres).max() <= numbers["metres_per_step"] / 2 * (1 + 1e-6)
    return decoded, weights.whole() if count else None, sheet["metres_per_cell"]


def table(file):
    with open(file, newline="") as stream:
        return list(csv.DictReader(stream))


def columns(file):
    with open(file, newline="") as stream:
        return next(csv.reader(stream))


def read(folder):
    sheet = json.load(open(f"{folder}/sheet.json"))
    importer = {"unreal": unreal, "unity": unity, "godot": godot, "generic": generic}[sheet["pack"]]
    return sheet, *importer(folder, sheet)

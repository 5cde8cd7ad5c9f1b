# SPDX-License-Identifier: Apache-2.0
"""QGIS opens raster, GeoJSON and pyramid of one world in one project, and they lie on each other.

project.py FOLDER OUT: the folder that examples/450-web-map was built into, and where pictures go.
"""
import json
import os
import sys
from urllib.parse import quote

import numpy as np

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
from qgis.core import (  # noqa: E402
    Qgis, QgsApplication, QgsCoordinateReferenceSystem, QgsCoordinateTransform,
    QgsMapRendererParallelJob, QgsMapSettings, QgsPointXY, QgsProject, QgsRasterLayer, QgsRectangle, QgsVectorLayer)
from qgis.PyQt.QtCore import QSize  # noqa: E402
from qgis.PyQt.QtGui import QColor  # noqa: E402

folder, out = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
os.makedirs(out, exist_ok=True)
QgsApplication.setPrefixPath("/usr", True)
application = QgsApplication([], False)
application.initQgis()

zooms = json.load(open(folder + "/relief/tile.json"))
tiles = quote(f"file://{folder}/relief/", safe=":/") + "{z}/{x}/{y}.png"
layers = {
    "pyramid": QgsRasterLayer(
        f"type=xyz&url={quote(tiles)}&zmin={zooms['minzoom']}&zmax={zooms['maxzoom']}", "pyramid", "wms"),
    "raster": QgsRasterLayer(folder + "/relief.tif", "raster"),
    "heights": QgsRasterLayer(folder + "/heights.tif", "heights"),
    "rivers": QgsVectorLayer(folder + "/rivers.geojson", "rivers", "ogr"),
    "lakes": QgsVectorLayer(folder + "/lakes.geojson", "lakes", "ogr"),
}
project = QgsProject.instance()
mercator, degrees = (QgsCoordinateReferenceSystem(name) for name in ("EPSG:3857", "EPSG:4326"))
project.setCrs(mercator)
for name, layer in layers.items():
    assert layer.isValid(), (name, layer.error().message())
    project.addMapLayer(layer)
assert layers["raster"].crs() == degrees and layers["rivers"].crs() == degrees and layers["pyramid"].crs() == mercator
assert project.write(out + "/web-map.qgz")

to_map = QgsCoordinateTransform(degrees, mercator, project)
WIDTH = HEIGHT = 900


def drawn(names, extent):
    settings = QgsMapSettings()
    settings.setDestinationCrs(mercator)
    settings.setTransformContext(project.transformContext())
    settings.setLayers([layers[name] for name in names])
    settings.setExtent(extent)
    settings.setOutputSize(QSize(WIDTH, HEIGHT))
    settings.setBackgroundColor(QColor(255, 0, 255))
    job = QgsMapRendererParallelJob(settings)
    job.start()
    job.waitForFinished()
    assert not job.errors(), [error.message for error in job.errors()]
    picture = job.renderedImage()
    picture.save(f"{out}/{'-'.join(names)}.png")
    return picture, settings.mapToPixel()


# The pyramid on the raster: drawn alone, each is the other but for half a pixel, and neither is where nothing is.
whole = to_map.transformBoundingBox(layers["raster"].extent())
middle = QgsPointXY(whole.center())
near = QgsRectangle.fromCenterAndSize(middle, whole.width() / 6, whole.height() / 6)


def numbers(picture):
    picture = picture.convertToFormat(4)  # 32 bits a pixel
    bits = picture.constBits()
    bits.setsize(picture.sizeInBytes())
    return np.frombuffer(bytes(bits), np.uint8).reshape(picture.height(), picture.width(), 4)[:, :, :3].astype(int)


def blue(pixels):
    """Finds sea by its colour: of the picture's waters and land, the bluer ones."""
    return (pixels[:, :, 0] > pixels[:, :, 2] + 25) & (pixels[:, :, 0] > pixels[:, :, 1])


for name, extent in (("whole", whole.buffered(whole.width() * 0.05)), ("near", near)):
    of_tiles, _ = drawn(["pyramid"], extent)
    of_raster, _ = drawn(["raster"], extent)
    a, b = numbers(of_tiles), numbers(of_raster)
    is_magenta = [((p[:, :, 0] > 250) & (p[:, :, 1] < 5) & (p[:, :, 2] > 250)) for p in (a, b)]
    if name == "whole":
        # The edge of the world: no further apart than a pixel of the map.
        assert is_magenta[0].mean() > 0.05
        edges = [np.argwhere(~m) for m in is_magenta]
        for end in (np.min, np.max):
            apart = np.abs(end(edges[0], axis=0) - end(edges[1], axis=0))
            assert (apart <= 2).all(), apart
    both = ~is_magenta[0] & ~is_magenta[1]
    # Water's edge: how many pixels differ, in place and moved by some pixels.
    differ = {}
    for shift in (-8, -4, -2, 0, 2, 4, 8):
        moved = [np.roll(blue(a), shift, axis) ^ blue(b) for axis in (0, 1)]
        differ[shift] = max(m[both].mean() for m in moved)
    assert differ[0] == min(differ.values()) and differ[0] < 0.02, (name, differ)
    assert min(differ[8], differ[-8]) > 2 * differ[0], (name, differ)
    print(name, {shift: round(float(of), 4) for shift, of in differ.items()})

# Rivers of the GeoJSON on those that both pictures show, and on land of the heights; cells beside them they are not.
points = []
for river in layers["rivers"].getFeatures():
    vertices = list(river.geometry().vertices())
    points += [QgsPointXY(vertex.x(), vertex.y()) for vertex in vertices[1:-1]]
cell = layers["raster"].rasterUnitsPerPixelX()


def moved(x, y):
    return [QgsPointXY(point.x() + x * cell, point.y() + y * cell) for point in points]


def blue_of_raster(places):
    """Excess of blue over red, at most 255."""
    sample = layers["raster"].dataProvider().sample
    return sum(sample(at, 3)[0] - sample(at, 1)[0] for at in places) / len(places)


def blue_of_tiles(places):
    total = 0
    for at in map(to_map.transform, places):
        column = min(int((at.x() - whole.xMinimum()) / whole.width() * 6), 5)
        row = min(int((at.y() - whole.yMinimum()) / whole.height() * 6), 5)
        if (row, column) not in tiles_drawn:
            west, south = whole.xMinimum() + column * whole.width() / 6, whole.yMinimum() + row * whole.height() / 6
            extent = QgsRectangle(west, south, west + whole.width() / 6, south + whole.height() / 6)
            picture, to_pixel = drawn(["pyramid"], extent)
            tiles_drawn[row, column] = numbers(picture), to_pixel
        pixels, to_pixel = tiles_drawn[row, column]
        on = to_pixel.transform(at)
        pixel = pixels[min(int(on.y()), HEIGHT - 1), min(int(on.x()), WIDTH - 1)]
        total += pixel[0] - pixel[2]
    return total / len(places)


tiles_drawn = {}
heights = layers["heights"].dataProvider()
assert len(points) > 200 and all(heights.sample(point, 1)[0] > 0 for point in points), "rivers flow on land"
for of in (blue_of_raster, blue_of_tiles):
    on = of(points)
    beside = {(x, y): of(moved(x, y)) for x, y in ((-4, 0), (-2, 0), (-1, 0), (1, 0), (2, 0), (4, 0), (0, -2), (0, 2))}
    assert on > max(beside.values()) + 5 and on > max(beside[4, 0], beside[-4, 0]) + 40, (of.__name__, on, beside)
    print(of.__name__, round(on, 1), {place: round(float(value), 1) for place, value in beside.items()})
drawn(["rivers", "pyramid"], whole)
print(f"{len(points)} points of rivers on land, on the rivers of raster and tiles; QGIS {Qgis.QGIS_VERSION}")
application.exitQgis()

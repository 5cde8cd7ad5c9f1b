# SPDX-License-Identifier: Apache-2.0
"""Pictures of single layers, for scripts/pictures.py: one ramp and one light for all that stand side by side.

The arithmetic is + - * / and square roots, medians in the place of means: the same bytes on every machine. Needs Debian's
python3-numpy, python3-pil and python3-zarr."""
import copy
import json
import math
import pathlib

import numpy
import zarr
from PIL import Image, ImageDraw, ImageFont

SIDE, COLOURS, PAPER, INK = 192, 128, (255, 255, 255), (40, 40, 40)
THUMBNAIL = 320, 144  # the most that one picture of it takes
# Ramps as stops of equal distance: the sea from its greatest depth to the shore, land from the shore up, heights without a
# sea, values (viridis), and values around 0.
SEA = ["#16365c", "#2f6596", "#6fa8c6", "#b5d8e2"]
LAND = ["#7fa66a", "#b9c98a", "#dccb98", "#b99f79", "#9a8a7c", "#f4f2ee"]
PLAIN = ["#5d6468", "#8f9391", "#bdbab0", "#e3ddcd", "#faf6ea"]
VALUES = ["#440154", "#472d7b", "#3b528b", "#2c728e", "#21918c", "#28ae80", "#5ec962", "#addc30", "#fde725"]
AROUND = ["#2f5d8a", "#7fa9c9", "#f2efe6", "#d2a06c", "#8a4a22"]
GREYS = ["#000000", "#ffffff"]
MASK = [(58, 70, 84), (236, 205, 130)]
WATER = ["#8fc0da", "#2f6d9e", "#173f6b"]


FONTS = pathlib.Path(__file__).resolve().parent.parent / "pipeline" / "lettering" / "fonts"
NAMES, NAMES_FONT = (60, 20, 20), ImageFont.truetype(str(FONTS / "Lato-Regular.ttf"), 13)


def rgb(colour):
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def ramp(share, stops):
    """Colours of shares from 0 to 1."""
    colours = numpy.array([rgb(stop) for stop in stops], dtype=float)
    at = numpy.clip(share, 0, 1) * (len(stops) - 1)
    low = numpy.minimum(at.astype(int), len(stops) - 2)
    return colours[low] + (colours[low + 1] - colours[low]) * (at - low)[..., None]


class Layer:
    """Result of a build for one reference: cells with kind, unit and legend."""

    changed = False  # the difference of two

    def __init__(self, store, name):
        array = zarr.open(str(store), mode="r")[name]
        self.cells, self.about = array[...], array.attrs.asdict()
        self.kind, self.unit = self.about["kind"], self.about.get("units", "")
        if self.kind in ("height", "scalar", "weight", "count", "vector"):
            self.cells = self.cells.astype(float)


def difference(layer, other):
    """The change by a stage, as a scalar."""
    changed = copy.copy(layer)
    changed.kind, changed.changed, changed.cells = "scalar", True, layer.cells - other.cells
    return changed


def slopes(cells):
    if min(cells.shape) < 2:
        return numpy.zeros_like(cells), numpy.zeros_like(cells)
    down, right = numpy.gradient(cells)
    return right, down


class Scale:
    """Shared properties of the panels of one kind and unit: ends, the sea, and the steepness of drawn slopes."""

    def __init__(self, layers, level=None, compressed=False):
        cells = [layer.cells for layer in layers]
        speeds = [numpy.sqrt((c * c).sum(axis=-1)) if layer.kind == "vector" else c for c, layer in zip(cells, layers)]
        self.low = min(float(numpy.nanmin(c)) for c in speeds)
        self.high = max(float(numpy.nanmax(c)) for c in speeds)
        self.compressed, self.level = compressed, level
        heights = layers[0].kind == "height"
        if heights and level is None and layers[0].unit == "m" and self.low <= 0:
            self.level = 0.0
        self.around = layers[0].changed or layers[0].unit != "C" and not heights and self.low < 0 < self.high
        if self.around:
            away = numpy.abs(speeds[0][speeds[0] != 0])
            largest = float(numpy.percentile(away, 90 if layers[0].changed else 97)) if away.size else 1.0
            self.low, self.high = -largest, largest
        self.steep = 1.0
        if heights:
            right, down = slopes(cells[0])
            rise = numpy.sqrt(right * right + down * down)
            rise = rise[(rise > 0) & (cells[0] > self.level if self.level is not None else True)]
            self.steep = 0.45 / float(numpy.median(rise)) if rise.size else 1.0

    def share(self, values):
        share = (values - self.low) / ((self.high - self.low) or 1.0)
        return numpy.sqrt(numpy.sqrt(numpy.maximum(share, 0))) if self.compressed else share

    def colours(self, values, kind):
        if kind == "grey":
            return ramp(self.share(values), GREYS)
        if kind != "height":
            return ramp(self.share(values), AROUND if self.around else VALUES)
        if self.level is None:
            return ramp(self.share(values), PLAIN)
        depth = (self.level - self.low) or 1.0
        above = (self.high - self.level) or 1.0
        under = ramp(1 - (self.level - values) / depth, SEA)
        return numpy.where((values <= self.level)[..., None], under, ramp((values - self.level) / above, LAND))


def relief(cells, scale):
    """Heights in colours, under a light from the north-west."""
    right, down = slopes(cells)
    right, down = right * scale.steep, down * scale.steep
    light = (0.5 * right + 0.5 * down + 0.7071) / numpy.sqrt(right * right + down * down + 1) / 0.7071
    light = 0.45 + 0.55 * numpy.clip(light, 0, 1.5)
    if scale.level is not None:
        light = numpy.where(cells <= scale.level, 0.6 + 0.4 * light, light)
    return scale.colours(cells, "height") * light[..., None]


def magnified(colours):
    """Cells as squares, where a world has few of them."""
    times = max(1, -(-(SIDE - 8) // colours.shape[1]))
    return numpy.repeat(numpy.repeat(colours, times, axis=0), times, axis=1), times


def number(value):
    if value == 0:
        return "0"
    digits = max(0, 2 - int(math.floor(math.log10(abs(value)))))
    text = f"{value:.{digits}f}" if abs(value) < 1e5 else f"{value:.2g}".replace("e+0", "e")
    return text.rstrip("0").rstrip(".") if "." in text else text


def with_bar(image, scale, kind, unit):
    """The ramp below the picture, with its ends; of a profile the ends alone."""
    width, height = image.size
    sheet = Image.new("RGB", (width, height + 22), PAPER)
    sheet.paste(image, (0, 0))
    sheet.info["picture"] = height
    if kind != "profile":
        values = scale.low + (scale.high - scale.low) * numpy.linspace(0, 1, width)
        sheet.paste(image_of(numpy.broadcast_to(scale.colours(values, kind)[None], (6, width, 3))), (0, height + 4))
    ends = [number(scale.low), number(scale.high) + (f" {unit}" if unit not in ("", "1") else "")]
    return labelled(sheet, [(0, ends[0]), (1, ends[1])], height + 11)


def labelled(sheet, texts, top):
    draw, font = ImageDraw.Draw(sheet), ImageFont.load_default()
    for place, text in texts:
        draw.text((place * (sheet.size[0] - draw.textlength(text, font)), top), text, fill=INK, font=font)
    return sheet


def with_legend(image, classes):
    """The classes that are there below the picture, in two columns if their names are short."""
    width, height = image.size
    columns = 2 if all(len(name) * 6 + 13 <= width // 2 for name, _ in classes) else 1
    widest = max([width] + [12 + 6 * len(name) for name, _ in classes if columns == 1])
    sheet = Image.new("RGB", (widest, height + 4 + 12 * -(-len(classes) // columns)), PAPER)
    sheet.paste(image, (0, 0))
    sheet.info["picture"] = height
    draw, font = ImageDraw.Draw(sheet), ImageFont.load_default()
    for i, (name, colour) in enumerate(classes):
        x, y = i % columns * (width // 2), height + 4 + i // columns * 12
        draw.rectangle([x, y + 1, x + 8, y + 9], fill=colour, outline=INK)
        draw.text((x + 12, y), name, fill=INK, font=font)
    return sheet


def image_of(colours):
    return Image.fromarray(numpy.clip(colours, 0, 255).round().astype(numpy.uint8), "RGB")


def classes(layer):
    colours = numpy.zeros((*layer.cells.shape, 3))
    there = []
    for row in layer.about.get("legend", []):
        own = layer.cells == row["code"]
        colours[own] = rgb(row["colour"])
        if own.any():
            there.append((row["name"], row["colour"]))
    return with_legend(image_of(magnified(colours)[0]), there)


def flow(layer, ground):
    """A short line from each cell to the one that takes its water."""
    steps = {"east": (1, 0), "west": (-1, 0), "north": (0, -1), "south": (0, 1), "north-east": (1, -1), "north-west": (-1, -1),
             "south-east": (1, 1), "south-west": (-1, 1)}
    colours, times = magnified(ground)
    image = image_of(colours)
    draw = ImageDraw.Draw(image)
    names = {row["code"]: row["name"] for row in layer.about["legend"]}
    middle = times // 2
    for y, x in numpy.ndindex(*layer.cells.shape):
        step = steps.get(names.get(int(layer.cells[y, x]), ""))
        if step:
            at = (x * times + middle, y * times + middle)
            draw.line([at, (at[0] + step[0] * times, at[1] + step[1] * times)], fill=(20, 60, 120))
    return image


def arrows(layer, scale):
    speed = numpy.sqrt((layer.cells * layer.cells).sum(axis=-1))
    colours, times = magnified(scale.colours(speed, "scalar"))
    image = image_of(colours)
    draw = ImageDraw.Draw(image)
    gap = max(1, 16 // times)
    for y in range(gap // 2, speed.shape[0], gap):
        for x in range(gap // 2, speed.shape[1], gap):
            right, down = layer.cells[y, x] / scale.high * 13
            tail = (x * times - right / 2, y * times - down / 2)
            head = (tail[0] + right, tail[1] + down)
            for side in (-0.35, 0.35):
                barb = (head[0] - 0.4 * right + side * down, head[1] - 0.4 * down - side * right)
                draw.line([head, barb], fill=PAPER)
            draw.line([tail, head], fill=PAPER)
    return image


def profile(cells, scale):
    """A row of heights as a filled line, with a little room above and below."""
    row = cells[0]
    height = 96
    times = max(1, -(-SIDE // len(row)))
    tops = numpy.repeat((1 - scale.share(row) * 0.9 - 0.05) * height, times)
    ground = numpy.arange(height)[:, None] >= tops[None]
    return image_of(numpy.where(ground[..., None], rgb("#5b7a6c"), rgb("#eaf1f5")).astype(float))


def outlined(colours, land):
    """The coast as a dark line."""
    edge = numpy.zeros_like(land)
    edge[:, 1:] |= land[:, 1:] != land[:, :-1]
    edge[1:] |= land[1:] != land[:-1]
    return numpy.where(edge[..., None], INK, colours)


def rivers(image, path, times):
    """Rivers of a .geojson file over a picture of the world, by their order."""
    world = json.loads(path.read_text())
    about = world["terrawright"]
    cell = about["metres_per_cell"] / 111195.0
    # A degree of longitude is everywhere as long as in the middle row.
    narrow = math.cos(math.radians(about["latitude"]))
    draw = ImageDraw.Draw(image)
    for feature in world["features"]:
        lines = feature["geometry"]["coordinates"]
        points = [((lon * narrow / cell + about["width"] / 2) * times,
                   ((about["latitude"] - lat) / cell + about["height"] / 2) * times) for lon, lat in lines]
        draw.line(points, fill=(30, 84, 140), width=1 if feature["properties"].get("order", 1) < 2 else 2)
    return image


def features(image, path, times):
    """Points or lines of a .geojson file over a picture of the world."""
    world = json.loads(path.read_text())
    about = world["terrawright"]
    cell = about["metres_per_cell"] / 111195.0
    narrow = math.cos(math.radians(about["latitude"]))
    draw = ImageDraw.Draw(image)
    for feature in world["features"]:
        geometry = feature["geometry"]
        places = geometry["coordinates"] if geometry["type"] == "LineString" else [geometry["coordinates"]]
        points = [((lon * narrow / cell + about["width"] / 2) * times,
                   ((about["latitude"] - lat) / cell + about["height"] / 2) * times) for lon, lat in places]
        if len(points) > 1:
            draw.line(points, fill=(150, 40, 30), width=3)
        else:
            x, y = points[0]
            draw.ellipse((x - 4, y - 4, x + 4, y + 4), fill=(150, 40, 30), outline=(255, 255, 255))
        if name := feature["properties"].get("name"):
            x, y = points[len(points) // 2]
            draw.text((x + 6, y), name, NAMES, NAMES_FONT, "lm", stroke_width=2, stroke_fill=(255, 255, 255))
    return image


def painted(layer, ground):
    """Values above 0 as water over the relief: the deeper the darker."""
    high = float(layer.cells.max()) or 1.0
    shade = ramp(numpy.sqrt(numpy.maximum(layer.cells, 0) / high), WATER)
    return numpy.where((layer.cells > 0)[..., None], shade, ground)


def draw(panel, layers, scales, tables):
    """One panel as an image: by its kind, or `as` it says."""
    layer, scale, way = panel.get("layer"), scales.get("of"), panel.get("as", "")
    if way == "sheet":
        return Image.open(tables[panel["of"]]).convert("RGB")
    ground = relief(layers[panel["over"]].cells, scales["over"]) if "over" in panel else None
    if way in ("rivers", "features", "flow"):  # thin lines stand out from pale ground
        ground = 0.5 * ground + 127
    if way == "rivers":
        colours, times = magnified(painted(layers[panel["water"]], ground) if "water" in panel else ground)
        return rivers(image_of(colours), tables[panel["of"]], times)
    if way == "features":
        colours, times = magnified(ground)
        return features(image_of(colours), tables[panel["of"]], times)
    if way == "flow":
        return flow(layer, ground)
    if way == "water":
        return image_of(magnified(painted(layer, ground))[0])
    if layer.kind == "colour":
        return image_of(magnified(layer.cells[..., :3].astype(float))[0])
    if layer.kind == "class":
        return classes(layer)
    if layer.kind == "vector":
        return with_bar(arrows(layer, scale), scale, "scalar", layer.unit)
    if layer.kind == "mask":
        colours = numpy.array(MASK, dtype=float)[(layer.cells > 0).astype(int)]
        if ground is not None:
            colours = numpy.where((layer.cells > 0)[..., None], 0.45 * ground + 0.55 * colours, ground)
        return image_of(magnified(colours)[0])
    if layer.cells.shape[0] == 1:
        return with_bar(profile(layer.cells, scale), scale, "profile", layer.unit)
    if layer.kind == "height" and way != "grey":
        return with_bar(image_of(magnified(relief(layer.cells, scale))[0]), scale, "height", layer.unit)
    kind = "grey" if way == "grey" else "scalar"
    colours = scale.colours(layer.cells, kind)
    if "coast" in panel:
        colours = outlined(colours, layers[panel["coast"]].cells > 0)
    return with_bar(image_of(magnified(colours)[0]), scale, kind, layer.unit)


def thumbnail(images, path):
    """Pictures side by side, without what stands below them, in as many colours as 30 kB hold."""
    parts = [image.crop((0, 0, image.size[0], image.info.get("picture", image.size[1]))) for image in images]
    sizes = [min(THUMBNAIL[0] / part.size[0], THUMBNAIL[1] / part.size[1]) for part in parts]
    parts = [part.resize([round(side * by) for side in part.size], Image.LANCZOS) for part, by in zip(parts, sizes)]
    sheet = Image.new("RGB", (sum(part.size[0] + 4 for part in parts) - 4, max(part.size[1] for part in parts)), PAPER)
    left = 0
    for part in parts:
        sheet.paste(part, (left, 0))
        left += part.size[0] + 4
    colours = COLOURS
    while True:
        sheet.quantize(colours, dither=Image.Dither.NONE).save(path, optimize=True)
        if path.stat().st_size <= 30000:
            return
        colours = colours * 3 // 4


def save(image, path):
    """In few colours, of which the ramp below the picture has its share."""
    width, height = image.size
    below = image.crop((0, max(0, height - 22), width, height))
    counted = Image.new("RGB", (width, height + 5 * below.size[1]))
    counted.paste(image, (0, 0))
    for i in range(5):
        counted.paste(below, (0, height + i * below.size[1]))
    palette = counted.quantize(COLOURS, dither=Image.Dither.NONE)
    image.quantize(palette=palette, dither=Image.Dither.NONE).save(path, optimize=True)

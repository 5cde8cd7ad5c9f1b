#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The whole of a giant picture and four zooms into it, side by side: zooms.py WORLD.zarr X Y TO.png, the cell in whose
middle they end. Needs Debian's python3-zarr and python3-pil."""
import sys

import numpy
import zarr
from PIL import Image, ImageDraw

SIDE, GAP, ZOOMS = 480, 8, (4.27, 17, 68, 273)


def reduced(picture, by):
    """Means of by x by cells, a few rows at a time."""
    rows = []
    for y in range(0, picture.shape[0] - by + 1, 512 // by * by):
        part = picture[y : y + 512 // by * by, :, :3]
        height, width = part.shape[0] // by, part.shape[1] // by
        part = part[: height * by, : width * by].reshape(height, by, width, by, 3)
        rows.append(part.astype(numpy.float32).mean(axis=(1, 3)))
    return Image.fromarray(numpy.concatenate(rows).round().astype(numpy.uint8))


def main(folder, x, y, to):
    picture = zarr.open(folder, "r")["picture"]
    side = min(picture.shape[:2])
    panels = [reduced(picture, max(1, side // 1024)).resize((SIDE, SIDE), Image.LANCZOS)]
    before = (0, 0, side)
    for zoom in ZOOMS:
        window = round(side / zoom)
        left, top = (min(max(at - window // 2, 0), side - window) for at in (x, y))
        scale = SIDE / before[2]
        corner = ((left - before[0]) * scale, (top - before[1]) * scale)
        ImageDraw.Draw(panels[-1]).rectangle([corner, tuple(at + window * scale for at in corner)], outline=(255, 60, 40), width=2)
        cells = Image.fromarray(picture[top : top + window, left : left + window, :3])
        panels.append(cells.resize((SIDE, SIDE), Image.LANCZOS if window > SIDE else Image.NEAREST))
        before = (left, top, window)
    strip = Image.new("RGB", (len(panels) * (SIDE + GAP) - GAP, SIDE), "white")
    for i, panel in enumerate(panels):
        strip.paste(panel, (i * (SIDE + GAP), 0))
    strip.save(to, optimize=True)


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])

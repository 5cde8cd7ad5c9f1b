# SPDX-License-Identifier: Apache-2.0
"""Small copies of pictures against the approved ones. TERRAWRIGHT_APPROVE=1 rewrites these."""
import os

import numpy as np
from osgeo import gdal

from page import demand, pixels

folder = os.path.join(os.path.dirname(__file__), "approved")
width, height = 96, 60


def small(picture):
    """The mean of the pixels that fall into each of 96 x 60."""
    rows = np.linspace(0, picture.shape[0], height + 1).astype(int)
    columns = np.linspace(0, picture.shape[1], width + 1).astype(int)
    return np.array([[picture[a:b, c:d].mean(axis=(0, 1)) for c, d in zip(columns, columns[1:])]
                     for a, b in zip(rows, rows[1:])])


def write(path, picture):
    band = np.moveaxis(np.round(picture).astype(np.uint8), 2, 0)
    memory = gdal.GetDriverByName("MEM").Create("", width, height, 3)
    for k in range(3):
        memory.GetRasterBand(k + 1).WriteArray(band[k])
    gdal.GetDriverByName("PNG").CreateCopy(path, memory)
    if os.path.exists(path + ".aux.xml"):
        os.remove(path + ".aux.xml")


def compare(page, name):
    """Mean difference below 3 of 255 in each channel, and below 12 in each of 8 x 5 parts."""
    path = f"{folder}/{name}.png"
    now = small(page.canvas())
    if os.environ.get("TERRAWRIGHT_APPROVE"):
        os.makedirs(folder, exist_ok=True)
        write(path, now)
    change = np.abs(now - pixels(open(path, "rb").read()))
    whole = change.mean(axis=(0, 1)).max()
    parts = change.reshape(5, height // 5, 8, width // 8, 3).mean(axis=(1, 3)).max()
    demand(whole < 3 and parts < 12, f"{name}: {whole:.1f} of 255 in the mean, {parts:.1f} in one part, from what was approved")
    return round(float(whole), 2), round(float(parts), 2)

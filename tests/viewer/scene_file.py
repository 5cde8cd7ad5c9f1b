# SPDX-License-Identifier: Apache-2.0
"""Pages with worlds of the tests' own, written from the format's words alone (packs/viewer/page/README.md) and not by the program."""
import base64
import html
import json
import zlib

import numpy as np
from osgeo import gdal


def predicted(q, predictor):
    """Prediction of each cell from those before it."""
    left, above, corner = np.zeros_like(q), np.zeros_like(q), np.zeros_like(q)
    left[:, 1:], above[1:], corner[1:, 1:] = q[:, :-1], q[:-1], q[:-1, :-1]
    if predictor == "none":
        return np.zeros_like(q)
    guess = left.copy()
    guess[:, 0] = above[:, 0]
    if predictor == "med":
        a, b, c = left[1:, 1:], above[1:, 1:], corner[1:, 1:]
        guess[1:, 1:] = np.where(c >= np.maximum(a, b), np.minimum(a, b),
                                 np.where(c <= np.minimum(a, b), np.maximum(a, b), a + b - c))
    return guess


def coded(q, width, predictor, rows=50):
    """Planes of numbers in strips of so many rows, one stream after the other, and how long each is."""
    q = q.astype(np.int64)
    modulus = 256**width
    rest = (q - predicted(q, predictor)) % modulus
    if predictor != "none":
        signed = np.where(rest >= modulus // 2, rest - modulus, rest)
        rest = np.where(signed >= 0, 2 * signed, -2 * signed - 1)
    planes = [rest] if width == 1 else [rest >> 8, rest & 255]
    streams = [zlib.compress(plane[begin:begin + rows].astype(np.uint8).tobytes(), 9)
               for plane in planes for begin in range(0, len(plane), rows)]
    return b"".join(streams), [len(stream) for stream in streams]


def varint(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out + bytes([value]))


def png(colours):
    """The bytes of a picture: rows of red, green and blue."""
    height, width, channels = colours.shape
    memory = gdal.GetDriverByName("MEM").Create("", width, height, channels)
    for k in range(channels):
        memory.GetRasterBand(k + 1).WriteArray(np.ascontiguousarray(colours[:, :, k]))
    gdal.GetDriverByName("PNG").CreateCopy("/vsimem/scene.png", memory)
    file = gdal.VSIFOpenL("/vsimem/scene.png", "rb")
    data = gdal.VSIFReadL(1, gdal.VSIStatL("/vsimem/scene.png").size, file)
    gdal.VSIFCloseL(file)
    gdal.Unlink("/vsimem/scene.png")
    return bytes(data)


class SceneFile:
    def __init__(self, size, cell=250, name="test", latitude=40, every=1, wrap="none"):
        self.width, self.height = size
        self.blocks = []
        self.flat = None  # a small picture of the world, as PNG
        self.scene = {
            "format": "terrawright scene", "version": 1, "name": name, "seed": "42", "generator": "terrawright test",
            "recipes": {"height": "0123456789abcdef" * 4},
            "world": {"size": [(n - 1) * every + 1 for n in size], "cell_metres": cell, "latitude": latitude, "longitude": 0,
                      "wrap": wrap},
            "grid": {"size": list(size), "every": every, "at": [0, 0]}, "budget": 10000000,
            "roles": {}, "drape": [], "layers": [], "lines": [], "points": []}

    def block(self, data):
        self.blocks.append(base64.b64encode(data).decode())
        return len(self.blocks) - 1

    def numbers(self, q, width, predictor):
        data, streams = coded(q, width, predictor)
        return {"block": self.block(data), "coding": "grid", "bytes": width, "predictor": predictor, "streams": streams}

    def grid(self, values, step, predictor, transform="linear"):
        bent = np.log1p(values) if transform == "log1p" else np.asarray(values, float)
        low = float(np.nanmin(bent)) if np.isfinite(bent).any() else 0.0
        gaps = np.isnan(bent)
        q = np.where(gaps, 0, np.round((np.nan_to_num(bent) - low) / step)).astype(np.int64)
        width = 1 if q.max() < 255 else 2
        missing = 256**width - 1
        assert q.max() < missing, "the step is too small for two bytes"
        q[gaps] = missing
        return {**self.numbers(q, width, predictor), "low": low, "step": step, "transform": transform,
                "missing": missing if gaps.any() else None}

    def layer(self, name, values, kind="scalar", unit="", step=1.0, predictor="med", transform="linear", legend=None,
              role=None, drape=True, documentation="", title=None):
        parts = values if kind == "vector" else [values]
        size = np.hypot(*parts) if kind == "vector" else np.asarray(values, float)
        known = size[np.isfinite(size)]
        facts = {"name": name, "title": title or name, "kind": kind, "unit": unit, "documentation": documentation,
                 "minimum": float(known.min()) if known.size else None, "maximum": float(known.max()) if known.size else None}
        if kind in ("class", "mask"):
            blocks = [{**self.numbers(np.asarray(values), 1, predictor), "low": 0, "step": 1, "transform": "linear",
                       "missing": None}]
        else:
            blocks = [self.grid(part, step, predictor, transform) for part in parts]
        if legend is not None:
            facts["legend"] = [{"value": value, "name": words, "title": words, "colour": colour,
                                "cells": int((np.asarray(values) == value).sum())} for value, words, colour in legend]
        self.scene["layers"].append({**facts, "blocks": blocks})
        if role:
            self.scene["roles"][role] = name
        if drape:
            self.scene["drape"].append(name)

    def colours(self, name, colours):
        """A layer that is a picture, and the flat picture of it."""
        self.flat = png(colours)
        self.scene["layers"].append({"name": name, "title": name, "kind": "colour", "unit": "", "documentation": "",
                                     "minimum": None, "maximum": None, "blocks": [{"block": self.block(self.flat), "coding": "png"}]})
        self.scene["drape"].append(name)

    def table(self, name, rows, columns, kind="points"):
        """rows: [([(x, y), ...], {column: value})]; columns: {name: unit, or None for text}"""
        places = bytearray()
        for line, _ in rows:
            places += varint(len(line))
            before = (0, 0)
            for place in line:
                now = [round(16 * part) for part in place]
                for part, last in zip(now, before):
                    step = part - last
                    places += varint(2 * step if step >= 0 else -2 * step - 1)
                before = now
        values = {column: [row.get(column) for _, row in rows] for column in columns}
        self.scene[kind].append({
            "name": name, "title": name, "kind": kind, "rows": len(rows),
            "columns": [{"name": column, "unit": unit or "", "type": "text" if unit is None else "number"}
                        for column, unit in columns.items()],
            "places": self.block(zlib.compress(bytes(places), 9)),
            "values": self.block(zlib.compress(json.dumps(values).encode(), 9))})

    def text(self):
        scene = json.dumps(self.scene).replace("<", "\\u003c")
        lines = [f'<script type="application/json" id="scene">{scene}</script>']
        lines += [f'<script type="text/plain" id="b-{k}">{block}</script>' for k, block in enumerate(self.blocks)]
        if self.flat:
            lines.insert(0, f'<img id="flat" alt="from above" src="data:image/png;base64,{base64.b64encode(self.flat).decode()}">')
        return "\n".join(lines)

    def write(self, bundle, path):
        page = open(bundle, encoding="utf-8").read()
        assert page.count("<!-- scene -->") == 1
        title = html.escape(f"{self.scene['name']} · seed {self.scene['seed']}")
        page = page.replace("<title>terrawright</title>", f"<title>{title}</title>").replace("<!-- scene -->", self.text())
        with open(path, "w", encoding="utf-8") as file:
            file.write(page)
        return path

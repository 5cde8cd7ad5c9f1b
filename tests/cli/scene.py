# SPDX-License-Identifier: Apache-2.0
"""Views in 3-D read back, by their description in docs alone: `Scene(path)`."""
import base64
import html.parser
import json
import zlib

import numpy as np


class Scripts(html.parser.HTMLParser):
    """All scripts by their names, and the title."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.scripts, self.title, self.within = {}, "", None

    def handle_starttag(self, tag, attributes):
        self.within = ("title", None) if tag == "title" else ("script", dict(attributes)) if tag == "script" else None

    def handle_endtag(self, tag):
        self.within = None

    def handle_data(self, data):
        if self.within is None:
            return
        tag, attributes = self.within
        if tag == "title":
            self.title += data
        elif "id" in attributes:
            self.scripts[attributes["id"]] = self.scripts.get(attributes["id"], "") + data


def unzigzag(z):
    return (z >> 1) ^ -(z & 1)


def varints(data):
    number, shift = 0, 0
    for byte in data:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield number
            number, shift = 0, 0
    assert shift == 0, "a number is cut"


class Scene:
    def __init__(self, path):
        with open(path, encoding="utf-8", newline="") as file:
            self.text = file.read()
        page = Scripts()
        page.feed(self.text)
        page.close()
        self.title = page.title
        self.scripts = page.scripts
        self.json = json.loads(page.scripts["scene"])
        assert self.json["format"] == "terrawright scene" and self.json["version"] == 1
        self.width, self.height = self.json["grid"]["size"]
        self.layers = {layer["name"]: layer for layer in self.json["layers"]}
        assert len(self.layers) == len(self.json["layers"])

    def bytes_of(self, block):
        text = self.scripts["b-%d" % block]
        assert "\n" not in text
        return base64.b64decode(text, validate=True)

    def samples(self, coded):
        """Whole numbers of a block of coding grid."""
        assert coded["coding"] == "grid"
        data, rest = b"", self.bytes_of(coded["block"])
        for length in coded["streams"]:
            data += zlib.decompress(rest[:length])
            rest = rest[length:]
        assert not rest
        width, height, size = self.width, self.height, coded["bytes"]
        assert len(data) == width * height * size
        planes = [np.frombuffer(data[k * width * height:(k + 1) * width * height], np.uint8) for k in range(size)]
        z = planes[0].astype(int) if size == 1 else planes[0].astype(int) * 256 + planes[1]
        if coded["predictor"] == "none":
            return z.reshape(height, width)
        mask = (1 << 8 * size) - 1
        left = coded["predictor"] == "left"
        assert left or coded["predictor"] == "med"
        rows, above = [], None
        z = z.tolist()
        for y in range(height):
            row = []
            for x in range(width):
                if x == 0:
                    guess = above[0] if above else 0
                elif left or above is None:
                    guess = row[-1]
                else:
                    a, b, c = row[-1], above[x], above[x - 1]
                    guess = min(a, b) if c >= max(a, b) else max(a, b) if c <= min(a, b) else a + b - c
                row.append((guess + unzigzag(z[y * width + x])) & mask)
            rows.append(row)
            above = row
        return np.array(rows)

    def values(self, name):
        """One array, or two of a vector; NaN where there is no value."""
        arrays = []
        for coded in self.layers[name]["blocks"]:
            q = self.samples(coded)
            told = coded["low"] + coded["step"] * q.astype(float)
            values = np.expm1(told) if coded["transform"] == "log1p" else told
            if coded["missing"] is not None:
                values[q == coded["missing"]] = np.nan
            arrays.append(values)
        return arrays[0] if len(arrays) == 1 else np.stack(arrays)

    def table(self, kind, name):
        """Rows as dictionaries, with their places in cells of the world."""
        table = next(one for one in self.json[kind] if one["name"] == name)
        numbers = varints(zlib.decompress(self.bytes_of(table["places"])))
        values = json.loads(zlib.decompress(self.bytes_of(table["values"])))
        rows = []
        for row in range(table["rows"]):
            places, x, y = [], 0, 0
            for _ in range(next(numbers)):
                x += unzigzag(next(numbers))
                y += unzigzag(next(numbers))
                places.append((x / 16, y / 16))
            rows.append({"places": places, **{key: column[row] for key, column in values.items()}})
        assert next(numbers, None) is None, "there are more places"
        assert all(len(column) == table["rows"] for column in values.values())
        assert [column["name"] for column in table["columns"]] == list(values)
        return rows

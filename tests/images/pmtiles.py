# SPDX-License-Identifier: Apache-2.0
"""Reads a PMTiles file as its specification, version 3, says, and shares nothing with the writer.

pmtiles.py FILE EXPECTED root|leaves: all of its tiles are those of the text, a line each: zoom, x, y, bytes.
"""
import json
import struct
import sys
from collections import namedtuple

Header = namedtuple(
    "Header",
    "magic version root root_bytes metadata metadata_bytes leaves leaves_bytes data data_bytes tiles entries contents "
    "clustered internal tile kind least most west south east north centre_zoom centre_x centre_y",
)


def varints(bytes_):
    value = shift = 0
    for byte in bytes_:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield value
            value = shift = 0


def directory(bytes_):
    numbers = list(varints(bytes_))
    n, rest = numbers[0], numbers[1:]
    assert n > 0 and len(rest) == 4 * n, (n, len(rest))
    ids, entries, offset = [], [], 0
    for delta in rest[:n]:
        ids.append((ids[-1] if ids else 0) + delta)
    for i in range(n):
        run, length, at = rest[n + i], rest[2 * n + i], rest[3 * n + i]
        assert length > 0
        if at == 0:
            assert i > 0
            offset += entries[-1][3]
        else:
            offset = at - 1
        entries.append((ids[i], run, offset, length))
    assert ids == sorted(set(ids))
    return entries


def place(number):
    """zoom, x and y of a tile's number."""
    zoom = 0
    while number >= 4**zoom:
        number -= 4**zoom
        zoom += 1
    x = y = 0
    for level in range(zoom):
        s = 1 << level
        rx = 1 & (number // 2)
        ry = 1 & (number ^ rx)
        if ry == 0:
            if rx == 1:
                x, y = s - 1 - x, s - 1 - y
            x, y = y, x
        x, y = x + s * rx, y + s * ry
        number //= 4
    return zoom, x, y


class Archive:
    def __init__(self, path):
        self.bytes = bytes_ = open(path, "rb").read()
        self.header = h = Header(*struct.unpack("<7sB11Q6B4iB2i", bytes_[:127]))
        assert h.magic == b"PMTiles" and h.version == 3, h
        assert (h.internal, h.tile, h.kind, h.clustered) == (1, 1, 2, 1), h
        assert h.root + h.root_bytes <= 16384, "readers ask for 16 KiB at first"
        assert h.root == 127 and h.data + h.data_bytes == len(bytes_), h
        self.metadata = json.loads(bytes_[h.metadata : h.metadata + h.metadata_bytes])
        self.entries = []
        self.has_leaves = False
        for entry in directory(bytes_[h.root : h.root + h.root_bytes]):
            if entry[1] > 0:
                self.entries.append(entry)
                continue
            self.has_leaves = True
            at = h.leaves + entry[2]
            leaf = directory(bytes_[at : at + entry[3]])
            assert leaf[0][0] == entry[0]
            self.entries += leaf
        assert [e[0] for e in self.entries] == sorted(e[0] for e in self.entries)
        assert h.entries == len(self.entries) and h.tiles == sum(e[1] for e in self.entries), h
        assert h.contents == len({e[2] for e in self.entries}), h
        # Clustered: a tile that is new follows the last one that was.
        end = 0
        for _, _, offset, length in self.entries:
            assert offset <= end and offset + length <= h.data_bytes
            assert offset < end or offset == end
            end = max(end, offset + length)
        assert end == h.data_bytes

    def tiles(self):
        for number, run, offset, length in self.entries:
            at = self.header.data + offset
            for i in range(run):
                yield place(number + i), self.bytes[at : at + length]


if __name__ == "__main__":
    archive = Archive(sys.argv[1])
    expected = {}
    for line in open(sys.argv[2]):
        zoom, x, y, text = line.rstrip("\n").split(" ", 3)
        expected[int(zoom), int(x), int(y)] = text.encode()
    assert dict(archive.tiles()) == expected
    assert archive.metadata == {"a": 1}
    assert archive.has_leaves == (sys.argv[3] == "leaves")
    zooms = {}
    for (zoom, _, _), text in expected.items():
        zooms.setdefault(zoom, set()).add(text)
    assert archive.header.contents == sum(len(texts) for texts in zooms.values()), "equal tiles are there once"
    assert archive.header.entries < len(expected) or len(expected) < 10, "runs"

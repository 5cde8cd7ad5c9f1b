# SPDX-License-Identifier: Apache-2.0
"""Reads, facts of files, memory and threads fail, none of which changes a file: once, and what a machine runs out of also
from then on. A world that reads and writes files of every sort ends with the right bytes, or with a sentence and exit
code 1."""
import errno, shutil, struct, zlib
from disturbed import Folder, Wrong, demand, demand_clear, known_of, struck_of

KINDS = {
    "read": errno.EIO,
    "pread": errno.EIO,
    "fstat": errno.EIO,
    "mmap": errno.ENOMEM,
    "pthread_create": errno.EAGAIN,
    "malloc": errno.ENOMEM,
}
ALSO_FOR_EVER = ("mmap", "pthread_create", "malloc")
INPUTS = """stages:
  drawn: {use: source.image@1, with: {file: drawn.png, resample: bspline}}
  surveyed: {use: source.image@1, with: {file: surveyed.tif, resample: bspline, ground: stretch, unit: m}}
  coast: {use: source.vector@1, with: {file: drawn.geojson, missing: 0}}
  coloured: {use: view.palette@1, in: {field: drawn}, with: {scheme: ramp, stops: {file: colours.yaml}}}
  sheet: {use: map.sheet@1, in: {height: metres, land: sea.land}, with: {paper: A5}}
"""
OUTPUTS = """
  - {file: "{name}-drawn.exr", layers: {drawn: drawn, coast: coast, near: coast.distance, surveyed: surveyed}}
  - {file: "{name}-drawn.png", layers: {picture: coloured}}
  - {file: "{name}-drawn.tif", layers: {drawn: drawn}}
  - {file: "{name}-map.svg", sheet: sheet}
  - {file: "{name}-map.pdf", sheet: sheet}
"""
COLOURS = 'stops:\n  - [0, "#1b1f4b"]\n  - [0.6, "#6bb88a"]\n  - {at: 1, colour: "#fdf6c9"}\n'
DRAWN = """{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"height": 7},
  "geometry": {"type": "LineString", "coordinates": [[11.02, 49.95], [11.1, 49.93], [11.2, 49.96]]}}]}
"""


def png(side, value):
    """A grey picture of 8 bits."""
    rows = b"".join(b"\0" + bytes(value(x, y) for x in range(side)) for y in range(side))
    chunk = lambda name, data: (struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def tif(side, value):
    """A GeoTIFF of 16 bits on the globe, its heights in feet, which PROJ knows of."""
    shorts = lambda *numbers: (3, len(numbers), struct.pack(f"<{len(numbers)}H", *numbers))
    doubles = lambda *numbers: (12, len(numbers), struct.pack(f"<{len(numbers)}d", *numbers))
    cells = b"".join(struct.pack("<H", value(x, y)) for y in range(side) for x in range(side))
    tags = {256: shorts(side), 257: shorts(side), 258: shorts(16), 259: shorts(1), 262: shorts(1), 273: shorts(8),
            277: shorts(1), 278: shorts(side), 279: (4, 1, struct.pack("<I", len(cells))),
            33550: doubles(0.003, 0.002, 0), 33922: doubles(0, 0, 0, 11, 50, 0),
            34735: shorts(1, 1, 0, 4, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326, 4099, 0, 1, 9002)}
    at = 8 + len(cells)
    end, directory, beyond = at + 2 + 12 * len(tags) + 4, struct.pack("<H", len(tags)), b""
    for tag, (sort, count, data) in tags.items():
        if len(data) > 4:
            data, beyond = struct.pack("<I", end + len(beyond)), beyond + data
        directory += struct.pack("<HHI4s", tag, sort, count, data)
    return b"II*\0" + struct.pack("<I", at) + cells + directory + bytes(4) + beyond


def build(*more):
    return ["build", "world.yaml", "--out", "out", "--cache", "cache", "--quiet", "--threads", "3", *more]


class Scene:
    """A build with a cache that has nothing yet, or what another drawing became."""

    def __init__(self, name, kind):
        self.name, self.kind = name, kind
        self.error = KINDS[kind]
        self.command = build()
        self.begin = Folder()
        world = (self.begin.path / "world.yaml").read_text().replace("stages:\n", INPUTS, 1).rstrip("\n") + OUTPUTS
        (self.begin.path / "world.yaml").write_text(world)
        (self.begin.path / "drawn.png").write_bytes(png(64, lambda x, y: (x * y) % 251))
        (self.begin.path / "surveyed.tif").write_bytes(tif(64, lambda x, y: (x * y) % 251))
        (self.begin.path / "drawn.geojson").write_text(DRAWN)
        (self.begin.path / "colours.yaml").write_text(COLOURS)
        if name == "again":  # from what the cache has, over what stands, of another drawing
            self.begin.must(self.command)
            shutil.rmtree(self.begin.path / "out" / "web-42")
            for ending in ("exr", "csv", "manifest.json"):
                for at in self.begin.path.glob("out/*." + ending):
                    at.unlink()
            (self.begin.path / "drawn.png").write_bytes(png(64, lambda x, y: (x * x + y) % 251))
        with Folder(self.begin) as whole:
            self.calls = whole.must(self.command, CALLS_OF=kind, SLOW=0).calls
            self.end = whole.files()
        self.known = known_of(self.begin.files(), self.end)

    def run(self, call, and_again, for_ever):
        """True where a call failed, or all from it on."""
        with Folder(self.begin) as folder:
            ended = None
            try:
                ended = folder.run(self.command, CALLS_OF=self.kind, FAIL_WITH=self.error,
                                   **{"FAIL_FROM" if for_ever else "FAIL_AT": call})
                self.look(folder, ended, and_again)
            except Wrong as wrong:
                raise Wrong(f"{self.kind} {call} of {self.calls}, {self.name}{' (for ever)' * for_ever}: {wrong}\nof {ended}") from None
            return bool(ended.struck)

    def look(self, folder, ended, and_again):
        if ended.exit == 0:
            folder.demand_done(self.end)
        else:
            demand(ended.struck, f"nothing failed: {ended}")
            demand_clear(ended, (1,))
            folder.demand_whole(self.known)
        if ended.exit != 0 and and_again:
            folder.must(self.command)
            folder.demand_done(self.end)


def loading(library, most):
    """All memory fails from a call on that is made while the library is loaded, or soon after."""
    with Folder() as begin:
        for call in range(1, most):
            with Folder(begin) as folder:
                try:
                    ended = folder.run(["build", "many.yaml", "--out", "out", "--cache", "off", "--quiet", "--threads", "3"],
                                       CALLS_OF="malloc", FAIL_WITH=errno.ENOMEM, FAIL_FROM=call, FROM_DLOPEN=library)
                except Wrong as wrong:
                    raise Wrong(f"malloc {call} after {library}: {wrong}") from None
                demand(ended.struck, f"{library} is not loaded: {ended}")
                demand(ended.exit == 1, f"malloc {call} after {library}: {ended}")
                demand_clear(ended, (1,))


def numbers(calls, every):
    """Calls that fail: the first, some later ones, and as many over all others."""
    first = [*range(1, 41), *range(50, 601, 10)]
    later = [1 + i * calls // len(first) for i in range(len(first))]
    return sorted({n for n in [*first[::every], *later[::every]] if n <= calls})


def run(every, kinds=(), threads=2):
    """Of each kind every `every`-th call of the full list."""
    struck, wrong = 0, []
    for kind in kinds or KINDS:
        for name in ("fresh", "again"):
            scene = Scene(name, kind)
            calls = numbers(scene.calls, every if name == "fresh" else 2 * every)
            jobs = [(call, call % 5 == 0, kind in ALSO_FOR_EVER and call % 3 == 0) for call in calls]
            struck += struck_of(scene.run, jobs, threads, wrong)
            print(f"{kind}, {name}: {scene.calls} calls, {len(calls)} tried", flush=True)
            scene.begin.remove()
    if not kinds or "malloc" in kinds:
        try:
            loading("tbbmalloc", 20)
        except Wrong as found:
            wrong.append(found)
            print(f"WRONG: {found}\n", flush=True)
    return f"{struck} calls failed", wrong

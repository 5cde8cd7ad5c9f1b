# SPDX-License-Identifier: Apache-2.0
"""A folder with worlds, commands that make them, and what must be true in it after anything.

Everything is called with paths relative to that folder, so that what is written is the same bytes in any of them.
"""
import concurrent.futures, ctypes, hashlib, json, os, pathlib, re, shutil, signal, subprocess, tempfile, xml.etree.ElementTree

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = AT_CALL = None  # set by lost.py
# In memory where it can be had: disks are slow to bring thousands of files to them.
WHERE = "/dev/shm" if os.access("/dev/shm", os.W_OK) and shutil.disk_usage("/dev/shm").free > 1e9 else None
MANY = """terrawright: 1
name: m
world: {size: [65, 65], seed: 1}
knobs:
  rough: {value: 3}
stages:
  h: {use: heights.noise@1, with: {octaves: $rough}}
  n: {use: shape.normalise@1, in: {field: h}}
  picture: {use: view.grey@1, in: {field: n}}
outputs:
  - {file: "{name}-{seed}.exr", layers: {h: h}}
  - {file: "{name}-{seed}.png", layers: {picture: picture}}
"""
# Files in two folders, and a folder whose files stand or fall together.
SMALL = """terrawright: 1
name: s
world: {size: [65, 65], cell: 32 m, seed: 42}
knobs:
  sea: {value: 60 %}
stages:
  terrain: {use: heights.diamond_square@1}
  sea: {use: sea.level@1, in: {height: terrain}, with: {percentile: $sea}}
  metres: {use: shape.metres@1, in: {height: terrain, level: sea.level}}
outputs:
  - {file: s.exr, layers: {height: metres, land: sea.land}}
  - {file: pictures/s.png, layers: {height: metres}, range: [-9 km, 9 km]}
  - pack: unity
    folder: p
    heights: metres
    range: [-9 km, 900 m]
    fit: resample
    weights: {land: sea.land, water: rest}
    tiles: {side: 32}
"""
REPORTS = "--junit rep/j.xml --sarif rep/s.sarif --depfile rep/w.d --sums out/sums".split()
OF_LIVING = re.compile(r"\.terrawright-(?:[0-9a-f]{16}\.part|[A-Za-z0-9]{6})$")  # names of what is being made


class Wrong(Exception):
    pass


def demand(truth, what):
    if not truth:
        raise Wrong(what)


def struck_of(run, jobs, threads, wrong):
    """The sum of run(*job) for all jobs, on threads. Jobs that are Wrong are printed, and added to `wrong`."""
    def one(job):
        try:
            return run(*job)
        except Wrong as found:
            return found
    struck = 0
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        for result in pool.map(one, jobs):
            if isinstance(result, Wrong):
                wrong.append(result)
                print(f"WRONG: {result}\n", flush=True)
            else:
                struck += result
    return struck


def build(sea="60", *more):
    return ["build", "world.yaml", "--out", "out", "--cache", "cache", "--log", "rep/log", "--lock", "--set",
            f"knobs.sea={sea}%", "--quiet", *REPORTS, *more]


def small(sea):
    return ["build", "small.yaml", "--out", "out", "--cache", "off", "--quiet", "--set", f"knobs.sea={sea}%"]


def sweep(*more):
    return ["sweep", "many.yaml", "--seeds", "1..4", "--set", "knobs.rough=2,4", "--out", "many", "--cache", "cache",
            "--quiet", "--threads", "2", *more]


def verify(*more):
    return ["verify", "world.yaml", "--quiet", *more]


def sha256(path):
    data = pathlib.Path(path).read_bytes()
    if path.name == "j.xml":
        data = re.sub(rb' time="[^"]*"', b"", data)
    return hashlib.sha256(data).hexdigest()


class Ended:
    def __init__(self, exit_code, out, err, struck):
        self.exit, self.out, self.err, self.struck = exit_code, out, err, struck

    def __str__(self):
        return f"exit {self.exit}, struck: {self.struck or 'nothing'}\n{self.err}"


class Folder:
    def __init__(self, like=None):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="lost-", dir=WHERE)).resolve()
        if like is None:
            (self.path / "tmp").mkdir()
            shutil.copy(HERE / "world.yaml", self.path / "world.yaml")
            (self.path / "many.yaml").write_text(MANY)
            (self.path / "small.yaml").write_text(SMALL)
        else:
            self.become(like)

    def become(self, like):
        self.remove()
        subprocess.run(["cp", "-a", like.path, self.path], check=True)

    def remove(self):
        shutil.rmtree(self.path)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind is None:
            self.remove()
        else:
            print(f"kept: {self.path}")

    def start(self, arguments, program=None, **strike):
        """The program, begun with what at_call.c is to do, in a process group of its own."""
        environment = {**os.environ, "TMPDIR": str(self.path / "tmp"), "TERRAWRIGHT_CACHE": "off"}
        environment.update({name: value for name, value in strike.items() if name not in ("options",)
                            and isinstance(value, str)})
        count = None
        if any(isinstance(value, int) for value in strike.values()):
            count = tempfile.NamedTemporaryFile(prefix="calls-")
            count.truncate(4096)
            environment.update({name: str(value) for name, value in strike.items()})
            environment.update(LD_PRELOAD=str(AT_CALL), CALLS_UNDER=str(self.path), CALLS_IN=count.name)
            environment["ASAN_OPTIONS"] = environment.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
        process = subprocess.Popen([program or PROGRAM, *arguments], cwd=self.path, env=environment,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   start_new_session=True)
        process.count = count
        process.arguments = arguments
        return process

    @staticmethod
    def end(process, seconds=400):
        try:
            out, err = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            raise Wrong(f"{' '.join(process.arguments)} hangs: {err.decode(errors='replace')}") from None
        struck = calls = None
        if process.count is not None:
            read = pathlib.Path(process.count.name).read_bytes()
            calls = int.from_bytes(read[:8], "little")
            struck = read[8:].split(b"\0")[0].decode(errors="replace")
            process.count.close()
        ended = Ended(process.returncode, out.decode(errors="replace"), err.decode(errors="replace"), struck)
        ended.calls = calls
        return ended

    def run(self, arguments, **strike):
        return self.end(self.start(arguments, **strike))

    def must(self, arguments, **strike):
        ended = self.run(arguments, **strike)
        demand(ended.exit == 0, f"{' '.join(arguments)}: {ended}")
        return ended

    def made(self):
        """All that a build is for: its reports may tell a warning, too."""
        return {name: value for name, value in self.files().items() if not name.startswith("rep/")}

    def files(self):
        """All files with final names, but the cache and the log, which tells times."""
        found = {}
        for top in ("out", "rep", "many", "world.lock.yaml"):
            for at in [self.path / top, *(self.path / top).rglob("*")]:
                name = at.relative_to(self.path).as_posix()
                if any(OF_LIVING.search(part) for part in at.parts) or name == "rep/log":
                    continue
                if at.is_symlink():
                    found[name] = "link"
                elif at.is_file():
                    found[name] = sha256(at)
        return found

    def left_by_the_dead(self):
        left = [str(at.relative_to(self.path)) for at in self.path.rglob("*") if OF_LIVING.search(at.name)]
        left += [str(at.relative_to(self.path)) for folder in ("tmp", "cache/making")
                 for at in (self.path / folder).glob("*")]
        return left

    def demand_whole(self, known, with_failed=False):
        """Every file with a final name is one of `known`, and what its manifest, list or sums say. For a sweep with
        worlds that failed table and sheet say so."""
        for name, value in self.files().items():
            if name == "rep/j.xml":
                xml.etree.ElementTree.parse(self.path / name)  # also of a failure
            elif name == "rep/s.sarif":
                json.loads((self.path / name).read_text())
            if name in ("rep/j.xml", "rep/s.sarif"):
                continue
            if with_failed and name in ("many/worlds.csv", "many/worlds.png"):
                ends = {"csv": b"\r\n", "png": b"IEND\xaeB`\x82"}[name[-3:]]
                demand((self.path / name).read_bytes().endswith(ends), f"{name} is cut short")
                continue
            demand(name in known, f"{name} is a file that no build makes")
            demand(value in known[name], f"{name} has bytes that no build makes ({(self.path / name).stat().st_size})")
        for manifest in [*self.path.glob("out/*.manifest.json"), *self.path.glob("many/*/*.manifest.json")]:
            for file in json.loads(manifest.read_text())["files"]:
                at = manifest.parent / file["path"]
                what = f"{manifest.name} lists {file['path']}"
                demand(at.exists(), f"{what}, which is not there")
                if at.is_dir():
                    at = at / file["list"]
                else:
                    demand(at.stat().st_size == file["bytes"], f"{what} with other bytes")
                demand(sha256(at) == file["sha256"], f"{what} with another hash")
        for names in [*self.path.glob("out/**/.terrawright-files"), *self.path.glob("out/sums")]:
            if any(OF_LIVING.search(part) for part in names.parts):
                continue
            for line in names.read_text().splitlines():
                at = names.parent / line[66:]
                demand(at.exists() and (at.is_dir() or sha256(at) == line[:64]), f"{names.name} lists {line[66:]}")

    def demand_done(self, whole):
        """Exactly what an undisturbed run leaves, and nothing of the dead."""
        files = self.files()
        for name in sorted({*files, *whole}):
            demand(name in files, f"{name} is missing")
            demand(name in whole, f"{name} is one too many")
            demand(files[name] == whole[name], f"{name} has other bytes than of an undisturbed run")
        left = self.left_by_the_dead()
        demand(not left, f"left by the dead: {left}")


def known_of(*runs):
    known = {}
    for files in runs:
        for name, value in files.items():
            known.setdefault(name, set()).add(value)
    return known


def demand_clear(ended, exits=(1, 2)):
    """A failure with one of the exit codes, which says so."""
    demand(ended.exit in exits, f"not one of the exit codes {exits}: {ended}")
    demand(re.search(r"^(\S.*: )?error: \S.{15,}", ended.err, re.M), f"no clear error: {ended}")
    for word in ("terminate", "what()", "std::", "filesystem error", "basic_", "Assertion"):
        demand(word not in ended.err, f"not a sentence for a person: {ended}")


def can_mount():
    """Whether this user may mount in a namespace of its own."""
    made = subprocess.run(["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True)
    return made.returncode == 0

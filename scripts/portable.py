#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The program with all libraries that it needs, for machines without them: scripts/portable.py BUILD_FOLDER OUT_FOLDER [SYSROOT]

    pip install terrawright-*.whl

puts the command `terrawright` and the module of that name into an environment. The command needs glibc alone, of the
version that the wheel's name says, and no Python; the module needs numpy.

    tar -xf terrawright-*-linux-x86_64.tar.xz

makes a folder that may be moved, and runs on any Linux of this machine, also without glibc: `terrawright` in it starts
bin/terrawright by the loader that lies beside it (packaging/launcher.c).

Left out of both: OpenImageIO (.jpg, .webp, .tga as inputs), Open MPI and the pages of docs/; of the archive libterrawright
too, since the loader of a program that binds it has another glibc. They are made on Debian, with patchelf and binutils;
one build gives one wheel and one archive, to the byte. SYSROOT has the libraries of a build for another processor
(scripts/sysroot.sh).
"""
import base64, hashlib, io, os, pathlib, re, shutil, subprocess, sys, tarfile, tempfile, zipfile

LEFT_OUT = ("lib/terrawright/terrawright_openimageio", "lib/terrawright/terrawright_mpi.so", "share/doc/terrawright/docs")
# glibc's own, which every Linux has.
OF_THE_SYSTEM = re.compile(r"(ld-linux|libc|libm|libdl|libpthread|librt|libresolv|libutil|libanl|libnss\w*)[.-].*")
MODULE = "lib/python3/dist-packages"  # in the prefix, and the root of the wheel
LIBRARIES = "lib/terrawright/libraries"  # in the prefix
SYSTEM = "lib/terrawright/system"  # the loader and glibc, which must be of one version; in the archive alone
SOURCES = pathlib.Path(__file__).resolve().parent.parent
HERE = os.uname().machine


def output(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def is_elf(path):
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


class Target:
    """The processor that a program is for: its libraries and its tools."""

    def __init__(self, program, sysroot):
        machine = re.search(r"Machine:\s+(.+)", output("readelf", "-h", program))[1]
        self.machine = {"Advanced Micro Devices X86-64": "x86_64", "AArch64": "aarch64"}[machine]
        if (self.machine == HERE) != (sysroot is None):
            raise SystemExit(f"portable.py: {program} is for {self.machine}: a SYSROOT is for another processor than {HERE}")
        self.root = sysroot or pathlib.Path("/")

    def tool(self, name):
        return name if self.machine == HERE else f"{self.machine}-linux-gnu-{name}"

    def library(self, name):
        for folder in ("usr/lib", "lib"):
            path = self.root / folder / f"{self.machine}-linux-gnu" / name
            if path.exists():
                return path
        raise SystemExit(f"portable.py: {name} is not in {self.root}")

    def needed(self, binaries, of_the_system=False):
        """The files of all libraries that they bind, by name: glibc's without the loader, or the others."""
        found, waiting = {}, list(binaries)
        while waiting:
            for name in re.findall(r"\(NEEDED\).*\[(.+)\]", output("readelf", "-d", waiting.pop())):
                if name not in found:
                    found[name] = self.library(name)
                    waiting.append(found[name])
        return {name: path for name, path in found.items()
                if bool(OF_THE_SYSTEM.fullmatch(name)) == of_the_system and not name.startswith("ld-linux")}

    def add_licences(self, libraries, folder):
        """The copyright of each file's Debian package; this machine's packages have the same files for its own processor."""
        names = {}
        for library in libraries:
            real = "/" + os.path.relpath(os.path.realpath(library), self.root)
            real = real.replace(f"/{self.machine}-linux-gnu", f"/{HERE}-linux-gnu")
            names[library] = (real, real.removeprefix("/usr"), "/usr" + real)  # before and after /usr was merged
        asked = [name for all_names in names.values() for name in all_names]
        found = subprocess.run(["dpkg-query", "--search", *asked], capture_output=True, text=True).stdout
        packages = {name: package for package, name in re.findall(r"(?m)^([^\s:,]+)[^/\n]*: (/.*)$", found)}
        for library, all_names in names.items():
            package = next((packages[name] for name in all_names if name in packages), None)
            if package is None:
                raise SystemExit(f"portable.py: no package of Debian has {library}, so its licence is unknown")
            shutil.copyfile(self.root / "usr/share/doc" / package / "copyright", folder / f"{package}.txt")

    def glibc_of(self, binaries):
        versions = {tuple(map(int, found)) for binary in binaries
                    for found in re.findall(r"GLIBC_(\d+)\.(\d+)", output(self.tool("objdump"), "-T", binary))}
        return max(versions)


def without(prefix, *names):
    for path in [path for name in names for path in prefix.glob(name)]:
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def in_one_file(library):
    """A library without the links to it, which a wheel cannot have, under the name that it is linked by."""
    if library.exists():
        real = library.resolve()
        library.unlink()
        real.rename(library)
        without(library.parent, library.name + ".*")
        output("patchelf", "--set-soname", library.name, library)


def installed(build, target, prefix):
    """The program below a prefix with all that it needs beside it."""
    output("cmake", "--install", build, "--prefix", prefix)
    without(prefix, *LEFT_OUT)
    in_one_file(prefix / "lib/libterrawright.so")
    ours = [path for path in prefix.rglob("*") if path.is_file() and not path.is_symlink() and is_elf(path)]
    libraries = prefix / LIBRARIES
    libraries.mkdir(parents=True)
    licences = prefix / "share/doc/terrawright/libraries"
    licences.mkdir(parents=True)
    needed = target.needed(ours)
    target.add_licences(needed.values(), licences)
    for name, path in needed.items():
        shutil.copyfile(path, libraries / name)
        os.chmod(libraries / name, 0o755)
    copies = sorted(libraries.iterdir())
    # A path that libraries of libraries are looked for in, too; glibc is in the archive alone.
    for binary in [*ours, *copies]:
        beside = [f"$ORIGIN/{os.path.relpath(prefix / folder, binary.parent)}" for folder in (SYSTEM, LIBRARIES)]
        output("patchelf", "--force-rpath", "--set-rpath", ":".join(beside), binary)
        output(target.tool("strip"), "--strip-unneeded", binary)
    # PROJ, which reads a GeoTIFF's place, looks for its table beside its library.
    tables = target.root / "usr/share/proj/proj.db"
    if any(name.name.startswith("libproj") for name in copies) and tables.exists():
        (libraries.parent / "share/proj").mkdir(parents=True)
        shutil.copyfile(tables, libraries.parent / "share/proj/proj.db")
    return [*ours, *copies]


def version_of(build):
    return re.search(r"CMAKE_PROJECT_VERSION:STATIC=(.+)", (build / "CMakeCache.txt").read_text())[1]


def entry_of(name, executable):
    entry = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))
    entry.external_attr = (0o100755 if executable else 0o100644) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def wheel(prefix, target, binaries, version, out):
    major, minor = target.glibc_of(binaries)
    tag = f"py3-none-manylinux_{major}_{minor}_{target.machine}"
    name = f"terrawright-{version}"
    files = {}
    for path in sorted(prefix.rglob("*")):
        if path.is_file():
            inside = path.relative_to(prefix).as_posix()
            place = "scripts/" + inside[4:] if inside.startswith("bin/") else "data/" + inside
            place = inside[len(MODULE) + 1:] if inside.startswith(MODULE) else f"{name}.data/{place}"
            files[place] = (path.read_bytes(), os.access(path, os.X_OK))
    about = f"""Metadata-Version: 2.1
Name: terrawright
Version: {version}
Summary: Worlds from one YAML file: heights, land, rain, biomes, rivers, the same pixels on every machine
License: Apache-2.0
Requires-Python: >=3.9
Requires-Dist: numpy
"""
    files[f"{name}.dist-info/METADATA"] = (about.encode(), False)
    files[f"{name}.dist-info/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: portable.py\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(), False)
    record = f"{name}.dist-info/RECORD"
    lines = []
    for inside, (data, _) in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{inside},sha256={digest},{len(data)}\n")
    files[record] = ("".join(lines) + f"{record},,\n").encode(), False
    made = out / f"{name}-{tag}.whl"
    with zipfile.ZipFile(made, "w", compresslevel=9) as archive:
        for inside, (data, executable) in files.items():
            archive.writestr(entry_of(inside, executable), data)
    print(f"{made}: {made.stat().st_size / 1e6:.1f} MB, {len(binaries)} programs and libraries, glibc {major}.{minor}")


def add_system(prefix, target, binaries):
    """The loader, glibc, and what starts the program by them, which the machine's own loader must not do."""
    system = prefix / SYSTEM
    system.mkdir()
    loader = target.root / output("patchelf", "--print-interpreter", prefix / "bin/terrawright").strip().lstrip("/")
    # The loader's name is that of processes.
    for name, path in [("terrawright", loader), *target.needed(binaries, of_the_system=True).items()]:
        shutil.copyfile(path, system / name)
        os.chmod(system / name, 0o755)
    for binary in binaries:
        os.chmod(binary, 0o644)
    target.add_licences([target.library("libc.so.6")], prefix / "share/doc/terrawright/libraries")
    output(target.tool("gcc"), "-std=c11", "-D_GNU_SOURCE", "-Os", "-s", "-static", SOURCES / "packaging/launcher.c",
           "-o", prefix / "terrawright")


def archive(prefix, target, version, out):
    name = f"terrawright-{version}-linux-{target.machine}"
    made = out / f"{name}.tar.xz"
    preset = int(os.environ.get("XZ_PRESET", "2"))  # 6: 10 % less, three times as long; 0: for tests
    with tarfile.open(made, "w:xz", format=tarfile.GNU_FORMAT, preset=preset) as file:
        for path in sorted(prefix.rglob("*")):
            entry = tarfile.TarInfo(f"{name}/{path.relative_to(prefix).as_posix()}")
            entry.mtime = 946684800  # of the year 2000
            entry.mode = 0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644
            if path.is_dir():
                entry.type = tarfile.DIRTYPE
                file.addfile(entry)
            else:
                data = path.read_bytes()
                entry.size = len(data)
                file.addfile(entry, io.BytesIO(data))
    print(f"{made}: {made.stat().st_size / 1e6:.1f} MB")


def main(build, out, sysroot=None):
    out.mkdir(parents=True, exist_ok=True)
    target, version = Target(build / "terrawright", sysroot), version_of(build)
    with tempfile.TemporaryDirectory() as folder:
        prefix = pathlib.Path(folder) / "prefix"
        binaries = installed(build, target, prefix)
        wheel(prefix, target, binaries, version, out)
        without(prefix, "lib/libterrawright.so", "lib/pkgconfig/libterrawright.pc", "lib/python3")
        add_system(prefix, target, [binary for binary in binaries if binary.exists()])
        archive(prefix, target, version, out)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*(pathlib.Path(argument).resolve() for argument in sys.argv[1:]))

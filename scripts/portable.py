#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The program with all libraries that it needs, for machines without them: scripts/portable.py BUILD_FOLDER OUT_FOLDER

    pip install terrawright-*.whl

puts the command `terrawright` into an environment. It needs glibc alone, of the version that the wheel's name says, and
no Python.

    tar -xf terrawright-*-linux-x86_64.tar.xz

makes a folder that may be moved, and runs on any Linux of this machine, also without glibc: `terrawright` in it starts
bin/terrawright by the loader that lies beside it (packaging/launcher.c).

Left out of both: OpenImageIO (.jpg, .webp, .tga as inputs), Open MPI, libterrawright and the pages of docs/. They are made
on Debian, with patchelf and binutils; one build gives one wheel and one archive, to the byte.
"""
import base64, hashlib, io, os, pathlib, re, shutil, subprocess, sys, tarfile, tempfile, zipfile

LEFT_OUT = ("lib/terrawright/terrawright_openimageio", "lib/terrawright/terrawright_mpi.so", "lib/libterrawright.so*",
            "lib/pkgconfig/libterrawright.pc", "share/doc/terrawright/docs")
# glibc's own, which every Linux has.
OF_THE_SYSTEM = re.compile(r"(ld-linux|libc|libm|libdl|libpthread|librt|libresolv|libutil|libanl|libnss\w*)[.-].*")
LIBRARIES = "lib/terrawright/libraries"  # in the prefix
SYSTEM = "lib/terrawright/system"  # the loader and glibc, which must be of one version; in the archive alone
SOURCES = pathlib.Path(__file__).resolve().parent.parent


def output(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def is_elf(path):
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def needed(binaries, of_the_system=False):
    """The files of all libraries that they bind, by name: glibc's, or the others."""
    found = {}
    for binary in binaries:
        for name, path in re.findall(r"^\s*(\S+) => (/\S+)", output("ldd", binary), re.M):
            if bool(OF_THE_SYSTEM.fullmatch(name)) == of_the_system:
                found[name] = pathlib.Path(path)
    return found


def licence_of(library):
    """The Debian package of a file and its copyright."""
    real = os.path.realpath(library)
    for path in (real, real.removeprefix("/usr")):  # as packages of before /usr was merged name it
        found = subprocess.run(["dpkg-query", "--search", path], capture_output=True, text=True)
        if found.returncode == 0:
            package = found.stdout.split(":")[0]
            return package, pathlib.Path("/usr/share/doc", package, "copyright").read_bytes()
    raise SystemExit(f"portable.py: no package of Debian has {library}, so its licence is unknown")


def glibc_of(binaries):
    versions = {tuple(map(int, found)) for binary in binaries
                for found in re.findall(r"GLIBC_(\d+)\.(\d+)", output("objdump", "-T", binary))}
    return max(versions)


def installed(build, prefix):
    """The program below a prefix with all that it needs beside it."""
    output("cmake", "--install", build, "--prefix", prefix)
    for path in [path for name in LEFT_OUT for path in prefix.glob(name)]:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    ours = [path for path in prefix.rglob("*") if path.is_file() and not path.is_symlink() and is_elf(path)]
    libraries = prefix / LIBRARIES
    libraries.mkdir(parents=True)
    licences = prefix / "share/doc/terrawright/libraries"
    licences.mkdir(parents=True)
    for name, path in sorted(needed(ours).items()):
        package, licence = licence_of(path)
        (licences / f"{package}.txt").write_bytes(licence)
        shutil.copyfile(path, libraries / name)
        os.chmod(libraries / name, 0o755)
    copies = sorted(libraries.iterdir())
    # A path that libraries of libraries are looked for in, too; glibc is in the archive alone.
    for binary in [*ours, *copies]:
        beside = [f"$ORIGIN/{os.path.relpath(prefix / folder, binary.parent)}" for folder in (SYSTEM, LIBRARIES)]
        output("patchelf", "--force-rpath", "--set-rpath", ":".join(beside), binary)
        output("strip", "--strip-unneeded", binary)
    # PROJ, which reads a GeoTIFF's place, looks for its table beside its library.
    tables = pathlib.Path("/usr/share/proj/proj.db")
    if any(name.name.startswith("libproj") for name in copies) and tables.exists():
        (libraries.parent / "share/proj").mkdir(parents=True)
        shutil.copyfile(tables, libraries.parent / "share/proj/proj.db")
    return [*ours, *copies]


def version_of(program):
    return re.search(r"\d+\.\d+\.\d+", output(program, "--version"))[0]


def entry_of(name, executable):
    entry = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))
    entry.external_attr = (0o100755 if executable else 0o100644) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def wheel(prefix, binaries, version, out):
    major, minor = glibc_of(binaries)
    tag = f"py3-none-manylinux_{major}_{minor}_{os.uname().machine}"
    name = f"terrawright-{version}"
    files = {}
    for path in sorted(prefix.rglob("*")):
        if path.is_file():
            inside = path.relative_to(prefix).as_posix()
            place = "scripts/" + inside[4:] if inside.startswith("bin/") else "data/" + inside
            files[f"{name}.data/{place}"] = (path.read_bytes(), os.access(path, os.X_OK))
    about = f"""Metadata-Version: 2.1
Name: terrawright
Version: {version}
Summary: Worlds from one YAML file: heights, land, rain, biomes, rivers, the same pixels on every machine
License: Apache-2.0
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


def add_system(prefix, binaries):
    """The loader, glibc, and what starts the program by them, which the machine's own loader must not do."""
    system = prefix / SYSTEM
    system.mkdir()
    loader = output("patchelf", "--print-interpreter", prefix / "bin/terrawright").strip()
    # The loader's name is that of processes.
    for name, path in [("terrawright", loader), *needed(binaries, of_the_system=True).items()]:
        shutil.copyfile(path, system / name)
        os.chmod(system / name, 0o755)
    for binary in binaries:
        os.chmod(binary, 0o644)
    package, licence = licence_of(loader)
    (prefix / f"share/doc/terrawright/libraries/{package}.txt").write_bytes(licence)
    output("cc", "-std=c11", "-D_GNU_SOURCE", "-Os", "-s", "-static", SOURCES / "packaging/launcher.c",
           "-o", prefix / "terrawright")


def archive(prefix, version, out):
    name = f"terrawright-{version}-linux-{os.uname().machine}"
    made = out / f"{name}.tar.xz"
    with tarfile.open(made, "w:xz", format=tarfile.GNU_FORMAT, preset=2) as file:  # 6: 10 % less, three times as long
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


def main(build, out):
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        prefix = pathlib.Path(folder) / "prefix"
        binaries = installed(build, prefix)
        version = version_of(prefix / "bin/terrawright")
        wheel(prefix, binaries, version, out)
        add_system(prefix, binaries)
        archive(prefix, version, out)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve())

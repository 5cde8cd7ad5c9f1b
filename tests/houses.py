# SPDX-License-Identifier: Apache-2.0
"""Checks docs/architecture.md: which room may include which, and which one may include which library. Files and
functions that it, its walks and CONTRIBUTING.md name are there. A folder of the product has at most 20 files."""
import collections
import pathlib
import re
import sys

MAY_USE = {
    "sdk": set(),
    "system": set(),
    "report": {"system", "sdk"},
    "files": {"system", "report"},
    "lettering": {"sdk"},
    "border": {"system", "report", "sdk"},
    "config": {"system", "files", "report", "sdk"},
    "graph": {"system", "files", "border", "config", "report", "sdk"},
    "schedule": {"system", "files", "border", "graph", "config", "report", "sdk"},
    "store": {"system", "files", "border", "report", "sdk"},
    "engine": {"system", "files", "store", "schedule", "border", "graph", "config", "report", "sdk"},
    "workers": {"system", "files", "border", "graph", "report", "sdk"},
    "plugins": {"system", "workers", "files", "border", "graph", "config", "report", "sdk"},
    "check": {"system", "files", "build", "plugins", "engine", "store", "schedule", "border", "graph", "config", "report", "sdk"},
    "encode": {"lettering", "report", "sdk"},
    "writers": {"encode", "report", "sdk"},
    "readers": {"system", "files", "graph", "report", "sdk"},
    "images": {"system", "encode", "files", "readers", "border", "engine", "store", "schedule", "graph", "report", "sdk"},
    "packs": {"system", "encode", "readers", "lettering", "graph", "report", "sdk"},
    "build": {"system", "encode", "files", "packs", "images", "readers", "engine", "store", "schedule", "border", "graph", "config", "report", "sdk"},
    "trial": {"system", "build", "engine", "schedule", "border", "graph", "config", "report", "sdk"},
    "api": {"system", "encode", "trial", "files", "build", "images", "plugins", "engine", "store", "schedule", "border", "graph", "config", "report", "sdk"},
    "ranks": {"system", "engine", "report"},
    "live": {"system", "files", "build", "plugins", "images", "engine", "store", "schedule", "border", "graph", "config", "report", "sdk"},
    "cli": {"system", "encode", "files", "live", "ranks", "build", "packs", "images", "readers", "check", "plugins", "engine", "store", "schedule", "border", "graph", "config", "report",
            "sdk"},
    "stages": {"sdk"},
}
# Erosion uses parts of water; maps have words; tables that users extend have one reader; and so do the numbers in
# notes. Threads keep arrays of water.
FAMILIES_USE = {"erosion": {"water"}, "feature": {"tables"}, "map": {"lettering", "tables"}, "climate": {"notes"},
                "shape": {"notes"}, "water": {"notes", "system", "tables"}}
ONLY_IN = {
    "yaml-cpp/": "config",
    "OpenEXR/": "writers/encode|readers",
    "OpenImageIO/": "readers/openimageio",  # a program of its own, which the others never bind
    "tiffio.h": "readers/tiff",  # a program too
    "webp/": "packs/viewer",
    "spdlog/": "cli",
    "tbb/": "engine",
    "CLI/": "cli",
    "blosc.h": "store",
    "mpi.h": "ranks",
    "hb": "lettering",
    "cairo": "packs/atlas",
    "ft2build.h": "packs/atlas",
    "httplib.h": "live",
}
# Headers of operating systems: pipeline/system includes them, and nobody else.
OF_SYSTEM = re.compile(r"""(?:sys|linux|asm|bits|net|netinet|arpa|mach|mach-o|emscripten)/
    | csignal$ | (?:aio|dirent|dlfcn|elf|err|execinfo|fcntl|features|fnmatch|ftw|getopt|glob|grp|iconv|ifaddrs|langinfo|libgen|link
    |malloc|netdb|poll|pthread|pwd|regex|sched|semaphore|signal|spawn|stdio_ext|strings|sysexits|syslog|termios|threads|ucontext|ulimit
    |unistd|utime|wait|wordexp|direct|io|process|windows|winsock2|ws2tcpip|emscripten)\.h$""", re.X)
# Files are opened through pipeline/files, which hides no failure; these have a reason.
READS = re.compile(r"""\b(?:basic_)?ifstream\b | \bstd::fstream\b | \bistreambuf_iterator\b | \bfilebuf\b
    | (?<![\w.>:])(?:::|std::)?(?:fread|pread(?:64)?|readv|preadv2?|mmap(?:64)?|fopen|freopen|fgets|fscanf)\(
    | (?<![\w.>])::read\( | system::(?:read_some|map_file)\(""", re.X)
READ = re.compile(r"(?<![\w.>:])(?<!string )read\((?!const )")  # the system's where <unistd.h> is included
MAY_READ = {
    "pipeline/store/mapped_record.cpp": "a record of the cache, whose hash is looked at",
    "pipeline/config/yaml/include.cpp": "a pipe, which has no size and no place to read at",
    "pipeline/live/watch_loop.cpp": "the terminal or pipe that it ends with",
    "pipeline/live/worker_process.cpp": "a pipe from the worker",
    "pipeline/check/trial/trial.cpp": "a file of this process in memory",
    "pipeline/readers/library_process.cpp": "a pipe from the process",
    "packs/atlas/cairo/main.cpp": "what this program itself handed over in memory",
    "pipeline/system/linux/files.cpp": "the calls of the system, which pipeline/files and others look at",
    "pipeline/system/wasm/files.cpp": "the same for WebAssembly",
    "pipeline/system/linux/process.cpp": "what the system tells of processes; it reaches no pixel",
    "pipeline/system/linux/memory.cpp": "it is that way",
    "pipeline/schedule/free_memory.cpp": "what the system tells of memory, which may not be there; it reaches no pixel",
}
# Functions that open files by their names: the input is hashed before and after.
OPENS = re.compile(r"\b(?:dlopen|system::open_library|TIFFOpen(?:Ext)?|exr_start_read|FT_New_Face|ImageInput::create|png_init_io)\b")
MAY_OPEN = {
    "pipeline/live/http.cpp": "a module of the program",
    "pipeline/ranks/ranks.cpp": "a module of the program",
    "pipeline/plugins/library.cpp": "the library's hash is taken before and after",
    "pipeline/system/linux/library.cpp": "it is that way",
    "pipeline/readers/openimageio/main.cpp": "OpenImageIO; OpenedFile takes the hash before and after",
    "pipeline/readers/exr_decoder.cpp": "OpenEXR, which reads through pipeline/files",
}
# The C library ends a process that has no memory to note the destructor of one of these; system/threads.hpp throws.
OF_THREAD = re.compile(r"\bthread_local\b(?!\s+(?:const\s+)?(?:bool|std::uint(?:32|64)_t|[\w:]+\*)\s)")
# Rooms whose folders are compiled as one unit.
WHOLE_ROOMS = ("build", "cli", "config", "engine", "store")
# Names that a file declares for itself, at its start.
DECLARED = re.compile(r"""(?:template\ .*>\ )?[A-Za-z\[][^=;()]*?[\ &*]([a-z_]\w*)\(
    | (?:struct|class|enum(?:\ class)?)\ (\w+)[^;]*$
    | (?:constexpr|const|thread_local|std)[^=(]*[\ &*](\w+)(?:\[[^\]]*\])*\ ?[={]""", re.X)
# Folders with more than 20 files.
MAY_HOLD_MORE = {
    "pipeline/sdk/terrawright": "authors of stages and writers include these headers by their names, and all are installed",
}
# A build reports to its caller.
SILENT = {room: {"iostream", "ostream"} for room in ("build", "live")}
SILENT["build"] |= {"cstdio", "stdio.h"}


def read_past_files(root, paths):
    """Readers that bypass pipeline/files without a reason, and unused reasons."""
    needed = set()
    for path in paths:
        name = path.relative_to(root).as_posix()
        text = re.sub(r'//[^\n]*|"(?:[^"\\\n]|\\.)*"', "", path.read_text())
        for number, line in enumerate(text.splitlines(), 1):
            is_read = READS.search(line) or ("<unistd.h>" in text and READ.search(line))
            for found, allowed in ((is_read, MAY_READ), (OPENS.search(line), MAY_OPEN)):
                if found and name not in allowed:
                    yield f"{name}:{number}: '{found.group(0)}' reads past files/open_file.hpp"
                if found:
                    needed.add(name)
    yield from (f"tests/houses.py: {name} reads nothing by itself" for name in {*MAY_READ, *MAY_OPEN} - needed)


def own_names(text):
    """The names in its unnamed namespaces, without those in others that lie in them."""
    within = []
    for line in text.splitlines():
        if begins := re.match(r"(?:inline )?namespace ([\w:]+ )?\{", line):
            within.append(begins[1])
        elif line.startswith("}  // namespace"):
            within.pop()
        elif within and not within[-1] and not line.startswith(("static_assert", "using")) and (found := DECLARED.match(line)):
            yield next(filter(None, found.groups()))


def room_of(parts):
    """Stages of a pack are as those of stages/."""
    return parts[2:] if parts[0] == "packs" and parts[2:3] == ("stages",) else parts


def doubled(root, paths):
    """Names that two files of what may be one unit have for themselves: one could take the other's without a word."""
    owners = {}
    for path in paths:
        parts = room_of(path.relative_to(root).parts)
        unit = parts[:2] if parts[0] == "stages" or parts[1] in WHOLE_ROOMS else parts[:1] if parts[0] in ("packs", "writers") and "cairo" not in parts else parts[:-1]
        for name in sorted(set(own_names(path.read_text()))):
            other = owners.setdefault((unit, name), path)
            if other != path:
                yield f"{path.relative_to(root)}: {other.relative_to(root)} has a '{name}' of its own, too"


def crowded(root, files):
    """Folders of the product with more than 20 files and no reason, and unused reasons."""
    count = collections.Counter(file.parent.relative_to(root).as_posix() for file in files if file.is_file())
    full = {folder for folder, n in count.items() if n > 20}
    yield from (f"{folder}: {count[folder]} files, at most 20: give parts of it folders of their own" for folder in sorted(full - set(MAY_HOLD_MORE)))
    yield from (f"tests/houses.py: {folder} has at most 20 files" for folder in sorted(set(MAY_HOLD_MORE) - full))


def misnamed(root):
    """Files and functions in backticks that are not there. `word()` is of the last file before it in its paragraph,
    else of the first one behind it."""
    found = 0
    for page in [root / "CONTRIBUTING.md", root / "docs/architecture.md", *sorted(root.glob("docs/architecture/*.md"))]:
        prose = re.sub(r"^```.*?^```|(?<=\n\n)(?:    [^\n]*\n)+", "", page.read_text(), flags=re.M | re.S)
        for paragraph in re.split(r"\n\s*\n|\n(?=\d+\. |- )", prose):
            spans = re.findall(r"`([^`]+)`", paragraph)
            files = [span for span in spans if re.fullmatch(r"[\w.-]+/[\w./-]*", span)]
            yield from (f"{page.name}: there is no '{file}'" for file in files if not (root / file).exists())
            last = next((file for file in files if (root / file).is_file()), None)
            for span in spans:
                last = span if (root / span).is_file() and "/" in span else last
                named = re.fullmatch(r"(?:(\w+)::)?(\w+)\(\)", span)
                if not named:
                    continue
                found += 1
                text = (root / last).read_text() if last else ""
                if not re.search(rf"\b{named[2]}\b", text) or (named[1] and not re.search(rf"\b{named[1]}\b", text)):
                    yield f"{page.name}: {last or 'no file beside it'} has no {span}"
    if found < 60:
        yield f"docs/architecture names {found} functions only: does the check still see them?"


def main(root):
    problems = list(misnamed(root))
    files = [*root.glob("pipeline/**/*"), *root.glob("stages/**/*"), *root.glob("writers/**/*"), *root.glob("packs/**/*")]
    problems += crowded(root, files)
    for path in sorted(file for file in files if file.suffix in (".h", ".hpp", ".cpp")):
        parts = room_of(path.relative_to(root).parts)
        room = parts[1] if parts[0] == "pipeline" else "encode" if parts[1] == "encode" else parts[0]
        for number, line in enumerate(path.read_text().splitlines(), 1):
            found = re.match(r'\s*#include\s*([<"])([^>"]+)[>"]', line)
            if not found:
                continue
            target, where = found.group(2), f"{path.relative_to(root)}:{number}: "
            for library, owner in ONLY_IN.items():
                if target.startswith(library) and not re.match(f"(pipeline/)?({owner})/", path.relative_to(root).as_posix()):
                    problems.append(where + f"only {owner} includes {library}")
            if room != "system" and OF_SYSTEM.match(target):
                problems.append(where + "only pipeline/system includes headers of an operating system")
            if target in SILENT.get(room, ()):
                problems.append(where + f"{room} prints nothing itself")
            other = "sdk" if target.startswith("terrawright/") else target.split("/")[0]
            families = {"sdk", parts[1]} | FAMILIES_USE.get(parts[1], set())
            may_use = MAY_USE[room] | (families if room == "stages" else set())
            if "/" in target and other in MAY_USE and other != room and other not in may_use:
                problems.append(where + f"{room} may not include {other}")
            if room == "stages" and found.group(1) == '"' and other not in families and "/" in target:
                problems.append(where + "a stage shares with its own family only")
        code = re.sub(r"//[^\n]*", "", path.read_text())
        for number, line in enumerate(code.splitlines(), 1):
            if OF_THREAD.search(line):
                problems.append(f"{path.relative_to(root)}:{number}: a thread_local with a destructor, or of a type not known here")
        if not path.read_text().lstrip("/* ").startswith("SPDX-License-Identifier: Apache-2.0"):
            problems.append(f"{path.relative_to(root)}:1: the first line is the licence's SPDX line")
    problems += read_past_files(root, sorted(file for file in files if file.suffix in (".h", ".hpp", ".c", ".cpp")))
    problems += doubled(root, sorted(file for file in files if file.suffix == ".cpp"))
    print("\n".join(problems) or "every include points the right way")
    return 1 if problems else 0


sys.exit(main(pathlib.Path(sys.argv[1])))

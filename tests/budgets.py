# SPDX-License-Identifier: Apache-2.0
"""Counts what the sources cost: budgets.py ROOT [--write]. No figure may exceed its budget; --write lowers the budgets to
what is counted."""
import pathlib
import re
import sys

# Raised for the border for writers (writer.h and what calls it: 1400 lines; writer.hpp: 270), which formats move to and repay,
# for the one room that reads json.hpp (200), for threads and hashes that get no memory (80), and for a
# manifest that is read while another build commits (4). A parameter of climate.temperature has brought 3; descriptions of
# stages that are one code for all stages, a quarter of the compiled glue, 42; the ground of packs of a wrong size 9.
# Meshes as writers, with keys beside `file` and the schema by what writers say of themselves, have brought 410; a list of nodes
# that plan does not search through 7. Rows that a writer reads decode each chunk once, and what stood twice or six times (legends
# at the border, bands, a writer's endings, calls without exceptions) has a place of its own: 29, of the core 21.
# .png, .exr, .tif and sheets as writers describe themselves (docs of every key, which stood in the schema), refuse for
# themselves, and reach bytes over the border, each with its own adapters: 830; the core has 2,250 fewer.
# Folders of writers, which share the cache's chunks and tell `plan` what they make, have brought 43 more than .zarr and
# pyramids gave back; the core has 1,770 fewer, with what moved to the command line.
# Views and packs as writers: titles, classes and lists at the ports of any writer, checked, in the schema and in manifests, and
# writers that are named for both; 105 lines, of the core 15. Two files of more than 400 lines are four, a compiled file of the core more.
# The interface that keeps its word, ABI 0.7: plugins that are left, entered once, tried in a process of their own and called one
# at a time; what they depend on; threads that may ask; sizes as numbers; 480, nearly all of the core.
# The interface 1.0: four frozen extensions and two drafts in headers of their own, which the host answers; what the engine asks a
# stage for; input tables and carries as functions; random numbers and exact functions as functions; 280, of the core all but
# 10. check sees what a stage asks the system for by itself, and marks where the engine does what a stage asked for; 700, of the core 30.
# The engine has taken over what a second one in sdk/terrawright/testing did, of 1,700 lines that were not counted as core:
# oblong tiles, which cell is broken, a stage's own words, values of parameters from a program; 154.
# What a reviewer asked for before 1.0: reserved fields that are not 0, bytes that are no UTF-8 and units set twice are refused, C++
# lists what its ports need, and refusals name the missing function; 98.
# What a table of all functions, phases and threads found before 1.0: refusals name the function and where it may be called, texts of
# calls are UTF-8, columns without a default have to be given; remedies of check; 98, of the core 77.
# check, second generation: edges of inputs, shapes of worlds, thresholds, other environments, mathematics, memory, time, and
# trials by name, which run again; 1,450, of the core 60, where NaN comes up and windows that are asked twice.
# An author's day: `new stage` (300), `watch` with libraries that change (260), `bench` (240), one file writer for what begins (50)
# and units that were meant (27, of the core); templates are the stages of examples/.
# Pages of the world cost a quarter: strips that libdeflate makes side by side, samples and surveys in vectors, and threads for
# writers; 388, of the core 70. Processor time by node and by file,
# with what other threads did for them, 66 of the core; vectors that stages leave clean, 14.
# Formulas in vectors, whose values have places and are worked out once (160), pits that a tile of water.fill tells itself (100),
# rows of the sea that erosion leaves out: a quarter less time of realistic; 286, of the core 9.
# What is kept by what it saves in likely changes, by measured costs, 340, of which the table of assumed ones gave 50 back; finished
# files that come back from the cache, in pieces, 250; records whose arrays are not parsed, 70; all of the core.
# More worlds and inputs of check, 16; vectors that hashing leaves clean, 7.
# check in half its time: what a process does once is done before it is forked, and two runs show what four did; and it finds what is
# kept by an address, what the first tile fills and what is left for the program's end; 270, of the core 8.
# Chunks that windows keep and find again, 170; outcomes and verdicts that are mapped, with places of arrays in the place of CBOR,
# and read for those who take them, 420; three files of the core.
# What writers keep of a layer, so that it need not be made for them, the page's blocks by layer, and what an EXR compresses; 530,
# of the core 265.
# Erosion that lays down what it carries, creep of hillslopes, their two composites, and worlds with plains, 960.
# Deltas, whose volumes are those that rivers bring, valley floors with bluffs, and hollows that rivers grade, 700.
# Lines of rivers, which do not show the cells, meander on plains, never cross and are what pictures show, 760.
# The natural picture: texture shading, suns, tables of colours, rock, snow and shores, 490; three headers that tests read too.
# Long runs that are written as such, which make an EXR of island cost a third less, and pages a twentieth: 77.
# The first seconds of a 3-D page: a flat picture of colours or of heights, progress, lost graphics, a walker's open side; 180.
# Sheets: words as a table, half contours, signs of named summits, legends in their fonts; 310.
# Files that are not compressed are kept as their layers; 45.
# Worlds for every width: values that are calculated, with a grammar; widths that a world names; inflows and a talus; 480, of the
# core 320, and one file.
# Lakes behind dams, by tiles, in the place of hollows of noise; 620. Closed lakes keep the rain that falls on them, and the table
# of lakes marks them; 25. Outflows of all lakes on maps, 64.
# Exponentials of climate.rain in vectors, apart from its march; 42.
# Entries of the cache that one call opens, and a cache that ages where it grew, which a build with nothing to do feels; 11.
# Data of a program as a node, facts of kept ports, and stages in processes of their own, as for Python: 1,050, nearly all of the
# core.
# Services of the operating system in a room of their own, with headers that a second system implements (540) and numbers for
# libraries without them (190); of the core 1,060, most of which stood in watch, sweeps, readers and the command line, and seven files.
# WebAssembly: its services of the system (380), side modules (90), one thread, SHA-256 by libmd and no fonts (90); 570, of the
# core 480, and nine files.
# The state of `watch` apart from its processes and sockets, 330; a page without a server: its functions, its worker, an
# editor and links, 490. One line of the core.
# An editor in that page that completes and explains, 470, and seven files: a text area knew neither stages nor parameters.
# The page without a server: files of layers, heightmaps as worlds, a digest with its command, 190; `build --digest` and sheets
# that it leaves to the program, 57, of the core 22.
# A build with nothing to do takes a twentieth less: a run that enters oneTBB with its first work (58).
# Each world with heights in 3-D in both pages: the form of the land, its camera and its WebGL, 628 and three files. three.js
# would fill what the page without a server may weigh.
# Oblong worlds: sides of the world in calculated values and formulas, and hills that go on along the longer side; 34.
# The page without a server starts its first worker while the engine is compiled, and a text that stays is read once; 30, and a file.
# Threads in WebAssembly: a pool in the place of one thread (83, of the core), a thread for jobs, a page on a host and a service
# worker that isolates it; 167, and a file.
# Composites of the program are read when one is named, 55; members of a stage by their place, and a name that ends as a tile
# without regular expressions, 20. A start takes 2.5 ms less and the module has 11 % fewer bytes.
# Faults of the program: numbers that are none, empty words, seeds given twice, problems of several seeds, removed
# knobs, colours without quotes, reads outside of a world, Web Mercator; 197, of the core 80.
# Faults of the page without a server: its address holds the text, links and Back open it, each unusual heightmap has its
# sentence, wrong values of knobs are refused, sliders over many decades are logarithmic (132).
# Tables are written row by row: eleven stages kept a vector for each column. A file of 51 lines, for about 100 in them.
# A worker that ends without an event is told, threads that do not start leave one, remedies need no command line, and a config
# opens with its parts, and extends a world of the program; 80.
# The advice of a width has moved from the command line to the core, as pages give it too: 19 of the core.
# Files of WebAssembly lie in memory: the plan counts them and swapped layers, and a file that cannot grow says so; 56, of the
# core 35, and a file.
# Problems have the path of a file that cannot be read, and remedies for a page without a command line, in the place of sentences
# that the page parsed; 47, of the core 49.
# The page names heightmaps that it leaves out, and configs that are not UTF-8; 18.
# A remedy without an option, in a page; 1.
# Files that lie in the memory of WebAssembly before a run take their part of it; 17, of the core 6.
# The page undoes predictors of tiles for itself (38), as its library has the heights of such files wrong. Files of one drop go to
# their folders, a command writes what a config reads, seeds that break a text are refused, addresses are followed at the start; 37.
BUDGETS = {
    "files of the product": 800,
    "lines of the product": 125236,
    "lines of the core": 42781,
    "compiled files of the core": 152,
    "compiled files that read json.hpp": 5,
    "headers with one reader": 27,
    "places that start the engine": 1,
    "tables of host functions": 1,
}
# Files that name a format and stand elsewhere than in pipeline/images, packs or a folder of its own: shown, without a budget.
FORMATS = ["csv", "exr", "geojson", "glb", "obj", "pdf", "pmtiles", "png", "svg", "tif", "txt", "zarr"]

OURS = (".cpp", ".hpp", ".h", ".c", ".js")
PRODUCT = {"pipeline": OURS, "packs": OURS, "stages": OURS, "writers": OURS}
NOT_CORE = re.compile(r"pipeline/(cli|live|ranks|check|trial|readers|sdk/terrawright/(testing|trial)|system/.*(watched|process_state))")


def files_of(root):
    found = {}
    for folder, endings in PRODUCT.items():
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in endings and path.is_file():
                found[str(path.relative_to(root))] = path.read_text(errors="replace")
    return found


def included(name, text, files):
    """The files of ours that one includes, as the compiler finds them, and whether json.hpp is among the others."""
    folders = [str(pathlib.PurePosixPath(name).parent), "", "pipeline", "stages", "packs/atlas/stages", "writers", "pipeline/sdk"]
    ours, json = [], False
    for target in re.findall(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', text, re.M):
        json = json or target == "nlohmann/json.hpp"
        for folder in folders:
            path = str(pathlib.PurePosixPath(folder) / target)
            while "/../" in path:
                path = re.sub(r"[^/]+/\.\./", "", path, count=1)
            if path in files:
                ours.append(path)
                break
    return ours, json


def counted(root):
    files = files_of(root)
    graph = {name: included(name, text, files) for name, text in files.items() if not name.endswith(".js")}
    readers = {}
    for name, (ours, _) in graph.items():
        for header in set(ours):  # a file's own header has another reader, or is none
            if header.rpartition(".")[0] != name.rpartition(".")[0]:
                readers.setdefault(header, set()).add(name)

    def reads_json(name):
        seen, todo = set(), [name]
        while todo:
            one = todo.pop()
            if one in seen:
                continue
            seen.add(one)
            if graph[one][1]:
                return True
            todo += graph[one][0]
        return False

    compiled = [name for name in graph if name.endswith((".cpp", ".c"))]
    core = [name for name in graph if name.startswith("pipeline/") and not NOT_CORE.match(name)]
    lines = {name: text.count("\n") for name, text in files.items()}
    figures = {
        "files of the product": len(files),
        "lines of the product": sum(lines.values()),
        "lines of the core": sum(lines[name] for name in core),
        "compiled files of the core": sum(name in core for name in compiled),
        "compiled files that read json.hpp": sum(map(reads_json, compiled)),
        "headers with one reader": sum(
            len(of) == 1 and not name.startswith("pipeline/sdk/") for name, of in readers.items() if name.endswith("pp")),
        "places that start the engine": sum(
            len(re.findall(r"\bengine::run\(", text)) for name, text in files.items() if name.endswith(".cpp")),
        "tables of host functions": sum(text.count("sizeof(terrawright_host)") for text in files.values()),
    }
    named = {
        word: sum(
            bool(re.search(rf'"\.?{word}"|Format::{word}\b', text)) for name, text in files.items()
            if not name.startswith(("pipeline/images/", "packs/", "writers/")))
        for word in FORMATS
    }
    return figures, named


def main(root, write):
    figures, named = counted(root)
    over = 0
    for what, count in figures.items():
        budget = BUDGETS[what]
        over += count > budget
        print(f"{count:7} of {budget:7}  {what}" + ("  TOO MANY" if count > budget else ""))
    print("files that name a format outside pipeline/images and packs: " + ", ".join(f"{k} {v}" for k, v in named.items()))
    if write:
        here = pathlib.Path(__file__)
        text = here.read_text()
        for what, count in figures.items():
            text = re.sub(rf'("{what}": )\d+', lambda m: f"{m.group(1)}{min(count, BUDGETS[what]) or count}", text)
        here.write_text(text)
    return 1 if over and not write else 0


sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), "--write" in sys.argv))

# SPDX-License-Identifier: Apache-2.0
"""Names that a run wants and that are something else: a folder, a file, a link to a file, a folder or nowhere, a FIFO."""
import os, shutil
from disturbed import Folder, Wrong, build, demand, demand_clear, known_of, sweep, verify

BUILD = ["out", "out/w-42.manifest.json", "out/w-42.exr", "out/w-42.png", "out/w-42.png.aux.xml", "out/grey",
         "out/w-42.tif", "out/w-42.zarr", "out/tiles-42", "out/tiles-42/0_0.tif", "out/web-42", "out/w-42.pmtiles",
         "out/pack-42", "out/w-42.csv", "out/w-42.geojson", "out/w-42.glb", "out/w-42.mtl", "out/w-42.txt",
         "out/w-42.html", "out/sums", "out/other.manifest.json", "rep", "rep/j.xml", "rep/s.sarif", "rep/w.d", "rep/log",
         "world.lock.yaml", "cache", "cache/CACHEDIR.TAG", "cache/layers", "cache/records", "cache/making"]
SWEEP = ["many", "many/1_rough-2", "many/worlds.csv", "many/worlds.png", "many/2_rough-4/m-2.exr"]
THINGS = ["folder", "folder with a file", "file", "link to a file", "link to a folder", "link to nowhere", "link to itself",
          "FIFO"]
FEW = [("out", "link to itself"), ("out/w-42.manifest.json", "FIFO"), ("out/w-42.zarr", "folder with a file"),
       ("out/sums", "FIFO"), ("rep/log", "FIFO"), ("many/worlds.csv", "folder with a file")]


def put(folder, name, thing):
    at = folder.path / name
    at.parent.mkdir(parents=True, exist_ok=True)
    if at.is_dir() and not at.is_symlink():
        shutil.rmtree(at)
    elif at.exists():
        at.unlink()
    beside = folder.path / "theirs"
    beside.mkdir()
    (beside / "cat.txt").write_text("a cat")
    (beside / "box").mkdir()
    (beside / "box/cat.txt").write_text("another cat")
    if thing.startswith("folder"):
        at.mkdir()
        if thing != "folder":
            (at / "cat.txt").write_text("a third cat")
    elif thing == "file":
        at.write_text("no such thing\n")
    elif thing == "link to a file":
        at.symlink_to(beside / "cat.txt")
    elif thing == "link to a folder":
        at.symlink_to(beside / "box")
    elif thing == "link to nowhere":
        at.symlink_to(beside / "nowhere")
    elif thing == "link to itself":
        at.symlink_to(at)
    else:
        os.mkfifo(at)
    return at


def take_away(at):
    if at.is_dir() and not at.is_symlink():
        shutil.rmtree(at)
    elif at.is_symlink() or at.exists():
        at.unlink()


def theirs(folder):
    """Files of others, but not those in the folder behind a link, as requested."""
    beside = folder.path / "theirs"
    return (beside / "cat.txt").read_text() == "a cat" and (beside / "box/cat.txt").read_text() == "another cat"


def run(every):
    """Each of so many of all; None: few."""
    wrong, runs, refused, table = [], 0, 0, []
    begin = Folder()
    begin.must(build("50"))
    with Folder(begin) as whole:
        whole.must(build("60"))
        whole.must(sweep())
        end = whole.made()
    cases = [(build("60"), name, thing) for name in BUILD for thing in THINGS]
    cases += [(sweep(), name, thing) for name in SWEEP for thing in THINGS]
    for command, name, thing in cases[::every] if every else [case for case in cases if case[1:] in FEW]:
        with Folder(begin) as folder:
            try:
                at = put(folder, name, thing)
                ended = folder.run(command)
                runs += 1
                refused += ended.exit != 0
                table.append(f"{ended.exit} {name}, {thing}: {ended.err.splitlines()[:2]}")
                if ended.exit != 0:
                    demand_clear(ended)
                # Lines of a log go where a link points to, as those of a shell's > do.
                demand(theirs(folder) or (name == "rep/log" and thing == "link to a file"), "it wrote into what is not its own")
                if thing == "folder with a file":
                    demand((at / "cat.txt").exists(), "it took away what is not its own")
                take_away(at)
                if name == "cache/CACHEDIR.TAG":  # without its mark it is no cache any more
                    shutil.rmtree(folder.path / "cache")
                for one in (build("60"), sweep()):
                    folder.must(one)
                made = folder.made()
                if name == "world.lock.yaml":  # the entries of before went with what was put there
                    made[name] = end[name]
                demand(made == end, "the next run makes other files")
                left = folder.left_by_the_dead()
                demand(not left, f"left: {left}")
            except Wrong as found:
                wrong.append(found)
                print(f"WRONG: {name}, {thing}: {found}\n", flush=True)
    begin.remove()
    if os.environ.get("LOST_TABLE"):
        print("\n".join(table))
    return f"{runs} runs with odd names, {refused} of them refused", wrong

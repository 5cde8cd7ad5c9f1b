# SPDX-License-Identifier: Apache-2.0
"""Disks that are full and files that may not be larger: of every size from none to enough."""
import tempfile
import disturbed
from disturbed import Folder, Wrong, build, demand, demand_clear, known_of, sweep, verify

RUN = """import resource, signal, os, sys
signal.signal(signal.SIGXFSZ, signal.{handled})
resource.setrlimit(resource.RLIMIT_{limit}, ({most}, {most}))
os.execv(sys.argv[1], sys.argv[1:])
"""


def limited(folder, command, limit, most, handled="SIG_DFL"):
    """With a limit of the process."""
    text = RUN.format(limit=limit, most=most, handled=handled)
    return folder.end(folder.start(["-c", text, str(disturbed.PROGRAM), *command], program="/usr/bin/python3"))


def on_small_disk(folder, command, kilobytes, where):
    """With a tmpfs of that size at `where`, which takes over what lies there; after it, all goes back."""
    at = folder.path / where
    at.mkdir(exist_ok=True)
    text = """
at=$1 size=$2 beside=$3; shift 3
cp -a "$at" "$beside/before" && mount -t tmpfs -o size=$size none "$at" &&
  { cp -a "$beside/before/." "$at" || exit 99; }
"$@"
code=$?
cp -a "$at" "$beside/after" && umount "$at" && rm -rf "$at" && mv "$beside/after" "$at" || exit 98
exit $code
"""
    with tempfile.TemporaryDirectory(prefix="beside-", dir=disturbed.WHERE) as beside:
        return folder.end(folder.start(["-rm", "sh", "-c", text, "sh", where, f"{kilobytes}k", beside,
                                        str(disturbed.PROGRAM), *command], program="unshare"))


def run(is_long):
    wrong, runs, refused = [], 0, 0
    old, new = Folder(), Folder()
    old.must(build("50"))
    cases = [(old, build("60"), "out"), (old, build("60"), "cache"), (old, sweep(), "many"), (old, verify(), "tmp")]
    ends, known = {}, []
    for number, (begin, command, where) in enumerate(cases):
        with Folder(begin) as whole:
            whole.must(command)
            ends[number] = whole.made()
            known.append(known_of(begin.files(), whole.files()))
    sizes = [4 * 2 ** (i / 4) for i in range(0, 44)] if is_long else [12, 900]
    jobs = [("FSIZE", int(kilobytes * 1024), number) for kilobytes in ([0, 1] if is_long else []) + sizes
            for number in range(len(cases)) if is_long or number in (0, 3)]
    if disturbed.can_mount():
        jobs += [("disk", int(kilobytes), number) for kilobytes in sizes for number in range(len(cases))
                 if is_long or number < 3]
    else:
        print("no small disk can be mounted here: limits of files alone")
    for sort, most, number in jobs:
        begin, command, where = cases[number]
        with Folder(begin) as folder:
            try:
                if sort == "FSIZE":
                    ended = limited(folder, command, sort, most, "SIG_IGN" if most % 2 else "SIG_DFL")
                else:
                    ended = on_small_disk(folder, command, most, where)
                    if ended.exit == 99:  # it does not even hold what is there
                        continue
                    demand(ended.exit != 98, f"the test cannot put the files back: {ended}")
                runs += 1
                refused += ended.exit != 0
                if ended.exit != 0:
                    demand_clear(ended)
                    demand(any(why in ended.err for why in ("No space left", "File too large", "has only", "are free there")),
                           f"it does not say why: {ended}")
                else:
                    demand(folder.made() == ends[number], f"it says that all is done, and it is not: {ended}")
                folder.demand_whole(known[number], ended.exit == 1)
                left = [name for name in folder.left_by_the_dead() if not name.startswith("cache/")]
                demand(not left, f"it leaves {left}")
                folder.must(command)
                demand(folder.made() == ends[number], "the next run makes other files")
                left = folder.left_by_the_dead()
                demand(not left, f"left: {left}")
            except Wrong as found:
                wrong.append(found)
                print(f"WRONG: {sort} {most}, {' '.join(command)}, at {where}: {found}\n", flush=True)
    old.remove()
    new.remove()
    return f"{runs} runs with too small disks and limits, {refused} of them refused", wrong

# SPDX-License-Identifier: Apache-2.0
"""Odd places to run in: no HOME, no TMPDIR, other locales, umask 077, 16 file descriptors, no standard streams, no /proc."""
import pathlib, subprocess, tempfile
import disturbed
from disturbed import Folder, Wrong, build, demand, demand_clear, known_of, sweep, verify


def locales(folder):
    """Locales with commas in numbers and another capital of i, as far as they can be made here."""
    made = []
    for name in ("de_DE", "tr_TR"):
        done = subprocess.run(["localedef", "-i", name, "-f", "UTF-8", str(folder / f"{name}.UTF-8")], capture_output=True)
        if done.returncode <= 1 and (folder / f"{name}.UTF-8").exists():
            made.append(f"{name}.UTF-8")
    return made


def run(is_long):
    wrong, runs = [], 0
    plain = {}
    commands = {"build": build("60"), "sweep": sweep(), "verify": verify()}
    with Folder() as folder:
        for name, command in commands.items():
            folder.must(command)
        plain, files = folder.made(), folder.files()
    with tempfile.TemporaryDirectory() as place:
        places = {
            "no HOME": "unset HOME XDG_CACHE_HOME;",
            "a HOME that is not there": "HOME=/nowhere/at/all; export HOME; unset TERRAWRIGHT_CACHE;",
            "an empty HOME and TMPDIR": "HOME= TMPDIR=; export HOME TMPDIR;",
            "no TMPDIR": "unset TMPDIR;",
            "no variables at all": "exec env -i",
            "umask 077": "umask 077;",
            "16 file descriptors": "ulimit -n 16;",
            "12 file descriptors": "ulimit -n 12;",
            "no standard streams": "exec <&- >&- 2>&-;",
            "no such locale": "LC_ALL=xx_YY.UTF-8; export LC_ALL;",
            "the locale C": "LC_ALL=C; export LC_ALL;",
        }
        if disturbed.can_mount():
            places["no /proc"] = ("exec unshare -rm sh -c 'mount -t tmpfs none /proc && exec \"$@\"' sh")
        for name in locales(pathlib.Path(place)):
            places[f"the locale {name}"] = f"LC_ALL={name} LOCPATH={place}; export LC_ALL LOCPATH;"
        if not is_long:
            few = ("no variables at all", "umask 077", "16 file descriptors", "no /proc")
            places = {name: places[name] for name in few if name in places}
        for name, before in places.items():
            with Folder() as folder:
                try:
                    for verb, command in commands.items():
                        ended = folder.end(folder.start(["-c", f'{before} "$@"', "sh", str(disturbed.PROGRAM), *command],
                                                        program="/bin/sh"))
                        runs += 1
                        if ended.exit != 0 and name.endswith("file descriptors"):
                            demand_clear(ended, (1,))  # of a world with more files than it may open
                            demand("ulimit -n" in ended.err, f"no remedy: {ended}")
                            folder.demand_whole(known_of(files), verb == "sweep")
                            folder.must(command)
                        else:
                            demand(ended.exit == 0, f"{verb}: {ended}")
                    demand(folder.made() == plain, "other files than elsewhere")
                    demand(not folder.left_by_the_dead(), f"it leaves {folder.left_by_the_dead()}")
                    if name == "umask 077":
                        open_ones = [str(at) for top in ("out", "many", "cache", "world.lock.yaml")
                                     for at in [folder.path / top, *(folder.path / top).rglob("*")]
                                     if at.exists() and at.stat().st_mode & 0o077]
                        demand(not open_ones, f"others may read {open_ones[:3]}")
                except Wrong as found:
                    wrong.append(found)
                    print(f"WRONG: {name}: {found}\n", flush=True)
    return f"{runs} runs in {len(places)} places", wrong

# SPDX-License-Identifier: Apache-2.0
"""Each call that changes a file, in turn: the program is killed in its place or after it, or the call fails, or all from
it on do, or a folder is gone before it."""
import errno, shutil
from disturbed import Folder, Wrong, build, demand, demand_clear, known_of, small, struck_of, sweep, verify

ERRORS = [errno.EIO, errno.ENOSPC, errno.EROFS, errno.EDQUOT]
WAYS = ["KILL_AT", "KILL_AFTER", "FAIL_AT", "FAIL_FROM", "GONE out", "GONE cache"]


class Scene:
    """A command, from where it begins, and what it leaves undisturbed."""

    def __init__(self, name, before, command, ways=WAYS):
        self.name, self.command, self.ways = name, command, ways
        self.begin = Folder()
        for one in before:
            self.begin.must(one)
        with Folder(self.begin) as whole:
            ended = whole.run(command, SLOW=0)
            demand(ended.exit == 0, f"undisturbed: {ended}")
            self.calls = ended.calls
            self.end = whole.files()
            whole.demand_done(self.end)
        self.known = known_of(self.begin.files(), self.end)

    def run(self, way, call):
        """True where the call was struck."""
        with Folder(self.begin) as folder:
            orders = {"SLOW": 0, "KILL_GROUP": 1 if call % 2 or self.name != "sweep" else 0}
            kind, _, gone = way.partition(" ")
            orders[kind + "_AT" if gone else kind] = call
            if gone:
                orders["GONE"] = str(folder.path / gone)
            if kind in ("FAIL_AT", "FAIL_FROM"):
                orders["FAIL_WITH"] = ERRORS[call % len(ERRORS)] if kind == "FAIL_AT" else ERRORS[1 + call % 2]
            ended = folder.run(self.command, **orders)
            if not ended.struck:
                demand(ended.exit == 0, f"nothing was struck: {ended}")
                return False
            try:
                self.look(folder, kind, ended, call)
            except Wrong as wrong:
                raise Wrong(f"{self.name}, {way} {call} of {self.calls} ({orders.get('FAIL_WITH', '')}): {wrong}\n"
                            f"of {ended}") from None
            return True

    def look(self, folder, kind, ended, call):
        if kind.startswith("KILL") and ended.exit != -9:  # a worker of a sweep
            demand(self.name == "sweep", f"not killed")
            if ended.exit != 0:
                demand_clear(ended, (1,))
        elif ended.exit not in (0, -9):
            demand_clear(ended)
        if kind == "GONE":  # all that it was once is true there
            shutil.rmtree(folder.path / "out", ignore_errors=True)
        folder.demand_whole(self.known, self.name == "sweep" and ended.exit == 1)
        if kind == "FAIL_AT" and not ended.struck.startswith(("unlink", "rmdir")):
            left = [name for name in folder.left_by_the_dead() if not name.startswith("cache/")]
            demand(not left, f"it leaves {left}")
        if ended.exit == 0:
            whole = {name: value for name, value in self.end.items() if not name.startswith("rep/")}
            demand(kind == "GONE" or folder.made() == whole, "it says that all is done, and it is not")
        # The next one has the files that stand, or makes all with what the cache has.
        if call % 2 and (folder.path / "out").exists() and "out" in self.command:
            for at in [*(folder.path / "out").glob("*.manifest.json")]:
                at.unlink()
        folder.must(self.command)
        for gone in ("out.gone", "cache.gone"):
            if (folder.path / gone).exists():
                shutil.rmtree(folder.path / gone)
        folder.demand_done(self.end)


def scenes():
    old, new = build("50"), build("60")
    yield Scene("small", [small("50")], small("60"), ["KILL_AT", "FAIL_AT"])
    yield Scene("replace", [old], new)
    yield Scene("fresh", [], new, ["KILL_AT", "KILL_AFTER", "FAIL_AT", "FAIL_FROM"])
    yield Scene("sweep", [], sweep(), ["KILL_AT", "KILL_AFTER", "FAIL_AT", "FAIL_FROM", "GONE cache"])
    yield Scene("verify", [new], verify(), ["KILL_AT", "FAIL_AT", "FAIL_FROM"])


def run(every, names, ways, threads=2):
    """Strikes each call whose number is a multiple of `every`, with a beginning that differs by way. The ways that begin as
    another one does strike a third of that. Of the small world each eighth call is struck at least, and each of the last ones,
    where files get their names."""
    struck, wrong = 0, []
    for scene in scenes():
        if names and scene.name not in names:
            continue
        is_small = scene.name == "small"
        jobs = [(way, call) for offset, way in enumerate(scene.ways) if not ways or way in ways
                for step in [min(every, 8) if is_small else every if way in ("KILL_AT", "FAIL_AT") else 3 * every]
                for call in sorted({*range(1 + (7 * offset) % step, scene.calls + 1, step),
                                    *(range(max(1, scene.calls - 49), scene.calls + 1) if is_small else ())})]
        struck += struck_of(scene.run, jobs, threads, wrong)
        print(f"{scene.name}: {scene.calls} calls, {len(jobs)} struck", flush=True)
        scene.begin.remove()
    return f"{struck} calls struck", wrong

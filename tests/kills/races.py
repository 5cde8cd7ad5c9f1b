# SPDX-License-Identifier: Apache-2.0
"""Two builds, two sweeps and a verify at once, with one folder and one cache; in some rounds the cache is cleared too, or
so small that it ages all the time."""
import random, shutil
from disturbed import Folder, Wrong, build, demand, known_of, sweep, verify


def run(rounds):
    rng = random.Random(5)
    wrong, runs = [], 0
    begin = Folder()
    begin.must(build("50"))
    begin.must(build("60"))
    ends = {}
    with Folder(begin) as whole:
        whole.must(sweep())
        for sea in ("60", "50"):
            whole.must(build(sea))
            ends[sea] = whole.made()
    known = known_of(*(ends[sea] for sea in ends))
    for number in range(rounds):
        with Folder(begin) as folder:
            try:
                if rng.random() < 0.5:
                    folder.run(["cache", "--clear", "--cache", "cache"])
                if rng.random() < 0.3:
                    (folder.path / "out").rename(folder.path / "tmp" / "out")
                    shutil.rmtree(folder.path / "tmp" / "out")
                more = ["--cache-size", rng.choice(["5GB", "5GB", "1MB"])]
                seas = rng.choice([("50", "60"), ("60", "60")])
                commands = [build(seas[0], *more), build(seas[1], *more), sweep(*more), sweep(*more),
                            verify("--cache", "cache") if rng.random() < 0.5 else verify()]
                if rng.random() < 0.3:
                    commands.append(["cache", "--clear", "--cache", "cache"])
                rng.shuffle(commands)
                started = [folder.start(command, **({"SLOW": 200} if rng.random() < 0.3 else {}))
                           for command in commands]
                ended = [folder.end(process) for process in started]
                runs += len(ended)
                for command, one in zip(commands, ended):
                    demand(one.exit == 0, f"{' '.join(command)}: {one}")
                known["rep/w.d"] = {value for name, value in folder.files().items() if name == "rep/w.d"}
                folder.demand_whole(known)
                demand((folder.path / "out/w-42.manifest.json").exists(), "no build has its manifest")
                left = folder.left_by_the_dead()
                demand(not left, f"left: {left}")
                for sea in ("50", "60"):
                    folder.must(build(sea))
                folder.must(sweep())
                files = folder.made()
                folder.must(build("50"))
                demand(files == {**ends["60"], **{n: v for n, v in files.items() if n == "out/sums"}},
                       "the next run makes other files")
                demand(folder.made() == ends["50"], "the last run makes other files")
            except Wrong as found:
                wrong.append(Wrong(f"round {number}: {found}"))
                print(f"WRONG: round {number}: {found}\n", flush=True)
    begin.remove()
    return f"{rounds} rounds of {runs} runs at once", wrong

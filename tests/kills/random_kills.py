# SPDX-License-Identifier: Apache-2.0
"""Builds and sweeps that are killed at random moments, of every pace of writing, once or several times on end."""
import os, random, signal, time
from disturbed import Folder, Wrong, build, demand, known_of, sweep

SEAS = ["50", "60", "70"]


def killed(folder, command, seconds, pace):
    process = folder.start(command, SLOW=pace)
    time.sleep(seconds)
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    return folder.end(process)


def run(kills, paces):
    """`paces`: microseconds more for each call."""
    rng = random.Random(16)
    commands = [build(sea) for sea in SEAS] + [sweep()]
    wrong, dead, whole_ones, runs = [], 0, 0, 0
    # Files that each command leaves alone, and its time.
    lasts, alone = {}, []
    for number, command in enumerate(commands):
        with Folder() as folder:
            folder.must(command)
            alone.append(folder.made())
        for pace in paces:
            with Folder() as folder:
                begin = time.monotonic()
                folder.must(command, SLOW=pace)
                lasts[number, pace] = time.monotonic() - begin
    made, empty = Folder(), Folder()
    for command in commands:
        made.must(command)
    # The lock file has an entry more with each command, in any order.
    ends = {name: value for name, value in made.made().items() if name.startswith("many/")}
    with Folder() as folder:
        while dead + whole_ones < kills:
            number, pace = rng.randrange(len(commands)), rng.choice(paces)
            command = commands[number]
            known = known_of(*alone)
            try:
                for _ in range(rng.choice([1, 1, 2, 3])):
                    ended = killed(folder, command, rng.random() * 1.1 * lasts[number, pace], pace)
                    demand(ended.exit in (0, -9), f"neither killed nor whole: {ended}")
                    dead += ended.exit == -9
                    whole_ones += ended.exit == 0
                    known["world.lock.yaml"] = known["rep/w.d"] = set(
                        value for name, value in folder.files().items() if name in ("world.lock.yaml", "rep/w.d"))
                    folder.demand_whole(known)
                    if (folder.path / "world.lock.yaml").exists():
                        text = (folder.path / "world.lock.yaml").read_text()
                        demand(text.endswith("\n...\n"), "the lock file is cut short")
                folder.must(command)
                runs += 1
                files = folder.made()
                for name, value in alone[number].items():
                    if name != "world.lock.yaml":
                        demand(files.get(name) == value, f"{name} has other bytes than of an undisturbed run")
                left = folder.left_by_the_dead()
                demand(not left, f"left by the dead: {left}")
            except Wrong as found:
                wrong.append(found)
                print(f"WRONG: kill {dead + whole_ones}, {' '.join(command)}, pace {pace}: {found}\n", flush=True)
                if len(wrong) > 20:
                    break
            if rng.random() < 0.1:
                folder.become(made if rng.random() < 0.5 else empty)
        try:
            for command in commands:
                folder.must(command)
            files = folder.made()
            for name, value in {**ends, "world.lock.yaml": made.made()["world.lock.yaml"]}.items():
                demand(files.get(name) == value, f"{name} is not what undisturbed runs leave")
        except Wrong as found:
            wrong.append(found)
            print(f"WRONG: at the end: {found}", flush=True)
    made.remove()
    empty.remove()
    return f"{dead} of {dead + whole_ones} runs killed at random moments, {runs} runs after them", wrong


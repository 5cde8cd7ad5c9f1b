#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Broken configs: each ends, soon, within its memory, with exit code 0, or 1 or 2 and a place; 4 of a
world that is not as it expects.

mutants.py PROGRAM ROOT [COUNT] [SEED]

Makes COUNT mutants of ROOT/tests/errors/*.yaml and ROOT/configs/*.yaml and runs `validate`, `plan` and `build` of each in
a copy of its folder. Keeps those that fail in a folder that it names.
"""
import json, os, random, re, resource, shutil, signal, subprocess, sys, tempfile, threading, time

SECONDS = 30
PLACE = re.compile(r"^[^\s:][^:\n]*:\d+:\d+: error: ", re.M)
UNITS = ["m", "km", "mm", "cm", "%", "deg", "mm/yr", "yr", "cells", "C", "K", "1", ""]
NUMBERS = ["0", "-1", "1e300", "-0.0", "1e-300", "99999999999999999999", "0.5", "nan", "inf", "007", "1_000", "0x10",
           "2147483648", "1048577", "33", "1,5", "~", "true", "''"]
PIECES = ["[", "]", "{", "}", ":", ": ", "- ", "? ", "&a ", "*a", "!t ", "'", '"', "|", ">", "#", "\t", "\n", "$", "..", "@",
          "%", ",", "<<: *a", "---\n", "\\", "é", "\x00", "\ufeff", "/", "{seed}", "\r"]
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")


def mutate(text, other, rng):
    for _ in range(rng.choice([1, 1, 1, 2, 3, 8])):
        lines = text.splitlines(keepends=True) or [""]
        at = rng.randrange(len(lines))
        place = rng.randrange(len(text) + 1)
        kind = rng.randrange(13)
        if kind == 0:
            del lines[at]
            text = "".join(lines)
        elif kind == 1:
            lines.insert(at, lines[at])
            text = "".join(lines)
        elif kind == 2:
            to = rng.randrange(len(lines))
            lines[at], lines[to] = lines[to], lines[at]
            text = "".join(lines)
        elif kind == 3:
            theirs = other.splitlines(keepends=True) or [""]
            begin = rng.randrange(len(theirs))
            lines[at:at] = theirs[begin:begin + rng.randrange(1, 8)]
            text = "".join(lines)
        elif kind == 4:
            text = text[:place]
        elif kind == 5:
            text = text[:place] + text[place + 1:]
        elif kind == 6:
            text = text[:place] + rng.choice(PIECES) + text[place:]
        elif kind == 7:
            text = text[:place] + text[max(0, place - rng.randrange(1, 60)):]
        elif kind == 8:
            lines[at] = lines[at][rng.randrange(0, 3):] if rng.random() < 0.5 else " " * rng.randrange(1, 5) + lines[at]
            text = "".join(lines)
        elif kind in (9, 10):
            found = list(NUMBER.finditer(text))
            if found:
                m = rng.choice(found)
                text = text[:m.start()] + rng.choice(NUMBERS) + text[m.end():]
        elif kind == 11:
            found = list(re.finditer(r"(?<=\d )(?:km|mm|cm|m|%|deg|mm/yr|yr|cells|C)\b|(?<=\d)%|(?<= )%", text))
            if found:
                m = rng.choice(found)
                text = text[:m.start()] + rng.choice(UNITS) + text[m.end():]
        else:
            words = list(re.finditer(r"[a-z_]{2,}", text))
            if len(words) > 1:
                a, b = rng.choice(words), rng.choice(words)
                text = text[:a.start()] + b.group() + text[a.end():]
    return text


def run(command, folder):
    """Exit code (None: killed for its time), output, seconds and megabytes."""
    begin = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, cwd=folder)
        timer = threading.Timer(300, process.kill)  # a busy machine gives it little of the processor
        timer.start()
        _, status, used = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        for file in (out, err):
            file.seek(0)
        # Time of the processor as well: others may use the machine.
        seconds = min(time.monotonic() - begin, used.ru_utime + used.ru_stime + 1)
        return (process.returncode, out.read().decode(errors="replace"), err.read().decode(errors="replace"), seconds,
                used.ru_maxrss / 1000)


def main():
    program, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 3000
    rng = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    work = tempfile.mkdtemp(prefix="terrawright-mutants-")
    kept = os.path.join(work, "kept")
    os.mkdir(kept)
    sources = []
    for folder in ("tests/errors", "configs"):
        shutil.copytree(os.path.join(root, folder), os.path.join(work, folder))
        names = sorted(n for n in os.listdir(os.path.join(root, folder)) if n.endswith(".yaml"))
        if folder == "configs":
            names = [n for n in names if not n.endswith(".lock.yaml")]
        sources += [(folder, name) for name in names]
    texts = {s: open(os.path.join(root, *s), "rb").read().decode("utf-8", "surrogateescape") for s in sources}
    size = "--set=world.size=[33,33]"
    # Needs of the program itself, with the libraries that write images; the plan is about worlds.
    island, built = os.path.join(root, "configs/island.yaml"), ["--quiet", "--out", os.path.join(work, "out")]
    base = run([program, "validate", island], work)[4]
    base_of_build = run([program, "build", island, size] + built, work)[4]
    exits, failures, slowest, largest = {}, [], (0, ""), (0, "")
    configs = [s for s in sources if s[0] == "configs"]
    for i in range(count):
        folder, name = rng.choice(configs) if rng.random() < 0.4 else rng.choice(sources)
        text = mutate(texts[folder, name], texts[rng.choice(sources)], rng)
        path = os.path.join(folder, "mutant.yaml")
        with open(os.path.join(work, path), "wb") as file:
            file.write(text.encode("utf-8", "surrogateescape"))
        planned = 0
        for verb in (["validate"], ["plan", size, "--json"], ["build", size] + built):
            # `validate` and `plan` may be of worlds that no machine has memory for, `build` only where there is some.
            code, out, err, seconds, megabytes = run([program, verb[0], path] + verb[1:], work)
            exits[code] = exits.get(code, 0) + 1
            wrong = []
            own = 0  # seconds of the build of the world as it is, on the machine as it is now, with nothing that stands
            if seconds > SECONDS and verb[0] == "build":
                afresh = ["--quiet", "--cache", "off", "--out", os.path.join(work, "own")]
                own = run([program, "build", os.path.join(folder, name), size] + afresh, work)[3]
                shutil.rmtree(os.path.join(work, "own"), ignore_errors=True)
            if seconds > SECONDS + own:
                wrong.append(f"{seconds:.1f} s")
            if code not in (0, 1, 2) and (code != 4 or verb[0] != "build"):
                wrong.append(f"exit code {code}")
            if code in (1, 2) and not PLACE.search(err):
                wrong.append(f"exit code {code} without a place: {err[:200]!r}")
            if verb[0] == "plan" and code == 0:
                planned = json.loads(out)["memory"]["peak"] / 1e6
            # Beside the plan: the program's own, the config's tree, and pages of layers in steps of 2 MB.
            bound = (base_of_build if verb[0] == "build" else base) + planned + 64
            if megabytes > bound:
                wrong.append(f"{megabytes:.0f} MB, at most {bound:.0f} MB were planned")
            slowest = max(slowest, (seconds, f"{verb[0]} of mutant {i} of {name}"))
            largest = max(largest, (megabytes - planned, f"{verb[0]} of mutant {i} of {name}"))
            if wrong:
                shutil.copy(os.path.join(work, path), os.path.join(kept, f"{i}-{name}"))
                failures.append(f"mutant {i} of {folder}/{name}, {verb[0]}: " + "; ".join(wrong))
                print(failures[-1], flush=True)
        shutil.rmtree(os.path.join(work, "out"), ignore_errors=True)
    print(f"{count} mutants, " + ", ".join(f"exit code {k}: {v}" for k, v in sorted(exits.items())))
    print(f"slowest {slowest[0]:.2f} s: {slowest[1]}")
    print(f"most memory beside the plan {largest[0]:.0f} MB, {base:.0f} MB of it the program's, {base_of_build:.0f} MB where it writes images: {largest[1]}")
    print(f"{len(failures)} failures" + (f"; kept in {kept}" if failures else ""))
    if not failures:
        shutil.rmtree(work)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: Apache-2.0
"""The contract corpus under sanitizers, on top of a release that is built: contract.py [address|thread ...]

The rooms that call plugins are compiled again with the sanitizer. The program is linked of them and of the release's
other rooms, so that it takes a minute and not ten. tests/contract then runs with it, in parts side by side. Default: both.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/release"
ROOMS = ("border", "plugins", "engine", "schedule", "store", "graph")
UNSEEN = ROOT / "pipeline/engine/threads/task_library.cpp"  # by sanitizers: it says why
FLAGS = {"address": ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"], "thread": ["-fsanitize=thread"]}
OPTIONS = {
    "ASAN_OPTIONS": "allocator_may_return_null=1:detect_stack_use_after_return=1:strict_string_checks=1",
    "LSAN_OPTIONS": f"suppressions={ROOT}/tests/lsan.supp:print_suppressions=0",
    "UBSAN_OPTIONS": "print_stacktrace=1",
    "TSAN_OPTIONS": f"halt_on_error=1:suppressions={ROOT}/tests/tsan.supp"}
TESTS = BUILD / "tests/test_contract"
PARTS = 6  # of the tests: cases that wait leave the processors to others


def compiling(sanitizer):
    """Folder of a sanitizer, its objects, and the commands that make them."""
    folder = ROOT / "build/contract" / sanitizer
    folder.mkdir(parents=True, exist_ok=True)
    flags = [*FLAGS[sanitizer], "-O1", "-g1", "-fno-omit-frame-pointer", "-DTERRAWRIGHT_SANITIZED"]
    objects, commands = [], []
    for entry in json.loads((BUILD / "compile_commands.json").read_text()):
        words = shlex.split(entry["command"])
        place = words.index("-o") + 1
        room = re.match(r"pipeline/(\w+)/CMakeFiles/terrawright_\1\.dir/", words[place])
        if room is None or room[1] not in ROOMS:
            continue
        kept = [word for word in words[:-2] if not re.fullmatch(r"-O.|-M[DTF]|.*\.o\.d|.*\.o", word) and word != "-o"]
        unit = pathlib.Path(words[-1])
        plain = [line for line in unit.read_text().splitlines() if '"' + str(UNSEEN) in line]
        if plain:
            rest = folder / unit.name
            rest.write_text(unit.read_text().replace(plain[0], ""))
            commands.append([*kept, "-O1", "-c", str(UNSEEN), "-o", str(folder / "unseen.o")])
            objects.append(commands[-1][-1])
            unit = rest
        commands.append([*kept, *flags, "-c", str(unit), "-o", str(folder / f"{room[1]}_{len(objects)}.o")])
        objects.append(commands[-1][-1])
    return folder, objects, commands


def linked(folder, objects, flags):
    last = subprocess.run(["ninja", "-t", "commands", "terrawright"], cwd=BUILD, check=True, capture_output=True, text=True)
    link = re.search(r"&& (.*?) && ?:?", last.stdout.splitlines()[-1])[1].split()
    place = link.index("-o")
    program = folder / "terrawright"
    subprocess.run([*link[:place], *objects, *flags, "-o", program, *link[place + 2:]], cwd=BUILD, check=True)
    return program


def names_of_tests():
    for way in (["--list-test-names-only"], ["--list-tests", "--verbosity", "quiet"]):  # of Catch2 2 and 3
        listed = subprocess.run([TESTS, *way], capture_output=True, text=True)
        if names := listed.stdout.splitlines():
            return names
    raise SystemExit(listed.stderr)


def tested(sanitizer, program, part, names):
    chosen = program.with_name(f"part_{part}.txt")
    chosen.write_text("".join(name.replace(",", "\\,") + "\n" for name in names))
    environment = {**OPTIONS, **os.environ, "TERRAWRIGHT_TESTED_PROGRAM": str(program)}
    tests = subprocess.run([TESTS, "--input-file", chosen], cwd=ROOT, env=environment, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, text=True)
    passed = tests.returncode == 0 and f"in {len(names)} test cases" in tests.stdout
    said = tests.stdout.split("\n", 1)[1] if passed else tests.stdout  # without the names
    print(f"tests/contract with -fsanitize={sanitizer}, part {part + 1} of {PARTS}\n{said}", flush=True)
    return passed


def main():
    launcher = ["ccache"] if shutil.which("ccache") else []
    made = {sanitizer: compiling(sanitizer) for sanitizer in sys.argv[1:] or list(FLAGS)}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        # The engine's unit takes as long as all others of a processor: first.
        commands = sorted((command for _, _, some in made.values() for command in some),
                          key=lambda command: "terrawright_engine.dir" not in " ".join(command))
        list(threads.map(lambda command: subprocess.run([*launcher, *command], cwd=BUILD, check=True), commands))
        programs = {sanitizer: linked(folder, objects, FLAGS[sanitizer]) for sanitizer, (folder, objects, _) in made.items()}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() + 1) as threads:
        # ThreadSanitizer's parts take longest: first.
        names = names_of_tests()
        parts = [(sanitizer, programs[sanitizer], part, names[part::PARTS]) for sanitizer in reversed(programs) for part in range(PARTS)]
        return not all(list(threads.map(lambda part: tested(*part), parts)))


sys.exit(main())

# SPDX-License-Identifier: Apache-2.0
"""The contract corpus under sanitizers, on top of a release that is built: contract.py [address|thread ...]

The rooms that call plugins are compiled again with the sanitizer. The program is linked of them and of the release's
other rooms, so that it takes a minute and not ten. tests/contract then runs with it. Default: both.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
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


def sanitized(sanitizer):
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
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        list(threads.map(lambda command: subprocess.run(command, cwd=BUILD, check=True), commands))
    last = subprocess.run(["ninja", "-t", "commands", "terrawright"], cwd=BUILD, check=True, capture_output=True, text=True)
    link = re.search(r"&& (.*?) && ?:?", last.stdout.splitlines()[-1])[1].split()
    place = link.index("-o")
    program = folder / "terrawright"
    subprocess.run([*link[:place], *objects, *flags, "-o", program, *link[place + 2:]], cwd=BUILD, check=True)
    return program


def main():
    running = {}
    for sanitizer in sys.argv[1:] or list(FLAGS):
        environment = {**OPTIONS, **os.environ, "TERRAWRIGHT_TESTED_PROGRAM": str(sanitized(sanitizer))}
        running[sanitizer] = subprocess.Popen([BUILD / "tests/test_contract"], cwd=ROOT, env=environment,
                                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for sanitizer, tests in running.items():
        print(f"tests/contract with -fsanitize={sanitizer}\n{tests.communicate()[0]}", flush=True)
    return any(tests.returncode != 0 for tests in running.values())


sys.exit(main())

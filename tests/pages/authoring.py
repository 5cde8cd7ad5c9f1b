# SPDX-License-Identifier: Apache-2.0
"""Does what docs/authoring.md says: authoring.py PROGRAM ROOT. Blocks of code that begin with the name of a file become that
file, and commands run, in the order of the page. `watch` ends at once, as nobody keeps its input open. `bench` and the
whole `check`, which take most of the time, run at length (TERRAWRIGHT_AT_LENGTH)."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PROGRAM, ROOT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
BLOCK = re.compile(r"^```\w+\n(?://|#) (\S+)\n(.*?)^```$|^((?:    [^\n]*\n)+)", re.MULTILINE | re.DOTALL)


def main():
    commands = files = 0
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "CMAKE_PREFIX_PATH": str(ROOT),
                       "TERRAWRIGHT_CACHE": folder + "/cache", "CXXFLAGS": "-Werror"}
        here = pathlib.Path(folder)
        for name, code, lines in BLOCK.findall((ROOT / "docs/authoring.md").read_text()):
            if name:
                (here / name).write_text(code)
                files += 1
                continue
            for command in lines.replace("    ", "", 1).replace("\n    ", "\n").splitlines():
                if command.startswith("cd "):
                    here /= command[3:]
                    continue
                commands += 1
                is_long = re.match(r"terrawright (bench|check(?!.*--quick))", command)
                if is_long and "TERRAWRIGHT_AT_LENGTH" not in os.environ:
                    continue
                ran = subprocess.run(["bash", "-c", command], cwd=here, env=environment, input="", capture_output=True, text=True)
                print(f"$ {command}\n{ran.stdout}{ran.stderr}")
                if ran.returncode:
                    return f"{command}: exit code {ran.returncode}"
                if "check" in command and "nothing was found" not in ran.stdout:
                    return "check found something"
                if command.startswith("ctest") and "100% tests passed, 0 tests failed out of 1" not in ran.stdout:
                    return "its test did not run"
    return 0 if (commands, files) == (12, 3) else f"{commands} commands and {files} files are not those of the page"


sys.exit(main())

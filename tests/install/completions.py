# SPDX-License-Identifier: Apache-2.0
"""The shells themselves complete command lines: completions.py PROGRAM

bash is asked by its own variables, fish by `complete -C`, zsh by pressing Tab in a terminal.
"""
import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import time

program = os.path.abspath(sys.argv[1])
work = tempfile.TemporaryDirectory()
os.chdir(work.name)
os.symlink(program, "terrawright")
for name in ("island.yaml", "other.yml", "picture.png"):
    open(name, "w").close()
os.mkdir("worlds")
environment = dict(os.environ, PATH=work.name + ":" + os.environ["PATH"], HOME=work.name, LC_ALL="C.UTF-8", TERM="dumb")
scripts = {}
for shell in ("bash", "zsh", "fish"):
    scripts[shell] = subprocess.run([program, "completions", shell], check=True, text=True, capture_output=True).stdout
    with open("completions." + shell, "w", encoding="utf-8") as file:
        file.write(scripts[shell])
    subprocess.run([shell, "-n", "completions." + shell], check=True)


def run(*command):
    return subprocess.run(command, env=environment, check=True, text=True, capture_output=True).stdout


def of_bash(line):
    # As readline cuts it: at spaces and at '='.
    words = re.findall(r"=|[^\s=]+", line) + ([""] if line.endswith(" ") else [])
    array = " ".join("'" + word + "'" for word in words)
    return run("bash", "-c", f"source ./completions.bash; COMP_WORDS=({array}); COMP_CWORD={len(words) - 1}; _terrawright; "
               'printf "%s\\n" "${COMPREPLY[@]}"').split()


def of_fish(line):
    lines = run("fish", "--no-config", "-c", f"source completions.fish; complete -C '{line}'").splitlines()
    return [found.split("\t")[0].split("=")[-1] for found in lines]


os.mkdir("functions")
os.rename("completions.zsh", "functions/_terrawright")


def of_zsh(line, load="fpath=($PWD/functions $fpath); autoload -U compinit; compinit -u"):
    """Result of Tab on the line: the line afterwards, and the choices below it."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvpe("zsh", ["zsh", "-f", "-i"], environment)
    seen = b""

    def read(until, seconds=120):
        nonlocal seen
        end = time.monotonic() + seconds
        start = len(seen)
        while time.monotonic() < end and until not in seen[start:]:
            if select.select([terminal], [], [], 0.2)[0]:
                seen += os.read(terminal, 65536)
        assert until in seen[start:], seen[-2000:]
        return seen[start:]

    try:
        os.write(terminal, b"PS1=; " + load.encode() + b"; zstyle ':completion:*' list-prompt ''; LISTMAX=1000; stty -echo columns 200; echo rea''dy\n")
        read(b"ready")
        os.write(terminal, line.encode() + b"\t\t")
        time.sleep(pause)
        os.write(terminal, b"\x15echo do''ne\n")
        # Without the line itself, which stands there again.
        return [word for word in read(b"done").decode(errors="replace").split() if word not in line.split()]
    finally:
        os.close(terminal)
        os.waitpid(pid, 0)


verbs = set(re.findall(r"^  ([a-z]+) {2,}", run(program, "--help").split("Subcommands:")[1], re.M))
assert {"build", "validate", "plan"} < verbs, verbs
assert verbs < set(of_bash("terrawright ")) and verbs <= set(of_fish("terrawright ")), verbs

# Every option of every verb, in all three.
for verb in sorted(verbs):
    options = set(re.findall(r"^  (?:-\w,)?(--[a-z0-9-]+)", run(program, verb, "--help"), re.M))
    assert options, verb
    for of in (of_bash, of_fish):
        found = set(of(f"terrawright {verb} --"))
        assert found == options, (of.__name__, verb, found ^ options)
    block = scripts["zsh"].split(f"\n    {verb}) _arguments")[1].split(";;")[0]
    assert all(f"*{option}" in block for option in options), verb

stage = "sea.level"


def completes(of):
    name = of.__name__
    assert "github" in of("terrawright build x.yaml --format "), name
    assert stage in " ".join(of("terrawright describe sea.l")), name
    found = of("terrawright build ")
    assert "island.yaml" in found and "other.yml" in found and "picture.png" not in found, (name, found)
    assert any(word.startswith("worlds") for word in found), (name, found)
    found = of("terrawright build island.yaml --out ")
    assert any(word.startswith("worlds") for word in found) and "island.yaml" not in found, (name, found)


completes(of_bash)
completes(of_fish)
sourced = "autoload -U compinit; compinit -u; source <(./terrawright completions zsh)"
for pause in (0.5, 4, 30):  # seconds of zsh from Tab to the choices
    try:
        completes(of_zsh)
        assert "github" in of_zsh("terrawright build x.yaml --format ", sourced), "sourced by zsh"
        break
    except AssertionError:
        if pause == 30:
            raise
assert "github" in of_bash("terrawright build x.yaml --format=gi"), "behind '=', bash"
assert "github" in of_fish("terrawright build x.yaml --format=gi"), "behind '=', fish"
print(f"{len(verbs)} verbs in bash, zsh and fish")

# SPDX-License-Identifier: Apache-2.0
"""Checks all pages of the project: hold.py PROGRAM ROOT. Links and anchors lead somewhere, by GitHub's rules; pictures are
there, and shown; YAML parses, and whole worlds validate; commands have verbs, flags and files that are there."""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import urllib.parse

import yaml

ROOT = pathlib.Path(sys.argv[2]).resolve()
PICTURES = {".png", ".jpg", ".jpeg", ".svg", ".gif", ".webp"}
LINK = re.compile(r"(!?)\[((?:[^\[\]]|!?\[[^\]]*\]\([^)]*\))*)\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
# Folders that hold no pages of ours: what builds and runs of examples leave behind (.gitignore), and others' code.
LEFT = {".git", "build", "out", "by-hand", "worlds", "logs", "cache", ".snakemake"}


class Page:
    """A page in lines of prose, without code, and blocks of code with their first line's number."""

    def __init__(self, path):
        self.path, self.prose, self.blocks = path, [], []
        fence, open_block, blank, listed = "", None, True, False
        for number, line in enumerate(path.read_text().splitlines(), 1):
            fenced = re.match(r"\s*(```+|~~~+)\s*(\w*)", line)
            if fence:
                if fenced and fenced.group(1).startswith(fence) and not fenced.group(2):
                    fence, open_block = "", None
                else:
                    open_block[2].append(line)
                self.prose.append("")
                continue
            if fenced:
                fence, open_block = fenced.group(1), (number + 1, fenced.group(2), [])
                self.blocks.append(open_block)
            elif line.startswith("    ") and line.strip() and (blank or open_block) and not listed:
                if open_block is None:
                    open_block = (number, "", [])
                    self.blocks.append(open_block)
                open_block[2].append(line[4:])
            elif not line.strip() and open_block:
                open_block[2].append("")
            else:
                open_block = None
                if line.strip():
                    listed = bool(re.match(r"\s*([-*]|\d+\.)\s", line)) or (listed and line.startswith(" "))
            code = fenced or (open_block is not None and line.startswith("    "))
            self.prose.append("" if code else re.sub(r"(`+).+?\1", lambda m: "`" + "x" * (len(m.group()) - 2) + "`", line))
            blank = not line.strip()

    def anchors(self):
        """Those of its headings, as GitHub makes them, and those it names."""
        found, lines = {}, self.path.read_text().splitlines()
        for line, prose in zip(lines, self.prose):
            heading = re.match(r"#{1,6}\s+(.*?)\s*#*$", line)
            if heading and prose:
                text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading.group(1)).replace("`", "")
                anchor = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
                seen = found.get(anchor, 0)
                found[anchor] = seen + 1
                if seen:
                    found[f"{anchor}-{seen}"] = 1
        named = re.findall(r"<a (?:name|id)=\"([^\"]+)\"", "\n".join(lines))
        return set(found) | set(named)


class Program:
    """The verbs, flags and stages that there are."""

    def __init__(self, program):
        self.program = program
        text = self.run("--help").stdout
        self.verbs = re.findall(r"^  (\w+) {2,}", text.split("Subcommands:")[1].split("\n\n")[0], re.MULTILINE)
        self.flags = {verb: set(re.findall(r"(?<![\w-])--?[a-z][\w-]*", self.run(verb, "--help").stdout)) for verb in self.verbs}
        self.flags[""] = set(re.findall(r"(?<![\w-])--?[a-z][\w-]*", text))
        self.stages = set(re.findall(r"\"stage\":\"([^\"]+)\"", self.run("stages", "--format", "json").stdout))

    def run(self, *arguments):
        return subprocess.run([self.program, *arguments], capture_output=True, text=True)


def links(page, pages, shown):
    for number, line in enumerate(page.prose, 1):
        targets = [match.group(3) for match in LINK.finditer(line)]
        for match in LINK.finditer(line):  # a picture that is a link
            targets += [inner.group(3) for inner in LINK.finditer(match.group(2))]
        for target in [*targets, *re.findall(r"<(?:img|a)[^>]*\b(?:src|href)=\"([^\"]+)\"", line)]:
            if re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = urllib.parse.unquote(target).partition("#")
            to = (page.path.parent / name).resolve() if name else page.path
            if not to.exists() or ROOT not in [to, *to.parents]:
                yield number, f"{target} is not there"
                continue
            if to.suffix in PICTURES:
                shown.add(to)
            if anchor and to.suffix == ".md" and anchor not in pages[to].anchors():
                near = ", ".join(sorted(pages[to].anchors()))
                yield number, f"{target}: no heading there has this anchor, but {near}"


def commands(block, program):
    """Errors in the commands of one block: (line, problem)."""
    text = "\n".join(block[2])
    line = 0
    for command in re.sub(r"\\\n", " \0", text).split("\n"):
        at, command, line = line, command.replace("\0", ""), line + 1 + command.count("\0")
        for part in re.split(r"\s(?:&&|\|\|?|;)\s", command):
            try:
                words = shlex.split(part, comments=True)
            except ValueError:
                continue  # prose, or another language
            names = [i for i, word in enumerate(words) if word in ("terrawright", "build/release/terrawright")]
            run = bool(names) and (names[0] == 0 or words[0] in ("mpirun", "srun", "nice", "time") or "=" in words[0])
            if run:
                said = settings(words[names[0] + 1 :], program)
                if said:
                    yield at, said
                rest = words[names[0] + 1 :]
                verb = rest[0] if rest and not rest[0].startswith("-") else ""
                if verb and verb not in program.verbs:
                    yield at, f"terrawright has no verb {verb}"
                    continue
                for word in rest:
                    flag = word.split("=")[0]
                    if re.match(r"--?[a-z]", word) and flag not in program.flags[verb]:
                        yield at, f"terrawright {verb} has no {flag}"
            for word in words:
                ours = re.match(r"(?:\./)?((?:scripts|configs|examples|docs|bench|tests)/[\w./-]+)$", word)
                made = re.search(r"/(build|out|by-hand|worlds|logs|cache)(/|$)", word)
                if ours and not made and (run or words[0] == word) and not (ROOT / ours.group(1)).exists():
                    yield at, f"{word} is not there"


def settings(words, program):
    """Message of validate for a world of ours with the values that the command sets."""
    worlds = [word for word in words if re.fullmatch(r"(configs|examples/[\w-]+)/\w+\.yaml", word) and (ROOT / word).exists()]
    if len(worlds) != 1 or words[0] not in ("build", "plan", "validate") or "100-plugin" in worlds[0]:
        return ""
    sets = [part for word, value in zip(words, words[1:]) if word in ("--set", "--seed") for part in (word, value)]
    if any(re.search(r"[$<…]|\.\.\.", part) for part in sets):
        return ""  # to be filled in
    ran = program.run("validate", "--quiet", str(ROOT / worlds[0]), *sets)
    return f"{' '.join(words)}:\n{ran.stderr}" if ran.returncode else ""


def configs(page, block, program, tested):
    """Checks YAML: that it parses; that a whole world validates; that stages exist."""
    text = "\n".join(block[2]).rstrip() + "\n"
    if block[1] not in ("yaml", "yml") and not (block[1] == "" and re.match(r"(#.*\n)*(- \{|[a-z_]+:( [^/]|\n))", text)):
        return
    try:
        world = yaml.safe_load(text)
    except yaml.YAMLError as error:
        yield getattr(getattr(error, "problem_mark", None), "line", 0), f"no YAML: {str(error).splitlines()[0]}"
        return
    own = set(world.get("composites") or {}) if isinstance(world, dict) else set()
    for line, said in enumerate(block[2]):
        for stage in re.findall(r"\buse: ([a-z_0-9]+\.[a-z_0-9]+@\d+)", said):
            if stage not in program.stages | own and not stage.startswith("my.") and not plugin_of(page):
                yield line, f"there is no stage {stage}"
    whole = isinstance(world, dict) and {"terrawright", "world", "stages"} <= set(world)
    reads = re.search(r"\buse: source\.", text)  # a file that the page's own test has
    if whole and text not in tested and not reads and not plugin_of(page):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "world.yaml"
            path.write_text(text)
            ran = program.run("validate", "--quiet", str(path))
            if ran.returncode:
                yield 0, f"this world does not validate:\n{ran.stderr}"


def plugin_of(page):
    return bool({"100-plugin", "800-languages", "authoring.md"} & set(page.path.parts))


def main():
    program = Program(sys.argv[1])
    ours = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [one for one in folders if one not in LEFT]
        ours += [pathlib.Path(folder, name) for name in names]
    pages = {path: Page(path) for path in sorted(ours) if path.suffix == ".md"}
    tested = {path.read_text() for path in ours if path.suffix == ".yaml" and "errors" not in path.parts}
    problems, shown = [], set()
    for path, page in pages.items():
        found = list(links(page, pages, shown))
        for block in page.blocks:
            found += [(block[0] + line, said) for line, said in commands(block, program)]
            found += [(block[0] + line, said) for line, said in configs(page, block, program, tested)]
        problems += [f"{path.relative_to(ROOT)}:{number}: {said}" for number, said in found]
    for path in ours:
        if path.suffix in PICTURES and path.relative_to(ROOT).parts[0] == "docs" and path not in shown:
            problems.append(f"{path.relative_to(ROOT)}: no page shows this picture")
        if path.suffix in PICTURES and b"oiiotool " in path.read_bytes():
            problems.append(f"{path.relative_to(ROOT)}: it says by which command and of which files it was made; "
                            "oiiotool --nosoftwareattrib --eraseattrib '.*' leaves that out")
    print("\n".join(problems) or f"{len(pages)} pages and {len(shown)} pictures hold together")
    return 1 if problems else 0


sys.exit(main())

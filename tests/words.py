# SPDX-License-Identifier: Apache-2.0
"""Checks the sentences of comments, pages, help and messages: words.py ROOT [PATH...]. It counts sentences that open
with a clause in the place of a noun, long sentences and phrases of the stop list, and fails if a share is too large.
With paths it lists every finding in them and fails on none. `words.py --test` checks the check."""
import ast
import io
import pathlib
import re
import sys
import tempfile
import tokenize

OPENING = re.compile(r"(?:What|Who|Whoever|Whose|Of|Where|Which|How)\b")
MOST_WORDS = 25
STOP = re.compile(
    r"\b(?:finds? no room|(?:is|are|was|were) told(?! apart)|who(?:ever)? watches|as it stands|anew|its code is wrong"
    r"|of your own|if nothing is said|unless said otherwise|in a circle|(?:is|are) no library|nobody asked"
    r"|takes? its word|taken? away|takes? away|makes? again|made again|for whom|with whom|whatever the"
    r"|found out|finds? out)\b", re.I)
# Percent of the sentences of a kind: openings, long ones, and those with a phrase of the stop list. The bars are 2 for
# openings in comments and 3 for long sentences in docs. The other limits follow the sources; lower them with these.
LIMITS = {
    "comments": (2, 2.5, 0.3),
    "docs": (0.3, 3, 0.3),
    "help": (0.3, 0.5, 1),
    "messages": (0.8, 0.3, 1.1),
    "stages": (0.6, 2.1, 0.4),
}
CODE = {".c", ".cpp", ".h", ".hpp"}
FOLDERS = ("bench", "cmake", "configs", "examples", "packs", "pipeline", "scripts", "stages", "tests",
           "writers")
TOKEN = re.compile(r'R"(?P<d>[^(\s]*)\(.*?\)(?P=d)"|(?P<text>"(?:[^"\\\n]|\\.)*")|\'(?:[^\'\\\n]|\\.[^\']*)\''
                   r"|(?P<line>//[^\n]*)|(?P<block>/\*.*?\*/)", re.S)


def comments_of_c(text):
    """Blocks of comments as lists of (line, text), and joined literals as (line, text)."""
    comments, literals, last = [], [], None
    for found in TOKEN.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        if found["line"]:
            column = found.start() - text.rfind("\n", 0, found.start())
            alone = not text[found.start() - column + 1:found.start()].strip()
            said = found["line"].lstrip("/").strip()
            if re.match(r"/{2,3} {3,}.*(?:[(){};=]|\S {2,}\S)", found["line"]):
                said = ""  # code, or a table
            if alone and last == (line - 1, column) and said:
                comments[-1].append((line, said))
            else:
                comments.append([(line, said)])
            last = (line, column)
        elif found["block"]:
            lines = found["block"][2:-2].split("\n")
            said = [(line + i, re.sub(r"^\s*\*? ?", "", one).rstrip()) for i, one in enumerate(lines)]
            comments += paragraphs(said)
        elif found["text"]:
            part = re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], found["text"][1:-1])
            if literals and not text[literals[-1][2]:found.start()].strip():
                literals[-1][1] += part
                literals[-1][2] = found.end()
            else:
                literals.append([line, part, found.end()])
    return comments, [[(line, part)] for line, said, _ in literals for part in said.split("\n")]


def paragraphs(lines):
    """Runs of lines: an empty line, a line of a list or a table and a line that is further right begin a new one."""
    made, width = [], 0
    for number, line in lines:
        here = len(line) - len(line.lstrip())
        if not line.strip():
            made.append([])
        elif not made or not made[-1] or re.match(r"\s*(?:[-*] |\d+\. |\||#)", line) or re.search(r"\S {2,}\S", line):
            made.append([(number, line.strip())])
        elif here > width and made[-1] and not re.match(r"\s*(?:[-*] |\d+\. )", made[-1][0][1]):
            made.append([(number, line.strip())])
        else:
            made[-1].append((number, line.strip()))
        width = here
    return [one for one in made if one]


def comments_of_python(text):
    made, last = [], None
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            alone = not token.line[:token.start[1]].strip()
            said = (token.start[0], token.string.lstrip("#").strip())
            if alone and last == (token.start[0] - 1, token.start[1]):
                made[-1].append(said)
            else:
                made.append([said])
            last = token.start
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
            first = node.body[0].lineno
            made += paragraphs([(first + i, line) for i, line in enumerate(node.body[0].value.value.split("\n"))])
    return made


def comments_of_hash(text):
    made, last = [], None
    for number, line in enumerate(text.splitlines(), 1):
        found = re.match(r"(\s*)#+ ?(.*)", line) or re.match(r"([^#\"']*\s)#+ (.*)", line)
        if found and not line.startswith("#!"):
            alone = not found[1].strip()
            if alone and last == (number - 1, len(found[1])) and found[2].strip():
                made[-1].append((number, found[2].strip()))
            else:
                made.append([(number, found[2].strip())])
            last = (number, len(found[1]))
    return made


def prose_of(text):
    """Paragraphs, points and cells of tables of a page, without code and headings."""
    lines, fence, blank, code, listed = [], False, True, False, False
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(r"\s*(?:```|~~~)", line):
            fence, line = not fence, ""
        code = line.startswith("    ") and not listed and (blank or code)
        if fence or code or line.startswith(("#", "<", "| ---", "![")):
            line = ""
        if line.strip():
            listed = bool(re.match(r"\s*(?:[-*]|\d+\.)\s", line)) or (listed and line.startswith(" "))
        blank = not line.strip()
        line = re.sub(r"(`+).+?\1", "`code`", line)
        line = re.sub(r"!?\[((?:[^\[\]]|!\[[^\]]*\]\([^)]*\))*)\]\([^)]*\)", r"\1", line)
        if line.startswith("|"):
            for cell in re.split(r"\||; ", line.strip().strip("|")):
                lines += [(number, cell.strip()), (number, "")]
        else:
            lines.append((number, re.sub(r"^\s*(?:[-*] |\d+\. )", "- ", line)))
    return [[(number, line.removeprefix("- ")) for number, line in one] for one in paragraphs(lines)]


def sentences(block):
    """(line, sentence) of a block of text lines."""
    text, starts = "", []
    for number, line in block:
        if line.startswith("SPDX-"):
            continue
        starts.append((len(text), number))
        text += line + " "
    at = 0
    ends = re.finditer(r"(?<!e\.g)(?<!i\.e)(?<!\.\.)[.!?][)\"'*]*\s+(?=\S)", text)
    for end in [*(found.end() for found in ends), len(text)]:
        said = text[at:end].strip()
        if len(re.findall(r"[A-Za-z]{2,}", said)) >= 3:
            yield max(number for start, number in starts if start <= at), said
        at = end


def reasons(said):
    opening = OPENING.match(said.lstrip("*_(\"")) and not said.rstrip(")\"* ").endswith("?")
    counted = re.sub(r"\((?:see )?`code`(?:(?:, | and )`code`)*\)", "", said)  # a reference
    long = len([word for word in counted.split() if re.search(r"[A-Za-z]", word)]) > MOST_WORDS
    return (bool(opening), long, bool(STOP.search(said)))


def texts_of(root):
    """(kind, path, blocks) of everything that is checked."""
    for path in [*root.glob("*.md"), *root.glob("docs/*.md"), *root.glob("docs/architecture/*.md"),
                 *root.glob("docs/tutorial/*.md")]:
        yield "docs", path, prose_of(path.read_text())
    files = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*")) if path.is_file()]
    for path in [*files, *root.glob("CMakeLists.txt")]:
        parts = path.relative_to(root).parts
        if "build" in parts[:-1] and parts[0] == "examples" or "errors" in parts:
            continue
        if path.suffix in CODE:
            comments, literals = comments_of_c(path.read_text())
            yield "comments", path, comments
            if parts[0] in ("pipeline", "writers", "packs", "stages"):
                kind = "help" if parts[1] == "cli" else "stages" if "stages" in parts[:3] else "messages"
                yield kind, path, literals
        elif path.suffix == ".py":
            yield "comments", path, comments_of_python(path.read_text())
        elif path.suffix == ".t":  # transcripts: commands and what they print are indented
            yield "comments", path, prose_of(re.sub(r"(?m)^  .*", "", path.read_text()))
        elif path.name == "CMakeLists.txt" or path.suffix in (".cmake", ".yaml", ".yml"):
            yield "comments", path, comments_of_hash(path.read_text())


def main(root, paths):
    counts = {kind: [0, 0, 0, 0] for kind in LIMITS}
    found = []
    for kind, path, blocks in texts_of(root):
        for block in blocks:
            for number, said in sentences(block):
                if said.startswith(("NOLINT", "clang-format")):
                    continue
                bad = reasons(said)
                counts[kind] = [counts[kind][0] + 1, *(a + b for a, b in zip(counts[kind][1:], bad))]
                words = [text for text, one in zip(("opening", "long", "phrase"), bad) if one]
                if words:
                    found.append((kind, bad, f"{path.relative_to(root)}:{number}: {', '.join(words)}: {said}"))
    over = set()
    for kind, (total, *bad) in counts.items():
        shares = [100 * one / max(total, 1) for one in bad]
        for i, share in enumerate(shares):
            if share > LIMITS[kind][i]:
                over.add((kind, i))
        print(f"{kind:9} {total:6} sentences: " + ", ".join(
            f"{name} {one} ({share:.2f} % of at most {limit} %)"
            for name, one, share, limit in zip(("openings", "long", "phrases"), bad, shares, LIMITS[kind])))
    for kind, bad, line in found:
        is_over = any((kind, i) in over and one for i, one in enumerate(bad))
        if line.startswith(tuple(paths)) if paths else is_over:
            print(line)
    return 1 if over and not paths else 0


def test():
    bad = "What finds no room waits beside the others. "
    long = "This sentence has " + "very " * 25 + "many words. "
    good = "Layers that do not fit are swapped to a file. What is a layer? "
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in {
                "README.md": f"# What is this\n\n{good}\n{bad}\n\n    {bad}\n",
                "docs/a.md": f"- {long}\n\n| a | {bad} |\n",
                "pipeline/a/a.cpp": f'// {good}\n// {bad}\nint a;  // {long}\n'
                                    'auto b = "What finds no room "\n "waits.";\n',
                "pipeline/cli/b.hpp": f'/* {good}\n * {bad}*/\nauto c = R"({bad})";\nauto d = "{long}";\n',
                "stages/a/c.c": f'auto e = "{good}{bad}";\n',
                "tests/d.py": f'"""{bad}"""\n# {bad}\nf = "{bad}"\n',
                "cmake/e.cmake": f"# {bad}\n",
                "configs/f.yaml": f"# {good}\nname: f  # {bad}\n"}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        kept, sys.stdout = sys.stdout, io.StringIO()
        try:
            LIMITS.update({kind: (0, 0, 0) for kind in LIMITS})
            answer = main(root, [])
            said = re.findall(r"^(\S+:\d+: [a-z, ]+): (?:What|This)", sys.stdout.getvalue(), re.M)
        finally:
            sys.stdout = kept
    both = ": opening, phrase"
    expected = ["README.md:4" + both, "docs/a.md:1: long", "docs/a.md:3" + both, "pipeline/a/a.cpp:2" + both,
                "pipeline/a/a.cpp:3: long",
                "pipeline/a/a.cpp:4" + both, "pipeline/cli/b.hpp:2" + both, "pipeline/cli/b.hpp:4: long",
                "stages/a/c.c:1" + both,
                "tests/d.py:1" + both, "tests/d.py:2" + both, "cmake/e.cmake:1" + both, "configs/f.yaml:2" + both]
    wrong = set(said) ^ set(expected) or answer != 1 or len(said) != len(expected)
    print("\n".join(sorted(set(said) ^ set(expected))) or f"{len(said)} bad sentences are found")
    return 1 if wrong else 0


sys.exit(test() if sys.argv[1] == "--test" else main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]))

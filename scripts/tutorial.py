# SPDX-License-Identifier: Apache-2.0
"""docs/tutorial/README.md: behind each `<!-- 2-sea.yaml -->` what that step adds to the file of the step before, and
its picture; docs/glossary.md: behind `<!-- words -->` which stage does what.

    tutorial.py PROGRAM FOLDER [--pictures]

Writes both pages below FOLDER, and builds every step; with --pictures the pictures too, by oiiotool.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
TUTORIAL = ROOT / "docs" / "tutorial"
SHOWN = {"5-rain": "land-12-rain.png"}  # where it is not the picture of all steps
LARGEST = 60_000  # bytes of a picture


def sections(text):
    """The text of a config as {section: {entry: its lines}}, comments with the entry that they stand before."""
    found, section, entry, waiting = {}, None, None, []
    for line in text.splitlines():
        if re.match(r"[a-z]", line):
            section, entry, waiting = line, None, []
            found[section] = {}
        elif re.match(r"  (#|$)", line) or not line:
            waiting.append(line)
        elif begin := re.match(r"  ([a-z_]+:|- .*)", line):
            entry = begin[1]
            found[section][entry] = [*waiting, line]
            waiting = []
        else:
            found[section][entry].append(line)
    return found


def added(before, after):
    """Lines that a reader writes to come from one file to the next."""
    if before is None:
        return after.rstrip("\n").splitlines()
    old, lines = sections(before), []
    for section, entries in sections(after).items():
        new = [line for entry, text in entries.items() if old.get(section, {}).get(entry) != text for line in text]
        known = section in old
        if new or not known:
            lines += ([""] if lines else []) + [section] + (new[1:] if new and not new[0] else new)
    return lines


def followed(document, lines):
    """The file of a reader who adds the lines: names that exist are replaced, outputs go to the end."""
    for section, value in yaml.safe_load("\n".join(lines)).items():
        if isinstance(value, dict) and isinstance(document.get(section), dict):
            document[section] |= value
        elif isinstance(value, list) and isinstance(document.get(section), list):
            document[section] += value
        else:
            document[section] = value
    return document


def in_page(page, marker, block):
    """The page with the block behind its marker."""
    begin = page.find(marker)
    if begin < 0:
        sys.exit(f"tutorial.py: {marker} stands nowhere in the page")
    begin += len(marker)
    end = page.find("\n<!-- end -->", begin)
    if end < 0:
        sys.exit(f"tutorial.py: no <!-- end --> behind {marker}")
    return page[:begin] + "\n\n" + block + "\n" + page[end:]


def picture(program, step, folder, pictures):
    """Builds the step, and makes its picture of what it has built."""
    with tempfile.TemporaryDirectory() as out:
        subprocess.run([program, "build", TUTORIAL / f"{step}.yaml", "--quiet", "--strict", "--out", out], check=True)
        built = pathlib.Path(out) / SHOWN.get(step, "land-12.png")
        if not built.exists():
            sys.exit(f"tutorial.py: {step} wrote no {built.name}")
        if not pictures:
            return
        made = folder / f"{step}.jpg"
        subprocess.run(["oiiotool", "--nosoftwareattrib", built, "--ch", "R,G,B", "--eraseattrib", ".*", "--compression",
                        "jpeg:83", "-o", made], check=True)
        if made.stat().st_size > LARGEST:
            sys.exit(f"tutorial.py: {made.name} has {made.stat().st_size} bytes, more than {LARGEST}")


def tutorial(program, folder, pictures):
    page, before, document = (TUTORIAL / "README.md").read_text(), None, {}
    for path in sorted(TUTORIAL.glob("[0-9]*.yaml")):
        after = path.read_text()
        lines = added(before, after)
        document = followed(document, lines)
        if document != yaml.safe_load(after):
            sys.exit(f"tutorial.py: who adds what the page says has another world than {path.name}")
        picture(program, path.stem, folder, pictures)
        page = in_page(page, f"<!-- {path.name} -->", "```yaml\n" + "\n".join(lines) + "\n```")
        before = after
    (folder / "README.md").write_text(page)


def glossary(program, folder):
    told = subprocess.run([program, "stages", "--words", "--markdown"], check=True, capture_output=True, text=True)
    page = (ROOT / "docs" / "glossary.md").read_text()
    (folder / "glossary.md").write_text(in_page(page, "<!-- words -->", told.stdout.rstrip("\n")))


def main(program, folder, *options):
    docs = pathlib.Path(folder) / "docs"
    (docs / "tutorial").mkdir(parents=True, exist_ok=True)
    tutorial(program, docs / "tutorial", "--pictures" in options)
    glossary(program, docs)


main(*sys.argv[1:])

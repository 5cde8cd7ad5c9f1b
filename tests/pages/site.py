# SPDX-License-Identifier: Apache-2.0
"""Checks the static pages that scripts/site.sh makes: site.py FOLDER. Links and anchors lead somewhere, nothing is loaded
from other hosts, every page of the repository is there, and search knows words of it."""
import html.parser
import pathlib
import re
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
WORDS = {"rainshadow": False, "terrac": True, "volcano": True}  # whether search knows them, by their stems


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.ids, self.links = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.ids |= {attributes[key] for key in ("id", "name") if attributes.get(key)}
        self.links += [(tag, attributes[key]) for key in ("href", "src") if attributes.get(key)]


def main(folder):
    pages = {path: Page(path.read_text()) for path in sorted(folder.rglob("*.html"))}
    problems, links = [], 0
    for path, page in pages.items():
        where = path.relative_to(folder)
        for tag, target in page.links:
            if re.match(r"[a-z]+:|//", target):
                if tag != "a" and not target.startswith("data:"):
                    problems.append(f"{where}: <{tag}> loads {target}")
                continue
            links += 1
            name, _, anchor = urllib.parse.unquote(target).partition("#")
            to = (path.parent / name.split("?")[0]).resolve() if name else path
            if not to.is_file():
                problems.append(f"{where}: {target} is not there")
            elif anchor and to in pages and anchor not in pages[to].ids:
                problems.append(f"{where}: {target} has no such anchor")
    for style in folder.rglob("*.css"):
        for found in re.findall(r"@import[^;]*//[^;]*|url\(\s*[\"']?(?:https?:)?//[^)]*\)", style.read_text()):
            problems.append(f"{style.relative_to(folder)}: loads {found}")
    for page in [*ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*/*.md")]:
        if not (folder / page.relative_to(ROOT).with_suffix(".html")).exists():
            problems.append(f"{page.relative_to(ROOT)} is not on the site")
    index = (folder / "searchindex.js").read_text()
    problems += [f"search {'does not know' if known else 'knows'} {word}" for word, known in WORDS.items()
                 if bool(re.search(rf"[{{,]\s*\"?{word}\"?:", index)) != known]
    print("\n".join(problems) or f"{len(pages)} pages, {links} links; nothing from other hosts")
    return 1 if problems else 0


sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))

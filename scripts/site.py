# SPDX-License-Identifier: Apache-2.0
"""The sources of the static pages: site.py FOLDER writes all pages of the repository there, for Sphinx and MyST, which read
Markdown as GitHub does. Files that pages link to become pages too, in their places, so that links stay as they are."""
import os
import pathlib
import re
import shutil
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Chapters in the order in which they are read; pages that are named nowhere stand at the end.
CHAPTERS = {
    "Begin": ["docs/README.md", "docs/tutorial/README.md", "docs/gallery.md", "docs/glossary.md", "docs/install.md"],
    "Worlds": ["docs/config.md", "docs/stages/README.md", "docs/editor.md", "docs/watch.md"],
    "Outputs": ["docs/outputs.md", "docs/window.md", "docs/scale.md", "docs/cache.md"],
    "Examples": ["examples/*/README.md"],
    "Your own stages": ["docs/testing.md", "docs/checking.md"],
    "How it works": ["docs/architecture.md", "docs/architecture/*.md", "docs/algorithms.md", "docs/performance.md",
                     "docs/dependencies.md"],
    "More": ["docs/*.md", "CONTRIBUTING.md", "CHANGELOG.md"],
}
LINK = re.compile(r"(?<!\\)(!?\[(?:[^\[\]]|\[[^\]]*\])*\])\(([^)\s]+)\)")
PICTURES = {".png", ".jpg", ".jpeg", ".svg", ".gif"}
LANGUAGES = {".yaml": "yaml", ".cpp": "cpp", ".hpp": "cpp", ".h": "c", ".py": "python", ".sh": "bash", ".cmake": "cmake",
             ".json": "json", ".geojson": "json", ".txt": "text"}
LARGEST = 300_000  # bytes of a file that becomes a page
CONF = '''project = html_title = "Terrawright"
extensions = ["myst_parser"]
html_theme = "furo"
root_doc = "index"
source_suffix = {{".md": "markdown"}}
exclude_patterns = []
myst_heading_anchors = 6
highlight_language = "text"
html_copy_source = False
html_show_sphinx = html_show_copyright = False
html_extra_path = {extra}
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
'''


class Site:
    def __init__(self, to):
        self.to, self.extra, self.shown = to, to / "extra", set()
        self.pages = sorted(path for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"),
                                              *ROOT.glob("examples/*/*.md")])

    def link(self, page, match):
        """A link whose target is on the site."""
        text, target = match.groups()
        if not text.startswith("!"):  # a picture may be a link
            text = f"[{LINK.sub(lambda inner: self.link(page, inner), text[1:-1])}]"
        name, _, anchor = urllib.parse.unquote(target).partition("#")
        if re.match(r"[a-z]+:", target) or not name:
            return f"{text}({target})"
        path = (page.parent / name).resolve()
        if path == ROOT / "README.md":
            path = ROOT / "index.md"
        elif path.is_dir():
            path = self.folder(path)
        elif text.startswith("!"):
            self.copy(path, self.to)
        elif path.suffix == ".html" or path.suffix in PICTURES or path.stat().st_size > LARGEST:
            self.copy(path, self.extra)
            return f'<a href="{name}">{text[1:-1]}</a>'
        elif path not in self.pages:
            path = self.source(path)
        back = os.path.relpath(path, (ROOT / "index.md").parent if page == ROOT / "README.md" else page.parent)
        return f"{text}({urllib.parse.quote(back)}{'#' + anchor if anchor else ''})"

    def copy(self, path, to):
        there = to / path.relative_to(ROOT)
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, there)

    def write(self, path, text):
        there = self.to / path.relative_to(ROOT)
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_text(text)

    def source(self, path):
        """A page of a file of the repository."""
        page = path.with_name(path.name + ".md")
        if page not in self.shown:
            self.shown.add(page)
            text = path.read_text()
            fence = "`" * (max([2, *map(len, re.findall(r"`+", text))]) + 1)
            self.write(page, f"---\norphan: true\n---\n# {path.relative_to(ROOT)}\n\n"
                             f"{fence}{LANGUAGES.get(path.suffix, 'text')}\n{text.rstrip()}\n{fence}\n")
        return page

    def folder(self, path):
        """A page of a folder, if it has none."""
        page = path / "README.md"
        if page not in self.shown | set(self.pages):
            self.shown.add(page)
            rows = [f"- [{one.name}]({one.name})" for one in sorted(path.iterdir()) if one.is_file() or (one / "README.md").exists()]
            text = "\n".join(rows) or "Nothing but folders."
            self.write(page, f"---\norphan: true\n---\n# {path.relative_to(ROOT)}\n\n"
                             + LINK.sub(lambda match: self.link(page, match), text) + "\n")
        return page

    def page(self, path):
        lines, fence = [], ""
        for line in path.read_text().splitlines():
            fenced = re.match(r"\s*(```+|~~~+)", line)
            if fenced and not fence:
                fence = fenced.group(1)
            elif fenced and fenced.group(1).startswith(fence):
                fence = ""
            elif not fence and not line.startswith("    "):
                line = LINK.sub(lambda match: self.link(path, match), line)
                for name in re.findall(r"<img src=\"([^\":]+)\"", line):
                    self.copy((path.parent / name).resolve(), self.extra)
            lines.append(line)
        return "\n".join(lines) + "\n"

    def contents(self):
        """Chapters as hidden tables of contents; each page stands in one."""
        named, text = {ROOT / "README.md", *ROOT.glob("docs/stages/*.*.md")}, ""
        for chapter, patterns in CHAPTERS.items():
            found = [path for pattern in patterns for path in sorted(ROOT.glob(pattern)) if path in self.pages]
            found = [path for path in dict.fromkeys(found) if path not in named]
            named.update(found)
            if chapter == "More":
                found += [path for path in self.pages if path not in named]
            rows = "\n".join(str(path.relative_to(ROOT).with_suffix("")) for path in found)
            text += f"\n```{{toctree}}\n:hidden:\n:caption: {chapter}\n\n{rows}\n```\n"
        return text

    def make(self):
        self.extra.mkdir(parents=True)
        (self.to / "conf.py").write_text(CONF.format(extra=["extra"]))
        for path in self.pages:
            text = self.page(path)
            if path == ROOT / "README.md":
                self.write(ROOT / "index.md", text + self.contents())
                continue
            if path == ROOT / "docs" / "stages" / "README.md":
                text += "\n```{toctree}\n:hidden:\n:glob:\n\n*.*\n```\n"
            self.write(path, text)


Site(pathlib.Path(sys.argv[1])).make()

# SPDX-License-Identifier: Apache-2.0
"""Pictures of the examples of stages, called by scripts/docs.sh: pictures.py PROGRAM FOLDER [--pictures | --plugins LIBRARY
--sources DIR]. A page has one thumbnail of what the stage shows; with --pictures, and of a plugin, it has all pictures.

stages/FAMILY/WORD.pictures.yaml, beside the example, says what a page shows:
  show    layers before and after the stage, or several of its outputs
  values  what two values of each main parameter make of the last of them: PARAMETER, NODE.PARAMETER or world.KEY, with
          [value, value] or {values, show, scale, and set for what else differs from the example}
  set     values of the world for all of the page's pictures
A layer is a reference, or {of: reference} with
  over    heights to draw it on          as     water, flow, rivers, features, grey, sheet or text; else as its kind is drawn
  coast   a mask whose edge is drawn     level  the number at which heights meet the sea; in metres it is 0
  water   depths of lakes under rivers   minus  heights, where what changed is to be seen
  title   else before and after          scale  one for all of a name; own: for it alone; compressed: few cells have much
A stage of a plugin has its example in its description; DIR/WORD.pictures.yaml says the same of its page and, where there is
none, the page shows what flows into the example's last node, and its outputs.
FOLDER/docs/stages/pictures/recipes.json keeps of what the pictures there were made: example, values, revisions of all
stages in it, and the drawing. Pictures whose recipe has changed are redrawn, and then the pages get them."""
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The size that examples have here, on the ground that most of them have in 65 cells of 1 km; and islands less square.
SET = {"world.size": "[193,193]", "world.cell": "340 m"}
LOOKS = {"heights.diamond_square": {"ring_metric": "round", "stencil": "cubic", "reduction": "0.55"}}
USED = re.compile(r"\buse: ([a-z_0-9]+\.[a-z_0-9]+)@")


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def example_of(stage, plugins, folder):
    """The file with the example; what the program says of a stage of a plugin becomes one."""
    if plugins:
        said = json.loads(subprocess.run([*PROGRAM, "describe", stage, "--json", *plugins], capture_output=True, check=True).stdout)
        if not said.get("example"):
            return None
        path = pathlib.Path(folder, f"{stage.replace('/', '.')}.yaml")
        path.write_text(said["example"])
        return path
    family, word = stage.split(".")
    for folder in (ROOT / "stages", *sorted(ROOT.glob("packs/*/stages"))):
        for path in (folder / family / f"{word}.yaml", folder / family / word / f"{word}.yaml"):
            if path.exists():
                return path
    return None


class Page:
    """One stage: its example, and the panels that its page shows."""

    def __init__(self, stage, example, plugins=(), sources=None, whole=True):
        self.stage, self.example, self.plugins, self.whole = stage, example, list(plugins), whole
        text = example.read_text()
        nodes = yaml.load(text, yaml.BaseLoader)["stages"]
        self.uses = {node: use["use"].split("@")[0] for node, use in nodes.items()}
        self.own = [node for node, use in self.uses.items() if use == stage]
        said = sources / f"{stage.split('.')[-1]}.pictures.yaml" if sources else example.with_suffix(".pictures.yaml")
        if said.exists():
            self.entry = yaml.load(said.read_text(), yaml.BaseLoader)
        elif plugins:
            self.entry = {"show": [*(nodes[self.own[-1]].get("in") or {}).values(), self.own[-1]]}
        else:
            sys.exit(f"{said.relative_to(ROOT)} is missing: what the page of {stage} shows")
        entry = self.entry
        self.sets = {**SET, **self.looks(text), **(entry.get("set") or {})}
        self.shown = [self.panel(show) for show in entry["show"]]
        self.values = {name: self.of_values(name, values) for name, values in (entry.get("values") or {}).items()}
        self.text = self.shown[-1].get("as") == "text"
        self.thumbnail = "" if self.text else f"{stage}.png"
        self.panels = self.shown + [panel for panels in self.values.values() for panel in panels if whole]
        self.files = [panel["file"] for panel in self.panels if whole or self.text] + [self.thumbnail] * (not self.text)

    def looks(self, text):
        """Values for the nodes of some stages, where it is not them that the page is about."""
        nodes = yaml.load(text, yaml.BaseLoader)["stages"]
        return {f"stages.{node}.with.{parameter}": value for node, use in self.uses.items() if use in LOOKS and use != self.stage
                for parameter, value in LOOKS[use].items()
                if (nodes[node].get("with") or {}).get("seeding") == "island" and parameter not in nodes[node]["with"]}

    def panel(self, show, sets=None, name=None):
        panel = dict(show) if isinstance(show, dict) else {"of": show}
        panel["set"] = {**self.sets, **(sets or {})}
        end = "txt" if panel.get("as") == "text" else "png"
        name = name or panel["of"].replace(".", "-") + ("-change" if "minus" in panel else "")
        panel["file"] = f"{self.stage}.{name}.{end}"
        return panel

    def of_values(self, name, values):
        spec = values if isinstance(values, dict) else {"values": values}
        show = spec.get("show", self.entry["show"][-1])
        node, _, parameter = name.rpartition(".")
        shown = (show["of"] if isinstance(show, dict) else show).split(".")[0]
        node = node or (shown if shown in self.own else self.own[-1])
        panels = []
        for i, value in enumerate(spec["values"], 1):
            path = name if node == "world" else f"stages.{node}.with.{parameter}"
            panel = self.panel(show, {**(spec.get("set") or {}), path: value}, f"{parameter}.{i}")
            panel["title"] = f"`{parameter}: {value}`"
            panel["path"] = path
            panel["of node"] = "the world" if node == "world" else f"the node `{node}`"
            panel.setdefault("scale", spec.get("scale", ""))
            panels.append(panel)
        return panels

    def title(self, panel):
        node = panel["of"].split(".")[0]
        if "title" in panel:
            return panel["title"]
        if "minus" in panel:
            return f"`{panel['of']}` - `{panel['minus']}`"
        if len(self.shown) > 1 and node not in self.own:
            return f"before: `{panel['of']}`"
        return f"after: `{panel['of']}`" if any(p["of"].split(".")[0] not in self.own for p in self.shown) else f"`{panel['of']}`"

    def recipe(self, pages):
        """All inputs of the pictures, as one hash."""
        parts = [(ROOT / "scripts" / "drawing.py").read_text(), json.dumps(self.panels)]
        parts += [sha256(path.read_bytes()) for path in sorted(self.example.parent.glob("*"))
                  if path.suffix in (".png", ".geojson") or path == self.example]
        found, todo = set(), sorted(set(USED.findall(self.example.read_text())))
        while todo:
            stage = todo.pop()
            if stage in found:
                continue
            found.add(stage)
            if not (pages / f"{stage}.md").exists():
                parts.append(stage)  # of the program, beside a plugin's page
                continue
            page = (pages / f"{stage}.md").read_text()
            revision = re.search(r"^\| revision of its pixels \| (\d+) \|$", page, re.MULTILINE)
            parts.append(f"{stage} {revision.group(1) if revision else ''}")
            made_of = re.search(r"^\| made of \| (.*) \|$", page, re.MULTILINE)
            todo += re.findall(r"\]\(([a-z_0-9.]+)\.md\)", made_of.group(1)) if made_of else []
        return sha256("\n".join([*parts[:3], *sorted(parts[3:])]).encode())


def built(program, page, sets, wanted, folder, cache):
    """Builds the example once with these values; writes the layers that panels want."""
    outputs, layers = [], {}
    for i, (ref, way) in enumerate(sorted(wanted)):
        if way == "sheet":
            outputs.append(f'{{file: "l{i}.png", sheet: {ref}, dpi: 92}}')
        elif way in ("text", "rivers", "features"):
            outputs.append(f'{{file: "l{i}.{"txt" if way == "text" else "geojson"}", layers: {{l{i}: {ref}}}}}')
        else:
            layers[f"l{i}"] = ref
    if layers:
        outputs.append('{file: "layers.zarr", layers: {' + ", ".join(f"{n}: {r}" for n, r in layers.items()) + "}}")
    command = [program, "build", page.example, "--quiet", "--out", folder, "--cache", cache, *page.plugins]
    for path, value in {**sets, "outputs": "[" + ", ".join(outputs) + "]"}.items():
        command += ["--set", f"{path}={value}"]
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode:
        sys.exit(f"{page.stage}: {' '.join(map(str, command))}\n{ran.stderr}")
    return {ref: f"l{i}" for i, (ref, _) in enumerate(sorted(wanted))}


def make(program, page, pictures, cache):
    # Only drawing needs these.
    try:
        import drawing
    except ImportError:
        subprocess.run([ROOT / "scripts" / "install.sh", "python3-numpy", "python3-pil", "python3-zarr"], check=True)
        import drawing

    builds = {}
    for panel in page.panels:
        wanted = builds.setdefault(json.dumps(panel["set"]), set())
        wanted.add((panel["of"], panel.get("as") if panel.get("as") in ("text", "rivers", "features", "sheet") else ""))
        wanted.update((panel[key], "") for key in ("over", "coast", "minus", "water") if key in panel)
    with tempfile.TemporaryDirectory() as temporary:
        made, groups = {}, {}
        for i, (sets, wanted) in enumerate(builds.items()):
            folder = pathlib.Path(temporary) / str(i)
            names = built(program, page, json.loads(sets), wanted, folder, cache)
            layers = {ref: drawing.Layer(folder / "layers.zarr", names[ref]) for ref, way in wanted if not way}
            manifest = json.loads(next(folder.glob("*.manifest.json")).read_text())
            tables = {ref: folder / f"{names[ref]}.geojson" for ref, way in wanted if way in ("rivers", "features")}
            tables.update({ref: folder / f"{names[ref]}.png" for ref, way in wanted if way == "sheet"})
            texts = {ref: folder / f"{names[ref]}.txt" for ref, way in wanted if way == "text"}
            made[sets] = layers, tables, texts, manifest.get("numbers", {})
        # Panels of one kind and unit have one scale, unless one wants its own.
        for panel in page.panels:
            layers, _, _, numbers = made[json.dumps(panel["set"])]
            panel["layer"] = layers.get(panel["of"])
            if "minus" in panel:
                panel["layer"] = drawing.difference(panel["layer"], layers[panel["minus"]])
            for key in ("of", "over"):
                layer = panel["layer"] if key == "of" else layers.get(panel.get(key))
                if layer is None or layer.kind in ("class", "mask", "colour"):
                    continue
                level = panel.get("level") if layer.kind == "height" else None
                if level is not None:
                    level = numbers[level]["value"] if level in numbers else float(level)
                scale = panel.get("scale", "") if key == "of" else ""
                own = panel["file"] if scale == "own" else scale
                panel["group " + key] = (layer.kind, layer.unit, layer.changed, own)
                groups.setdefault(panel["group " + key], []).append((layer, level, scale == "compressed"))
        drawn = []
        scales = {key: drawing.Scale([g[0] for g in group], group[0][1], group[0][2]) for key, group in groups.items()}
        for panel in page.panels:
            layers, tables, texts, _ = made[json.dumps(panel["set"])]
            to = pictures / panel["file"]
            if panel.get("as") == "text":
                to.write_text(texts[panel["of"]].read_text())
                continue
            own = {key: scales.get(panel.pop("group " + key, None)) for key in ("of", "over")}
            image = drawing.draw(panel, layers, own, tables)
            if page.whole:
                drawing.save(image, to)
            if panel in page.shown:
                drawn.append(image)
        if page.thumbnail:
            drawing.thumbnail(drawn, pictures / page.thumbnail)


def table(page, panels, pictures):
    """Panels side by side."""
    if panels[0]["file"].endswith(".txt"):
        return "\n\n".join(f"{page.title(panel)}\n\n```text\n{(pictures / panel['file']).read_text()}```" for panel in panels)
    titles = [page.title(panel) for panel in panels]
    if not page.whole:
        said = ", ".join(titles)
        return f"![{re.sub(r'[`]', '', page.stage + ', ' + said)}](pictures/{page.thumbnail})\n\n{said[0].upper() + said[1:]}."
    alts = [re.sub(r"[`\[\]]", "", f"{page.stage}, {title}") for title in titles]
    cells = [f"![{alt}](pictures/{panel['file']})" for alt, panel in zip(alts, panels)]
    return "\n".join("| " + " | ".join(row) + " |" for row in (titles, ["---"] * len(panels), cells))


def settings(sets):
    return ", ".join(f"""`--set {f'"{path}={value}"' if " " in value else f"{path}={value}"}`""" for path, value in sets.items())


def said_of(page, name, pictures):
    """Pictures of the values of one parameter."""
    panels = page.values[name]
    also = {path: value for path, value in panels[0]["set"].items()
            if path != panels[0]["path"] and page.sets.get(path) != value}
    shown = f", as `{panels[0]['of']}` shows" if panels[0]["of"] != page.shown[-1]["of"] else ""
    said = f"`{name.split('.')[-1]}` of {panels[0]['of node']}{shown}{', with ' + settings(also) if also else ''}:"
    return f"{said}\n\n{table(page, panels, pictures)}"


def illustrate(page, pages):
    """The page as the program wrote it, with the pictures."""
    path, pictures = pages / f"{page.stage}.md", pages / "pictures"
    head, doc, rest = path.read_text().split("\n\n", 2)
    if "\n## Parameters\n" in rest and not page.values and not page.plugins:
        sys.exit(f"{page.example.with_suffix('.pictures.yaml').relative_to(ROOT)} names no values of a parameter")
    text = f"{head}\n\n{doc}\n\n{table(page, page.shown, pictures)}\n\n{rest}"
    below = f"The {'pictures are' if page.whole else 'picture is'} of this world, with {settings(page.sets)}.\n\n"
    if page.values and page.whole:
        values = "## What values do\n\n" + "\n\n".join(said_of(page, name, pictures) for name in page.values)
        text = text.replace("\n## Example\n", f"\n{values}\n\n## Example\n")
    path.write_text(text.replace("\n## Example\n\n", f"\n## Example\n\n{below}"))


def illustrate_list(all_pages, path):
    """The list of all stages that have a page, each with its thumbnail."""
    small = {page.stage: page.thumbnail for page in all_pages}
    heads, *families = path.read_text().split("\n## ")
    has_page = [any(f"]({page.name})" in family for page in path.parent.glob("*.*.md")) for family in families]
    heads += ("\nA page has a thumbnail of its stage. All pictures, and what values of its parameters do, are in the file "
              "`stages.tar.xz` of a release; `scripts/docs.sh build/release/terrawright build/pages --pictures` makes them.\n"
              if not all_pages[0].whole else "")
    text = "\n## ".join([heads, *(family for family, has in zip(families, has_page) if has)])
    lines = []
    for line in text.splitlines():
        stage = re.match(r"\| \[([a-z_0-9.]+)\]\(", line)
        if stage and not (path.parent / f"{stage.group(1)}.md").exists():
            continue
        if stage:
            picture = small.get(stage.group(1))
            line = (f'| <img src="pictures/{picture}" height="72" alt=""> ' if picture else "| ") + line
        elif line.startswith("| "):
            # Blanks that do not break keep the column as wide as its pictures.
            line = ("| --- " if line.startswith("| ---") else "| what&nbsp;it&nbsp;makes ") + line
        lines.append(line)
    path.write_text("\n".join(lines) + "\n")


def main(program, folder, plugins, sources, whole):
    pages = folder / "docs" / "stages"
    pictures = pages / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    record = pictures / "recipes.json"
    recipes = json.loads(record.read_text()) if record.exists() else {}
    stages = sorted(path.stem for path in pages.glob("*.*.md"))
    now = {}
    with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as examples:
        found = {stage: example_of(stage, plugins, examples) for stage in stages}
        all_pages = [Page(stage, example, plugins, sources, whole) for stage, example in found.items() if example]
        for page in all_pages:
            recipe, files = page.recipe(pages), page.files
            now[page.stage] = recipes.get(page.stage)
            there = {name: sha256((pictures / name).read_bytes()) for name in files if (pictures / name).exists()}
            if now[page.stage] != {"recipe": recipe, "files": there} or len(there) < len(files):
                make(program, page, pictures, cache)
                there = {name: sha256((pictures / name).read_bytes()) for name in files}
                now[page.stage] = {"recipe": recipe, "files": there}
    kept = {name for entry in now.values() for name in entry["files"]} | {record.name}
    for path in pictures.iterdir():
        if path.name not in kept:
            path.unlink()
    record.write_text(json.dumps(now, indent=1) + "\n")
    for page in all_pages:
        illustrate(page, pages)
    illustrate_list(all_pages, pages / "README.md")


PROGRAM = [pathlib.Path(sys.argv[1]).resolve()]
PLUGINS = sys.argv[3:5] if "--plugins" in sys.argv else []
main(*PROGRAM, pathlib.Path(sys.argv[2]), PLUGINS, pathlib.Path(sys.argv[6]) if PLUGINS else None, len(sys.argv) > 3)

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the page of pipeline/live as one file without a server: playground.py FOLDER_OF_WASM FILE.html"""
import base64
import gzip
import hashlib
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIVE = ROOT / "pipeline/live"
# Worlds that need a picture from the disk, or a pack that the engine of the page lacks.
LEFT_OUT = {"hand_drawn.yaml", "island_map.yaml", "realistic_map.yaml"}
# The worker and the engine's script come from blobs that the page makes of its own content. No text is evaluated.
POLICY = ("default-src 'none'; script-src {script} blob: 'wasm-unsafe-eval'; worker-src blob:; style-src {style}; "
          "img-src data: blob:; frame-src blob:; base-uri 'none'; form-action 'none'")


def bundle(*entries):
    """The modules that these import, and they themselves, as one script: each is a function that returns its exports."""
    parts, known = [], {}

    def add(path):
        if path in known:
            return
        known[path] = f"module_{len(known)}"
        text = path.read_text()
        imports = re.findall(r"^import \{([^}]*)\} from '([^']+)';$", text, re.M)
        for _, source in imports:
            add((path.parent / source).resolve())
        exports = re.findall(r"^export (?:async )?(?:function|const|class) (\w+)", text, re.M)
        text = re.sub(r"^import \{([^}]*)\} from '([^']+)';$", lambda found: "const {%s} = %s;" % (
            found[1].replace(" as ", ": "), known[(path.parent / found[2]).resolve()]), text, flags=re.M)
        text = re.sub(r"^export ", "", text, flags=re.M)
        left = re.search(r"^(?:import|export)\b.*$", text, re.M)
        if left:
            sys.exit(f"{path}: this form is not known here: {left[0]}")
        parts.append(f"const {known[path]} = (() => {{\n'use strict';\n{text}return {{{', '.join(exports)}}};\n}})();\n")

    for entry in entries:
        add(entry.resolve())
    return "(() => {\n" + "".join(parts) + "})();\n"


def digest(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def data(name, content):
    packed = base64.b64encode(gzip.compress(content, 9, mtime=0)).decode()
    return f'<script type="application/gzip" id="{name}">{packed}</script>\n'


def main(wasm, file):
    worlds = {path.relative_to(ROOT / "configs").as_posix(): path.read_text()
              for path in sorted((ROOT / "configs").rglob("*.yaml"))
              if not path.name.endswith(".lock.yaml") and path.name not in LEFT_OUT}
    script = bundle(LIVE / "playground/start.js", LIVE / "page/main.js")
    style = (LIVE / "page/page.css").read_text() + (LIVE / "playground/playground.css").read_text()
    policy = POLICY.format(script=digest(script), style=digest(style))
    page = (LIVE / "page/index.html").read_text()
    for old, new in (
            ('<meta charset="utf-8">\n',
             f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{policy}">\n'),
            ('<link rel="stylesheet" href="page.css">', f"<style>{style}</style>"),
            ('<script type="module" src="main.js"></script>\n', ""),
            ("</body>",
             data("engine-wasm", (wasm / "terrawright.wasm").read_bytes()) +
             data("engine-js", (wasm / "terrawright.js").read_bytes()) +
             data("worker-js", bundle(LIVE / "playground/worker.js").encode()) +
             data("worlds", json.dumps(worlds).encode()) + f"<script>{script}</script>\n</body>")):
        if page.count(old) != 1:
            sys.exit(f"index.html has {old!r} {page.count(old)} times, expected once")
        page = page.replace(old, new)
    file.write_text(page)
    print(f"{file}: {len(page) / 1e6:.2f} MB, {len(worlds)} worlds")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))

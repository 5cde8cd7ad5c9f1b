#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the page of pipeline/live as one file without a server: playground.py FOLDER_OF_WASM FILE.html [FOLDER_WITH_THREADS]

With a third folder the page is one for a host: the module with threads is copied beside it, for browsers that isolate it."""
import base64
import hashlib
import json
import pathlib
import shutil
import subprocess
import sys

from playground_hints import hints

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIVE = ROOT / "pipeline/live"
# Worlds that need a picture from the disk, or a pack that the engine of the page lacks.
LEFT_OUT = {"hand_drawn.yaml", "island_map.yaml", "realistic_map.yaml"}
# The scripts and the worker come from blobs that the page makes of its own content. No text is evaluated. The editor adds
# its styles with the nonce.
POLICY = ("default-src 'none'; script-src {script} blob: 'wasm-unsafe-eval'{host}; worker-src blob:{host}; connect-src{host}; "
          "style-src 'nonce-{nonce}'; img-src data: blob:; base-uri 'none'; form-action 'none'")


def bundle(*entries):
    """These modules, in this order, and all that they import, as one script."""
    return subprocess.run(["esbuild", "--bundle", "--minify", "--format=iife", "--target=es2022", "--charset=utf8",
                           "--legal-comments=none", "--log-level=warning"], cwd=LIVE, text=True, check=True, stdout=subprocess.PIPE,
                          input="".join(f"import './{entry}';\n" for entry in entries)).stdout


def digest(text):
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def data(name, content):
    packed = base64.b64encode(subprocess.run(["libdeflate-gzip", "-12", "-c"], input=content, check=True,
                                             stdout=subprocess.PIPE).stdout).decode()
    return f'<script type="application/gzip" id="{name}">{packed}</script>\n'


def main(wasm, file, with_threads=None):
    worlds = {path.relative_to(ROOT / "configs").as_posix(): path.read_text()
              for path in sorted((ROOT / "configs").rglob("*.yaml"))
              if not path.name.endswith(".lock.yaml") and path.name not in LEFT_OUT}
    schema = json.loads((ROOT / "schema/terrawright.schema.json").read_text())
    script = bundle("playground/first.js")
    style = (LIVE / "page/page.css").read_text() + (LIVE / "playground/playground.css").read_text()
    nonce = digest(style)[:24]
    policy = POLICY.format(script=f"'sha256-{digest(script)}'", nonce=nonce, host=" 'self'" if with_threads else "")
    threads = '<meta name="engine-threads" content="threads/">\n' if with_threads else ""
    notices = (LIVE / "playground/npm/bundle/NOTICES").read_text()
    page = (LIVE / "page/index.html").read_text()
    for old, new in (
            ('<meta charset="utf-8">\n',
             f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{policy}">\n{threads}'),
            ('<link rel="stylesheet" href="page.css">', f'<style nonce="{nonce}">{style}</style>'),
            ('<script type="module" src="main.js"></script>\n', ""),
            ("</body>",
             data("engine-wasm", (wasm / "terrawright.wasm").read_bytes()) +
             data("engine-js", (wasm / "terrawright.js").read_bytes()) +
             data("page-js", bundle("playground/start.js", "page/main.js").encode()) +
             data("worker-js", bundle("playground/worker.js").encode()) +
             data("worlds", json.dumps(worlds).encode()) + data("hints", json.dumps(hints(schema), separators=(",", ":")).encode()) +
             f"<!--\n{notices}-->\n<script>{script}</script>\n</body>")):
        if page.count(old) != 1:
            sys.exit(f"index.html has {old!r} {page.count(old)} times, expected once")
        page = page.replace(old, new)
    file.write_text(page)
    if with_threads:
        (file.parent / "threads").mkdir(exist_ok=True)
        for name in ("terrawright.js", "terrawright.wasm", "terrawright.worker.js"):
            shutil.copy(with_threads / name, file.parent / "threads" / name)
        shutil.copy(LIVE / "playground/isolated.js", file.parent / "isolated.js")
    print(f"{file}: {len(page) / 1e6:.2f} MB, {len(worlds)} worlds")


if __name__ == "__main__":
    main(*map(pathlib.Path, sys.argv[1:]))

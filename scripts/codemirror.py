#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes pipeline/live/playground/codemirror/bundle again, the text editor of the page without a server: codemirror.py
[--compare]. With --compare it only says whether the bundle is what its sources make. It needs npm and Debian's esbuild."""
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "pipeline/live/playground/codemirror"
PACKAGES = ROOT / "build/codemirror"


def notices():
    """The licences of all packages, each text once."""
    named = collections.defaultdict(list)
    for licence in sorted(PACKAGES.glob("node_modules/**/LICENSE")):
        package = json.loads((licence.parent / "package.json").read_text())
        if package["license"] != "MIT":
            sys.exit(f"{package['name']} has the licence {package['license']}, expected MIT")
        named[licence.read_text()].append(f"{package['name']} {package['version']}")
    return ("codemirror.js contains, minified, parts of these packages of npm. Their licences follow them.\n\n" +
            "\n".join("\n".join(names) + "\n\n" + text for text, names in named.items()))


def main(arguments):
    if arguments not in ([], ["--compare"]):
        sys.exit("codemirror.py [--compare]")
    PACKAGES.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(SOURCES / name, PACKAGES)
    subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=PACKAGES, check=True)
    with tempfile.TemporaryDirectory() as folder:
        script = pathlib.Path(folder, "codemirror.js")
        subprocess.run(["esbuild", SOURCES / "exports.js", "--bundle", "--minify", "--format=esm", "--target=es2022",
                        "--charset=utf8", "--legal-comments=none", "--log-level=warning", f"--outfile={script}"],
                       env={**os.environ, "NODE_PATH": str(PACKAGES / "node_modules")}, check=True)
        made = {"codemirror.js": script.read_text(), "NOTICES": notices()}
    for name, text in made.items():
        file = SOURCES / "bundle" / name
        if not arguments:
            file.write_text(text)
        elif file.read_text() != text:
            sys.exit(f"{file.relative_to(ROOT)} is not what its sources make: run scripts/codemirror.py")
    print("pipeline/live/playground/codemirror/bundle is what its sources make")


if __name__ == "__main__":
    main(sys.argv[1:])

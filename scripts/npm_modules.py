#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes pipeline/live/playground/npm/bundle again, what the page without a server takes from npm: npm_modules.py
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
SOURCES = ROOT / "pipeline/live/playground/npm"
PACKAGES = ROOT / "build/playground_npm"
MODULES = ("codemirror.js", "tiff.js")


def notices():
    """The licences of all packages, each text once."""
    named = collections.defaultdict(list)
    for licence in sorted(PACKAGES.glob("node_modules/**/LICENSE")):
        package = json.loads((licence.parent / "package.json").read_text())
        if package["license"] != "MIT":
            sys.exit(f"{package['name']} has the licence {package['license']}, expected MIT")
        named[licence.read_text()].append(f"{package['name']} {package['version']}")
    return (f"{' and '.join(MODULES)} contain, minified, parts of these packages of npm. Their licences follow them.\n\n" +
            "\n".join("\n".join(names) + "\n\n" + text for text, names in named.items()))


def main(arguments):
    if arguments not in ([], ["--compare"]):
        sys.exit("npm_modules.py [--compare]")
    PACKAGES.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(SOURCES / name, PACKAGES)
    subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=PACKAGES, check=True)
    made = {"NOTICES": notices()}
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["esbuild", *(SOURCES / name for name in MODULES), "--bundle", "--minify", "--format=esm",
                        "--target=es2022", "--charset=utf8", "--legal-comments=none", "--log-level=warning",
                        f"--outdir={folder}"],
                       env={**os.environ, "NODE_PATH": str(PACKAGES / "node_modules")}, check=True)
        made |= {name: pathlib.Path(folder, name).read_text() for name in MODULES}
    for name, text in made.items():
        file = SOURCES / "bundle" / name
        if not arguments:
            file.write_text(text)
        elif file.read_text() != text:
            sys.exit(f"{file.relative_to(ROOT)} is not what its sources make: run scripts/npm_modules.py")
    print("pipeline/live/playground/npm/bundle is what its sources make")


if __name__ == "__main__":
    main(sys.argv[1:])

# SPDX-License-Identifier: Apache-2.0
"""Runs the cells of a notebook in its folder, and shows the last value of each: notebook.py NOTEBOOK"""
import ast
import json
import os
import pathlib
import sys
import tempfile

CACHE = tempfile.TemporaryDirectory(prefix="terrawright-")  # it goes with the process
os.environ["XDG_CACHE_HOME"] = CACHE.name
notebook = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(notebook.resolve().parents[2] / "python"))
os.chdir(notebook.parent)
names = {}
for number, cell in enumerate(json.loads(pathlib.Path(notebook.name).read_text())["cells"]):
    if cell["cell_type"] != "code":
        continue
    tree = ast.parse("".join(cell["source"]), f"cell {number}")
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, f"cell {number}", "exec"), names)
    if last is not None:
        value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
        print(f"cell {number}:", f"{len(value._repr_png_())} bytes of PNG" if hasattr(value, "_repr_png_") else value)

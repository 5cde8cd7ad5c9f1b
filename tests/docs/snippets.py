# SPDX-License-Identifier: Apache-2.0
"""The YAML of a page as files: snippets.py PAGE FOLDER

A block that begins with `terrawright:` is a world. One that begins with `# name.yaml` is that file. Any other is a part of a
world: its sections go into the first world of the page, outputs in the place of those. Prints a line for each that can be
validated: `whole 1.yaml` or `part 2.yaml`.
"""
import copy
import pathlib
import re
import sys

import yaml


def main(page, folder):
    text = pathlib.Path(page).read_text()
    blocks = re.findall(r"^```yaml\n(.*?)^```$", text, re.M | re.S)
    base = yaml.safe_load(next(block for block in blocks if block.startswith("terrawright:")))
    for number, block in enumerate(blocks, 1):
        name = re.match(r"# (\S+\.yaml)\n", block)
        path = pathlib.Path(folder) / (name[1] if name else f"{number}.yaml")
        path.parent.mkdir(parents=True, exist_ok=True)
        if name or block.startswith("terrawright:"):
            path.write_text(block)
        else:
            world = copy.deepcopy(base)
            for section, value in yaml.safe_load(block).items():
                if isinstance(value, dict) and section in ("knobs", "stages"):
                    world.setdefault(section, {}).update(value)
                else:
                    world[section] = value
            path.write_text(yaml.safe_dump(world, sort_keys=False, allow_unicode=True))
        if not name:
            print("whole" if block.startswith("terrawright:") else "part", path.name)


main(*sys.argv[1:])

# SPDX-License-Identifier: Apache-2.0
"""Checks hold.py on wrong pages: wrong.py PROGRAM."""
import pathlib
import subprocess
import sys
import tempfile

PAGE = '''# A page: with `code`, twice

[here](other.md) [not here](gone.md) [a heading](other.md#the-second-1) [none](other.md#the-third) [above](#a-page-with-code-twice)
[outside](../../../../etc/passwd) ![shown](shown.png) [`code`](other.md#the-second) [![a](lost.png)](other.md) `[in code](never.md)`

| a table | ![not there](missing.png) |
| --- | --- |

    terrawright build world.yaml --seed 7 && terrawright blid world.yaml
    terrawright plan world.yaml --sha265
    scripts/none.sh
    terrawright build configs/ours.yaml --set knobs.see=40%

```yaml
stages:
  a: {use: sea.level@1, with: {percentile: 40 %}}
  b: {use: sea.levels@1}
```

```yaml
outputs: [{file: a.png]
```

```yaml
terrawright: 1
name: whole
world: {size: [65, 65], seed: 1}
stages:
  height: {use: heights.diamond_square@1, with: {sede: island}}
outputs:
  - {file: a.tif, layers: {height: height}}
```

1. a list

    [prose in it](listed.md)
'''
EXPECTED = [
    "page.md:3: gone.md is not there",
    "page.md:3: other.md#the-third: no heading there has this anchor, but the-second, the-second-1",
    "page.md:4: ../../../../etc/passwd is not there",
    "page.md:4: lost.png is not there",
    "page.md:6: missing.png is not there",
    "page.md:9: terrawright has no verb blid",
    "page.md:10: terrawright plan has no --sha265",
    "page.md:11: scripts/none.sh is not there",
    "page.md:12: build configs/ours.yaml --set knobs.see=40%:",
    "page.md:17: there is no stage sea.levels@1",
    "page.md:21: no YAML",
    "page.md:25: this world does not validate",
    "page.md:36: listed.md is not there",
    "docs/alone.png: no page shows this picture",
]


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        docs = pathlib.Path(folder) / "docs"
        docs.mkdir()
        (docs / "page.md").write_text(PAGE)
        world = pathlib.Path(folder) / "configs" / "ours.yaml"
        world.parent.mkdir()
        world.write_text(PAGE.split("```yaml\n")[3].split("```")[0].replace("sede", "seeding"))
        (docs / "other.md").write_text("# The second\n\n## The second\n")
        for name in ("shown.png", "alone.png"):
            (docs / name).write_bytes(b"")
        ran = subprocess.run([sys.executable, pathlib.Path(__file__).with_name("hold.py"), program, folder], capture_output=True,
                             text=True)
    said = [line for line in ran.stdout.splitlines() if line.startswith("docs/")]
    missing = [one for one in EXPECTED if not any(one in line for line in said)]
    beyond = [line for line in said if not any(one in line for one in EXPECTED)]
    print("\n".join([f"not found: {one}" for one in missing] + [f"no mistake: {line}" for line in beyond]) or ran.stdout + ran.stderr)
    return 1 if missing or beyond or ran.returncode != 1 else 0


sys.exit(main(sys.argv[1]))

# SPDX-License-Identifier: Apache-2.0
"""Every YAML file that comes with the program has the same values for readers of YAML 1.1 (PyYAML, pre-commit) as for those
of 1.2, and no choice of a stage is a word for true or false to the first: yaml11.py ROOT"""
import json, pathlib, sys
import yaml
from validate import Loader

root = pathlib.Path(sys.argv[1])
FOLDERS = ("configs", "examples", "stages", "packs/atlas/stages", "docs/tutorial", "pipeline/sdk")


def differences(one, other, path):
    if type(one) != type(other) or (not isinstance(one, (dict, list)) and one != other):
        return [f"{path}: {one!r} and {other!r}"]
    if isinstance(one, dict):
        if list(one) != list(other):
            return [f"{path}: keys {list(one)} and {list(other)}"]
        return [found for key in one for found in differences(one[key], other[key], f"{path}.{key}")]
    if isinstance(one, list):
        return [found for i in range(len(one)) for found in differences(one[i], other[i], f"{path}.{i}")]
    return []


def truth_words(value, path):
    """Texts of a schema's choices that YAML 1.1 reads as something else."""
    if isinstance(value, dict):
        for key in ("const", "enum"):
            texts = value.get(key, [])
            for text in texts if isinstance(texts, list) else [texts]:
                if isinstance(text, str) and isinstance(yaml.safe_load(text), bool):
                    yield f"schema {path}: {text}"
        value = value.items()
    elif isinstance(value, list):
        value = enumerate(value)
    else:
        return
    for key, inner in value:
        yield from truth_words(inner, f"{path}/{key}")


found, count = [], 0
for file in sorted(path for folder in FOLDERS for path in (root / folder).rglob("*.yaml")):
    text = file.read_text()
    found += differences(yaml.load(text, Loader), yaml.safe_load(text), str(file.relative_to(root)))
    count += 1
found += truth_words(json.loads((root / "schema/terrawright.schema.json").read_text()), "")
print("\n".join(found))
print(f"{count} files, {len(found)} differences")
sys.exit(1 if found or count < 100 else 0)

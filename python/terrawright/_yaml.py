# SPDX-License-Identifier: Apache-2.0
"""Configs as YAML: JSON, with texts bare where they can be, since "1 km" in quotes is a text and no length."""
import json
import re

BARE = re.compile(r"(?:[-+](?=[.0-9]))?[A-Za-z0-9_./%][A-Za-z0-9_./%@+*()<>= -]*(?<![ ])$")
ELSEWHERE = re.compile(r"(true|false|null|yes|no|on|off|~|[-+.0-9][-+.0-9e_xo]*)$", re.IGNORECASE)  # no texts in YAML


def written(value):
    """A value in flow style."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(str(key))}: {written(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, str):
        return value if BARE.match(value) and not ELSEWHERE.match(value) else json.dumps(value)
    return json.dumps(value.item() if hasattr(value, "item") else value)


def document(config):
    """A config, a line for each of its keys, and for each node, so that problems show lines that one can read."""
    lines = []
    for key, value in config.items():
        if isinstance(value, dict) and value:
            lines += [f"{json.dumps(str(key))}:"] + [f"  {json.dumps(str(name))}: {written(item)}" for name, item in value.items()]
        elif isinstance(value, list) and value:
            lines += [f"{json.dumps(str(key))}:"] + [f"  - {written(item)}" for item in value]
        else:
            lines.append(f"{json.dumps(str(key))}: {written(value)}")
    return "\n".join(lines) + "\n"

# SPDX-License-Identifier: Apache-2.0
"""Validates YAML files against a JSON Schema, with libraries that share nothing with the program.

    validate.py SCHEMA FILE...

Prints a line per file: `taken FILE`, `refused FILE: where: why`, or `unreadable FILE: why` of what is no YAML.
Scalars are read as YAML 1.2 has them, which is how editors read: `yes` is a text, `010` a number.
"""
import json
import re
import sys

import jsonschema
import yaml

MOST_VALUES = 1 << 18  # after aliases, as the program has it


class Loader(yaml.SafeLoader):
    """The core schema of YAML 1.2, and no key twice."""

    yaml_implicit_resolvers = {}

    def construct_mapping(self, node, deep=False):
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        for key in keys:
            if keys.count(key) > 1:
                raise yaml.constructor.ConstructorError(None, None, f"the key {key!r} is here twice", node.start_mark)
        return super().construct_mapping(node, deep)


def resolve(tag, pattern, first):
    Loader.add_implicit_resolver("tag:yaml.org,2002:" + tag, re.compile(f"^(?:{pattern})$"), first)


DIGITS = list("0123456789")
resolve("null", "~|null|Null|NULL|", ["~", "n", "N", ""])
resolve("bool", "true|True|TRUE|false|False|FALSE", list("tTfF"))
resolve("int", "[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", ["-", "+", *DIGITS])
resolve("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)",
        ["-", "+", ".", *DIGITS])


def construct_integer(loader, node):
    text = loader.construct_scalar(node)
    return int(text, 0) if text[:2] in ("0o", "0x") else int(text)


def construct_float(loader, node):
    text = loader.construct_scalar(node).lower()
    return float(text.replace(".inf", "inf").replace(".nan", "nan"))


Loader.add_constructor("tag:yaml.org,2002:int", construct_integer)
Loader.add_constructor("tag:yaml.org,2002:float", construct_float)


def count(value, known):
    """Values, aliases counted as often as they are used."""
    if not isinstance(value, (dict, list)):
        return 1
    if id(value) not in known:
        known[id(value)] = MOST_VALUES  # what contains itself has no end
        known[id(value)] = 1 + sum(count(v, known) for v in (value.values() if isinstance(value, dict) else value))
    return known[id(value)]


def verdict(validator, path):
    try:
        with open(path, "rb") as stream:
            document = yaml.load(stream.read().decode("utf-8"), Loader)
        if count(document, {}) >= MOST_VALUES:
            raise ValueError("too many values")
    except (yaml.YAMLError, ValueError, RecursionError, TypeError) as error:
        return f"unreadable {path}: {' '.join(str(error).split())[:200]}"
    errors = sorted(validator.iter_errors(document), key=lambda e: [str(p) for p in e.absolute_path])
    if not errors:
        return f"taken {path}"
    where = ".".join(str(p) for p in errors[0].absolute_path) or "the document"
    return f"refused {path}: {where}: {' '.join(errors[0].message.split())[:200]}"


def main(schema_file, *files):
    with open(schema_file, encoding="utf-8") as stream:
        schema = json.load(stream)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    for path in files:
        print(verdict(validator, path))


if __name__ == "__main__":
    main(*sys.argv[1:])

# SPDX-License-Identifier: Apache-2.0
"""Makes hints for the editor of the page without a server from schema/terrawright.schema.json. They are {top, node, stages:
{id: {doc, in, with, gives}}}. A hint is {doc, default, keys, any, items, values, layer, ref}. `any` is that of all other keys.
`layer` marks names of nodes. `ref: node` stands for `node`."""
import re

LAYER = r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?"


def merge(into, more):
    for key, value in more.items():
        if "ref" not in into:
            into.setdefault(key, value)
            if isinstance(value, dict) and into[key] is not value:
                merge(into[key], value)


def hint(schema, definitions):
    """The hint of a schema, with all its branches as one."""
    def of(one):
        return hint(one, definitions) if isinstance(one, dict) else {}

    if schema.get("$ref") == "#/definitions/node":
        return {"ref": "node"}
    found = {new: schema[old] for new, old in (("doc", "description"), ("default", "default")) if old in schema}
    if "$ref" in schema:
        merge(found, of(definitions[schema["$ref"].removeprefix("#/definitions/")]))
    if LAYER in schema.get("pattern", ""):
        found["layer"] = True
    values = schema.get("enum", [True, False] if schema.get("type") == "boolean" else [])
    if values:
        found["values"] = {str(value).lower() if isinstance(value, bool) else str(value): "" for value in values}
    if "properties" in schema:
        found["keys"] = {key: of(value) for key, value in schema["properties"].items()}
    for name, key in (("any", "additionalProperties"), ("items", "items")):
        if isinstance(schema.get(key), dict):
            found[name] = of(schema[key])
    for branch in (*schema.get("allOf", []), *schema.get("anyOf", []),
                   *(schema[name] for name in ("else", "then") if name in schema)):
        if isinstance(branch.get("const"), str):
            merge(found, {"values": {branch["const"]: branch.get("description", "")}})
        elif "const" not in branch:
            merge(found, of(branch))
    return found


def hints(schema):
    definitions = schema["definitions"]
    stages = {}
    for one in definitions["stage"]["anyOf"]:
        if "const" not in one:
            continue
        ports = hint(definitions[one["const"]], definitions)["keys"]
        gives = re.search(r"^gives: (.*)$", one["markdownDescription"], re.M)
        stages[one["const"]] = {"doc": one["description"], "in": ports.get("in", {}).get("keys", {}),
                                "with": ports.get("with", {}).get("keys", {}),
                                "gives": re.findall(r"`(\w+)`", gives[1]) if gives else []}
    node = {**definitions["node"], "allOf": []}
    node["properties"] = {**node["properties"], "use": {"description": node["properties"]["use"]["description"]}}
    return {"top": hint({key: schema[key] for key in ("properties", "allOf")}, definitions),
            "node": hint(node, definitions), "stages": stages}

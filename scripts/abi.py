# SPDX-License-Identifier: Apache-2.0
"""abi.h for machines: every struct, field, offset, size, type and enumerator, of clang's syntax tree.

abi.py          writes schema/abi.json
abi.py --check  says whether that is what the header says
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SDK = ROOT / "pipeline" / "sdk"
HEADER = SDK / "terrawright" / "abi.h"
STORED = ROOT / "schema" / "abi.json"


def syntax_tree():
    command = ["clang", "-x", "c", "-std=c11", "-fsyntax-only", "-Xclang", "-ast-dump=json", f"-I{SDK}", str(HEADER)]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["inner"]


# What a struct's fields are, by the name that users write.
def records(tree):
    by_id = {node["id"]: node for node in tree if node["kind"] == "RecordDecl" and node.get("completeDefinition")}
    found = {node["name"]: node for node in by_id.values() if node.get("name", "").startswith("terrawright_")}
    for node in tree:
        if node["kind"] != "TypedefDecl" or not node["name"].startswith("terrawright_"):
            continue
        owned = node["inner"][0].get("ownedTagDecl", {}).get("id")
        if owned in by_id:
            found[node["name"]] = by_id[owned]
    return found


def enumerators(tree):
    values = {}
    for node in tree:
        following = 0
        for item in node.get("inner", []) if node["kind"] == "EnumDecl" else []:
            constant = item.get("inner", [{}])[0].get("value") if item.get("inner") else None
            values[item["name"]] = int(constant) if constant is not None else following
            following = values[item["name"]] + 1
    return {name: value for name, value in values.items() if name.startswith("TERRAWRIGHT_")}


# The minor with which a field came, as the last "Since 0.N" before it in its struct says.
def since(text, record, field):
    body = text[text.index("{", record["range"]["begin"]["offset"]):record["range"]["end"]["offset"]]
    before = body[:re.search(rf"\b{field}\b\)?[;,(\[]", body).end()]
    said = re.findall(r"/\*\s*(?:\*\s*)?[Ss]ince 0\.(\d+)", before)
    return f"0.{said[-1]}" if said else "0.0"


# Sizes and offsets are the compiler's.
def measured(structs):
    lines = ['#include <stddef.h>', '#include <stdio.h>', '#include "terrawright/abi.h"', "int main(void) {"]
    for name, record in structs.items():
        tag = f"struct {name}" if record.get("name") else name
        lines.append(f'  printf("{name} %zu\\n", sizeof({tag}));')
        lines += [f'  printf("{name}.{field["name"]} %zu\\n", offsetof({tag}, {field["name"]}));' for field in fields_of(record)]
    with tempfile.TemporaryDirectory() as folder:
        source, program = pathlib.Path(folder, "a.c"), pathlib.Path(folder, "a")
        source.write_text("\n".join(lines + ["  return 0;", "}", ""]))
        subprocess.run(["clang", "-std=c11", f"-I{SDK}", source, "-o", program], check=True)
        out = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    return {name: int(value) for name, value in (line.split() for line in out.splitlines())}


def fields_of(record):
    return [item for item in record.get("inner", []) if item["kind"] == "FieldDecl"]


def interface():
    tree, text = syntax_tree(), HEADER.read_text()
    structs = records(tree)
    numbers = measured(structs)
    described = {}
    for name in sorted(structs):
        record = structs[name]
        fields = [{"name": field["name"], "offset": numbers[f"{name}.{field['name']}"], "type": field["type"]["qualType"],
                   "since": since(text, record, field["name"])} for field in fields_of(record)]
        described[name] = {"size": numbers[name], "fields": fields}
    version = [re.search(rf"ABI_{part} (\d+)u", text)[1] for part in ("MAJOR", "MINOR")]
    return {"format": "terrawright/abi/1", "abi": ".".join(version), "structs": described, "enumerators": enumerators(tree)}


# A line for each field and enumerator, so that a change is seen where it is.
def written(facts):
    lines = ["{", f' "format": "{facts["format"]}",', f' "abi": "{facts["abi"]}",', ' "structs": {']
    for name, struct in facts["structs"].items():
        lines.append(f'  "{name}": {{"size": {struct["size"]}, "fields": [')
        lines.append(",\n".join(f"   {json.dumps(field)}" for field in struct["fields"]))
        lines.append("  ]},")
    lines[-1] = "  ]}"
    lines += [" },", ' "enumerators": {', ",\n".join(f'  "{name}": {value}' for name, value in facts["enumerators"].items()), " }", "}"]
    text = "\n".join(lines) + "\n"
    assert json.loads(text) == facts
    return text


def main():
    facts = interface()
    text = written(facts)
    if sys.argv[1:] != ["--check"]:
        STORED.write_text(text)
        return 0
    same = STORED.exists() and STORED.read_text() == text
    print(f"{len(facts['structs'])} structs and {len(facts['enumerators'])} enumerators" if same else
          "schema/abi.json is not that of abi.h: run scripts/abi.py")
    return 0 if same else 1


sys.exit(main())

# SPDX-License-Identifier: Apache-2.0
"""abi.h, terrawright/ext/*.h and, apart, terrawright/draft/*.h for machines, of clang's syntax tree and of the compiler.

Every struct with the offset, size, type and first minor of each field; of a pointer to a function what it answers and
takes, and where it may be called; every enumerator; every macro with a value. A leaf is a struct that does not begin with its size.
Names that only the drafts have are under "drafts": they may change or vanish in any release.

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
HEADERS = [SDK / "terrawright" / "abi.h", *sorted((SDK / "terrawright" / "ext").glob("*.h"))]
DRAFTS = sorted((SDK / "terrawright" / "draft").glob("*.h"))
STORED = ROOT / "schema" / "abi.json"


def included(headers):
    return "".join(f'#include "{header.relative_to(SDK)}"\n' for header in headers)


# clang names a file only where it changes, in the order in which it prints; here each place has its own.
def placed(node, file=None):
    if isinstance(node, list):
        for item in node:
            file = placed(item, file)
    if isinstance(node, dict):
        if "offset" in node:
            file = node.setdefault("file", file)
        for item in list(node.values()):
            file = placed(item, file)
    return file


def clang(headers, *options):
    command = ["clang", "-x", "c", "-std=c11", *options, f"-I{SDK}", "-"]
    return subprocess.run(command, input=included(headers), check=True, capture_output=True, text=True).stdout


def syntax_tree(headers):
    tree = json.loads(clang(headers, "-fsyntax-only", "-Xclang", "-ast-dump=json"))["inner"]
    placed(tree)
    return tree


def source(place):
    begin, end = place["begin"], place["end"]
    text = pathlib.Path(begin["file"]).read_bytes()[begin["offset"]:end["offset"] + end["tokLen"]].decode()
    return re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)


# Fields of a struct, by the name that users write.
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
    items = [item["name"] for node in tree if node["kind"] == "EnumDecl" for item in node["inner"]
             if item["kind"] == "EnumConstantDecl"]
    return [name for name in items if name.startswith("TERRAWRIGHT_")]


# Texts between commas that are in no parentheses.
def split(text):
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip() not in ("", "void")]


# Arguments and result of a pointer to a function: types are the compiler's, names those of the source.
def signature(kind, text):
    if "(*)(" not in kind:
        return {}
    returns, takes = kind.split("(*)(", 1)
    declared = re.search(r"\(\s*\*\s*\w+\s*\)\s*\(", text)
    named = split(text[declared.end():text.rindex(")")])
    parameters = []
    for number, (one, said) in enumerate(zip(split(takes[:-1]), named, strict=True)):
        name = re.search(r"\(\s*\*\s*(\w+)\s*\)" if "(*)(" in one else r"\w[\w ]*[ *](\w+)(?:\[\d*\])?$", said)
        parameters.append({"name": name[1] if name else f"argument{number}", "type": one, **signature(one, said)})
    return {"returns": returns.strip(), "parameters": parameters}


# Other names of types: of pointers to functions and of numbers, and structs that nobody looks into.
def typedefs(tree, structs):
    found = {}
    for node in tree:
        if node["kind"] == "TypedefDecl" and node["name"].startswith("terrawright_") and node["name"] not in structs:
            kind = node["type"]["qualType"]
            found[node["name"]] = {"type": kind, **signature(kind, source(node["range"]))}
    return found


# Those with a value: a text, or a number.
def macros(headers):
    said = re.findall(r"^#define (TERRAWRIGHT_\w+) (.+)$", clang(headers, "-E", "-dM"), re.M)
    return {name: text for name, text in sorted(said) if "__" not in text}


# Comment of a struct before a field.
def before(record, field):
    begin, end = record["range"]["begin"], field["loc"]["offset"]
    return pathlib.Path(begin["file"]).read_bytes()[begin["offset"]:end].decode()


# The minor with which a field came, as the last "Since 1.N" before it says.
def since(record, field, first):
    said = re.findall(r"/\*\s*(?:\*\s*)?[Ss]ince (\d+\.\d+)", before(record, field))
    return said[-1] if said else first


# Phases and threads that may call a function, from the last words in brackets before it.
def called(record, field, kind):
    if "(*)(" not in kind:
        return {}
    return {"called": re.findall(r"\[([a-z][a-z, ]*)\][^\[\]]*?\*/", before(record, field))[-1]}


# Sizes, offsets and numbers are the compiler's.
def measured(headers, structs, constants):
    lines = ['#include <stddef.h>', '#include <stdio.h>', included(headers), "int main(void) {"]
    for name in constants:
        lines.append(f'  printf({name} < 0 ? "{name} %lld\\n" : "{name} %llu\\n", (unsigned long long)({name}));')
    for name, record in structs.items():
        tag = f"struct {name}" if record.get("name") else name
        lines.append(f'  printf("{name} %zu\\n", sizeof({tag}));')
        for field in fields_of(record):
            own = field["name"]
            lines.append(f'  printf("{name}.{own} %zu\\n", offsetof({tag}, {own}));')
            lines.append(f'  printf("{name}.{own}.bytes %zu\\n", sizeof((({tag} *)0)->{own}));')
    with tempfile.TemporaryDirectory() as folder:
        source, program = pathlib.Path(folder, "a.c"), pathlib.Path(folder, "a")
        source.write_text("\n".join(lines + ["  return 0;", "}", ""]))
        subprocess.run(["clang", "-std=c11", f"-I{SDK}", source, "-o", program], check=True)
        out = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    return {name: int(value) for name, value in (line.split() for line in out.splitlines())}


def fields_of(record):
    return [item for item in record.get("inner", []) if item["kind"] == "FieldDecl"]


def described_by(headers):
    tree = syntax_tree(headers)
    structs, names, texts = records(tree), enumerators(tree), macros(headers)
    numbers = measured(headers, structs, names + [name for name, text in texts.items() if text[0] != '"'])
    first = f"{numbers['TERRAWRIGHT_ABI_MAJOR']}.0"
    described = {}
    for name in sorted(structs):
        record = structs[name]
        fields = []
        for field in fields_of(record):
            own, kind = field["name"], field["type"]["qualType"]
            fields.append({"name": own, "offset": numbers[f"{name}.{own}"], "bytes": numbers[f"{name}.{own}.bytes"],
                           "type": kind, "since": since(record, field, first), **called(record, field, kind), **signature(kind, source(field["range"]))})
        header = pathlib.Path(record["range"]["begin"]["file"]).relative_to(SDK)
        described[name] = {"size": numbers[name], "leaf": fields[0]["name"] != "size", "header": str(header),
                           "fields": fields}
    return {"format": "terrawright/abi/1",
            "abi": f"{numbers['TERRAWRIGHT_ABI_MAJOR']}.{numbers['TERRAWRIGHT_ABI_MINOR']}", "structs": described,
            "typedefs": typedefs(tree, structs), "enumerators": {name: numbers[name] for name in names},
            "macros": {name: json.loads(text) if text[0] == '"' else numbers[name] for name, text in texts.items()}}


PARTS = ("structs", "typedefs", "enumerators", "macros")


def interface():
    frozen, all_of_it = described_by(HEADERS), described_by(HEADERS + DRAFTS)
    drafts = {part: {name: value for name, value in all_of_it[part].items() if name not in frozen[part]} for part in PARTS}
    return {**frozen, "drafts": drafts}


# A line for each field and enumerator, so that a change is seen where it is.
def lines_of(facts, margin):
    parts = []
    for part in PARTS:
        items = []
        for name, value in facts[part].items():
            item = f'{margin} "{name}": {json.dumps(value)}'
            if part == "structs":
                facts_of_it = json.dumps({key: value for key, value in value.items() if key != "fields"})
                fields = ",\n".join(f"{margin}  {json.dumps(field)}" for field in value["fields"])
                item = f'{margin} "{name}": {facts_of_it[:-1]}, "fields": [\n{fields}\n{margin} ]}}'
            items.append(item)
        parts.append(f'{margin}"{part}": {{' + ("\n" + ",\n".join(items) + f"\n{margin}" if items else "") + "}")
    return ",\n".join(parts)


def written(facts):
    lines = ["{", f' "format": "{facts["format"]}",', f' "abi": "{facts["abi"]}",', lines_of(facts, " ") + ",",
             ' "drafts": {', lines_of(facts["drafts"], "  "), " }", "}"]
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
    print(f"{len(facts['structs'])} frozen structs and {len(facts['enumerators'])} enumerators" if same else
          "schema/abi.json is not that of abi.h: run scripts/abi.py")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())

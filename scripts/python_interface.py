# SPDX-License-Identifier: Apache-2.0
"""The structs, constants and functions of terrawright/world.h and worker.h for Python's ctypes, of clang's syntax tree.

python_interface.py          writes python/terrawright/_interface.py
python_interface.py --check  says whether that is what the headers say
"""
import pathlib
import re
import sys

import abi

HEADERS = [abi.SDK / "terrawright" / name for name in ("world.h", "worker.h")]
WRITTEN = abi.ROOT / "python" / "terrawright" / "_interface.py"
NUMBERS = {"uint8_t": "c_uint8", "uint16_t": "c_uint16", "uint32_t": "c_uint32", "uint64_t": "c_uint64",
           "int32_t": "c_int32", "int64_t": "c_int64", "double": "c_double", "float": "c_float"}
HANDLES = ("terrawright_context", "terrawright_world", "terrawright_run", "terrawright_rows")
CONSTANTS = re.compile("TERRAWRIGHT_(DONE|FAILED|REFUSED|BAD_PLUGIN|UNMET|MISUSED|STOPPED|WORLD_.*|KIND_.*|RUN_.*|COARSE_.*|"
                       "COLUMN_.*|PORT_(POINTS|LINES|INPUT|OUTPUT|OPTIONAL)|PARAMETER_(REAL|INTEGER|BOOLEAN|TEXT)|READS_.*|"
                       "ANSWER_(DONE|FAILED)|WORKER_.*)$")


def class_name(struct):
    return "".join(word.capitalize() for word in struct.removeprefix("terrawright_").split("_"))


def python_type(text):
    """Of a C type, as ctypes has it: addresses of structs are typed, all other addresses are numbers."""
    text = text.replace("const ", "").replace("volatile ", "").replace("struct ", "").replace(" const", "")
    if "(*)" in text:
        returns, takes = text.split("(*)(", 1)
        return f"CFUNCTYPE({', '.join([python_type(returns.strip())] + [python_type(one) for one in takes[:-1].split(', ')])})"
    if "[" in text:
        base, count = text[:-1].split("[")
        return f"{python_type(base.strip())} * {count}"
    base, pointers = text.rstrip("* ").strip(), text.count("*")
    if pointers == 0:
        return "None" if base == "void" else NUMBERS.get(base, class_name(base))
    if base == "char":
        return ["c_char_p", "POINTER(c_char_p)"][pointers - 1]
    if base == "void" or base in HANDLES:
        return "c_void_p"
    inner = NUMBERS.get(base, class_name(base))
    return "POINTER(" * pointers + inner + ")" * pointers


def functions(tree):
    return {node["name"]: node for node in tree
            if node["kind"] == "FunctionDecl" and node["name"].startswith("terrawright_")}


def parameters_of(function):
    return [item for item in function.get("inner", []) if item["kind"] == "ParmVarDecl"]


def header_of(record):
    return pathlib.Path(record["range"]["begin"]["file"]).name


def in_order(structs, wanted):
    """Structs, each after those that it holds or points to."""
    order = []

    def add(name):
        if name in order:
            return
        for field in abi.fields_of(structs[name]):
            for other in re.findall(r"terrawright_\w+", field["type"]["qualType"]):
                if other in structs and other != name:
                    add(other)
        order.append(name)

    for name in wanted:
        add(name)
    return order


def text():
    tree = abi.syntax_tree(HEADERS)
    structs = abi.records(tree)
    wanted = [name for name in sorted(structs) if header_of(structs[name]) in ("world.h", "worker.h")]
    called = " ".join(item["type"]["qualType"] for node in functions(tree).values() for item in parameters_of(node))
    wanted += [name for name in dict.fromkeys(re.findall(r"terrawright_\w+", called)) if name in structs]
    constants = [name for name in abi.enumerators(tree) if CONSTANTS.match(name)] + ["TERRAWRIGHT_WORLD_DRAFT"]
    values = abi.measured(HEADERS, {}, constants)
    lines = ["# SPDX-License-Identifier: Apache-2.0",
             '"""terrawright/world.h and worker.h for ctypes. Made by scripts/python_interface.py; do not edit."""',
             "from ctypes import (CFUNCTYPE, POINTER, Structure, c_char_p, c_double, c_int32, c_int64, c_uint8, c_uint16,",
             "                    c_uint32, c_uint64, c_void_p)", ""]
    lines += [f"{name.removeprefix('TERRAWRIGHT_')} = {values[name]}" for name in constants]
    for name in in_order(structs, wanted):
        fields = [f'        ("{field["name"]}", {python_type(field["type"]["qualType"])}),'
                  for field in abi.fields_of(structs[name])]
        lines += ["", "", f"class {class_name(name)}(Structure):", "    _fields_ = [", *fields, "    ]"]
    lines += ["", "", "FUNCTIONS = {"]
    for name, node in functions(tree).items():
        returns = node["type"]["qualType"].split("(")[0].strip()
        listed = ", ".join(python_type(item["type"]["qualType"]) for item in parameters_of(node))
        lines.append(f'    "{name}": ({python_type(returns)}, [{listed}]),')
    return "\n".join(lines + ["}", ""])


def main():
    written = text()
    if sys.argv[1:] != ["--check"]:
        WRITTEN.write_text(written)
        return 0
    same = WRITTEN.exists() and WRITTEN.read_text() == written
    print("python/terrawright/_interface.py is that of world.h and worker.h" if same else
          "python/terrawright/_interface.py is not that of world.h and worker.h: run scripts/python_interface.py")
    return 0 if same else 1


sys.exit(main())

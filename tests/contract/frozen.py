# SPDX-License-Identifier: Apache-2.0
"""Compares the interface with a frozen release: frozen.py ROOT

schema/abi.json and the compiler's own description of the headers (abidw) are compared with those that are kept of each
release. Structs may have grown at their end; functions, numbers and texts are the same.
frozen.py ROOT --keep stores the compiler's description of today.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

root = pathlib.Path(sys.argv[1]).resolve()
KEPT = root / "tests/contract/kept"
now = json.loads((root / "schema/abi.json").read_text())
GROWS = """[suppress_type]
  type_kind = struct
  has_data_member_inserted_at = end
"""


# Phases in which a function may be called; a later release may add some.
def places(field):
    words = set(field.get("called", "").split(", "))
    running = {"survey", "resolve", "paint", "merge", "combine", "split"}
    words |= running if words & {"running", "any phase"} else set()
    return (words | ({"create"} if "any phase" in words else set())) - {"running", "any phase"}


def is_kept(field, today):
    return {**field, "called": ""} == {**today, "called": ""} and places(field) <= places(today)


def differences(before):
    for name, struct in before["structs"].items():
        today = now["structs"].get(name)
        if today is None:
            yield f"{name} is gone"
            continue
        fields = {field["name"]: field for field in today["fields"]}
        for field in struct["fields"]:
            if not is_kept(field, fields.get(field["name"], {})):
                yield f"{name}.{field['name']} is another"
        if today["size"] < struct["size"] or (struct["leaf"] and today["size"] != struct["size"]):
            yield f"{name} has {today['size']} bytes, and had {struct['size']}"
    for part in ("typedefs", "enumerators", "macros"):
        yield from (f"{name} is another" for name, value in before[part].items()
                    if name != "TERRAWRIGHT_ABI_MINOR" and now[part].get(name) != value)


def described(to):
    with tempfile.TemporaryDirectory() as folder:
        library = pathlib.Path(folder, "libinterface.so")
        subprocess.run(["gcc", "-std=c11", "-g", "-gdwarf-4", "-O0", "-fPIC", "-shared", f"-I{root}/pipeline/sdk",
                        root / "tests/contract/made/interface.c", "-o", library], check=True)
        subprocess.run(["abidw", "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--out-file", to, library], check=True)


def main():
    if "--keep" in sys.argv:
        described(KEPT / now["abi"] / "interface.abi")
    wrong = []
    releases = sorted(path for path in KEPT.iterdir() if path.is_dir())
    for release in releases:
        wrong += [f"{release.name}: {what}" for what in differences(json.loads((release / "abi.json").read_text()))]
    if shutil.which("abidiff") is None:
        print("there is no abidiff here (Debian: apt-get install abigail-tools): only abi.json was compared")
    else:
        with tempfile.TemporaryDirectory() as folder:
            today, grows = pathlib.Path(folder, "today.abi"), pathlib.Path(folder, "grows")
            described(today)
            grows.write_text(GROWS)
            for release in releases:
                ran = subprocess.run(["abidiff", "--suppressions", grows, release / "interface.abi", today],
                                     capture_output=True, text=True)
                wrong += [f"{release.name}: {ran.stdout}{ran.stderr}"] if ran.returncode else []
    print("\n".join(wrong) or f"{len(releases)} releases are as they were")
    return bool(wrong) or not releases


sys.exit(main())

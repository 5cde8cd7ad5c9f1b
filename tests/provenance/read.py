# SPDX-License-Identifier: Apache-2.0
"""Reads statements of --provenance strictly, and holds them to the files that they speak of.

read.py PROGRAM STATEMENT...     from the folder that the build ran in

A line on each statement that is refused, with the reason; exit code 1 then.
"""
import datetime
import hashlib
import json
import pathlib
import sys

import jsonschema

here = pathlib.Path(__file__).parent
schema = jsonschema.Draft202012Validator(json.loads((here / "statement.schema.json").read_text()))


class Refused(Exception):
    pass


def demand(holds, reason):
    if not holds:
        raise Refused(reason)


def once(pairs):
    demand(len({key for key, _ in pairs}) == len(pairs), "a key stands twice")
    return dict(pairs)


def no_number(text):
    raise Refused(f"{text} is no JSON")


def sha256(path):
    demand(path.is_file(), f"there is no file {path}")
    return hashlib.sha256(path.read_bytes()).hexdigest()


def names(descriptors, what):
    all_names = [one["name"] for one in descriptors]
    demand(len(set(all_names)) == len(all_names), f"two {what} have one name")
    return all_names


def check_files(statement, folder):
    demand(names(statement["subject"], "subjects") == sorted(names(statement["subject"], "subjects")), "not sorted")
    for subject in statement["subject"]:
        demand(set(subject["digest"]) == {"sha256"}, f"{subject['name']} has no SHA-256 alone")
        demand(sha256(folder / subject["name"]) == subject["digest"]["sha256"], f"{subject['name']} has other bytes")


def check_dependencies(definition, program):
    dependencies = definition["resolvedDependencies"]
    names(dependencies, "dependencies")
    kinds = [one["annotations"]["kind"] for one in dependencies]
    demand(set(kinds) <= {"program", "config", "input", "plugin"}, "a dependency of an unknown kind")
    demand(kinds.count("program") == 1, "it needs one program")
    for one, kind in zip(dependencies, kinds):
        path = pathlib.Path(program if kind == "program" else one["name"])
        demand(sha256(path) == one["digest"]["sha256"], f"{one['name']} has other bytes")
    configs = {one["name"] for one, kind in zip(dependencies, kinds) if kind == "config"}
    asked = definition["externalParameters"]["worlds"]
    demand(configs == {world["config"] for world in asked}, "the configs are not those that were asked for")
    for world in asked:
        demand(set(world) <= {"config", "seed", "set", "window"}, "an unknown external parameter")


def check_resolved(definition):
    internal = definition["internalParameters"]
    demand(set(internal) == {"worlds", "libraries"}, "other internal parameters")
    demand(len(internal["worlds"]) == len(definition["externalParameters"]["worlds"]), "more or fewer worlds")
    for world in internal["worlds"]:
        demand(set(world) == {"name", "seed", "config_hash", "config"}, "another resolved world")
        text = json.dumps(world["config"], separators=(",", ":"), ensure_ascii=False)
        demand(hashlib.sha256(text.encode()).hexdigest() == world["config_hash"], "the resolved config is another")


def check_times(details):
    times = [datetime.datetime.strptime(details["metadata"][key], "%Y-%m-%dT%H:%M:%S%z")
             for key in ("startedOn", "finishedOn") if key in details.get("metadata", {})]
    demand(times == sorted(times), "it ended before it began")


def read(path, program):
    try:
        statement = json.loads(path.read_bytes().decode("utf-8"), object_pairs_hook=once, parse_constant=no_number)
    except ValueError as error:
        raise Refused(f"no JSON: {error}") from error
    for problem in schema.iter_errors(statement):
        raise Refused(f"{problem.json_path}: {problem.message}")
    definition = statement["predicate"]["buildDefinition"]
    demand(definition["buildType"] == "urn:terrawright:build:1", "another kind of build")
    demand(set(definition["externalParameters"]) == {"worlds"}, "an unknown external parameter")
    try:
        check_times(statement["predicate"]["runDetails"])
        check_files(statement, path.parent)
        check_dependencies(definition, program)
        check_resolved(definition)
    except (KeyError, TypeError, ValueError) as error:
        raise Refused(f"it lacks or twists {error}") from error


refused = 0
for name in sys.argv[2:]:
    try:
        read(pathlib.Path(name), sys.argv[1])
    except Refused as reason:
        refused += 1
        print(f"{name}: {reason}")
sys.exit(1 if refused else 0)

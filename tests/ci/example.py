# SPDX-License-Identifier: Apache-2.0
"""examples/500-ci as CI runs it: example.py PROGRAM SOURCES BUILD_FOLDER

The commands of action.yml, of the workflow and of the GitLab job, in a copy that is a Git repository and with an
installation. Locks hold here; a table that changes runs two nodes, is rejected, shown, and locked again.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import yaml

PROGRAM, SOURCES, BUILD = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
EXAMPLE = SOURCES / "examples/500-ci"
# Variables that jobs of a service do not have, or have otherwise than a user who runs the tests.
STRANGE = re.compile(r"TERRAWRIGHT_|GITHUB_|CI_|GIT_|XDG_|BASE$|CXXFLAGS$|CPPFLAGS$|LDFLAGS$|PKG_CONFIG_")


def demand(condition, what, text=""):
    if not condition:
        raise SystemExit(f"example.py: {what}\n{text}")


class Repository:
    def __init__(self, folder):
        prefix = folder / "installed"
        subprocess.run(["cmake", "--install", BUILD, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
        self.root, self.steps = folder / "a studio", folder / "steps.md"
        shutil.copytree(prefix / "share/terrawright/examples/500-ci", self.root)
        self.environment = {name: value for name, value in os.environ.items() if not STRANGE.match(name)}
        self.environment.update(PATH=f"{prefix}/bin:{os.environ['PATH']}", HOME=str(folder),
                                PKG_CONFIG_PATH=str(next(prefix.rglob("terrawright.pc")).parent))
        self.git("init", "-q", "-b", "main")
        self.commit("Three worlds")

    def git(self, *words):
        named = ["-c", "user.name=t", "-c", "user.email=t@t.invalid", "-c", "core.hooksPath=/dev/null"]
        return subprocess.run(["git", *named, *words], cwd=self.root, env=self.environment, check=True, text=True,
                              capture_output=True).stdout

    def commit(self, message):
        self.git("add", "--all")
        self.git("commit", "-q", "-m", message)

    def change(self, file, before, after):
        text = (self.root / file).read_text()
        demand(text.count(before) == 1, f"{file} has not one '{before}'")
        (self.root / file).write_text(text.replace(before, after))

    def run(self, command, **variables):
        return subprocess.run(["bash", "-e", "-c", command], cwd=self.root, env={**self.environment, **variables}, text=True,
                              capture_output=True, timeout=300)

    def action(self, base):
        """The steps of the action that are commands, as GitHub runs them."""
        steps = [step for step in yaml.safe_load((EXAMPLE / "action.yml").read_text())["runs"]["steps"] if "run" in step]
        demand(len(steps) == 1 and steps[0]["shell"] == "bash", "action.yml has other commands than ci.sh")
        variables = {name: value.replace("${{ inputs.base }}", base) for name, value in steps[0]["env"].items()}
        demand("${{" not in " ".join(variables.values()), "a variable of action.yml that is not known here")
        self.steps.unlink(missing_ok=True)
        return self.run(steps[0]["run"], GITHUB_ACTIONS="true", GITHUB_ACTION_PATH=f"{self.root}/./",
                        GITHUB_STEP_SUMMARY=str(self.steps), **variables)

    def gitlab(self, job, **variables):
        return self.run("\n".join(yaml.safe_load((EXAMPLE / ".gitlab-ci.yml").read_text())[job]["script"]), **variables)

    def events(self, name, event):
        lines = map(json.loads, (self.root / f"reports/{name}.jsonl").read_text().splitlines())
        return [line for line in lines if line["event"] == event]

    def ran(self, name):
        return sorted(line["node"] for line in self.events(name, "node_made") if line["doing"] == "ran")

    def cases(self, name):
        """Results of the tests in a JUnit file."""
        suites = xml.etree.ElementTree.parse(self.root / f"reports/{name}.xml").getroot()
        return {(case.get("classname"), case.get("name")): next((child.tag for child in case), "passed")
                for case in suites.iter("testcase")}

    def sarif(self, name):
        file = self.root / f"reports/{name}.sarif"
        ran = subprocess.run([sys.executable, SOURCES / "tests/sarif/validate.py", file], capture_output=True, text=True)
        demand(ran.returncode == 0, f"{name}.sarif", ran.stdout + ran.stderr)
        results = json.loads(file.read_text())["runs"][0]["results"]
        return [(one["ruleId"], one["message"]["text"], one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])
                for one in results]


def holds(here):
    """The committed lock holds on this machine, with a plugin that was compiled here."""
    ran = here.action("")
    demand(ran.returncode == 0, "the lock files of the example do not hold", ran.stdout + ran.stderr)
    demand("::error" not in ran.stderr, "problems where there are none", ran.stderr)
    demand(len(here.ran("locked")) == sum(line["nodes"] for line in here.events("locked", "begun")) > 20, "a cold build")
    demand(set(here.cases("locked").values()) == {"passed"} and len(here.cases("locked")) == 11, "JUnit of what holds")
    demand(here.sarif("locked") == [], "SARIF of what holds")
    demand("as they are locked" in here.steps.read_text() and "Since" not in here.steps.read_text(), "the summary")
    demand(here.git("status", "--porcelain") == "", "files that Git does not ignore", here.git("status", "--porcelain"))
    ran = here.gitlab("locked")
    demand(ran.returncode == 0 and here.ran("locked") == [], "a warm build runs nodes", ran.stderr)


def refused(here):
    """A change of the table that nobody locked: exit code 4, two nodes, what changed."""
    here.git("checkout", "-q", "-b", "drier")
    here.change("worlds/tables/biomes.yaml", "rain_from: 900 mm/yr", "rain_from: 1000 mm/yr")
    here.commit("Woods need more rain")
    shutil.rmtree(here.root / "out")
    ran = here.action("main")
    demand(ran.returncode == 4, f"exit code {ran.returncode} of a world that is not as it was locked", ran.stderr)
    moved = "the node 'biomes' differs from its lock: row 4 of rules changed"
    demand(f"::error file=worlds/tables/biomes.yaml,line=19,col=5::{moved}" in ran.stderr, "no annotation", ran.stderr)
    demand(ran.stderr.count("::error") == 1, "other annotations", ran.stderr)
    demand(here.ran("built") == ["biomes", "picture"], f"nodes that ran: {here.ran('built')}")
    demand((here.root / "out/overland.png").exists(), "nothing for whoever reviews it")
    cases = here.cases("locked")
    demand(cases[("overland", "world")] == "error" and list(cases.values()).count("passed") == 6, "JUnit", cases)
    demand(set(here.cases("built").values()) == {"passed"} and len(here.cases("built")) == 11, "JUnit of the build")
    rule, message, file = (here.sarif("locked") or [("", "", "")])[0]
    demand(len(here.sarif("locked")) == 1 and rule == "config" and message.startswith(moved), "SARIF", message)
    demand(file == "worlds/tables/biomes.yaml", "the place in SARIF", file)
    demand(here.sarif("built") == [], "SARIF of the build")
    told = here.steps.read_text()
    changed = re.search(r"^\| green wood \| horse plains \| (\d+) \|$", told, re.M)
    for line in ("## Worlds: not as they are locked", f"worlds/tables/biomes.yaml:19:5: error: {moved}", "./ci.sh lock",
                 "| overland | 19 | 2: `biomes`, `picture` |", "| arena | 7 | none | 0 | 7 | 2 of 2 |"):
        demand(line in told, f"the summary does not say: {line}", told)
    for block in re.findall(r"^```text\n(.*?)^```$", (EXAMPLE / "README.md").read_text(), re.M | re.S):
        for line in block.splitlines():
            demand(f"\n{line}" in told, f"the README shows what the summary does not say: {line}", told)
    demand(changed and int(changed[1]) > 100, "no confusion of classes", told)
    demand(re.search(rf"^\| biomes \| \*\*differs\*\* \| {changed[1]} \(", told, re.M), "cells that changed", told)
    page = (here.root / "reports/overland.html").read_text()
    demand("horse plains" in page and "data:image/png" in page and "src=\"http" not in page, "the page")
    demand(not (here.root / "reports/reef.html").exists(), "a page of what did not change")


def locked_anew(here):
    """The change is wanted: the lock of one world changes, CI is content and still shows it."""
    before = here.run("grep -h 'pixels:' worlds/*.lock.yaml").stdout.splitlines()
    ran = here.run("./ci.sh lock")
    demand(ran.returncode == 0, "ci.sh lock", ran.stderr)
    after = here.run("grep -h 'pixels:' worlds/*.lock.yaml").stdout.splitlines()
    demand(len(before) == len(after) and sum(a != b for a, b in zip(before, after)) == 2, "not two layers changed in locks")
    here.commit("As locked")
    ran = here.gitlab("locked", CI_MERGE_REQUEST_DIFF_BASE_SHA=here.git("rev-parse", "main").strip())
    demand(ran.returncode == 0 and ran.stderr == "", "a change that is locked", ran.stderr)
    told = (here.root / "reports/report.md").read_text()
    demand("as they are locked" in told and "| green wood | horse plains |" in told, "the report", told)
    ran = here.gitlab("verified")
    demand(ran.returncode == 0 and ran.stdout.count("all made anew") == 3, "verify", ran.stdout + ran.stderr)
    workflow = yaml.safe_load((EXAMPLE / ".github/workflows/worlds.yml").read_text())
    commands = [step["run"] for job in workflow["jobs"].values() for step in job["steps"] if "run" in step]
    demand(commands == ["./ci.sh verify"], "the workflow has other commands", commands)


def unmet(here):
    """A world that is not as expected, lock or not."""
    here.change("worlds/reef.yaml", "value: 84 %", "value: 70 %")
    demand(here.run("./ci.sh lock").returncode == 4, "ci.sh lock of a world that is not as expected")
    ran = here.action("main")
    demand(ran.returncode == 4 and "deep enough for ships" in ran.stderr, "an expectation that does not hold", ran.stderr)
    demand(here.cases("locked")[("reef 8", "deep enough for ships")] == "failure", "JUnit", here.cases("locked"))
    demand([one[0] for one in here.sarif("locked")] == ["expectation"], "SARIF", here.sarif("locked"))
    demand("| 1 of 2 |" in here.steps.read_text(), "the summary", here.steps.read_text())
    here.git("checkout", "-q", ".")


def other_plugin(here):
    """A plugin of the same recipe that gives other pixels is detected after the run, and no file is written."""
    here.change("plugin/mesas.cpp", "top + above * share", "top + above * share * 0.5F")
    shutil.rmtree(here.root / "out")
    ran = here.run("BASE=main ./ci.sh")
    demand(ran.returncode == 4, "a plugin that gives other pixels", ran.stderr)
    demand("pixels changed first at the node 'mesas': same recipe, other code: org.example.studio" in ran.stderr, "why",
           ran.stderr)
    told = (here.root / "reports/report.md").read_text()
    demand("The plugin changed." in told and "pixels changed first" in told, "the report", told)
    here.git("checkout", "-q", ".")


def recipe_of_image():
    """The Dockerfile as far as it can be tried without Docker: stages, what is copied, commands, packages."""
    text = (EXAMPLE / "Dockerfile").read_text().replace("\\\n", " ")
    lines = [line.split(None, 1) for line in text.splitlines() if line and not line.startswith("#")]
    demand([rest for word, rest in lines if word == "FROM"] == ["debian:12-slim AS package", "debian:12-slim"], "FROM")
    demand({word for word, rest in lines} <= {"FROM", "COPY", "RUN"}, "other lines than are known here", text)
    commands = [rest for word, rest in lines if word == "RUN"]
    for command in commands:
        demand(subprocess.run(["sh", "-n", "-c", command], capture_output=True).returncode == 0, "sh cannot read", command)
    made = commands[0].removeprefix("/terrawright/")
    demand(os.access(SOURCES / made, os.X_OK), f"{made} is not there")
    copied = [rest.split()[1] for word, rest in lines if word == "COPY"]
    folder = re.fullmatch(r"/terrawright/(.*)/\*\.deb", copied[1])
    demand(copied[0] == "." and folder and f"ls {folder[1]}/*.deb" in (SOURCES / made).read_text(), "COPY", copied)
    packages = re.search(r"apt-get install ([^&]*)", commands[1])[1].split()
    packages = [word for word in packages if not word.startswith("-") and "/" not in word]
    demand({"g++", "git", "pkg-config"} <= set(packages), "what ci.sh calls is not installed", packages)
    if shutil.which("apt-cache") and subprocess.run(["apt-cache", "show", "bash"], capture_output=True).returncode == 0:
        for package in packages:
            found = subprocess.run(["apt-cache", "show", package], capture_output=True)
            demand(found.returncode == 0, f"Debian has no package {package}")


def main():
    demand(PROGRAM.exists(), f"{PROGRAM} is not there")
    recipe_of_image()
    with tempfile.TemporaryDirectory() as folder:
        here = Repository(pathlib.Path(folder))
        for part in (holds, refused, locked_anew, unmet, other_plugin):
            part(here)
    print("examples/500-ci does what it says")


main()

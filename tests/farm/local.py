# SPDX-License-Identifier: Apache-2.0
# examples/300-farm on this machine: local.py PROGRAM EXAMPLE. Each world is a job; only a deleted manifest is rebuilt;
# a world that fails is named and the others are made. A Snakemake that is killed continues; and the shards of array.sh
# do the same.
import json, os, pathlib, shutil, signal, subprocess, sys, tempfile, time

program, example = map(os.path.abspath, sys.argv[1:3])
folder = pathlib.Path(tempfile.mkdtemp(prefix="farm"))
shutil.copytree(example, folder, dirs_exist_ok=True)
environment = dict(os.environ, HOME=str(folder), XDG_CACHE_HOME=str(folder / "cache"), TERRAWRIGHT_CACHE="off")
environment["PATH"] = os.path.dirname(program) + ":" + environment["PATH"]
small = "--set world.size=[129,129]"


def demand(condition, what, text=""):
    if not condition:
        sys.exit(f"local.py: {what}\n{text}")


def command(seeds, options):
    return ["/usr/bin/snakemake", "--cores", "2", "--keep-going", "--ignore-incomplete", "--config", f"seeds={seeds}",
            f"options={options}"]


def snakemake(seeds, options=small):
    run = subprocess.run(command(seeds, options), cwd=folder, env=environment, text=True, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, timeout=300)
    return run.returncode, run.stdout, run.stdout.count("\nrule world:")


def manifest(seed):
    return folder / "worlds" / str(seed) / f"islet-{seed}.manifest.json"


def times(seeds):
    return {seed: manifest(seed).stat().st_mtime_ns for seed in seeds if manifest(seed).exists()}


def whole(seed):
    text = json.loads(manifest(seed).read_text())
    return all((manifest(seed).parent / file["path"]).stat().st_size == file["bytes"] for file in text["files"])


try:
    code, text, jobs = snakemake("1-6")
    demand(code == 0 and jobs == 6 and all(whole(seed) for seed in range(1, 7)), "six worlds are not six jobs", text)
    code, text, jobs = snakemake("1-6")
    demand(code == 0 and jobs == 0, "worlds that are there were made again", text)

    before = times(range(1, 7))
    manifest(4).unlink()
    code, text, jobs = snakemake("1-6")
    after = times(range(1, 7))
    demand(code == 0 and jobs == 1 and whole(4), "a deleted manifest is not one job", text)
    demand([seed for seed in after if after[seed] != before[seed]] == [4], "other worlds were made too", text)

    (manifest(8).parent / "islet-8.exr").mkdir(parents=True)  # cannot be written
    code, text, jobs = snakemake("5-11")
    demand(code != 0 and jobs == 5, "the world that fails keeps others from being made", text)
    demand(sorted(times(range(5, 12))) == [5, 6, 7, 9, 10, 11], "not all others were made", text)
    named = text[text.index("Not made:"):]
    demand("islet-8.manifest" in named and "islet-9.manifest" not in named, "the one that fails is not named", text)
    (manifest(8).parent / "islet-8.exr").rmdir()
    code, text, jobs = snakemake("5-11")
    demand(code == 0 and jobs == 1, "the world that failed is not made alone", text)

    larger = "--set world.size=[513,513]"
    killed = subprocess.Popen(command("21-36", larger), cwd=folder, env=environment, start_new_session=True,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while killed.poll() is None and len(times(range(21, 37))) < 3:
        time.sleep(0.02)
    demand(killed.poll() is None, "Snakemake ended before it was killed")
    os.killpg(killed.pid, signal.SIGKILL)
    killed.wait()
    before = times(range(21, 37))
    demand(3 <= len(before) < 16 and all(whole(seed) for seed in before), "a manifest lies")
    subprocess.run(["/usr/bin/snakemake", "--unlock"], cwd=folder, env=environment, check=True, capture_output=True)
    code, text, jobs = snakemake("21-36", larger)
    after = times(range(21, 37))
    demand(code == 0 and len(after) == 16 and all(whole(seed) for seed in after), "it does not go on", text)
    demand(jobs == 16 - len(before) and all(after[seed] == before[seed] for seed in before), "what was made is not left",
           text)

    def shard(which, seeds="41-46"):
        run = subprocess.run(["./array.sh", seeds, which], cwd=folder, env=dict(environment, OPTIONS=small), text=True,
                             capture_output=True, timeout=300)
        return run.returncode, run.stderr

    (manifest(43).parent / "islet-43.exr").mkdir(parents=True)
    code, text = shard("1/2")
    demand(code == 1 and "not made: seeds 43\n" in text and sorted(times(range(41, 47))) == [41, 45], "a shard", text)
    (manifest(43).parent / "islet-43.exr").rmdir()
    before = times([41, 45])
    code, text = shard("1/2")
    demand(code == 0 and sorted(times(range(41, 47))) == [41, 43, 45] and times([41, 45]) == before, "a shard again", text)
    demand([shard("2/2")[0], shard("0/0")[0], shard("0/2", "46-41")[0]] == [2, 2, 2], "shards that make nothing")
    demand(shard("0/2")[0] == 0 and len(times(range(41, 47))) == 6, "both shards are not all worlds")
finally:
    shutil.rmtree(folder, ignore_errors=True)

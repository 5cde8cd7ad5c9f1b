#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The farm and the giant world in a Slurm of this machine: slurm.sh PROGRAM SOURCES  Root.
set -euo pipefail
program=$(realpath "$1") sources=$(realpath "$2")
if [ -z "${SLURM_CONF:-}" ]; then
  exec "$sources/examples/300-farm/slurm_on_loopback.sh" "$(realpath "$0")" "$program" "$sources"
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "slurm.sh: $*" >&2; for log in "$work"/*/logs/* "$work"/*/*.txt; do echo "== $log"; tail -n 30 "$log"; done >&2; exit 1; }
PATH=$(dirname "$program"):$PATH
export PATH HOME=$work OPTIONS="--set world.size=[129,129]" TERRAWRIGHT_CACHE=off
export CI=1  # Snakemake looks each second for its jobs
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
manifests() { find worlds -name '*.manifest.json' | wc -l; }
until_idle() { while squeue --noheader | grep -q .; do sleep 0.3; done; }
state_of() { scontrol show job --oneliner "$1" | grep -o 'JobState=[A-Z_]*' | cut -d= -f2; }
snakemake() {
  timeout 300 /usr/bin/snakemake --profile slurm --config seeds="$1" threads=2 options="$OPTIONS" "${@:2}" &>"snakemake-$1.txt"
}

# The array: a world that fails keeps no other one from being made, and what is missing is made later.
cp -r "$sources/examples/300-farm" "$work/farm"
cd "$work/farm"
mkdir -p worlds/3/islet-3.exr
./array.sh 1-8 2
until_idle
[ "$(manifests)" -eq 7 ] || fail "the array made $(manifests) worlds of 7"
grep -q "not made: seeds 3$" logs/array-* || fail "the world that failed is not named"
rmdir worlds/3/islet-3.exr
./array.sh 1-8 2
until_idle
[ "$(manifests)" -eq 8 ] || fail "the array does not go on"
echo "array: 8 worlds in 2 shards; one failed, was named, and was made by the second call"

# Snakemake: groups of four; a world that fails, and a job that is cancelled.
mkdir -p worlds/14/islet-14.exr
if snakemake 9-20 --group-components worlds=4 --restart-times 0; then fail "no error of a world that fails"; fi
[ "$(manifests)" -eq 19 ] || fail "Snakemake made $(manifests) worlds of 19"
sed -n '/Not made/,/Complete log/p' snakemake-9-20.txt | grep -q islet-14 || fail "the world that failed is not named"
rmdir worlds/14/islet-14.exr
snakemake 9-20 || fail "Snakemake does not go on"
[ "$(manifests)" -eq 20 ] || fail "the world that failed is not made"
[ "$(grep -c "^    rule world:" snakemake-9-20.txt)" -eq 1 ] || fail "other worlds were made again"
echo "snakemake: 12 worlds in 3 groups; one failed, was named, and was made alone by the second call"

rm worlds/17/*.manifest.json
snakemake 9-20 || fail "a deleted manifest is not made"
[ "$(grep -c "^    rule world:" snakemake-9-20.txt)" -eq 1 ] || fail "a deleted manifest is not one job"
echo "snakemake: a deleted manifest is one job of one world"

OPTIONS="--set world.size=[2049,2049]" snakemake 31-32 &
caller=$!
until squeue --noheader --format=%T | grep -q RUNNING; do sleep 0.2; done
first=$(squeue --noheader --format=%A)
scancel "$first"
wait "$caller" || fail "a job that was cancelled is not tried again"
[ "$(manifests)" -eq 22 ] || fail "worlds of the job that was cancelled are missing"
grep -q "Trying to restart" snakemake-31-32.txt || fail "nothing was tried again"
echo "snakemake: a job that scancel ended was noticed and tried again"

# One world: ranks that die, a machine that is gone, an error of the config.
cp -r "$sources/examples/350-giant-world" "$work/giant"
cd "$work/giant"
cat >dies <<'END'
#!/usr/bin/env bash
# mpirun, but the first so many times a rank dies: dies TIMES COMMAND...
echo x >>tries
[ "$(wc -l <tries)" -gt "$1" ] || exit 205
exec mpirun -np 1 "${@:2}"
END
chmod +x dies
job=$(LAUNCH="./dies 1" sbatch --parsable --wait --ntasks=1 --mem=2G job.sh world.yaml) || fail "a rank that dies ends the job"
[ "$(wc -l <tries)" -eq 2 ] || fail "a rank that dies: no second try"
[ -s out/giant/giant-1.manifest.json ] || fail "a rank that dies: no world"
[ "$(state_of "$job")" = COMPLETED ] || fail "a rank that dies: the job did not complete"
echo "giant: a rank died, the second try completed the job"
rm -r tries out cache
job=$(LAUNCH="./dies 3" sbatch --parsable --wait --ntasks=1 --mem=2G job.sh world.yaml) || fail "a job that was requeued fails"
until_idle
[ "$(wc -l <tries)" -eq 4 ] || fail "a machine that is gone: not requeued"
[ -s out/giant/giant-1.manifest.json ] || fail "a machine that is gone: no world"
scontrol show job --oneliner "$job" | grep -q "Restarts=1 " || fail "a machine that is gone: no restart"
echo "giant: three tries failed, the job was requeued and completed"
rm -r tries out cache
if LAUNCH="./dies 0" sbatch --wait --ntasks=1 job.sh world.yaml --set "world.size=[0,0]" >/dev/null; then
  fail "an error of the config completes the job"
fi
[ "$(wc -l <tries)" -eq 1 ] || fail "an error of the config is tried again"
echo "giant: an error of the config ended the job at once"
sbatch --wait --ntasks=2 job.sh world.yaml >/dev/null || fail "mpirun of two"
salloc --quiet --ntasks=2 ./job.sh world.yaml >salloc.txt 2>&1 || fail "salloc"
echo "giant: mpirun -np 2 under sbatch and salloc"

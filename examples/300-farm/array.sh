#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Many worlds without Snakemake. What is made already is left alone, so that the same command goes on where it stopped.
#   array.sh 1-1000 50      hands seeds 1 to 1000 to Slurm as an array of 50 shards (MaxArraySize is 1001 unless changed)
#   array.sh 1-1000 7/50    makes the worlds of one shard, 0 to 49, here: for other farms, GNU parallel and CI
# WORLD (world.yaml), OPTIONS ("--set knobs.sea=55%"), THREADS (4, at most), MEMORY (16GB, at most) and OUT (worlds) may be
# set in the environment.
set -euo pipefail
seeds=${1:-} shard=${2:-}
[[ $seeds =~ ^[0-9]+-[0-9]+$ && $shard =~ ^[0-9]+(/[0-9]+)?$ ]] || { sed -n '3,7s/^# //p' "$0" >&2; exit 2; }
first=$((10#${seeds%-*})) last=$((10#${seeds#*-})) share=$((10#${shard%/*})) of=$((10#${shard#*/}))
[ "$first" -le "$last" ] || { echo "seeds $seeds: write the smaller one first" >&2; exit 2; }
[ "$of" -gt 0 ] || { echo "shard $shard: there is at least 1" >&2; exit 2; }
[[ $shard != */* || $share -lt $of ]] || { echo "shard $shard: they count from 0 to $((of - 1))" >&2; exit 2; }
export WORLD=${WORLD:-world.yaml} OPTIONS=${OPTIONS:-} OUT=${OUT:-worlds}
most_threads=${THREADS:-4} most_memory=${MEMORY:-16GB}

# shellcheck disable=SC2086
plan=$(terrawright plan "$WORLD" --json --quiet --cache off --threads "$most_threads" --memory "$most_memory" $OPTIONS)
read -r name threads megabytes < <(python3 -c '
import json, math, sys
plan = json.load(sys.stdin)
tiles = math.ceil(plan["world"]["width"] * plan["world"]["height"] / 512**2)
print(plan["name"], min(int(sys.argv[1]), tiles), math.ceil(plan["memory"]["peak"] / 1e6 + 100))' "$most_threads" <<<"$plan")

if [[ $shard != */* ]]; then
  mkdir -p logs
  # A job that is begun again after its node died goes on too.
  exec sbatch --requeue --job-name="$name" --output=logs/array-%A_%a.txt --array="0-$((of - 1))" \
    --cpus-per-task="$threads" --mem="${megabytes}M" --wrap "$(printf '%q ' "$(realpath "$0")" "$seeds")\$SLURM_ARRAY_TASK_ID/$shard"
fi

# Not one of many worlds is lost because another one fails. Those that fail get a second try.
missing=()
for seed in $(seq "$first" "$last"); do
  if ((seed % of == share)) && [ ! -e "$OUT/$seed/$name-$seed.manifest.json" ]; then missing+=("$seed"); fi
done
for _ in first second; do
  todo=("${missing[@]}") missing=()
  for seed in "${todo[@]}"; do
    # shellcheck disable=SC2086
    terrawright build "$WORLD" --seed "$seed" --out "$OUT/$seed" --quiet --cache off --threads "$threads" \
      --memory "${megabytes}MB" $OPTIONS || missing+=("$seed")
  done
done
[ ${#missing[@]} -eq 0 ] || { echo "shard $shard: not made: seeds ${missing[*]}" >&2; exit 1; }

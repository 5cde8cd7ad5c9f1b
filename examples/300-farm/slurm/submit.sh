#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Hands a job of Snakemake to Slurm and prints its number: submit.sh THREADS MEGABYTES SCRIPT
set -euo pipefail
mkdir -p logs
# In a group, too, a world that fails keeps no other from being made.
sed 's/ -m snakemake / -m snakemake --keep-going /' "$3" |
  sbatch --parsable --requeue --job-name=worlds --output=logs/slurm-%j.txt --cpus-per-task="$1" --mem="$2M"

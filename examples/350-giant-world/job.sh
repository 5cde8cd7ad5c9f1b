#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# One giant world on as many machines as Slurm gives; what follows is handed to `terrawright build`:
#   sbatch --nodes=4 --ntasks-per-node=1 --cpus-per-task=16 --mem=60G job.sh world.yaml --set "world.size=[65537,65537]"
# CACHE is a folder that all machines see (cache), CACHE_SIZE its size (4TB). All that is done lies there, so that a try
# goes on where the one before it ended.
#SBATCH --job-name=giant --requeue --open-mode=append --output=giant-%j.txt
set -euo pipefail
[ $# -gt 0 ] || { sed -n '3,6s/^# //p' "$0" >&2; exit 2; }
read -ra launch <<<"${LAUNCH-mpirun -np ${SLURM_NTASKS:-1}}"
options=(--cache "${CACHE:-cache}" --cache-size "${CACHE_SIZE:-4TB}" --threads "${SLURM_CPUS_PER_TASK:-1}")
# Slurm's memory is that of a machine; a tenth is left to what is beside the ranks.
if [ -n "${SLURM_MEM_PER_NODE:-}" ]; then
  options+=(--memory "$((SLURM_MEM_PER_NODE * 9 / 10 / ${SLURM_NTASKS_PER_NODE:-${SLURM_NTASKS:-1}}))MB")
fi

# A rank that dies takes the others with it: begin again, at once. Where that fails three times a machine may be gone, which
# mpirun sees before Slurm does: ask Slurm for others.
tries=0
until "${launch[@]}" terrawright build "$@" "${options[@]}"; do
  code=$?
  case $code in 2 | 3 | 130) exit "$code" ;; esac  # the config, a plugin, stopped: another try would say the same
  tries=$((tries + 1))
  echo "job.sh: try $tries ended with $code" >&2
  [ "$tries" -lt 3 ] && continue
  if [ -n "${SLURM_JOB_ID:-}" ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 3 ]; then
    echo "job.sh: asks for other machines" >&2
    scontrol requeue "$SLURM_JOB_ID"
    sleep 60  # until Slurm ends this
  fi
  exit 1
done
exit 0  # not what the last `until` left behind

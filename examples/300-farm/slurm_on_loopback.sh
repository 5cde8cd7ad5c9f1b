#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a command in a Slurm that lives on this machine alone, as long as the command does, to try things before a real one
# sees them: slurm_on_loopback.sh COMMAND...  Root, with Debian's slurm-wlm and munge; nothing of an installed Slurm is used
# or changed.
set -euo pipefail
[ $# -gt 0 ] || { sed -n '3,5s/^# //p' "$0" >&2; exit 2; }
[ "$(id -u)" -eq 0 ] || { echo "$0: needs root" >&2; exit 2; }
for program in munged slurmctld slurmd sbatch; do
  command -v "$program" >/dev/null || { echo "$0: there is no $program: install slurm-wlm and munge" >&2; exit 2; }
done

folder=$(mktemp -d)
started=()
end() {
  scancel --quiet --user root 2>/dev/null || true
  for process in "${started[@]}"; do kill "$process" 2>/dev/null || true; done
  for process in "${started[@]}"; do
    for _ in $(seq 50); do kill -0 "$process" 2>/dev/null || break; sleep 0.1; done
    kill -KILL "$process" 2>/dev/null || true
  done
  wait
  rm -rf "$folder"
}
trap end EXIT
trap 'exit 130' INT TERM
fail() { echo "$0: $1" >&2; tail -n 20 "$folder"/*.log >&2; exit 1; }
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
until_done() { for _ in $(seq 100); do "$@" >/dev/null 2>&1 && return; sleep 0.1; done; return 1; }

mkdir "$folder/state" "$folder/spool"
chmod 755 "$folder"
(umask 077; head -c 1024 /dev/urandom >"$folder/munge.key")
munged --foreground --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" --pid-file="$folder/munge.pid" \
  --log-file="$folder/munge.log" --seed-file="$folder/munge.seed" --num-threads 1 &>/dev/null &
started+=($!)
host=$(hostname -s)
cat >"$folder/slurm.conf" <<END
ClusterName=loopback
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket,cred_expire=5
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SchedulerParameters=batch_sched_delay=0,sched_min_interval=100000
ReturnToService=2
MpiDefault=none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=$(awk '/MemTotal/ {print int($2 / 1024 * 0.9)}' /proc/meminfo)
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$folder/slurm.conf
until_done test -S "$folder/munge.socket" || fail "munged does not begin"
slurmctld -D -f "$SLURM_CONF" &>"$folder/slurmctld.out.log" &
started=($! "${started[@]}")
until_done scontrol ping || fail "slurmctld does not begin"
slurmd -D -f "$SLURM_CONF" -N "$host" &>"$folder/slurmd.out.log" &
started=($! "${started[@]}")
until_done sh -c 'sinfo --noheader --format=%T | grep -q idle' || fail "slurmd does not begin"
"$@"

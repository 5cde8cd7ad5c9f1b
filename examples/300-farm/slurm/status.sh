#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# How a job of Slurm does: status.sh JOB prints running, success or failed, as Snakemake asks.
state=$(scontrol show job --oneliner "$1" 2>&1)
case $state in
  *JobState=*) state=${state#*JobState=} state=${state%% *} ;;
  *"Invalid job id"*)  # forgotten, after MinJobAge; with accounting Slurm knows it all the same
    state=$(sacct --jobs "$1" --allocations --noheader --parsable2 --format state 2>/dev/null | head -n 1)
    ;;
  *) state=RUNNING ;;  # nobody answers: asked again in ten seconds
esac
case $state in
  COMPLETED) echo success ;;
  PENDING | RUNNING | CONFIGURING | COMPLETING | SUSPENDED | REQUEUE* | RESIZING | SIGNALING | STAGE_OUT) echo running ;;
  *)
    # `keep-incomplete` leaves the job's number with its worlds, and the next try would be taken for this job.
    grep -rlF "\"$1\"" .snakemake/incomplete 2>/dev/null | xargs --no-run-if-empty rm -f
    echo failed
    ;;
esac

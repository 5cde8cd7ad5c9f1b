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
  PENDING | RUNNING | CONFIGURING | COMPLETING | SUSPENDED | REQUEUED | REQUEUE* | RESIZING | SIGNALING | STAGE_OUT) echo running ;;
  *) echo failed ;;
esac

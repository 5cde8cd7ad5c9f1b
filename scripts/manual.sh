#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes man pages of what the program says with --help, one of each verb: scripts/manual.sh PROGRAM FOLDER
set -euo pipefail
program=$1
folder=$2
export LC_ALL=C.UTF-8 SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-0}

rm -rf "$folder"
mkdir -p "$folder"
page() { "${HELP2MAN:-help2man}" --no-info --no-discard-stderr --version-string="$version" "$@"; }
version=$("$program" --version | sed 's/^terrawright //')
verbs=$("$program" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
{
  echo "[see also]"
  for verb in $verbs; do echo ".BR terrawright\\-$verb (1)"; done
} >"$folder/see_also"
page --name="worlds from one YAML file" --include="$folder/see_also" "$program" |
  gzip -9n >"$folder/terrawright.1.gz"
printf '[see also]\n.BR terrawright (1)\n' >"$folder/see_also"
for verb in $verbs; do
  summary=$("$program" --help | sed -n "s/^  $verb  *//p" | head -1)
  printf '#!/bin/sh\nexec "%s" %s "$@"\n' "$program" "$verb" >"$folder/terrawright-$verb"
  chmod +x "$folder/terrawright-$verb"
  page --name="${summary,}" --include="$folder/see_also" "$folder/terrawright-$verb" |
    gzip -9n >"$folder/terrawright-$verb.1.gz"
  rm "$folder/terrawright-$verb"
done
rm "$folder/see_also"

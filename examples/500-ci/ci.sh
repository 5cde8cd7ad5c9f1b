#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What CI does, and what whoever works here does before: ci.sh [check|lock|verify]
#   check    builds plugin and worlds as they are locked, and says what changed since the commit BASE, where one is named
#   lock     the worlds as they are now are wanted: writes their lock files, to be committed
#   verify   makes all worlds anew, without the cache
# Files are in out/, reports in reports/. Exit codes are those of terrawright: 4 where a lock or an expectation does not hold.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
format=text
[ -z "${GITHUB_ACTIONS:-}" ] || format=github # problems as annotations
cached=(--cache "${TERRAWRIGHT_CACHE:-.cache/terrawright}" --cache-size 2GB)

mkdir -p build reports
if [ ! -e build/studio.so ] || [ -n "$(find plugin -newer build/studio.so)" ]; then
  # shellcheck disable=SC2046 # several words
  g++ -std=c++17 -O2 plugin/*.cpp $(pkg-config --cflags --libs terrawright) -o build/studio.so
fi

# One call for all worlds; what it says is kept for the report, too: build NAME OPTION...
build() {
  local name=$1 code=0
  shift
  terrawright build worlds/*.yaml --plugins build "${cached[@]}" --format "$format" --quiet --out out \
    --junit "reports/$name.xml" --sarif "reports/$name.sarif" --log "reports/$name.jsonl" "$@" \
    2>"reports/$name.txt" || code=$?
  cat "reports/$name.txt" >&2
  return "$code"
}

# Of each world which nodes ran, and how many expectations hold, by the events of a build.
rows() {
  sed -nE 's/^\{"event":"begun".*"world":"([^"]*)".*/begun \1/p
    s/^\{"event":"node_made".*"node":"([^"]*)","doing":"([a-z]*).*/\2 \1/p
    s/^\{"event":"expectation".*"holds":([a-z]*).*/expectation \1/p' "$1" | awk '
    function row() { if (world) print "| " world " | " ran + again + cached " | " (ran ? ran ": " names : "none") \
      " | " again + 0 " | " cached + 0 " | " held + 0 " of " expected + 0 " |" }
    $1 == "begun" { row(); world = $2; names = ""; ran = again = cached = held = expected = 0 }
    $1 == "ran" { if (++ran <= 4) names = names (ran > 1 ? ", " : "") "`" $2 "`"; else if (ran == 5) names = names ", ..." }
    $1 == "painted" { ++again }
    $1 == "cached" { ++cached }
    $1 == "expectation" { ++expected; held += $2 == "true" }
    END { row() }'
}

# What changed since BASE, world by world.
differences() {
  local world name told
  git diff --quiet "$BASE" -- plugin ||
    echo "The plugin changed. Both sides below are made by the new one; what it moved is what the locks say."
  for world in worlds/*.yaml; do
    case $world in *.lock.yaml) continue ;; esac
    name=$(basename "$world" .yaml)
    git cat-file -e "$BASE:./$world" 2>/dev/null || { echo "\`$name\` is new."; continue; }
    told=0
    terrawright diff --git "$BASE" "$world" --plugins build "${cached[@]}" --quiet \
      --html "reports/$name.html" --markdown "reports/$name.md" >reports/diff.txt 2>&1 || told=$?
    case $told in
      0) echo "\`$name\` is the same." && rm "reports/$name.html" "reports/$name.md" ;;
      4) echo && cat "reports/$name.md" ;;
      *) cat reports/diff.txt >&2 && return "$told" ;;
    esac
    echo
  done
  rm reports/diff.txt
}

check() {
  local locked=0 built=0 compared=0 log=locked
  rm -f reports/*
  build locked --locked || locked=$?
  # Files, expectations and nodes of a change that is not locked yet, for whoever reviews it.
  [ "$locked" = 0 ] || { log=built && build built 2>/dev/null || built=$?; }
  {
    if [ "$locked" = 0 ]; then
      echo "## Worlds: as they are locked"
    else
      printf '## Worlds: not as they are locked\n\n```text\n'
      sed -E 's/^::(error|warning) (file=([^,]*),line=([0-9]+),col=([0-9]+))?::/\3:\4:\5: \1: /; s/%0A/\n  /g; s/%25/%/g' \
        reports/locked.txt
      # shellcheck disable=SC2016 # Markdown
      printf '```\n\nWhere this is wanted: `./ci.sh lock`, and commit `worlds/*.lock.yaml`.\n'
    fi
    printf '\n| world | nodes | ran | painted again | cached | expectations that hold |\n|---|---:|---|---:|---:|---:|\n'
    rows "reports/$log.jsonl"
    [ -z "${BASE:-}" ] || { printf '\n## Since %s\n\n' "$(git rev-parse --short "$BASE")" && differences; }
  } >reports/report.md || compared=$?
  [ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat reports/report.md >>"$GITHUB_STEP_SUMMARY"
  for code in "$locked" "$built" "$compared"; do
    [ "$code" = 0 ] || exit "$code"
  done
}

case ${1:-check} in
  check) check ;;
  lock) build lock --lock ;;
  verify) terrawright verify worlds/*.yaml --plugins build --format "$format" ;;
  *) sed -n '3,7s/^# //p' "$0" >&2 && exit 2 ;;
esac

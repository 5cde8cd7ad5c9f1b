#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Feeds mutated configs to the reader for so many seconds: scripts/fuzz.sh [seconds]. Fails at the first crash, leak,
# undefined behaviour or input that takes more than five seconds, and names the file that holds it.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh packages
scripts/install.sh libclang-rt-14-dev

export CMAKE_CXX_COMPILER_LAUNCHER=ccache CMAKE_C_COMPILER_LAUNCHER=ccache
cmake --preset fuzz >/dev/null
cmake --build --preset fuzz --target fuzz_config
build=build/fuzz
mkdir -p $build/seeds $build/corpus

# Seeds: every config there is. Words: what they are written with.
rm -f $build/seeds/*
find configs examples stages tests -name '*.yaml' -print0 |
  while IFS= read -r -d '' file; do cp "$file" "$build/seeds/${file//\//-}"; done
cat $build/seeds/* | LC_ALL=C grep -aoE '[a-z][a-z0-9_.@]{2,30}' | sort -u | sed 's/.*/"&"/' >$build/words

ASAN_OPTIONS=allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 \
  $build/tests/fuzz/fuzz_config -max_total_time="${1:-60}" -timeout=5 -max_len=8192 -dict=$build/words \
  -artifact_prefix=$build/ -print_final_stats=1 -verbosity=1 $build/corpus $build/seeds 2>$build/log ||
  { grep -av '^#' $build/log | tail -n 60; exit 1; }
grep -aE '^stat::|^Done' $build/log

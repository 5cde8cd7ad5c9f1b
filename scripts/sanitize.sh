#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds with sanitizers and runs the tests: scripts/sanitize.sh asan|tsan [ctest arguments]. Without arguments all of
# them run; asan is AddressSanitizer and UndefinedBehaviorSanitizer, tsan ThreadSanitizer.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:?asan or tsan}
shift
scripts/setup.sh packages

export CMAKE_CXX_COMPILER_LAUNCHER=ccache CMAKE_C_COMPILER_LAUNCHER=ccache CCACHE_SLOPPINESS=pch_defines,time_macros
cmake --preset "$preset" >/dev/null
cmake --build --preset "$preset"
ctest --preset "$preset" --label-exclude ensemble --parallel "$(nproc)" "$@"

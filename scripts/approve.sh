#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Approves what the program now says and makes: rewrites the texts of tests/errors/, the transcripts of tests/cli/, the
# pinned pixels and bytes of tests/goldens/, and the lock files of examples/500-ci and of configs/ (worlds of 257 x 257
# cells) where they do not hold, and shows the difference. Commit it with the change that it comes from.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh test_cli  # and the program
scripts/setup.sh test_worlds
TERRAWRIGHT_APPROVE=1 tests/cli/transcripts.sh tests/cli/*.t
TERRAWRIGHT_APPROVE=1 build/release/tests/test_worlds "[examples]"
python3 tests/goldens/outputs.py build/release/terrawright . --approve
studio=build/studio
mkdir -p $studio
g++ -std=c++17 -O2 -ffp-contract=off -fvisibility=hidden -fPIC -shared -Ipipeline/sdk examples/500-ci/plugin/*.cpp \
  -o $studio/studio.so
locks() {
  build/release/terrawright build examples/500-ci/worlds/*.yaml --plugins $studio --cache off --quiet --out $studio/out "$1"
}
locks --locked 2>/dev/null || locks --lock
# One world a run: a lock names the libraries that its run has loaded.
for world in configs/*.yaml; do
  case $world in *.lock.yaml) continue ;; esac
  build/release/terrawright verify "$world" --quiet >/dev/null 2>&1 ||
    build/release/terrawright build "$world" --set "world.size=[257,257]" --lock --cache off --quiet --out $studio/out
done
git ls-files --others --exclude-standard -- tests/errors tests/cli tests/goldens | sed 's/^/new: /'
git --no-pager diff --stat --patch -- tests/errors tests/cli tests/goldens 'examples/*.lock.yaml' 'configs/*.lock.yaml'

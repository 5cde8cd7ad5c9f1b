#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Approves what the program now says and makes: rewrites the texts of tests/errors/ and the pinned pixels of
# tests/goldens/, and shows the difference. Commit it with the change that it comes from.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh test_cli
scripts/setup.sh test_worlds
TERRAWRIGHT_APPROVE=1 build/release/tests/test_cli "[errors]"
TERRAWRIGHT_APPROVE=1 build/release/tests/test_worlds "[examples]"
git ls-files --others --exclude-standard -- tests/errors tests/goldens | sed 's/^/new: /'
git --no-pager diff --stat --patch -- tests/errors tests/goldens

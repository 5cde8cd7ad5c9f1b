#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds every world of configs/ at half its size and writes docs/gallery.md with the pictures beside it.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh terrawright
/usr/bin/python3 scripts/gallery.py  # the python3 of Debian, which has its python3-yaml

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes packs/viewer/page/bundle/viewer.html again, the page that outputs of `scene:` are written into; with --compare it only says
# whether that file is what the sources make. Needs Node and npm; the build of Terrawright does not.
set -eu
cd "$(dirname "$0")/../packs/viewer/page"
case "${1-}" in
  "" | --compare) ;;
  *) echo "viewer.sh [--compare]" >&2; exit 2 ;;
esac
if ! [ -d node_modules/three ] || ! [ -d node_modules/esbuild ]; then
  npm ci --no-audit --no-fund --loglevel=error
fi
page=$(mktemp -d)
trap 'rm -rf "$page"' EXIT
node make.mjs "$page/viewer.html"
if [ "${1-}" = --compare ]; then
  cmp "$page/viewer.html" bundle/viewer.html || { echo "packs/viewer/page/bundle/viewer.html is not what its sources make: run scripts/viewer.sh" >&2; exit 1; }
  (cd bundle && sha256sum --check --quiet SHA256SUMS)
  echo "packs/viewer/page/bundle/viewer.html is what its sources make"
else
  mkdir -p bundle
  cp "$page/viewer.html" bundle/viewer.html
  (cd bundle && sha256sum viewer.html | tee SHA256SUMS)
fi

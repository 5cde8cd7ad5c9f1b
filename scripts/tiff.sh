#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes pipeline/live/playground/tiff/bundle again, the reader of TIFF files of the page without a server; with --compare
# it only says whether the bundle is what its sources make. Needs Node and npm.
set -euo pipefail
cd "$(dirname "$0")/.."
sources=pipeline/live/playground/tiff packages=build/tiff
mkdir -p "$packages"
cp "$sources"/{package.json,package-lock.json,.npmrc} "$packages"
cd "$packages"
npm ci --no-audit --no-fund --loglevel=error
mkdir -p bundle
node_modules/.bin/esbuild --bundle --minify --format=iife --global-name=tiff --target=es2022 --charset=utf8 \
  --legal-comments=none --log-level=warning --outfile=bundle/tiff.js --footer:js='export const decode = tiff.decode;' <<< "export {decode} from 'tiff';"
{
  echo "tiff.js contains, minified, parts of these packages of npm. Their licences follow them."
  for name in tiff iobuffer fflate; do
    printf '\n%s %s\n\n' "$name" "$(node -p "require('./node_modules/$name/package.json').version")"
    cat "node_modules/$name/LICENSE"
    echo
  done
} > bundle/NOTICES
cd - >/dev/null
[ "${1:-}" = --compare ] || cp "$packages"/bundle/* "$sources/bundle"
diff -r "$packages/bundle" "$sources/bundle" >&2 || { echo "$sources/bundle is not what its sources make: run scripts/tiff.sh" >&2; exit 1; }
echo "$sources/bundle is what its sources make"

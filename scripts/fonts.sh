#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Takes the fonts of printed maps out of Debian's packages into pipeline/lettering/fonts/, as they are there; with --compare
# it only says whether they are the same. The build needs neither: the files are kept in the repository.
set -euo pipefail
cd "$(dirname "$0")/.."

fonts=(EBGaramond12-Regular.otf EBGaramond12-Italic.otf Lato-Regular.ttf Lato-Medium.ttf Lato-Bold.ttf Lato-Italic.ttf Lato-Light.ttf)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
(cd "$work" && apt-get -qq download fonts-ebgaramond fonts-lato)
for package in "$work"/*.deb; do dpkg-deb --extract "$package" "$work/root"; done
cd pipeline/lettering/fonts
for font in "${fonts[@]}"; do
  found=$(find "$work/root" -name "$font")
  if [ "${1-}" = --compare ]; then
    cmp "$found" "$font"
  else
    install -m 644 "$found" "$font"
  fi
done
[ "${1-}" = --compare ] || sha256sum "${fonts[@]}" >SHA256SUMS
sha256sum --check --quiet SHA256SUMS

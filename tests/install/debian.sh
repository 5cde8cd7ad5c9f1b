#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The Debian package in a root where nothing else is, used by somebody who is not root: debian.sh PACKAGE PROGRAM FOLDER
# PROGRAM is one of the sources, with which the installed one must agree.
set -euo pipefail
package=$(realpath "$1")
program=$(realpath "$2")
work=$(realpath -m "$3")
root=$work/root
source "$(dirname "$0")/bare_root.sh"
fail() { echo "debian.sh: $*" >&2; exit 1; }

rm -rf "$work"
mkdir -p "$work"
debian_sources "$work/sources"
cp "$package" "$work/terrawright.deb"
# With documentation and man pages, which small roots leave out otherwise.
mmdebstrap --variant=minbase --include=man-db,bash-completion --customize-hook="copy-in $work/terrawright.deb /" \
  --customize-hook='chroot "$1" apt-get install -y -qq --no-install-recommends ./terrawright.deb' \
  bookworm "$root" "$work/sources" >"$work/mmdebstrap.txt" 2>&1 || { tail -20 "$work/mmdebstrap.txt"; fail "mmdebstrap"; }
installed=$(du -sk "$root" | cut -f1)
inside "$root" useradd --create-home somebody
as_somebody() { inside "$root" su somebody -c "cd && $1"; }

# The same pixels.
as_somebody 'terrawright build /usr/share/terrawright/configs/island.yaml --set world.size=[257,257] --out island --quiet'
"$program" build configs/island.yaml --set 'world.size=[257,257]' --out "$work/island" --quiet --cache off
(cd "$work/island" && sha256sum ./*.png ./*.csv ./*.geojson ./*.exr) >"$work/here"
(cd "$root/home/somebody/island" && sha256sum ./*.png ./*.csv ./*.geojson ./*.exr) >"$work/there"
cmp "$work/here" "$work/there" || fail "other files"
# Every world is as it was locked.
as_somebody 'terrawright verify --quiet /usr/share/terrawright/configs/*.yaml' >"$work/verified" 2>&1 ||
  { tail "$work/verified"; fail "a lock does not hold"; }

# Manual and completions.
for verb in "" -build -validate -check; do
  inside "$root" man --pager=cat "terrawright$verb" >"$work/man.txt" || fail "man terrawright$verb"
  grep -q "SEE ALSO" "$work/man.txt" || fail "man terrawright$verb is no page"
done
as_somebody 'bash -c "source /usr/share/bash-completion/bash_completion; _completion_loader terrawright;
  complete -p terrawright"' | grep -q _terrawright || fail "bash does not find its completions"
# GeoTIFFs come from a module with libraries of its own.
as_somebody 'terrawright build /usr/share/terrawright/configs/midpoint_displacement.yaml --out tif --quiet \
  --set "outputs=[{file: a.tif, layers: {a: height}}]" && test -s tif/a.tif' || fail "no .tif"

# Without what the package recommends, other people's pictures are refused with the package that helps.
cat >"$root/home/somebody/jpeg.yaml" <<'YAML'
terrawright: 1
name: jpeg
world: {size: [65, 65], cell: 1 km, seed: 42}
stages:
  image: {use: source.image@1, with: {file: image.jpg, channel: 0}}
outputs:
  - {file: image.png, layers: {image: image}, range: [0, 1]}
YAML
printf '\377\330\377\340' >"$root/home/somebody/image.jpg"
as_somebody '! terrawright validate jpeg.yaml' 2>"$work/jpeg.txt" || fail "a picture is read without a library"
grep -q "install the package libopenimageio2.4" "$work/jpeg.txt" || { cat "$work/jpeg.txt"; fail "no package is named"; }

# The image of examples/500-ci: the commands of its last stage, in this root. Its worlds are as they were locked.
cp "$package" "$root/tmp/"
tac examples/500-ci/Dockerfile | sed '/^FROM/q' | tac | sed -e ':whole; /\\$/{N; s/\\\n//; b whole}' | sed -n 's/^RUN //p' >"$work/run"
[ "$(wc -l <"$work/run")" -ge 2 ] || fail "the Dockerfile has no commands"
while read -r command; do
  inside "$root" sh -c "$command" >"$work/image.txt" 2>&1 </dev/null || { tail -20 "$work/image.txt"; fail "$command"; }
done <"$work/run"
as_somebody 'cp -r /usr/share/terrawright/examples/500-ci studio && cd studio && ./ci.sh && ./ci.sh verify && cat reports/report.md' \
  >"$work/studio.txt" 2>&1 || { cat "$work/studio.txt"; fail "examples/500-ci in its image"; }
[ "$(grep -c "all made anew" "$work/studio.txt")" = 3 ] || fail "not three worlds were verified"

# Taken away again, nothing of it stays.
inside "$root" apt-get purge -y -qq terrawright >"$work/purge.txt" 2>&1
left=$(find "$root/usr" "$root/etc" -path "*terrawright*" | head)
[ -z "$left" ] || fail "left behind: $left"
echo "installed, used and removed in a clean root: $(stat -c %s "$package") bytes, $installed KiB of root," \
  "$(wc -l <"$work/here") files the same"

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An OCI image of the archive that scripts/portable.py makes: scripts/image.sh OUT_FOLDER, where that archive lies. One
# archive gives one image, to the byte.
#
#   podman load -i terrawright-*.oci.tar
#   podman run --rm --userns=keep-id -v "$PWD:/worlds" terrawright build coast.yaml
#
# It holds the program alone, which runs as a user without rights, in /worlds.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install.sh buildah
out=${1:?the folder of the archive}
archive=$(ls "$out"/terrawright-*-linux-*.tar.xz)
name=$(basename "$archive" .tar.xz)
# Layers are kept as plain folders, which any machine and any user can have.
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
work=$(mktemp -d)
container=$(buildah from scratch)
trap 'buildah rm "$container" >/dev/null; rm -rf "$work"' EXIT

mkdir -p "$work"/root/{opt/terrawright,tmp,worlds}
chmod 1777 "$work/root/tmp"
chmod 0777 "$work/root/worlds"
tar -xf "$archive" -C "$work/root/opt/terrawright" --strip-components 1
find "$work/root" -exec touch --no-dereference --date @946684800 {} + # of the year 2000
buildah copy --quiet "$container" "$work/root" / >/dev/null
buildah config --entrypoint '["/opt/terrawright/terrawright"]' --cmd --help --user 1000:1000 --workingdir /worlds \
  --env HOME=/tmp --label org.opencontainers.image.title=Terrawright --label org.opencontainers.image.licenses=Apache-2.0 \
  "$container"
buildah commit --quiet --timestamp 946684800 --disable-compression=false "$container" "oci:$work/image:terrawright:latest" >/dev/null
tar --create --file "$out/$name.oci.tar" --directory "$work/image" --sort name --mtime @946684800 --owner 0 --group 0 \
  --numeric-owner blobs index.json oci-layout
ls -l "$out/$name.oci.tar" | awk '{printf "%s: %.1f MB\n", $9, $5 / 1e6}'

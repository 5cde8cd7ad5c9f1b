# SPDX-License-Identifier: Apache-2.0
# For scripts that try something in a root of Debian where nothing else is.

# Debian's own sources, as this machine has them: debian_sources FILE
debian_sources() {
  apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' 'Origin: Debian' 2>/dev/null |
    sort -u | while read -r address release; do echo "deb $address $release main"; done >"$1"
  [ -s "$1" ] || { echo "apt knows no sources of Debian" >&2; return 1; }
}

# A command in a root, as its only process: inside ROOT COMMAND...
inside() {
  local root=$1
  shift
  unshare --mount --pid --fork --mount-proc="$root/proc" bash -c 'mount --bind /dev "$0/dev" && exec chroot "$0" "$@"' "$root" \
    env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"
}

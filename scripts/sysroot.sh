#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Unpacks Debian packages of another architecture, with all they need, into a folder of their own:
#   scripts/sysroot.sh ARCHITECTURE FOLDER PACKAGE...
# They come from the machine's own sources by an apt of its own, so that nothing of the machine changes and no root is
# needed; headers and libraries of two architectures cannot always be installed side by side (libyaml-cpp-dev cannot).
set -euo pipefail
architecture=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
shift 2

apt=$folder.apt
wanted="$architecture $*"
[ "$(cat "$folder/.packages" 2>/dev/null)" != "$wanted" ] || exit 0  # it is there
rm -rf "$folder" "$apt"
mkdir -p "$folder" "$apt"/{state/lists/partial,cache/archives/partial,log}
: >"$apt/status"  # nothing is installed
cat >"$apt/apt.conf" <<END
APT::Architecture "$architecture";
APT::Architectures { "$architecture"; };
APT::Sandbox::User "root";
Dir::State "$apt/state";
Dir::State::status "$apt/status";
Dir::Cache "$apt/cache";
Dir::Log "$apt/log";
END
export APT_CONFIG=$apt/apt.conf
apt-get update -qq
apt-get install -y -qq --no-install-recommends --download-only "$@" >/dev/null
for package in "$apt"/cache/archives/*.deb; do dpkg-deb -x "$package" "$folder"; done
echo "$wanted" >"$folder/.packages"
echo "sysroot: $(find "$apt/cache/archives" -name '*.deb' | wc -l) packages for $architecture"
rm -rf "$apt"

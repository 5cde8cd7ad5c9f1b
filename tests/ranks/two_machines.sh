#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Two machines with one folder, as far as one kernel can be two: network and host names of their own, joined by a cable
# (veth), so that Open MPI goes over TCP. two_machines.sh PROGRAM SOURCE. Needs root and network namespaces, else it is
# skipped (77).
set -euo pipefail
program=$1
source=$2
a=terrawright-a-$$
b=terrawright-b-$$
ip netns add "$a" 2>/dev/null || exit 77
folder=$(mktemp -d)
end() {
  ip netns del "$a" 2>/dev/null || true
  ip netns del "$b" 2>/dev/null || true
  rm -rf "$folder"
}
trap end EXIT
ip netns add "$b"
ip link add name "tw$$a" netns "$a" type veth peer name "tw$$b" netns "$b" 2>/dev/null || exit 77
address=10.99.7
ip -n "$a" addr add $address.1/24 dev "tw$$a"
ip -n "$b" addr add $address.2/24 dev "tw$$b"
for name in "$a" "$b"; do ip -n "$name" link set lo up; done
ip -n "$a" link set "tw$$a" up
ip -n "$b" link set "tw$$b" up

# What mpirun takes for ssh.
cat > "$folder/shell" <<SHELL
#!/bin/sh
host=\$1
shift
exec ip netns exec "\$host" unshare --uts sh -c "hostname \$host; \$*"
SHELL
chmod +x "$folder/shell"
cat > "$folder/within" <<SHELL
#!/bin/sh
exec ip netns exec $a unshare --uts --mount sh -c 'hostname $a; mount --bind $folder/hosts /etc/hosts; exec "\$@"' _ "\$@"
SHELL
chmod +x "$folder/within"
printf '127.0.0.1 localhost\n%s.1 %s\n%s.2 %s\n' $address "$a" $address "$b" > "$folder/hosts"
printf '%s slots=2\n%s slots=2\n' "$a" "$b" > "$folder/machines"

world="$source/tests/worlds/earlier/island.yaml --set world.size=[1300,1100]"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
"$program" build $world --cache off --quiet --out "$folder/one"
timeout 500 "$folder/within" mpirun --hostfile "$folder/machines" -np 2 --map-by node --bind-to none \
  --mca plm_rsh_agent "$folder/shell" --mca btl tcp,self --mca btl_tcp_if_include $address.0/24 \
  --mca oob_tcp_if_include $address.0/24 -x PATH \
  "$program" build $world --cache "$folder/cache" --out "$folder/two" 2>&1 | tee "$folder/said"
diff -r "$folder/one" "$folder/two"
grep -q 'process 0 painted [1-9]' "$folder/said"
grep -q 'process 1 painted [1-9]' "$folder/said"
echo "two machines wrote the files of one"

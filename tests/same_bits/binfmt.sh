# SPDX-License-Identifier: Apache-2.0
# Sourced, as root: until the shell ends the kernel runs programs of 64-bit ARM by qemu, in any root. A program that runs by
# qemu starts others, which are ARM's too.
binfmt=/proc/sys/fs/binfmt_misc
unknown_again() { [ ! -e $binfmt/terrawright ] || echo -1 >$binfmt/terrawright; }
[ -e $binfmt/register ] || mount -t binfmt_misc none $binfmt
unknown_again
# F: qemu is opened now, and need not lie in those roots.
printf '%s' ':terrawright:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00:\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:' \
  "$(command -v qemu-aarch64-static):F" >$binfmt/register

/* SPDX-License-Identifier: Apache-2.0 */
/* `terrawright` of the archive: starts bin/terrawright beside it by the loader that lies in the archive, wherever that
 * was unpacked; the program finds its libraries, glibc too, from where it lies. This is linked statically, and so runs
 * on any Linux of the machine. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int failed(const char *what) {
  fprintf(stderr, "terrawright: %s: %s\n", what, strerror(errno));
  return 127;
}

int main(int count, char **words) {
  char here[PATH_MAX], loader[PATH_MAX + 64], program[PATH_MAX + 64];
  const ssize_t size = readlink("/proc/self/exe", here, sizeof here);
  if (size < 0 || size >= (ssize_t)sizeof here) return failed("this program does not find itself; is /proc mounted?");
  here[size] = 0;
  *strrchr(here, '/') = 0;
  snprintf(loader, sizeof loader, "%s/lib/terrawright/system/terrawright", here);
  snprintf(program, sizeof program, "%s/bin/terrawright", here);
  char **all = calloc((size_t)count + 3, sizeof *all);
  if (all == NULL) return failed("no memory");
  all[0] = loader;
  all[1] = program;
  for (int i = 1; i < count; ++i) all[1 + i] = words[i];
  unsetenv("LD_PRELOAD"); /* libraries of the machine may need another glibc */
  execv(loader, all);
  return failed(loader);
}

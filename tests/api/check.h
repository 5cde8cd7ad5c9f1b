/* SPDX-License-Identifier: Apache-2.0 */
/* Failures are printed and counted. */
#ifndef TERRAWRIGHT_TESTS_API_CHECK_H
#define TERRAWRIGHT_TESTS_API_CHECK_H

#include <stdio.h>

static int faults;

#define CHECK(what)                                                      \
  do {                                                                   \
    if (!(what)) {                                                       \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #what); \
      ++faults;                                                          \
    }                                                                    \
  } while (0)

#endif

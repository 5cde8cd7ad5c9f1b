/* SPDX-License-Identifier: Apache-2.0 */
/* terrawright/ext/rounds.h: functions by which resolve prepares the next round, before it returns AGAIN. Frozen.
 * `host->extension(handle, TERRAWRIGHT_ROUNDS)` returns them. */
#ifndef TERRAWRIGHT_EXT_ROUNDS_H
#define TERRAWRIGHT_EXT_ROUNDS_H

#include "terrawright/abi.h"

#define TERRAWRIGHT_ROUNDS "rounds/1"

typedef struct {
  uint32_t size, reserved;
  /* Bytes for the next resolve alone (#35). [resolve] */
  void (*carry)(void *handle, const void *bytes, uint64_t size);
  /* Bytes from the last resolve; NULL, 0 if there are none, or if the call is rejected (#87). They are valid until the
   * call returns. [resolve, bodies] */
  void (*carried)(void *handle, terrawright_blob *out);
  /* The next round visits only the named tiles, and has only their notes; `tiles` of resolve are all. Default: all.
   * Without AGAIN it has no effect. #35 tests it. [resolve, bodies] */
  void (*visit)(void *handle, uint64_t tile);
} terrawright_rounds;

#endif

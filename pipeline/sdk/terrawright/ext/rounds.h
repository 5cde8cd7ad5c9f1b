/* SPDX-License-Identifier: Apache-2.0 */
/* terrawright/ext/rounds.h: what resolve may say of the next round before it answers AGAIN. Frozen.
 * `host->extension(handle, TERRAWRIGHT_ROUNDS)` answers it. */
#ifndef TERRAWRIGHT_EXT_ROUNDS_H
#define TERRAWRIGHT_EXT_ROUNDS_H

#include "terrawright/abi.h"

#define TERRAWRIGHT_ROUNDS "rounds/1"

typedef struct {
  uint32_t size, reserved;
  /* What the next resolve sees, and nobody else (#35). [resolve] */
  void (*carry)(void *handle, const void *bytes, uint64_t size);
  /* What the last resolve carried; NULL, 0 where that is nothing, and where the call is refused (#87). It lives as
   * long as the call. [resolve, bodies] */
  void (*carried)(void *handle, terrawright_blob *out);
  /* The next round visits only the tiles named so, and has only their notes; `tiles` of resolve are all. None named:
   * all. Without AGAIN nobody looks at it. #35 tries it. [resolve, bodies] */
  void (*visit)(void *handle, uint64_t tile);
} terrawright_rounds;

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* terrawright/ext/texts.h: texts that come out of resolve. Frozen.
 * `host->extension(handle, TERRAWRIGHT_TEXTS)` returns a terrawright_texts. */
#ifndef TERRAWRIGHT_EXT_TEXTS_H
#define TERRAWRIGHT_EXT_TEXTS_H

#include "terrawright/abi.h"

#define TERRAWRIGHT_TEXTS "texts/1"

typedef struct {
  uint32_t size, reserved;
  /* The content of an output of kind text: UTF-8 (#72), written unchanged; by convention lines that end in "\n". The
   * last one counts. [resolve] */
  void (*text)(void *handle, uint32_t port, const char *bytes, uint64_t size);
} terrawright_texts;

#endif

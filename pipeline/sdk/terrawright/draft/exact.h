/* SPDX-License-Identifier: Apache-2.0 */
/* terrawright/draft/exact.h: random.h and exact_math.h as functions of the host, for authors in other languages. C11.
 *
 * A draft may change or vanish in any release. `host->extension(handle, TERRAWRIGHT_EXACT)` returns a
 * terrawright_exact, or NULL if the engine has none. The pointer is valid as long as the process.
 *
 * Each function gives the same bits as the function terrawright_NAME of random.h or exact_math.h, which define it
 * (#91). It may be called from any thread, at once. Numbers are as at the entry of a stage's function: round to nearest
 * even, no flush to zero. Vectors for a port are in vectors/random.txt and vectors/exact_math.txt. */
#ifndef TERRAWRIGHT_DRAFT_EXACT_H
#define TERRAWRIGHT_DRAFT_EXACT_H

#include "terrawright/random.h" /* terrawright_row_key */

#ifdef __cplusplus
extern "C" {
#endif

#define TERRAWRIGHT_EXACT "draft/exact/1"

typedef struct {
  uint32_t size, reserved;

  /* random.h. `bytes` and `name` need no 0 at their end. [any thread, at once] */
  uint64_t (*mix64)(uint64_t z);
  uint64_t (*fnv1a64)(const char *bytes, size_t size);
  uint64_t (*stream)(uint64_t seed, const char *name, size_t size);
  void (*philox)(uint32_t counter[4], uint32_t key0, uint32_t key1);
  terrawright_row_key (*key_of_row)(uint64_t stream, int32_t y, uint32_t purpose, uint32_t level, uint32_t word);
  uint32_t (*word)(terrawright_row_key key, int32_t column);
  float (*unit)(uint32_t word);
  float (*signed_unit)(uint32_t word);
  uint32_t (*below)(uint32_t word, uint32_t bound);

  /* exact_math.h. exp2: |x| <= 1000. exp: |x| <= 693. cospi and sinpi: x is finite. */
  double (*exp2)(double x);
  double (*exp)(double x);
  double (*cospi)(double x);
  double (*sinpi)(double x);
} terrawright_exact;

#ifdef __cplusplus
}
#endif

#endif

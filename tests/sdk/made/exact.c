/* SPDX-License-Identifier: Apache-2.0 */
/* The struct of draft/exact.h, filled by a compiler of C: vectors.c and vectors.rs call through it. */
#include "terrawright/draft/exact.h"

#include "terrawright/exact_math.h"

const terrawright_exact *made_exact(void);

const terrawright_exact *made_exact(void) {
  static const terrawright_exact table = {sizeof(terrawright_exact), 0,
                                          terrawright_mix64,         terrawright_fnv1a64,
                                          terrawright_stream,        terrawright_philox,
                                          terrawright_key_of_row,    terrawright_word,
                                          terrawright_unit,          terrawright_signed_unit,
                                          terrawright_below,         terrawright_exp2,
                                          terrawright_exp,           terrawright_cospi,
                                          terrawright_sinpi};
  return &table;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The border is C: these headers compile as C11 and their layout is what a plugin of today expects. */
#include <stddef.h>

#include "terrawright/abi.h"
#include "terrawright/exact_math.h"
#include "terrawright/random.h"

_Static_assert(sizeof(terrawright_rect) == 32, "layout");
_Static_assert(offsetof(terrawright_stage, id) == 24, "layout");
_Static_assert(offsetof(terrawright_job, tile) == 80, "layout");
_Static_assert(offsetof(terrawright_plugin, stages) == 40, "layout");

unsigned long long terrawright_test_word_in_c(void) {
  return terrawright_word(terrawright_key_of_row(terrawright_stream(42, "height", 6), 7, 1, 3, 0), 5);
}
double terrawright_test_exp2_in_c(void) { return terrawright_exp2(0.5); }

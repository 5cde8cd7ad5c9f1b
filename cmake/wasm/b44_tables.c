// SPDX-License-Identifier: Apache-2.0
// Tables of OpenEXR's B44 for all halves, filled when a file needs them. A page loads 40 kB less than with those of
// internal_b44_table.c, and the values are the same: tests/wasm/b44_tables.c compares them.
#define IMATH_HALF_NO_LOOKUP_TABLE
#include <Imath/half.h>
#include <math.h>

enum { halves = 65536 };
static const float largest = 65504;

static const uint16_t* filled(uint16_t* table, float (*of)(float)) {
  for (int bits = halves - 1; table[0] == 0 && bits >= 0; --bits) {  // the first is filled last
    const float value = imath_half_to_float((uint16_t)bits);
    table[bits] = isfinite(value) ? imath_float_to_half(of(value)) : 0;
  }
  return table;
}

static float exponential(float value) { return value >= 8 * log(largest) ? largest : (float)exp(value / 8.0); }
static float logarithm(float value) { return value < 0 ? 0 : 8 * (float)log((double)value); }

const uint16_t* filled_expTable(void) {
  static uint16_t table[halves];
  return filled(table, exponential);
}

const uint16_t* filled_logTable(void) {
  static uint16_t table[halves];
  return filled(table, logarithm);
}

// SPDX-License-Identifier: Apache-2.0
// Compares the tables of cmake/wasm/b44_tables.c with those of OpenEXR.
#include <stdint.h>
#include <stdio.h>

extern const uint16_t *exrcore_expTable, *exrcore_logTable;
const uint16_t* filled_expTable(void);
const uint16_t* filled_logTable(void);

int main(void) {
  int different = 0;
  for (int bits = 0; bits < 65536; ++bits) {
    different += filled_expTable()[bits] != exrcore_expTable[bits];
    different += filled_logTable()[bits] != exrcore_logTable[bits];
  }
  if (different > 0) printf("b44_tables.c: %d values differ from those of OpenEXR\n", different);
  return different > 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* terrawright/ext/tables.h: rows of named columns, out of resolve and, as a whole, into it. Frozen.
 * `host->extension(handle, TERRAWRIGHT_TABLES)` returns the functions. */
#ifndef TERRAWRIGHT_EXT_TABLES_H
#define TERRAWRIGHT_EXT_TABLES_H

#include "terrawright/abi.h"

#define TERRAWRIGHT_TABLES "tables/1"

enum { TERRAWRIGHT_COLUMN_INTEGERS = 1, TERRAWRIGHT_COLUMN_REALS = 2, TERRAWRIGHT_COLUMN_TEXTS = 3 };
typedef struct {
  uint32_t size, kind;
  const char *name, *unit;  /* lower-case words joined by '_'; "1": no unit */
  const int64_t *integers;  /* that of its kind has one value a row; the others are ignored */
  const double *reals;      /* a value that is not finite is written as no value */
  const char *const *texts; /* NULL among them: "" */
} terrawright_column;

/* A table, or rows of one. */
typedef struct {
  uint32_t size, reserved;
  uint64_t n_columns, n_rows;
  const terrawright_column *const *columns; /* at least one */
  /* Rows at points: one a row. Rows that are lines: row r has those from ends[r - 1] (or 0) to ends[r], none or at
   * least two of them (#89). Else NULL. */
  const terrawright_point *points;
  const uint64_t *ends;
} terrawright_table;

typedef struct {
  uint32_t size, reserved;
  /* The content of an output of kind table; not of one with PORT_BY_TILE of draft/rows.h. The last one counts (#88).
   * [resolve] */
  void (*table)(void *handle, uint32_t port, const terrawright_table *table);
  /* An input of kind table, NULL if it is not connected (#71). All rows are in memory; a stage that may get many counts
   * them in needs_memory. It is valid until the call returns. [resolve, bodies] */
  const terrawright_table *(*input)(void *handle, uint32_t port);
} terrawright_tables;

#endif

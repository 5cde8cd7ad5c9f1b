/* SPDX-License-Identifier: Apache-2.0 */
/* terrawright/ext/tables.h: rows of named columns, out of resolve and, as a whole, into it. Frozen.
 * `host->extension(handle, TERRAWRIGHT_TABLES)` answers the functions. */
#ifndef TERRAWRIGHT_EXT_TABLES_H
#define TERRAWRIGHT_EXT_TABLES_H

#include "terrawright/abi.h"

#define TERRAWRIGHT_TABLES "tables/1"

enum { TERRAWRIGHT_COLUMN_INTEGERS = 1, TERRAWRIGHT_COLUMN_REALS = 2, TERRAWRIGHT_COLUMN_TEXTS = 3 };
typedef struct {
  uint32_t size, kind;
  const char *name, *unit;  /* lower-case words joined by '_'; "1": no unit */
  const int64_t *integers;  /* that of its kind has one value a row; the others are not looked at */
  const double *reals;      /* what is not finite is written as no value */
  const char *const *texts; /* NULL among them: "" */
} terrawright_column;

/* A table, or rows of one. */
typedef struct {
  uint32_t size, reserved;
  uint64_t n_columns, n_rows;
  const terrawright_column *const *columns; /* at least one */
  /* Of rows at points: one a row. Of rows that are lines: row r has those from ends[r - 1] (or 0) to ends[r], none or
   * at least two of them (#89). Else NULL. */
  const terrawright_point *points;
  const uint64_t *ends;
} terrawright_table;

typedef struct {
  uint32_t size, reserved;
  /* What an output of kind table is, once resolve is done; not of one with PORT_BY_TILE of draft/rows.h. The last
   * one counts (#88). [resolve] */
  void (*table)(void *handle, uint32_t port, const terrawright_table *table);
  /* An input of kind table, NULL where it is not connected (#71). All rows are in memory; a stage that may be given
   * many counts them in needs_memory. It lives as long as the call. [resolve, bodies] */
  const terrawright_table *(*input)(void *handle, uint32_t port);
} terrawright_tables;

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* terrawright/draft/rows.h: rows of a table that tiles give in paint. A draft: it may change or vanish in any release.
 * `host->extension(handle, TERRAWRIGHT_ROWS)` returns a terrawright_rows_by_tile.
 *
 * Tiles must together name each row once, for every tiling: then the table is the same for all of them. No tile has to
 * know a whole table, and the engine never holds one: rows are in files, sorted. */
#ifndef TERRAWRIGHT_DRAFT_ROWS_H
#define TERRAWRIGHT_DRAFT_ROWS_H

#include "terrawright/ext/tables.h"

#define TERRAWRIGHT_ROWS "draft/rows/1"

/* A flag of an output table: paint gives its rows, resolve none. The stage lists TERRAWRIGHT_ROWS in `needs` (#90). */
enum { TERRAWRIGHT_PORT_BY_TILE = 16u };

typedef struct {
  uint32_t size, reserved;
  /* Rows of an output table with PORT_BY_TILE that this tile knows, and for each a number, `order`, which sorts the
   * rows of all tiles, rising (#50). Any number of times for a tile, none included; also if the port has no reader.
   * [paint]
   *
   * part: NULL: each row is given whole, and no two rows of a table, also of different tiles, have one `order` (#51).
   * Else, for a port with PORT_LINES, one number a row. Rows of one `order` are pieces of one line, as of a river that
   * crosses tiles. They become one row. Its points are those of the pieces one after the other, by rising `part`. Its
   * values are those of the last piece (#52); the columns of the others are ignored. Pieces may have any number of
   * points. If two pieces meet, exactly one of them must contain the shared point. No two pieces have one `order` and
   * one `part`; `part` may begin anywhere and have gaps.
   *
   * Columns are the same in all calls for a port: number, names, units and kinds, in one order (#92). A tile without
   * rows may give a table of none. At least one tile gives a table, as only tables define the columns.
   *
   * The call checks that the port is such an output, that `order` is given, and `part` only for lines. It checks the
   * table as one from resolve; "none or at least two points" applies to whole rows alone. Once all tiles are painted,
   * the engine checks the same for joined lines. It checks that columns are equal, and that no two rows are at one
   * place. An error then fails the node (#93), at the first cell of the tile that caused it.
   */
  void (*rows)(void *handle, uint32_t port, const terrawright_table *table, const uint64_t *order,
               const uint64_t *part);
} terrawright_rows_by_tile;

#endif

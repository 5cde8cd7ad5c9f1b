/* SPDX-License-Identifier: Apache-2.0 */
/* terrawright/draft/rows.h: rows of a table that tiles give in paint. A draft: it may change or go in any release.
 * `host->extension(handle, TERRAWRIGHT_ROWS)` answers it.
 *
 * Tiles must together name each row once, whatever the tiles are: then the table is the same for all of them. No tile
 * has to know a whole table, and the engine never holds one: rows wait in files, sorted. */
#ifndef TERRAWRIGHT_DRAFT_ROWS_H
#define TERRAWRIGHT_DRAFT_ROWS_H

#include "terrawright/ext/tables.h"

#define TERRAWRIGHT_ROWS "draft/rows/1"

/* A flag of an output table: paint gives its rows, resolve none. The stage lists TERRAWRIGHT_ROWS in `needs` (#90). */
enum { TERRAWRIGHT_PORT_BY_TILE = 16u };

typedef struct {
  uint32_t size, reserved;
  /* Rows of an output table with PORT_BY_TILE that this tile knows, and for each a number, `order`, by which the rows
   * of all tiles are put in order, rising (#50). Any number of times for a tile, none included; also where nobody reads
   * the port. [paint]
   *
   * part: NULL: each row is given whole, and no two rows of a table, of whichever tiles, have one `order` (#51).
   * Else, of a port with PORT_LINES, one number a row: rows of one `order` are pieces of one line, as of a river that
   * crosses tiles. They become one row: its points are those of the pieces one after the other, by rising `part`; its
   * values are those of the last piece (#52), and what the others have in their columns is not looked at. A piece has
   * any number of points, and is not told what others have: where two meet, one of them gives the point. No two pieces
   * have one `order` and one `part`; `part` need not begin at 0 nor be without gaps.
   *
   * Columns are the same in all calls for a port: number, names, units and kinds, in one order (#92). A tile without
   * rows may give a table of none; at least one tile gives a table, as the columns are known from that alone.
   *
   * In the call it is checked that the port is such an output, that `order` is there, `part` only for lines, and all
   * that is checked of a table that comes out of resolve, of which "none or at least two points" holds for whole rows
   * alone. Once all tiles are painted, the same is checked of lines put together, and that columns are the same and no
   * two rows are at one place. What is wrong then fails the node (#93), at the first cell of a tile that is to blame.
   */
  void (*rows)(void *handle, uint32_t port, const terrawright_table *table, const uint64_t *order,
               const uint64_t *part);
} terrawright_rows_by_tile;

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* terrawright/ext/combine.h: notes of tiles that become notes of unions of tiles, for giant worlds. Frozen.
 *
 * What a stage has, not the engine: `stage->extension(stage, TERRAWRIGHT_COMBINE)` answers it. Of a stage that
 * surveys, does not merge and is not WHOLE. Both functions are called, so that resolve sees few notes of a giant world
 * (#57).
 *
 * Levels      Those of level 0 are the tiles. One of level k + 1 is the union of up to 2 x 2 of level k: of columns 2 i
 *             and 2 i + 1 and rows 2 j and 2 j + 1, of those that are there. How many levels there are is not told, is
 *             the same in all rounds of a node, and never tells in the bits; with one neither is called (#86). To
 *             resolve the unions of the last level are the tiles: in `tiles`, `note_tiles`, `verdict` and `visit`,
 *             which visits all tiles of a union.
 * Parts       Of both functions `tile` is the union, `tiles` its parts row by row, `notes` theirs in the same order
 *             (#58); n_tiles is 2 or 4; two lie side by side or one above the other. A union of one part has its
 *             note and its verdict, without a call. So the note of a union has the form of a tile's: combine and
 *             resolve are given both beside one another.
 * Memory      `needs_memory` says what resolve needs where nothing is combined; the engine counts half as much for each
 *             level more, as the edge of a union is half of its parts' edges.
 *
 * Neither function may ask for carry, visit, parallel, files or outputs : #20, nor has statistics. */
#ifndef TERRAWRIGHT_EXT_COMBINE_H
#define TERRAWRIGHT_EXT_COMBINE_H

#include "terrawright/abi.h"

#define TERRAWRIGHT_COMBINE "combine/1"

typedef struct {
  uint32_t size, reserved;
  /* Gives the note of the union: a function of its arguments alone, as it may be called again, in any process. In any
   * order, as soon as all parts have their notes; before the resolve of the round, with `round` and `verdict` as its
   * survey saw them. [any, at once] */
  int32_t (*combine)(const void *self, const terrawright_job *job);
  /* Gives a verdict to the parts 0 .. n_tiles - 1, of what the union was told; one that is given none is told nothing
   * (#59). In any order, after the resolve of each round, whatever that answered; with `round` and `verdict` as paint
   * sees them, and in `own_verdict` what resolve, or split of the level above, told the union alone. `notes` are those
   * that combine was given; n_notes is 0 where the round did not visit the union. [any, at once] */
  int32_t (*split)(const void *self, const terrawright_job *job);
} terrawright_combine;

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* terrawright/ext/combine.h: combines notes of tiles to notes of unions of tiles, for giant worlds. Frozen.
 *
 * An extension of a stage, not of the engine: `stage->extension(stage, TERRAWRIGHT_COMBINE)` returns it. The stage
 * surveys, does not merge and is not WHOLE. The engine calls both functions, so that resolve sees few notes of a giant
 * world (#57).
 *
 * Levels      Level 0 has the tiles. A union of level k + 1 has up to 2 x 2 members of level k: the existing ones of
 *             columns 2 i and 2 i + 1 and rows 2 j and 2 j + 1. The number of levels is not given to the stage. It is
 *             the same in all rounds of a node, and has no effect on the bits. With one level neither function is
 *             called (#86). resolve sees the unions of the last level as its tiles: in `tiles`, `note_tiles`, `verdict`
 *             and `visit`, which visits all tiles of a union.
 * Parts       In both functions `tile` is the union, `tiles` its parts row by row, `notes` theirs in the same order
 *             (#58). n_tiles is 2 or 4; two lie side by side or one above the other. A union of one part has its note
 *             and its verdict, without a call. So the note of a union has the form of a tile's: combine and resolve may
 *             get both at once.
 * Memory      `needs_memory` is for resolve without combining. The engine counts half as much for each level more, as
 *             the edge of a union is half of its parts' edges.
 *
 * Neither function may call carry, visit, parallel or functions of files or outputs : #20, nor has statistics. */
#ifndef TERRAWRIGHT_EXT_COMBINE_H
#define TERRAWRIGHT_EXT_COMBINE_H

#include "terrawright/abi.h"

#define TERRAWRIGHT_COMBINE "combine/1"

typedef struct {
  uint32_t size, reserved;
  /* Gives the note of the union: a function of its arguments alone, as it may be called again, in any process. Called
   * in any order, once all parts have their notes, before the resolve of the round. `round` and `verdict` are those of
   * its survey. [any, at once] */
  int32_t (*combine)(const void *self, const terrawright_job *job);
  /* Gives verdicts to the parts 0 .. n_tiles - 1, from that of the union; a part without one has an empty verdict
   * (#59). Called in any order, after the resolve of each round, whatever it returned. `round` and `verdict` are
   * those of paint. `own_verdict` is the union's own, from resolve or from split of the level above. `notes` are those
   * of combine; n_notes is 0 if the round did not visit the union. [any, at once] */
  int32_t (*split)(const void *self, const terrawright_job *job);
} terrawright_combine;

#endif

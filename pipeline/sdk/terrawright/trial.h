/* SPDX-License-Identifier: Apache-2.0 */
/* terrawright/trial.h: runs one stage of the calling program by the engine, on data in memory. C11; a draft, as world.h
 * is. Its rules apply here too: texts, structs, process, [any] and [own]. testing.hpp is a client in C++.
 *
 *   const terrawright_trial_api *api = terrawright_api(TERRAWRIGHT_TRIAL_API);
 *
 *   Handles   A trial is a stage with its inputs; a made is the result of one run of it. An open function returns a
 *             handle also after an error, and NULL without memory. A made does not need its trial any more.
 *   Memory    Data that a request points to are not copied, and must stay until its trial is closed. Returned data are
 *             valid as long as their handle.
 *   Watching  The stage is watched as it runs: its windows and outputs lie amid a margin of 64 rows and columns that
 *             nobody may write to. Mistakes are FAILED, with a message: a cell written outside its tile, a cell of its
 *             tile not written, and an input written to. `poison` fills the memory outside its windows, and memory that
 *             it has not written. */
#ifndef TERRAWRIGHT_TRIAL_H
#define TERRAWRIGHT_TRIAL_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TERRAWRIGHT_TRIAL_API "trial/1"

typedef struct terrawright_trial terrawright_trial;
typedef struct terrawright_made terrawright_made;

/* A file that a parameter names: samples as the engine would decode them or, if `width` is 0, its bytes. */
typedef struct {
  uint32_t size, bits; /* of integer samples; 0: floats */
  const char *parameter;
  int64_t width, height;
  const float *samples;
  terrawright_blob blob;
} terrawright_given_file;

typedef struct {
  uint32_t size, reserved;
  const terrawright_stage *stage;
  const terrawright_world_facts *world; /* all facts; the stage gets those that it declares to read */
  uint64_t seed;
  const char *node;                /* its name, which keys the random stream; default: "node" */
  const terrawright_value *values; /* one per parameter, inside its range; default: the parameters' own */
  const terrawright_content *const *inputs;
  uint64_t n_inputs;
  const terrawright_given_file *const *files;
  uint64_t n_files;
  const char *const *unread; /* outputs without a reader; all others have one */
  uint64_t n_unread;
  uint64_t stops_at; /* the stage is asked to stop from this query of `cancelled` on; 0: never */
} terrawright_trial_request;

enum { TERRAWRIGHT_POISON_NAN = 0, TERRAWRIGHT_POISON_HUGE = 1 }; /* of float cells; bytes of 255 and of 113 */

/* Options of a run. */
typedef struct {
  uint32_t size, poison;
  int64_t width, height; /* of a tile; 0: the world's */
  int64_t levels;        /* of combined notes, at most; default: as in a build */
  uint64_t order;  /* 0: tiles row by row; each other number: another order of tiles, merges and bodies of `parallel` */
  int32_t threads; /* default: 1 */
  uint32_t reserved;
} terrawright_trial_way;

/* A message of a stage: `where` is a parameter, a port, "rules[2].code" or "". Cell: -1, -1 if none. */
typedef struct {
  const char *where, *text;
  int64_t x, y;
} terrawright_message;

enum {
  TERRAWRIGHT_MESSAGE_FAILURE = 0, /* the reason of a failure; the first reason first */
  TERRAWRIGHT_MESSAGE_WARNING = 1, /* each once */
  TERRAWRIGHT_MESSAGE_LINE = 2     /* of the log, from TERRAWRIGHT_LOG_INFO on */
};

typedef struct {
  uint32_t size, reserved;
  /* `request` may not be NULL. [any] */
  terrawright_trial *(*open)(const terrawright_trial_request *request);
  void (*close)(terrawright_trial *); /* [own] */
  /* The request's violation of this header, in a sentence; "": none. [any] */
  const char *(*misuse)(terrawright_trial *);
  /* Runs the stage; `way` may be NULL: all of its defaults. A crash of the stage ends the process. [own] */
  terrawright_made *(*run)(terrawright_trial *, const terrawright_trial_way *way);
  /* Runs it in each of the tilings, of which only `width` and `height` count. It runs at several levels if it combines,
   * in several orders, and with both poisons. Default tilings: rows of one cell, columns of one, sides that divide
   * neither side of the world, and more. Returns the first difference, in a sentence; "": none. [own] */
  const char *(*differs)(terrawright_trial *, const terrawright_trial_way *tilings, uint64_t n_tilings);
  void (*close_made)(terrawright_made *); /* [own] */
  /* DONE; FAILED, STOPPED by `stops_at`, or MISUSED, with a failure that states the reason. [any] */
  int32_t (*answer)(terrawright_made *);
  /* Sets *messages to an array and returns its length; none for an unknown sort. [any] */
  uint64_t (*messages)(terrawright_made *, uint32_t sort, const terrawright_message **messages);
  /* One per output of the stage, in the order of its ports; none if it is not DONE. [any] */
  uint64_t (*outputs)(terrawright_made *, const terrawright_content **outputs);
  /* The first difference of `a` and `b` in bits, with all NaNs equal; "": none. [own, of `a`] */
  const char *(*difference)(terrawright_made *a, terrawright_made *b);
} terrawright_trial_api;

#ifdef __cplusplus
}
#endif
#endif

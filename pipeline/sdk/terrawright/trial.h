/* SPDX-License-Identifier: Apache-2.0 */
/* terrawright/trial.h: one stage of the calling program, run by the engine on what that has in memory. C11; a draft, as
 * world.h is, whose rules hold here too: texts, structs, process, [any] and [own]. testing.hpp is a client in C++.
 *
 *   const terrawright_trial_api *api = terrawright_api(TERRAWRIGHT_TRIAL_API);
 *
 *   Handles   A trial is a stage with all that it is given; a made is what came out of one run of it. An open function
 *             returns a handle also after an error, and NULL without memory. A made does not need its trial any more.
 *   Memory    What a request points to is not copied, and must stay until its trial is closed. What a function returns
 *             lives as long as the handle that was asked.
 *   Watching  The stage is watched as it runs: its windows and outputs lie amid a margin of 64 rows and columns that
 *             nobody may write to. FAILED, with a message: a cell that it wrote outside its tile, one of its tile that
 *             it did not write, an input that it wrote to. What it finds where it reads outside its windows, or
 *             memory that it has not written, follows from `poison`. */
#ifndef TERRAWRIGHT_TRIAL_H
#define TERRAWRIGHT_TRIAL_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TERRAWRIGHT_TRIAL_API "trial/1"

typedef struct terrawright_trial terrawright_trial;
typedef struct terrawright_made terrawright_made;

/* What flows into a port, or out of it. */
typedef struct {
  uint32_t size, kind; /* TERRAWRIGHT_KIND_*; of an output 0 where nobody reads it */
  const char *port;
  const char *unit; /* NULL or "": "1" */
  const terrawright_class *legend;
  uint64_t n_legend;
  const void *cells; /* of a layer: the whole world, row by row */
  double number;
  terrawright_blob blob;          /* of a grid or a text */
  const terrawright_table *table; /* its rows are where `places` says */
  uint32_t places, reserved;      /* of a table: TERRAWRIGHT_PORT_POINTS, TERRAWRIGHT_PORT_LINES or 0 */
} terrawright_content;

/* A file that a parameter names: samples as the engine would decode them or, where `width` is 0, its bytes. */
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
  const terrawright_world_facts *world; /* all of them; the stage is told those that it declares to read */
  uint64_t seed;
  const char *node;                /* its name: what the random stream follows; default: "node" */
  const terrawright_value *values; /* one per parameter, inside its range; default: the parameters' own */
  const terrawright_content *const *inputs;
  uint64_t n_inputs;
  const terrawright_given_file *const *files;
  uint64_t n_files;
  const char *const *unread; /* outputs that nobody reads; all others are read */
  uint64_t n_unread;
  uint64_t stops_at; /* the stage is told to stop when it asks for this time, and then always; 0: never */
} terrawright_trial_request;

enum { TERRAWRIGHT_POISON_NAN = 0, TERRAWRIGHT_POISON_HUGE = 1 }; /* of float cells; bytes of 255 and of 113 */

/* How a stage is run. */
typedef struct {
  uint32_t size, poison;
  int64_t width, height; /* of a tile; 0: as far as the world goes */
  int64_t levels;        /* of notes that are combined, at most; default: as the world asks */
  uint64_t order;  /* 0: tiles row by row; each other number: another order of tiles, merges and bodies of `parallel` */
  int32_t threads; /* default: 1 */
  uint32_t reserved;
} terrawright_trial_way;

/* What a stage said: `where` is a parameter, a port, "rules[2].code" or "". Cell: -1, -1 if none. */
typedef struct {
  const char *where, *text;
  int64_t x, y;
} terrawright_message;

enum {
  TERRAWRIGHT_MESSAGE_FAILURE = 0, /* why it could not go on; the first of all reasons first */
  TERRAWRIGHT_MESSAGE_WARNING = 1, /* each once */
  TERRAWRIGHT_MESSAGE_LINE = 2     /* of the log, from TERRAWRIGHT_LOG_INFO on */
};

typedef struct {
  uint32_t size, reserved;
  /* `request` may not be NULL. [any] */
  terrawright_trial *(*open)(const terrawright_trial_request *request);
  void (*close)(terrawright_trial *); /* [own] */
  /* What of the request is not as this header says, in a sentence; "": nothing. [any] */
  const char *(*misuse)(terrawright_trial *);
  /* Runs the stage; `way` may be NULL: all of its defaults. Crashes of the stage are the process's. [own] */
  terrawright_made *(*run)(terrawright_trial *, const terrawright_trial_way *way);
  /* Runs it in each of the tilings, whose `width` and `height` are looked at, at several levels where it combines, in
   * several orders, and with both poisons. Without tilings in the usual ones: rows of one cell, columns of one, sides
   * that divide neither side of the world, and more. What does not come out alike, in a sentence; "": nothing. [own] */
  const char *(*differs)(terrawright_trial *, const terrawright_trial_way *tilings, uint64_t n_tilings);
  void (*close_made)(terrawright_made *); /* [own] */
  /* DONE; FAILED, STOPPED as `stops_at` asks for, or MISUSED, and then a failure says why. [any] */
  int32_t (*answer)(terrawright_made *);
  /* Sets *messages to an array of as many as it returns; of an unknown sort there are none. [any] */
  uint64_t (*messages)(terrawright_made *, uint32_t sort, const terrawright_message **messages);
  /* One per output of the stage, in the order of its ports; none where it is not DONE. [any] */
  uint64_t (*outputs)(terrawright_made *, const terrawright_content **outputs);
  /* Where `a` and `b` differ, in bits, but that every NaN is one; "": nowhere. [own, of `a`] */
  const char *(*difference)(terrawright_made *a, terrawright_made *b);
} terrawright_trial_api;

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* terrawright/world.h: load, plan, run and read worlds from a program. C11; link with libterrawright.
 * A draft, as long as no second user outside this project builds against it: it may change in any release.
 *
 *   Handles   A context holds the stages and what all runs share; a world is a checked text; a run is one execution of
 *             it. An open function returns a handle even after an error: ask it for its answer and its problems. NULL
 *             means that there was no memory. A handle keeps its parents alive, so that they may be closed in any
 *             order. A close function takes NULL, and then does nothing. After fork() the child uses no handle of a
 *             world that had a run.
 *   Texts     UTF-8, ended by 0. Arguments are copied before a call returns. What a function returns lives as long as
 *             the handle that was asked, and is never NULL unless it says so.
 *   Threads   [any]: from any thread, at once. [own]: one thread at a time for each handle. The observer's functions
 *             are called from any thread, one call at a time for each run; they may call what is marked [observer],
 *             and no other function of that run; and they open, run and close nothing that uses stages of a plugin
 *             that is TERRAWRIGHT_PLUGIN_SERIAL.
 *   Structs   Each begins with `size`, its size as the caller knows it, and grows only at its end. Bytes beyond `size`
 *             count as 0, and 0 means the default. A size below that of version 1 of a struct, bytes that this
 *             library does not know and that are not 0, an unknown flag or value, a nonzero reserved field, and a NULL
 *             where one is not allowed, answer TERRAWRIGHT_MISUSED.
 *   Process   No function changes the locale, signal handlers, streams or the working folder, writes to a stream, or
 *             ends the process, but for one case: where memory or a thread is missing inside a library that it uses
 *             (oneTBB, libstdc++), that calls std::terminate.
 *   JSON      One object whose member `format` names what it is, "terrawright/facts/1". Members are only added. */
#ifndef TERRAWRIGHT_WORLD_H
#define TERRAWRIGHT_WORLD_H

#include <stdint.h>

#include "ext/tables.h"

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default) /* what a library of hidden names shows */
#endif

#define TERRAWRIGHT_WORLD_DRAFT 1u

typedef struct terrawright_context terrawright_context;
typedef struct terrawright_world terrawright_world;
typedef struct terrawright_run terrawright_run;
typedef struct terrawright_rows terrawright_rows;

/* What became of a call. The first five are the exit codes of the program. */
enum {
  TERRAWRIGHT_DONE = 0,
  TERRAWRIGHT_FAILED = 1,  /* a stage, a file or the machine did; `problems` say how */
  TERRAWRIGHT_REFUSED = 2, /* the config cannot be read or has errors, or this machine cannot run it: memory, disk, or
                              a folder that cannot be written to */
  TERRAWRIGHT_BAD_PLUGIN = 3, /* a library of stages is of no use */
  TERRAWRIGHT_UNMET = 4,      /* the world is not as its config expects */
  TERRAWRIGHT_MISUSED = 5,    /* a sentence of this header was not kept; nothing was done */
  TERRAWRIGHT_STOPPED = 6     /* somebody cancelled it */
};

/* ---- Problems ------------------------------------------------------------------------------------------------- */

/* An error or a warning. Lines and columns count from 1, columns and length in characters; 0 where there is no place.
 */
typedef struct terrawright_problem {
  uint32_t size, is_warning;
  const char *rule;           /* "config", "plugin", "build", "expectation" or "misuse" */
  const char *message, *hint; /* what is wrong, and what helps: "" where nothing is known */
  const char *source;         /* the file, "--set", or "" */
  uint32_t line, column, length, reserved;
  const char *shown; /* as the program prints it, with the line of the source under it */
} terrawright_problem;

/* Of what was opened or done with the handle so far, in the order in which the program prints them; at most 1000, the
 * last of which then counts the others. Sets *problems to an array of as many as it returns, which lives until the
 * handle is closed. Without a handle or an array there are none. [any] */
uint64_t terrawright_context_problems(terrawright_context *, const terrawright_problem *const **problems);
uint64_t terrawright_world_problems(terrawright_world *, const terrawright_problem *const **problems);
uint64_t terrawright_run_problems(terrawright_run *, const terrawright_problem *const **problems);

/* ---- Context -------------------------------------------------------------------------------------------------- */

typedef struct {
  uint32_t size, draft; /* TERRAWRIGHT_WORLD_DRAFT; any other number is refused */
  const char *const *plugins;
  uint64_t n_plugins;  /* libraries and folders of stages, beside TERRAWRIGHT_PLUGIN_PATH */
  const char *cache;   /* the folder where layers are kept for later runs; "": the user's; NULL: they are not kept */
  uint64_t cache_size; /* bytes that it may take; default: 5 GB */
  uint64_t memory;     /* bytes that one run may take; default: four fifths of what is free */
  int32_t threads;     /* of one run; default: all of the machine */
  uint32_t reserved;
} terrawright_settings;

/* Loads the stages. `settings` may not be NULL. [any] */
terrawright_context *terrawright_open_context(const terrawright_settings *settings);
void terrawright_close_context(terrawright_context *); /* [own] */
/* DONE, BAD_PLUGIN where a library that was named is of no use, or MISUSED. [any] */
int32_t terrawright_context_answer(terrawright_context *);
/* JSON of "version" (`version`, `draft`, `build`) or "stages" (`stages`: `id`, `version`, `doc`, `plugin` of each).
 * NULL for any other text. [any] */
const char *terrawright_describe(terrawright_context *, const char *what);

/* Functions of a draft of its own, by its name: those of terrawright/trial.h, "trial/1". NULL for any other text. [any]
 */
const void *terrawright_api(const char *name);

/* ---- World ---------------------------------------------------------------------------------------------------- */

enum { TERRAWRIGHT_WORLD_STRICT = 1u }; /* warnings are errors */

typedef struct {
  uint32_t size, flags;
  const char *file; /* its path; or of a `text` the name that problems show, with includes beside it */
  const char *text; /* the config itself; NULL: it is read from `file` */
  uint64_t text_size;
  const char *const *set;
  uint64_t n_set;   /* "PATH=VALUE", as --set takes them */
  const char *seed; /* NULL: the config's */
} terrawright_world_request;

/* Reads, overrides and checks a config: all that can be known before a run is asked for. Neither argument may be NULL.
 * [any] */
terrawright_world *terrawright_open_world(terrawright_context *, const terrawright_world_request *);
void terrawright_close_world(terrawright_world *); /* [own] */
/* DONE: it can run. REFUSED, FAILED, BAD_PLUGIN or MISUSED otherwise. [any] */
int32_t terrawright_world_answer(terrawright_world *);
/* JSON of "facts" (`name`, `seed`, `width`, `height` in cells, `cell` in metres, `latitude`, `longitude` in degrees,
 * `wrap`) or "config" (`config`, the resolved one, and `sha256`, its hash). NULL for any other text, and for a world
 * that cannot run. [any] */
const char *terrawright_world_json(terrawright_world *, const char *what);

/* An output of a node. */
typedef struct {
  uint32_t size, kind; /* TERRAWRIGHT_KIND_* */
  uint32_t cell_bytes; /* of a layer; else 0 */
  uint32_t places; /* of a table TERRAWRIGHT_PORT_POINTS or TERRAWRIGHT_PORT_LINES where its rows have places; else 0 */
  const char *name;   /* "relief" where that can mean one port alone, else "rivers.table" */
  const char *unit;   /* "1" where it has none */
  const char *recipe; /* SHA-256 in hex of all that decides its cells; equal recipes have equal cells */
  const terrawright_class *legend;
  uint64_t n_legend;
} terrawright_port_facts;

/* Outputs of all nodes that an output or an expectation of the config needs, in running order. Sets *ports to an array
 * of as many as it returns. Without a world, of one that cannot run, or without an array there are none. [any] */
uint64_t terrawright_ports(terrawright_world *, const terrawright_port_facts *const **ports);
/* The cells that a text means: "512,300,1025x1025", or with units "1km,2km,3kmx4km". MISUSED where it means none of
 * this world, or where an argument is NULL. [any] */
int32_t terrawright_window(terrawright_world *, const char *text, terrawright_rect *window);

/* ---- Run ------------------------------------------------------------------------------------------------------ */

/* Who is told while a run goes on. Each function may be NULL. */
typedef struct {
  uint32_t size, reserved;
  void *user; /* the first argument of all */
  void (*begins)(void *user, const char *node);
  void (*progress)(void *user, const char *node, uint64_t done, uint64_t of); /* tiles, or any other share */
  void (*ends)(void *user, const char *node,
               double seconds); /* of processor, those of tiles over the threads there are */
  void (*written)(void *user, const char *file, double seconds);
  void (*says)(void *user, const char *node, const char *line); /* `node` is "" where the run itself says it */
} terrawright_observer;

enum {
  TERRAWRIGHT_RUN_WRITES = 1u, /* the files of all outputs: none has its name before all are whole; the manifest last */
  TERRAWRIGHT_RUN_JUDGES = 2u, /* the config's expectations: UNMET where one does not hold, of one that only warns in a
                                  STRICT world alone */
  TERRAWRIGHT_RUN_ON_DEMAND = 4u, /* go makes tables, numbers and what cells wait for; a read makes its cells. Alone */
  TERRAWRIGHT_RUN_SHA256 = 8u,    /* with WRITES: each layer's raw cells are hashed too, for manifest and "results" */
  TERRAWRIGHT_RUN_UNCLIPPED = 16u /* with WRITES: a file whose range clips cells is an error */
};

typedef struct {
  uint32_t size, flags;
  const char *const *keep;
  uint64_t n_keep;    /* ports to read afterwards: "relief", "rivers.table", also of nodes that no output needs */
  const char *folder; /* of files, and of cells that wait for room; default: out/<name> */
  const terrawright_rect *window; /* NULL: the whole world; ON_DEMAND takes none */
  int64_t tile;                   /* side of a tile in cells; default: 512, ON_DEMAND 128; -1: the world is one. What
                                     rounds came to is found by runs with the same tile, single chunks with 512 */
  uint64_t memory;                /* bytes; default: the context's */
  int32_t threads;                /* default: the context's; 1: none is started */
  uint32_t reserved;
  const terrawright_observer *observer; /* copied; its `user` must outlive the run. NULL: nobody */
} terrawright_run_request;

/* Plans a run of a world that can run; makes no cell. Neither argument may be NULL. [any] */
terrawright_run *terrawright_open_run(terrawright_world *, const terrawright_run_request *);
/* Cancels the run, and waits until its calls have ended. [own] */
void terrawright_close_run(terrawright_run *);
/* Once: a second call, or one of a run that was not planned, answers MISUSED. Returns when all is done. DONE, FAILED,
 * REFUSED, UNMET or STOPPED. [own] */
int32_t terrawright_go(terrawright_run *);
/* Ends go, and every read, within a tile; all later ones answer STOPPED. [any, observer, signal handler] */
void terrawright_cancel(terrawright_run *);
/* Of open_run, or of go once that has returned: DONE before means that it can go. [any, observer] */
int32_t terrawright_run_answer(terrawright_run *);
/* JSON of "plan" (`memory`: `peak`, `least`; `disk`: `files`, `waiting`, in bytes; `nodes`: `name`, `doing`), and once
 * go is done "results" (`files`: `path`, `bytes`, `sha256`; `expectations`: `name`, `holds`, `message`; `sha256` by
 * port). NULL for any other text, and before. [any] */
const char *terrawright_run_json(terrawright_run *, const char *what);

/* ---- Results, once go has answered DONE or UNMET, of the ports in `keep` ---------------------------------------- */

enum {
  TERRAWRIGHT_COARSE_MEAN = 0, /* of numbers and vectors the mean, of colours that of their
                                  light, each by its alpha; of masks and classes the commonest value, of
                                  several the smallest; of counts the largest */
  TERRAWRIGHT_COARSE_FIRST = 1 /* the top left one */
};

/* Cells each of which stands for `every` x `every` of the world's, or fewer at its right and lower edges. */
typedef struct {
  uint32_t size, how;     /* TERRAWRIGHT_COARSE_*, where `every` is more than 1 */
  int64_t every;          /* default: 1 */
  terrawright_rect cells; /* in such cells; inside the world, and of a run with a window inside that */
} terrawright_area;

/* The number of a port of `keep` in the calls below; -1: it is none of them. [any] */
int64_t terrawright_find(terrawright_run *, const char *port);
/* Copies cells of a layer to rows that are `stride` cells apart: the bits of the whole world. Where a layer has no
 * value a float is NaN; other kinds always have one. ON_DEMAND makes what is not there yet, and keeps it: in memory,
 * and beyond `memory` in the run's folder. `stop`: NULL, or what ends this read alone once it is not 0. DONE, FAILED,
 * STOPPED or MISUSED. [any] */
int32_t terrawright_read(terrawright_run *, int64_t port, const terrawright_area *, void *cells, int64_t stride,
                         const volatile int32_t *stop);
/* Of a whole layer; not ON_DEMAND, and of no window. [any] */
int32_t terrawright_extremes(terrawright_run *, int64_t port, terrawright_statistics *);
/* XXH3-128 in canonical (big-endian) bytes, as the manifest has it; of layers not ON_DEMAND, and of no window. [any] */
int32_t terrawright_digest(terrawright_run *, int64_t port, uint8_t digest[16]);
int32_t terrawright_number(terrawright_run *, int64_t port, double *number); /* [any] */
/* Of a grid or a text; they live as long as the run. [any] */
int32_t terrawright_bytes(terrawright_run *, int64_t port, terrawright_blob *bytes);

/* The rows of a table, from the first to the last. NULL where the port is no table, or without memory. [any] */
terrawright_rows *terrawright_open_rows(terrawright_run *, int64_t port);
/* The next ones, `most` at most and at least one; they live until the next call. NULL at the end, or where rows that
 * wait on the disk cannot be read. The first call gives a table, without rows where there are none. [own] */
const terrawright_table *terrawright_next_rows(terrawright_rows *, uint64_t most);
/* DONE, or FAILED where the end came by an error. [own] */
int32_t terrawright_close_rows(terrawright_rows *);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif

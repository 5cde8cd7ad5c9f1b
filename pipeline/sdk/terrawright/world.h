/* SPDX-License-Identifier: Apache-2.0 */
/* terrawright/world.h: load, plan, run and read worlds from a program. C11; link with libterrawright.
 * A draft, until a second user outside this project builds against it: it may change in any release.
 *
 *   Handles   A context holds the stages and the state that all runs share; a world is a checked text; a run is one
 *             execution of it. An open function returns a handle even after an error: ask it for its answer and its
 *             problems. NULL means out of memory. A handle keeps its parents alive, so that they may be closed in any
 *             order. A close function accepts NULL, and then does nothing. After fork() the child uses no handle of a
 *             world that had a run.
 *   Texts     UTF-8, ended by 0. Arguments are copied before a call returns. A returned text is valid as long as its
 *             handle, and is never NULL unless the function says so.
 *   Threads   [any]: from any thread, at once. [own]: one thread at a time for each handle. The observer's functions
 *             are called from any thread, one call at a time for each run. They may call functions marked [observer],
 *             and no other function of that run. They may not open, run or close anything that uses stages of a plugin
 *             that is TERRAWRIGHT_PLUGIN_SERIAL.
 *   Structs   Each begins with `size`, its size as the caller knows it, and grows only at its end. Bytes beyond `size`
 *             count as 0, and 0 means the default. These return TERRAWRIGHT_MISUSED: a size below that of version 1 of
 *             a struct, nonzero bytes that this library does not know, an unknown flag or value, a nonzero reserved
 *             field, and a NULL that is not allowed.
 *   Process   No function changes the locale, signal handlers, streams or the working folder, writes to a stream, or
 *             ends the process. One exception: libraries that it uses (oneTBB, libstdc++) call std::terminate if they
 *             cannot get memory or a thread.
 *   JSON      One object whose member `format` names its type, "terrawright/facts/1". Members are only added. */
#ifndef TERRAWRIGHT_WORLD_H
#define TERRAWRIGHT_WORLD_H

#include <stdint.h>

#include "ext/tables.h"

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default) /* the exported names of a library whose names are hidden */
#endif

#define TERRAWRIGHT_WORLD_DRAFT 1u

typedef struct terrawright_context terrawright_context;
typedef struct terrawright_world terrawright_world;
typedef struct terrawright_run terrawright_run;
typedef struct terrawright_rows terrawright_rows;

/* Results of a call. The first five are the exit codes of the program. */
enum {
  TERRAWRIGHT_DONE = 0,
  TERRAWRIGHT_FAILED = 1,  /* a stage, a file or the machine failed; see `problems` */
  TERRAWRIGHT_REFUSED = 2, /* the config cannot be read or has errors, or this machine cannot run it: memory, disk, or a
                              folder that is not writable */
  TERRAWRIGHT_BAD_PLUGIN = 3, /* a library of stages cannot be used */
  TERRAWRIGHT_UNMET = 4,      /* the world does not meet its config's expectations */
  TERRAWRIGHT_MISUSED = 5,    /* the caller broke a rule of this header; nothing was done */
  TERRAWRIGHT_STOPPED = 6     /* it was cancelled */
};

/* ---- Problems ------------------------------------------------------------------------------------------------- */

/* An error or a warning. Lines and columns count from 1, columns and length in characters; 0: no place.
 */
typedef struct terrawright_problem {
  uint32_t size, is_warning;
  const char *rule;           /* "config", "plugin", "build", "expectation" or "misuse" */
  const char *message, *hint; /* the error, and the remedy: "" if none is known */
  const char *source;         /* the file, "--set", or "" */
  uint32_t line, column, length, reserved;
  const char *shown; /* as the program prints it, with the line of the source under it */
} terrawright_problem;

/* Problems of all calls with the handle so far, in the order in which the program prints them. There are at most 1000;
 * the last of them then counts the others. Sets *problems to an array and returns its length; it is valid until the
 * handle is closed. A NULL handle or array gives none. [any] */
uint64_t terrawright_context_problems(terrawright_context *, const terrawright_problem *const **problems);
uint64_t terrawright_world_problems(terrawright_world *, const terrawright_problem *const **problems);
uint64_t terrawright_run_problems(terrawright_run *, const terrawright_problem *const **problems);

/* ---- Context -------------------------------------------------------------------------------------------------- */

typedef struct {
  uint32_t size, draft; /* TERRAWRIGHT_WORLD_DRAFT; other numbers are rejected */
  const char *const *plugins;
  uint64_t n_plugins;  /* libraries and folders of stages, beside TERRAWRIGHT_PLUGIN_PATH */
  const char *cache;   /* the cache's folder for later runs; "": the user's; NULL: no cache */
  uint64_t cache_size; /* limit of the cache in bytes; default: 5 GB */
  uint64_t memory;     /* limit of one run in bytes; default: 80 % of free memory */
  int32_t threads;     /* of one run; default: all of the machine */
  uint32_t reserved;
} terrawright_settings;

/* Loads the stages. `settings` may not be NULL. [any] */
terrawright_context *terrawright_open_context(const terrawright_settings *settings);
void terrawright_close_context(terrawright_context *); /* [own] */
/* DONE, BAD_PLUGIN if a named library cannot be used, or MISUSED. [any] */
int32_t terrawright_context_answer(terrawright_context *);
/* JSON of "version" (`version`, `draft`, `build`) or "stages" (`stages`: `id`, `version`, `doc`, `plugin` of each, its
 * `inputs` and `outputs`: `name`, `kinds`, `optional`, and the names of its `parameters`). NULL for other texts. [any]
 */
const char *terrawright_describe(terrawright_context *, const char *what);

/* Data of a port, in or out. */
typedef struct {
  uint32_t size, kind; /* TERRAWRIGHT_KIND_*; 0: an output without a reader */
  const char *port;
  const char *unit; /* NULL or "": "1" */
  const terrawright_class *legend;
  uint64_t n_legend;
  const void *cells; /* of a layer: the whole world, row by row */
  double number;
  terrawright_blob blob;          /* of a grid or a text */
  const terrawright_table *table; /* `places` gives the places of its rows */
  uint32_t places, reserved;      /* of a table: TERRAWRIGHT_PORT_POINTS, TERRAWRIGHT_PORT_LINES or 0 */
} terrawright_content;

/* Gives worlds of `width` x `height` cells, opened with the context from now on, a node without inputs: `use: ID@1`.
 * Its outputs are the contents, each read as NODE.port. They are not copied: they must stay unchanged until the context
 * and its worlds are closed. They have other recipes in each context. DONE, or MISUSED: an id that is taken or is none,
 * or a content of kind text or without its data. [own] */
int32_t terrawright_give(terrawright_context *, const char *id, int64_t width, int64_t height,
                         const terrawright_content *const *contents, uint64_t n_contents);

/* Functions of a separate draft, by its name: those of terrawright/trial.h, "trial/1". NULL for other texts. [any]
 */
const void *terrawright_api(const char *name);

/* ---- World ---------------------------------------------------------------------------------------------------- */

enum { TERRAWRIGHT_WORLD_STRICT = 1u }; /* warnings are errors */

typedef struct {
  uint32_t size, flags;
  const char *file; /* its path; or for a `text` the name in problems, with includes beside it */
  const char *text; /* the config itself; NULL: it is read from `file` */
  uint64_t text_size;
  const char *const *set;
  uint64_t n_set;   /* "PATH=VALUE", as --set takes them */
  const char *seed; /* NULL: the config's */
} terrawright_world_request;

/* Reads, overrides and checks a config, as far as possible before a run. Neither argument may be NULL. [any] */
terrawright_world *terrawright_open_world(terrawright_context *, const terrawright_world_request *);
void terrawright_close_world(terrawright_world *); /* [own] */
/* DONE: it can run. REFUSED, FAILED, BAD_PLUGIN or MISUSED otherwise. [any] */
int32_t terrawright_world_answer(terrawright_world *);
/* JSON of "facts" (`name`, `seed`, `width`, `height` in cells, `cell` in metres, `latitude`, `longitude` in degrees,
 * `wrap`) or "config" (`config`, the resolved one, and `sha256`, its hash). NULL for other texts, and for a world that
 * cannot run. [any] */
const char *terrawright_world_json(terrawright_world *, const char *what);

/* An output of a node. */
typedef struct {
  uint32_t size, kind; /* TERRAWRIGHT_KIND_* */
  uint32_t cell_bytes; /* of a layer; else 0 */
  uint32_t places;     /* of a table with places: TERRAWRIGHT_PORT_POINTS or TERRAWRIGHT_PORT_LINES; else 0 */
  const char *name;    /* "relief" if that is unambiguous, else "rivers.table" */
  const char *unit;    /* none: "1" */
  const char *recipe;  /* SHA-256 in hex of all inputs of its cells; equal recipes have equal cells */
  const terrawright_class *legend;
  uint64_t n_legend;
} terrawright_port_facts;

/* Outputs of all nodes that an output or an expectation of the config needs, in running order. Sets *ports to an array
 * and returns its length. There are none for a NULL world or array, and for a world that cannot run. [any] */
uint64_t terrawright_ports(terrawright_world *, const terrawright_port_facts *const **ports);
/* Parses a window: "512,300,1025x1025", or with units "1km,2km,3kmx4km". MISUSED if it is not in this world, or if an
 * argument is NULL. [any] */
int32_t terrawright_window(terrawright_world *, const char *text, terrawright_rect *window);

/* ---- Run ------------------------------------------------------------------------------------------------------ */

/* Callbacks during a run. Each function may be NULL. */
typedef struct {
  uint32_t size, reserved;
  void *user; /* the first argument of all */
  void (*begins)(void *user, const char *node);
  void (*progress)(void *user, const char *node, uint64_t done, uint64_t of); /* tiles, or any other share */
  void (*ends)(void *user, const char *node, double seconds); /* of processor; those of tiles divided by the threads */
  void (*written)(void *user, const char *file, double seconds);
  void (*says)(void *user, const char *node, const char *line); /* `node` is "" for lines of the run itself */
} terrawright_observer;

enum {
  TERRAWRIGHT_RUN_WRITES = 1u,    /* the files of all outputs: renamed when all are complete; the manifest last */
  TERRAWRIGHT_RUN_JUDGES = 2u,    /* the config's expectations: UNMET if one fails; for one that only warns, in a STRICT
                                     world alone */
  TERRAWRIGHT_RUN_ON_DEMAND = 4u, /* go makes tables, numbers and all else that cells wait for; a read makes its cells.
                                     Not with other flags */
  TERRAWRIGHT_RUN_SHA256 = 8u,    /* with WRITES: each layer's raw cells are hashed too, for manifest and "results" */
  TERRAWRIGHT_RUN_UNCLIPPED = 16u /* with WRITES: a file whose range clips cells is an error */
};

typedef struct {
  uint32_t size, flags;
  const char *const *keep;
  uint64_t n_keep;    /* ports to read afterwards: "relief", "rivers.table", also of nodes that no output needs */
  const char *folder; /* of files, and of swapped cells; default: out/<name> */
  const terrawright_rect *window; /* NULL: the whole world; ON_DEMAND takes none */
  int64_t tile;                   /* side of a tile in cells; default: 512, ON_DEMAND 128; -1: the world is one. Cached
                                     verdicts need the same tile, single chunks 512 */
  uint64_t memory;                /* bytes; default: the context's */
  int32_t threads;                /* default: the context's; 1: none is started */
  uint32_t reserved;
  const terrawright_observer *observer; /* copied; its `user` must outlive the run. NULL: none */
} terrawright_run_request;

/* Plans a run of a world that can run; makes no cell. Neither argument may be NULL. [any] */
terrawright_run *terrawright_open_run(terrawright_world *, const terrawright_run_request *);
/* Cancels the run, and waits until its calls have ended. [own] */
void terrawright_close_run(terrawright_run *);
/* Runs it once: a second call, or one for a run that was not planned, returns MISUSED. Returns at the end of the run.
 * DONE, FAILED, REFUSED, UNMET or STOPPED. [own] */
int32_t terrawright_go(terrawright_run *);
/* Ends go, and every read, within a tile; all later ones return STOPPED. [any, observer, signal handler] */
void terrawright_cancel(terrawright_run *);
/* The answer of open_run, or of go once that has returned: DONE before means that it can run. [any, observer] */
int32_t terrawright_run_answer(terrawright_run *);
/* JSON of "plan" (`memory`: `peak`, `least`; `disk`: `files`, `waiting`, in bytes; `nodes`: `name`, `doing`), and once
 * go is done "results" (`files`: `path`, `bytes`, `sha256`; `expectations`: `name`, `holds`, `message`; `sha256` by
 * port). NULL for other texts, and before. [any] */
const char *terrawright_run_json(terrawright_run *, const char *what);

/* ---- Results, once go has answered DONE or UNMET, of the ports in `keep` ---------------------------------------- */

enum {
  TERRAWRIGHT_COARSE_MEAN = 0, /* numbers and vectors: the mean. Colours: the mean of their light, each by its alpha.
                                  Masks and classes: the most frequent value; ties: the smallest. Counts: the largest */
  TERRAWRIGHT_COARSE_FIRST = 1 /* the top left one */
};

/* Cells that each represent `every` x `every` of the world's, or fewer at its right and lower edges. */
typedef struct {
  uint32_t size, how;     /* TERRAWRIGHT_COARSE_*, if `every` is more than 1 */
  int64_t every;          /* default: 1 */
  terrawright_rect cells; /* in such cells; inside the world, and inside the window of a run with one */
} terrawright_area;

/* The number of a port of `keep` for the calls below; -1: not among them. [any] */
int64_t terrawright_find(terrawright_run *, const char *port);
/* Facts of a port of `keep`, also before go; its `name` is that of `keep`. NULL: not among them. [any] */
const terrawright_port_facts *terrawright_kept(terrawright_run *, int64_t port);
/* Copies cells of a layer to rows that are `stride` cells apart: the bits of the whole world. A float without a value
 * is NaN; other kinds always have one. ON_DEMAND makes missing cells, and keeps them in memory, and beyond `memory` in
 * the run's folder. `stop`: NULL, or a flag that ends this read alone once it is not 0. DONE, FAILED, STOPPED or
 * MISUSED. [any] */
int32_t terrawright_read(terrawright_run *, int64_t port, const terrawright_area *, void *cells, int64_t stride,
                         const volatile int32_t *stop);
/* Extremes of a whole layer; not ON_DEMAND, and not of a window. [any] */
int32_t terrawright_extremes(terrawright_run *, int64_t port, terrawright_statistics *);
/* XXH3-128 in canonical (big-endian) bytes, as in the manifest; for layers not ON_DEMAND, and not of a window. [any] */
int32_t terrawright_digest(terrawright_run *, int64_t port, uint8_t digest[16]);
int32_t terrawright_number(terrawright_run *, int64_t port, double *number); /* [any] */
/* Bytes of a grid or a text; they are valid as long as the run. [any] */
int32_t terrawright_bytes(terrawright_run *, int64_t port, terrawright_blob *bytes);

/* Opens the rows of a table, from the first to the last. NULL if the port is not a table, or without memory. [any] */
terrawright_rows *terrawright_open_rows(terrawright_run *, int64_t port);
/* The next rows, one to `most`; they are valid until the next call. NULL at the end, or if rows on the disk cannot be
 * read. The first call returns a table even without rows. [own] */
const terrawright_table *terrawright_next_rows(terrawright_rows *, uint64_t most);
/* DONE, or FAILED if the end came by an error. [own] */
int32_t terrawright_close_rows(terrawright_rows *);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif

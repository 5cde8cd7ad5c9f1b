/* SPDX-License-Identifier: Apache-2.0 */
/* terrawright/abi.h: the interface between the engine and a stage. C11.
 *
 * This header is the specification. Authors in C++ include stage.hpp, which wraps it.
 *
 * A sentence with a number, as number 1 below, has a test of that number in tests/contract/.
 *
 * Frozen
 *   This header and those in ext/, from 1.0 on: their names keep their meaning in all of 1.x. Headers in draft/ are
 *   drafts, which may change or vanish in any release. docs/interface.md defines for how long, and how an extension
 *   ends.
 *
 * Two sorts of struct
 *   Leaves (rect, point, blob, view, target, statistics, value, class) are frozen for ever and have no size.
 *   Descriptors begin with their size, the sizeof of their writer, and only grow at their end. They are passed by
 *   pointer, and arrays of them are arrays of pointers. The engine copies a plugin's descriptors while it loads it, as
 *   many bytes as both sides know, the rest zero (#1). It rejects a descriptor that is shorter than its first version
 *   (#2). A stage reads a field of the engine's only where `size` covers it. In a struct that the stage provides, the
 *   engine sets `size` to the bytes that it filled. Older engines may ignore later fields; a change that they may not
 *   ignore needs a flag or an extension in `needs`.
 *
 * Words that hold everywhere
 *   Memory      The engine owns cells, notes, verdicts, grids and scratch; a stage owns its instance. The host copies
 *               its arguments before it returns (#3). Arguments of a call are valid until it returns.
 *   Texts       UTF-8, ended by 0. Other bytes are shown as U+FFFD in messages, and rejected elsewhere (#5). NULL from
 *               a plugin is read as "" (#4). The engine never passes NULL for a text.
 *   Static      A plugin's descriptors, their targets, and the answers of `extension` stay unchanged until `deinit`.
 *   Cells       The same on every machine: no sin, pow or the like of the C library (exact_math.h has them), no
 *               a * b + c in one rounding (-ffp-contract=off), no fast-math.
 *   Numbers     At entry of every function of a stage: round to nearest even, no flush to zero, exceptions masked (#6).
 *               A call leaves that, the locale, signal handlers and open files unchanged, and writes to no stream.
 *   Exceptions  None crosses the border, in either direction. A call that cannot continue calls `fail` at least once
 *               and returns TERRAWRIGHT_ANSWER_FAILED (create: NULL). The first reason is reported (#7); for create
 *               all, up to 1000 (#8). `window` has no handle: it returns FAILED (#9), and its reasons belong in create.
 *               `destroy` cannot fail. `exit` and `abort` in a call are errors (#10); `longjmp` out of it is undefined.
 *   Threads     Calls of one instance run at the same time (#11). It is immutable from the end of `create` to
 *               `destroy`.
 *   Processes   survey and paint may be called any number of times, for any tile, in any process; create in each.
 *   Bytes       Notes, verdicts, carries and grids hold no pointers; they may be stored, hashed and sent. Padding in
 *               them is zero. They and scratch begin at a multiple of 64 bytes (#12). Rows of cells are aligned as a
 *               cell is.
 *   Unknown     Flags, kinds, facts, encodings, levels of the log and parameter kinds that these headers do not name
 *               are rejected (#13). So is a `reserved` that is not 0. Vendors own no value of an enum; later headers
 *               may use them. A vendor's data is a grid, whose unit names its form, "acme/graph@1" (#70).
 *
 * Words in brackets say where a function may be called
 *   Functions of the host: the phases, on the thread of the phase; "running" means all but create. "bodies": also
 *   inside bodies of `parallel`, at the same time (#23), and from the stage's own threads. Anywhere else a function
 *   does nothing, and fails the call with a message that names it, the phase and the thread (#20).
 *   Functions of a stage and a plugin: the threads. "any, at once": at the same time as itself and the others. */
#ifndef TERRAWRIGHT_ABI_H
#define TERRAWRIGHT_ABI_H

#include <stddef.h>
#include <stdint.h>

/* A breaking change renames the entry symbol and raises the major. A new extension or field raises the minor. */
#define TERRAWRIGHT_ABI_MAJOR 1u
#define TERRAWRIGHT_ABI_MINOR 0u
#define TERRAWRIGHT_ENTRY_SYMBOL "terrawright_plugin_v1"

#if defined(_WIN32)
#define TERRAWRIGHT_EXPORT __declspec(dllexport)
#define TERRAWRIGHT_HIDDEN
#elif defined(__GNUC__)
#define TERRAWRIGHT_EXPORT __attribute__((visibility("default")))
#define TERRAWRIGHT_HIDDEN __attribute__((visibility("hidden")))
#else
#define TERRAWRIGHT_EXPORT
#define TERRAWRIGHT_HIDDEN
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds of data at a port. A set of kinds is a sum of 1ull << kind. */
enum {
  TERRAWRIGHT_KIND_HEIGHT = 1, /* f32, unit "1" (before metres) or "m" */
  TERRAWRIGHT_KIND_SCALAR = 2, /* f32 with a unit */
  TERRAWRIGHT_KIND_WEIGHT = 3, /* f32 in 0..1 */
  TERRAWRIGHT_KIND_MASK = 4,   /* u8, 0 or 1 */
  TERRAWRIGHT_KIND_CLASS = 5,  /* u16 with a legend */
  TERRAWRIGHT_KIND_COUNT = 6,  /* i64 */
  TERRAWRIGHT_KIND_VECTOR = 7, /* 2 x f32: x to the right, y down */
  TERRAWRIGHT_KIND_COLOUR = 8, /* 4 x u8: red, green, blue, alpha */
  TERRAWRIGHT_KIND_NUMBER = 9, /* one f64 with a unit: not a layer; from resolve */
  TERRAWRIGHT_KIND_GRID = 10,  /* bytes: not a layer; from resolve; its unit names its form */
  TERRAWRIGHT_KIND_TEXT = 11,  /* UTF-8: not a layer; an output alone, for a file or a terminal; ext/texts.h */
  TERRAWRIGHT_KIND_TABLE = 12  /* rows: not a layer; ext/tables.h */
};

/* Return values of a call. */
enum {
  TERRAWRIGHT_ANSWER_DONE = 0,
  TERRAWRIGHT_ANSWER_AGAIN = 1,   /* resolve only: survey once more (#44); ext/rounds.h */
  TERRAWRIGHT_ANSWER_STOPPED = 2, /* the engine asked to stop, and the stage did */
  TERRAWRIGHT_ANSWER_FAILED = 3   /* `fail` was called */
};

/* ---- Leaves ------------------------------------------------------------------------------------- */

/* Cells: (0, 0) is the world's top left, x to the right, y down. */
typedef struct {
  int64_t x, y, width, height;
} terrawright_rect;

/* In cells: (0, 0) is the centre of the top left one. */
typedef struct {
  double x, y;
} terrawright_point;

/* Bytes, read in place. None: NULL, 0. */
typedef struct {
  const void *bytes;
  uint64_t size;
} terrawright_blob;

/* Cells of an input. `cells` is the cell (x, y) of `area`; a row is `stride` cells further. All fields are 0 if the
 * port is not connected, is not a layer, or is not read in this phase: that is the only form (#41). */
typedef struct {
  const void *cells;
  int64_t stride;
  terrawright_rect area; /* the window, clipped to the world where it does not wrap */
} terrawright_view;

/* Cells of an output, of this tile. Their content at entry is undefined; paint writes every one. All fields are 0 if
 * the port has no reader. */
typedef struct {
  void *cells;
  int64_t stride;
  terrawright_rect area;
} terrawright_target;

typedef struct {
  double minimum, maximum; /* of the cells that are numbers; none: +inf, -inf. -0 counts as 0 (#76) */
  uint64_t nans;
} terrawright_statistics;

/* A value of a parameter. Its kind selects the field (#74). `is_word`: the parameter's (or the list item's) word
 * replaces the number, as `auto` or `rand` do. */
typedef struct terrawright_value {
  uint32_t is_word, reserved;
  double real;
  int64_t integer;
  const char *text;
  const struct terrawright_value *items;
  uint64_t n_items;
} terrawright_value;

/* One entry of a legend. */
typedef struct {
  uint16_t code, reserved;
  uint8_t colour[4]; /* red, green, blue, alpha */
  const char *name;
  const char *glyph; /* one character */
} terrawright_class;

/* ---- Description of a stage: read once, while the plugin is loaded ------------------------------- */

enum { TERRAWRIGHT_PORT_INPUT = 0, TERRAWRIGHT_PORT_OUTPUT = 1 };

enum {
  TERRAWRIGHT_PORT_OPTIONAL = 1u, /* an input that may stay unconnected (#54) */
  TERRAWRIGHT_PORT_BY_NAME = 2u,  /* an output beside the main one: `node` alone in a config never means it (#53) */
  /* An output table: each of its rows has a point, or is a line. An input: only such tables connect (#81); both flags:
   * either; neither: any. An output table with `like_port` has neither flag, and the places of that input. */
  TERRAWRIGHT_PORT_POINTS = 4u,
  TERRAWRIGHT_PORT_LINES = 8u,
  /* draft/rows.h uses 16; writer.h uses 32, 64 and 128. */
  TERRAWRIGHT_PORT_NODATA = 256u /* an output of floats: NaN means no value; `check` accepts it (#73) */
};

typedef struct {
  uint32_t size, direction;
  uint64_t kinds;
  uint32_t flags, reserved;
  /* Sets of phases (1u << TERRAWRIGHT_PHASE_...) that need an input's exact minimum, maximum and NaN count (#47).
   * `statistics`: of the whole layer; the phase starts once it is complete. `window_statistics`: of the cells in the
   * window. */
  uint32_t statistics, window_statistics;
  const char *name, *doc; /* name: lower-case words joined by '_' */
  const char *unit;       /* NULL: any unit (input), or decided by like_port or by create (output) */
  const char *like_port;  /* output: kind and unit equal those of this input; NULL: none */
} terrawright_port;

enum {
  TERRAWRIGHT_PARAMETER_REAL = 1,
  TERRAWRIGHT_PARAMETER_INTEGER = 2,
  TERRAWRIGHT_PARAMETER_BOOLEAN = 3, /* integer 0 or 1 */
  TERRAWRIGHT_PARAMETER_CHOICE = 4,  /* integer: index into choices */
  TERRAWRIGHT_PARAMETER_TEXT = 5,
  TERRAWRIGHT_PARAMETER_PERCENTAGE = 6, /* integer: parts per million, exact */
  TERRAWRIGHT_PARAMETER_LIST = 7,       /* items: values of item_kind */
  TERRAWRIGHT_PARAMETER_ROWS = 8,       /* items: rows; a row's items: one value per column */
  TERRAWRIGHT_PARAMETER_FILE = 9,       /* text: a path beside the config; the engine reads it, see `open_file` */
  TERRAWRIGHT_PARAMETER_COLOUR = 10     /* integer: 0xrrggbb, written "#rrggbb" */
};

enum {
  TERRAWRIGHT_PARAMETER_ADVANCED = 1u,  /* shown after the others */
  TERRAWRIGHT_PARAMETER_DEPRECATED = 2u /* still read; a config that sets it gets a warning with the doc (#80) */
};

typedef struct terrawright_parameter {
  uint32_t size, kind, flags;
  uint32_t item_kind; /* of a list: REAL, INTEGER or TEXT */
  const char *name, *doc;
  const char *unit;        /* none: ""; "cells or a length", "cells or an area": values are cells */
  const char *word;        /* a word that may stand for the number; NULL: none */
  double minimum, maximum; /* inclusive; open: -inf and +inf. For a list: of each item. A percentage: in percent */
  int64_t integer_minimum, integer_maximum; /* in their place if the kind, or the item_kind, is INTEGER */
  const char *const *choices;
  const char *const *choice_docs; /* one per choice; NULL: none */
  uint64_t n_choices;
  const struct terrawright_parameter *const *columns; /* of rows */
  uint64_t n_columns;
  terrawright_value fallback; /* default, in the range; a column's default outside the range makes it required (#82) */
} terrawright_parameter;

/* Facts of the world that a stage declares to read. Undeclared facts are 0 (#31), and `stream` fails without
 * READS_RANDOM, so that keys need not contain them. The size and `wrap` are always given. */
enum {
  TERRAWRIGHT_READS_CELL = 1u,
  TERRAWRIGHT_READS_LATITUDE = 2u,
  TERRAWRIGHT_READS_RANDOM = 4u, /* world seed and node name, through `stream` */
  TERRAWRIGHT_READS_LONGITUDE = 8u
};

/* ---- Inputs of create, before any cell exists ---------------------------------------------------- */

enum { TERRAWRIGHT_WRAP_X = 1u, TERRAWRIGHT_WRAP_Y = 2u };

typedef struct {
  uint32_t size;
  uint32_t wrap; /* axes that wrap around: windows reach beyond the edge, at most 16 times around, and the engine fills
                    them from the other side (#48) */
  int64_t width, height;
  double cell;      /* metres a side */
  double latitude;  /* degrees, centre row, north up */
  double longitude; /* degrees, centre column */
} terrawright_world_facts;

/* Data at one port of one node. */
typedef struct {
  uint32_t size;
  uint32_t kind; /* 0: not connected (input), without a reader (output) (#78) */
  const char *unit;
  const terrawright_class *legend;
  uint64_t n_legend;
} terrawright_flow;

typedef struct {
  uint32_t size, reserved;
  const terrawright_world_facts *world;
  const terrawright_value *values;      /* one per parameter */
  const terrawright_flow *const *flows; /* one per port */
} terrawright_arrangement;

/* A file as rows of floats, or as its bytes. Stages never open files. The engine confines the path to the config's
 * folder (#38), decodes the file, and hashes the content for keys. It returns rectangles of samples while the stage
 * runs, or bytes in create. */
enum {
  TERRAWRIGHT_ENCODING_IMAGE = 0, /* its own header describes it */
  TERRAWRIGHT_ENCODING_U16 = 1,   /* without a header: rows of unsigned 16-bit integers */
  TERRAWRIGHT_ENCODING_F32 = 2,   /* without a header: rows of floats */
  TERRAWRIGHT_ENCODING_BYTES = 3  /* no samples; the stage reads its bytes with `file_bytes` */
};
/* Flags of a request. A sample without data is read as NaN. In the file it is NaN, or equals the file's number for
 * missing data; the request's `nodata` takes the place of that number (#79). */
enum {
  TERRAWRIGHT_REQUEST_NODATA = 1, /* `nodata` replaces the file's number for missing data */
  TERRAWRIGHT_REQUEST_FILL = 2    /* a sample without data gets the nearest one with data, in steps along rows and
                                  columns; ties: the first of west, north, east and south */
};
/* Flags of the facts. */
enum {
  TERRAWRIGHT_FACTS_VALUES = 1,  /* samples are values: signed, of more than 16 bits, floats, or of a file with its
                                   scale, place or number for missing data; scale and offset are applied */
  TERRAWRIGHT_FACTS_SCALED = 2,  /* the file has its own scale or offset */
  TERRAWRIGHT_FACTS_SIGNED = 4,  /* samples are signed integers */
  TERRAWRIGHT_FACTS_UNPLACED = 8 /* the file gives steps between samples in an unnamed or unknown system, so their
                                   length in metres is unknown: cell_width is 0 */
};
/* Types of the samples of read_file; #13 applies. */
enum { TERRAWRIGHT_SAMPLES_F32 = 1 };
typedef struct {
  uint32_t size, encoding;
  uint32_t flags, big_endian; /* big_endian: of a headerless file */
  int64_t width, height;      /* of a headerless file */
  int64_t channel;            /* the requested one; -1: the file must have exactly one */
  const char *part;           /* in an image with several parts; "": the first */
  double nodata;
} terrawright_file_request;
typedef struct {
  uint32_t size, bits; /* of an integer sample: 8, 16 ...; 0: samples are floats */
  int64_t width, height;
  uint32_t flags, reserved;
  double cell_width, cell_height; /* metres from sample to sample, from the file; 0: not given */
  double latitude;                /* degrees north of the file's middle; NaN: not given */
  uint64_t bytes;                 /* for TERRAWRIGHT_ENCODING_BYTES: its length */
} terrawright_file_facts;

/* ---- Inputs of a stage while it runs ------------------------------------------------------------ */

enum {
  TERRAWRIGHT_PHASE_CREATE = 0,
  TERRAWRIGHT_PHASE_SURVEY = 1,
  TERRAWRIGHT_PHASE_RESOLVE = 2,
  TERRAWRIGHT_PHASE_PAINT = 3,
  TERRAWRIGHT_PHASE_MERGE = 4,
  TERRAWRIGHT_PHASE_COMBINE = 5,
  TERRAWRIGHT_PHASE_SPLIT = 6
};

#define TERRAWRIGHT_EVERY_TILE UINT64_MAX

enum { TERRAWRIGHT_LOG_DETAIL = 0, TERRAWRIGHT_LOG_INFO = 1 };

/* Functions of the engine for stages; the table is the same in every phase. `handle` is the job's; in create it is the
 * third argument. */
typedef struct {
  uint32_t size, reserved;

  /* Reports an error in one sentence without a full stop. `where`: a parameter or port, or ""; "rules[2].code" is a
   * cell of rows. Cell: -1, -1 if none (#75). The call then returns FAILED. [any phase, bodies] */
  void (*fail)(void *handle, const char *where, int64_t x, int64_t y, const char *text);
  /* Reports a warning, and the stage continues. Repeated warnings are printed once (#27). [any phase, bodies] */
  void (*warn)(void *handle, const char *where, int64_t x, int64_t y, const char *text);
  /* Prints a line, of a TERRAWRIGHT_LOG level. DETAIL goes only to `--log FILE`; INFO also goes to the terminal and to
   * observers (#25). [running, bodies] */
  void (*log)(void *handle, uint32_t level, const char *text);
  /* Completed share of the call, 0 to 1 (#26). Shown for resolve, and for a call for the whole world. [running,
   * bodies] */
  void (*progress)(void *handle, double share);
  /* Nonzero: stop soon and return STOPPED (#28). [running, bodies] */
  int32_t (*cancelled)(void *handle);
  /* The engine's functions beside this table: the struct of an id with a version, as in ext/ and draft/; NULL: not
   * available (#29). The pointer is valid for the process. [any phase, bodies] */
  const void *(*extension)(void *handle, const char *id);

  /* The 64-bit random stream of this node (random.h), or of node name + suffix. Needs READS_RANDOM (#30). [create] */
  uint64_t (*stream)(void *handle, const char *suffix);
  /* Unit of an output without one in its description, or that is like an input; its legend. Codes differ, names are not
   * empty (#55). [create] */
  void (*set_unit)(void *handle, uint32_t port, const char *unit);
  void (*set_legend)(void *handle, uint32_t port, const terrawright_class *entries, uint64_t n_entries);
  /* Bytes that resolve needs at its peak, notes included. Bytes of scratch of one call, and for each cell of the tile
   * of survey and paint. The engine plans with them before the run (#56), and counts scratch for each thread.
   * [create] */
  void (*needs_memory)(void *handle, uint64_t bytes);
  void (*needs_scratch)(void *handle, uint64_t bytes, uint64_t bytes_per_cell);
  /* Bytes beside the parameters that decide the instance's result, as those of a table beside the library. They become
   * part of the recipe and of the key (#68); any number of times. [create] */
  void (*depends)(void *handle, const void *bytes, uint64_t size);
  /* Opens the file that `parameter` names. Returns its number and fills `facts`; or -1 after the engine has reported
   * the error, and create then returns NULL. [create] */
  int64_t (*open_file)(void *handle, const char *parameter, const terrawright_file_request *request,
                       terrawright_file_facts *facts);
  /* Copies `size` bytes of a file that was opened with TERRAWRIGHT_ENCODING_BYTES, from `begin` on, to `bytes`. Returns
   * 0, or nonzero after the engine has reported the error. [create] */
  int32_t (*file_bytes)(void *handle, int64_t file, uint64_t begin, uint64_t size, void *bytes);

  /* Reads the samples of a rectangle inside the file, row by row, `stride` samples from one to the next. `kind`:
   * TERRAWRIGHT_SAMPLES_F32: floats, integers as they are. Returns 0, or nonzero after the engine has reported the
   * error. [survey, resolve, paint, bodies] */
  int32_t (*read_file)(void *handle, int64_t file, const terrawright_rect *area, uint32_t kind, void *samples,
                       int64_t stride);
  /* Memory for this call alone, undefined, 64-byte aligned, until it returns. Limit of one call: the bytes of
   * needs_scratch (#32). NULL after the engine has reported the error. [running] */
  void *(*scratch)(void *handle, uint64_t bytes);
  /* survey: this tile's note. merge: the note of both. combine: the note of the union. The last one counts. Default: an
   * empty note (#33). [survey, merge, combine] */
  void (*note)(void *handle, const void *bytes, uint64_t size);
  /* The verdict that every tile sees from now on, or that tile `tile` alone sees beside it. Only the last round's are
   * seen. The last one of a round counts (#34). [resolve, split, bodies] */
  void (*verdict)(void *handle, uint64_t tile, const void *bytes, uint64_t size);
  /* body(context, 0 .. n-1), in any order, on any threads, at once. A body returns 0, or nonzero to stop: bodies that
   * have not begun are then skipped, and `parallel` returns one of the nonzero values (#24). [resolve, bodies] */
  int32_t (*parallel)(void *handle, uint64_t n, int32_t (*body)(void *context, uint64_t i), void *context);
  /* The value of an output of kind number or grid. Once resolve is done, every output with a reader has been given,
   * except layers (#36); the manifest reads all numbers. The last one counts. [resolve] */
  void (*number)(void *handle, uint32_t port, double value);
  void (*grid)(void *handle, uint32_t port, const void *bytes, uint64_t size);
  /* This tile of `output` equals that of `input`, whose cells have the same type; paint need not write it (#37).
   * [paint] */
  void (*same)(void *handle, uint32_t output, uint32_t input);
} terrawright_host;

/* One call of survey, merge, combine, resolve, split or paint. Arrays that are one per port have an entry for every
 * port. */
typedef struct {
  uint32_t size, phase;
  uint64_t round; /* finished rounds: 0 in the first survey and resolve */
  const terrawright_host *host;
  void *handle;
  const terrawright_world_facts *world;
  const double *numbers;                    /* one per port; inputs of kind number (#77) */
  const terrawright_blob *grids;            /* one per port; inputs of kind grid */
  const terrawright_statistics *statistics; /* one per port; of layers, in the phases that asked */
  terrawright_blob verdict;                 /* of the last round, for every tile */
  /* survey and paint; in merge and resolve 0; in combine and split the union, and in split its own_verdict */
  terrawright_rect tile;             /* tiles are a regular grid, cut at the right and the bottom; assume no side */
  uint64_t tile_index;               /* row by row from the top left (#43) */
  const terrawright_view *inputs;    /* one per port */
  const terrawright_target *outputs; /* one per port; paint only */
  const terrawright_statistics *window_statistics; /* one per port, in the phases that asked */
  terrawright_blob own_verdict;                    /* of the last round, for this tile alone */
  /* resolve; in combine and split the parts of the union */
  const terrawright_blob *notes;
  const uint64_t *note_tiles; /* resolve: the tile of each note, rising; NULL if notes were merged */
  uint64_t n_notes;           /* if notes were merged 1 */
  const terrawright_rect *tiles;
  uint64_t n_tiles;
} terrawright_job;

/* ---- A stage ---------------------------------------------------------------------------------------- */

enum {
  TERRAWRIGHT_STAGE_WHOLE = 1u,   /* each input and output as one contiguous raster (#46): limits the world's size */
  TERRAWRIGHT_STAGE_SURVEYS = 2u, /* survey is called (#83); the other flags select the other functions */
  TERRAWRIGHT_STAGE_RESOLVES = 4u,
  TERRAWRIGHT_STAGE_MERGES = 8u
};

typedef struct terrawright_stage {
  uint32_t size;
  uint32_t version;  /* of ports and parameters, the `@1` of a config; from 1. Versions of one id coexist */
  uint32_t revision; /* of the pixels; from 1 */
  uint32_t flags, reads, reserved;
  const char *id; /* family.word, or vendor/family.word; each of lower-case words joined by '_', the vendor with dots */
  const char *doc, *source;
  const char *example; /* a small world that uses the stage as its last node, as YAML; NULL: none */
  void *data;          /* the plugin's own: one function can serve several stages */
  const terrawright_port *const *ports;
  uint64_t n_ports;
  const terrawright_parameter *const *parameters;
  uint64_t n_parameters;
  /* Ids of required extensions of the host, as "rounds/1": an engine without one of them rejects the stage while it
   * loads it (#69). */
  const char *const *needs;
  uint64_t n_needs;
  /* The stage's extensions beside this, as "combine/1" of ext/combine.h; NULL: none. The engine asks while it describes
   * the stage, never an instance (#84); the answer is constant. [any] */
  const void *(*extension)(const struct terrawright_stage *stage, const char *id);

  /* Before any cell: returns a new instance of `stage` (the plugin's own descriptor, not the engine's copy) (#40), or
   * NULL after `fail`. [any, at once] */
  void *(*create)(const struct terrawright_stage *stage, const terrawright_host *host, void *handle,
                  const terrawright_arrangement *arrangement);
  /* Called once for each instance, when no other call of it runs (#85). [any, at once] */
  void (*destroy)(void *self);
  /* The rectangle of input `port` that `phase` needs for `tile`; one without cells if it needs none. The engine clips
   * it to the world, except along axes that wrap (#42). A function of its arguments alone. [any, at once]
   */
  int32_t (*window)(const void *self, uint32_t phase, uint32_t port, const terrawright_rect *tile,
                    terrawright_rect *out);
  /* Surveys a tile, in any order. [any, at once] */
  int32_t (*survey)(const void *self, const terrawright_job *job);
  /* Merges two notes into one; exact, in any order and any tree (#45). [any, at once] */
  int32_t (*merge)(const void *self, const terrawright_job *job, const terrawright_blob *a, const terrawright_blob *b);
  /* Computes the answer of a round from the notes of all tiles. [any, one at a time] */
  int32_t (*resolve)(const void *self, const terrawright_job *job);
  /* Writes every cell of every output with a reader, and nothing else, in any order. [any, at once] */
  int32_t (*paint)(const void *self, const terrawright_job *job);
} terrawright_stage;

/* ---- A plugin: a shared library that exports one symbol --------------------------------------------- */

typedef struct {
  uint32_t size, abi_major;
  uint32_t abi_minor; /* of the engine */
  uint32_t reserved;
  const char *version; /* of the engine, as 0.1.0 */
  const char *path;    /* of the library: the plugin's own data lie beside it */
  void *handle;
  /* fail: the reason why the plugin cannot be used (#60); the entry then returns NULL. log: prints a line of the level
   * INFO; lines of DETAIL are not shown. [the entry] */
  void (*fail)(void *handle, const char *text);
  void (*log)(void *handle, uint32_t level, const char *text);
} terrawright_engine;

enum {
  /* For libraries that are not made for several threads. The engine never makes two calls into the plugin at once
   * (#64), for all of its stages, `create`, `window` and `destroy` included. Bodies of `parallel` run one after the
   * other, on the thread that called it. It has no writers (#65): a writer waits for cells that its stages have to
   * make. */
  TERRAWRIGHT_PLUGIN_SERIAL = 1u
};

typedef struct {
  uint32_t size, abi_major, abi_minor; /* of the header of its build */
  uint32_t flags;
  const char *id, *version, *built_with;
  const terrawright_stage *const *stages;
  uint64_t n_stages;
  /* Called once for each accepted call of the entry, after the last instance is gone and the plugin has no user left
   * (#63). The library stays loaded, and its entry may be called again. A process may end without this call. NULL:
   * nothing to do. [any] */
  void (*deinit)(void);
  /* The plugin's extensions beside this, as its writers; NULL: none (#66). [any] */
  const void *(*extension)(const char *id);
  /* Identity of the code beside the library's own bytes: part of the key of every layer of its stages (#67). NULL: the
   * bytes alone. */
  const char *build;
} terrawright_plugin;

/* The exported symbol's type. Called once in a process until `deinit`, for all names of the library (#61). An entry
 * that failed is not called again. The engine may try it in a separate process first (#62). [any] */
typedef const terrawright_plugin *(*terrawright_entry)(const terrawright_engine *engine);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* terrawright/abi.h: all that crosses the border between the engine and a stage. C11.
 *
 * This header is the specification. A stage author includes stage.hpp instead, which wraps it.
 *
 * Rules of the border
 *   - A shared library exports one symbol, terrawright_plugin_v0; the name carries the major version.
 *   - Every struct begins with its size. Structs only grow at their end; a reader looks at a field only
 *     where `size` covers it. While the major is 0 they may still change.
 *   - The engine owns every cell, note and verdict. Descriptions are static. Text is copied inside the call.
 *   - Nothing is thrown across the border. A call reports with `fail` and returns TERRAWRIGHT_FAILED.
 *   - Everything later is an extension, fetched by string id.
 *
 * Rationale: a C++ border fails to load with another string ABI and crashes when the engine gains one
 * virtual function; both were measured. A call across this one costs about ten nanoseconds. */
#ifndef TERRAWRIGHT_ABI_H
#define TERRAWRIGHT_ABI_H

#include <stddef.h>
#include <stdint.h>

#define TERRAWRIGHT_ABI_MAJOR 0u /* a break also renames the entry symbol */
#define TERRAWRIGHT_ABI_MINOR 1u
#define TERRAWRIGHT_ENTRY_SYMBOL "terrawright_plugin_v0"

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds of what flows through a port. A set of kinds is a sum of 1u << kind. */
enum {
  TERRAWRIGHT_HEIGHT = 1,      /* f32, unit "1" (before metres) or "m" */
  TERRAWRIGHT_SCALAR = 2,      /* f32 with a unit */
  TERRAWRIGHT_WEIGHT = 3,      /* f32 in 0..1 */
  TERRAWRIGHT_MASK = 4,        /* u8, 0 or 1 */
  TERRAWRIGHT_CLASS = 5,       /* u16 with a legend */
  TERRAWRIGHT_COUNT = 6,       /* i64 */
  TERRAWRIGHT_VECTOR = 7,      /* 2 x f32: x to the right, y down */
  TERRAWRIGHT_COLOUR = 8,      /* 4 x u8: red, green, blue, alpha */
  TERRAWRIGHT_NUMBER = 9,      /* one f64 with a unit: no layer; comes out of resolve */
  TERRAWRIGHT_GRID = 10,       /* bytes: no layer; comes out of resolve; its unit names its form */
  TERRAWRIGHT_PLAIN_TEXT = 11, /* UTF-8: no layer; comes out of resolve, goes to a file or a terminal; no input yet */
  TERRAWRIGHT_RECORDS = 12     /* a table: no layer; comes out of resolve, goes to a file; no input yet */
};

/* What a call answers. */
enum {
  TERRAWRIGHT_DONE = 0,
  TERRAWRIGHT_AGAIN = 1,   /* resolve only: survey once more */
  TERRAWRIGHT_STOPPED = 2, /* the engine asked to stop, and the stage did */
  TERRAWRIGHT_FAILED = 3   /* `fail` was called */
};

/* A rectangle of cells: (0, 0) is the world's top left, x to the right, y down. */
typedef struct {
  int64_t x, y, width, height;
} terrawright_rect;

/* ---- What a stage says of itself -------------------------------------------------------------- */

enum { TERRAWRIGHT_INPUT = 0, TERRAWRIGHT_OUTPUT = 1 };

enum {
  TERRAWRIGHT_OPTIONAL = 1u,   /* an input that may stay unconnected */
  TERRAWRIGHT_STATISTICS = 2u, /* an input whose exact minimum, maximum and NaN count are needed */
  TERRAWRIGHT_BY_NAME = 4u,    /* an output beside the main one: `node` alone in a config never means it */
  TERRAWRIGHT_POINTS = 8u,     /* an output table: each of its rows is at a point */
  TERRAWRIGHT_LINES = 16u      /* an output table: each of its rows is a line */
};

typedef struct {
  uint32_t size, direction, kinds, flags;
  const char *name, *doc;
  const char *unit;      /* NULL: any unit (input), or decided by like_port or by create (output) */
  const char *like_port; /* output: kind and unit are those of this input; NULL: none */
} terrawright_port;

enum {
  TERRAWRIGHT_REAL = 1,
  TERRAWRIGHT_INTEGER = 2,
  TERRAWRIGHT_BOOLEAN = 3, /* integer 0 or 1 */
  TERRAWRIGHT_CHOICE = 4,  /* integer: index into choices */
  TERRAWRIGHT_TEXT = 5,
  TERRAWRIGHT_PERCENTAGE = 6, /* integer: parts per million, exact */
  TERRAWRIGHT_LIST = 7,       /* items: reals */
  TERRAWRIGHT_TABLE = 8,      /* items: rows; a row's items: one value per column */
  TERRAWRIGHT_FILE = 9        /* text: a path beside the config; the engine reads it, see `raster` */
};

/* A value of a parameter. Which field counts follows from the parameter's kind. `is_word` says that the
 * parameter's (or the list item's) word stands in the place of the number, as `auto` or `rand` do. */
typedef struct terrawright_value {
  uint32_t size, is_word;
  double real;
  int64_t integer;
  const char *text;
  const struct terrawright_value *items;
  uint64_t n_items;
} terrawright_value;

typedef struct terrawright_parameter {
  uint32_t size, kind;
  const char *name, *doc;
  const char *unit;        /* "" where the number has none */
  const char *word;        /* a word that may stand for the number; NULL: none */
  double minimum, maximum; /* inclusive; -inf and +inf where open. Of a list: of each item */
  const char *const *choices;
  uint64_t n_choices;
  const struct terrawright_parameter *columns; /* of a table */
  uint64_t n_columns;
  terrawright_value fallback; /* the default */
} terrawright_parameter;

/* ---- What a stage is told before any cell exists ----------------------------------------------- */

/* Facts of the world that a stage may declare to read. A fact it did not declare is 0, so that a key
 * need not contain it. The size is always there. */
enum {
  TERRAWRIGHT_READS_CELL = 1u,
  TERRAWRIGHT_READS_LATITUDE = 2u,
  TERRAWRIGHT_READS_RANDOM = 4u /* world seed and node name, through `stream` */
};

typedef struct {
  uint32_t size, reserved;
  int64_t width, height;
  double cell;     /* metres a side */
  double latitude; /* degrees, centre row, north up */
} terrawright_world;

typedef struct {
  uint32_t size;
  uint16_t code;
  uint8_t colour[4];
  const char *name;
  const char *glyph; /* one character of UTF-8 */
} terrawright_class;

/* What flows through one port of one node. */
typedef struct {
  uint32_t size;
  uint32_t kind; /* 0: not connected (input), nobody reads it (output) */
  const char *unit;
  const terrawright_class *legend;
  uint64_t n_legend;
} terrawright_layer;

typedef struct {
  uint32_t size, reserved;
  terrawright_world world;
  const terrawright_value *values; /* one per parameter */
  terrawright_layer *layers;       /* one per port; create may write unit and legend of outputs */
  uint64_t memory;                 /* out: bytes that resolve needs at its peak, notes included */
} terrawright_arrangement;

/* A file as rows of floats. Stages never open files: the engine confines the path to the config's folder, decodes,
 * hashes the content for keys, and hands the cells over while the stage runs. */
enum {
  TERRAWRIGHT_ENCODED = 0,        /* an image: its own header says what it is */
  TERRAWRIGHT_HEADERLESS_U16 = 1, /* rows of unsigned 16-bit integers */
  TERRAWRIGHT_HEADERLESS_F32 = 2  /* rows of floats */
};
typedef struct {
  uint32_t size, encoding;
  uint32_t big_endian, reserved; /* of a headerless file */
  int64_t width, height;         /* of a headerless file */
  int64_t channel;               /* which one is wanted; -1: the file has to have one only */
  const char *part;              /* of an image with several parts; "": the first */
} terrawright_raster_request;
typedef struct {
  uint32_t size, bits; /* of a sample that is an integer: 8, 16 ...; 0: samples are floats */
  int64_t width, height;
  const float *cells; /* row by row; integers as they are. NULL while the stage is arranged */
} terrawright_raster;

/* ---- What a stage is told while it runs -------------------------------------------------------- */

enum { TERRAWRIGHT_SURVEY = 1, TERRAWRIGHT_RESOLVE = 2, TERRAWRIGHT_PAINT = 3 };

/* Cells of one port. `cells` is the cell (x, y) of `area`; a row is `stride` cells further.
 * NULL where the port is not connected or this phase does not touch it. */
typedef struct {
  void *cells;
  int64_t stride;
  terrawright_rect area;
} terrawright_view;

typedef struct {
  double minimum, maximum; /* of the cells that are numbers; +inf, -inf where there is none */
  uint64_t nans;
} terrawright_statistics;

/* Bytes with a 64-byte aligned begin, read in place. */
typedef struct {
  const void *bytes;
  uint64_t size;
} terrawright_blob;

/* What comes out of a port of kind records. */
enum { TERRAWRIGHT_INTEGERS = 1, TERRAWRIGHT_REALS = 2, TERRAWRIGHT_TEXTS = 3 };
typedef struct {
  uint32_t size, kind;
  const char *name, *unit;  /* lower-case words joined by '_'; "1": no unit */
  const int64_t *integers;  /* that of its kind has one value a row, the others are NULL */
  const double *reals;      /* what is not finite is written as no value */
  const char *const *texts; /* UTF-8 */
} terrawright_column;
/* In cells: (0, 0) is the centre of the top left one. */
typedef struct {
  double x, y;
} terrawright_point;
typedef struct {
  uint32_t size, reserved;
  uint64_t n_columns, n_rows;
  const terrawright_column *columns; /* at least one */
  /* Of rows at points: one a row. Of rows that are lines: row r has those from ends[r - 1] (or 0) to ends[r], none or
   * at least two of them. Else NULL. */
  const terrawright_point *points;
  const uint64_t *ends;
} terrawright_table;

#define TERRAWRIGHT_EVERY_TILE UINT64_MAX

/* What a stage may ask of the engine. `handle` is that of the job or arrangement at hand.
 * Safe to call from the thread the phase runs on, and inside `parallel`. */
typedef struct {
  uint32_t size, reserved;
  /* survey: memory for this tile's note. merge: memory for the merged one. */
  void *(*note)(void *handle, uint64_t bytes);
  /* resolve: memory for the verdict that every tile sees, or that tile `tile` alone sees beside it. */
  void *(*verdict)(void *handle, uint64_t tile, uint64_t bytes);
  /* resolve, before answering AGAIN: the next round visits only the tiles named so. None named: all. */
  void (*visit)(void *handle, uint64_t tile);
  /* resolve: the value of an output of kind number. */
  void (*number)(void *handle, uint32_t port, double value);
  /* paint: this tile of `output` equals that of `input`, which need not be copied. */
  void (*same)(void *handle, uint32_t output, uint32_t input);
  /* Nonzero: stop soon and answer STOPPED. */
  int (*cancelled)(void *handle);
  /* resolve: body(context, 0 .. n-1), in any order, on any threads. */
  void (*parallel)(void *handle, uint64_t n, void (*body)(void *context, uint64_t i), void *context);
  /* create: the 64-bit random stream of this node (random.h), or of node name + suffix. */
  uint64_t (*stream)(void *handle, const char *suffix);
  /* Any phase: what is wrong, in one sentence. `where`: a parameter or port, or "". Cell: -1, -1 if none. */
  void (*fail)(void *handle, const char *where, int64_t x, int64_t y, const char *text);
  const void *(*extension)(void *handle, const char *id);
  /* resolve: memory for the value of an output of kind grid. */
  void *(*grid)(void *handle, uint32_t port, uint64_t bytes);
  /* create: the file that `parameter` names. Its place in `rasters` of every job, and `facts` filled but for the cells;
   * or -1 after the engine has said what is wrong, for create to answer NULL. */
  int64_t (*raster)(void *handle, const char *parameter, const terrawright_raster_request *request,
                    terrawright_raster *facts);
  /* resolve: the content of an output of kind text, lines that end in "\n". It is copied. */
  void (*text)(void *handle, uint32_t port, const char *bytes, uint64_t size);
  /* resolve: the content of an output of kind records. It is copied. */
  void (*table)(void *handle, uint32_t port, const terrawright_table *table);
} terrawright_host;

/* One call of survey, merge, resolve or paint. */
typedef struct {
  uint32_t size, phase, round, reserved;
  const terrawright_host *host;
  void *handle;
  terrawright_rect tile;                    /* survey, paint */
  uint64_t tile_index;                      /* row by row from the top left */
  const terrawright_view *views;            /* one per port */
  const terrawright_statistics *statistics; /* one per port; filled where asked for */
  const double *numbers;                    /* one per port; inputs of kind number */
  const terrawright_blob *verdicts;         /* one per finished round: what every tile sees */
  const terrawright_blob *own_verdicts;     /* one per finished round: what this tile alone sees */
  uint64_t n_rounds;                        /* finished rounds */
  /* resolve */
  const terrawright_blob *notes;
  const uint64_t *note_tiles; /* the tile of each note; NULL where notes were merged */
  uint64_t n_notes;
  const terrawright_rect *tiles;
  uint64_t n_tiles;
  const terrawright_blob *grids;     /* one per port; inputs of kind grid */
  const terrawright_raster *rasters; /* in the order they were asked for */
} terrawright_job;

/* ---- A stage ------------------------------------------------------------------------------------ */

enum {
  TERRAWRIGHT_WHOLE = 1u,   /* each input and output as one contiguous raster: bounds the world's size */
  TERRAWRIGHT_SURVEYS = 2u, /* survey is called */
  TERRAWRIGHT_RESOLVES = 4u,
  TERRAWRIGHT_MERGES = 8u
};

typedef struct terrawright_stage {
  uint32_t size, version, revision; /* version: of the parameters, `@1`. revision: of the pixels */
  uint32_t flags, reads;
  uint32_t reserved;
  const char *id, *doc, *source;
  const terrawright_port *ports;
  uint64_t n_ports;
  const terrawright_parameter *parameters;
  uint64_t n_parameters;

  /* arrange: a new instance, immutable from here on, or NULL after `fail`. Any thread. */
  void *(*create)(const terrawright_host *host, void *handle, terrawright_arrangement *arrangement);
  void (*destroy)(void *self);
  /* The rectangle of input `port` that `phase` needs for `tile`; an empty one where it needs none.
   * The engine clips it to the world. */
  terrawright_rect (*window)(const void *self, uint32_t phase, uint32_t port, const terrawright_rect *tile);
  /* survey and paint: pure, any order, any thread. */
  int (*survey)(const void *self, const terrawright_job *job);
  /* merge: two notes into one; exact and in any order. */
  int (*merge)(const void *self, const terrawright_job *job, const terrawright_blob *a, const terrawright_blob *b);
  int (*resolve)(const void *self, const terrawright_job *job);
  int (*paint)(const void *self, const terrawright_job *job);
} terrawright_stage;

typedef struct {
  uint32_t size, abi_major, abi_minor, reserved;
  const char *id, *version, *built_with;
  const terrawright_stage *const *stages;
  uint64_t n_stages;
} terrawright_plugin;

/* The exported symbol's type. */
typedef const terrawright_plugin *(*terrawright_entry)(void);

#ifdef __cplusplus
}
#endif
#endif

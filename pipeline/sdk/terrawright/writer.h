/* SPDX-License-Identifier: Apache-2.0 */
/* terrawright/writer.h: interface of writers, which write layers, tables and texts to files of their own format. C11,
 * nothing to link.
 *
 * A draft: it may change in any release. The rules of abi.h apply to memory, texts, numbers, exceptions and unknown
 * values. A plugin offers writers through its function `extension`: for TERRAWRIGHT_WRITERS it returns a
 * terrawright_writers, which stays unchanged until `deinit`.
 *
 *   Config    {file: "{name}.asc", layers: {height: metres}} selects the writer that has the file's ending, if the
 *             program has none of its own for it. {write: raster.esri_ascii@1, file: ..., in: {height: metres}, with:
 *             {digits: 3}} names it and gives its parameters; `in` and `layers` mean the same. A parameter and an
 *             optional port may also stand beside `file`, by their names: {file: ..., layers: ..., digits: 3}, unless
 *             outputs have a key of that name. One value may replace a list of one. Several writers may have one
 *             ending: the kinds of the items select one.
 *   Units     A list of reals whose unit is "unit of PORT" is in the unit of the first item that connects to that port.
 *   Tiles     A writer with TERRAWRIGHT_WRITER_TILES may be asked for layers in squares, an instance and a file each.
 *   Items     Each name under `in` is an item. It connects to the port of its name, else to the first port that takes
 *             its kind and is free; a port with TERRAWRIGHT_PORT_MANY is always free. A single item goes to an optional
 *             port of its name only if no other port takes it. A name with a list is a port with TITLES: {lines:
 *             [rivers.table]}. So is one with a map: {lines: {Rivers: rivers.table}}.
 *   Files     The host opens, hashes, flushes and names files. A writer sees no path, clock or host name. No file is
 *             visible before all outputs of the build are complete; if `write` fails, none of its files ever is.
 *   Folders   A writer with TERRAWRIGHT_WRITER_FOLDER makes one folder of the file's name. It is published whole or not
 *             at all, and lists its files in `.terrawright-files`. Names inside are written "3/17/5.png". They need no
 *             announcement, and each is used once.
 *   Bytes     A file's bytes depend on the arguments of create and write, and on nothing else: the same build gives the
 *             same bytes on every machine. Raise `revision` when they change for the same input.
 *   Calls     create from any thread. write once for each build, on one thread, when all its items are made; several
 *             instances may write at once. destroy when no call of the instance runs. A writer calls functions of the
 *             host on the thread of its own call. */
#ifndef TERRAWRIGHT_WRITER_H
#define TERRAWRIGHT_WRITER_H

#include "ext/tables.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TERRAWRIGHT_WRITERS "draft/writers/1"

/* Flags of a writer's port. MANY: any number of items connect, one at least unless the port is optional. CLASSES: the
 * config may select the classes that count: {sand: {layer: biomes, classes: [beach, desert]}}. TITLES, with MANY: its
 * items may be in a list, with the names of their nodes, or in a map, whose keys are titles. */
enum { TERRAWRIGHT_PORT_MANY = 32u, TERRAWRIGHT_PORT_CLASSES = 64u, TERRAWRIGHT_PORT_TITLES = 128u };

/* Flags of a writer. */
enum {
  TERRAWRIGHT_WRITER_TILES = 1u, /* it can write the tiles of an output, whose items are all layers */
  TERRAWRIGHT_WRITER_FOLDER = 2u /* its output is a folder; not together with TILES */
};

/* Cells a side of the squares of add_chunk. */
enum { TERRAWRIGHT_CHUNK_SIDE = 512 };

/* Flags of a delivery. */
enum {
  TERRAWRIGHT_DELIVERY_TILE = 1u,     /* one of several files that hold the items in squares; window: the square's */
  TERRAWRIGHT_DELIVERY_BY_LAYER = 2u, /* {layer} is in the file's name: each item of the output has its own file */
  TERRAWRIGHT_DELIVERY_WINDOW = 4u    /* `window` was requested, even if it is all of the world; always for a tile */
};

/* One connected input. */
typedef struct {
  uint32_t size, port; /* port: index into the writer's ports */
  uint32_t kind;       /* TERRAWRIGHT_KIND_ */
  uint32_t places;     /* of a table: TERRAWRIGHT_PORT_POINTS, TERRAWRIGHT_PORT_LINES or 0 */
  const char *name, *unit;
  const char *recipe; /* SHA-256 in hex of all its inputs: the same on every machine */
  const terrawright_class *legend;
  uint64_t n_legend;
  int64_t width, height;   /* cells of `read`: of the window, coarsened. 0 if it is not a layer */
  const char *title;       /* the title in the config; "": none */
  const char *doc;         /* documentation of its port in its stage, or "" */
  double metres;           /* metres of one of its unit; 0: not a length */
  const uint16_t *classes; /* for a port with CLASSES: the codes that count; none: not given */
  uint64_t n_classes;
  uint64_t same_as; /* the first item that is the same layer, table ... of the same node; its own index: none */
} terrawright_item;

/* One output, before any cell exists. It is valid as long as the instance. */
typedef struct {
  uint32_t size, flags;                 /* flags: TERRAWRIGHT_DELIVERY_ */
  const char *name, *ending;            /* of the main file: "isle-42.asc", ".asc" in lower case */
  const terrawright_value *values;      /* one per parameter */
  const terrawright_item *const *items; /* in the order of the config */
  uint64_t n_items;
  const terrawright_world_facts *world;      /* all facts */
  const char *world_name, *seed, *generator; /* generator: "terrawright 0.1.0" */
  terrawright_rect window;                   /* the world's cells that are written; all: 0, 0, width, height */
  int64_t coarsen;                           /* cells of the world per cell of an item, a side */
} terrawright_delivery;

/* Functions of the host for writers; `handle` is that of the call. Functions that return int32_t return 0, or nonzero
 * after the host has recorded the reason: `write` then returns TERRAWRIGHT_ANSWER_FAILED. */
typedef struct {
  uint32_t size, reserved;
  /* create, any number: the reason why this cannot be written; create then returns NULL. prepare and write: the reason
   * of a failure; the first counts. where: a parameter, one of its list's values as "error[2]", counted from 0, an
   * item's name or "" (the file). remedy: one line; "" if none is known. */
  void (*fail)(void *handle, const char *where, const char *text, const char *remedy);
  /* create: a warning; the file is written all the same. */
  void (*warn)(void *handle, const char *where, const char *text);
  /* create: bytes that write holds at its peak beside one band of rows, scratch included. The last call counts;
   * default: 0. */
  void (*needs_memory)(void *handle, uint64_t bytes);
  /* create, of no folder: a file beside the main one, by its name without a folder, such as "isle-42.prj". */
  void (*will_write)(void *handle, const char *name);
  /* Both: the host's functions beside this table, by an id with a version; NULL: not available. */
  const void *(*extension)(void *handle, const char *id);

  /* write: nonzero: stop soon and return TERRAWRIGHT_ANSWER_STOPPED. */
  int32_t (*cancelled)(void *handle);
  /* write: cells of a layer, of the item's kind, rows `stride` cells apart. `cells` lies inside 0, 0, width, height.
   * Any rectangle, any number of times; whole rows from the top down are fastest. No value: NaN in kinds of floats. */
  int32_t (*read)(void *handle, uint64_t item, const terrawright_rect *cells, void *to, int64_t stride);
  /* write: minimum, maximum and NaN count of a layer's cells, as `read` gives them. For a vector they are over both
   * components, for a colour of its alpha. A tile gets those of all tiles, so that all can be stored in one way. */
  int32_t (*extremes)(void *handle, uint64_t item, terrawright_statistics *statistics);
  /* write: the next rows of a table, one at least and `most` at the most, from its first row to its last. The first
   * batch of an item may have no rows; NULL after the last one, and then from the first one again. It is valid until
   * the next call. For a window: rows whose points lie in it. Points are in cells of the world, independent of window
   * and coarsen. */
  int32_t (*rows)(void *handle, uint64_t item, uint64_t most, const terrawright_table **table);
  /* write: points of lines in the last batch of an item, rising. They do not join the previous point of their row,
   * since a window cut the line. They are valid as long as the batch. */
  int32_t (*breaks)(void *handle, uint64_t item, const uint64_t **points, uint64_t *n_points);
  /* write: all of a text or a grid, or the 8 bytes of a number's double. They are valid until write returns. */
  int32_t (*bytes)(void *handle, uint64_t item, terrawright_blob *bytes);
  /* write: memory, undefined, 64-byte aligned, until write returns; in all at most the bytes of needs_memory. NULL
   * after the host has recorded the reason: `write` has failed. */
  void *(*scratch)(void *handle, uint64_t bytes);
  /* write: opens a file. "" is the main file, else a name of will_write; each at most once. NULL: a temporary file,
   * deleted when write returns; any number. Returns the file's number, or -1 after the host has recorded the reason.
   * Announced files that are not opened are empty. A folder takes any name inside, not ""; at most 512 are open at
   * once, and add_file is for many small ones. */
  int64_t (*open)(void *handle, const char *name);
  /* write: bytes at `offset`, which is at most the file's length so far or the reserved length; it may overwrite.
   * Writing from start to end is fastest: other files are read once more for their hash. */
  int32_t (*put)(void *handle, int64_t file, uint64_t offset, const void *bytes, uint64_t size);
  /* write: reads back bytes that were put. */
  int32_t (*get)(void *handle, int64_t file, uint64_t offset, void *bytes, uint64_t size);
  /* write: sets the least length of the file; bytes that are not put are 0. It fails here if the disk has no room for
   * them. */
  int32_t (*reserve)(void *handle, int64_t file, uint64_t bytes);
  /* write: metadata of a layer in the program's own files: name, value, name, value, ... "Software" is the first name;
   * the others are "terrawright:" and layer, kind, unit, minimum, maximum, ... as docs/outputs.md lists them. *n_texts
   * is twice the number of names. They are valid until write returns. */
  int32_t (*attributes)(void *handle, uint64_t item, const char *const **texts, uint64_t *n_texts);

  /* create: bytes of the files on the disk: the certain ones, and the uncompressed size of those that are compressed.
   * Default: the cells of all items, compressed. The last call counts. */
  void (*needs_disk)(void *handle, uint64_t sure, uint64_t compressed);
  /* write: number of cells that the file holds changed, as values beyond a range; calls add up. Manifests and a warning
   * report them. */
  int32_t (*clipped)(void *handle, int64_t file, uint64_t cells);
  /* write: SHA-256, in 64 digits of hex, of an item as a reader of the file decodes it. It is the same if another
   * release of a library makes other bytes. The manifest holds it. */
  int32_t (*content)(void *handle, int64_t file, uint64_t item, const char *sha256);

  /* write, for a folder: a file inside it, all of it at once. Best for many small files. */
  int32_t (*add_file)(void *handle, const char *name, const void *bytes, uint64_t size);
  /* write, for a folder: a file inside it that holds a layer's square `column`, `row` from the upper left. It has
   * TERRAWRIGHT_CHUNK_SIDE cells a side, those beyond the layer 0, row by row. Its bytes are those of Blosc 1 with LZ4
   * at level 5, shuffled by the cell's bytes. If a cache holds it so, the file is a hard link to the
   * cache's, if the file system allows it. */
  int32_t (*add_chunk)(void *handle, uint64_t item, int64_t column, int64_t row, const char *name);
  /* create: information for `plan`: one line for a person, and the members of a JSON object. The program sets files,
   * layers, writer and, except for a folder, tiles itself. Each at most 4096 bytes; "": nothing. */
  void (*tells)(void *handle, const char *text, const char *json);
  /* create: remedy for clipped cells, one line, as "widen `range`". */
  void (*when_clipped)(void *handle, const char *remedy);
  /* write: as `content`, for a name in the file that is no item's name. */
  int32_t (*content_as)(void *handle, int64_t file, const char *name, const char *sha256);
  /* write, for a folder: the file is complete, and its number becomes invalid. Open files are closed when write
   * returns. */
  int32_t (*close)(void *handle, int64_t file);
  /* write: body(context, 0 .. n-1), in any order, on the threads of the build, at once. A body calls no function of the
   * host. It returns 0, or nonzero to stop: bodies that have not begun are then skipped, and `parallel` returns one of
   * the nonzero values. */
  int32_t (*parallel)(void *handle, uint64_t n, int32_t (*body)(void *context, uint64_t i), void *context);

  /* create, for a layer: write caches its encoding of the cells, and reads no cell if it finds it again. `under` is the
   * key of the encoding: all inputs beside the layer and the writer's id, version, revision and code. The layer is then
   * not made for this file. */
  void (*will_keep)(void *handle, uint64_t item, const char *under);
  /* write: the cached bytes of an item from an earlier build; `bytes` is NULL if there are none. It is valid until the
   * next call. If they are not enough and the writer reads a cell, write has failed; the build starts again and makes
   * the layer. */
  int32_t (*kept)(void *handle, uint64_t item, terrawright_blob *bytes);
  /* write: caches bytes of an item for later builds, and replaces earlier ones. Without a cache, or without room in it,
   * it does nothing and succeeds. */
  int32_t (*keep)(void *handle, uint64_t item, const void *bytes, uint64_t size);
} terrawright_writer_host;

typedef struct terrawright_writer {
  uint32_t size;
  uint32_t version;         /* of ports and parameters, the `@1` of a config; from 1 */
  uint32_t revision, flags; /* revision: of the bytes; from 1. flags: TERRAWRIGHT_WRITER_ */
  const char *id;           /* family.word, or vendor/family.word */
  const char *doc, *source;
  const char *example;        /* a small world that writes such a file, as YAML; NULL: none */
  const char *const *endings; /* ".asc", in lower case; none: only its id selects it */
  uint64_t n_endings;
  void *data;                           /* the plugin's own */
  const terrawright_port *const *ports; /* inputs; kind, unit, POINTS, LINES, OPTIONAL and MANY count */
  uint64_t n_ports;
  const terrawright_parameter *const *parameters; /* none of kind FILE */
  uint64_t n_parameters;
  /* Returns an instance for one output, or NULL after `fail`. */
  void *(*create)(const struct terrawright_writer *writer, const terrawright_writer_host *host, void *handle,
                  const terrawright_delivery *delivery);
  /* Returns TERRAWRIGHT_ANSWER_DONE, STOPPED or FAILED. A build that starts again calls it again. */
  int32_t (*write)(const void *self, const terrawright_writer_host *host, void *handle);
  void (*destroy)(void *self);
  /* NULL, or a check of external needs of write, as a program. Called before the cells of a build are made, once for
   * each of its outputs; for tiles, only for the first. TERRAWRIGHT_ANSWER_DONE or FAILED, after `fail`. */
  int32_t (*prepare)(const void *self, const terrawright_writer_host *host, void *handle);
} terrawright_writer;

typedef struct {
  uint32_t size, reserved;
  const terrawright_writer *const *writers;
  uint64_t n_writers;
} terrawright_writers;

#ifdef __cplusplus
}
#endif
#endif

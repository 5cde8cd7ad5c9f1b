/* SPDX-License-Identifier: Apache-2.0 */
/* terrawright/writer.h: what writes layers, tables and texts to files of a format of its own. C11, nothing to link.
 *
 * A draft: it may change in any release. Memory, texts, numbers, exceptions and unknown values
 * are as abi.h says. A plugin offers writers through its function `extension`: asked for TERRAWRIGHT_WRITERS it answers
 * a terrawright_writers, which stays until `deinit`, unchanged.
 *
 *   Config    {file: "{name}.asc", layers: {height: metres}} takes the writer that has the file's ending, where the
 *             program has none of its own for it. {write: raster.esri_ascii@1, file: ..., in: {height: metres},
 *             with: {digits: 3}} names it and gives its parameters; `in` and `layers` mean the same. A parameter and an
 *             optional port may also stand beside `file`, by their names: {file: ..., layers: ..., digits: 3}, unless
 *             outputs have a key of that name. One value may stand for a list of one. Several writers may have one
 *             ending: the kinds of the items choose.
 *   Units     A list of reals whose unit is "unit of PORT" is in the unit of the first item that connects to that port.
 *   Tiles     A writer with TERRAWRIGHT_WRITER_TILES may be asked for layers in squares, an instance and a file each.
 *   Items     Each name under `in` is an item. It connects to the port of its name, else to the first port that takes
 *             its kind and is free; a port with TERRAWRIGHT_PORT_MANY is always free. An item that is alone goes to a
 *             port of its name that may be left out only where no other port takes it. A name with a list is a port
 *             with TITLES: {lines: [rivers.table]}. So is one with a map: {lines: {Rivers: rivers.table}}.
 *   Files     The host opens, hashes, flushes and names files. A writer sees no path, clock or host name. No file is
 *             visible before all outputs of the build are whole; where `write` fails, none of its files ever is.
 *   Folders   A writer with TERRAWRIGHT_WRITER_FOLDER makes one folder of the file's name. It appears whole or not at
 *             all, and lists its files in `.terrawright-files`. Names inside are written "3/17/5.png". They need no
 *             announcement, and each is used once.
 *   Bytes     A file's bytes depend on what create and write are given, and on nothing else: the same build gives the
 *             same bytes on every machine. `revision` goes up when they change for the same input.
 *   Calls     create from any thread. write once for each build, on one thread, when all its items are made; several
 *             instances may write at once. destroy when no call of the instance runs. A function of the host is called
 *             on the thread of the call that it was given to. */
#ifndef TERRAWRIGHT_WRITER_H
#define TERRAWRIGHT_WRITER_H

#include "ext/tables.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TERRAWRIGHT_WRITERS "draft/writers/1"

/* Flags of a writer's port. MANY: any number of items connect, one at least unless the port is optional. CLASSES: of
 * what is classes the config may say which of them count: {sand: {layer: biomes, classes: [beach, desert]}}. TITLES,
 * with MANY: its items may stand in a list, where they are named by their nodes, or in a map, whose keys are titles. */
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
  TERRAWRIGHT_DELIVERY_BY_LAYER = 2u, /* {layer} stands in the file's name: each item of the output has its own file */
  TERRAWRIGHT_DELIVERY_WINDOW = 4u    /* `window` was asked for, even if it is all of the world; of a tile always */
};

/* One thing that is connected. */
typedef struct {
  uint32_t size, port; /* port: index into the writer's ports */
  uint32_t kind;       /* TERRAWRIGHT_KIND_ */
  uint32_t places;     /* of a table: TERRAWRIGHT_PORT_POINTS, TERRAWRIGHT_PORT_LINES or 0 */
  const char *name, *unit;
  const char *recipe; /* SHA-256 in hex of what it is made of: the same on every machine */
  const terrawright_class *legend;
  uint64_t n_legend;
  int64_t width, height;   /* cells, as `read` gives them: of the window, coarsened. Of what is no layer 0 */
  const char *title;       /* what the config says that people call it; "": nothing */
  const char *doc;         /* what the stage says of the port that it comes from, or "" */
  double metres;           /* that one of its unit is; 0: it is no length */
  const uint16_t *classes; /* of a port with CLASSES: the codes that count; none: the config does not say */
  uint64_t n_classes;
  uint64_t same_as; /* the first item that is the same layer, table ... of the same node; its own index: none is */
} terrawright_item;

/* One output, before any cell exists. It lives as long as the instance. */
typedef struct {
  uint32_t size, flags;                 /* flags: TERRAWRIGHT_DELIVERY_ */
  const char *name, *ending;            /* of the main file: "isle-42.asc", ".asc" in lower case */
  const terrawright_value *values;      /* one per parameter */
  const terrawright_item *const *items; /* in the order of the config */
  uint64_t n_items;
  const terrawright_world_facts *world;      /* all facts */
  const char *world_name, *seed, *generator; /* generator: "terrawright 0.1.0" */
  terrawright_rect window;                   /* the world's cells that are written; all: 0, 0, width, height */
  int64_t coarsen;                           /* cells of the world a side that are one of an item */
} terrawright_delivery;

/* What a writer may ask of the host; `handle` is that of the call. Functions that answer int32_t answer 0, or nonzero
 * after the host has noted the reason: `write` then answers TERRAWRIGHT_ANSWER_FAILED. */
typedef struct {
  uint32_t size, reserved;
  /* create, any number: why this cannot be written; create then answers NULL. prepare and write: why it failed; the
   * first counts.
   * where: a parameter, one of its list's values as "error[2]", counted from 0, an item's name or "" (the file).
   * remedy: one line, what helps; "" where nothing is known. */
  void (*fail)(void *handle, const char *where, const char *text, const char *remedy);
  /* create: what a user should know although it can be written. */
  void (*warn)(void *handle, const char *where, const char *text);
  /* create: bytes that write holds at its peak beside one band of rows, scratch included. The last call counts; none
   * is 0. */
  void (*needs_memory)(void *handle, uint64_t bytes);
  /* create, of no folder: a file beside the main one, by its name without a folder, such as "isle-42.prj". */
  void (*will_write)(void *handle, const char *name);
  /* Both: what a later host can do beside this table, by an id with a version; NULL: it cannot. */
  const void *(*extension)(void *handle, const char *id);

  /* write: nonzero: stop soon and answer TERRAWRIGHT_ANSWER_STOPPED. */
  int32_t (*cancelled)(void *handle);
  /* write: cells of a layer, of the item's kind, rows `stride` cells apart. `cells` lies inside 0, 0, width, height.
   * Any rectangle, any number of times; whole rows from the top down are fastest. No value: NaN in kinds of floats. */
  int32_t (*read)(void *handle, uint64_t item, const terrawright_rect *cells, void *to, int64_t stride);
  /* write: minimum, maximum and NaN count of a layer's cells, as `read` gives them; of a vector over both components,
   * of a colour its alpha's. Of a tile those of all tiles, so that all can be stored in one way. */
  int32_t (*extremes)(void *handle, uint64_t item, terrawright_statistics *statistics);
  /* write: the next rows of a table, one at least and `most` at the most, from its first row to its last. The first
   * batch of an item may have no rows; NULL after the last one, and then from the first one again. It lives until the
   * next call. Of a window: rows whose points lie in it. Points are in cells of the world, whatever window and coarsen
   * are. */
  int32_t (*rows)(void *handle, uint64_t item, uint64_t most, const terrawright_table **table);
  /* write: of the last batch of an item, rising: points of lines that do not join the point before them in their row,
   * since a window left out what is between. They live as long as the batch. */
  int32_t (*breaks)(void *handle, uint64_t item, const uint64_t **points, uint64_t *n_points);
  /* write: all of a text or a grid, or the 8 bytes of a number's double. They live until write returns. */
  int32_t (*bytes)(void *handle, uint64_t item, terrawright_blob *bytes);
  /* write: memory, undefined, 64-byte aligned, until write returns; in all no more than needs_memory said. NULL after
   * the host has noted the reason: `write` has failed. */
  void *(*scratch)(void *handle, uint64_t bytes);
  /* write: "" is the main file, else a name that will_write named; each at most once. NULL: a file of its own that is
   * gone when write returns; any number. The file's number, or -1 after the host has noted the reason. Files that were
   * announced and are not opened are empty. Of a folder any name inside, and "" is none; at most 512 are open at once,
   * and many small ones are written by add_file. */
  int64_t (*open)(void *handle, const char *name);
  /* write: bytes at `offset`, which is at most the file's length so far or what is reserved; over what is there
   * already, too. From the begin to the end is fastest: other files are read once more for their hash. */
  int32_t (*put)(void *handle, int64_t file, uint64_t offset, const void *bytes, uint64_t size);
  /* write: bytes that were put, back again. */
  int32_t (*get)(void *handle, int64_t file, uint64_t offset, void *bytes, uint64_t size);
  /* write: the file has so many bytes at least; those that are not put are 0. Where the disk has no room for them, it
   * fails here. */
  int32_t (*reserve)(void *handle, int64_t file, uint64_t bytes);
  /* write: what the program's own files say of a layer: name, value, name, value, ... "Software" is the first name; the
   * others are "terrawright:" and layer, kind, unit, minimum, maximum, ... as docs/outputs.md lists them. *n_texts is
   * twice the number of names. They live until write returns. */
  int32_t (*attributes)(void *handle, uint64_t item, const char *const **texts, uint64_t *n_texts);

  /* create: bytes that the files take on the disk: those that are sure, and how many are compressed, uncompressed.
   * Without it as much as the cells of all items, compressed. The last call counts. */
  void (*needs_disk)(void *handle, uint64_t sure, uint64_t compressed);
  /* write: cells that the file does not hold as they are, as values beyond a range; calls add up. Manifests and a
   * warning tell them. */
  int32_t (*clipped)(void *handle, int64_t file, uint64_t cells);
  /* write: what a reader of the file decodes of an item, as its SHA-256 in 64 digits of hex: the same where the bytes
   * of files are not, since another release of a library made them. The manifest holds it. */
  int32_t (*content)(void *handle, int64_t file, uint64_t item, const char *sha256);

  /* write, of a folder: a file inside it, all of it at once, as many small ones are best written. */
  int32_t (*add_file)(void *handle, const char *name, const void *bytes, uint64_t size);
  /* write, of a folder: a file inside it that holds a layer's square `column`, `row` from the upper left,
   * TERRAWRIGHT_CHUNK_SIDE cells a side, those beyond the layer 0: row by row, as Blosc 1 compresses them with LZ4 at
   * level 5, shuffled by the cell's bytes. Where a cache holds them so, the file is its own by another name. */
  int32_t (*add_chunk)(void *handle, uint64_t item, int64_t column, int64_t row, const char *name);
  /* create: what `plan` says of the output: one line for a person, and the members of a JSON object; files, layers,
   * writer and, but of a folder, tiles are the program's own. Each at most 4096 bytes; "": nothing. */
  void (*tells)(void *handle, const char *text, const char *json);
  /* create: what helps where cells are clipped, one line, as "widen `range`". */
  void (*when_clipped)(void *handle, const char *remedy);
  /* write: as `content`, of what the file calls `name`, where that is no item's name. */
  int32_t (*content_as)(void *handle, int64_t file, const char *name, const char *sha256);
  /* write, of a folder: the file is whole, and its number is none any more. Those that are not closed are when write
   * returns. */
  int32_t (*close)(void *handle, int64_t file);
  /* write: body(context, 0 .. n-1), in any order, on the threads of the build, at once. A body asks the host for
   * nothing. It answers 0, or nonzero to stop: those that have not begun are then left out, and `parallel` answers one
   * of the nonzero answers. */
  int32_t (*parallel)(void *handle, uint64_t n, int32_t (*body)(void *context, uint64_t i), void *context);

  /* create, of a layer: write keeps what it makes of the cells, and asks for no cell where it finds that again. `under`
   * tells apart what it makes of one layer: all that decides it beside the layer and the writer's id, version, revision
   * and code. The layer is then not made for this file. */
  void (*will_keep)(void *handle, uint64_t item, const char *under);
  /* write: what an earlier build has kept of an item; `bytes` is NULL where there is nothing. It lives until the next
   * call. A writer may find less in it than it needs: where it then asks for a cell, write has failed, and the build
   * begins again and makes the layer. */
  int32_t (*kept)(void *handle, uint64_t item, terrawright_blob *bytes);
  /* write: keeps bytes of an item for builds to come, in the place of what was kept. It is no failure where there is
   * no cache, or no room in it. */
  int32_t (*keep)(void *handle, uint64_t item, const void *bytes, uint64_t size);
} terrawright_writer_host;

typedef struct terrawright_writer {
  uint32_t size;
  uint32_t version;         /* of ports and parameters, the `@1` of a config; from 1 */
  uint32_t revision, flags; /* revision: of the bytes; from 1. flags: TERRAWRIGHT_WRITER_ */
  const char *id;           /* family.word, or vendor/family.word */
  const char *doc, *source;
  const char *example;        /* a small world that writes such a file, as YAML; NULL: none */
  const char *const *endings; /* ".asc", in lower case; none: it is found by its id alone */
  uint64_t n_endings;
  void *data;                           /* the plugin's own */
  const terrawright_port *const *ports; /* inputs; kind, unit, POINTS, LINES, OPTIONAL and MANY count */
  uint64_t n_ports;
  const terrawright_parameter *const *parameters; /* none of kind FILE */
  uint64_t n_parameters;
  /* An instance for one output, or NULL after `fail`. */
  void *(*create)(const struct terrawright_writer *writer, const terrawright_writer_host *host, void *handle,
                  const terrawright_delivery *delivery);
  /* TERRAWRIGHT_ANSWER_DONE, STOPPED or FAILED. A build that begins again calls it again. */
  int32_t (*write)(const void *self, const terrawright_writer_host *host, void *handle);
  void (*destroy)(void *self);
  /* NULL, or: before the cells of a build are made, once for each of its outputs, of tiles for the first alone: that
   * what write needs beside them is there, as a program. TERRAWRIGHT_ANSWER_DONE or FAILED, after `fail`. */
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

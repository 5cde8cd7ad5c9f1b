/* SPDX-License-Identifier: Apache-2.0 */
/* A writer that lists what it is given, and, by its parameter `mode`, breaks each sentence of writer.h in turn. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terrawright/writer.h"

typedef struct {
  const terrawright_delivery *delivery;
  const char *mode;
} instance;

static int is(const instance *self, const char *mode) { return strcmp(self->mode, mode) == 0; }

static void *create(const terrawright_writer *writer, const terrawright_writer_host *host, void *handle,
                    const terrawright_delivery *delivery) {
  (void)writer;
  instance *self = calloc(1, sizeof *self);
  self->delivery = delivery;
  self->mode = delivery->values[0].text;
  host->needs_memory(handle, is(self, "much_memory") ? (uint64_t)1 << 50 : 1 << 20);
  if (is(self, "all_memory")) host->needs_memory(handle, UINT64_MAX);
  if (is(self, "refuses")) {
    host->fail(handle, "mode", "this mode is refused", "choose another mode");
    host->fail(handle, delivery->items[0]->name, "and this item too", "");
  }
  if (is(self, "warns")) host->warn(handle, "mode", "this mode is odd");
  if (is(self, "much_disk")) host->needs_disk(handle, (uint64_t)1 << 60, 0);
  if (is(self, "outside")) host->will_write(handle, "../outside.txt");
  if (is(self, "reads_early")) host->cancelled(handle);
  if (is(self, "parallel_early")) host->parallel(handle, 0, NULL, NULL);
  if (is(self, "extension") && host->extension(handle, "later/1") != NULL) host->fail(handle, "", "it can more", "");
  if (strncmp(self->mode, "keeps", 5) == 0) host->will_keep(handle, is(self, "keeps_of_none") ? 99 : 0, "a corner");
  if (is(self, "asks_early")) host->kept(handle, 0, NULL);
  if (is(self, "silent")) {
    free(self);
    return NULL;
  }
  if (!is(self, "place")) host->will_write(handle, "beside.txt");
  return self;
}

static int32_t list(const instance *self, const terrawright_writer_host *host, void *handle, int64_t file) {
  const terrawright_delivery *delivery = self->delivery;
  char *text = host->scratch(handle, 4096);
  uint64_t at = 0;
  if (text == NULL || ((uintptr_t)text & 63) != 0) return TERRAWRIGHT_ANSWER_FAILED;
#define PUT(...)                                                            \
  do {                                                                      \
    const int length = snprintf(text, 4096, __VA_ARGS__);                   \
    if (host->put(handle, file, at, text, (uint64_t)length) != 0) return 3; \
    at += (uint64_t)length;                                                 \
  } while (0)
  PUT("%s|%s|%s|%s|%lld,%lld,%lldx%lld|%lld\n", delivery->name, delivery->ending, delivery->world_name, delivery->seed,
      (long long)delivery->window.x, (long long)delivery->window.y, (long long)delivery->window.width,
      (long long)delivery->window.height, (long long)delivery->coarsen);
  for (uint64_t i = 0; i < delivery->n_items; ++i) {
    const terrawright_item *item = delivery->items[i];
    PUT("item %s port %u kind %u unit %s %lldx%lld recipe %zu legend %llu places %u title %s metres %g%s\n", item->name,
        item->port, item->kind, item->unit, (long long)item->width, (long long)item->height, strlen(item->recipe),
        (unsigned long long)item->n_legend, item->places, item->title, item->metres, item->doc[0] ? "" : " no doc");
    if (item->same_as != i) PUT("same as %llu\n", (unsigned long long)item->same_as);
    for (uint64_t k = 0; k < item->n_classes; ++k) PUT("class %u\n", item->classes[k]);
    if (item->kind == TERRAWRIGHT_KIND_CLASS) {
      /* Its cells are no floats. */
    } else if (item->kind == TERRAWRIGHT_KIND_TABLE) {
      const terrawright_table *rows = NULL;
      uint64_t n_rows = 0, again = 0;
      for (;;) {
        if (host->rows(handle, i, 3, &rows) != 0) return 3;
        if (rows == NULL) break;
        n_rows += rows->n_rows;
        for (uint64_t r = 0; r < rows->n_rows; ++r) {
          PUT("row");
          for (uint64_t c = 0; c < rows->n_columns; ++c) {
            const terrawright_column *column = rows->columns[c];
            if (column->kind == TERRAWRIGHT_COLUMN_INTEGERS) PUT(",%lld", (long long)column->integers[r]);
            if (column->kind == TERRAWRIGHT_COLUMN_REALS) PUT(",%.17g", column->reals[r]);
            if (column->kind == TERRAWRIGHT_COLUMN_TEXTS) PUT(",%s", column->texts[r]);
          }
          if (rows->points != NULL && rows->ends == NULL) PUT(",%.17g,%.17g", rows->points[r].x, rows->points[r].y);
          PUT("\n");
        }
      }
      do {
        if (host->rows(handle, i, 1000, &rows) != 0) return 3;
        if (rows != NULL) again += rows->n_rows;
      } while (rows != NULL);
      if (again != n_rows) return 3;
    } else if (item->kind == TERRAWRIGHT_KIND_NUMBER) {
      terrawright_blob bytes;
      double number = 0;
      if (host->bytes(handle, i, &bytes) != 0 || bytes.size != sizeof number) return 3;
      memcpy(&number, bytes.bytes, sizeof number);
      PUT("number %.17g\n", number);
    } else {
      /* In columns, from the right: any order is allowed. */
      terrawright_statistics all, seen = {INFINITY, -INFINITY, 0};
      float *column = host->scratch(handle, (uint64_t)item->height * sizeof(float));
      if (host->extremes(handle, i, &all) != 0) return 3;
      for (int64_t x = item->width - 1; x >= 0; --x) {
        const terrawright_rect cells = {x, 0, 1, item->height};
        if (host->read(handle, i, &cells, column, 1) != 0) return 3;
        for (int64_t y = 0; y < item->height; ++y) {
          if (column[y] < seen.minimum) seen.minimum = column[y];
          if (column[y] > seen.maximum) seen.maximum = column[y];
        }
      }
      PUT("extremes %s\n", all.minimum == seen.minimum && all.maximum == seen.maximum ? "hold" : "do not hold");
    }
  }
  /* Written over, and read back. */
  char back[4] = "";
  if (host->put(handle, file, 0, "L", 1) != 0 || host->get(handle, file, 0, back, 3) != 0) return 3;
  PUT("back %s\n", back);
  return TERRAWRIGHT_ANSWER_DONE;
}

static int32_t prepare(const void *of, const terrawright_writer_host *host, void *handle) {
  const instance *self = of;
  if (is(self, "unprepared")) host->fail(handle, "", "its helper is not there", "install the helper");
  if (is(self, "prepares_a_file")) host->open(handle, "");
  return is(self, "odd_preparation") ? 9 : is(self, "unprepared") ? 3 : TERRAWRIGHT_ANSWER_DONE;
}

/* Each body marks its own place; one that finds no place stops. */
static int32_t mark(void *context, uint64_t i) {
  unsigned char *const marks = context;
  if (i >= 1000) return 5;
  ++marks[i];
  return 0;
}

static int32_t write_list(const void *of, const terrawright_writer_host *host, void *handle) {
  const instance *self = of;
  static const char digits[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
  const terrawright_rect beyond = {-1, 0, 2, 1}, cell = {0, 0, 1, 1};
  float some[4];
  const terrawright_table *rows;
  terrawright_blob bytes;
  if (is(self, "unopened")) return host->put(handle, 0, 0, "x", 1), TERRAWRIGHT_ANSWER_DONE;
  const int64_t file = host->open(handle, "");
  if (is(self, "twice")) host->open(handle, "");
  if (is(self, "unannounced")) host->open(handle, "other.txt");
  if (is(self, "beyond")) host->read(handle, 0, &beyond, some, 2);
  if (is(self, "no_item")) host->read(handle, 99, &cell, some, 1);
  if (is(self, "no_room")) host->read(handle, 0, &cell, NULL, 1);
  if (is(self, "rows_of_layer")) host->rows(handle, 0, 1, &rows);
  if (is(self, "bytes_of_layer")) host->bytes(handle, 0, &bytes);
  if (is(self, "hole")) host->put(handle, file, 1, "x", 1);
  if (is(self, "more_scratch")) host->scratch(handle, (1 << 20) + 1);
  if (is(self, "reserves_unopened")) host->reserve(handle, 1, 10);
  if (is(self, "reserves_all")) host->reserve(handle, file, (uint64_t)1 << 61);
  if (is(self, "attributes_of_none")) {
    const char *const *texts;
    uint64_t count;
    host->attributes(handle, 99, &texts, &count);
  }
  if (is(self, "clips_nothing_seen")) host->clipped(handle, host->open(handle, NULL), 1);
  if (is(self, "content_of_none")) host->content(handle, file, 99, digits);
  if (is(self, "content_of_letters")) host->content(handle, file, 0, "abc");
  if (is(self, "content_nobody_sees")) host->content(handle, host->open(handle, NULL), 0, digits);
  if (is(self, "content_unnamed")) host->content_as(handle, file, "", digits);
  if (is(self, "closes")) host->close(handle, file);
  if (is(self, "adds")) host->add_file(handle, "a", "x", 1);
  if (is(self, "no_body")) host->parallel(handle, 3, NULL, NULL);
  if (is(self, "parallel")) { /* all bodies run once, and a failure is answered */
    unsigned char marks[1000] = {0};
    if (host->parallel(handle, 1000, mark, marks) != 0 || host->parallel(handle, 0, mark, marks) != 0) return 3;
    for (int i = 0; i < 1000; ++i)
      if (marks[i] != 1) return 3;
    if (host->parallel(handle, 1001, mark, marks) != 5) return 3;
    return host->put(handle, file, 0, "x", 1) == 0 ? TERRAWRIGHT_ANSWER_DONE : 3;
  }
  if (is(self, "late_disk")) host->needs_disk(handle, 1, 1);
  if (is(self, "tells")) { /* counts add up */
    if (host->clipped(handle, file, 7) != 0 || host->clipped(handle, file, 3) != 0) return 3;
    if (host->content(handle, file, 0, digits) != 0) return 3;
    if (host->content_as(handle, file, "its own <name>", digits) != 0) return 3;
    return host->put(handle, file, 0, "x", 1) == 0 ? TERRAWRIGHT_ANSWER_DONE : 3;
  }
  if (is(self, "place")) {
    const terrawright_delivery *to = self->delivery;
    terrawright_statistics all;
    char text[200];
    if (host->extremes(handle, 0, &all) != 0) return 3;
    const int length = snprintf(text, sizeof text, "%u|%s|%lld,%lld|%.9g,%.9g|%.9g", to->flags, to->name,
                                (long long)to->window.x, (long long)to->window.y, all.minimum, all.maximum,
                                to->values[1].n_items == 0 ? 0 : to->values[1].items[0].real);
    return host->put(handle, file, 0, text, (uint64_t)length) == 0 ? TERRAWRIGHT_ANSWER_DONE : 3;
  }
  if (is(self, "kept_nowhere")) host->kept(handle, 0, NULL);
  if (is(self, "keeps_at_null")) host->keep(handle, 0, NULL, 4);
  if (is(self, "unannounced_keep")) host->keep(handle, 0, "x", 1);
  if (is(self, "keeps") || is(self, "keeps_too_little") || is(self, "looks")) { /* the cell in the corner */
    terrawright_statistics all;
    char text[100];
    if (host->extremes(handle, 0, &all) != 0) return 3; /* they are known without a cell */
    bytes.size = 0;
    if (!is(self, "looks") && host->kept(handle, 0, &bytes) != 0) return 3;
    if (bytes.size == sizeof some[0] && !is(self, "keeps_too_little")) {
      memcpy(some, bytes.bytes, sizeof some[0]);
    } else {
      if (host->read(handle, 0, &cell, some, 1) != 0) return 3;
      if (!is(self, "looks") && host->keep(handle, 0, some, sizeof some[0]) != 0) return 3;
    }
    const int length = snprintf(text, sizeof text, "%.9g of %.9g, %u", some[0], all.maximum,
                                (unsigned)self->delivery->values[1].n_items);
    return host->put(handle, file, 0, text, (uint64_t)length) == 0 ? TERRAWRIGHT_ANSWER_DONE : 3;
  }
  if (is(self, "attributes_nowhere")) host->attributes(handle, 0, NULL, NULL);
  if (is(self, "reserves")) { /* what is not put is 0, also at the end; a second, smaller reserve changes nothing */
    if (host->reserve(handle, file, 100) != 0 || host->reserve(handle, file, 10) != 0) return 3;
    return host->put(handle, file, 50, "x", 1) == 0 ? TERRAWRIGHT_ANSWER_DONE : 3;
  }
  if (is(self, "temporary")) { /* two of them, one behind the other */
    const int64_t one = host->open(handle, NULL), two = host->open(handle, NULL);
    char back[7] = "";
    if (one < 0 || two < 0 || one == two || one == file) return 3;
    if (host->put(handle, one, 0, "one", 3) != 0 || host->put(handle, two, 0, "two", 3) != 0) return 3;
    if (host->get(handle, one, 0, back, 3) != 0 || host->get(handle, two, 0, back + 3, 3) != 0) return 3;
    return host->put(handle, file, 0, back, 6) == 0 ? TERRAWRIGHT_ANSWER_DONE : 3;
  }
  if (is(self, "attributes")) { /* asked twice, they lie where they lay */
    const char *const *texts, *const *again;
    uint64_t count, at = 0;
    if (host->attributes(handle, 0, &texts, &count) != 0 || host->attributes(handle, 0, &again, &count) != 0) return 3;
    if (texts != again) return 3;
    for (uint64_t i = 0; i < count; ++i) {
      const char *const end = i % 2 == 0 ? "=" : "\n";
      if (host->put(handle, file, at, texts[i], strlen(texts[i])) != 0) return 3;
      at += strlen(texts[i]);
      if (host->put(handle, file, at++, end, 1) != 0) return 3;
    }
    return TERRAWRIGHT_ANSWER_DONE;
  }
  if (is(self, "nothing")) {
    const terrawright_rect none = {3, 3, 0, 5};
    return host->read(handle, 0, &none, some, 1) == 0 ? TERRAWRIGHT_ANSWER_DONE : 3;
  }
  if (is(self, "unread")) host->get(handle, file, 10, some, 1);
  if (is(self, "late_memory")) host->needs_memory(handle, 1);
  if (is(self, "odd_answer")) return 7;
  if (is(self, "stops")) return TERRAWRIGHT_ANSWER_STOPPED;
  if (is(self, "fails")) return TERRAWRIGHT_ANSWER_FAILED;
  if (is(self, "says_why")) {
    host->fail(handle, "height", "it is too high", "make it lower");
    return TERRAWRIGHT_ANSWER_FAILED;
  }
  if (is(self, "aborts")) abort();
  const int32_t answer = list(self, host, handle, file);
  if (is(self, "good") && answer == TERRAWRIGHT_ANSWER_DONE) {
    const int64_t beside = host->open(handle, "beside.txt");
    if (host->put(handle, beside, 0, "begin", 5) != 0 || host->put(handle, beside, 2, "nds", 3) != 0) return 3;
  }
  return answer;
}

static void destroy(void *self) { free(self); }

static const terrawright_port height = {.size = sizeof height,
                                        .kinds = 1u << TERRAWRIGHT_KIND_HEIGHT,
                                        .name = "height",
                                        .unit = "m",
                                        .doc = "Heights in metres."};
static const terrawright_port others = {
    .size = sizeof others,
    .flags = TERRAWRIGHT_PORT_MANY | TERRAWRIGHT_PORT_TITLES | TERRAWRIGHT_PORT_CLASSES | TERRAWRIGHT_PORT_OPTIONAL,
    .kinds = 1u << TERRAWRIGHT_KIND_SCALAR | 1u << TERRAWRIGHT_KIND_TABLE | 1u << TERRAWRIGHT_KIND_NUMBER |
             1u << TERRAWRIGHT_KIND_CLASS,
    .name = "others",
    .doc = "Anything beside."};
static const terrawright_port *const ports[] = {&height, &others};
static const terrawright_parameter mode = {.size = sizeof mode,
                                           .kind = TERRAWRIGHT_PARAMETER_TEXT,
                                           .name = "mode",
                                           .doc = "What it does wrong.",
                                           .fallback = {.text = "good"}};
#ifndef LIMIT
#define LIMIT "unit of height"
#endif
static const terrawright_parameter limit = {.size = sizeof limit,
                                            .kind = TERRAWRIGHT_PARAMETER_LIST,
                                            .item_kind = TERRAWRIGHT_PARAMETER_REAL,
                                            .name = "limit",
                                            .doc = "Values in the unit of the heights.",
                                            .unit = LIMIT,
                                            .minimum = -INFINITY,
                                            .maximum = INFINITY};
static const terrawright_parameter *const parameters[] = {&mode, &limit};
static const char *const endings[] = {
#ifdef ENDING
    ENDING
#else
    ".lst"
#endif
};
#ifndef FLAGS
#define FLAGS 0
#endif
#ifndef ID
#define ID "made.list"
#endif
static const terrawright_writer writer = {.size = sizeof writer,
                                          .version = 1,
                                          .revision = 1,
                                          .flags = FLAGS,
                                          .id = ID,
                                          .doc = "Lists what it is given.",
                                          .endings = endings,
                                          .n_endings = 1,
                                          .ports = ports,
                                          .n_ports = 2,
                                          .parameters = parameters,
                                          .n_parameters = 2,
                                          .create = create,
                                          .write = write_list,
                                          .destroy = destroy,
                                          .prepare = prepare};

#define PLUGIN "org.example.made"
#include "one_writer.h"

/* SPDX-License-Identifier: Apache-2.0 */
/* A file format in one file of C: ESRI ASCII grids, which most GIS programs read. A header of six lines, then the
 * cells as decimal numbers, row by row from the top; beside it a .prj file would say where it lies, which this world
 * does not know. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terrawright/writer.h"

enum { LONGEST_NUMBER = 32 };

typedef struct {
  const terrawright_delivery *delivery;
  int digits;
} esri_ascii;

static void *create(const terrawright_writer *writer, const terrawright_writer_host *host, void *handle,
                    const terrawright_delivery *delivery) {
  (void)writer;
  const terrawright_item *item = delivery->items[0];
  esri_ascii *self = malloc(sizeof *self);
  if (self == NULL) {
    host->fail(handle, "", "there is not enough memory", "");
    return NULL;
  }
  self->delivery = delivery;
  self->digits = (int)delivery->values[0].integer;
  /* A row of cells, and the same row as text. */
  host->needs_memory(handle, (uint64_t)item->width * (sizeof(float) + LONGEST_NUMBER));
  return self;
}

static int32_t write_grid(const void *of, const terrawright_writer_host *host, void *handle) {
  const esri_ascii *self = of;
  const terrawright_delivery *delivery = self->delivery;
  const terrawright_item *item = delivery->items[0];
  const double cell = delivery->world->cell * (double)delivery->coarsen;
  float *row = host->scratch(handle, (uint64_t)item->width * sizeof *row);
  char *text = host->scratch(handle, (uint64_t)item->width * LONGEST_NUMBER);
  const int64_t file = host->open(handle, "");
  if (row == NULL || text == NULL || file < 0) return TERRAWRIGHT_ANSWER_FAILED;

  /* The window's lower left corner, in metres from that of the world. */
  const terrawright_rect *window = &delivery->window;
  const double left = (double)window->x * delivery->world->cell;
  const double below =
      (double)(delivery->world->height - window->y) * delivery->world->cell - (double)item->height * cell;
  char header[400];
  int size = snprintf(header, sizeof header,
                      "ncols %lld\nnrows %lld\nxllcorner %.17g\nyllcorner %.17g\ncellsize %.17g\nNODATA_value -9999\n",
                      (long long)item->width, (long long)item->height, left, below, cell);
  uint64_t at = 0;
  if (host->put(handle, file, at, header, (uint64_t)size) != 0) return TERRAWRIGHT_ANSWER_FAILED;
  at += (uint64_t)size;

  for (int64_t y = 0; y < item->height; ++y) {
    if (host->cancelled(handle)) return TERRAWRIGHT_ANSWER_STOPPED;
    const terrawright_rect line = {0, y, item->width, 1};
    if (host->read(handle, 0, &line, row, item->width) != 0) return TERRAWRIGHT_ANSWER_FAILED;
    uint64_t length = 0;
    for (int64_t x = 0; x < item->width; ++x) {
      const double value = isfinite(row[x]) ? (double)row[x] : -9999.0;
      length += (uint64_t)snprintf(text + length, LONGEST_NUMBER, "%.*g%c", self->digits, value,
                                   x + 1 < item->width ? ' ' : '\n');
    }
    if (host->put(handle, file, at, text, length) != 0) return TERRAWRIGHT_ANSWER_FAILED;
    at += length;
  }
  return TERRAWRIGHT_ANSWER_DONE;
}

static void destroy(void *self) { free(self); }

/* ---- What the plugin says of itself ---- */

static const terrawright_port height = {
    .size = sizeof(terrawright_port),
    .direction = TERRAWRIGHT_PORT_INPUT,
    .kinds = 1u << TERRAWRIGHT_KIND_HEIGHT | 1u << TERRAWRIGHT_KIND_SCALAR | 1u << TERRAWRIGHT_KIND_WEIGHT,
    .name = "height",
    .doc = "The layer whose cells are written as numbers.",
};
static const terrawright_port *const ports[] = {&height};

static const terrawright_parameter digits = {
    .size = sizeof(terrawright_parameter),
    .kind = TERRAWRIGHT_PARAMETER_INTEGER,
    .name = "digits",
    .doc = "Significant digits of a number; 9 tell each float from every other.",
    .unit = "",
    .integer_minimum = 1,
    .integer_maximum = 9,
    .fallback = {.integer = 9},
};
static const terrawright_parameter *const parameters[] = {&digits};
static const char *const endings[] = {".asc"};

static const terrawright_writer writer = {
    .size = sizeof(terrawright_writer),
    .version = 1,
    .revision = 1,
    .id = "raster.esri_ascii",
    .doc = "One layer of numbers as an ESRI ASCII grid.",
    .source = "Esri, ArcGIS: Esri ASCII raster format",
    .endings = endings,
    .n_endings = 1,
    .ports = ports,
    .n_ports = 1,
    .parameters = parameters,
    .n_parameters = 1,
    .create = create,
    .write = write_grid,
    .destroy = destroy,
};
static const terrawright_writer *const all[] = {&writer};
static const terrawright_writers writers = {sizeof writers, 0, all, 1};

static const void *extension(const char *id) { return strcmp(id, TERRAWRIGHT_WRITERS) == 0 ? &writers : NULL; }

static const terrawright_plugin plugin = {
    .size = sizeof(terrawright_plugin),
    .abi_major = TERRAWRIGHT_ABI_MAJOR,
    .abi_minor = TERRAWRIGHT_ABI_MINOR,
    .id = "org.example.esri_ascii",
    .version = "1.0.0",
    .built_with = "C",
    .extension = extension,
};

TERRAWRIGHT_EXPORT const terrawright_plugin *terrawright_plugin_v1(const terrawright_engine *engine);
const terrawright_plugin *terrawright_plugin_v1(const terrawright_engine *engine) {
  (void)engine;
  return &plugin;
}

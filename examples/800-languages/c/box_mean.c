// SPDX-License-Identifier: Apache-2.0
// A stage with a halo, in C11: each cell needs its neighbourhood, and says how far.
#include <stdlib.h>

#include "terrawright/abi.h"

typedef struct {
  int64_t radius;
} parameters;

static void *create(const terrawright_stage *stage, const terrawright_host *host, void *handle,
                    const terrawright_arrangement *arrangement) {
  (void)stage;
  parameters *self = malloc(sizeof *self);
  if (self == NULL) {
    host->fail(handle, "", -1, -1, "there is no memory");
    return NULL;
  }
  self->radius = arrangement->values[0].integer;
  return self;
}

// A tile needs what lies up to `radius` cells around it; the engine clips that to the world.
static int32_t window(const void *instance, uint32_t phase, uint32_t port, const terrawright_rect *tile,
                      terrawright_rect *out) {
  (void)phase, (void)port;
  const int64_t radius = ((const parameters *)instance)->radius;
  const terrawright_rect wider = {tile->x - radius, tile->y - radius, tile->width + 2 * radius,
                                  tile->height + 2 * radius};
  *out = wider;
  return TERRAWRIGHT_ANSWER_DONE;
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

static float mean_at(const terrawright_view *from, int64_t radius, int64_t x, int64_t y) {
  const terrawright_rect *seen = &from->area;  // the window, clipped to the world
  double sum = 0;
  int64_t cells = 0;
  // Row by row in the order of the map, so that every tiling adds in the same order.
  for (int64_t j = most(y - radius, seen->y); j <= least(y + radius, seen->y + seen->height - 1); ++j) {
    const float *row = (const float *)from->cells + (j - seen->y) * from->stride;
    for (int64_t i = most(x - radius, seen->x); i <= least(x + radius, seen->x + seen->width - 1); ++i) {
      sum += (double)row[i - seen->x];
      ++cells;
    }
  }
  return (float)(sum / (double)cells);
}

static int32_t paint(const void *instance, const terrawright_job *job) {
  const parameters *self = instance;
  const terrawright_target *to = &job->outputs[1];        // one per port
  if (to->cells == NULL) return TERRAWRIGHT_ANSWER_DONE;  // nobody reads the output
  const terrawright_rect *tile = &job->tile;
  for (int64_t y = 0; y < tile->height; ++y) {
    float *means = (float *)to->cells + y * to->stride;
    for (int64_t x = 0; x < tile->width; ++x)
      means[x] = mean_at(&job->inputs[0], self->radius, tile->x + x, tile->y + y);
  }
  return TERRAWRIGHT_ANSWER_DONE;
}

static const terrawright_port height = {.size = sizeof height,
                                        .direction = TERRAWRIGHT_PORT_INPUT,
                                        .kinds = 1u << TERRAWRIGHT_KIND_HEIGHT,
                                        .name = "height",
                                        .doc = "Any heights."};
static const terrawright_port mean = {.size = sizeof mean,
                                      .direction = TERRAWRIGHT_PORT_OUTPUT,
                                      .kinds = 1u << TERRAWRIGHT_KIND_HEIGHT,
                                      .name = "height",
                                      .doc = "The means.",
                                      .like_port = "height"};
static const terrawright_port *const ports[] = {&height, &mean};
static const terrawright_parameter radius = {.size = sizeof radius,
                                             .kind = TERRAWRIGHT_PARAMETER_INTEGER,
                                             .name = "radius",
                                             .doc = "Cells from the middle of the square to its side.",
                                             .unit = "",
                                             .integer_minimum = 0,
                                             .integer_maximum = 64,
                                             .fallback = {.integer = 2}};
static const terrawright_parameter *const all_parameters[] = {&radius};

static const terrawright_stage description = {
    .size = sizeof description,
    .version = 1,
    .revision = 1,
    .id = "example.box_mean",
    .doc = "The mean of the square around each cell; at the border of what lies on the map.",
    .ports = ports,
    .n_ports = 2,
    .parameters = all_parameters,
    .n_parameters = 1,
    .create = create,
    .destroy = free,
    .window = window,
    .paint = paint};

// For tests, which link this file.
const terrawright_stage *terrawright_stage_box_mean_of_example(void);
const terrawright_stage *terrawright_stage_box_mean_of_example(void) { return &description; }

static const terrawright_stage *const stages[] = {&description};
static const terrawright_plugin plugin = {.size = sizeof plugin,
                                          .abi_major = TERRAWRIGHT_ABI_MAJOR,
                                          .abi_minor = TERRAWRIGHT_ABI_MINOR,
                                          .id = "org.example.box_mean",
                                          .version = "1.0.0",
                                          .stages = stages,
                                          .n_stages = 1};

TERRAWRIGHT_EXPORT const terrawright_plugin *terrawright_plugin_v1(const terrawright_engine *engine);
const terrawright_plugin *terrawright_plugin_v1(const terrawright_engine *engine) {
  (void)engine;
  return &plugin;
}

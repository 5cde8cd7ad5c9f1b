// SPDX-License-Identifier: Apache-2.0
// A point stage in C11: each cell needs itself alone.
#include <math.h>
#include <stdlib.h>

#include "terrawright/abi.h"

typedef struct {
  float step;
} parameters;

static void *create(const terrawright_stage *stage, const terrawright_host *host, void *handle,
                    const terrawright_arrangement *arrangement) {
  (void)stage;
  parameters *self = malloc(sizeof *self);
  if (self == NULL) {
    host->fail(handle, "", -1, -1, "there is no memory");
    return NULL;
  }
  self->step = (float)arrangement->values[0].real;
  return self;
}

// A cell needs the cell of its own place alone.
static int32_t window(const void *self, uint32_t phase, uint32_t port, const terrawright_rect *tile,
                      terrawright_rect *out) {
  (void)self, (void)phase, (void)port;
  *out = *tile;
  return TERRAWRIGHT_ANSWER_DONE;
}

static int32_t paint(const void *instance, const terrawright_job *job) {
  const parameters *self = instance;
  const terrawright_view *from = &job->inputs[0];  // one per port
  const terrawright_target *to = &job->outputs[1];
  if (to->cells == NULL) return TERRAWRIGHT_ANSWER_DONE;  // nobody reads the output
  for (int64_t y = 0; y < job->tile.height; ++y) {
    const float *heights = (const float *)from->cells + y * from->stride;
    float *terraced = (float *)to->cells + y * to->stride;
    for (int64_t x = 0; x < job->tile.width; ++x) terraced[x] = floorf(heights[x] / self->step) * self->step;
  }
  return TERRAWRIGHT_ANSWER_DONE;
}

static const terrawright_port height = {.size = sizeof height,
                                        .direction = TERRAWRIGHT_PORT_INPUT,
                                        .kinds = 1u << TERRAWRIGHT_KIND_HEIGHT,
                                        .name = "height",
                                        .doc = "Any heights."};
static const terrawright_port terraced = {.size = sizeof terraced,
                                          .direction = TERRAWRIGHT_PORT_OUTPUT,
                                          .kinds = 1u << TERRAWRIGHT_KIND_HEIGHT,
                                          .name = "height",
                                          .doc = "The highest step below each height.",
                                          .like_port = "height"};
static const terrawright_port *const ports[] = {&height, &terraced};
static const terrawright_parameter step = {.size = sizeof step,
                                           .kind = TERRAWRIGHT_PARAMETER_REAL,
                                           .name = "step",
                                           .doc = "Height of a step, in the unit of the heights.",
                                           .unit = "",
                                           .minimum = 1e-6,
                                           .maximum = 1e4,
                                           .fallback = {.real = 0.1}};
static const terrawright_parameter *const all_parameters[] = {&step};

static const terrawright_stage description = {.size = sizeof description,
                                              .version = 1,
                                              .revision = 1,
                                              .id = "example.terrace",
                                              .doc = "Heights cut into steps, as farmers do it on slopes.",
                                              .ports = ports,
                                              .n_ports = 2,
                                              .parameters = all_parameters,
                                              .n_parameters = 1,
                                              .create = create,
                                              .destroy = free,
                                              .window = window,
                                              .paint = paint};

// For tests, which link this file.
const terrawright_stage *terrawright_stage_terrace_of_example(void);
const terrawright_stage *terrawright_stage_terrace_of_example(void) { return &description; }

static const terrawright_stage *const stages[] = {&description};
static const terrawright_plugin plugin = {.size = sizeof plugin,
                                          .abi_major = TERRAWRIGHT_ABI_MAJOR,
                                          .abi_minor = TERRAWRIGHT_ABI_MINOR,
                                          .id = "org.example.terrace",
                                          .version = "1.0.0",
                                          .stages = stages,
                                          .n_stages = 1};

TERRAWRIGHT_EXPORT const terrawright_plugin *terrawright_plugin_v1(const terrawright_engine *engine);
const terrawright_plugin *terrawright_plugin_v1(const terrawright_engine *engine) {
  (void)engine;
  return &plugin;
}

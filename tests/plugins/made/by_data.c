// SPDX-License-Identifier: Apache-2.0
// One set of functions that serves three stages, told apart by `data`.
#include <stdlib.h>

#include "terrawright/abi.h"

#ifndef MADE_MAJOR
#define MADE_MAJOR TERRAWRIGHT_ABI_MAJOR
#endif

static const terrawright_stage first, second, third;

static void *create(const terrawright_stage *stage, const terrawright_host *host, void *handle,
                    const terrawright_arrangement *arrangement) {
  (void)arrangement;
  if (stage != &first && stage != &second && stage != &third) {
    host->fail(handle, "", -1, -1, "this is not the plugin's own description");
    return NULL;
  }
  float *self = malloc(sizeof *self);
  *self = *(const float *)stage->data;
  return self;
}
static int32_t window(const void *self, uint32_t phase, uint32_t port, const terrawright_rect *tile,
                      terrawright_rect *out) {
  (void)self, (void)phase, (void)port;
  *out = *tile;
  return TERRAWRIGHT_ANSWER_DONE;
}
static int32_t paint(const void *self, const terrawright_job *job) {
  const terrawright_target *to = &job->outputs[0];
  for (int64_t y = 0; y < job->tile.height; ++y) {
    for (int64_t x = 0; x < job->tile.width; ++x) ((float *)to->cells)[y * to->stride + x] = *(const float *)self;
  }
  return TERRAWRIGHT_ANSWER_DONE;
}

static const terrawright_port height = {.size = sizeof height,
                                        .direction = TERRAWRIGHT_PORT_OUTPUT,
                                        .kinds = 1u << TERRAWRIGHT_KIND_HEIGHT,
                                        .name = "height",
                                        .doc = "A plain.",
                                        .unit = "1"};
static const terrawright_port *const ports[] = {&height};
static float values[] = {1.5f, 20.25f, 300.125f};

#define PLAIN(name, value)                                                                                     \
  {                                                                                                            \
    .size = sizeof(terrawright_stage), .version = 1, .revision = 1, .id = name, .doc = "A plain.",             \
    .data = &values[value], .ports = ports, .n_ports = 1, .create = create, .destroy = free, .window = window, \
    .paint = paint                                                                                             \
  }
static const terrawright_stage first = PLAIN("made.first", 0), second = PLAIN("made.second", 1),
                               third = PLAIN("made.third", 2);
static const terrawright_stage *const stages[] = {&first, &second, &third};
static const terrawright_plugin plugin = {.size = sizeof plugin,
                                          .abi_major = MADE_MAJOR,
                                          .abi_minor = TERRAWRIGHT_ABI_MINOR,
                                          .id = "made.by_data",
                                          .version = "1",
                                          .stages = stages,
                                          .n_stages = 3};

TERRAWRIGHT_EXPORT const terrawright_plugin *terrawright_plugin_v1(const terrawright_engine *engine);
const terrawright_plugin *terrawright_plugin_v1(const terrawright_engine *engine) {
  (void)engine;
  return &plugin;
}

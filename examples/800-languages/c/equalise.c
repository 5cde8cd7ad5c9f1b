// SPDX-License-Identifier: Apache-2.0
// A stage with rounds, in C11: every tile surveys, one answer is made of all notes, every tile paints by it.
#include <stdlib.h>

#include "terrawright/abi.h"

enum { bins = 1024 };

// Cells per bin. Integers: merged in any order they give the same.
typedef struct {
  int64_t cells[bins];
} histogram;
// The share of cells below each bin.
typedef struct {
  float below[bins];
} shares;

static void *create(const terrawright_stage *stage, const terrawright_host *host, void *handle,
                    const terrawright_arrangement *arrangement) {
  (void)stage, (void)arrangement;
  void *self = malloc(1);
  if (self == NULL) host->fail(handle, "", -1, -1, "there is no memory");
  return self;
}

static int32_t window(const void *self, uint32_t phase, uint32_t port, const terrawright_rect *tile,
                      terrawright_rect *out) {
  (void)self, (void)phase, (void)port;
  *out = *tile;
  return TERRAWRIGHT_ANSWER_DONE;
}

static size_t bin_of(float cell, const terrawright_statistics *range) {
  if (range->maximum <= range->minimum) return 0;
  const double t = ((double)cell - range->minimum) / (range->maximum - range->minimum);
  return (size_t)(t * (double)(bins - 1));
}

static int32_t survey(const void *self, const terrawright_job *job) {
  (void)self;
  const terrawright_view *from = &job->inputs[0];  // one per port
  histogram note = {{0}};
  for (int64_t y = 0; y < job->tile.height; ++y) {
    const float *heights = (const float *)from->cells + y * from->stride;
    for (int64_t x = 0; x < job->tile.width; ++x) ++note.cells[bin_of(heights[x], &job->statistics[0])];
  }
  job->host->note(job->handle, &note, sizeof note);
  return TERRAWRIGHT_ANSWER_DONE;
}

static int32_t merge(const void *self, const terrawright_job *job, const terrawright_blob *a,
                     const terrawright_blob *b) {
  (void)self;
  histogram both = *(const histogram *)a->bytes;
  for (size_t i = 0; i < bins; ++i) both.cells[i] += ((const histogram *)b->bytes)->cells[i];
  job->host->note(job->handle, &both, sizeof both);
  return TERRAWRIGHT_ANSWER_DONE;
}

static int32_t resolve(const void *self, const terrawright_job *job) {
  (void)self;
  const histogram *note = job->notes[0].bytes;  // notes were merged: there is one
  int64_t all = 0, below = 0;
  for (size_t i = 0; i < bins; ++i) all += note->cells[i];
  shares verdict;
  for (size_t i = 0; i < bins; ++i) {
    verdict.below[i] = (float)((double)below / (double)all);
    below += note->cells[i];
  }
  job->host->verdict(job->handle, TERRAWRIGHT_EVERY_TILE, &verdict, sizeof verdict);
  return TERRAWRIGHT_ANSWER_DONE;
}

static int32_t paint(const void *self, const terrawright_job *job) {
  (void)self;
  const shares *verdict = job->verdict.bytes;
  const terrawright_view *from = &job->inputs[0];
  const terrawright_target *to = &job->outputs[1];
  if (to->cells == NULL) return TERRAWRIGHT_ANSWER_DONE;  // nobody reads the output
  for (int64_t y = 0; y < job->tile.height; ++y) {
    const float *heights = (const float *)from->cells + y * from->stride;
    float *share = (float *)to->cells + y * to->stride;
    for (int64_t x = 0; x < job->tile.width; ++x) share[x] = verdict->below[bin_of(heights[x], &job->statistics[0])];
  }
  return TERRAWRIGHT_ANSWER_DONE;
}

static const terrawright_port height = {.size = sizeof height,
                                        .direction = TERRAWRIGHT_PORT_INPUT,
                                        .kinds = 1u << TERRAWRIGHT_KIND_HEIGHT,
                                        .statistics = 1u << TERRAWRIGHT_PHASE_SURVEY | 1u << TERRAWRIGHT_PHASE_PAINT,
                                        .name = "height",
                                        .doc = "Any heights."};
static const terrawright_port share = {.size = sizeof share,
                                       .direction = TERRAWRIGHT_PORT_OUTPUT,
                                       .kinds = 1u << TERRAWRIGHT_KIND_WEIGHT,
                                       .name = "share",
                                       .doc = "0 at the lowest cell, nearly 1 at the highest."};
static const terrawright_port *const ports[] = {&height, &share};

static const terrawright_stage description = {
    .size = sizeof description,
    .version = 1,
    .revision = 1,
    .flags = TERRAWRIGHT_STAGE_SURVEYS | TERRAWRIGHT_STAGE_MERGES | TERRAWRIGHT_STAGE_RESOLVES,
    .id = "example.equalise",
    .doc = "The share of the map that lies lower, in steps of a thousandth of the range.",
    .ports = ports,
    .n_ports = 2,
    .create = create,
    .destroy = free,
    .window = window,
    .survey = survey,
    .merge = merge,
    .resolve = resolve,
    .paint = paint};

// For tests, which link this file.
const terrawright_stage *terrawright_stage_equalise_of_example(void);
const terrawright_stage *terrawright_stage_equalise_of_example(void) { return &description; }

static const terrawright_stage *const stages[] = {&description};
static const terrawright_plugin plugin = {.size = sizeof plugin,
                                          .abi_major = TERRAWRIGHT_ABI_MAJOR,
                                          .abi_minor = TERRAWRIGHT_ABI_MINOR,
                                          .id = "org.example.equalise",
                                          .version = "1.0.0",
                                          .stages = stages,
                                          .n_stages = 1};

TERRAWRIGHT_EXPORT const terrawright_plugin *terrawright_plugin_v1(const terrawright_engine *engine);
const terrawright_plugin *terrawright_plugin_v1(const terrawright_engine *engine) {
  (void)engine;
  return &plugin;
}

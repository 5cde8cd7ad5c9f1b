// SPDX-License-Identifier: Apache-2.0
// A plugin in C11, of abi.h alone: heights out of a file, scaled by what all tiles found; and how rough they are.
#include <stdlib.h>

#include "terrawright/abi.h"

#define UNUSED(name) ((void)(name))

typedef struct {
  int64_t file, least;
} relief;
typedef struct {
  int64_t cells, sum, highest;
} found;

static void *relief_create(const terrawright_stage *stage, const terrawright_host *host, void *handle,
                           const terrawright_arrangement *arrangement) {
  UNUSED(stage);
  const terrawright_world_facts *world = arrangement->world;
  const terrawright_file_request request = {
      .size = sizeof request, .encoding = TERRAWRIGHT_ENCODING_U16, .width = world->width, .height = world->height};
  terrawright_file_facts facts = {.size = sizeof facts};
  const int64_t file = host->open_file(handle, "file", &request, &facts);
  if (file < 0) return NULL;
  if (facts.bits != 16 || facts.width != world->width || facts.height != world->height) {
    host->fail(handle, "file", -1, -1, "the facts of the file are not what was asked for");
    return NULL;
  }
  host->needs_scratch(handle, 1 << 20, 0);
  relief *self = malloc(sizeof *self);
  self->file = file;
  self->least = arrangement->values[1].integer;
  return self;
}
static int32_t relief_window(const void *self, uint32_t phase, uint32_t port, const terrawright_rect *tile,
                             terrawright_rect *out) {
  UNUSED(self), UNUSED(phase), UNUSED(port);
  *out = *tile;
  return TERRAWRIGHT_ANSWER_DONE;
}
// The samples of the tile, in scratch memory; NULL where the engine has said what is wrong.
static const float *samples_of(const relief *self, const terrawright_job *job) {
  const uint64_t cells = (uint64_t)(job->tile.width * job->tile.height);
  float *samples = job->host->scratch(job->handle, cells * sizeof *samples);
  if (samples == NULL) return NULL;
  return job->host->read_file(job->handle, self->file, &job->tile, TERRAWRIGHT_SAMPLES_F32, samples, job->tile.width)
             ? NULL
             : samples;
}
static int32_t relief_survey(const void *instance, const terrawright_job *job) {
  const float *samples = samples_of(instance, job);
  if (samples == NULL) return TERRAWRIGHT_ANSWER_FAILED;
  found note = {job->tile.width * job->tile.height, 0, 0};
  for (int64_t i = 0; i < note.cells; ++i) {
    const int64_t sample = (int64_t)samples[i];
    note.sum += sample;
    if (sample > note.highest) note.highest = sample;
  }
  job->host->note(job->handle, &note, sizeof note);
  return TERRAWRIGHT_ANSWER_DONE;
}
static int32_t relief_merge(const void *self, const terrawright_job *job, const terrawright_blob *a,
                            const terrawright_blob *b) {
  UNUSED(self);
  const found *one = a->bytes, *other = b->bytes;
  const found both = {one->cells + other->cells, one->sum + other->sum,
                      one->highest > other->highest ? one->highest : other->highest};
  job->host->note(job->handle, &both, sizeof both);
  return TERRAWRIGHT_ANSWER_DONE;
}
static int32_t relief_resolve(const void *instance, const terrawright_job *job) {
  const relief *self = instance;
  if (job->n_notes != 1 || job->notes[0].size != sizeof(found)) {
    job->host->fail(job->handle, "", -1, -1, "there is not one note");
    return TERRAWRIGHT_ANSWER_FAILED;
  }
  const found *all = job->notes[0].bytes;
  if (all->highest < self->least) {
    job->host->fail(job->handle, "least", -1, -1, "no cell of the file is as high");
    return TERRAWRIGHT_ANSWER_FAILED;
  }
  const found verdict = {all->cells, all->sum, all->highest};
  job->host->verdict(job->handle, TERRAWRIGHT_EVERY_TILE, &verdict, sizeof verdict);
  return TERRAWRIGHT_ANSWER_DONE;
}
static int32_t relief_paint(const void *instance, const terrawright_job *job) {
  const float *samples = samples_of(instance, job);
  if (samples == NULL) return TERRAWRIGHT_ANSWER_FAILED;
  const found *all = job->verdict.bytes;
  const float mean = (float)(all->sum / all->cells);
  const terrawright_target *to = &job->outputs[0];
  if (to->cells == NULL) return TERRAWRIGHT_ANSWER_DONE;
  for (int64_t y = 0; y < job->tile.height; ++y) {
    float *row = (float *)to->cells + y * to->stride;
    for (int64_t x = 0; x < job->tile.width; ++x) row[x] = samples[y * job->tile.width + x] - mean;
  }
  return TERRAWRIGHT_ANSWER_DONE;
}

static const terrawright_port relief_height = {.size = sizeof(terrawright_port),
                                               .direction = TERRAWRIGHT_PORT_OUTPUT,
                                               .kinds = 1u << TERRAWRIGHT_KIND_HEIGHT,
                                               .name = "height",
                                               .doc = "Above the mean.",
                                               .unit = "m"};
static const terrawright_port *const relief_ports[] = {&relief_height};
static const terrawright_parameter relief_file = {
    .size = sizeof(terrawright_parameter), .kind = TERRAWRIGHT_PARAMETER_FILE, .name = "file", .doc = "The heights."};
static const terrawright_parameter relief_least = {.size = sizeof(terrawright_parameter),
                                                   .kind = TERRAWRIGHT_PARAMETER_INTEGER,
                                                   .name = "least",
                                                   .doc = "What the highest cell has at least.",
                                                   .integer_maximum = 65535};
static const terrawright_parameter *const relief_parameters[] = {&relief_file, &relief_least};

static const terrawright_stage relief_stage = {
    .size = sizeof(terrawright_stage),
    .version = 1,
    .revision = 1,
    .flags = TERRAWRIGHT_STAGE_SURVEYS | TERRAWRIGHT_STAGE_MERGES | TERRAWRIGHT_STAGE_RESOLVES,
    .id = "made.relief",
    .doc = "Heights out of a file.",
    .ports = relief_ports,
    .n_ports = 1,
    .parameters = relief_parameters,
    .n_parameters = 2,
    .create = relief_create,
    .destroy = free,
    .window = relief_window,
    .survey = relief_survey,
    .merge = relief_merge,
    .resolve = relief_resolve,
    .paint = relief_paint};

// Roughness: the largest step to one of the eight around, in metres.
static void *rough_create(const terrawright_stage *stage, const terrawright_host *host, void *handle,
                          const terrawright_arrangement *arrangement) {
  UNUSED(stage), UNUSED(host), UNUSED(handle), UNUSED(arrangement);
  return malloc(1);
}
static int32_t rough_window(const void *self, uint32_t phase, uint32_t port, const terrawright_rect *tile,
                            terrawright_rect *out) {
  UNUSED(self), UNUSED(phase), UNUSED(port);
  const terrawright_rect wider = {tile->x - 1, tile->y - 1, tile->width + 2, tile->height + 2};
  *out = wider;
  return TERRAWRIGHT_ANSWER_DONE;
}
static int32_t rough_paint(const void *self, const terrawright_job *job) {
  UNUSED(self);
  const terrawright_view *from = &job->inputs[0];
  const terrawright_target *to = &job->outputs[1];
  const float *cells = from->cells;
  for (int64_t y = job->tile.y; y < job->tile.y + job->tile.height; ++y) {
    for (int64_t x = job->tile.x; x < job->tile.x + job->tile.width; ++x) {
      const float here = cells[(y - from->area.y) * from->stride + (x - from->area.x)];
      float most = 0;
      for (int64_t j = y - 1; j <= y + 1; ++j) {
        for (int64_t i = x - 1; i <= x + 1; ++i) {
          if (i < from->area.x || i >= from->area.x + from->area.width) continue;
          if (j < from->area.y || j >= from->area.y + from->area.height) continue;
          const float step = cells[(j - from->area.y) * from->stride + (i - from->area.x)] - here;
          if (step > most) most = step;
          if (-step > most) most = -step;
        }
      }
      ((float *)to->cells)[(y - job->tile.y) * to->stride + (x - job->tile.x)] = most;
    }
  }
  return TERRAWRIGHT_ANSWER_DONE;
}

static const terrawright_port rough_height = {.size = sizeof(terrawright_port),
                                              .direction = TERRAWRIGHT_PORT_INPUT,
                                              .kinds = 1u << TERRAWRIGHT_KIND_HEIGHT,
                                              .name = "height",
                                              .doc = "Any heights."};
static const terrawright_port rough_out = {.size = sizeof(terrawright_port),
                                           .direction = TERRAWRIGHT_PORT_OUTPUT,
                                           .kinds = 1u << TERRAWRIGHT_KIND_SCALAR,
                                           .name = "rough",
                                           .doc = "The largest step.",
                                           .unit = "m"};
static const terrawright_port *const rough_ports[] = {&rough_height, &rough_out};
static const terrawright_stage rough_stage = {.size = sizeof(terrawright_stage),
                                              .version = 1,
                                              .revision = 1,
                                              .id = "made.rough",
                                              .doc = "Steps between cells.",
                                              .ports = rough_ports,
                                              .n_ports = 2,
                                              .create = rough_create,
                                              .destroy = free,
                                              .window = rough_window,
                                              .paint = rough_paint};

static const terrawright_stage *const stages[] = {&relief_stage, &rough_stage};
static const terrawright_plugin plugin = {.size = sizeof plugin,
                                          .abi_major = TERRAWRIGHT_ABI_MAJOR,
                                          .abi_minor = TERRAWRIGHT_ABI_MINOR,
                                          .id = "made.c11",
                                          .version = "1",
                                          .stages = stages,
                                          .n_stages = 2};

TERRAWRIGHT_EXPORT const terrawright_plugin *terrawright_plugin_v1(const terrawright_engine *engine);
const terrawright_plugin *terrawright_plugin_v1(const terrawright_engine *engine) {
  return engine->path[0] == 0 ? NULL : &plugin;
}

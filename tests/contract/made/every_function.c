/* SPDX-License-Identifier: Apache-2.0 */
/* kept.every_function@1 and kept.merges@1 rely on every function of abi.h and ext/, of the host, of a stage and of a
 * plugin. Their library of each release is kept, and later engines have to make the same of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terrawright/ext/combine.h"
#include "terrawright/ext/rounds.h"
#include "terrawright/ext/tables.h"
#include "terrawright/ext/texts.h"

enum { IN_HEIGHT, IN_PLACES, IN_LEVEL, IN_GRAPH, HEIGHT, COPY, SORTS, LEVEL, GRAPH, WORDS, PLACES, N_PORTS };

typedef struct {
  int64_t file;
  uint64_t stream;
} instance;
typedef struct {
  int64_t cells, sum;
} note;
typedef struct {
  int64_t sum;
  uint64_t rows;
  double lowest, level;
} verdict;

static const char *const needs[] = {TERRAWRIGHT_ROUNDS, TERRAWRIGHT_TABLES, TERRAWRIGHT_TEXTS};

static void *create(const terrawright_stage *stage, const terrawright_host *host, void *handle,
                    const terrawright_arrangement *arrangement) {
  static const terrawright_class sorts[] = {{0, 0, {200, 180, 90, 255}, "even", "e"},
                                            {1, 0, {20, 90, 180, 255}, "odd", "o"}};
  instance *self = calloc(1, sizeof *self);
  (void)stage;
  self->file = -1;
  self->stream = host->stream(handle, "kept");
  host->set_unit(handle, HEIGHT, "m");
  host->set_legend(handle, SORTS, sorts, 2);
  host->needs_memory(handle, 1 << 20);
  host->needs_scratch(handle, 64, sizeof(float));
  host->depends(handle, "kept", 4);
  if (arrangement->values[0].text[0] != 0) {
    terrawright_file_request request = {.size = sizeof request, .encoding = TERRAWRIGHT_ENCODING_BYTES, .channel = -1};
    terrawright_file_facts facts = {.size = sizeof facts};
    unsigned char first[2];
    const int64_t bytes = host->open_file(handle, "file", &request, &facts);
    if (bytes < 0 || facts.bytes < 2 || host->file_bytes(handle, bytes, 0, 2, first) != 0) return NULL;
    self->stream += first[0] + 256u * first[1];
    request.encoding = TERRAWRIGHT_ENCODING_U16;
    request.width = arrangement->world->width;
    request.height = arrangement->world->height;
    if ((self->file = host->open_file(handle, "file", &request, &facts)) < 0) return NULL;
  }
  return self;
}

static int32_t window(const void *self, uint32_t phase, uint32_t port, const terrawright_rect *tile,
                      terrawright_rect *out) {
  const terrawright_rect wider = {tile->x - 1, tile->y - 1, tile->width + 2, tile->height + 2};
  (void)self, (void)port;
  *out = phase == TERRAWRIGHT_PHASE_PAINT ? wider : *tile;
  return TERRAWRIGHT_ANSWER_DONE;
}

static int32_t survey(const void *self_, const terrawright_job *job) {
  const instance *self = self_;
  note found = {job->tile.width * job->tile.height, 0};
  float *samples = job->host->scratch(job->handle, (uint64_t)found.cells * sizeof *samples);
  if (samples == NULL) return TERRAWRIGHT_ANSWER_FAILED;
  if (job->host->cancelled(job->handle)) return TERRAWRIGHT_ANSWER_STOPPED;
  if (self->file >= 0) {
    if (job->host->read_file(job->handle, self->file, &job->tile, TERRAWRIGHT_SAMPLES_F32, samples, job->tile.width))
      return TERRAWRIGHT_ANSWER_FAILED;
    for (int64_t i = 0; i < found.cells; ++i) found.sum += (int64_t)samples[i];
  }
  job->host->progress(job->handle, 1);
  job->host->note(job->handle, &found, sizeof found);
  return TERRAWRIGHT_ANSWER_DONE;
}

static note sum_of(const terrawright_job *job) {
  note all = {0, 0};
  for (uint64_t i = 0; i < job->n_notes; ++i) {
    note one;
    memcpy(&one, job->notes[i].bytes, sizeof one);
    all.cells += one.cells;
    all.sum += one.sum;
  }
  return all;
}
static int32_t combine(const void *self, const terrawright_job *job) {
  const note all = sum_of(job);
  (void)self;
  job->host->note(job->handle, &all, sizeof all);
  return TERRAWRIGHT_ANSWER_DONE;
}
static int32_t split(const void *self, const terrawright_job *job) {
  (void)self;
  for (uint64_t i = 0; i < job->n_tiles; ++i)
    job->host->verdict(job->handle, i, job->own_verdict.bytes, job->own_verdict.size);
  return TERRAWRIGHT_ANSWER_DONE;
}
static const void *extension(const terrawright_stage *stage, const char *id) {
  static const terrawright_combine functions = {.size = sizeof functions, .combine = combine, .split = split};
  (void)stage;
  return strcmp(id, TERRAWRIGHT_COMBINE) == 0 ? &functions : NULL;
}

static int32_t tell(void *context, uint64_t i) {
  const terrawright_job *job = context;
  job->host->verdict(job->handle, i, "own", 3);
  return 0;
}
static int32_t resolve(const void *self, const terrawright_job *job) {
  const terrawright_host *host = job->host;
  const terrawright_rounds *rounds = host->extension(job->handle, TERRAWRIGHT_ROUNDS);
  const terrawright_tables *tables = host->extension(job->handle, TERRAWRIGHT_TABLES);
  const terrawright_texts *texts = host->extension(job->handle, TERRAWRIGHT_TEXTS);
  (void)self;
  if (job->round == 0) {
    const note all = sum_of(job);
    if (all.cells != job->world->width * job->world->height) {
      host->fail(job->handle, "", -1, -1, "not all cells were counted");
      return TERRAWRIGHT_ANSWER_FAILED;
    }
    rounds->carry(job->handle, &all, sizeof all);
    rounds->visit(job->handle, 0);
    return TERRAWRIGHT_ANSWER_AGAIN;
  }
  terrawright_blob carried;
  note all;
  rounds->carried(job->handle, &carried);
  if (carried.size != sizeof all || job->n_notes != 1) {
    host->fail(job->handle, "", -1, -1, "the first round is not known in the second");
    return TERRAWRIGHT_ANSWER_FAILED;
  }
  memcpy(&all, carried.bytes, sizeof all);
  const terrawright_table *places = tables->input(job->handle, IN_PLACES);
  const verdict seen = {all.sum, places == NULL ? 0 : places->n_rows, job->statistics[IN_HEIGHT].minimum,
                        job->numbers[IN_LEVEL] + (double)job->grids[IN_GRAPH].size};
  host->verdict(job->handle, TERRAWRIGHT_EVERY_TILE, &seen, sizeof seen);
  if (host->parallel(job->handle, job->n_tiles, tell, (void *)job) != 0) return TERRAWRIGHT_ANSWER_FAILED;
  host->number(job->handle, LEVEL, (double)(all.sum % 1000));
  host->grid(job->handle, GRAPH, "graph", 5);
  texts->text(job->handle, WORDS, "kept\n", 5);
  const int64_t numbers[] = {all.sum, all.cells};
  const double reals[] = {0.25, 0.5};
  const char *const words[] = {"one", "two"};
  const terrawright_point points[] = {{1, 2}, {3, 4}};
  const terrawright_column columns[] = {
      {.size = sizeof columns[0],
       .kind = TERRAWRIGHT_COLUMN_INTEGERS,
       .name = "number",
       .unit = "1",
       .integers = numbers},
      {.size = sizeof columns[0], .kind = TERRAWRIGHT_COLUMN_REALS, .name = "real", .unit = "m", .reals = reals},
      {.size = sizeof columns[0], .kind = TERRAWRIGHT_COLUMN_TEXTS, .name = "word", .unit = "1", .texts = words}};
  const terrawright_column *const list[] = {&columns[0], &columns[1], &columns[2]};
  const terrawright_table table = {
      .size = sizeof table, .n_columns = 3, .n_rows = 2, .columns = list, .points = points};
  tables->table(job->handle, PLACES, &table);
  host->log(job->handle, TERRAWRIGHT_LOG_DETAIL, "resolved");
  return TERRAWRIGHT_ANSWER_DONE;
}

static int32_t paint(const void *self_, const terrawright_job *job) {
  const instance *self = self_;
  const terrawright_target *heights = &job->outputs[HEIGHT], *copy = &job->outputs[COPY], *sorts = &job->outputs[SORTS];
  const terrawright_view *in = &job->inputs[IN_HEIGHT];
  verdict seen;
  if (job->verdict.size != sizeof seen || job->own_verdict.size != 3) {
    job->host->fail(job->handle, "", job->tile.x, job->tile.y, "what resolve told is not here");
    return TERRAWRIGHT_ANSWER_FAILED;
  }
  memcpy(&seen, job->verdict.bytes, sizeof seen);
  if (in->cells != NULL && job->window_statistics[IN_HEIGHT].minimum < seen.lowest)
    job->host->warn(job->handle, "height", -1, -1, "a window is lower than the whole");
  if (in->cells != NULL && copy->cells != NULL) job->host->same(job->handle, COPY, IN_HEIGHT);
  const float add = (float)(seen.sum % 97 + (int64_t)seen.rows) + (float)seen.level + (float)(self->stream % 64);
  for (int64_t y = 0; y < job->tile.height; ++y) {
    for (int64_t x = 0; x < job->tile.width; ++x) {
      const int64_t column = job->tile.x + x, row = job->tile.y + y;
      if (heights->cells != NULL)
        ((float *)heights->cells)[y * heights->stride + x] = (float)(column + 2 * row) * 0.25f + add;
      if (copy->cells != NULL && in->cells == NULL) ((float *)copy->cells)[y * copy->stride + x] = add;
      if (sorts->cells != NULL) ((uint16_t *)sorts->cells)[y * sorts->stride + x] = (uint16_t)((column + row) % 2);
    }
  }
  return TERRAWRIGHT_ANSWER_DONE;
}

/* Cells that are even, as one note of all tiles. */
static int32_t count_even(const void *self, const terrawright_job *job) {
  int64_t even = 0;
  (void)self;
  for (int64_t y = job->tile.y; y < job->tile.y + job->tile.height; ++y)
    for (int64_t x = job->tile.x; x < job->tile.x + job->tile.width; ++x) even += (x + y) % 2 == 0;
  job->host->note(job->handle, &even, sizeof even);
  return TERRAWRIGHT_ANSWER_DONE;
}
static int32_t merge(const void *self, const terrawright_job *job, const terrawright_blob *a,
                     const terrawright_blob *b) {
  int64_t one, other;
  (void)self;
  memcpy(&one, a->bytes, sizeof one), memcpy(&other, b->bytes, sizeof other);
  one += other;
  job->host->note(job->handle, &one, sizeof one);
  return TERRAWRIGHT_ANSWER_DONE;
}
static int32_t tell_even(const void *self, const terrawright_job *job) {
  (void)self;
  job->host->verdict(job->handle, TERRAWRIGHT_EVERY_TILE, job->notes[0].bytes, job->notes[0].size);
  return TERRAWRIGHT_ANSWER_DONE;
}
static int32_t paint_even(const void *self, const terrawright_job *job) {
  const terrawright_target *to = &job->outputs[0];
  int64_t even;
  (void)self;
  memcpy(&even, job->verdict.bytes, sizeof even);
  for (int64_t y = 0; y < job->tile.height; ++y)
    for (int64_t x = 0; x < job->tile.width; ++x) ((float *)to->cells)[y * to->stride + x] = (float)even;
  return TERRAWRIGHT_ANSWER_DONE;
}

#define PORT(way, what, word, more, measure)                                                                       \
  {                                                                                                                \
    .size = sizeof(terrawright_port), .direction = TERRAWRIGHT_PORT_##way, .kinds = 1u << TERRAWRIGHT_KIND_##what, \
    .flags = more, .name = word, .doc = "Kept.", .unit = measure                                                   \
  }
#define OPTIONAL TERRAWRIGHT_PORT_OPTIONAL
#define BY_NAME TERRAWRIGHT_PORT_BY_NAME
static const terrawright_port in_height = {.size = sizeof in_height,
                                           .direction = TERRAWRIGHT_PORT_INPUT,
                                           .kinds = 1u << TERRAWRIGHT_KIND_HEIGHT,
                                           .flags = OPTIONAL,
                                           .statistics = 1u << TERRAWRIGHT_PHASE_RESOLVE,
                                           .window_statistics = 1u << TERRAWRIGHT_PHASE_PAINT,
                                           .name = "land",
                                           .doc = "Kept."};
static const terrawright_port ports[N_PORTS - 1] = {
    PORT(INPUT, TABLE, "places_before", OPTIONAL | TERRAWRIGHT_PORT_POINTS, NULL),
    PORT(INPUT, NUMBER, "level_before", OPTIONAL, "m"),
    PORT(INPUT, GRID, "graph_before", OPTIONAL, "kept/graph@1"),
    PORT(OUTPUT, HEIGHT, "height", 0, NULL),
    PORT(OUTPUT, HEIGHT, "copy", BY_NAME, "m"),
    PORT(OUTPUT, CLASS, "sorts", BY_NAME, "1"),
    PORT(OUTPUT, NUMBER, "level", BY_NAME, "m"),
    PORT(OUTPUT, GRID, "graph", BY_NAME, "kept/graph@1"),
    PORT(OUTPUT, TEXT, "words", BY_NAME, "1"),
    PORT(OUTPUT, TABLE, "places", BY_NAME | TERRAWRIGHT_PORT_POINTS, "1")};
static const terrawright_port *const list[N_PORTS] = {&in_height, &ports[0], &ports[1], &ports[2], &ports[3], &ports[4],
                                                      &ports[5],  &ports[6], &ports[7], &ports[8], &ports[9]};
static const terrawright_parameter file = {.size = sizeof file,
                                           .kind = TERRAWRIGHT_PARAMETER_FILE,
                                           .name = "file",
                                           .doc = "Samples.",
                                           .unit = "",
                                           .fallback = {.text = ""}};
static const terrawright_parameter *const parameters[] = {&file};
static const terrawright_stage stage = {
    .size = sizeof stage,
    .version = 1,
    .revision = 1,
    .flags = TERRAWRIGHT_STAGE_SURVEYS | TERRAWRIGHT_STAGE_RESOLVES,
    .reads = TERRAWRIGHT_READS_RANDOM,
    .id = "kept.every_function",
    .doc = "Relies on every function of the interface.",
    .ports = list,
    .n_ports = N_PORTS,
    .parameters = parameters,
    .n_parameters = 1,
    .needs = needs,
    .n_needs = 3,
    .extension = extension,
    .create = create,
    .destroy = free,
    .window = window,
    .survey = survey,
    .resolve = resolve,
    .paint = paint,
};
static const terrawright_port even = PORT(OUTPUT, HEIGHT, "even", 0, "m");
static const terrawright_port *const even_list[] = {&even};
static void *create_nothing(const terrawright_stage *stage_, const terrawright_host *host, void *handle,
                            const terrawright_arrangement *arrangement) {
  (void)stage_, (void)host, (void)handle, (void)arrangement;
  return malloc(1);
}
static const terrawright_stage merges = {
    .size = sizeof merges,
    .version = 1,
    .revision = 1,
    .flags = TERRAWRIGHT_STAGE_SURVEYS | TERRAWRIGHT_STAGE_RESOLVES | TERRAWRIGHT_STAGE_MERGES,
    .id = "kept.merges",
    .doc = "Relies on merge.",
    .ports = even_list,
    .n_ports = 1,
    .create = create_nothing,
    .destroy = free,
    .window = window,
    .survey = count_even,
    .merge = merge,
    .resolve = tell_even,
    .paint = paint_even,
};
static const terrawright_stage *const stages[] = {&stage, &merges};

/* kept.py reads the file. */
static void deinit(void) {
  const char *name = getenv("KEPT_LEFT");
  FILE *file = name == NULL ? NULL : fopen(name, "w");
  if (file != NULL) fclose(file);
}
static const void *extension_of_plugin(const char *id) {
  (void)id;
  return NULL;
}
static const terrawright_plugin plugin = {.size = sizeof plugin,
                                          .abi_major = TERRAWRIGHT_ABI_MAJOR,
                                          .abi_minor = TERRAWRIGHT_ABI_MINOR,
                                          .id = "org.example.kept",
                                          .version = "1",
                                          .built_with = "C",
                                          .stages = stages,
                                          .n_stages = 2,
                                          .deinit = deinit,
                                          .extension = extension_of_plugin,
                                          .build = "kept"};
TERRAWRIGHT_EXPORT const terrawright_plugin *terrawright_plugin_v1(const terrawright_engine *engine);
const terrawright_plugin *terrawright_plugin_v1(const terrawright_engine *engine) {
  engine->log(engine->handle, TERRAWRIGHT_LOG_DETAIL, "entered");
  if (getenv("KEPT_REFUSES") != NULL) {
    engine->fail(engine->handle, "kept.py asked it to refuse");
    return NULL;
  }
  return &plugin;
}

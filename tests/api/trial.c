/* SPDX-License-Identifier: Apache-2.0 */
/* terrawright/trial.h from plain C: a stage of this program, run on what it has in memory. Answers 0 where all is so.
 */
#include "terrawright/trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static const terrawright_trial_api* api;

/* ---- The stage: test.sum adds a number and a parameter to halves of heights, and does what `behaviour` says ---- */

enum { WIDTH = 20, HEIGHT = 11 };
static enum { HONEST, FORGETS, WRITES_OUTSIDE, WRITES_INPUT, READS_OUTSIDE, FAILS, ASKS } behaviour;
static double added;

enum { IN_HEIGHT, IN_LEVEL, IN_PLACES, OUT_SUM, OUT_NUMBER, OUT_TABLE, N_PORTS };
static const terrawright_port ports[] = {
    {sizeof(terrawright_port), TERRAWRIGHT_PORT_INPUT, 1u << TERRAWRIGHT_KIND_HEIGHT, 0, 0, 0, 0, "height", "Any.", "m",
     NULL},
    {sizeof(terrawright_port), TERRAWRIGHT_PORT_INPUT, 1u << TERRAWRIGHT_KIND_NUMBER, TERRAWRIGHT_PORT_OPTIONAL, 0, 0,
     0, "level", "Any.", "m", NULL},
    {sizeof(terrawright_port), TERRAWRIGHT_PORT_INPUT, 1u << TERRAWRIGHT_KIND_TABLE,
     TERRAWRIGHT_PORT_OPTIONAL | TERRAWRIGHT_PORT_POINTS, 0, 0, 0, "places", "Any.", NULL, NULL},
    {sizeof(terrawright_port), TERRAWRIGHT_PORT_OUTPUT, 1u << TERRAWRIGHT_KIND_HEIGHT, 0, 0, 0, 0, "sum", "The sum.",
     "m", NULL},
    {sizeof(terrawright_port), TERRAWRIGHT_PORT_OUTPUT, 1u << TERRAWRIGHT_KIND_NUMBER, TERRAWRIGHT_PORT_BY_NAME, 0, 0,
     0, "number", "What is added.", "m", NULL},
    {sizeof(terrawright_port), TERRAWRIGHT_PORT_OUTPUT, 1u << TERRAWRIGHT_KIND_TABLE,
     TERRAWRIGHT_PORT_BY_NAME | TERRAWRIGHT_PORT_POINTS, 0, 0, 0, "table", "The places.", "1", NULL}};
static const terrawright_port* const port_list[] = {&ports[0], &ports[1], &ports[2], &ports[3], &ports[4], &ports[5]};
static terrawright_parameter parameter, file_parameter;
static const terrawright_parameter* const parameters[] = {&parameter, &file_parameter};

static void* create(const terrawright_stage* stage, const terrawright_host* host, void* handle,
                    const terrawright_arrangement* arrangement) {
  (void)stage;
  added = arrangement->values[0].real;
  host->warn(handle, "add", -1, -1, "it is added");
  return &added;
}
static void destroy(void* self) { (void)self; }
static int32_t window(const void* self, uint32_t phase, uint32_t port, const terrawright_rect* tile,
                      terrawright_rect* area) {
  (void)self, (void)phase, (void)port;
  *area = *tile;
  return TERRAWRIGHT_ANSWER_DONE;
}
static int32_t resolve(const void* self, const terrawright_job* job) {
  (void)self;
  job->host->number(job->handle, OUT_NUMBER, added + job->numbers[IN_LEVEL]);
  const terrawright_point place = {1, 2};
  const int64_t one = 1;
  const terrawright_column column = {sizeof column, TERRAWRIGHT_COLUMN_INTEGERS, "n", "1", &one, NULL, NULL};
  const terrawright_column* const columns[] = {&column};
  const terrawright_table own = {sizeof own, 0, 1, 1, columns, &place, NULL};
  const terrawright_tables* tables = job->host->extension(job->handle, TERRAWRIGHT_TABLES);
  const terrawright_table* places = tables->input(job->handle, IN_PLACES);
  tables->table(job->handle, OUT_TABLE, places ? places : &own);
  job->host->log(job->handle, TERRAWRIGHT_LOG_INFO, "resolved");
  return TERRAWRIGHT_ANSWER_DONE;
}
static int32_t paint(const void* self, const terrawright_job* job) {
  (void)self;
  const terrawright_view* from = &job->inputs[IN_HEIGHT];
  const terrawright_target* to = &job->outputs[OUT_SUM];
  if (behaviour == FAILS) {
    job->host->fail(job->handle, "height", 3, 4, "it is too high");
    return TERRAWRIGHT_ANSWER_FAILED;
  }
  if (behaviour == ASKS && job->host->cancelled(job->handle)) return TERRAWRIGHT_ANSWER_STOPPED;
  const float* in = from->cells;
  float* out = to->cells;
  for (int64_t y = 0; out && y < to->area.height; ++y) {
    for (int64_t x = 0; x < to->area.width; ++x) {
      if (behaviour == FORGETS && to->area.x + x == 3 && to->area.y + y == 4) continue;
      const int64_t at = y * from->stride + x;
      out[y * to->stride + x] = 0.5f * in[at + (behaviour == READS_OUTSIDE)] + (float)(added + job->numbers[IN_LEVEL]);
    }
  }
  if (behaviour == WRITES_OUTSIDE) out[to->area.width] = 0;
  if (behaviour == WRITES_INPUT) ((float*)(uintptr_t)in)[0] = 7;
  return TERRAWRIGHT_ANSWER_DONE;
}
static terrawright_stage stage;

/* ---- What it is given ---- */

static float heights[WIDTH * HEIGHT];
static terrawright_world_facts world;
static terrawright_content height, level, places;
static const terrawright_content* inputs[] = {&height, &level, &places};
static const terrawright_point points[] = {{3, 4}, {5, 6}};
static const double reals[] = {0.5, 1.5};
static const terrawright_column column = {sizeof column, TERRAWRIGHT_COLUMN_REALS, "r", "m", NULL, reals, NULL};
static const terrawright_column* const columns[] = {&column};
static const terrawright_table table = {sizeof table, 0, 1, 2, columns, points, NULL};

static terrawright_trial_request usual(void) {
  behaviour = HONEST;
  memset(&parameter, 0, sizeof parameter);
  parameter.size = sizeof parameter;
  parameter.kind = TERRAWRIGHT_PARAMETER_REAL;
  parameter.name = "add";
  parameter.doc = "What is added.";
  parameter.unit = "m";
  parameter.fallback.real = 1;
  parameter.minimum = -10;
  parameter.maximum = 10;
  file_parameter = parameter;
  file_parameter.kind = TERRAWRIGHT_PARAMETER_FILE;
  file_parameter.name = "file";
  file_parameter.unit = "";
  file_parameter.fallback.text = "a.bin";
  memset(&stage, 0, sizeof stage);
  stage.size = sizeof stage;
  stage.version = stage.revision = 1;
  stage.flags = TERRAWRIGHT_STAGE_RESOLVES;
  stage.id = "test.sum";
  stage.doc = "Adds.";
  stage.source = "";
  stage.ports = port_list;
  stage.n_ports = N_PORTS;
  stage.parameters = parameters;
  stage.n_parameters = 2;
  stage.create = create;
  stage.destroy = destroy;
  stage.window = window;
  stage.resolve = resolve;
  stage.paint = paint;
  for (int i = 0; i < WIDTH * HEIGHT; ++i) heights[i] = (float)(2 * i);
  const terrawright_world_facts facts = {sizeof facts, 0, WIDTH, HEIGHT, 1000, 40, 0};
  world = facts;
  memset(&height, 0, sizeof height);
  height.size = sizeof height;
  height.kind = TERRAWRIGHT_KIND_HEIGHT;
  height.port = "height";
  height.unit = "m";
  height.cells = heights;
  level = height;
  level.kind = TERRAWRIGHT_KIND_NUMBER;
  level.port = "level";
  level.number = 100;
  places = height;
  places.kind = TERRAWRIGHT_KIND_TABLE;
  places.port = "places";
  places.unit = NULL;
  places.table = &table;
  places.places = TERRAWRIGHT_PORT_POINTS;
  terrawright_trial_request request;
  memset(&request, 0, sizeof request);
  request.size = sizeof request;
  request.stage = &stage;
  request.world = &world;
  request.inputs = inputs;
  request.n_inputs = 3;
  return request;
}
static terrawright_trial_way tiles(int64_t width, int64_t rows) {
  terrawright_trial_way way = {sizeof way, TERRAWRIGHT_POISON_NAN, width, rows, 0, 0, 0, 0};
  return way;
}
static const char* failure(terrawright_made* made) {
  const terrawright_message* messages = NULL;
  return api->messages(made, TERRAWRIGHT_MESSAGE_FAILURE, &messages) ? messages[0].text : "";
}

/* ---- What users do ---- */

static void use(void) {
  terrawright_trial_request request = usual();
  terrawright_trial* trial = api->open(&request);
  CHECK(trial && strcmp(api->misuse(trial), "") == 0);
  terrawright_trial_way way = tiles(7, 3);
  terrawright_made* whole = api->run(trial, NULL);
  terrawright_made* tiled = api->run(trial, &way);
  way.threads = 2;
  way.order = 5;
  way.poison = TERRAWRIGHT_POISON_HUGE;
  terrawright_made* other = api->run(trial, &way);
  CHECK(strcmp(api->differs(trial, NULL, 0), "") == 0 && strcmp(api->differs(trial, &way, 1), "") == 0);
  api->close(trial); /* a made does not need it */
  CHECK(api->answer(whole) == TERRAWRIGHT_DONE && api->answer(other) == TERRAWRIGHT_DONE);
  CHECK(strcmp(api->difference(whole, tiled), "") == 0 && strcmp(api->difference(whole, other), "") == 0);
  const terrawright_content* outputs = NULL;
  CHECK(api->outputs(whole, &outputs) == 3);
  CHECK(strcmp(outputs[0].port, "sum") == 0 && strcmp(outputs[0].unit, "m") == 0);
  CHECK(outputs[0].kind == TERRAWRIGHT_KIND_HEIGHT && ((const float*)outputs[0].cells)[WIDTH + 2] == 22 + 101);
  CHECK(outputs[1].number == 101);
  CHECK(outputs[2].table->n_rows == 2 && outputs[2].table->points[1].y == 6 &&
        outputs[2].table->columns[0]->reals[0] == 0.5);
  CHECK(outputs[2].places == TERRAWRIGHT_PORT_POINTS);
  const terrawright_message* said = NULL;
  CHECK(api->messages(whole, TERRAWRIGHT_MESSAGE_WARNING, &said) == 1 && strcmp(said[0].where, "add") == 0);
  CHECK(api->messages(whole, TERRAWRIGHT_MESSAGE_LINE, &said) == 1 && strcmp(said[0].text, "resolved") == 0);
  CHECK(api->messages(whole, 77, &said) == 0);
  api->close_made(whole);
  api->close_made(tiled);
  api->close_made(other);

  /* Values, and outputs that nobody reads. */
  terrawright_value value[2];
  value[0] = parameter.fallback;
  value[0].real = 2;
  value[1] = file_parameter.fallback;
  const char* const unread[] = {"sum", "number"};
  request = usual();
  request.values = value;
  request.unread = unread;
  request.n_unread = 2;
  request.n_inputs = 1;
  trial = api->open(&request);
  terrawright_made* made = api->run(trial, NULL);
  CHECK(api->outputs(made, &outputs) == 3 && outputs[0].kind == 0 && outputs[1].kind == 0 && added == 2);
  CHECK(outputs[2].table->n_rows == 1);
  api->close_made(made);
  api->close(trial);
}

/* The stage breaks its word, or is asked to stop. */
static void expect(int what, int32_t answer, const char* text, int64_t x, int64_t y) {
  terrawright_trial_request request = usual();
  request.stops_at = what == ASKS ? 2 : 0;
  terrawright_trial* trial = api->open(&request);
  behaviour = what;
  const terrawright_trial_way way = tiles(7, 7);
  terrawright_made* made = api->run(trial, &way);
  CHECK(api->answer(made) == answer);
  const terrawright_message* said = NULL;
  const uint64_t count = api->messages(made, TERRAWRIGHT_MESSAGE_FAILURE, &said);
  if (!text || !count || strcmp(said[0].text, text) != 0 || said[0].x != x || said[0].y != y) {
    CHECK(!text && count == 0);
    if (count) fprintf(stderr, "%s at %d, %d\n", said[0].text, (int)said[0].x, (int)said[0].y);
  }
  const terrawright_content* outputs = NULL;
  CHECK(api->outputs(made, &outputs) == 0);
  api->close_made(made);
  api->close(trial);
}
static void watched(void) {
  expect(FAILS, TERRAWRIGHT_FAILED, "it is too high", 3, 4);
  expect(FORGETS, TERRAWRIGHT_FAILED, "its code is wrong: a cell of 'sum' is not written", 3, 4);
  expect(WRITES_OUTSIDE, TERRAWRIGHT_FAILED, "its code is wrong: it wrote outside its tile", 7, 0);
  expect(WRITES_INPUT, TERRAWRIGHT_FAILED, "its code is wrong: it wrote into its input 'height'", 0, 0);
  expect(ASKS, TERRAWRIGHT_STOPPED, NULL, 0, 0);
  terrawright_trial_request request = usual();
  terrawright_trial* trial = api->open(&request);
  behaviour = READS_OUTSIDE;
  CHECK(strstr(api->differs(trial, NULL, 0), "it reads beyond a window"));
  const terrawright_trial_way whole = tiles(0, 0), rows = tiles(WIDTH, 1), small = tiles(3, 3);
  terrawright_trial_way huge = rows;
  huge.poison = TERRAWRIGHT_POISON_HUGE;
  terrawright_made *nan = api->run(trial, &rows), *far = api->run(trial, &huge);
  const terrawright_content* outputs = NULL;
  CHECK(api->outputs(nan, &outputs) == 3 && isnan(((const float*)outputs[0].cells)[WIDTH - 1]));
  CHECK(api->outputs(far, &outputs) == 3 && ((const float*)outputs[0].cells)[WIDTH - 1] > 1e29f);
  CHECK(strstr(api->difference(nan, far), "cell (19, 0) of 'sum'"));
  behaviour = HONEST;
  terrawright_made* honest = api->run(trial, &whole);
  behaviour = FAILS;
  terrawright_made* failed = api->run(trial, &small);
  CHECK(strstr(api->difference(honest, failed), "it is done and 'height: it is too high at cell (3, 4)'"));
  CHECK(strstr(api->differs(trial, &small, 1), "it failed: height: it is too high"));
  api->close_made(nan);
  api->close_made(far);
  api->close_made(honest);
  api->close_made(failed);
  api->close(trial);
}

/* ---- Misuse ---- */

static void refused(const terrawright_trial_request* request, const char* why) {
  terrawright_trial* trial = api->open(request);
  if (!trial || !strstr(api->misuse(trial), why)) {
    CHECK(!"refused");
    fprintf(stderr, "'%s' is not in '%s'\n", why, api->misuse(trial));
  }
  terrawright_made* made = api->run(trial, NULL);
  CHECK(api->answer(made) == TERRAWRIGHT_MISUSED && strstr(failure(made), why));
  CHECK(strstr(api->differs(trial, NULL, 0), why));
  api->close_made(made);
  api->close(trial);
}
#define REFUSED(change, why)                     \
  do {                                           \
    terrawright_trial_request request = usual(); \
    change;                                      \
    refused(&request, why);                      \
  } while (0)

static void misuse(void) {
  refused(NULL, "the request is missing");
  REFUSED(request.size = 8, "too short");
  REFUSED(request.reserved = 1, "unknown value");
  REFUSED(request.world = NULL, "the world is missing");
  REFUSED(world.width = 0, "at least one cell");
  REFUSED(world.height = INT64_C(1) << 40, "none that a config can describe");
  REFUSED(world.cell = NAN, "none that a config can describe");
  REFUSED(world.wrap = 77, "none that a config can describe");
  REFUSED(request.stage = NULL, "there is no stage");
  REFUSED(stage.paint = NULL, "lacks paint");
  REFUSED(inputs[1] = NULL, "an input is NULL");
  inputs[1] = &level;
  REFUSED(request.inputs = NULL, "an input is NULL");
  REFUSED(height.size = 4, "an input is missing, too short");
  REFUSED(height.port = "hight", "there is no input 'hight'");
  REFUSED(height.port = NULL, "there is no input ''");
  REFUSED(height.kind = TERRAWRIGHT_KIND_MASK, "takes the kind height, and this is mask");
  REFUSED(height.kind = 77, "takes the kind height");
  REFUSED(height.unit = "km", "is in m, not in km");
  REFUSED(height.cells = NULL, "is missing");
  REFUSED(height.reserved = 1, "is missing");
  REFUSED(height.n_legend = 1, "is missing");
  REFUSED(level.number = INFINITY, "no finite number");
  REFUSED(places.table = NULL, "is missing");
  REFUSED(places.places = TERRAWRIGHT_PORT_LINES, "not where it wants them");
  REFUSED(places.places = 77, "not where it wants them");
  REFUSED(level = height, "given twice");
  REFUSED(request.n_inputs = 0, "gives nothing to the input 'height'");
  REFUSED(request.n_files = 1, "a file is NULL");
  REFUSED(request.n_unread = 1, "nobody reads is NULL");
  const char* const unread[] = {"height"};
  REFUSED((request.unread = unread, request.n_unread = 1), "there is no output 'height'");
  terrawright_value value[2];
  memset(value, 0, sizeof value);
  value[0].real = 11;
  REFUSED(request.values = value, "outside its range");
  terrawright_given_file file = {sizeof file, 0, "add", 0, 0, NULL, {NULL, 0}};
  const terrawright_given_file* const files[] = {&file};
  REFUSED((request.files = files, request.n_files = 1), "names no file");
  file.parameter = "file";
  file.width = 3;
  REFUSED((request.files = files, request.n_files = 1), "no samples and no bytes");
  file.width = 0;
  file.blob.size = 3;
  REFUSED((request.files = files, request.n_files = 1), "no samples and no bytes");
  file.size = 8;
  REFUSED((request.files = files, request.n_files = 1), "a file is missing, too short");

  terrawright_trial_request request = usual();
  terrawright_trial* trial = api->open(&request);
  terrawright_trial_way ways[7];
  for (int i = 0; i < 7; ++i) ways[i] = tiles(4, 4);
  ways[0].size = 4;
  ways[1].poison = 2;
  ways[2].reserved = 1;
  ways[3].width = -1;
  ways[4].height = -1;
  ways[5].levels = 65;
  ways[6].threads = -1;
  for (int i = 0; i < 7; ++i) {
    terrawright_made* made = api->run(trial, &ways[i]);
    CHECK(api->answer(made) == TERRAWRIGHT_MISUSED && strstr(failure(made), "unknown value"));
    CHECK(strstr(api->differs(trial, &ways[i], 1), "unknown value"));
    api->close_made(made);
  }
  CHECK(strstr(api->differs(trial, NULL, 1), "unknown value"));
  api->close(trial);
  api->close(NULL);
  api->close_made(NULL);
  terrawright_made* none = api->run(NULL, NULL);
  CHECK(api->answer(none) == TERRAWRIGHT_MISUSED && api->messages(none, 0, NULL) == 0 && api->outputs(none, NULL) == 0);
  CHECK(strcmp(api->difference(none, NULL), "") != 0 && strcmp(api->difference(NULL, NULL), "") == 0);
  api->close_made(none);
  const terrawright_message* said = NULL;
  const terrawright_content* outputs = NULL;
  CHECK(api->answer(NULL) == TERRAWRIGHT_MISUSED && api->messages(NULL, 0, &said) == 0 &&
        api->outputs(NULL, &outputs) == 0);
  CHECK(strcmp(api->misuse(NULL), "") != 0 && strcmp(api->differs(NULL, NULL, 0), "") != 0);
}

int main(void) {
  CHECK(terrawright_api("trial/2") == NULL && terrawright_api(NULL) == NULL);
  api = terrawright_api(TERRAWRIGHT_TRIAL_API);
  if (!api || api->size < sizeof *api) return 1;
  use();
  watched();
  misuse();
  return faults > 0;
}

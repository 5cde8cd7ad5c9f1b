/* SPDX-License-Identifier: Apache-2.0 */
/* terrawright/world.h from plain C: world CASE ROOT FOLDER. Answers 0 where all that the case says is so. */
#define _POSIX_C_SOURCE 200809L
#include "terrawright/world.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"

static const char *root, *folder;

#define DEMAND(what)         \
  do {                       \
    CHECK(what);             \
    if (faults > 0) exit(1); \
  } while (0)

static const char tiny[] =
    "terrawright: 1\n"
    "name: tiny\n"
    "world: {size: [300, 200], cell: 1 km, seed: 7}\n"
    "stages:\n"
    "  base: {use: heights.diamond_square@1}\n"
    "  sea: {use: sea.level@1, in: {height: base}, with: {percentile: 55 %}}\n"
    "outputs: [{file: \"{name}.exr\", layers: {h: base}}]\n"
    "expect: [{name: none, that: max(base) <= 1000, warn: true}]\n";

/* ---- Shorthand ---- */

static void say(const terrawright_problem* const* problems, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i) fputs(problems[i]->shown, stderr);
}
static terrawright_context* context_of(const char* cache) {
  terrawright_settings settings = {0};
  settings.size = sizeof settings;
  settings.draft = TERRAWRIGHT_WORLD_DRAFT;
  settings.cache = cache;
  settings.threads = 2;
  return terrawright_open_context(&settings);
}
static terrawright_world* world_of(terrawright_context* context, const char* file, const char* text,
                                   const char* const* set, uint64_t n_set) {
  terrawright_world_request request = {0};
  request.size = sizeof request;
  request.file = file;
  request.text = text;
  request.text_size = text ? strlen(text) : 0;
  request.set = set;
  request.n_set = n_set;
  return terrawright_open_world(context, &request);
}
static terrawright_run* run_of(terrawright_world* world, uint32_t flags, const char* const* keep, uint64_t n_keep) {
  terrawright_run_request request = {0};
  request.size = sizeof request;
  request.flags = flags;
  request.keep = keep;
  request.n_keep = n_keep;
  request.folder = folder;
  return terrawright_open_run(world, &request);
}
static terrawright_area area_of(int64_t x, int64_t y, int64_t width, int64_t height, int64_t every, uint32_t how) {
  terrawright_area area = {sizeof area, how, every, {x, y, width, height}};
  return area;
}
static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
static void* memory(uint64_t bytes) {
  void* got = calloc(1, bytes);
  if (!got) exit(3);
  return got;
}

/* ---- What users do ---- */

static void use(void) {
  terrawright_context* context = context_of(NULL);
  DEMAND(context && terrawright_context_answer(context) == TERRAWRIGHT_DONE);
  CHECK(strstr(terrawright_describe(context, "version"), "\"terrawright/version/1\""));
  CHECK(strstr(terrawright_describe(context, "stages"), "heights.diamond_square"));
  terrawright_world* world = world_of(context, "tiny.yaml", tiny, NULL, 0);
  DEMAND(world && terrawright_world_answer(world) == TERRAWRIGHT_DONE);
  CHECK(strstr(terrawright_world_json(world, "facts"), "\"width\":300"));
  CHECK(strstr(terrawright_world_json(world, "config"), "\"sha256\""));
  const terrawright_port_facts* const* ports = NULL;
  CHECK(terrawright_ports(world, &ports) >= 1 && strcmp(ports[0]->name, "base") == 0 && ports[0]->cell_bytes == 4);
  CHECK(strlen(ports[0]->recipe) == 64);
  terrawright_rect window;
  CHECK(terrawright_window(world, "10,20,30x40", &window) == TERRAWRIGHT_DONE && window.x == 10 && window.height == 40);

  /* A node that no output needs can be kept too. */
  const char* const keep[] = {"base", "sea.land", "sea.level"};
  terrawright_run* run = run_of(world, TERRAWRIGHT_RUN_JUDGES, keep, 3);
  DEMAND(run && terrawright_run_answer(run) == TERRAWRIGHT_DONE);
  CHECK(strstr(terrawright_run_json(run, "plan"), "\"peak\""));
  CHECK(!terrawright_run_json(run, "results"));
  terrawright_close_context(context); /* a run keeps its parents alive */
  terrawright_close_world(world);
  CHECK(terrawright_go(run) == TERRAWRIGHT_DONE);
  CHECK(strstr(terrawright_run_json(run, "results"), "\"none\""));

  float* base = memory(300 * 200 * sizeof *base);
  terrawright_area all = area_of(0, 0, 300, 200, 1, 0);
  CHECK(terrawright_find(run, "base") == 0 && terrawright_find(run, "sea") == -1);
  CHECK(terrawright_read(run, 0, &all, base, 300, NULL) == TERRAWRIGHT_DONE);
  float least = base[0], most = base[0];
  for (int i = 1; i < 300 * 200; ++i) {
    least = fminf(least, base[i]);
    most = fmaxf(most, base[i]);
  }
  terrawright_statistics extremes;
  CHECK(terrawright_extremes(run, 0, &extremes) == TERRAWRIGHT_DONE);
  CHECK(extremes.minimum == (double)least && extremes.maximum == (double)most && extremes.nans == 0);
  /* Coarse cells: the mean of 8 x 8, of fewer at the edge; and the first. */
  float mean[2], first[2];
  terrawright_area corner = area_of(36, 24, 2, 1, 8, TERRAWRIGHT_COARSE_MEAN);
  CHECK(terrawright_read(run, 0, &corner, mean, 2, NULL) == TERRAWRIGHT_DONE);
  corner.how = TERRAWRIGHT_COARSE_FIRST;
  CHECK(terrawright_read(run, 0, &corner, first, 2, NULL) == TERRAWRIGHT_DONE);
  for (int block = 0; block < 2; ++block) {
    double sum = 0;
    int count = 0;
    for (int y = 192; y < 200; ++y) {
      for (int x = 288 + 8 * block; x < 300 && x < 296 + 8 * block; ++x, ++count) sum += (double)base[y * 300 + x];
    }
    CHECK(mean[block] == (float)(sum / count));
    CHECK(first[block] == base[192 * 300 + 288 + 8 * block]);
  }
  double level = NAN;
  CHECK(terrawright_number(run, 2, &level) == TERRAWRIGHT_DONE && level > extremes.minimum && level < extremes.maximum);
  /* The sea is where the level says: what one port tells holds for the cells of another. */
  uint8_t* land = memory(300 * 200);
  CHECK(terrawright_read(run, 1, &all, land, 300, NULL) == TERRAWRIGHT_DONE);
  int differs = 0;
  for (int i = 0; i < 300 * 200; ++i) differs += land[i] != ((double)base[i] > level);
  CHECK(differs == 0);
  uint8_t digest[16];
  CHECK(terrawright_digest(run, 0, digest) == TERRAWRIGHT_DONE);
  CHECK(terrawright_go(run) == TERRAWRIGHT_MISUSED); /* once */
  free(land);
  free(base);
  terrawright_close_run(run);
}

/* ---- Tables ---- */

static void rows(void) {
  char file[4096];
  snprintf(file, sizeof file, "%s/configs/island.yaml", root);
  terrawright_context* context = context_of(NULL);
  const char* const set[] = {"world.size=[257,257]"};
  terrawright_world* world = world_of(context, file, NULL, set, 1);
  const terrawright_port_facts* const* ports = NULL;
  const uint64_t n = terrawright_ports(world, &ports);
  const char* tables[64];
  uint64_t n_tables = 0;
  for (uint64_t i = 0; i < n; ++i) {
    if (ports[i]->kind == TERRAWRIGHT_KIND_TABLE && n_tables < 64) tables[n_tables++] = ports[i]->name;
  }
  DEMAND(n_tables >= 1);
  terrawright_run* run = run_of(world, 0, tables, n_tables);
  DEMAND(terrawright_go(run) == TERRAWRIGHT_DONE);
  uint64_t all_rows = 0;
  for (uint64_t t = 0; t < n_tables; ++t) {
    uint64_t count[2] = {0, 0}, points[2] = {0, 0};
    for (int way = 0; way < 2; ++way) { /* one by one, and all at once: the same */
      terrawright_rows* reader = terrawright_open_rows(run, (int64_t)t);
      DEMAND(reader);
      int calls = 0;
      for (const terrawright_table* table; (table = terrawright_next_rows(reader, way ? UINT64_MAX : 1)); ++calls) {
        CHECK(table->n_columns >= 1 && (way == 1 || table->n_rows <= 1));
        count[way] += table->n_rows;
        if (table->n_rows > 0 && table->ends) points[way] += table->ends[table->n_rows - 1];
      }
      CHECK(calls >= 1);
      CHECK(!terrawright_next_rows(reader, 1));
      CHECK(terrawright_close_rows(reader) == TERRAWRIGHT_DONE);
    }
    CHECK(count[0] == count[1] && points[0] == points[1]);
    all_rows += count[0];
  }
  CHECK(all_rows > 0);
  terrawright_close_run(run);
  terrawright_close_world(world);
  terrawright_close_context(context);
}

/* ---- On demand ---- */

struct Reader {
  terrawright_run* run;
  const terrawright_port_facts* const* ports;
  unsigned char** whole;
  const int64_t* layers;
  uint64_t n_layers, seed;
  int reads, wrong;
};

static uint64_t next(uint64_t* state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return *state >> 33;
}

enum { SIDE = 1025 };

static void* read_windows(void* given) {
  struct Reader* reader = given;
  for (int i = 0; i < 250; ++i, ++reader->reads) {
    const uint64_t layer = next(&reader->seed) % reader->n_layers;
    const uint32_t bytes = reader->ports[reader->layers[layer]]->cell_bytes;
    const int64_t x = (int64_t)(next(&reader->seed) % (SIDE - 1)), y = (int64_t)(next(&reader->seed) % (SIDE - 1));
    const int64_t width = 1 + (int64_t)(next(&reader->seed) % 256), height = 1 + (int64_t)(next(&reader->seed) % 256);
    terrawright_area area =
        area_of(x, y, width < SIDE - x ? width : SIDE - x, height < SIDE - y ? height : SIDE - y, 1, 0);
    unsigned char* cells = memory((uint64_t)(area.cells.width * area.cells.height) * bytes);
    if (terrawright_read(reader->run, (int64_t)layer, &area, cells, area.cells.width, NULL) != TERRAWRIGHT_DONE)
      ++reader->wrong;
    for (int64_t row = 0; row < area.cells.height; ++row) {
      const unsigned char* expected = reader->whole[layer] + (uint64_t)((y + row) * SIDE + x) * bytes;
      const unsigned char* got = cells + (uint64_t)(row * area.cells.width) * bytes;
      if (memcmp(expected, got, (uint64_t)area.cells.width * bytes) != 0) {
        ++reader->wrong;
        break;
      }
    }
    free(cells);
  }
  return NULL;
}

static void windows_of(const char* config) {
  char file[4096];
  snprintf(file, sizeof file, "%s/configs/%s.yaml", root, config);
  const char* const set[] = {"world.size=[1025,1025]"};
  terrawright_context* context = context_of(NULL);
  terrawright_world* world = world_of(context, file, NULL, set, 1);
  const terrawright_problem* const* problems;
  say(problems, terrawright_world_problems(world, &problems));
  DEMAND(terrawright_world_answer(world) == TERRAWRIGHT_DONE);
  const terrawright_port_facts* const* ports;
  const uint64_t n = terrawright_ports(world, &ports);
  const char* names[256];
  int64_t layers[256];
  uint64_t n_layers = 0;
  for (uint64_t i = 0; i < n && n_layers < 256; ++i) {
    if (ports[i]->cell_bytes == 0) continue;
    layers[n_layers] = (int64_t)i;
    names[n_layers++] = ports[i]->name;
  }
  DEMAND(n_layers >= 5);
  terrawright_run* whole = run_of(world, 0, names, n_layers);
  DEMAND(terrawright_go(whole) == TERRAWRIGHT_DONE);
  unsigned char* cells[256];
  const terrawright_area all = area_of(0, 0, SIDE, SIDE, 1, 0);
  for (uint64_t i = 0; i < n_layers; ++i) {
    cells[i] = memory((uint64_t)SIDE * SIDE * ports[layers[i]]->cell_bytes);
    DEMAND(terrawright_read(whole, (int64_t)i, &all, cells[i], SIDE, NULL) == TERRAWRIGHT_DONE);
  }
  terrawright_close_run(whole);

  terrawright_run* run = run_of(world, TERRAWRIGHT_RUN_ON_DEMAND, names, n_layers);
  double begin = seconds();
  DEMAND(terrawright_go(run) == TERRAWRIGHT_DONE);
  printf("%s: resolved in %.0f ms of processor\n", config, 1e3 * (seconds() - begin));
  /* The picture, as a page asks for its tiles. */
  const int64_t last = terrawright_find(run, "picture");
  DEMAND(last >= 0);
  unsigned char* tile = memory((uint64_t)256 * 256 * 16);
  double once = 0, twice = 0;
  for (int i = 0; i < 16; ++i) {
    const terrawright_area area = area_of(i % 4 * 256, i / 4 * 256, 256, 256, 1, 0);
    begin = seconds();
    CHECK(terrawright_read(run, last, &area, tile, 256, NULL) == TERRAWRIGHT_DONE);
    once += seconds() - begin;
    begin = seconds();
    CHECK(terrawright_read(run, last, &area, tile, 256, NULL) == TERRAWRIGHT_DONE);
    twice += seconds() - begin;
  }
  printf("%s: 256 x 256 of '%s': %.1f ms of processor, read again %.2f ms\n", config, names[last], 1e3 * once / 16,
         1e3 * twice / 16);
  free(tile);
  pthread_t threads[4];
  struct Reader readers[4];
  for (unsigned t = 0; t < 4; ++t) {
    readers[t] = (struct Reader){run, ports, cells, layers, n_layers, t + 1, 0, 0};
    DEMAND(pthread_create(&threads[t], NULL, read_windows, &readers[t]) == 0);
  }
  int reads = 0, wrong = 0;
  for (unsigned t = 0; t < 4; ++t) {
    pthread_join(threads[t], NULL);
    reads += readers[t].reads;
    wrong += readers[t].wrong;
  }
  printf("%s: %d windows by 4 threads, %d differ\n", config, reads, wrong);
  CHECK(reads == 1000 && wrong == 0);
  for (uint64_t i = 0; i < n_layers; ++i) free(cells[i]);
  terrawright_close_run(run);
  terrawright_close_world(world);
  terrawright_close_context(context);
}

/* ---- Data of the program ---- */

static terrawright_content content_of(const char* port, uint32_t kind, const void* cells, double number) {
  terrawright_content content = {0};
  content.size = sizeof content;
  content.kind = kind;
  content.port = port;
  content.unit = "m";
  content.cells = cells;
  content.number = number;
  return content;
}

static void given(void) {
  enum { WIDTH = 70, HEIGHT = 40 };
  static float heights[WIDTH * HEIGHT];
  for (int i = 0; i < WIDTH * HEIGHT; ++i) heights[i] = (float)((i * 37) % 101);
  const terrawright_content height = content_of("height", TERRAWRIGHT_KIND_HEIGHT, heights, 0),
                            level = content_of("level", TERRAWRIGHT_KIND_NUMBER, NULL, 12.5),
                            text = content_of("text", TERRAWRIGHT_KIND_TEXT, NULL, 0),
                            empty = content_of("height", TERRAWRIGHT_KIND_HEIGHT, NULL, 0);
  const terrawright_content* const both[] = {&height, &level};
  const terrawright_content *const texts[] = {&text}, *const empties[] = {&empty}, *const nothing[] = {NULL};
  static const char world_text[] =
      "terrawright: 1\nname: own\nworld: {size: [70, 40], cell: 1 km, seed: 7}\n"
      "stages:\n  own: {use: given.data@1}\n"
      "  above: {use: shape.formula@1, in: {a: own.height, level: own.level}, with: {formula: a - level}}\n"
      "outputs: [{file: a.exr, layers: {a: above}}]\n";
  char recipes[2][65];
  for (int turn = 0; turn < 2; ++turn) {
    terrawright_context* context = context_of(NULL);
    CHECK(terrawright_give(NULL, "given.data", WIDTH, HEIGHT, both, 2) == TERRAWRIGHT_MISUSED);
    CHECK(terrawright_give(context, NULL, WIDTH, HEIGHT, both, 2) == TERRAWRIGHT_MISUSED);
    CHECK(terrawright_give(context, "given.data", 0, HEIGHT, both, 2) == TERRAWRIGHT_MISUSED);
    CHECK(terrawright_give(context, "given.data", WIDTH, HEIGHT, NULL, 1) == TERRAWRIGHT_MISUSED);
    CHECK(terrawright_give(context, "given.data", WIDTH, HEIGHT, both, 0) == TERRAWRIGHT_MISUSED);
    CHECK(terrawright_give(context, "given.data", WIDTH, HEIGHT, nothing, 1) == TERRAWRIGHT_MISUSED);
    CHECK(terrawright_give(context, "given.data", WIDTH, HEIGHT, texts, 1) == TERRAWRIGHT_MISUSED);
    CHECK(terrawright_give(context, "given.data", WIDTH, HEIGHT, empties, 1) == TERRAWRIGHT_MISUSED);
    CHECK(terrawright_give(context, "no id", WIDTH, HEIGHT, both, 2) == TERRAWRIGHT_MISUSED);
    CHECK(terrawright_give(context, "sea.level", WIDTH, HEIGHT, both, 2) == TERRAWRIGHT_MISUSED);
    CHECK(terrawright_give(context, "given.data", WIDTH, HEIGHT, both, 2) == TERRAWRIGHT_DONE);
    CHECK(terrawright_give(context, "given.data", WIDTH, HEIGHT, both, 2) == TERRAWRIGHT_MISUSED);
    const terrawright_problem* const* problems;
    CHECK(terrawright_context_problems(context, &problems) == 10 && strcmp(problems[9]->rule, "misuse") == 0);

    terrawright_world* world = world_of(context, "own.yaml", world_text, NULL, 0);
    say(problems, terrawright_world_problems(world, &problems));
    DEMAND(terrawright_world_answer(world) == TERRAWRIGHT_DONE);
    const char* const keep[] = {"own.height", "own.level", "above"};
    terrawright_run* run = run_of(world, 0, keep, 3);
    DEMAND(terrawright_go(run) == TERRAWRIGHT_DONE);
    const terrawright_port_facts* facts = terrawright_kept(run, 0);
    DEMAND(facts && facts->kind == TERRAWRIGHT_KIND_HEIGHT && strcmp(facts->name, "own.height") == 0);
    CHECK(strcmp(facts->unit, "m") == 0 && facts->cell_bytes == 4 && strlen(facts->recipe) == 64);
    memcpy(recipes[turn], facts->recipe, 65);
    CHECK(!terrawright_kept(run, 3) && !terrawright_kept(run, -1) && !terrawright_kept(NULL, 0));
    static float cells[WIDTH * HEIGHT];
    const terrawright_area all = area_of(0, 0, WIDTH, HEIGHT, 1, 0);
    DEMAND(terrawright_read(run, 0, &all, cells, WIDTH, NULL) == TERRAWRIGHT_DONE);
    CHECK(memcmp(cells, heights, sizeof cells) == 0);
    double number = 0;
    CHECK(terrawright_number(run, 1, &number) == TERRAWRIGHT_DONE && number == 12.5);
    DEMAND(terrawright_read(run, 2, &all, cells, WIDTH, NULL) == TERRAWRIGHT_DONE);
    for (int i = 0; i < WIDTH * HEIGHT; ++i) CHECK(cells[i] == heights[i] - 12.5f);
    terrawright_close_run(run);

    const char* const larger[] = {"world.size=[71, 40]"};
    terrawright_world* other = world_of(context, "own.yaml", world_text, larger, 1);
    CHECK(terrawright_world_answer(other) == TERRAWRIGHT_REFUSED && terrawright_world_problems(other, &problems) > 0);
    CHECK(strstr(problems[0]->message, "70 x 40 cells") != NULL);
    terrawright_close_world(other);
    terrawright_close_world(world);
    terrawright_close_context(context);
  }
  CHECK(strcmp(recipes[0], recipes[1]) != 0); /* of other data with the same id */
}

/* ---- Every misuse ---- */

static void misuse(void) {
  const terrawright_problem* const* problems = NULL;
  CHECK(terrawright_context_answer(NULL) == TERRAWRIGHT_MISUSED);
  CHECK(terrawright_world_answer(NULL) == TERRAWRIGHT_MISUSED);
  CHECK(terrawright_run_answer(NULL) == TERRAWRIGHT_MISUSED);
  CHECK(terrawright_context_problems(NULL, &problems) == 0 && terrawright_world_problems(NULL, &problems) == 0);
  CHECK(terrawright_run_problems(NULL, &problems) == 0);
  CHECK(!terrawright_describe(NULL, "version") && !terrawright_world_json(NULL, "facts"));
  CHECK(!terrawright_run_json(NULL, "plan") && terrawright_find(NULL, "base") == -1);
  CHECK(terrawright_go(NULL) == TERRAWRIGHT_MISUSED);
  terrawright_cancel(NULL);
  terrawright_close_context(NULL);
  terrawright_close_world(NULL);
  terrawright_close_run(NULL);
  CHECK(terrawright_close_rows(NULL) == TERRAWRIGHT_DONE && !terrawright_next_rows(NULL, 1));
  CHECK(!terrawright_open_rows(NULL, 0));

  /* Settings: missing, short, of another draft, with what is unknown. */
  terrawright_settings good = {0};
  good.size = sizeof good;
  good.draft = TERRAWRIGHT_WORLD_DRAFT;
  const char* nothing = NULL;
  for (int wrong = 0; wrong < 6; ++wrong) {
    terrawright_settings settings = good;
    if (wrong == 1) settings.size = sizeof settings - 4;
    if (wrong == 2) settings.draft = 0;
    if (wrong == 3) settings.reserved = 1;
    if (wrong == 4) settings.threads = -1;
    if (wrong == 5) settings.plugins = &nothing, settings.n_plugins = 1;
    terrawright_context* context = terrawright_open_context(wrong == 0 ? NULL : &settings);
    CHECK(context && terrawright_context_answer(context) == TERRAWRIGHT_MISUSED);
    CHECK(terrawright_context_problems(context, &problems) == 1 && strcmp(problems[0]->rule, "misuse") == 0);
    terrawright_world* world = world_of(context, "tiny.yaml", tiny, NULL, 0);
    CHECK(terrawright_world_answer(world) == TERRAWRIGHT_MISUSED);
    terrawright_close_world(world);
    terrawright_close_context(context);
  }
  good.size = sizeof good + 64; /* of a newer header: what is not 0 there asks for what this library does not know */
  struct {
    terrawright_settings settings;
    char more[64];
  } newer = {good, {0}};
  newer.more[63] = 1;
  terrawright_context* context = terrawright_open_context(&newer.settings);
  CHECK(terrawright_context_answer(context) == TERRAWRIGHT_MISUSED);
  terrawright_close_context(context);
  newer.more[63] = 0;
  context = terrawright_open_context(&newer.settings);
  CHECK(terrawright_context_answer(context) == TERRAWRIGHT_DONE);
  CHECK(!terrawright_describe(context, "weather") && !terrawright_describe(context, NULL));

  /* Worlds. */
  for (int wrong = 0; wrong < 5; ++wrong) {
    terrawright_world_request request = {0};
    request.size = sizeof request;
    request.file = "tiny.yaml";
    request.text = tiny;
    request.text_size = strlen(tiny);
    if (wrong == 1) request.size = 4;
    if (wrong == 2) request.flags = 2;
    if (wrong == 3) request.file = request.text = NULL;
    if (wrong == 4) request.set = &nothing, request.n_set = 1;
    terrawright_world* world = terrawright_open_world(context, wrong == 0 ? NULL : &request);
    CHECK(world && terrawright_world_answer(world) == TERRAWRIGHT_MISUSED);
    CHECK(terrawright_world_problems(world, &problems) == 1);
    terrawright_run* run = run_of(world, 0, NULL, 0);
    CHECK(terrawright_run_answer(run) == TERRAWRIGHT_MISUSED && terrawright_go(run) == TERRAWRIGHT_MISUSED);
    terrawright_close_run(run);
    terrawright_close_world(world);
  }
  terrawright_world* bad = world_of(context, "bad.yaml", "terrawright: 1\nname: bad\nworld: {size: [0, 5]}\n", NULL, 0);
  CHECK(terrawright_world_answer(bad) == TERRAWRIGHT_REFUSED);
  const uint64_t n = terrawright_world_problems(bad, &problems);
  CHECK(n >= 1 && problems[0]->line >= 1 && strcmp(problems[0]->source, "bad.yaml") == 0);
  const terrawright_problem* const* again = NULL;
  CHECK(terrawright_world_problems(bad, &again) == n && again == problems); /* the same question, the same answer */
  CHECK(!terrawright_world_json(bad, "facts"));
  const terrawright_port_facts* const* ports = NULL;
  CHECK(terrawright_ports(bad, &ports) == 0 && terrawright_ports(NULL, &ports) == 0);
  terrawright_close_world(bad);

  terrawright_world* world = world_of(context, "tiny.yaml", tiny, NULL, 0);
  terrawright_rect rect;
  CHECK(terrawright_window(world, "0,0,301x10", &rect) == TERRAWRIGHT_MISUSED);
  CHECK(terrawright_window(world, "here", &rect) == TERRAWRIGHT_MISUSED);
  CHECK(terrawright_window(world, NULL, &rect) == TERRAWRIGHT_MISUSED);
  CHECK(terrawright_window(world, "0,0,1x1", NULL) == TERRAWRIGHT_MISUSED);
  CHECK(!terrawright_world_json(world, "weather") && terrawright_ports(world, NULL) == 0);

  /* Runs. */
  const terrawright_rect window = {0, 0, 10, 10};
  terrawright_observer observer = {0};
  for (int wrong = 0; wrong < 9; ++wrong) {
    terrawright_run_request request = {0};
    request.size = sizeof request;
    if (wrong == 1) request.size = 8;
    if (wrong == 2) request.flags = 1u << 30;
    if (wrong == 3) request.flags = TERRAWRIGHT_RUN_ON_DEMAND | TERRAWRIGHT_RUN_WRITES;
    if (wrong == 4) request.flags = TERRAWRIGHT_RUN_ON_DEMAND, request.window = &window;
    if (wrong == 5) request.flags = TERRAWRIGHT_RUN_SHA256;
    if (wrong == 6) request.tile = -2;
    if (wrong == 7) request.keep = &nothing, request.n_keep = 1;
    if (wrong == 8) request.observer = &observer; /* its size is 0 */
    terrawright_run* run = terrawright_open_run(world, wrong == 0 ? NULL : &request);
    CHECK(run && terrawright_run_answer(run) == TERRAWRIGHT_MISUSED && terrawright_go(run) == TERRAWRIGHT_MISUSED);
    CHECK(terrawright_run_problems(run, &problems) == 1);
    terrawright_close_run(run);
  }
  const char* const unknown[] = {"mountains"};
  terrawright_run* refused = run_of(world, 0, unknown, 1);
  CHECK(terrawright_run_answer(refused) == TERRAWRIGHT_REFUSED && terrawright_go(refused) == TERRAWRIGHT_MISUSED);
  terrawright_close_run(refused);

  /* Results. */
  const char* const keep[] = {"base", "sea.level"};
  terrawright_run* run = run_of(world, 0, keep, 2);
  float cells[100];
  const terrawright_area part = area_of(0, 0, 10, 10, 1, 0);
  CHECK(terrawright_read(run, 0, &part, cells, 10, NULL) == TERRAWRIGHT_MISUSED); /* before go */
  CHECK(terrawright_go(run) == TERRAWRIGHT_DONE);
  CHECK(terrawright_read(run, 0, &part, cells, 10, NULL) == TERRAWRIGHT_DONE);
  CHECK(terrawright_read(run, 2, &part, cells, 10, NULL) == TERRAWRIGHT_MISUSED);
  CHECK(terrawright_read(run, -1, &part, cells, 10, NULL) == TERRAWRIGHT_MISUSED);
  CHECK(terrawright_read(run, 1, &part, cells, 10, NULL) == TERRAWRIGHT_MISUSED); /* a number has no cells */
  CHECK(terrawright_read(run, 0, &part, cells, 9, NULL) == TERRAWRIGHT_MISUSED);
  CHECK(terrawright_read(run, 0, &part, NULL, 10, NULL) == TERRAWRIGHT_MISUSED);
  CHECK(terrawright_read(run, 0, NULL, cells, 10, NULL) == TERRAWRIGHT_MISUSED);
  const terrawright_area outside[] = {
      area_of(-1, 0, 2, 2, 1, 0),        area_of(299, 0, 2, 2, 1, 0),       area_of(0, 199, 2, 2, 1, 0),
      area_of(0, 0, 0, 1, 1, 0),         area_of(0, 0, 1, -1, 1, 0),        area_of(0, 0, 2, 2, -1, 0),
      area_of(38, 0, 1, 1, 8, 0),        area_of(0, 0, 1, 1, 1, 2),         area_of(INT64_MAX, 0, 1, 1, 1, 0),
      area_of(0, 0, INT64_MAX, 1, 1, 0), area_of(1, 0, 1, 1, INT64_MAX, 0), area_of(INT64_MAX, INT64_MAX, 1, 1, 8, 0)};
  for (uint64_t i = 0; i < sizeof outside / sizeof *outside; ++i)
    CHECK(terrawright_read(run, 0, &outside[i], cells, 10, NULL) == TERRAWRIGHT_MISUSED);
  const uint64_t said = terrawright_run_problems(run, &problems);
  CHECK(said >= 12 && strstr(problems[said - 1]->message, "is not inside the 300 x "));
  const terrawright_area coarsest = area_of(0, 0, 1, 1, INT64_MAX, TERRAWRIGHT_COARSE_MEAN); /* the whole world */
  CHECK(terrawright_read(run, 0, &coarsest, cells, 1, NULL) == TERRAWRIGHT_DONE);
  int32_t stop = 1;
  CHECK(terrawright_read(run, 0, &part, cells, 10, &stop) == TERRAWRIGHT_STOPPED);
  double number;
  uint8_t digest[16];
  terrawright_blob bytes;
  terrawright_statistics statistics;
  CHECK(terrawright_number(run, 0, &number) == TERRAWRIGHT_MISUSED);
  CHECK(terrawright_number(run, 1, NULL) == TERRAWRIGHT_MISUSED);
  CHECK(terrawright_bytes(run, 0, &bytes) == TERRAWRIGHT_MISUSED);
  CHECK(terrawright_extremes(run, 1, &statistics) == TERRAWRIGHT_MISUSED);
  CHECK(terrawright_extremes(run, 0, NULL) == TERRAWRIGHT_MISUSED);
  CHECK(terrawright_digest(run, 7, digest) == TERRAWRIGHT_MISUSED);
  CHECK(!terrawright_open_rows(run, 0));
  terrawright_cancel(run);
  CHECK(terrawright_read(run, 0, &part, cells, 10, NULL) == TERRAWRIGHT_STOPPED);
  terrawright_close_run(run);

  run = run_of(world, TERRAWRIGHT_RUN_ON_DEMAND, keep, 2);
  CHECK(terrawright_go(run) == TERRAWRIGHT_DONE);
  CHECK(terrawright_number(run, 1, &number) == TERRAWRIGHT_DONE);
  CHECK(terrawright_extremes(run, 0, &statistics) == TERRAWRIGHT_MISUSED); /* of a whole layer */
  CHECK(terrawright_digest(run, 0, digest) == TERRAWRIGHT_MISUSED);
  CHECK(terrawright_read(run, 0, &part, cells, 10, NULL) == TERRAWRIGHT_DONE);
  terrawright_close_run(run);

  /* For a window: its cells alone, the same bits. */
  float whole[100];
  memcpy(whole, cells, sizeof cells);
  terrawright_run_request request = {0};
  request.size = sizeof request;
  request.window = &window;
  request.keep = keep;
  request.n_keep = 1;
  run = terrawright_open_run(world, &request);
  CHECK(terrawright_go(run) == TERRAWRIGHT_DONE);
  CHECK(terrawright_read(run, 0, &part, cells, 10, NULL) == TERRAWRIGHT_DONE &&
        memcmp(whole, cells, sizeof cells) == 0);
  request.window = NULL;
  request.tile = -1; /* the world is one tile */
  terrawright_run* one = terrawright_open_run(world, &request);
  CHECK(terrawright_go(one) == TERRAWRIGHT_DONE);
  CHECK(terrawright_read(one, 0, &part, cells, 10, NULL) == TERRAWRIGHT_DONE &&
        memcmp(whole, cells, sizeof cells) == 0);
  terrawright_close_run(one);
  const terrawright_area beyond = area_of(5, 5, 6, 5, 1, 0);
  CHECK(terrawright_read(run, 0, &beyond, cells, 10, NULL) == TERRAWRIGHT_MISUSED);
  terrawright_close_run(run);
  terrawright_close_world(world);
  terrawright_close_context(context);
}

/* ---- Files, observers, cancelling ---- */

struct Seen {
  int begun, ended, written;
  terrawright_run* run;
};
static void begins(void* user, const char* node) {
  struct Seen* seen = user;
  seen->begun += node[0] != 0;
  if (seen->run) terrawright_cancel(seen->run);
}
static void ends(void* user, const char* node, double took) {
  ((struct Seen*)user)->ended += node[0] != 0 && took >= 0;
}
static void written(void* user, const char* file, double took) {
  ((struct Seen*)user)->written += file[0] != 0 && took >= 0;
}

static void writes(void) {
  char path[4096];
  snprintf(path, sizeof path, "%s/tiny.exr", folder);
  remove(path);
  terrawright_context* context = context_of(NULL);
  terrawright_world* world = world_of(context, "tiny.yaml", tiny, NULL, 0);
  struct Seen seen = {0};
  terrawright_observer observer = {sizeof observer, 0, &seen, begins, NULL, ends, written, NULL};
  const char* const keep[] = {"base"};
  terrawright_run_request request = {0};
  request.size = sizeof request;
  request.flags = TERRAWRIGHT_RUN_WRITES | TERRAWRIGHT_RUN_SHA256;
  request.folder = folder;
  request.keep = keep;
  request.n_keep = 1;
  request.observer = &observer;
  terrawright_run* run = terrawright_open_run(world, &request);
  seen.run = run; /* cancelled by its own observer */
  CHECK(terrawright_go(run) == TERRAWRIGHT_STOPPED && terrawright_run_answer(run) == TERRAWRIGHT_STOPPED);
  terrawright_close_run(run);
  FILE* file = fopen(path, "rb");
  CHECK(!file); /* nothing has its name */
  memset(&seen, 0, sizeof seen);
  run = terrawright_open_run(world, &request);
  CHECK(terrawright_go(run) == TERRAWRIGHT_DONE);
  CHECK(seen.begun >= 1 && seen.ended == seen.begun && seen.written >= 1);
  CHECK(strstr(terrawright_run_json(run, "results"), "tiny.exr"));
  float cell;
  const terrawright_area one = area_of(3, 3, 1, 1, 1, 0);
  CHECK(terrawright_read(run, 0, &one, &cell, 1, NULL) == TERRAWRIGHT_DONE); /* kept beside the files */
  file = fopen(path, "rb");
  CHECK(file);
  if (file) fclose(file);
  terrawright_close_run(run);

  /* The kept ports are none of the config's outputs: the manifest has the config's hash. */
  static char manifest[1 << 20];
  char hash[80];
  snprintf(path, sizeof path, "%s/tiny-7.manifest.json", folder);
  file = fopen(path, "rb");
  DEMAND(file);
  manifest[fread(manifest, 1, sizeof manifest - 1, file)] = 0;
  fclose(file);
  const char* sha256 = strstr(terrawright_world_json(world, "config"), "\"sha256\":\"");
  DEMAND(sha256);
  snprintf(hash, sizeof hash, "%.64s", sha256 + 10);
  CHECK(strstr(manifest, hash));
  /* A strict world may be read without what its outputs need: nothing is to be warned of. */
  terrawright_world_request asked = {0};
  asked.size = sizeof asked;
  asked.flags = TERRAWRIGHT_WORLD_STRICT;
  asked.file = "strict.yaml";
  asked.text =
      "terrawright: 1\nname: strict\nworld: {size: [64, 64], cell: 1 km, seed: 7}\nstages:\n"
      "  a: {use: heights.noise@1}\n  b: {use: shape.normalise@1, in: {field: a}}\n"
      "outputs: [{file: a.exr, layers: {b: b}}]\n";
  asked.text_size = strlen(asked.text);
  terrawright_world* strict = terrawright_open_world(context, &asked);
  const char* const first[] = {"a"};
  run = run_of(strict, 0, first, 1);
  CHECK(terrawright_world_answer(strict) == TERRAWRIGHT_DONE && terrawright_go(run) == TERRAWRIGHT_DONE);
  const terrawright_problem* const* said;
  CHECK(terrawright_run_problems(run, &said) == 0);
  terrawright_close_run(run);
  terrawright_close_world(strict);

  /* An expectation of the config that fails. */
  const char* const set[] = {"expect=[{name: low, that: max(base) <= -1}]"};
  terrawright_world* other = world_of(context, "tiny.yaml", tiny, set, 1);
  const terrawright_problem* const* problems;
  say(problems, terrawright_world_problems(other, &problems));
  run = run_of(other, TERRAWRIGHT_RUN_JUDGES, NULL, 0);
  CHECK(terrawright_go(run) == TERRAWRIGHT_UNMET);
  CHECK(terrawright_run_problems(run, &problems) >= 1 && strcmp(problems[0]->rule, "expectation") == 0);
  terrawright_close_run(run);
  terrawright_close_world(other);
  terrawright_close_world(world);
  terrawright_close_context(context);
}

/* ---- A little of everything, for faults: whatever is answered, nothing else may happen ---- */

static void everything(void) {
  terrawright_context* context = context_of(NULL);
  terrawright_world* world = world_of(context, "tiny.yaml", tiny, NULL, 0);
  const terrawright_problem* const* problems;
  terrawright_world_problems(world, &problems);
  const terrawright_port_facts* const* ports;
  terrawright_ports(world, &ports);
  const char* const keep[] = {"base", "sea.level"};
  const uint32_t ways[] = {TERRAWRIGHT_RUN_WRITES | TERRAWRIGHT_RUN_JUDGES, TERRAWRIGHT_RUN_ON_DEMAND};
  for (int way = 0; way < 2; ++way) {
    terrawright_run* run = run_of(world, ways[way], keep, 2);
    const int32_t answer = terrawright_go(run);
    float* cells = malloc(300 * 200 * sizeof *cells);
    const terrawright_area all = area_of(0, 0, 300, 200, 1, 0), one = area_of(0, 0, 1, 1, 300, 0);
    if (cells && answer == TERRAWRIGHT_DONE) {
      terrawright_read(run, 0, &all, cells, 300, NULL);
      terrawright_read(run, 0, &one, cells, 1, NULL);
    }
    free(cells);
    /* If only one call fails, there is memory to report it. */
    if (run && answer != TERRAWRIGHT_DONE && answer != TERRAWRIGHT_MISUSED && !getenv("FAIL_FROM"))
      CHECK(terrawright_run_problems(run, &problems) > 0);
    terrawright_close_run(run);
  }
  terrawright_close_world(world);
  terrawright_close_context(context);
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  root = argv[2];
  folder = argv[3];
  if (strcmp(argv[1], "use") == 0) use();
  if (strcmp(argv[1], "rows") == 0) rows();
  if (strcmp(argv[1], "windows") == 0) windows_of("island"), windows_of("realistic");
  if (strcmp(argv[1], "given") == 0) given();
  if (strcmp(argv[1], "misuse") == 0) misuse();
  if (strcmp(argv[1], "writes") == 0) writes();
  if (strcmp(argv[1], "everything") == 0) everything();
  return faults > 0;
}

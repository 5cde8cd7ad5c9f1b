// SPDX-License-Identifier: Apache-2.0
// abi.h, the functions of a stage: what each is given, how often it is called, and what it may answer.
#include "contract/contract.hpp"

using namespace terrawright::test;

namespace {

const std::string fed = "  land: {use: heights.noise@1}\n  one: {use: made.one@1, in: {in: land}}\n";

}  // namespace

TEST_CASE("40: create is given the plugin's own descriptor, and destroy each instance once", "[contract]") {
  const Contract contract(R"(static int instance_;
static void *create(const terrawright_stage *stage, const terrawright_host *host, void *handle,
                    const terrawright_arrangement *arrangement) {
  (void)host, (void)handle, (void)arrangement;
  if (stage->data != &instance_) tell("another one");
  tell("created");
  return malloc(1);
}
static void destroy(void *self) { free(self), tell("destroyed"); }
#define CREATE create
#define DESTROY destroy)");
  demand(contract.build("  a: {use: made.one@1}\n  b: {use: made.one@1}\n", "{a: a, b: b}"));
  const std::string told = contract.told();
  CHECK(count_of(told, "created") >= 2);
  CHECK(count_of(told, "created") == count_of(told, "destroyed"));
  CHECK(count_of(told, "another one") == 0);
}

TEST_CASE("41: an input that is not connected is all zeros, and so is an output that nobody reads", "[contract]") {
  const Contract contract(R"(static int32_t paint(const void *self, const terrawright_job *job) {
  static const terrawright_view none;
  static const terrawright_target nobody;
  (void)self;
  if (memcmp(&job->inputs[0], &none, sizeof none) != 0) tell("an input");
  if (memcmp(&job->outputs[2], &nobody, sizeof nobody) != 0) tell("an output");
  return paint_all(job, 2, 0);
}
static int32_t resolve(const void *self, const terrawright_job *job) {
  static const terrawright_view none;
  static const terrawright_target nobody;
  (void)self;
  if (memcmp(&job->inputs[0], &none, sizeof none) != 0) tell("an input of resolve");
  if (memcmp(&job->outputs[1], &nobody, sizeof nobody) != 0) tell("an output of resolve");
  if (job->window_statistics[0].minimum <= job->window_statistics[0].maximum) tell("statistics of resolve");
  return 0;
}
#define RESOLVE resolve
#define PAINT paint)");
  demand(contract.build());
  CHECK(contract.told() == "");
  // Nor have a number and a grid cells, nor what a phase does not read.
  const std::string sees_none = R"(static int32_t paint(const void *self, const terrawright_job *job) {
  static const terrawright_view none;
  (void)self;
  EXPECT(memcmp(&job->inputs[0], &none, sizeof none) == 0);
  return paint_all(job, 2, 0);
}
#define PAINT paint
)";
  const Contract number("#define IN_KIND TERRAWRIGHT_KIND_NUMBER\n" + sees_none);
  demand(number.build("  one: {use: made.one@1, in: {in: 7.25}}\n"));
  CHECK(number.told() == "");
  const Contract not_read(sees_none + R"(
static int32_t window(const void *self, uint32_t phase, uint32_t port, const terrawright_rect *tile,
                      terrawright_rect *out) {
  (void)self, (void)port;
  *out = *tile;
  if (phase == TERRAWRIGHT_PHASE_PAINT) out->width = 0;
  return TERRAWRIGHT_ANSWER_DONE;
}
static int32_t survey(const void *self, const terrawright_job *job) {
  (void)self;
  EXPECT(job->inputs[0].cells != NULL && job->inputs[0].area.width == job->tile.width);
  return TERRAWRIGHT_ANSWER_DONE;
}
#define WINDOW window
#define SURVEY survey
)");
  demand(not_read.build(fed));
  CHECK(not_read.told() == "");
}

TEST_CASE("42: a window is clipped to a world that does not wrap", "[contract]") {
  const Contract contract(
      R"(static int32_t window(const void *self, uint32_t phase, uint32_t port, const terrawright_rect *tile,
                      terrawright_rect *out) {
  (void)self, (void)phase, (void)port;
  *out = (terrawright_rect){tile->x - 5, tile->y - 5, tile->width + 10, tile->height + 10};
  return TERRAWRIGHT_ANSWER_DONE;
}
static int32_t paint(const void *self, const terrawright_job *job) {
  const terrawright_rect *seen = &job->inputs[0].area, *tile = &job->tile;
  (void)self;
  if (seen->x != (tile->x < 5 ? 0 : tile->x - 5) || seen->y != (tile->y < 5 ? 0 : tile->y - 5)) tell("begin");
  if (seen->x + seen->width != (tile->x + tile->width + 5 > 100 ? 100 : tile->x + tile->width + 5)) tell("end");
  if ((uintptr_t)job->inputs[0].cells % sizeof(float) != 0) tell("alignment");
  return paint_all(job, 2, 0);
}
#define WINDOW window
#define PAINT paint)");
  demand(contract.build(fed));
  CHECK(contract.told() == "");
}

TEST_CASE("43: tiles are a regular grid, numbered row by row, and those at the edges are cut", "[contract]") {
  const Contract contract(R"(static int32_t paint(const void *self, const terrawright_job *job) {
  const terrawright_rect *tile = &job->tile;
  (void)self;
  if ((uint64_t)(tile->y / 32 * 4 + tile->x / 32) != job->tile_index) tell("index");
  if (tile->width != (tile->x == 96 ? 4 : 32) || tile->height != (tile->y == 64 ? 6 : 32)) tell("size");
  return paint_all(job, 2, 0);
}
#define PAINT paint)");
  demand(contract.build());
  CHECK(contract.told() == "");
}

TEST_CASE("44: only resolve may ask for another round, and no other number is an answer", "[contract]") {
  const auto answers = [](const std::string& phase, const std::string& answer) {
    return Contract(
               "static int32_t call(const void *self, const terrawright_job *job) {\n  (void)self, (void)job;\n  "
               "return " +
               answer + ";\n}\n#define " + phase + " call\n")
        .build();
  };
  demand(answers("PAINT", "TERRAWRIGHT_ANSWER_AGAIN"), 1, "paint asks for another round, which only resolve may");
  demand(answers("SURVEY", "TERRAWRIGHT_ANSWER_AGAIN"), 1, "survey asks for another round, which only resolve may");
  demand(answers("RESOLVE", "77"), 1, "resolve answers 77, which is not an answer of the interface");
}

TEST_CASE("45: notes that merge are one, in any order and any tree", "[contract]") {
  const Contract contract(R"(static int32_t survey(const void *self, const terrawright_job *job) {
  const uint64_t cells = (uint64_t)(job->tile.width * job->tile.height);
  (void)self;
  job->host->note(job->handle, &cells, sizeof cells);
  return TERRAWRIGHT_ANSWER_DONE;
}
static int32_t merge(const void *self, const terrawright_job *job, const terrawright_blob *a, const terrawright_blob *b) {
  const uint64_t both = *(const uint64_t *)a->bytes + *(const uint64_t *)b->bytes;
  (void)self;
  job->host->note(job->handle, &both, sizeof both);
  return TERRAWRIGHT_ANSWER_DONE;
}
static int32_t resolve(const void *self, const terrawright_job *job) {
  (void)self;
  if (job->n_notes != 1 || job->note_tiles != NULL || *(const uint64_t *)job->notes[0].bytes != 7000) tell("sum");
  return TERRAWRIGHT_ANSWER_DONE;
}
#define STAGE_FLAGS (TERRAWRIGHT_STAGE_SURVEYS | TERRAWRIGHT_STAGE_RESOLVES | TERRAWRIGHT_STAGE_MERGES)
#define SURVEY survey
#define MERGE merge
#define RESOLVE resolve)");
  demand(contract.build(one, "{h: one}", "--tile 16 --cache off --threads 2"));
  CHECK(contract.told() == "");
}

TEST_CASE("46: a stage that is WHOLE has one tile, which is the world", "[contract]") {
  const Contract contract(R"(static int32_t paint(const void *self, const terrawright_job *job) {
  (void)self;
  if (job->tile.width != 100 || job->tile.height != 70 || job->inputs[0].stride < 100) tell("a part");
  return paint_all(job, 2, 0);
}
#define STAGE_FLAGS (TERRAWRIGHT_STAGE_SURVEYS | TERRAWRIGHT_STAGE_RESOLVES | TERRAWRIGHT_STAGE_WHOLE)
#define PAINT paint)");
  demand(contract.build(fed));
  CHECK(contract.told() == "");
}

TEST_CASE("47: statistics are of the whole input, and of the cells under the window, where a phase asked",
          "[contract]") {
  const Contract contract(R"(static int32_t paint(const void *self, const terrawright_job *job) {
  const terrawright_view *from = &job->inputs[0];
  double lowest = INFINITY, highest = -INFINITY;
  (void)self;
  for (int64_t y = 0; y < from->area.height; ++y)
    for (int64_t x = 0; x < from->area.width; ++x) {
      const double cell = (double)((const float *)from->cells)[y * from->stride + x];
      lowest = cell < lowest ? cell : lowest, highest = cell > highest ? cell : highest;
    }
  if (job->window_statistics[0].minimum != lowest || job->window_statistics[0].maximum != highest) tell("window");
  if (job->statistics[0].minimum > lowest || job->statistics[0].maximum < highest || job->statistics[0].nans != 0) tell("whole");
  if (job->statistics[0].minimum >= job->statistics[0].maximum) tell("none");
  return paint_all(job, 2, 0);
}
#define STATISTICS (1u << TERRAWRIGHT_PHASE_PAINT)
#define PAINT paint)");
  demand(contract.build(fed));
  CHECK(contract.told() == "");
}

TEST_CASE("48: where the world wraps, a window reaches beyond the edge, and has the cells of the other side",
          "[contract]") {
  const Contract contract(
      R"(static int32_t window(const void *self, uint32_t phase, uint32_t port, const terrawright_rect *tile,
                      terrawright_rect *out) {
  (void)self, (void)phase, (void)port, (void)tile;
  *out = (terrawright_rect){-10, 0, 120, 70};
  return TERRAWRIGHT_ANSWER_DONE;
}
static int32_t paint(const void *self, const terrawright_job *job) {
  const terrawright_view *from = &job->inputs[0];
  const float *row = from->cells;
  (void)self;
  if ((job->world->wrap & TERRAWRIGHT_WRAP_X) == 0 || from->area.x != -10 || from->area.width != 120) tell("area");
  for (int i = 0; i < 10; ++i)
    if (row[i] != row[100 + i] || row[110 + i] != row[10 + i]) tell("cells");
  return paint_all(job, 2, 0);
}
#define WINDOW window
#define PAINT paint)");
  demand(contract.build(fed, "{h: one}", "--tile 32 --cache off --set world.wrap=x"));
  CHECK(contract.told() == "");
}

TEST_CASE("83: survey, merge and resolve are called of a stage whose flags say so", "[contract]") {
  const Contract contract(
      R"(static int32_t survey(const void *self, const terrawright_job *job) { (void)self, (void)job; tell("survey"); return 0; }
static int32_t resolve(const void *self, const terrawright_job *job) { (void)self, (void)job; tell("resolve"); return 0; }
#define SURVEY survey
#define RESOLVE resolve
#define STAGE_FLAGS 0
)");
  demand(contract.build());
  CHECK(contract.told() == "");
}

TEST_CASE("84: what a stage can do beside is asked when it is described, never of an instance", "[contract]") {
  const Contract contract(R"(static const void *extension(const terrawright_stage *stage, const char *id) {
  EXPECT(strcmp(stage->id, "made.one") == 0);
  tell(id);
  return NULL;
}
#define STAGE_EXTENSION extension
)");
  demand(contract.build());
  const std::string of_one = contract.told();
  CHECK_THAT(of_one, Catch::Contains("combine/1") && !Catch::Contains("strcmp"));
  demand(contract.build("  one: {use: made.one@1}\n  a: {use: made.one@1}\n  b: {use: made.one@1}\n",
                        "{h: one, a: a, b: b}"));
  CHECK(contract.told() == of_one);
}

TEST_CASE("85: destroy is called once, when no other call of the instance runs", "[contract]") {
  const Contract contract(R"(#include <stdatomic.h>
#include <unistd.h>
typedef struct { atomic_int inside, destroyed; } counts;
static counts all[64];  // and not given back: a second destroy would be seen
static atomic_int created;
static void *create(const terrawright_stage *stage, const terrawright_host *host, void *handle,
                    const terrawright_arrangement *arrangement) {
  (void)stage, (void)host, (void)handle, (void)arrangement;
  return &all[created++];
}
static void destroy(void *self) {
  EXPECT(((counts *)self)->inside == 0 && ++((counts *)self)->destroyed == 1);
  tell("destroyed");
}
static void stay(const void *self) {
  ++((counts *)self)->inside;
  usleep(500);
  --((counts *)self)->inside;
}
static int32_t window(const void *self, uint32_t phase, uint32_t port, const terrawright_rect *tile, terrawright_rect *out) {
  (void)phase, (void)port;
  stay(self), *out = *tile;
  return 0;
}
static int32_t survey(const void *self, const terrawright_job *job) { (void)job; stay(self); return 0; }
static int32_t paint(const void *self, const terrawright_job *job) {
  stay(self);
  if (job->tile_index == 5 && getenv("CONTRACT_FAILS")) job->host->fail(job->handle, "", -1, -1, "in the middle");
  return paint_all(job, 2, 0);
}
#define CREATE create
#define DESTROY destroy
#define WINDOW window
#define SURVEY survey
#define PAINT paint)");
  const std::string options = "--tile 16 --cache off --threads 2";
  demand(contract.build(fed, "{h: one}", options));
  std::string told = contract.told();
  CHECK(told.size() == count_of(told, "destroyed\n") * 10);
  setenv("CONTRACT_FAILS", "1", 1);
  demand(contract.build(fed, "{h: one}", options), 1, "in the middle");
  unsetenv("CONTRACT_FAILS");
  told = contract.told();
  CHECK(count_of(told, "destroyed\n") > 0);
  CHECK(told.size() == count_of(told, "destroyed\n") * 10);
}

// SPDX-License-Identifier: Apache-2.0
// terrawright/ext/: combined notes, input tables and texts; and what a vendor adds.
#include "contract/contract.hpp"

using namespace terrawright::test;

namespace {

// Notes count tiles. The unions with an even index get a verdict, and their tiles must see it.
const std::string combining = R"(#include <stdatomic.h>
static atomic_int combined, split_, wrong;
static int32_t survey(const void *self, const terrawright_job *job) {
  const uint64_t one = 1;
  (void)self;
  job->host->note(job->handle, &one, sizeof one);
  return 0;
}
static uint64_t sum(const terrawright_job *job) {
  uint64_t all = 0;
  for (uint64_t i = 0; i < job->n_notes; ++i) {
    uint64_t one;
    memcpy(&one, job->notes[i].bytes, sizeof one);
    all += one;
  }
  return all;
}
// Parts lie row by row and fill their union, each beside its note: a part of one cell has counted one.
static int fills(const terrawright_job *job) {
  int64_t cells = 0;
  if (job->n_tiles < 2 || job->n_tiles > 4 || job->n_notes != job->n_tiles) return 0;
  for (uint64_t i = 0; i < job->n_tiles; ++i) {
    const terrawright_rect *part = &job->tiles[i], *before = i == 0 ? part : &job->tiles[i - 1];
    cells += part->width * part->height;
    if (part->y < before->y || (part->y == before->y && part->x < before->x)) return 0;
    uint64_t counted = 0;
    if (job->phase == TERRAWRIGHT_PHASE_COMBINE) memcpy(&counted, job->notes[i].bytes, sizeof counted);
    if (counted != 0 && counted != (uint64_t)(part->width * part->height)) return 0;
    if (part->x < job->tile.x || part->y < job->tile.y) return 0;
  }
  return cells == job->tile.width * job->tile.height;
}
static int32_t combine(const void *self, const terrawright_job *job) {
  const uint64_t all = sum(job);
  (void)self;
  ++combined;
  if (!fills(job) || all != (uint64_t)(job->tile.width * job->tile.height)) ++wrong;
  job->host->note(job->handle, &all, sizeof all);
  return 0;
}
static int32_t resolve(const void *self, const terrawright_job *job) {
  (void)self;
  if (sum(job) != 257 * 257 || job->n_tiles != 129 * 129) tell("resolve");
  for (uint64_t i = 0; i < job->n_tiles; i += 2) job->host->verdict(job->handle, i, "told", 4);
  return 0;
}
static int32_t split(const void *self, const terrawright_job *job) {
  (void)self;
  ++split_;
  if (!fills(job)) ++wrong;
  for (uint64_t i = 0; job->own_verdict.size != 0 && i < job->n_tiles; ++i)
    job->host->verdict(job->handle, i, job->own_verdict.bytes, job->own_verdict.size);
  return 0;
}
static int32_t paint(const void *self, const terrawright_job *job) {
  const int64_t of = job->tile.y / 2 * 129 + job->tile.x / 2;
  (void)self;
  if (job->own_verdict.size != (of % 2 == 0 ? 4 : 0)) ++wrong;
  return paint_all(job, 2, 0);
}
static void destroy(void *self) {
  (void)self;
  if (combined != 0 && split_ != 0) tell("called");
  if (wrong != 0) tell("wrong");
}
static const void *extension(const terrawright_stage *stage, const char *id) {
  static const terrawright_combine functions = {.size = sizeof functions, .combine = combine, .split = split};
  (void)stage;
  return strcmp(id, TERRAWRIGHT_COMBINE) == 0 ? &functions : NULL;
}
#define SURVEY survey
#define RESOLVE resolve
#define PAINT paint
#define DESTROY destroy
#define STAGE_EXTENSION extension
)";

// Results of 257 x 257 tiles, which are too many for one resolve.
std::string told_of_levels() {
  const Contract contract(combining);
  demand(contract.build(one, "{h: one}", "--tile 1 --cache off --set world.size=[257,257]"));
  return contract.told();
}

// A node whose input is another's output of the same stage.
const std::string two = "  one: {use: made.one@1}\n  next: {use: made.one@1, in: {in: one.";

}  // namespace

TEST_CASE("57: of a giant world combine and split are called", "[contract]") {
  CHECK_THAT(told_of_levels(), Catch::Contains("called"));
}

TEST_CASE("58: parts of a union lie row by row, with their notes in the same order", "[contract]") {
  const std::string told = told_of_levels();
  CHECK(count_of(told, "resolve") == 0);
  CHECK(count_of(told, "wrong") == 0);
}

TEST_CASE("59: a part that split gives no verdict is told nothing", "[contract]") {
  CHECK(count_of(told_of_levels(), "wrong") == 0);
}

TEST_CASE("70: a vendor's data are a grid, whose unit names its form", "[contract]") {
  const std::string lines = R"(#define N_PORTS 7
#define IN_KIND TERRAWRIGHT_KIND_GRID
#define IN_UNIT "acme/graph@1"
static int32_t resolve(const void *self, const terrawright_job *job) {
  (void)self;
  if (job->grids[0].size == 3 && memcmp(job->grids[0].bytes, "abc", 3) == 0) tell("seen");
  job->host->grid(job->handle, 5, "abc", 3), job->host->number(job->handle, 4, 1);
  return 0;
}
#define RESOLVE resolve
)";
  const Contract same(lines + "#define GRID_UNIT \"acme/graph@1\"");
  demand(same.build(two + "grid}}\n", "{h: next}"));
  CHECK(same.told() == "seen\n");
  const Contract other(lines + "#define GRID_UNIT \"acme/tree@1\"");
  demand(other.build(two + "grid}}\n", "{h: next}"), 2, "acme/graph@1");
}

TEST_CASE("71: an input table is all its rows, and NULL where it is not connected", "[contract]") {
  const Contract contract(R"(#define N_PORTS 7
#define IN_KIND TERRAWRIGHT_KIND_TABLE
static int32_t resolve(const void *self, const terrawright_job *job) {
  const terrawright_table *in = tables(job)->input(job->handle, 0);
  const double reals[] = {1.5, 2.5};
  const terrawright_column column = {.size = sizeof column, .kind = TERRAWRIGHT_COLUMN_REALS, .name = "a", .reals = reals};
  const terrawright_column *const columns[] = {&column};
  const terrawright_table table = {.size = sizeof table, .n_columns = 1, .n_rows = 2, .columns = columns};
  (void)self;
  if (in == NULL) tell("none");
  if (in != NULL && in->n_rows == 2 && in->columns[0]->reals[1] == 2.5 && strcmp(in->columns[0]->unit, "1") == 0) tell("rows");
  tables(job)->table(job->handle, 3, &table), job->host->number(job->handle, 4, 1);
  return 0;
}
#define RESOLVE resolve
)");
  demand(contract.build(two + "table}}\n", "{h: next}"));
  const std::string told = contract.told();
  CHECK(count_of(told, "none") == 1);
  CHECK(count_of(told, "rows") == 1);
}

TEST_CASE("72: an output text is UTF-8", "[contract]") {
  const auto gives = [](const std::string& text, std::size_t size) {
    const Contract contract(
        "#define N_PORTS 7\nstatic int32_t resolve(const void *self, const terrawright_job *job) {\n"
        "  (void)self;\n  job->host->number(job->handle, 4, 1);\n  texts(job)->text(job->handle, 6, " +
        text + ", " + std::to_string(size) + ");\n  return 0;\n}\n#define RESOLVE resolve\n");
    return contract.build(one, "{h: one}", "--cache off --set 'outputs=[{file: w.txt, layers: {x: one.text}}]'");
  };
  demand(gives("\"\\xc3\\xa4\\n\"", 3));
  demand(gives("\"ab\\xc3\\n\"", 4), 1, "is not UTF-8 at byte 2");
}

TEST_CASE("73: NaN in an output that says NODATA is not blamed", "[contract]") {
  const std::string lines =
      "static int32_t paint(const void *self, const terrawright_job *job) {\n  (void)self;\n"
      "  return paint_all(job, 2, NAN);\n}\n#define PAINT paint\n#define STAGE_FLAGS 0\n#define N_PORTS 2\n";
  const Contract meant(lines + "#define HEIGHT_FLAGS TERRAWRIGHT_PORT_NODATA\n"), not_meant(lines);
  demand(run("check --quick " + meant.library()));
  const Ran blamed = run("check --quick " + not_meant.library());
  CHECK(blamed.exit != 0);
  CHECK_THAT(blamed.out + blamed.err, Catch::Contains("NaN"));
}

TEST_CASE("86: where one resolve takes all tiles, combine and split are not called", "[contract]") {
  const Contract contract(
      R"(static int32_t never(const void *self, const terrawright_job *job) { (void)self, (void)job; tell("called"); return 0; }
static const void *extension(const terrawright_stage *stage, const char *id) {
  static const terrawright_combine functions = {.size = sizeof functions, .combine = never, .split = never};
  (void)stage;
  return strcmp(id, TERRAWRIGHT_COMBINE) == 0 ? &functions : NULL;
}
#define STAGE_EXTENSION extension
)");
  demand(contract.build(one, "{h: one}", "--tile 1 --cache off"));
  CHECK(contract.told() == "");
}

TEST_CASE("87: what was carried is NULL, 0 in the first resolve, and where it may not be asked for", "[contract]") {
  const std::string look =
      "  terrawright_blob out = {\"\", 1};\n  (void)self;\n  rounds(job)->carried(job->handle, &out);\n"
      "  EXPECT(out.bytes == NULL && out.size == 0);\n  return 0;\n}\n";
  const Contract first("static int32_t resolve(const void *self, const terrawright_job *job) {\n" + look +
                       "#define RESOLVE resolve\n");
  demand(first.build());
  CHECK(first.told() == "");
  const Contract refused("static int32_t survey(const void *self, const terrawright_job *job) {\n" + look +
                         "#define SURVEY survey\n");
  demand(refused.build(), 1, "it asks what the last round carried in survey");
  CHECK(refused.told() == "");
}

TEST_CASE("91: exact functions give the bits of the headers, from any thread", "[contract]") {
  const Contract contract(R"(#include <pthread.h>

#include "terrawright/draft/exact.h"
#include "terrawright/exact_math.h"

static void *look(void *context) {
  const terrawright_exact *exact = context;
  uint32_t counter[] = {1, 2, 3, 4}, other[] = {1, 2, 3, 4};
  for (double x = -300; x < 300; x += 0.37) {
    EXPECT(exact->exp2(x) == terrawright_exp2(x) && exact->exp(x) == terrawright_exp(x));
    EXPECT(exact->cospi(x) == terrawright_cospi(x) && exact->sinpi(x) == terrawright_sinpi(x));
  }
  exact->philox(counter, 5, 6), terrawright_philox(other, 5, 6);
  EXPECT(memcmp(counter, other, sizeof counter) == 0);
  const terrawright_row_key key = exact->key_of_row(7, 8, 9, 10, 11), own = terrawright_key_of_row(7, 8, 9, 10, 11);
  EXPECT(memcmp(&key, &own, sizeof key) == 0);
  for (int32_t x = -50; x < 50; ++x) {
    const uint32_t word = exact->word(key, x);
    EXPECT(word == terrawright_word(key, x));
    EXPECT(exact->unit(word) == terrawright_unit(word) && exact->signed_unit(word) == terrawright_signed_unit(word));
    EXPECT(exact->below(word, 10) == terrawright_below(word, 10));
  }
  EXPECT(exact->mix64(3) == terrawright_mix64(3) && exact->fnv1a64("abc", 2) == terrawright_fnv1a64("ab", 2));
  EXPECT(exact->stream(7, "one", 3) == terrawright_stream(7, "one", 3));
  return NULL;
}
static int32_t survey(const void *self, const terrawright_job *job) {
  void *exact = (void *)job->host->extension(job->handle, TERRAWRIGHT_EXACT);
  pthread_t thread;
  (void)self;
  pthread_create(&thread, NULL, look, exact);
  look(exact);
  pthread_join(thread, NULL);
  return 0;
}
#define SURVEY survey
)");
  demand(contract.build());
  CHECK(contract.told() == "");
}

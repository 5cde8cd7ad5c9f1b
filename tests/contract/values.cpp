// SPDX-License-Identifier: Apache-2.0
// abi.h, what a stage is given: parameters, flows, statistics, numbers and samples of files.
#include "contract/contract.hpp"

using namespace terrawright::test;

namespace {

std::string create_that(const std::string& expects) {
  return R"(static void *create(const terrawright_stage *stage, const terrawright_host *host, void *handle,
                    const terrawright_arrangement *arrangement) {
  const terrawright_value *values = arrangement->values;
  const terrawright_flow *const *flows = arrangement->flows;
  (void)stage, (void)host, (void)handle, (void)values, (void)flows;
)" + expects +
         "\n  return (void *)1;\n}\n#define CREATE create\n";
}

std::string parameter(const std::string& kind, const std::string& name, const std::string& more) {
  return "static const terrawright_parameter " + name +
         "_ = {.size = sizeof(terrawright_parameter), .kind = " + "TERRAWRIGHT_PARAMETER_" + kind + ", .name = \"" +
         name + "\", .doc = \"It.\", .minimum = -INFINITY, " +
         ".maximum = INFINITY, .integer_minimum = INT64_MIN, .integer_maximum = INT64_MAX, " + more + "};\n";
}

}  // namespace

TEST_CASE("74: a value is in the field of its parameter's kind", "[contract]") {
  const Contract contract(
      parameter("REAL", "real", ".unit = \"m\"") + parameter("REAL", "cells", ".unit = \"cells or a length\"") +
      parameter("REAL", "word", ".unit = \"\", .word = \"auto\"") + parameter("INTEGER", "integer", ".unit = \"\"") +
      parameter("BOOLEAN", "boolean", ".unit = \"\"") + "static const char *const choices[] = {\"one\", \"two\"};\n" +
      parameter("CHOICE", "choice", ".unit = \"\", .choices = choices, .n_choices = 2") +
      parameter("TEXT", "text", ".unit = \"\", .fallback = {.text = \"\"}") +
      parameter("PERCENTAGE", "percentage", ".unit = \"\"") +
      parameter("LIST", "list", ".unit = \"\", .item_kind = TERRAWRIGHT_PARAMETER_REAL, .word = \"auto\"") +
      "static const terrawright_parameter *const columns[] = {&real_, &text_};\n" +
      parameter("ROWS", "rows", ".unit = \"\", .columns = columns, .n_columns = 2") +
      parameter("COLOUR", "colour", ".unit = \"\"") + R"(
static const terrawright_parameter *const list[] = {&real_, &cells_, &word_, &integer_, &boolean_, &choice_,
                                                    &text_, &percentage_, &list_, &rows_, &colour_};
#define PARAMETERS list
#define N_PARAMETERS 11
)" + create_that(R"(
  EXPECT(values[0].real == 2000 && !values[0].is_word);
  EXPECT(values[1].real == 3);
  EXPECT(values[2].is_word);
  EXPECT(values[3].integer == -7);
  EXPECT(values[4].integer == 1);
  EXPECT(values[5].integer == 1);
  EXPECT(strcmp(values[6].text, "a word") == 0);
  EXPECT(values[7].integer == 125000);
  EXPECT(values[8].n_items == 2 && values[8].items[0].real == 1.5 && values[8].items[1].is_word);
  EXPECT(values[9].n_items == 2 && values[9].items[1].n_items == 2 && values[9].items[1].items[0].real == 4000);
  EXPECT(strcmp(values[9].items[0].items[1].text, "x") == 0);
  EXPECT(values[10].integer == 0x12ab34);)"));
  demand(contract.build(
      "  one:\n    use: made.one@1\n    with: {real: 2 km, cells: 90 m, word: auto, integer: -7, boolean: "
      "true, choice: two, text: a word, percentage: 12.5 %, list: [1.5, auto], rows: [{real: 3 m, text: "
      "x}, {real: 4 km, text: y}], colour: \"#12ab34\"}\n"));
  CHECK(contract.told() == "");
}

TEST_CASE("75: fail names a parameter or a port, a cell of rows and a cell of the world", "[contract]") {
  const auto failing = [](const std::string& where, const std::string& cell) {
    return Contract(
               "static int32_t paint(const void *self, const terrawright_job *job) {\n  (void)self;\n"
               "  job->host->fail(job->handle, \"" +
               where + "\", " + cell + ", \"it is not so\");\n  return TERRAWRIGHT_ANSWER_FAILED;\n}\n" +
               "#define PAINT paint\n")
        .build("  land: {use: heights.noise@1}\n  one: {use: made.one@1, in: {in: land}}\n");
  };
  demand(failing("in", "-1, -1"), 1, "w.yaml:6:35: error: ");
  demand(failing("", "-1, -1"), 1, "w.yaml:6:14: error: ");
  demand(failing("", "12, 34"), 1, "(12, 34)");
}

TEST_CASE("76: statistics count what is no number, and -0 as 0; without a number they are infinite", "[contract]") {
  const std::string fed = "  one: {use: made.one@1}\n  next: {use: made.one@1, in: {in: one}}\n";
  const auto seen = [&](const std::string& cell, const std::string& expects) {
    const Contract contract(
        "#define STATISTICS 1u << TERRAWRIGHT_PHASE_PAINT\n"
        "static int32_t paint(const void *self, const terrawright_job *job) {\n"
        "  const terrawright_statistics *all = &job->statistics[0];\n  (void)self;\n"
        "  if (job->inputs[0].cells != NULL) EXPECT(" +
        expects + ");\n  return paint_all(job, 2, job->tile_index == 0 ? 2.5f : " + cell +
        ");\n}\n#define PAINT paint\n#define STAGE_FLAGS 0\n");
    demand(contract.build(fed, "{h: next}"));
    CHECK(contract.told() == "");
  };
  seen("-0.0f", "all->minimum == 0 && !signbit(all->minimum) && all->maximum == 2.5 && all->nans == 0");
  const Contract alone(
      "#define STATISTICS 1u << TERRAWRIGHT_PHASE_PAINT\n"
      "static int32_t paint(const void *self, const terrawright_job *job) {\n  (void)self;\n"
      "  EXPECT(job->statistics[0].minimum > job->statistics[0].maximum);\n"
      "  EXPECT(job->window_statistics[0].minimum > job->window_statistics[0].maximum);\n"
      "  return paint_all(job, 2, 0);\n}\n#define PAINT paint\n#define STAGE_FLAGS 0\n");
  demand(alone.build());
  CHECK(alone.told() == "");
  seen("NAN", "all->minimum == 2.5 && all->maximum == 2.5 && all->nans == 100 * 70 - 32 * 32");
}

TEST_CASE("77: numbers and grids are those of the connected inputs", "[contract]") {
  const Contract contract(
      "#define N_PORTS 7\n#define IN_KIND TERRAWRIGHT_KIND_NUMBER\n"
      "static int32_t resolve(const void *self, const terrawright_job *job) {\n  (void)self;\n"
      "  job->host->number(job->handle, 4, job->numbers[0] + 0.5);\n  return 0;\n}\n"
      "#define RESOLVE resolve\n"
      "static int32_t paint(const void *self, const terrawright_job *job) {\n  (void)self;\n"
      "  EXPECT(job->numbers[0] == 0 || job->numbers[0] == 0.5 || job->numbers[0] == 7.25);\n"
      "  if (job->tile_index == 0 && job->numbers[0] != 0) tell(job->numbers[0] == 0.5 ? \"fed\" : "
      "\"written\");\n  return paint_all(job, 2, 0);\n}\n#define PAINT paint\n");
  demand(
      contract.build("  one: {use: made.one@1}\n  next: {use: made.one@1, in: {in: one.number}}\n"
                     "  other: {use: made.one@1, in: {in: 7.25}}\n",
                     "{a: next, b: other}"));
  const std::string told = contract.told();
  CHECK(count_of(told, "fed") == 1);
  CHECK(count_of(told, "written") == 1);
  CHECK(told.size() == std::string("fed\nwritten\n").size());
  const Contract grid(R"(#define N_PORTS 7
#define IN_KIND TERRAWRIGHT_KIND_GRID
static void look(const terrawright_job *job) {
  const terrawright_blob *seen = &job->grids[0];
  if (seen->size == 0) EXPECT(seen->bytes == NULL);
  if (seen->size != 0) EXPECT(seen->size == 3 && memcmp(seen->bytes, "abc", 3) == 0);
  for (int i = 1; i < 7; ++i) EXPECT(job->grids[i].bytes == NULL && job->numbers[i] == 0);
}
static int32_t survey(const void *self, const terrawright_job *job) { (void)self; look(job); return 0; }
static int32_t resolve(const void *self, const terrawright_job *job) {
  (void)self;
  look(job);
  job->host->grid(job->handle, 5, "abc", 3), job->host->number(job->handle, 4, 1);
  return 0;
}
static int32_t paint(const void *self, const terrawright_job *job) {
  (void)self;
  look(job);
  if (job->tile_index == 0 && job->grids[0].size == 3) tell("fed");
  return paint_all(job, 2, 0);
}
#define SURVEY survey
#define RESOLVE resolve
#define PAINT paint
)");
  demand(grid.build("  one: {use: made.one@1}\n  next: {use: made.one@1, in: {in: one.grid}}\n", "{a: one, b: next}"));
  CHECK(grid.told() == "fed\n");
}

TEST_CASE("78: a flow of the kind 0 is not connected, or nobody reads it", "[contract]") {
  const Contract contract(
      create_that("  EXPECT(flows[0]->kind == 0 && flows[2]->kind == 0);\n"
                  "  EXPECT(flows[1]->kind == TERRAWRIGHT_KIND_HEIGHT);\n"
                  "  EXPECT(strcmp(flows[1]->unit, \"1\") == 0);"));
  demand(contract.build());
  CHECK(contract.told() == "");
}

TEST_CASE("79: a request says which samples have no data, and FILL takes the nearest one with data", "[contract]") {
  const auto read = [](const std::string& flags, const std::string& expects) {
    const Contract contract(
        "static int64_t file;\n" +
        create_that("  const terrawright_file_request request = {.size = sizeof request, .encoding = "
                    "TERRAWRIGHT_ENCODING_U16, .flags = " +
                    flags +
                    ", .nodata = 9, .channel = -1, .width = 3, .height = 2};\n"
                    "  terrawright_file_facts facts = {.size = sizeof facts};\n"
                    "  if ((file = host->open_file(handle, \"file\", &request, &facts)) < 0) return NULL;") +
        "static int32_t survey(const void *self, const terrawright_job *job) {\n"
        "  const terrawright_rect area = {0, 0, 3, 2};\n  float cells[6] = {0};\n  (void)self;\n"
        "  EXPECT(job->host->read_file(job->handle, file, &area, TERRAWRIGHT_SAMPLES_F32, cells, 3) == 0);\n  EXPECT(" +
        expects + ");\n  return 0;\n}\n#define SURVEY survey\n");
    write(contract.folder() / "six.raw", std::string("\1\0\2\0\3\0\4\0\x09\0\6\0", 12));
    demand(contract.build("  one: {use: made.one@1, with: {file: six.raw}}\n"));
    CHECK(contract.told() == "");
  };
  read("0", "cells[4] == 9");
  read("TERRAWRIGHT_REQUEST_NODATA", "isnan(cells[4]) && cells[5] == 6");
  read("TERRAWRIGHT_REQUEST_NODATA | TERRAWRIGHT_REQUEST_FILL", "cells[4] == 4 && cells[5] == 6");
}

TEST_CASE("80: a deprecated parameter is read, and a config that gives it is warned with its doc", "[contract]") {
  const Contract contract(parameter("REAL", "old", ".unit = \"\", .flags = TERRAWRIGHT_PARAMETER_DEPRECATED") +
                          "static const terrawright_parameter *const list[] = {&old_};\n#define PARAMETERS list\n"
                          "#define N_PARAMETERS 1\n" +
                          create_that("  EXPECT(values[0].real == 3 || values[0].real == 0);"));
  const Ran given = contract.build("  one: {use: made.one@1, with: {old: 3}}\n");
  demand(given);
  CHECK_THAT(given.err, Catch::Contains("warning") && Catch::Contains("It."));
  CHECK(contract.build().err.find("warning") == std::string::npos);
  CHECK(contract.told() == "");
}

TEST_CASE("82: a default lies in its range; a column whose default does not has to be given", "[contract]") {
  const std::string one_parameter = "#define PARAMETERS list\n#define N_PARAMETERS 1\n";
  const auto with = [](const std::string& name) {
    return "static const terrawright_parameter *const list[] = {&" + name + "_};\n";
  };
  demand(Contract("static const terrawright_parameter wide_ = {.size = sizeof(terrawright_parameter), .kind = "
                  "TERRAWRIGHT_PARAMETER_REAL, .name = \"wide\", .doc = \"It.\", .unit = \"\", .minimum = 0, .maximum "
                  "= 1, .fallback = {.real = 2}};\n" +
                  with("wide") + one_parameter)
             .build(),
         3, "gives 'wide' a default outside its range");
  const Contract rows(
      "static const terrawright_parameter given_ = {.size = sizeof(terrawright_parameter), .kind = "
      "TERRAWRIGHT_PARAMETER_REAL, .name = \"given\", .doc = \"It.\", .unit = \"\", .minimum = 0, .maximum = 1, "
      ".fallback = {.real = -1}};\n" +
      parameter("TEXT", "text", ".unit = \"\", .fallback = {.text = \"\"}") +
      "static const terrawright_parameter *const columns[] = {&given_, &text_};\n" +
      parameter("ROWS", "rows", ".unit = \"\", .columns = columns, .n_columns = 2") + with("rows") + one_parameter);
  demand(rows.build("  one: {use: made.one@1, with: {rows: [{given: 0.5}]}}\n"));
  demand(rows.build("  one: {use: made.one@1, with: {rows: [{text: a}]}}\n"), 2, "given");
}

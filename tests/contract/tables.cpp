// SPDX-License-Identifier: Apache-2.0
// abi.h, ports and tables: which ports a config may leave out or name, and what rows by tile become.
#include "contract/contract.hpp"

using namespace terrawright::test;

namespace {

// Every tile gives one row with its index, as `rows` of the tile's own numbers ORDER and PART.
std::string by_tile(const std::string& flags, const std::string& order, const std::string& part,
                    const std::string& points) {
  return "#define N_PORTS 4\n#define N_NEEDS 1\n#define NEEDS needs\n"
         "static const char *const needs[] = {TERRAWRIGHT_ROWS};\n#define TABLE_FLAGS (TERRAWRIGHT_PORT_BY_TILE" +
         flags + R"()
static int32_t paint(const void *self, const terrawright_job *job) {
  const int64_t index = (int64_t)job->tile_index;
  const uint64_t order = )" +
         order + R"(, part = )" + part + R"(;
  const terrawright_point points[] = {{(double)job->tile.x, (double)job->tile.y}, {(double)job->tile.x + 1, (double)job->tile.y}};
  const uint64_t ends[] = {2};
  const terrawright_column column = {.size = sizeof column, .kind = TERRAWRIGHT_COLUMN_INTEGERS, .name = "tile", .unit = "1", .integers = &index};
  const terrawright_column *const columns[] = {&column};
  const terrawright_table table = {.size = sizeof table, .n_columns = 1, .n_rows = 1, .columns = columns)" +
         points + R"(};
  (void)self, (void)points, (void)ends, (void)part;
  rows_by_tile(job)->rows(job->handle, 3, &table, &order, PART);
  return paint_all(job, 2, 0);
}
#define PAINT paint
)";
}
Ran build_table(const Contract& contract, const std::string& ending) {
  return contract.build(
      one, "{h: one}",
      "--tile 32 --threads 2 --cache off --set 'outputs=[{file: w." + ending + ", layers: {x: one.table}}]'");
}

}  // namespace

TEST_CASE("50: rows of all tiles are put in order, rising", "[contract]") {
  const Contract contract("#define PART NULL\n" + by_tile("", "100 - job->tile_index", "0", ""));
  demand(build_table(contract, "csv"));
  std::string rows;
  for (int tile = 11; tile >= 0; --tile) rows += std::to_string(tile) + "\r\n";
  CHECK_THAT(read(contract.folder() / "out/w.csv"), Catch::Contains(rows));
}

TEST_CASE("51: no two rows of a table have one place in its order", "[contract]") {
  demand(build_table(Contract("#define PART NULL\n" + by_tile("", "5", "0", "")), "csv"), 1, "of the table 'table'");
}

TEST_CASE("52: pieces of a line become one row, by rising part, with the values of the last", "[contract]") {
  const Contract contract("#define PART &part\n" + by_tile(" | TERRAWRIGHT_PORT_LINES", "1", "50 - job->tile_index",
                                                           ", .points = points, .ends = ends"));
  demand(build_table(contract, "geojson"));
  const Json all = Json::parse(read(contract.folder() / "out/w.geojson"));
  REQUIRE(all["features"].size() == 1);
  CHECK(all["features"][0]["geometry"]["coordinates"].size() == 24);
  CHECK(all["features"][0]["properties"]["tile"] == 0);
}

TEST_CASE("53: a node alone never means an output that is found by name only", "[contract]") {
  const Ran ran = Contract("").build("  one: {use: made.one@1}\n  shade: {use: shape.blur@1, in: {field: one.class}}\n",
                                     "{h: one, s: shade}");
  demand(ran, 2, "class");
  demand(Contract("").build("  one: {use: made.one@1}\n  shade: {use: shape.blur@1, in: {field: one}}\n",
                            "{h: one, s: shade}"));
}

TEST_CASE("54: an input that is not optional is connected", "[contract]") {
  demand(Contract("#define PORT_FLAGS 0").build(), 2, "lacks the input 'in'");
}

TEST_CASE("55: codes of a legend differ, and names are not empty", "[contract]") {
  const auto legend = [](const std::string& entries) {
    return Contract(R"(static void *create(const terrawright_stage *stage, const terrawright_host *host, void *handle,
                    const terrawright_arrangement *arrangement) {
  const terrawright_class entries[] = {)" +
                    entries + R"(};
  (void)stage, (void)arrangement;
  host->set_legend(handle, 2, entries, 2);
  return (void *)1;
}
static int32_t paint(const void *self, const terrawright_job *job) {
  const terrawright_target *to = &job->outputs[2];
  (void)self;
  for (int64_t y = 0; y < to->area.height; ++y)
    for (int64_t x = 0; x < to->area.width; ++x) ((uint16_t *)to->cells)[y * to->stride + x] = 1;
  return TERRAWRIGHT_ANSWER_DONE;
}
#define CREATE create
#define PAINT paint)")
        .build(one, "{c: one.class}");
  };
  demand(legend("{.code = 1, .name = \"a\"}, {.code = 2, .name = \"b\"}"));
  demand(legend("{.code = 1, .name = \"a\"}, {.code = 1, .name = \"b\"}"), 2, "its legend has the code 1 twice");
  demand(legend("{.code = 1, .name = \"a\"}, {.code = 2, .name = \"\"}"), 2, "its legend has no name for the code 2");
  demand(legend("{.code = 1, .reserved = 7, .name = \"a\"}"), 2, "its legend has a reserved field that is not 0");
  demand(legend("{.code = 1, .name = \"a\\xff\"}"), 2, "it gives a name of its legend that is not UTF-8");
  const auto unit = [](const std::string& described, const std::string& given) {
    return Contract("#define UNIT " + described + R"(
static void *create(const terrawright_stage *stage, const terrawright_host *host, void *handle,
                    const terrawright_arrangement *arrangement) {
  (void)stage, (void)arrangement;
  host->set_unit(handle, 1, )" +
                    given + ");\n  return (void *)1;\n}\n#define CREATE create\n")
        .build();
  };
  demand(unit("NULL", "\"m\""));
  demand(unit("\"1\"", "\"m\""), 2, "it sets the unit of 'height', whose description says it");
  demand(unit("NULL", "\"\\xff\""), 2, "it gives a unit that is not UTF-8");
}

TEST_CASE("56: what create says of memory is planned before anything runs", "[contract]") {
  const Contract contract(
      R"(static void *create(const terrawright_stage *stage, const terrawright_host *host, void *handle,
                    const terrawright_arrangement *arrangement) {
  (void)stage, (void)arrangement;
  host->needs_memory(handle, UINT64_MAX);
  return (void *)1;
}
static int32_t survey(const void *self, const terrawright_job *job) { (void)self, (void)job; tell("ran"); return 0; }
#define CREATE create
#define SURVEY survey)");
  demand(contract.build(), 2, "of memory");
  CHECK(contract.told() == "");
  // Scratch of each thread and of each cell of the tile.
  const auto needs = [](const std::string& bytes, const std::string& options) {
    const Contract scratch(
        "static void *create(const terrawright_stage *stage, const terrawright_host *host, void "
        "*handle,\n                    const terrawright_arrangement *arrangement) {\n"
        "  (void)stage, (void)arrangement;\n  host->needs_scratch(handle, " +
        bytes + ");\n  return (void *)1;\n}\n#define CREATE create\n");
    return scratch.build(one, "{h: one}", "--cache off --memory 4G " + options);
  };
  const std::string gigabyte = "1ull << 30";
  demand(needs(gigabyte + ", 0", "--tile 32 --threads 1"));
  demand(needs(gigabyte + ", 0", "--tile 32 --threads 6"), 2, "of memory");
  demand(needs("0, 1ull << 20", "--tile 32 --threads 1"));
  demand(needs("0, 1ull << 20", "--tile 100 --threads 1"), 2, "of memory");
  demand(needs("UINT64_MAX, UINT64_MAX", "--tile 32 --threads 1"), 2, "of memory");
}

namespace {

// Resolve gives the table 3 of one row, which `places` describes.
std::string gives_table(const std::string& places, const std::string& before = "") {
  return R"(
static int32_t resolve(const void *self, const terrawright_job *job) {
  int64_t integers[] = {1, 2};
  const terrawright_point points[] = {{1, 2}, {3, 4}};
  const uint64_t ends_at_one[] = {1}, ends_at_two[] = {2};
  const terrawright_column column = {.size = sizeof column, .kind = TERRAWRIGHT_COLUMN_INTEGERS, .name = "one", .integers = integers};
  const terrawright_column *const columns[] = {&column};
  const terrawright_table table = {.size = sizeof table, .n_columns = 1, .n_rows = 1, .columns = columns)" +
         places + R"(};
  (void)self, (void)points, (void)ends_at_one, (void)ends_at_two;
  )" + before +
         R"(
  tables(job)->table(job->handle, 3, &table), job->host->number(job->handle, 4, 1);
  return 0;
}
#define RESOLVE resolve
#define N_PORTS 9
#define NEEDS needs
#define N_NEEDS 1
static const char *const needs[] = {TERRAWRIGHT_ROWS};
)";
}

}  // namespace

TEST_CASE("81: an input of rows at points, or of lines, takes only such tables", "[contract]") {
  const std::string nodes = "  one: {use: made.one@1}\n  next: {use: made.one@1, in: {places: one.table}}\n";
  const std::string none = gives_table(""), points = gives_table(", .points = points"),
                    lines = gives_table(", .points = points, .ends = ends_at_two");
  const std::string is_points = "#define TABLE_FLAGS TERRAWRIGHT_PORT_POINTS\n",
                    is_lines = "#define TABLE_FLAGS TERRAWRIGHT_PORT_LINES\n",
                    wants_points = "#define PLACES_FLAGS TERRAWRIGHT_PORT_POINTS\n",
                    wants_lines = "#define PLACES_FLAGS TERRAWRIGHT_PORT_LINES\n",
                    wants_either = "#define PLACES_FLAGS (TERRAWRIGHT_PORT_POINTS | TERRAWRIGHT_PORT_LINES)\n";
  for (const std::string& plugin :
       {none, is_points + points, is_lines + lines, is_points + wants_points + points, is_lines + wants_lines + lines,
        is_points + wants_either + points, is_lines + wants_either + lines})
    demand(Contract(plugin).build(nodes, "{h: next}"));
  for (const std::string& plugin :
       {wants_points + none, wants_either + none, is_lines + wants_points + lines, is_points + wants_lines + points})
    demand(Contract(plugin).build(nodes, "{h: next}"), 2, "'places'");
}

TEST_CASE("88: the last table, number, grid and text that resolve gives count", "[contract]") {
  const Contract contract(gives_table("", R"(tables(job)->table(job->handle, 3, &table), integers[0] = 7;
  job->host->number(job->handle, 4, 5), texts(job)->text(job->handle, 6, "old\n", 4);
  texts(job)->text(job->handle, 6, "new\n", 4);)"));
  demand(contract.build(one, "{h: one}",
                        "--cache off --set 'outputs=[{file: w.csv, layers: {x: one.table}}, {file: w.txt, layers: {x: "
                        "one.text}}]'"));
  CHECK_THAT(read(contract.folder() / "out/w.csv"), Catch::Contains("7") && !Catch::Contains("1"));
  CHECK(read(contract.folder() / "out/w.txt") == "new\n");
  CHECK_THAT(read(contract.folder() / "out/w-7.manifest.json"), !Catch::Contains("5.0"));
}

TEST_CASE("89: a line has no point, or at least two", "[contract]") {
  const std::string is_lines = "#define TABLE_FLAGS TERRAWRIGHT_PORT_LINES\n";
  demand(Contract(is_lines + gives_table(", .points = points, .ends = ends_at_two")).build());
  demand(Contract(is_lines + gives_table(", .points = points, .ends = ends_at_one")).build(), 1,
         "of the table 'table'");
}

TEST_CASE("90: a stage whose rows come by tile lists draft/rows/1 in its needs", "[contract]") {
  demand(Contract("#define N_PORTS 4\n#define TABLE_FLAGS TERRAWRIGHT_PORT_BY_TILE").build(), 3,
         "does not list draft/rows/1 in its needs");
}

TEST_CASE("92: columns are the same in all calls for a port", "[contract]") {
  const std::string lines = "#define PART NULL\n" + by_tile("", "job->tile_index", "0", "");
  const auto with = [&](const std::string& before, const std::string& after) {
    std::string other = lines;
    other.replace(other.find(before), before.size(), after);
    return build_table(Contract(other), "csv");
  };
  demand(with("\"tile\"", "job->tile_index < 99 ? \"a\" : \"b\""));
  demand(with("\"tile\"", "job->tile_index < 5 ? \"a\" : \"b\""), 1, "of the table 'table'");
  demand(with(".unit = \"1\"", ".unit = job->tile_index < 5 ? \"1\" : \"m\""), 1, "of the table 'table'");
  demand(with(".n_rows = 1", ".n_rows = job->tile_index < 5"));  // a table of none
}

TEST_CASE("93: rows have their order, pieces are of lines, and the port is such an output", "[contract]") {
  const std::string lines = by_tile("", "job->tile_index", "0", "");
  const auto with = [&](const std::string& part, const std::string& before, const std::string& after) {
    std::string other = "#define PART " + part + "\n" + lines;
    other.replace(other.find(before), before.size(), after);
    return build_table(Contract(other), "csv");
  };
  demand(with("NULL", "&order", "order == 99 ? &order : NULL"), 1,
         "gives rows of the table 'table' without their order");
  demand(with("&part", "&order", "&order"), 1, "only rows that are lines have pieces");
  demand(with("NULL", "job->handle, 3", "job->handle, 1"), 1, "which is not an output of that kind");
  demand(with("NULL", ".n_rows = 1", ".n_rows = 1, .reserved = 1"), 1, "a reserved field that is not 0");
}

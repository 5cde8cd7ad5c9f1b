// SPDX-License-Identifier: Apache-2.0
// The host of testing.hpp is the engine's: what a stage may ask, and the sentences for what it may not.
#include <cstring>
#include <functional>

#include "support/build.hpp"
#include "support/catch.hpp"
#include "support/extension.hpp"
#include "terrawright/testing.hpp"

using namespace terrawright;
using Catch::Matchers::Contains;
using testing::Run;
using testing::StageRun;

namespace {

// A stage by the C interface, which does what a test tells it to.
struct Behaviour {
  std::function<bool(const terrawright_host&, void*)> create;
  std::function<std::int32_t(terrawright_rect*)> window;
  std::function<std::int32_t(const terrawright_job*)> survey, resolve, paint;
};
Behaviour behaviour;

std::int32_t paint_zeros(const terrawright_job* job) {
  const terrawright_target& to = job->outputs[1];
  for (std::int64_t y = 0; y < to.area.height; ++y)
    for (std::int64_t x = 0; x < to.area.width; ++x) static_cast<float*>(to.cells)[y * to.stride + x] = 0.0f;
  return TERRAWRIGHT_ANSWER_DONE;
}
std::int32_t give_all(const terrawright_job* job) {
  job->host->number(job->handle, 2, 1.5);
  test::texts(job).text(job->handle, 3, "a\n", 2);
  const std::int64_t values[] = {7};
  const terrawright_column column = {sizeof column, TERRAWRIGHT_COLUMN_INTEGERS, "n", "1", values, nullptr, nullptr};
  const terrawright_column* const columns[] = {&column};
  const terrawright_table table = {sizeof table, 0, 1, 1, columns, nullptr, nullptr};
  test::tables(job).table(job->handle, 4, &table);
  return TERRAWRIGHT_ANSWER_DONE;
}

const terrawright_stage* told_stage() {
  static const terrawright_port ports[] = {
      {sizeof(terrawright_port), TERRAWRIGHT_PORT_INPUT, Height::kinds, 0, 0, 0, 0, "z", "Heights.", nullptr, nullptr},
      {sizeof(terrawright_port), TERRAWRIGHT_PORT_OUTPUT, Height::kinds, 0, 0, 0, 0, "out", "Zeros.", "1", nullptr},
      {sizeof(terrawright_port), TERRAWRIGHT_PORT_OUTPUT, Number::kinds, TERRAWRIGHT_PORT_BY_NAME, 0, 0, 0, "number",
       "A number.", "1", nullptr},
      {sizeof(terrawright_port), TERRAWRIGHT_PORT_OUTPUT, Text::kinds, TERRAWRIGHT_PORT_BY_NAME, 0, 0, 0, "text",
       "A text.", "1", nullptr},
      {sizeof(terrawright_port), TERRAWRIGHT_PORT_OUTPUT, Table::kinds, TERRAWRIGHT_PORT_BY_NAME, 0, 0, 0, "table",
       "A table.", "1", nullptr},
      {sizeof(terrawright_port), TERRAWRIGHT_PORT_OUTPUT, Mask::kinds, TERRAWRIGHT_PORT_BY_NAME, 0, 0, 0, "mask",
       "A mask that nobody reads.", "1", nullptr}};
  static const terrawright_port* const list[] = {&ports[0], &ports[1], &ports[2], &ports[3], &ports[4], &ports[5]};
  static const terrawright_stage plain = [] {
    terrawright_stage s{};
    s.size = sizeof s;
    s.version = s.revision = 1;
    s.flags = TERRAWRIGHT_STAGE_SURVEYS | TERRAWRIGHT_STAGE_RESOLVES;
    s.id = "test.told";
    s.doc = "Does what it is told.";
    s.source = "";
    s.ports = list;
    s.n_ports = 6;
    s.create = [](const terrawright_stage*, const terrawright_host* host, void* handle,
                  const terrawright_arrangement*) -> void* {
      static int instance = 0;
      return !behaviour.create || behaviour.create(*host, handle) ? &instance : nullptr;
    };
    s.destroy = [](void*) {};
    s.window = [](const void*, std::uint32_t, std::uint32_t, const terrawright_rect* tile, terrawright_rect* out) {
      *out = *tile;
      return behaviour.window ? behaviour.window(out) : std::int32_t{TERRAWRIGHT_ANSWER_DONE};
    };
    s.survey = [](const void*, const terrawright_job* job) {
      return behaviour.survey ? behaviour.survey(job) : std::int32_t{TERRAWRIGHT_ANSWER_DONE};
    };
    s.resolve = [](const void*, const terrawright_job* job) {
      return behaviour.resolve ? behaviour.resolve(job) : give_all(job);
    };
    s.paint = [](const void*, const terrawright_job* job) {
      return behaviour.paint ? behaviour.paint(job) : paint_zeros(job);
    };
    return s;
  }();
  return &plain;
}

// Runs it both ways: here and in the engine the same sentence is said.
std::string failure_in_both(Behaviour told) {
  behaviour = std::move(told);
  StageRun run(told_stage(), 12, 8);
  const auto failure = run.input("z", 1).without("mask").paint(8).failure();
  test::Options options;
  options.tile = 8;
  options.threads = 1;
  options.stages = {told_stage()};
  options.given["z"] = {"1", 12, 8, std::vector<float>(96, 1.0f)};
  std::string engine = "it is done";
  try {
    test::build(R"(
terrawright: 1
name: told
world: {size: [12, 8], seed: 1}
stages:
  z: {use: test.given@1, with: {name: z}}
  told: {use: test.told@1, in: {z: z}}
outputs:
  - {file: "{name}.exr", layers: {out: told.out}}
  - {file: "{name}.txt", layers: {text: told.text}}
  - {file: "{name}.csv", layers: {table: told.table}}
)",
                options);
  } catch (const test::BuildFailed& failed) {
    engine = failed.what();
  }
  behaviour = {};
  if (!failure) return "it is done";
  INFO(engine);
  CHECK_THAT(engine, Contains(failure->text));
  return failure->text;
}

std::string at_paint(std::function<std::int32_t(const terrawright_job*)> body) {
  Behaviour told;
  told.paint = std::move(body);
  return failure_in_both(std::move(told));
}
std::string at_resolve(const std::function<void(const terrawright_job*)>& body) {
  Behaviour told;
  told.resolve = [body](const terrawright_job* job) {
    body(job);
    return std::int32_t{TERRAWRIGHT_ANSWER_DONE};
  };
  return failure_in_both(std::move(told));
}

// Reads a file, takes scratch memory, says things; in rounds, of which the later ones visit one tile.
struct FileStage {
  Out<Scalar> samples;
  Out<Number> rounds;
  File file;
  std::uint64_t needs = 64;
  std::int64_t most = 0;

  static void describe(Spec<FileStage>& s) {
    s.stage("test.reader", "Samples of a file.");
    s.reads_random();
    s.port(&FileStage::samples, "samples", "The samples.").unit("1");
    s.port(&FileStage::rounds, "rounds", "How many rounds there were, and what was carried.").by_name();
    s.parameter(&FileStage::file, "file", "The file.");
    s.parameter(&FileStage::most, "most", "Rounds.");
  }
  void arrange(Arrangement& a) {
    const auto facts = a.open(file, "file", {});
    if (facts.width != a.width()) a.warn("file", "it is " + std::to_string(facts.bits) + " bits deep");
    a.needs_scratch(64, 4);
  }
  std::int64_t survey(const Tile& tile) const {
    tile.log("tile " + std::to_string(tile.index()));
    return static_cast<std::int64_t>(tile.index());
  }
  Next<std::int64_t> resolve(Resolving& resolving, const Notes<std::int64_t>& notes) const {
    const std::int64_t carried = resolving.carried<std::int64_t>();
    if (static_cast<std::int64_t>(resolving.round()) < most) {
      resolving.carry(carried + static_cast<std::int64_t>(notes.size()));
      resolving.visit(resolving.tiles() - 1);
      return again(std::int64_t{1});
    }
    resolving.number(rounds, static_cast<double>(carried));
    return done(std::int64_t{0});
  }
  void paint(Tile& tile) const {
    auto* row = tile.scratch<float>(static_cast<std::size_t>(tile.width()));
    tile.each_row([&](std::int64_t y) {
      read(tile, {tile.left(), y, tile.width(), 1}, row);
      for (std::int64_t x = 0; x < tile.width(); ++x) tile[samples](tile.left() + x, y) = row[x];
    });
    tile.warn("", "painted");
  }
  void read(const Tile& tile, const Rect& area, float* row) const { tile.read(file, area, row, area.width); }
};

}  // namespace

TEST_CASE("What a phase may not ask fails the call with the engine's sentence", "[testing]") {
  CHECK(at_paint([](const terrawright_job* job) {
          job->host->stream(job->handle, "");
          return paint_zeros(job);
        }) == "its code is wrong: it asks for its random stream in paint; call 'stream' in create");
  CHECK(at_paint([](const terrawright_job* job) {
          job->host->number(job->handle, 2, 1);
          return paint_zeros(job);
        }) == "its code is wrong: it gives a number in paint; call 'number' in resolve");
  Behaviour told;
  told.create = [](const terrawright_host& host, void* handle) { return host.stream(handle, "") == 1; };
  CHECK_THAT(failure_in_both(told), Contains("does not declare that it reads it (reads_random)"));
  told.create = [](const terrawright_host& host, void* handle) { return host.cancelled(handle) == 1; };
  CHECK(failure_in_both(told) ==
        "its code is wrong: it asks whether to stop in create; call 'cancelled' in survey, resolve, paint, merge, "
        "combine and split");
  told = {};
  told.survey = [](const terrawright_job* job) {
    job->host->verdict(job->handle, 0, "a", 1);
    return std::int32_t{0};
  };
  CHECK(failure_in_both(told) ==
        "its code is wrong: it gives a verdict in survey; call 'verdict' in resolve and split");
}

TEST_CASE("Answers that are none fail as in the engine", "[testing]") {
  CHECK(at_paint([](const terrawright_job*) { return 77; }) ==
        "its code is wrong: paint answers 77, which is not an answer of the interface");
  CHECK_THAT(at_paint([](const terrawright_job*) { return int{TERRAWRIGHT_ANSWER_AGAIN}; }),
             Contains("paint asks for another round"));
  CHECK(at_paint([](const terrawright_job*) { return int{TERRAWRIGHT_ANSWER_STOPPED}; }) ==
        "it stopped although nobody asked it to");
  CHECK(at_paint([](const terrawright_job*) { return int{TERRAWRIGHT_ANSWER_FAILED}; }) ==
        "it failed without saying why");
  CHECK(at_paint([](const terrawright_job*) -> std::int32_t { throw 7; }) ==
        "its code is wrong: it threw an exception across the border");
  CHECK(at_paint([](const terrawright_job* job) {
          job->host->fail(job->handle, "z", 3, 4, "it is a Tuesday");
          return int{TERRAWRIGHT_ANSWER_FAILED};
        }) == "it is a Tuesday");
  Behaviour told;
  told.window = [](terrawright_rect*) { return 1; };
  CHECK(failure_in_both(told) == "its code is wrong: it cannot say which cells of 'z' it needs");
  told.window = [](terrawright_rect* out) {
    out->width = -1;
    return 0;
  };
  CHECK(failure_in_both(told) == "its code is wrong: the window of 'z' has fewer than no cells");
  behaviour.create = [](const terrawright_host&, void*) { return false; };
  CHECK(StageRun(told_stage(), 3, 3).input("z", 0).paint().failure()->text == "it refused without a reason");
  behaviour = {};
}

TEST_CASE("What a stage gives is checked as in the engine", "[testing]") {
  CHECK(failure_in_both({}) == "it is done");
  CHECK(at_resolve([](const terrawright_job* job) { job->host->number(job->handle, 2, 1); }) ==
        "it did not give its output 'text'");
  CHECK(at_resolve([](const terrawright_job* job) { job->host->number(job->handle, 2, std::nan("")); }) ==
        "its code is wrong: the number that it gives to 'number' is NaN");
  CHECK(at_resolve([](const terrawright_job* job) { job->host->number(job->handle, 1, 1); }) ==
        "its code is wrong: it gives a number to port 1, which is not an output of that kind");
  CHECK(at_resolve([](const terrawright_job* job) { test::texts(job).text(job->handle, 3, nullptr, 4); }) ==
        "its code is wrong: it gives a text of 4 bytes at NULL");
  CHECK(at_resolve([](const terrawright_job* job) { job->host->verdict(job->handle, 9, "a", 1); }) ==
        "its code is wrong: it gives a verdict to tile 9 of 2");
  CHECK(at_resolve([](const terrawright_job* job) { test::rounds(job).visit(job->handle, 9); }) ==
        "its code is wrong: it asks for a visit of tile 9 of 2");
  CHECK_THAT(at_resolve([](const terrawright_job* job) { job->host->scratch(job->handle, 9); }),
             Contains("it asks for 9 bytes of scratch memory in one call, and said that it needs 0"));
  for (const char* text : {"a\xff", "\xc0\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\xe2\x82", "ok \x80"}) {
    CHECK_THAT(
        at_resolve([&](const terrawright_job* job) { test::texts(job).text(job->handle, 3, text, std::strlen(text)); }),
        Contains("the text that it gives to 'text' is not UTF-8 at byte"));
  }
  const auto table = [](const char* name, const char* other, const terrawright_point* points) {
    return at_resolve([=](const terrawright_job* job) {
      const double reals[] = {1};
      const terrawright_column first = {sizeof first, TERRAWRIGHT_COLUMN_REALS, name, "1", nullptr, reals, nullptr};
      terrawright_column second = first;
      second.name = other;
      const terrawright_column* const columns[] = {&first, &second};
      const terrawright_table plain = {sizeof plain, 0, 2, 1, columns, points, nullptr};
      test::tables(job).table(job->handle, 4, &plain);
    });
  };
  const terrawright_point point = {0, 0};
  CHECK(table("a", "a", nullptr) == "its code is wrong: of the table 'table', it has two columns 'a'");
  CHECK(table("a", "B", nullptr) == "its code is wrong: of the table 'table', it has a column without a proper name");
  CHECK(table("a", "b", &point) ==
        "its code is wrong: of the table 'table', it has places, which its port does not declare");
  CHECK(at_paint([](const terrawright_job* job) {
          job->host->same(job->handle, 1, 2);
          return paint_zeros(job);
        }) == "its code is wrong: it calls an output the same as an input of other cells");
}

TEST_CASE("Files, scratch memory, carries, visits, lines and warnings are there", "[testing]") {
  Run<FileStage> run(6, 4);
  CHECK(run.paint().failure()->sentence() == "file: cannot read '': the test gives none");
  std::vector<float> samples;
  for (int i = 0; i < 24; ++i) samples.push_back(static_cast<float>(i) * 0.5f);
  run.file("file", 6, 4, samples, 16).set("most", 3);
  const auto result = run.paint(2);
  REQUIRE(result);
  CHECK(result.cells<Scalar>("samples") == samples);
  CHECK(result.number("rounds") == 6 + 1 + 1);  // notes of all tiles, then of the visited one
  CHECK(result.lines().size() == 6 + 1 + 1 + 1);
  CHECK(result.lines().back() == "tile 5");
  REQUIRE(result.warnings().size() == 1);  // once
  CHECK(result.warnings()[0].text == "painted");
  CHECK_THROWS_WITH(run.file("most", 1, 1, {0}), Contains("'most' names no file"));
  run.file("file", 3, 8, samples, 8);
  const auto outside = run.paint();
  CHECK(outside.failure()->text == "its code is wrong: it reads samples outside its file");
  CHECK(outside.warnings()[0].sentence() == "file: it is 8 bits deep");
}

TEST_CASE("A stage is asked to stop, and does or does not", "[testing]") {
  Run<FileStage> run(6, 4);
  run.file("file", 6, 4, std::vector<float>(24));
  run.stop_after(2);
  const auto result = run.paint(2);
  CHECK(result.stopped());
  CHECK(!result);
  CHECK(!result.failure());
  CHECK_THROWS_WITH(result("samples", 0, 0), Contains("stopped"));
  CHECK(!run.stop_after(1000).paint(2).stopped());
}

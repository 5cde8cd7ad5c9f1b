// SPDX-License-Identifier: Apache-2.0
// Requests of a stage to the host, with NULL for every pointer, with numbers at their limits, and in every phase.
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "support/build.hpp"
#include "support/catch.hpp"
#include "support/extension.hpp"
#include "terrawright/abi.h"

using namespace terrawright;

namespace {

using Ask = std::function<void(const terrawright_host& host, void* handle)>;

// Request of the stage, and its phase.
Ask ask;
std::uint32_t when = 0;

void asked(std::uint32_t phase, const terrawright_host* host, void* handle) {
  if (phase == when && ask) ask(*host, handle);
}

void* create(const terrawright_stage*, const terrawright_host* host, void* handle, const terrawright_arrangement*) {
  static char instance;
  asked(TERRAWRIGHT_PHASE_CREATE, host, handle);
  return &instance;
}
void destroy(void*) {}
std::int32_t window(const void*, std::uint32_t, std::uint32_t, const terrawright_rect* tile, terrawright_rect* out) {
  *out = *tile;
  return TERRAWRIGHT_ANSWER_DONE;
}
std::int32_t survey(const void*, const terrawright_job* job) {
  asked(TERRAWRIGHT_PHASE_SURVEY, job->host, job->handle);
  return TERRAWRIGHT_ANSWER_DONE;
}
std::int32_t merge(const void*, const terrawright_job* job, const terrawright_blob*, const terrawright_blob*) {
  asked(TERRAWRIGHT_PHASE_MERGE, job->host, job->handle);
  return TERRAWRIGHT_ANSWER_DONE;
}
std::int32_t combine(const void*, const terrawright_job* job) {
  asked(TERRAWRIGHT_PHASE_COMBINE, job->host, job->handle);
  return TERRAWRIGHT_ANSWER_DONE;
}
std::int32_t split(const void*, const terrawright_job* job) {
  asked(TERRAWRIGHT_PHASE_SPLIT, job->host, job->handle);
  return TERRAWRIGHT_ANSWER_DONE;
}
std::int32_t resolve(const void*, const terrawright_job* job) {
  static const terrawright_column column = {sizeof column, TERRAWRIGHT_COLUMN_REALS, "a", "1", nullptr, nullptr,
                                            nullptr};
  static const terrawright_column* const columns[] = {&column};
  static const terrawright_table table = {sizeof table, 0, 1, 0, columns, nullptr, nullptr};
  job->host->number(job->handle, 1, 1.0);
  job->host->grid(job->handle, 2, nullptr, 0);
  test::texts(job).text(job->handle, 3, nullptr, 0);
  test::tables(job).table(job->handle, 4, &table);
  asked(TERRAWRIGHT_PHASE_RESOLVE, job->host, job->handle);
  return TERRAWRIGHT_ANSWER_DONE;
}
std::int32_t paint(const void*, const terrawright_job* job) {
  const terrawright_target& to = job->outputs[0];
  for (std::int64_t y = 0; y < to.area.height; ++y) {
    for (std::int64_t x = 0; x < to.area.width; ++x) static_cast<float*>(to.cells)[y * to.stride + x] = 0;
  }
  asked(TERRAWRIGHT_PHASE_PAINT, job->host, job->handle);
  return TERRAWRIGHT_ANSWER_DONE;
}

terrawright_port output(std::uint32_t kind, const char* name) {
  terrawright_port port = {};
  port.size = sizeof port;
  port.direction = TERRAWRIGHT_PORT_OUTPUT;
  port.kinds = 1u << kind;
  port.name = name;
  port.doc = "An output.";
  port.unit = "1";
  return port;
}

// One that merges, or one that combines.
const terrawright_stage* asking(bool combines) {
  static const terrawright_port ports[] = {output(TERRAWRIGHT_KIND_HEIGHT, "height"),
                                           output(TERRAWRIGHT_KIND_NUMBER, "number"),
                                           output(TERRAWRIGHT_KIND_GRID, "grid"), output(TERRAWRIGHT_KIND_TEXT, "text"),
                                           output(TERRAWRIGHT_KIND_TABLE, "table")};
  static const terrawright_port* const list[] = {&ports[0], &ports[1], &ports[2], &ports[3], &ports[4]};
  const auto make = [](bool combining) {
    terrawright_stage made = {};
    made.size = sizeof made;
    made.version = made.revision = 1;
    made.flags = TERRAWRIGHT_STAGE_SURVEYS | TERRAWRIGHT_STAGE_RESOLVES |
                 (combining ? 0u : std::uint32_t{TERRAWRIGHT_STAGE_MERGES});
    made.id = "made.asking";
    made.doc = "Asks.";
    made.ports = list;
    made.n_ports = 5;
    made.create = create;
    made.destroy = destroy;
    made.window = window;
    made.survey = survey;
    if (!combining) made.merge = merge;
    if (combining) {
      made.extension = [](const terrawright_stage*, const char* id) -> const void* {
        static const terrawright_combine functions = {sizeof functions, 0, combine, split};
        return std::string(id) == TERRAWRIGHT_COMBINE ? &functions : nullptr;
      };
    }
    made.resolve = resolve;
    made.paint = paint;
    return made;
  };
  static const terrawright_stage merging = make(false), combining = make(true);
  return combines ? &combining : &merging;
}

// Message of the failure; "": none.
std::string build(std::uint32_t phase, Ask what) {
  when = phase;
  ask = std::move(what);
  test::Options options;
  options.tile = 5;
  options.stages = {asking(phase >= TERRAWRIGHT_PHASE_COMBINE)};
  options.levels = 2;
  std::string said;
  try {
    test::build(
        "terrawright: 1\nname: t\nworld: {size: [9, 9], seed: 1}\nstages:\n  m: {use: made.asking@1}\n"
        "outputs: [{layers: {m: m.height}}]\n",
        options);
  } catch (const test::BuildFailed& error) {
    said = error.what();
    CHECK(said.size() > 30);
  }
  for (const char* foreign : {"std::", "basic_string", "bad_alloc", "vector::", "(null)", "allocat"}) {
    INFO(said);
    CHECK(said.find(foreign) == std::string::npos);
  }
  ask = nullptr;
  return said;
}

constexpr std::uint64_t most = UINT64_MAX;
constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min(),
                       highest = std::numeric_limits<std::int64_t>::max();
constexpr std::uint32_t create_phase = 1u << TERRAWRIGHT_PHASE_CREATE, survey_phase = 1u << TERRAWRIGHT_PHASE_SURVEY,
                        resolve_phase = 1u << TERRAWRIGHT_PHASE_RESOLVE, paint_phase = 1u << TERRAWRIGHT_PHASE_PAINT,
                        merge_phase = 1u << TERRAWRIGHT_PHASE_MERGE, combine_phase = 1u << TERRAWRIGHT_PHASE_COMBINE,
                        split_phase = 1u << TERRAWRIGHT_PHASE_SPLIT;
constexpr std::uint32_t reads_files = survey_phase | resolve_phase | paint_phase;
constexpr std::uint32_t running = reads_files | merge_phase | combine_phase | split_phase;

struct Question {
  const char* name;
  std::uint32_t phases;  // in which it may be asked
  bool fails;            // there too
  Ask ask;
};

#define ASK(...) [](const terrawright_host& host, void* handle) { static_cast<void>(host.__VA_ARGS__); }
#define ASK_OF(functions, id, ...)                                                                           \
  [](const terrawright_host& host, void* handle) {                                                           \
    static_cast<void>(static_cast<const terrawright_##functions*>(host.extension(handle, id))->__VA_ARGS__); \
  }

const std::vector<Question>& questions() {
  static terrawright_rect wide = {0, 0, highest, highest}, before = {lowest, lowest, 1, 1}, negative = {0, 0, -1, -1};
  static float samples[1];
  static terrawright_file_request request = {sizeof request, 0, 0, 0, highest, lowest, highest, nullptr, 0};
  static terrawright_file_facts facts = {sizeof facts, 0, 0, 0, 0, 0, 0, 0, 0, 0}, no_facts = {};
  static terrawright_table empty = {sizeof empty, 0, 0, 0, nullptr, nullptr, nullptr},
                           no_columns = {sizeof empty, 0, 1, 1, nullptr, nullptr, nullptr}, no_size = {},
                           endless = {sizeof empty, 0, most, most, nullptr, nullptr, nullptr};
  static const std::vector<Question> all = {
      {"fail NULL", create_phase | running, true, ASK(fail(handle, nullptr, lowest, highest, nullptr))},
      {"fail", create_phase | running, true, ASK(fail(handle, "rules[99999999999999999999].x", -1, 5, "so"))},
      {"warn NULL", create_phase | running, false, ASK(warn(handle, nullptr, highest, lowest, nullptr))},
      {"log NULL", running, false, ASK(log(handle, TERRAWRIGHT_LOG_INFO, nullptr))},
      {"log of no level", running, true, ASK(log(handle, 99, "so"))},
      {"progress NaN", running, false, ASK(progress(handle, std::nan("")))},
      {"progress 1e300", running, false, ASK(progress(handle, -1e300))},
      {"depends NULL", create_phase, true, ASK(depends(handle, nullptr, most))},
      {"cancelled", running, false, ASK(cancelled(handle))},
      {"extension NULL", create_phase | running, false, ASK(extension(handle, nullptr))},
      {"stream NULL", create_phase, true, ASK(stream(handle, nullptr))},
      {"set_unit of a port that has one", create_phase, true, ASK(set_unit(handle, 0, nullptr))},
      {"set_unit of no port", create_phase, true, ASK(set_unit(handle, UINT32_MAX, "m"))},
      {"set_legend NULL", create_phase, true, ASK(set_legend(handle, 0, nullptr, 3))},
      {"set_legend endless", create_phase, true, ASK(set_legend(handle, 0, nullptr, most))},
      // Refused by the program, which compares it with what is free.
      {"needs_memory endless", create_phase, false, ASK(needs_memory(handle, most))},
      {"needs_scratch endless", create_phase, false, ASK(needs_scratch(handle, most, most))},
      {"open_file NULL", create_phase, true, ASK(open_file(handle, nullptr, nullptr, nullptr))},
      {"open_file without request", create_phase, true, ASK(open_file(handle, "file", nullptr, &facts))},
      {"open_file without facts", create_phase, true, ASK(open_file(handle, "file", &request, &no_facts))},
      {"open_file of no parameter", create_phase, true, ASK(open_file(handle, nullptr, &request, &facts))},
      {"read_file NULL", reads_files, true, ASK(read_file(handle, 0, nullptr, 1, nullptr, 0))},
      {"read_file of no file", reads_files, true, ASK(read_file(handle, lowest, &wide, 1, samples, highest))},
      {"read_file before", reads_files, true, ASK(read_file(handle, highest, &before, 1, samples, 1))},
      {"read_file negative", reads_files, true, ASK(read_file(handle, 0, &negative, 1, samples, 0))},
      {"read_file of no kind", reads_files, true, ASK(read_file(handle, 0, &before, 77, samples, 1))},
      {"scratch", running, true, ASK(scratch(handle, most))},
      {"note NULL", survey_phase | merge_phase | combine_phase, true, ASK(note(handle, nullptr, 5))},
      {"verdict NULL", resolve_phase | split_phase, true, ASK(verdict(handle, 0, nullptr, most))},
      {"verdict to every tile", resolve_phase, false, ASK(verdict(handle, most, "x", 1))},
      {"verdict of no tile", resolve_phase | split_phase, true, ASK(verdict(handle, most - 1, "x", 1))},
      {"carry NULL", resolve_phase, true, ASK_OF(rounds, TERRAWRIGHT_ROUNDS, carry(handle, nullptr, most))},
      {"visit", resolve_phase, true, ASK_OF(rounds, TERRAWRIGHT_ROUNDS, visit(handle, most))},
      {"parallel NULL", resolve_phase, true, ASK(parallel(handle, most, nullptr, nullptr))},
      {"parallel that throws", resolve_phase, true,
       ASK(parallel(
           handle, 9, [](void*, std::uint64_t) -> std::int32_t { throw 42; }, nullptr))},
      {"number NaN", resolve_phase, true, ASK(number(handle, 1, std::nan("")))},
      {"number of no port", resolve_phase, true, ASK(number(handle, UINT32_MAX, 1))},
      {"number of a layer", resolve_phase, true, ASK(number(handle, 0, 1))},
      {"grid NULL", resolve_phase, true, ASK(grid(handle, 2, nullptr, most))},
      {"grid of no port", resolve_phase, true, ASK(grid(handle, 5, "x", 1))},
      {"text NULL", resolve_phase, true, ASK_OF(texts, TERRAWRIGHT_TEXTS, text(handle, 3, nullptr, most))},
      {"text that is no UTF-8", resolve_phase, true,
       ASK_OF(texts, TERRAWRIGHT_TEXTS, text(handle, 3, "\xff\xfe\n", 3))},
      {"table NULL", resolve_phase, true, ASK_OF(tables, TERRAWRIGHT_TABLES, table(handle, 4, nullptr))},
      {"table without size", resolve_phase, true, ASK_OF(tables, TERRAWRIGHT_TABLES, table(handle, 4, &no_size))},
      {"table without columns", resolve_phase, true, ASK_OF(tables, TERRAWRIGHT_TABLES, table(handle, 4, &no_columns))},
      {"table of nothing", resolve_phase, true, ASK_OF(tables, TERRAWRIGHT_TABLES, table(handle, 4, &empty))},
      {"table without end", resolve_phase, true, ASK_OF(tables, TERRAWRIGHT_TABLES, table(handle, 4, &endless))},
      {"carried NULL", resolve_phase, true, ASK_OF(rounds, TERRAWRIGHT_ROUNDS, carried(handle, nullptr))},
      {"input of no port", resolve_phase, true, ASK_OF(tables, TERRAWRIGHT_TABLES, input(handle, UINT32_MAX))},
      {"input of an output", resolve_phase, true, ASK_OF(tables, TERRAWRIGHT_TABLES, input(handle, 4))},
      {"same of no port", paint_phase, true, ASK(same(handle, UINT32_MAX, UINT32_MAX))},
      {"same of outputs", paint_phase, true, ASK(same(handle, 0, 0))},
      {"rows", paint_phase, true, ASK_OF(rows_by_tile, TERRAWRIGHT_ROWS, rows(handle, 4, &empty, nullptr, nullptr))},
  };
  return all;
}

}  // namespace

TEST_CASE("The stage that asks builds when it asks for nothing", "[plugins]") { CHECK(build(99, nullptr).empty()); }

TEST_CASE("What a stage asks of the host with NULL, limits or in the wrong phase fails with a sentence", "[plugins]") {
  const char* const names[] = {"create", "survey", "resolve", "paint", "merge", "combine", "split"};
  for (const Question& question : questions()) {
    for (std::uint32_t phase = 0; phase < 7; ++phase) {
      INFO(question.name << " in " << names[phase]);
      const std::string said = build(phase, question.ask);
      const bool allowed = (question.phases & (1u << phase)) != 0;
      INFO(said);
      CHECK(said.empty() == (allowed && !question.fails));
      if (!allowed) CHECK(said.find(std::string(" in ") + names[phase]) != std::string::npos);
    }
  }
}

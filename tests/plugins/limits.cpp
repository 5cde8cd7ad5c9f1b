// SPDX-License-Identifier: Apache-2.0
// Every pointer of a description NULL in turn, and every number at its limits: refused with a sentence, or built.
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "plugins/plugins.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"
#include "terrawright/ext/combine.h"

using namespace terrawright;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void* create(const terrawright_stage*, const terrawright_host*, void*, const terrawright_arrangement*) {
  static char instance;
  return &instance;
}
void destroy(void*) {}
std::int32_t window(const void*, std::uint32_t, std::uint32_t, const terrawright_rect* tile, terrawright_rect* out) {
  *out = *tile;
  return TERRAWRIGHT_ANSWER_DONE;
}
std::int32_t survey(const void*, const terrawright_job* job) {
  job->host->note(job->handle, "x", 1);
  return TERRAWRIGHT_ANSWER_DONE;
}
std::int32_t merge(const void*, const terrawright_job* job, const terrawright_blob* a, const terrawright_blob*) {
  job->host->note(job->handle, a->bytes, a->size);
  return TERRAWRIGHT_ANSWER_DONE;
}
std::int32_t resolve(const void*, const terrawright_job* job) {
  job->host->number(job->handle, 2, 1.0);
  return TERRAWRIGHT_ANSWER_DONE;
}
std::uint64_t painted_kinds = 0;  // of the port that is painted, as its plugin declares it
std::int32_t paint(const void*, const terrawright_job* job) {
  const terrawright_target& to = job->outputs[1];
  if (to.cells == nullptr) return TERRAWRIGHT_ANSWER_DONE;
  std::int64_t bytes = 4;
  if (painted_kinds == 1u << TERRAWRIGHT_KIND_MASK) bytes = 1;
  if (painted_kinds == 1u << TERRAWRIGHT_KIND_CLASS) bytes = 2;
  if (painted_kinds == 1u << TERRAWRIGHT_KIND_COUNT || painted_kinds == 1u << TERRAWRIGHT_KIND_VECTOR) bytes = 8;
  for (std::int64_t y = 0; y < to.area.height; ++y)
    std::memset(static_cast<char*>(to.cells) + y * to.stride * bytes, 0,
                static_cast<std::size_t>(to.area.width * bytes));
  return TERRAWRIGHT_ANSWER_DONE;
}

// A plugin that has one of everything.
struct Product {
  terrawright_port ports[3] = {};
  const terrawright_port* port_list[3] = {};
  terrawright_parameter parameters[10] = {}, columns[2] = {};
  const terrawright_parameter *parameter_list[10] = {}, *column_list[2] = {};
  const char *choices[2] = {"one", "two"}, *choice_docs[2] = {"The first.", "The second."};
  terrawright_value numbers[2] = {}, cells[2] = {}, rows[1] = {};
  terrawright_stage stage = {};
  const terrawright_stage* stage_list[1] = {};
  terrawright_plugin plugin = {};

  Product() {
    const char* const port_names[] = {"height", "height", "number"};
    for (int i = 0; i < 3; ++i) {
      terrawright_port& port = ports[i];
      port.size = sizeof port;
      port.direction = i == 0 ? TERRAWRIGHT_PORT_INPUT : TERRAWRIGHT_PORT_OUTPUT;
      port.kinds = 1u << (i == 2 ? TERRAWRIGHT_KIND_NUMBER : TERRAWRIGHT_KIND_HEIGHT);
      port.name = port_names[i];
      port.doc = "A port.";
      if (i == 1) port.like_port = "height";
      if (i == 2) port.unit = "1";
      if (i == 2) port.flags = TERRAWRIGHT_PORT_BY_NAME;
      port_list[i] = &port;
    }
    const char* const names[] = {"real", "integer", "boolean", "choice", "text",
                                 "part", "list",    "rows",    "file",   "tint"};
    for (std::uint32_t i = 0; i < 10; ++i) {
      declare(parameters[i], TERRAWRIGHT_PARAMETER_REAL + i, names[i]);
      parameter_list[i] = &parameters[i];
    }
    parameters[0].word = "auto";
    parameters[3].choices = choices;
    parameters[3].choice_docs = choice_docs;
    parameters[3].n_choices = 2;
    parameters[4].fallback.text = "a text";
    parameters[6].item_kind = TERRAWRIGHT_PARAMETER_REAL;
    parameters[6].fallback.items = numbers;
    parameters[6].fallback.n_items = 2;
    declare(columns[0], TERRAWRIGHT_PARAMETER_INTEGER, "code");
    declare(columns[1], TERRAWRIGHT_PARAMETER_TEXT, "name");
    for (int i = 0; i < 2; ++i) column_list[i] = &columns[i];
    parameters[7].columns = column_list;
    parameters[7].n_columns = 2;
    cells[1].text = "a cell";
    rows[0].items = cells;
    rows[0].n_items = 2;
    parameters[7].fallback.items = rows;
    parameters[7].fallback.n_items = 1;
    stage = {sizeof stage,
             1,
             1,
             TERRAWRIGHT_STAGE_SURVEYS | TERRAWRIGHT_STAGE_RESOLVES | TERRAWRIGHT_STAGE_MERGES,
             0,
             0,
             "made.limits",
             "One of everything.",
             "Nobody.",
             "terrawright: 1",
             nullptr,
             port_list,
             3,
             parameter_list,
             10,
             nullptr,
             0,
             nullptr,
             create,
             destroy,
             window,
             survey,
             merge,
             resolve,
             paint};
    stage_list[0] = &stage;
    plugin = {sizeof plugin,
              TERRAWRIGHT_ABI_MAJOR,
              TERRAWRIGHT_ABI_MINOR,
              0,
              "made",
              "1",
              "by hand",
              stage_list,
              1,
              nullptr,
              nullptr,
              nullptr};
  }
  static void declare(terrawright_parameter& parameter, std::uint32_t kind, const char* name) {
    parameter.size = sizeof parameter;
    parameter.kind = kind;
    parameter.name = name;
    parameter.doc = "A parameter.";
    parameter.unit = "";
    parameter.minimum = -10;
    parameter.maximum = 90;
    parameter.integer_minimum = -10;
    parameter.integer_maximum = 90;
  }
};

void check_sentence(const std::string& text) {
  INFO(text);
  CHECK(text.size() > 10);
  for (const char* foreign : {"std::", "basic_string", "bad_alloc", "vector::", "map::", "locale::", "(null)"})
    CHECK(text.find(foreign) == std::string::npos);
}

// "" where the plugin was taken, and a world was built with it or refused with a sentence.
std::string outcome(const Product& made) {
  graph::Catalogue catalogue;
  const auto problems = plugins::add_plugin(&made.plugin, "x.so", "build", catalogue);
  for (const auto& problem : problems) check_sentence(problem.reason);
  if (!problems.empty()) return problems.front().reason;
  if (made.plugin.n_stages == 0) return "";
  painted_kinds = made.ports[1].kinds;
  terrawright::test::Options options;
  options.tile = 5;
  options.stages = {&made.stage};
  try {
    const auto version = std::to_string(made.stage.version);
    terrawright::test::build(
        "terrawright: 1\nname: t\nworld: {size: [9, 9], seed: 1}\nstages:\n  h: {use: heights.noise@1}\n"
        "  m: {use: made.limits@" +
            version +
            ", in: {height: h}, with: {file: x.png}}\n"
            "outputs: [{layers: {m: m.height}}]\n",
        options);
  } catch (const std::exception& error) {
    check_sentence(error.what());
  }
  return "";
}

// One change at a time; `field(made)` is a reference into it.
template <class Value, class Field>
void try_each(const std::string& name, const std::vector<Value>& values, Field field) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    INFO(name << ", value " << i);
    const auto made = std::make_unique<Product>();
    field(*made) = values[i];
    outcome(*made);
  }
}
const std::vector<std::uint32_t> words = {0,  1,  2,  3,  4,          7,           8,          11,
                                          12, 13, 16, 31, 0x7fffffff, 0x80000000u, 0xffffffffu};
const std::vector<std::int64_t> integers = {0, 1, -1, std::numeric_limits<std::int64_t>::min(),
                                            std::numeric_limits<std::int64_t>::max()};
const std::vector<double> reals = {0.0,
                                   -0.0,
                                   std::numeric_limits<double>::quiet_NaN(),
                                   infinity,
                                   -infinity,
                                   std::numeric_limits<double>::max(),
                                   std::numeric_limits<double>::lowest(),
                                   std::numeric_limits<double>::denorm_min()};
const std::vector<std::uint64_t> counts = {0,         65537,          1u << 31,  UINT64_MAX / 8 + 2,
                                           INT64_MAX, UINT64_MAX - 1, UINT64_MAX};
const std::vector<const char*> texts = {nullptr, "", "\xff\xfe", "Two Words", "%s%n"};

void try_parameter(const std::string& name, terrawright_parameter& (*get)(Product&, int), int i) {
  const auto each = [&](const char* field, const auto& values, auto member) {
    try_each(
        name + "." + field, values, [&](Product & made) -> auto& { return get(made, i).*member; });
  };
  const auto each_of_default = [&](const char* field, const auto& values, auto member) {
    try_each(
        name + ".fallback." + field, values, [&](Product & made) -> auto& { return get(made, i).fallback.*member; });
  };
  using P = terrawright_parameter;
  each("size", words, &P::size);
  each("kind", words, &P::kind);
  each("flags", words, &P::flags);
  each("item_kind", words, &P::item_kind);
  for (const auto member : {&P::name, &P::doc, &P::unit, &P::word}) each("text", texts, member);
  for (const auto member : {&P::minimum, &P::maximum}) each("bound", reals, member);
  for (const auto member : {&P::integer_minimum, &P::integer_maximum}) each("integer bound", integers, member);
  using Texts = const char* const*;
  each("choices", std::vector<Texts>{nullptr}, &P::choices);
  each("choice_docs", std::vector<Texts>{nullptr}, &P::choice_docs);
  each("n_choices", counts, &P::n_choices);
  each("columns", std::vector<const P* const*>{nullptr}, &P::columns);
  each("n_columns", counts, &P::n_columns);
  using V = terrawright_value;
  each_of_default("is_word", words, &V::is_word);
  each_of_default("reserved", words, &V::reserved);
  each_of_default("real", reals, &V::real);
  each_of_default("integer", integers, &V::integer);
  each_of_default("text", texts, &V::text);
  each_of_default("items", std::vector<const V*>{nullptr}, &V::items);
  each_of_default("n_items", counts, &V::n_items);
}

}  // namespace

TEST_CASE("A description that has one of everything is taken", "[plugins]") {
  const auto made = std::make_unique<Product>();
  CHECK(outcome(*made).empty());
}

TEST_CASE("Ports with NULL and numbers at their limits end nothing", "[plugins]") {
  using P = terrawright_port;
  for (int i = 0; i < 3; ++i) {
    const auto each = [&](const char* field, const auto& values, auto member) {
      try_each(
          "port " + std::to_string(i) + "." + field,
          values, [&](Product & made) -> auto& { return made.ports[i].*member; });
    };
    for (const auto member : {&P::size, &P::direction, &P::flags, &P::reserved, &P::statistics, &P::window_statistics})
      each("number", words, member);
    each("kinds", counts, &P::kinds);
    each("kinds", std::vector<std::uint64_t>(words.begin(), words.end()), &P::kinds);
    for (const auto member : {&P::name, &P::doc, &P::unit, &P::like_port}) each("text", texts, member);
    try_each(
        "port", std::vector<const P*>{nullptr}, [&](Product & made) -> auto& { return made.port_list[i]; });
  }
}

TEST_CASE("Parameters with NULL and numbers at their limits end nothing", "[plugins]") {
  using P = terrawright_parameter;
  for (int i = 0; i < 10; ++i) {
    try_parameter(
        "parameter " + std::to_string(i), [](Product& m, int k) -> P& { return m.parameters[k]; }, i);
    try_each(
        "parameter", std::vector<const P*>{nullptr}, [&](Product & m) -> auto& { return m.parameter_list[i]; });
  }
  for (int i = 0; i < 2; ++i) {
    try_parameter(
        "column " + std::to_string(i), [](Product& m, int k) -> P& { return m.columns[k]; }, i);
    try_each(
        "column", std::vector<const P*>{nullptr}, [&](Product & m) -> auto& { return m.column_list[i]; });
    try_each(
        "choice", texts, [&](Product & m) -> auto& { return m.choices[i]; });
    try_each(
        "choice's doc", texts, [&](Product & m) -> auto& { return m.choice_docs[i]; });
    try_each(
        "cell's text", texts, [&](Product & m) -> auto& { return m.cells[i].text; });
    try_each(
        "item", reals, [&](Product & m) -> auto& { return m.numbers[i].real; });
    try_each(
        "item's items", counts, [&](Product & m) -> auto& { return m.numbers[i].n_items; });
  }
  try_each(
      "row's items", std::vector<const terrawright_value*>{nullptr},
      [](Product & m) -> auto& { return m.rows[0].items; });
  try_each(
      "row's items", counts, [](Product & m) -> auto& { return m.rows[0].n_items; });
}

TEST_CASE("Stages and plugins with NULL and numbers at their limits end nothing", "[plugins]") {
  using S = terrawright_stage;
  const auto each = [](const char* field, const auto& values, auto member) {
    try_each(
        std::string("stage.") + field, values, [&](Product & made) -> auto& { return made.stage.*member; });
  };
  for (const auto member : {&S::size, &S::version, &S::revision, &S::flags, &S::reads, &S::reserved})
    each("number", words, member);
  for (const auto member : {&S::id, &S::doc, &S::source, &S::example}) each("text", texts, member);
  for (const auto member : {&S::n_ports, &S::n_parameters, &S::n_needs}) each("count", counts, member);
  each("ports", std::vector<const terrawright_port* const*>{nullptr}, &S::ports);
  each("parameters", std::vector<const terrawright_parameter* const*>{nullptr}, &S::parameters);
  using Call = std::int32_t (*)(const void*, const terrawright_job*);
  for (const auto member : {&S::survey, &S::resolve, &S::paint}) each("function", std::vector<Call>{nullptr}, member);
  each(
      "extension", std::vector<decltype(S::extension)>{[](const S*, const char*) -> const void* {
        static const terrawright_combine nothing = {sizeof nothing, 0, nullptr, nullptr}, little = {4, 0, paint, paint};
        static int asked = 0;
        return ++asked % 2 == 0 ? &nothing : &little;
      }},
      &S::extension);
  each("needs", std::vector<const char* const*>{nullptr}, &S::needs);
  each("create", std::vector<decltype(S::create)>{nullptr}, &S::create);
  each("destroy", std::vector<decltype(S::destroy)>{nullptr}, &S::destroy);
  each("window", std::vector<decltype(S::window)>{nullptr}, &S::window);
  each("merge", std::vector<decltype(S::merge)>{nullptr}, &S::merge);

  using P = terrawright_plugin;
  const auto each_of_plugin = [](const char* field, const auto& values, auto member) {
    try_each(
        std::string("plugin.") + field, values, [&](Product & made) -> auto& { return made.plugin.*member; });
  };
  each_of_plugin("size", words, &P::size);
  for (const auto member : {&P::id, &P::version, &P::built_with}) each_of_plugin("text", texts, member);
  each_of_plugin("stages", std::vector<const S* const*>{nullptr}, &P::stages);
  each_of_plugin("n_stages", counts, &P::n_stages);
  try_each(
      "stage", std::vector<const S*>{nullptr}, [](Product & made) -> auto& { return made.stage_list[0]; });
}

TEST_CASE("A descriptor shorter than that of version 1.0 is refused, the oldest and a longer one are taken",
          "[plugins]") {
  const auto check = [](const char* what, auto field) {
    INFO(what);
    const auto made = std::make_unique<Product>();
    const auto oldest = static_cast<std::uint32_t>(field(*made));
    for (const std::uint32_t size : {0u, 4u, oldest - 8, oldest - 1}) {
      field(*made) = size;
      const std::string reason = outcome(*made);
      INFO(reason);
      CHECK(reason.find(std::string("has a ") + what + " of " + std::to_string(size) + " bytes") != std::string::npos);
    }
    for (const std::uint32_t size : {oldest, oldest + 8, UINT32_MAX}) {
      field(*made) = size;
      CHECK(outcome(*made).empty());
    }
  };
  check(
      "port", [](Product & made) -> auto& { return made.ports[1].size; });
  check(
      "parameter", [](Product & made) -> auto& { return made.parameters[6].size; });
  check(
      "parameter", [](Product & made) -> auto& { return made.columns[1].size; });
  check(
      "description", [](Product & made) -> auto& { return made.stage.size; });
  check(
      "plugin", [](Product & made) -> auto& { return made.plugin.size; });
}

// SPDX-License-Identifier: Apache-2.0
// A value goes into a config's text, and nothing else of it changes.
#include <filesystem>
#include <fstream>
#include <iterator>

#include "config/world.hpp"
#include "config/yaml/written.hpp"
#include "support/catch.hpp"

using namespace terrawright;
namespace fs = std::filesystem;

namespace {

std::shared_ptr<const report::Source> source(const std::string& text) {
  return std::make_shared<report::Source>(report::Source{"world.yaml", text});
}

std::string after(const std::string& text, const std::vector<std::string>& keys, const std::string& value) {
  report::Diagnostics problems;
  const auto result = config::spliced(source(text), keys, value, problems);
  INFO(problems.text());
  REQUIRE(result);
  CHECK_FALSE(problems.has_errors());
  return *result;
}

std::string refused(const std::string& text, const std::string& knob) {
  report::Diagnostics problems;
  CHECK_FALSE(config::spliced(source(text), {"knobs", knob}, "7", problems));
  REQUIRE(problems.has_errors());
  return problems.text();
}

}  // namespace

TEST_CASE("Every knob and seed of our configs takes another value, and every other byte stays", "[live]") {
  std::size_t tried = 0;
  for (const char* folder : {"configs", "examples"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(TERRAWRIGHT_ROOT) / folder)) {
      if (entry.path().extension() != ".yaml") continue;
      std::ifstream stream(entry.path(), std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(stream), {}};
      report::Diagnostics unsaid;
      const auto world = config::load(entry.path().string(), {}, unsaid);
      if (!world || unsaid.has_errors()) continue;
      INFO(entry.path());
      std::vector<std::pair<std::vector<std::string>, std::string>> values;
      for (const config::Knob& knob : world->knobs) {
        const bool is_here = knob.value.position.source->name == entry.path();  // not in a world that it extends
        // A calculated value is not written as it is.
        if (is_here && !knob.value.calculated) values.push_back({{"knobs", knob.name}, knob.value.text});
      }
      if (text.find("seed:") != std::string::npos) values.push_back({{"world", "seed"}, world->seed_text});
      // Line ends of another system, and a mark of byte order.
      std::string elsewhere = "\xEF\xBB\xBF";
      for (const char c : text) elsewhere += c == '\n' ? "\r\n" : std::string(1, c);
      for (const std::string& variant : {text, elsewhere}) {
        for (const auto& [keys, own] : values) {
          if (own.empty()) continue;
          INFO(keys.back());
          CHECK(after(variant, keys, own) == variant);
          const std::string other = "12345.5 m";
          const std::string changed = after(variant, keys, other);
          CHECK(changed.size() + own.size() == variant.size() + other.size());
          CHECK(after(changed, keys, own) == variant);
          ++tried;
        }
      }
    }
  }
  CHECK(tried > 40);
}

TEST_CASE("A value is found however it is written", "[live]") {
  CHECK(after("knobs: {sea: 60 %, b: 1}  # c", {"knobs", "sea"}, "5 %") == "knobs: {sea: 5 %, b: 1}  # c");
  CHECK(after("knobs:\n  sea:   60 %   # c\n", {"knobs", "sea"}, "5 %") == "knobs:\n  sea:   5 %   # c\n");
  CHECK(after("knobs:\n  sea: {doc: 'a: 60 %', value: 60 %}\n", {"knobs", "sea"}, "5 %") ==
        "knobs:\n  sea: {doc: 'a: 60 %', value: 5 %}\n");
  CHECK(after("knobs: {höhe: 1, sea: \"60 %\"}", {"knobs", "sea"}, "5 %") == "knobs: {höhe: 1, sea: 5 %}");
  CHECK(after("world: {seed: 'a b'}", {"world", "seed"}, "x, y") == "world: {seed: \"x, y\"}");
}

TEST_CASE("What cannot be replaced alone is refused where it stands", "[live]") {
  CHECK_THAT(refused("knobs: {a: &x 1, b: *x}", "a"), Catch::Contains("world.yaml:1:") && Catch::Contains("anchor"));
  CHECK_THAT(refused("knobs: {a: &x 1, b: *x}", "b"), Catch::Contains("world.yaml:1:") && Catch::Contains("anchor"));
  CHECK_THAT(refused("knobs: {a: [1, 2]}", "a"), Catch::Contains("world.yaml:1:12") && Catch::Contains("a list"));
  CHECK_THAT(refused("knobs: {a: 1}", "b"), Catch::Contains("does not stand"));
  CHECK_THAT(refused("extends: c\nknobs: {a: 1}", "b"), Catch::Contains("write b: 7 under knobs: there"));
  CHECK_THAT(refused("knobs: {a: ", "a"), Catch::Contains("world.yaml:1:"));
}

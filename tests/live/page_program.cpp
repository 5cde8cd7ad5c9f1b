// SPDX-License-Identifier: Apache-2.0
// The functions of the page without a server, called as its JavaScript calls them.
#include "live/wasm/page_program.hpp"

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "report/diagnostic.hpp"
#include "report/json.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"

using namespace terrawright;
using report::Json;

namespace {

const std::string small_world = R"yaml(terrawright: 1
name: small
world: {size: [65, 65], cell: 1 km, seed: 1}
knobs:
  floor: {value: 0.5, range: [0.1, 0.9], doc: "The lowest height."}  # stays
stages:
  h: {use: heights.noise@1, with: {lowest: -1}}
  n: {use: shape.formula@1, in: {a: h, level: $floor}, with: {formula: "max(a, level)"}}
outputs: [{file: a.exr, layers: {heights: n}}]
)yaml";

std::vector<Json> reports;
std::size_t bytes_reported = 0;

void take_report(const char* head, const char* bytes, std::uint32_t size) {
  reports.push_back(Json::parse(head));
  if (bytes != nullptr) bytes_reported += size;
}

// What the page's JavaScript does, with its worker in the same thread.
struct PageScript {
  explicit PageScript(const std::string& file, const std::string& text) {
    terrawright_page_reports = take_report;
    terrawright_page_text(file.c_str(), text.c_str());
    rest();
  }
  Json ask(const char* what, const Json& body) {
    Json answer = Json::parse(terrawright_page_ask(what, body.dump().c_str()));
    rest();
    return answer;
  }
  void type(const std::string& text) {
    terrawright_page_text("small.yaml", text.c_str());
    rest();
  }
  void rest() {
    for (int turns = 0; turns < 50; ++turns) {
      const Json result = Json::parse(terrawright_page_step(now += 50));
      if (result.contains("state")) state = result["state"];
      for (const Json& order : result["orders"]) {
        if (!order.contains("run")) continue;
        reports.clear();
        bytes_reported = 0;
        terrawright_page_run(order["run"].dump().c_str());
        for (const Json& report : reports) terrawright_page_hear(report.dump().c_str());
      }
      if (result["idle"] == true && result["orders"].empty()) return;
    }
    FAIL("the page does not come to rest");
  }

  Json state;
  double now = 0;
};

}  // namespace

TEST_CASE("A page without a server builds a text, turns and writes a knob, and says what is wrong", "[live]") {
  PageScript page("small.yaml", small_world);
  REQUIRE(page.state["shown"].is_object());
  const Json layer = page.state["shown"]["layers"][0];
  CHECK(layer["name"] == "heights");
  CHECK(bytes_reported == 65 * 65 * 4);
  // The same digest as a build has.
  CHECK(layer["digest"] == test::build(small_world).digest("n"));
  const std::string digest = page.state["shown"]["digest"];
  CHECK(digest.size() == 64);

  CHECK(page.ask("turn", {{"knob", "floor"}, {"value", "0.9"}}) == Json::object());
  const Json turned = page.state["shown"]["layers"][0];
  CHECK(turned["digest"] != layer["digest"].text());
  CHECK(page.state["shown"]["digest"] != digest);
  CHECK(page.state["knobs"][0]["turned"] == "0.9");
  std::string written = small_world;
  written.replace(written.find("0.5"), 3, "0.9");
  CHECK(page.ask("write", {{"knob", "floor"}})["text"] == written);
  CHECK_FALSE(page.state["knobs"][0].contains("turned"));
  CHECK(page.state["shown"]["layers"][0]["digest"] == turned["digest"].text());

  // An error has its place, and the last world stays.
  std::string wrong = small_world;
  wrong.replace(wrong.find("lowest:"), 6, "lowset");
  page.type(wrong);
  CHECK(page.state["failed"] == true);
  CHECK(page.state["problems"][0]["line"] == 7);
  CHECK(page.state["problems"][0]["file"] == "small.yaml");
  CHECK(page.state["shown"]["layers"][0]["digest"] == turned["digest"].text());
  page.type(small_world);
  CHECK(page.state["failed"] == false);
  CHECK(page.state["shown"]["layers"][0]["digest"] == layer["digest"].text());
  CHECK(page.state["shown"]["digest"] == digest);
  page.ask("look", {{"titles", {"h"}}});
  CHECK(page.state["shown"]["layers"].size() == 2);
  CHECK(page.state["shown"]["digest"] == digest);

  CHECK(Json::parse(terrawright_page_ask("turn", "no object")).contains("problem"));
}

TEST_CASE("Layers of files that the program cannot write are shown without a server", "[live]") {
  std::string view = small_world;
  view.replace(view.find("a.exr, layers: {heights: n}"), 27, "a.html, scene: {height: n}");
  PageScript page("small.yaml", view);
  CHECK(page.state["problems"].empty());
  CHECK(page.state["shown"]["layers"][0]["title"] == "n");
}

TEST_CASE("A page shows an expectation that is not met under its line, with the world", "[live]") {
  const std::string expected = small_world + R"yaml(expect:
  - {name: high, that: "mean(n) > 0.8"}
  - {name: low, that: "max(n) < 2"}
)yaml";
  PageScript page("small.yaml", expected);
  REQUIRE(page.state["problems"].size() == 1);
  const Json unmet = page.state["problems"][0];
  CHECK(unmet["severity"] == "error");
  CHECK(unmet["line"] == 11);
  CHECK(unmet["message"].text().rfind("the expectation 'high' is not met: mean(n) is 0.", 0) == 0);
  CHECK(page.state["failed"] == false);
  CHECK(page.state["shown"]["layers"][0]["digest"] == test::build(small_world).digest("n"));
  // A moving knob judges nothing; at rest it meets the expectation.
  page.ask("turn", {{"knob", "floor"}, {"value", "0.9"}, {"rest", false}});
  CHECK(page.state["preview"].is_object());
  CHECK(page.state["problems"].size() == 1);
  page.ask("turn", {{"knob", "floor"}, {"value", "0.9"}});
  CHECK(page.state["problems"].empty());
  page.ask("turn", {{"knob", "floor"}, {"value", ""}});  // the next test has the same session
}

TEST_CASE("A page advises the width that a world is made for", "[live]") {
  std::string narrow = small_world;
  narrow.replace(narrow.find("seed: 1"), 7, "seed: 1, widths: {from: 100 km, to: 900 km, narrower: hill}");
  PageScript page("small.yaml", narrow);
  REQUIRE(page.state["problems"].size() == 1);
  CHECK(page.state["problems"][0]["severity"] == "warning");
  CHECK(page.state["problems"][0]["message"] == "the world is 65 km wide, and small is made for 100 km to 900 km");
  CHECK(page.state["shown"].is_object());
}

TEST_CASE("A problem has the path of the file that a page lacks", "[live]") {
  const test::Folder folder;
  std::filesystem::create_directory(folder / "parts");
  const std::string deep = std::string(70, 'd') + ".tif";
  test::put(folder / "parts/land.yaml",
            "terrawright: 1\nstages: {m: {use: source.image@1, with: {file: ./" + deep + "}}}\n");
  const auto unread_of = [&](const std::string& more, const std::string& stages) {
    PageScript page((folder / "small.yaml").string(),
                    "terrawright: 1\nname: s\nworld: {size: [9, 9], cell: 1 km, seed: 1}\n" + more + stages +
                        "outputs: [{file: a.exr, layers: {h: m}}]\n");
    std::set<std::string> paths;
    for (const Json& one : page.state["problems"])
      if (one.contains("unread"))
        paths.insert(std::filesystem::path(one["unread"].text()).lexically_relative(folder.path()).string());
    return paths;
  };
  const std::string noise = "stages: {m: {use: heights.noise@1}}\n";
  using Paths = std::set<std::string>;
  CHECK(unread_of("include: [parts/sea.yaml]\n", noise) == Paths{"parts/sea.yaml"});
  CHECK(unread_of("extends: base.yaml\n", noise) == Paths{"base.yaml"});
  CHECK(unread_of("include: [parts/land.yaml]\n", "") == Paths{"parts/" + deep});
  test::put(folder / "text.tif", "no picture");
  CHECK(unread_of("", "stages: {m: {use: source.image@1, with: {file: text.tif}}}\n") == Paths{"text.tif"});
  CHECK(unread_of("", "stages: {m: {use: source.image@1, with: {file: ../out.tif}}}\n").empty());
  CHECK(unread_of("", noise).empty());
}

TEST_CASE("Remedies in a page name no command", "[live]") {
  const auto hints_of = [](const std::string& text) {
    PageScript page("small.yaml", text);
    std::string hints;
    for (const Json& one : page.state["problems"]) hints += one["hint"].text() + "\n";
    return hints;
  };
  std::string failing = small_world, unknown = small_world;
  const std::string large = test::bytes_of(TERRAWRIGHT_ROOT "/tests/errors/size_beyond_the_memory.yaml");
  failing.replace(failing.find("heights.noise@1, with: {lowest: -1}"), 35,
                  "heights.diamond_square@1, with: {amplitude: 1e300}");
  unknown.replace(unknown.find("heights.noise"), 13, "xyz.qqqqqqqqqqqq");
  const std::string unmet = small_world + "expect: [{name: high, that: max(n) > 9}]\n";
  CHECK(hints_of(failing).find("terrawright describe shape.formula@1") != std::string::npos);
  CHECK(hints_of(unmet).find("terrawright search") != std::string::npos);
  terrawright_page_prepare(1);
  const std::regex command("terrawright [a-z]|--[a-z]");
  CHECK(hints_of(failing).find("the pointer on shape.formula@1") != std::string::npos);
  CHECK(hints_of(unknown).find("Ctrl+Space") != std::string::npos);
  CHECK(hints_of(large).find("build it with the program") != std::string::npos);
  CHECK(hints_of(unmet).find("Other seeds") != std::string::npos);
  for (const std::string& text : std::vector{failing, unknown, large, unmet})
    CHECK_FALSE(std::regex_search(hints_of(text), command));
  report::show_problems_in_page(false);
}

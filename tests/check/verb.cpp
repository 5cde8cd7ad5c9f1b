// SPDX-License-Identifier: Apache-2.0
// check as a verb: worlds, folders, events and mistakes.
#include <sstream>

#include "check/checking.hpp"
#include "support/catch.hpp"
#include "support/json.hpp"

using namespace terrawright::test;
using terrawright::test::Json;

namespace {

std::string world_of(const std::string& stage) {
  return "terrawright: 1\nname: t\nworld: {size: [70, 50], seed: 1}\nstages:\n  noise: {use: heights.noise@1}\n"
         "  same: {use: shape.blur@1, in: {field: noise}}\n  culprit: {use: " +
         stage +
         ", in: {height: same}}\n  after: {use: shape.blur@1, in: {field: culprit}}\n"
         "outputs: [{file: t.tif, layers: {h: after}}]\n";
}

}  // namespace

TEST_CASE("A world is checked: the node that is wrong is named, not what follows from it", "[check]") {
  const TemporaryFolder folder;
  write(folder / "t.yaml", world_of("wrong.static@1"));
  const std::string plugins = " --plugins " + folder_of("wrong");
  const Ran ran = check_quickly((folder / "t.yaml") + plugins);
  INFO(ran.out << ran.err);
  CHECK(ran.exit == 3);
  CHECK(ran.out.find("wrong.static@1 ('culprit'): two runs differ at cell (0, 0) of 'made'") == 0);
  CHECK(ran.out.find("shape.blur") == std::string::npos);
  CHECK(check_quickly("configs/tileable.yaml").exit == 0);
}

TEST_CASE("A config with mistakes is refused as by every verb, with its place", "[check]") {
  const TemporaryFolder folder;
  write(folder / "t.yaml", world_of("shape.blurr@1"));
  const Ran ran = check_quickly(folder / "t.yaml");
  CHECK(ran.exit == 2);
  CHECK(ran.err.find("t.yaml:7:") != std::string::npos);
  const Ran events = check_quickly((folder / "t.yaml") + " --format json");
  CHECK(events.exit == 2);
  CHECK(Json::parse(events.out.substr(0, events.out.find('\n')))["event"] == "problem");
  CHECK(check_quickly("nowhere.so").exit == 2);
  CHECK(check_quickly(folder.path().string()).exit == 2);
  CHECK(check_quickly("--stage sea.levle").exit == 2);
  CHECK(check_quickly("--limit 0").exit == 2);
}

TEST_CASE("A stage of a world that ends the program while it is arranged is told", "[check]") {
  const TemporaryFolder folder;
  write(folder / "t.yaml", world_of("wrong.exit_at_once@1"));
  const Ran ran = check_quickly((folder / "t.yaml") + " --plugins " + folder_of("wrong"));
  INFO(ran.out << ran.err);
  CHECK(ran.exit == 3);
  CHECK(ran.out == "wrong.exit_at_once@1 ('culprit'): it ended the program with exit code 0 in create\n");
}

TEST_CASE("Findings are events", "[check]") {
  const Ran ran = run("check --quick --format json --stage wrong.nan " + library("wrong"));
  CHECK(ran.exit == 3);
  std::istringstream lines(ran.out);
  std::vector<Json> events;
  for (std::string line; std::getline(lines, line);) {
    events.push_back(Json::parse(line));
    if (events.back()["event"] == "remark") events.pop_back();
  }
  REQUIRE(events.size() == 3);
  CHECK(events[0]["event"] == "stage");
  CHECK(events[1]["event"] == "finding");
  CHECK(events[1]["stage"] == "wrong.nan@1");
  CHECK(events[1]["symptom"] == "it makes NaN of finite inputs");
  CHECK(events[2]["event"] == "checked");
  CHECK(events[2]["findings"] == 1);
}

// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "text.hpp"

using namespace terrawright;
using test::says;

namespace {

// A folder with a config and its tables.
class ConfigFolder : public test::ConfigFolder {
 public:
  // A config whose node `a` has these parameters.
  test::Loaded load(const std::string& with, const std::string& more = "",
                    const std::vector<std::string>& set = {}) const {
    write("in/main.yaml", "terrawright: 1\nname: t\nworld: {size: [5, 5], seed: 1}\n" + more +
                              "outputs: [{file: a.exr, layers: {h: a}}]\nstages:\n  a: {use: x.y@1, with: {" + with +
                              "}}\n");
    return test::ConfigFolder::load(set);
  }
};

const terrawright::config::Value& parameter(const test::Loaded& loaded, std::size_t k) {
  return loaded.world->find_node("a")->parameters[k].value;
}

}  // namespace

TEST_CASE("tables come from files beside the config, by the parameter's name", "[config.tables]") {
  const ConfigFolder folder;
  folder.write("in/sub/t.yaml", "terrawright: 1\nrules:\n  - {code: 7}\n  - [8]\nclasses: []\n");
  const auto loaded = folder.load("rules: {file: sub/t.yaml}, n: 3, classes: {file: ./sub/../sub/t.yaml}");
  INFO(loaded.said);
  REQUIRE(loaded.errors == 0);
  const auto& rules = parameter(loaded, 0);
  REQUIRE(rules.items.size() == 2);
  CHECK(rules.items[0].find("code")->value.text == "7");
  CHECK(rules.items[0].find("code")->value.position.line == 3);
  CHECK(says(rules.items[1].position.source->name, "sub/t.yaml"));
  CHECK(parameter(loaded, 1).text == "3");
  CHECK(parameter(loaded, 2).is_list());
}

TEST_CASE("a table's file can be a knob, and be given from outside", "[config.tables]") {
  const ConfigFolder folder;
  folder.write("in/t.yaml", "rules: [[1]]\n");
  folder.write("in/sub/u.yaml", "rules: [[1], [2]]\n");
  const std::string knobs = "knobs: {table: t.yaml}\n";
  CHECK(parameter(folder.load("rules: {file: $table}", knobs), 0).items.size() == 1);
  CHECK(parameter(folder.load("rules: {file: $table}", knobs, {"knobs.table=sub/u.yaml"}), 0).items.size() == 2);
  CHECK(parameter(folder.load("rules: {file: t.yaml}", "", {"stages.a.with.rules.file=sub/u.yaml"}), 0).items.size() ==
        2);
  CHECK(parameter(folder.load("rules: []", "", {"stages.a.with.rules={file: sub/u.yaml}"}), 0).items.size() == 2);
}

TEST_CASE("a node of an included file has its tables beside that file", "[config.tables]") {
  const ConfigFolder folder;
  folder.write("in/sub/b.yaml", "stages: {b: {use: x.y@1, with: {rules: {file: t.yaml}}}}\n");
  folder.write("in/sub/t.yaml", "rules: [[1]]\n");
  const auto loaded = folder.load("n: 1", "include: [sub/b.yaml]\n");
  INFO(loaded.said);
  CHECK(loaded.errors == 0);
  CHECK(loaded.world->find_node("b")->parameters[0].value.items.size() == 1);
}

TEST_CASE("what is wrong with a table's file is said once, where it stands", "[config.tables]") {
  const ConfigFolder folder;
  folder.write("outside.yaml", "rules: []\n");
  folder.write("in/empty.yaml", "rules:\n");
  folder.write("in/knob.yaml", "rules: [[$a], ['$b']]\n");
  folder.write("in/twice.yaml", "rules: [[1]]\nrules: [[2]]\n");
  const auto said = [&](const std::string& with) {
    const auto loaded = folder.load(with);
    CHECK(loaded.errors == 1);
    return loaded.said;
  };
  CHECK(says(said("rules: {file: ../outside.yaml}"), "main.yaml:6:40: error: '../outside.yaml' is not in the folder"));
  CHECK(says(said("rules: {file: ''}"), "is not in the folder"));
  CHECK(says(said("rules: {file: [a]}"), "'file' must be a text, not a list"));
  CHECK(says(said("rules: {file: none.yaml}"), "there is no file"));
  CHECK(says(said("rules: {file: empty.yaml}"), "empty.yaml:1:1: error: 'rules' has no value"));
  CHECK(says(said("rules: {file: knob.yaml}"), "knob.yaml:1:10: error: a table in a file has no knobs"));
  CHECK(says(said("rules: {file: twice.yaml}"), "twice.yaml:2:1"));
  const auto another = folder.load("others: {file: empty.yaml}");
  CHECK(says(another.said, "empty.yaml' lacks the key 'others'"));
  CHECK(says(another.said, "empty.yaml:1:1: error: no parameter takes the table 'rules'"));
}

TEST_CASE("nodes of a composite read tables from files too", "[config.tables]") {
  const ConfigFolder folder;
  folder.write("in/t.yaml", "rules: [[8]]\n");
  const auto loaded = folder.load(
      "", "composites: {my.biomes@1: {stages: {n: {use: x.y@1, with: {rules: {file: t.yaml}}}}, out: {o: n}}}\n");
  INFO(loaded.said);
  REQUIRE(loaded.errors == 0);
  const auto& rules = loaded.world->composites[0].nodes[0].parameters[0].value;
  REQUIRE(rules.is_list());
  CHECK(rules.items[0].items[0].text == "8");
}

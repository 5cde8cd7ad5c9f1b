// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "support/catch.hpp"
#include "text.hpp"

using namespace terrawright;
using test::ConfigFolder;
using test::says;
namespace fs = std::filesystem;

namespace {

const std::string head =
    "terrawright: 1\nname: t\nworld: {size: [5, 5], seed: 1}\noutputs: [{file: a.exr, layers: {h: a}}]\n";

}  // namespace

TEST_CASE("includes add stages, also of files in folders below, once", "[config.include]") {
  const ConfigFolder folder;
  folder.write("in/main.yaml", head + "include: [b.yaml, sub/c.yaml]\nstages: {a: {use: x.y@1}}\n");
  folder.write("in/b.yaml", "include: [sub/c.yaml]\nstages: {b: {use: x.y@1}}\n");
  folder.write("in/sub/c.yaml", "include: [d.yaml]\n");
  folder.write("in/sub/d.yaml", "stages: {d: {use: x.y@1, with: {p: 1}}}\n");
  const auto loaded = folder.load({"stages.d.with.p=2"});
  INFO(loaded.said);
  REQUIRE(loaded.world);
  CHECK(loaded.errors == 0);
  CHECK(loaded.world->nodes.size() == 3);
  CHECK(loaded.world->find_node("d")->parameters[0].value.text == "2");
}

TEST_CASE("a node in two files is reported with both places", "[config.include]") {
  const ConfigFolder folder;
  folder.write("in/main.yaml", head + "include: [b.yaml]\nstages:\n  a: {use: x.y@1}\n");
  folder.write("in/b.yaml", "stages:\n  b: {use: x.y@1}\n  a: {use: x.y@1}\n");
  const auto loaded = folder.load();
  CHECK(says(loaded.said, "b.yaml:3:3: error: there are two nodes 'a'"));
  CHECK(says(loaded.said, "main.yaml:7:3: note: first defined here"));
}

TEST_CASE("a circle of includes is refused", "[config.include]") {
  const ConfigFolder folder;
  folder.write("in/main.yaml", head + "include: [b.yaml]\nstages: {a: {use: x.y@1}}\n");
  folder.write("in/b.yaml", "include: [main.yaml]\n");
  CHECK(says(folder.load().said, "b.yaml:1:11: error: 'main.yaml' includes itself"));
}

TEST_CASE("includes do not leave the folder", "[config.include]") {
  const ConfigFolder folder;
  folder.write("secret.yaml", "stages: {s: {use: x.y@1}}\n");
  fs::create_symlink(folder.path() / "secret.yaml", folder.path() / "in" / "link.yaml");
  const std::string absolute = (folder.path() / "in" / "main.yaml").string();
  for (const std::string& name :
       {std::string("../secret.yaml"), std::string("sub/../../secret.yaml"), std::string("link.yaml"), absolute}) {
    folder.write("in/main.yaml", head + "include: ['" + name + "']\nstages: {a: {use: x.y@1}}\n");
    const auto loaded = folder.load();
    INFO(name);
    CHECK(says(loaded.said, "is not in the folder of the config"));
    CHECK(loaded.errors == 1);
  }
}

TEST_CASE("an included file has stages only, and must be there", "[config.include]") {
  const ConfigFolder folder;
  folder.write("in/main.yaml", head + "include: [b.yaml, none.yaml, sub, [x]]\nstages: {a: {use: x.y@1}}\n");
  folder.write("in/b.yaml", "world: {seed: 3}\n");
  const auto said = folder.load().said;
  CHECK(says(said, "b.yaml:1:1: error: an included file has no key 'world'"));
  CHECK(says(said, "main.yaml:5:19: error: there is no file"));
  CHECK(says(said, "is a folder, not a config"));
  CHECK(says(said, "a file to include must be a text, not a list"));
}

TEST_CASE("Included files bring composites too, and no two of one name", "[include]") {
  const ConfigFolder folder;
  const std::string composite = "composites:\n  my.shore@1: {stages: {n: {use: x.y@1}}, out: {o: n}}\n";
  folder.write("in/main.yaml", head + "include: [sub/shore.yaml]\nstages: {a: {use: my.shore@1}}\n");
  folder.write("in/sub/shore.yaml", composite);
  auto loaded = folder.load();
  INFO(loaded.said);
  REQUIRE(loaded.errors == 0);
  REQUIRE(loaded.world->composites.size() == 1);
  CHECK(loaded.world->composites[0].name() == "my.shore@1");
  CHECK(says(loaded.world->composites[0].position.source->name, "sub/shore.yaml"));
  folder.write("in/main.yaml", head + composite + "include: [sub/shore.yaml]\nstages: {a: {use: my.shore@1}}\n");
  CHECK(says(folder.load().said, "there are two composites 'my.shore@1'"));
}

// SPDX-License-Identifier: Apache-2.0
#include "plugins/plugins.hpp"

#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "graph/linking.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "terrawright/stage.hpp"

using namespace terrawright;
namespace fs = std::filesystem;

namespace {

struct Plain {
  Out<Height> height;
  static void describe(Spec<Plain>& s) {
    s.stage("test.plain", "Nothing much.");
    s.port(&Plain::height, "height", "Zero.").unit("1");
  }
  void paint(Tile&) const {}
};

// Message of add_plugin for one stage with a mistake in it.
std::string complaint(terrawright_stage stage) {
  const terrawright_stage* const stages[] = {&stage};
  const terrawright_plugin plugin = {sizeof plugin, 0, 0, 0, "test", "1", "", stages, 1, nullptr, nullptr, nullptr};
  graph::Catalogue catalogue;
  const auto problems = plugins::add_plugin(&plugin, "x.so", "build", catalogue);
  return problems.empty() ? "" : problems.front().reason;
}

}  // namespace

TEST_CASE("Built-in stages pass the same door", "[plugins]") {
  graph::Catalogue catalogue;
  CHECK(plugins::add_built_in(catalogue).empty());
  REQUIRE(catalogue.find("sea.level") != nullptr);
  CHECK(catalogue.find("sea.level")->plugin == "terrawright");
  // A second plugin with the same ids is refused, and says who has them.
  const auto problems = plugins::add_built_in(catalogue);
  REQUIRE(problems.size() == 1);
  CHECK(problems.front().reason.find("is there already, from this program") != std::string::npos);
}

TEST_CASE("A composite of the program is read when it is named, and all are there", "[plugins]") {
  graph::Catalogue catalogue;
  CHECK(plugins::add_built_in(catalogue).empty());
  const std::size_t added = catalogue.added().size(), composites = plugins::built_in_composites().size();
  for (const plugins::BuiltInComposite& composite : plugins::built_in_composites()) {
    const graph::Offer* const offer = catalogue.find(composite.id);
    REQUIRE(offer != nullptr);
    REQUIRE(offer->composed != nullptr);
    CHECK(offer->composed->good);
  }
  CHECK(catalogue.added().size() == added);
  CHECK(catalogue.all().size() == added + composites);
  graph::Offer again = *catalogue.find(plugins::built_in_composites().front().id);
  CHECK_FALSE(catalogue.add(std::move(again)));
}

TEST_CASE("What is no plugin is refused with a reason", "[plugins]") {
  const test::Folder folder;
  std::ofstream(folder / "text.so") << "this is no library\n";
  std::ofstream(folder / "empty.so").flush();
  fs::create_directory(folder / "folder.so");
  fs::create_symlink(folder / "nowhere", folder / "dangling.so");
  std::ofstream(folder / "readme.txt") << "not looked at\n";
  graph::Catalogue catalogue;
  CHECK(plugins::add_all({{folder.path().string(), true}}, catalogue).empty());
  const auto& problems = catalogue.refused();
  REQUIRE(problems.size() == 4);
  CHECK(problems[0].reason.find("it cannot be read (") == 0);                   // dangling.so
  CHECK(problems[1].reason.find("not a shared library") != std::string::npos);  // empty.so
  CHECK(problems[2].reason == "it is not a regular file");                      // folder.so
  CHECK(problems[3].reason.find("not a shared library") != std::string::npos);  // text.so
  for (const auto& problem : problems) CHECK_FALSE(problem.remedy.empty());
  CHECK(catalogue.ids().empty());

  const auto missing = plugins::add_all({{(folder / "missing").string(), true}}, catalogue);
  REQUIRE(missing.size() == 1);
  CHECK(missing.front().reason.find("cannot be read") != std::string::npos);
}

TEST_CASE("Places come from the command line and the environment, each once", "[plugins]") {
  const test::Folder folder;
  const std::string path = folder.path().string();
  setenv("TERRAWRIGHT_PLUGIN_PATH", (path + "::" + path + "/.:/nowhere").c_str(), 1);
  const auto places = plugins::search_path({path});
  unsetenv("TERRAWRIGHT_PLUGIN_PATH");
  REQUIRE(places.size() == 2);
  CHECK(places[0].path == path);
  CHECK(places[0].named);
  CHECK(places[1].path == "/nowhere");
  CHECK_FALSE(places[1].named);
  CHECK(plugins::search_path({}).empty());
}

TEST_CASE("The folder of the installation follows the program", "[plugins]") {
  const std::string below = plugins::folder_of_installation("/bin/terrawright");  // "/lib/terrawright/plugins" or so
  CHECK(below.find("/lib") == 0);
  CHECK(below.find("/terrawright/plugins") != std::string::npos);
  CHECK(plugins::folder_of_installation("/opt/terra/bin/terrawright") == "/opt/terra" + below);
  CHECK(plugins::folder_of_installation("/opt/build/release/terrawright").empty());
  CHECK(plugins::folder_of_installation("/opt/cabin/terrawright").empty());
  CHECK(plugins::folder_of_installation("").empty());
  CHECK(plugins::folder_of_installation("/opt/terra/lib/libterrawright.so.0.1.0") ==
        "/opt/terra/lib/terrawright/plugins");
}

TEST_CASE("A stage that describes itself badly is refused", "[plugins]") {
  const terrawright_stage good = *stage<Plain>();
  CHECK(complaint(good).empty());
  auto bad = good;
  bad.size = 16;
  CHECK(complaint(bad).find("has a description of 16 bytes") != std::string::npos);
  bad = good;
  bad.id = "Plain";
  CHECK(complaint(bad).find("family.word") != std::string::npos);
  bad = good;
  bad.paint = nullptr;
  CHECK(complaint(bad).find("lacks paint") != std::string::npos);
  bad = good;
  bad.n_ports = 0;
  CHECK(complaint(bad).find("has no output") != std::string::npos);
  bad = good;
  bad.flags |= TERRAWRIGHT_STAGE_SURVEYS;
  CHECK(complaint(bad).find("never resolves") != std::string::npos);
  static std::int32_t (*split)(const void*, const terrawright_job*);
  const auto combining = [&](std::uint32_t flags) {
    bad = good;
    bad.flags |= flags;
    bad.survey = bad.resolve = bad.paint;
    bad.extension = [](const terrawright_stage* stage, const char* id) -> const void* {
      static terrawright_combine functions{};
      functions = {sizeof functions, 0, stage->paint, split};
      return std::string(id) == TERRAWRIGHT_COMBINE ? &functions : nullptr;
    };
    return complaint(bad);
  };
  constexpr std::uint32_t rounds = TERRAWRIGHT_STAGE_SURVEYS | TERRAWRIGHT_STAGE_RESOLVES;
  CHECK(combining(rounds).find("lacks split") != std::string::npos);
  split = good.paint;
  CHECK(combining(rounds).empty());
  CHECK(combining(TERRAWRIGHT_STAGE_RESOLVES).find("never surveys") != std::string::npos);
  CHECK(combining(rounds | TERRAWRIGHT_STAGE_MERGES).find("one already") != std::string::npos);
  CHECK(combining(rounds | TERRAWRIGHT_STAGE_WHOLE).find("takes its layers whole") != std::string::npos);
  const terrawright_port* twice[] = {good.ports[0], good.ports[0]};
  bad = good;
  bad.ports = twice;
  bad.n_ports = 2;
  CHECK(complaint(bad).find("two ports called 'height'") != std::string::npos);
  terrawright_port open = *good.ports[0];
  const terrawright_port* const opens[] = {&open};
  open.kinds |= 1u << TERRAWRIGHT_KIND_MASK;
  bad = good;
  bad.ports = opens;
  CHECK(complaint(bad).find("leaves open which kind") != std::string::npos);
}

namespace {

// A layer, and the number that holds without it.
struct Twins {
  In<Scalar> rates;
  Out<Height> height;
  double rate = 1;
  static void describe(Spec<Twins>& s) {
    s.stage("test.twins", "Nothing much.");
    s.port(&Twins::rates, "rate", "At each cell.").unit("mm/yr").optional();
    s.port(&Twins::height, "height", "Zero.").unit("1");
    s.parameter(&Twins::rate, "rate", "Everywhere.").unit("mm/yr");
  }
  void paint(Tile&) const {}
};

}  // namespace

TEST_CASE("An input and a parameter have one name where they are a layer and a number", "[plugins]") {
  const terrawright_stage good = *stage<Twins>();
  CHECK(complaint(good).empty());
  const auto complaint_of = [&](const terrawright_port& port, const terrawright_parameter& parameter) {
    const terrawright_port* const ports[] = {&port, good.ports[1]};
    const terrawright_parameter* const parameters[] = {&parameter};
    terrawright_stage bad = good;
    bad.ports = ports;
    bad.parameters = parameters;
    return complaint(bad);
  };
  terrawright_port port = *good.ports[0];
  port.flags = 0;
  CHECK(complaint_of(port, *good.parameters[0]).find("must be an optional layer") != std::string::npos);
  port = *good.ports[0];
  port.kinds |= 1u << TERRAWRIGHT_KIND_NUMBER;
  CHECK(complaint_of(port, *good.parameters[0]).find("takes a number as it stands") != std::string::npos);
  port = *good.ports[0];
  port.unit = "m";
  CHECK(complaint_of(port, *good.parameters[0]).find("of two units") != std::string::npos);
  terrawright_parameter parameter = *good.parameters[0];
  parameter.kind = TERRAWRIGHT_PARAMETER_BOOLEAN;
  parameter.unit = "";
  CHECK(complaint_of(*good.ports[0], parameter).find("must be an optional layer") != std::string::npos);
}

namespace {

struct PointTable {
  In<Height> height;
  Out<Table> table;
  static void describe(Spec<PointTable>& s) {
    s.stage("test.places", "A table.");
    s.port(&PointTable::height, "height", "Any.");
    s.port(&PointTable::table, "table", "Rows at points.").points();
  }
  void paint(Tile&) const {}
};

}  // namespace

TEST_CASE("Texts are outputs, tables are seen by who resolves, and only tables have places", "[plugins]") {
  terrawright_stage bad = *stage<PointTable>();
  CHECK(complaint(bad).empty());
  terrawright_port ports[] = {*bad.ports[0], *bad.ports[1]};
  const terrawright_port* const list[] = {&ports[0], &ports[1]};
  bad.ports = list;
  ports[0].kinds = 1u << TERRAWRIGHT_KIND_TEXT;
  CHECK(complaint(bad).find("has an input 'height' of a kind that only goes to files") != std::string::npos);
  ports[0].kinds = 1u << TERRAWRIGHT_KIND_TABLE;
  CHECK(complaint(bad).find("has an input table 'height', which resolve sees, and does not resolve") !=
        std::string::npos);
  ports[0].kinds |= 1u << TERRAWRIGHT_KIND_HEIGHT;
  CHECK(complaint(bad).find("has an input 'height' that takes tables and other kinds") != std::string::npos);
  ports[0] = *stage<PointTable>()->ports[0];
  ports[1].flags = TERRAWRIGHT_PORT_POINTS | TERRAWRIGHT_PORT_LINES;
  CHECK(complaint(bad).find("'table' has points or lines, which a table has") != std::string::npos);
  ports[1].flags = TERRAWRIGHT_PORT_LINES;
  CHECK(complaint(bad).empty());
  ports[1].kinds = 1u << TERRAWRIGHT_KIND_HEIGHT;
  CHECK(complaint(bad).find("'table' has points or lines, which a table has") != std::string::npos);
  static const char* const rows[] = {TERRAWRIGHT_ROWS};
  bad.needs = rows;
  bad.n_needs = 1;
  ports[1].flags = TERRAWRIGHT_PORT_BY_TILE;
  CHECK(complaint(bad).find("'table' comes by tile, as rows of an output table do") != std::string::npos);
  ports[1].kinds = 1u << TERRAWRIGHT_KIND_TABLE;
  CHECK(complaint(bad).empty());
  ports[0].flags = TERRAWRIGHT_PORT_BY_TILE;
  CHECK(complaint(bad).find("'height' comes by tile, as rows of an output table do") != std::string::npos);
}

// SPDX-License-Identifier: Apache-2.0
#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

TEST_CASE("Help names every verb and what to try", "[cli]") {
  const Ran ran = run("--help");
  CHECK(ran.exit == 0);
  for (const char* verb :
       {"build", "plan", "validate", "stages", "describe", "terrawright build configs/island.yaml"}) {
    CHECK(ran.out.find(verb) != std::string::npos);
  }
  const Ran build = run("build --help");
  CHECK(build.exit == 0);
  for (const char* option : {"--set", "--seed", "--out", "--threads", "--tile", "--plugins", "--sha256", "--quiet"}) {
    CHECK(build.out.find(option) != std::string::npos);
  }
  CHECK(run("--version").out.find("terrawright 0.") == 0);
}

TEST_CASE("Wrong usage is exit code 2", "[cli]") {
  CHECK(run("").exit == 2);
  CHECK(run("biuld x.yaml").exit == 2);
  CHECK(run("build").exit == 2);
  CHECK(run("build configs/island.yaml --tiles 3").exit == 2);
  CHECK(run("build configs/island.yaml --threads 0").exit == 2);
  const Ran missing = run("validate configs/no-such-world.yaml");
  CHECK(missing.exit == 2);
  CHECK(missing.err.find("no-such-world.yaml") != std::string::npos);
}

TEST_CASE("validate says that a world is good", "[cli]") {
  const Ran ran = run("validate configs/island.yaml");
  CHECK(ran.exit == 0);
  CHECK(ran.out.find("is a valid world") != std::string::npos);
  CHECK(ran.err.empty());
}

TEST_CASE("plan shows order, shapes, memory and files", "[cli]") {
  const Ran ran = run("plan configs/island.yaml");
  CHECK(ran.exit == 0);
  CHECK(ran.out.find("terrain") < ran.out.find("metres"));
  CHECK(ran.out.find("rounds") != std::string::npos);
  CHECK(ran.out.find("memory at most") != std::string::npos);
  CHECK(ran.out.find("island-42.legend.json") == std::string::npos);
  CHECK(ran.out.find("island-42-biomes.legend.json") != std::string::npos);
  CHECK(ran.out.find("height: height in m, from metres") != std::string::npos);
}

TEST_CASE("stages and describe show what there is", "[cli]") {
  const Ran list = run("stages");
  CHECK(list.exit == 0);
  CHECK(list.out.find("sea.level@1") != std::string::npos);
  const Ran level = run("describe sea.level");
  CHECK(level.exit == 0);
  for (const char* part :
       {"Inputs", "Outputs", "Parameters", "percentile: percentage in %, 0 to 100", "default: 60 %"}) {
    CHECK(level.out.find(part) != std::string::npos);
  }
  CHECK(run("describe sea.level@1").out == level.out);
  const Ran unknown = run("describe sea.levle");
  CHECK(unknown.exit == 2);
  CHECK(unknown.err.find("did you mean 'sea.level'?") != std::string::npos);
}

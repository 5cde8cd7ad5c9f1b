// SPDX-License-Identifier: Apache-2.0
#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

TEST_CASE("Help names every verb and what to try", "[cli]") {
  const Ran ran = run("--help");
  CHECK(ran.exit == 0);
  for (const char* verb :
       {"build", "plan", "validate", "stages", "describe", "cache", "terrawright build configs/island.yaml"}) {
    CHECK(ran.out.find(verb) != std::string::npos);
  }
  const Ran build = run("build --help");
  CHECK(build.exit == 0);
  for (const char* option : {"--set", "--seed", "--out", "--threads", "--tile", "--plugins", "--sha256", "--quiet",
                             "--cache", "--cache-size"}) {
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

TEST_CASE("The command line answers like the config", "[cli]") {
  const auto said = [](const std::string& arguments) {
    const Ran ran = run(arguments);
    CHECK(ran.exit == 2);
    CHECK(ran.out.empty());
    return ran.err;
  };
  const std::string verb = said("buidl configs/island.yaml --seed 4");
  CHECK_THAT(verb, Catch::StartsWith("error: there is no verb 'buidl'\n      = did you mean 'build'?"));
  CHECK(std::count(verb.begin(), verb.end(), '\n') == 2);
  CHECK(said("build configs/island.yaml --sead 4") ==
        "error: build has no option '--sead'\n      = did you mean '--seed'?\n");
  // All at once.
  const std::string both = said("build --sead=4 --threads 0 --tyle 3");
  for (const char* part : {"no option '--sead'", "did you mean '--seed'?", "no option '--tyle'",
                           "did you mean '--tile'?", "--threads: '0' is not a whole number from 1 to 1024"}) {
    CHECK_THAT(both, Catch::Contains(part));
  }
  CHECK_THAT(said("plan configs/island.yaml --sha256"), Catch::Contains("it belongs to: build"));
  CHECK_THAT(said("--seed 4 build configs/island.yaml"), Catch::Contains("stands before the verb"));
  CHECK_THAT(said("build"), Catch::Contains("error: build needs a CONFIG"));
  CHECK_THAT(said("plan a.yaml b.yaml"), Catch::Contains("takes no further 'b.yaml'"));
  CHECK_THAT(said("validate --format jsno x"), Catch::Contains("did you mean 'json'?"));
  CHECK_THAT(said("buidl --format github"), Catch::StartsWith("::error::there is no verb 'buidl'"));
}

TEST_CASE("The program alone shows its help, and stays a mistake", "[cli]") {
  const Ran ran = run("");
  CHECK(ran.exit == 2);
  CHECK(ran.err.empty());
  CHECK(ran.out == run("--help").out);
}

TEST_CASE("validate says that a world is good", "[cli]") {
  const Ran ran = run("validate configs/island.yaml");
  CHECK(ran.exit == 0);
  CHECK(ran.out.find("is a valid world") != std::string::npos);
  CHECK(ran.err.empty());
}

TEST_CASE("validate warns of a map that the world is not made for, and build does not", "[cli]") {
  const auto said = [](const std::string& cell, const std::string& verb = "validate") {
    return run(verb + " configs/realistic.yaml --set world.size=[65,65] --set world.cell=" + cell).err;
  };
  CHECK(said("4km").empty());
  CHECK(said("16km") ==
        "warning: the world is 1040 km wide, and realistic is made for 64 km to 1024 km\n"
        "      = take the world 'continent', or give it fewer or narrower cells\n");
  CHECK_THAT(said("100m"), Catch::StartsWith("warning: the world is 6500 m wide, and realistic is made for 64 km to"));
  CHECK_THAT(said("4km --set 'world.widths={from: 1 km}'"), Catch::Contains("'widths' lacks the key 'to'"));
  CHECK_THAT(said("4km --set 'world.widths={from: 2 km, to: 1 km}'"), Catch::Contains("write 2000 m to"));
}

TEST_CASE("plan shows order, shapes, memory and files", "[cli]") {
  const Ran ran = run("plan configs/island.yaml");
  CHECK(ran.exit == 0);
  CHECK(ran.out.find("terrain") < ran.out.find("metres"));
  CHECK(ran.out.find("rounds") != std::string::npos);
  CHECK(ran.out.find("memory at most") != std::string::npos);
  CHECK(ran.out.find("island-42.legend.json") == std::string::npos);
  CHECK(ran.out.find("island-42-biomes.legend.json") != std::string::npos);
  CHECK(ran.out.find("height: height in m, from drainage/filled") != std::string::npos);
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

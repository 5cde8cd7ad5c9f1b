// SPDX-License-Identifier: Apache-2.0
// Correct stages pass.
#include <sstream>
#include <vector>

#include "check/checking.hpp"
#include "support/catch.hpp"
#include "support/length.hpp"

using namespace terrawright::test;

TEST_CASE("Honest stages pass, with floats, large halos, merges of integers, whole and of a vendor", "[check]") {
  const Ran ran = run("check --quick " + library("honest"));
  INFO(ran.out << ran.err);
  CHECK(ran.exit == 0);
  CHECK(ran.out.find("\n5 stages in ") != std::string::npos);
  CHECK(ran.out.find(": nothing was found\n") != std::string::npos);
}

TEST_CASE("A plugin that says that it is serial passes", "[check]") {
  const Ran ran = run("check --quick " + library("serial"));
  INFO(ran.out << ran.err);
  CHECK(ran.exit == 0);
}

TEST_CASE("The stages of examples/100-plugin pass", "[check]") {
  const Ran ran = check_quickly(folder_of("shapes"));
  INFO(ran.out << ran.err);
  CHECK(ran.exit == 0);
}

TEST_CASE("The built-in stages pass the short form", "[check][length]") {
  std::vector<std::string> stages;
  std::istringstream lines(run("stages --format json").out);
  for (std::string line; std::getline(lines, line);) {
    const Json stage = Json::parse(line);
    if (stage["event"] == "stage" && stage["composite"] == false) stages.push_back(stage["id"]);
  }
  std::string some;
  for (std::size_t n = 0; n < stages.size() && !at_length(); n += 8) some += " --stage " + stages[n];
  const Ran ran = run("check --quick" + some);
  INFO(ran.out << ran.err);
  CHECK(ran.exit == 0);
}

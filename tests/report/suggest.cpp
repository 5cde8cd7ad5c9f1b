// SPDX-License-Identifier: Apache-2.0
#include "report/suggest.hpp"

#include "support/catch.hpp"

using namespace terrawright::report;

TEST_CASE("the nearest name is suggested", "[report.suggest]") {
  const std::vector<std::string> names = {"relief", "roughness", "corners"};
  CHECK(suggest("rougness", names) == "roughness");   // a letter missing
  CHECK(suggest("roughnses", names) == "roughness");  // two swapped
  CHECK(suggest("Relief", names) == "relief");        // case
  CHECK(suggest("corn", names) == "corners");         // a beginning
  CHECK(suggest("temperature", names).empty());
}

TEST_CASE("a swap of neighbours counts once", "[report.suggest]") {
  // As two replacements it would be beyond a third of the length.
  CHECK(suggest("sae", {"sea"}) == "sea");
  CHECK(suggest("sxy", {"sea"}).empty());
}

TEST_CASE("what shares nothing is not suggested", "[report.suggest]") {
  CHECK(suggest("a", {"b"}).empty());
  CHECK(suggest("", {"b"}).empty());
  CHECK(suggest("x", {}).empty());
}

TEST_CASE("of equally near names the first is taken", "[report.suggest]") {
  CHECK(suggest("bat", {"cat", "rat"}) == "cat");
  CHECK(suggest("bat", {"rat", "cat"}) == "rat");
}

TEST_CASE("the hint names what is valid", "[report.suggest]") {
  CHECK(did_you_mean("rougness", {"roughness", "relief"}, "it takes") ==
        "did you mean 'roughness'? it takes: roughness, relief");
  CHECK(did_you_mean("zzz", {"roughness"}, "it takes") == "it takes: roughness");
  std::vector<std::string> many;
  for (int i = 0; i < 30; ++i) many.push_back("n" + std::to_string(i));
  CHECK(did_you_mean("zzz", many, "has").find("n27 and 2 more") != std::string::npos);
  // Beside a good guess a long list is only noise.
  CHECK(did_you_mean("n3x", many, "has").find("has") == std::string::npos);
  CHECK(did_you_mean("sae", {"sea"}, "knobs are") == "did you mean 'sea'?");
}

// SPDX-License-Identifier: Apache-2.0
// Whatever of the program's stages counts cells takes a length or an area too.
#include "graph/graph.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"

using namespace terrawright;

TEST_CASE("no parameter counts cells in its text alone", "[cells]") {
  int of_cells = 0;
  for (const graph::Offer* offer : test::catalogue().all()) {
    for (std::uint64_t i = 0; i < offer->stage->n_parameters; ++i) {
      const terrawright_parameter& parameter = *offer->stage->parameters[i];
      const bool is_number =
          parameter.kind == TERRAWRIGHT_PARAMETER_REAL || parameter.kind == TERRAWRIGHT_PARAMETER_INTEGER;
      const std::string unit = parameter.unit, doc = parameter.doc;
      INFO(offer->stage->id << ", " << parameter.name << ": " << doc);
      if (unit.rfind("cells or ", 0) == 0) ++of_cells;
      if (!is_number || unit.size() > 1) continue;
      CHECK(doc.find(", in cells") == std::string::npos);
      CHECK(doc.find("number of cells") == std::string::npos);
    }
  }
  CHECK(of_cells >= 8);
}

// SPDX-License-Identifier: Apache-2.0
// Sheets of worlds that the stages of tests/cli/made/odd.cpp make.
#pragma once
#include <string>

#include "cli/program.hpp"
#include "support/catch.hpp"

namespace terrawright::test {

constexpr const char* table_of_points[] = {"peaks", "capes", "bays", "islands", "mainland", "seas", "places"};
constexpr const char* table_of_lines[] = {"ranges", "forests", "deserts", "plains",
                                          "lakes",  "courses", "reaches", "roads"};

struct OddSheet {
  std::string style = "topographic";
  std::string world = "size: [65, 65], cell: 1 km";
  std::string land = "form: hill";
  std::string features = {};       // parameters of the tables; nothing: the sheet has none
  std::string in = {}, with = {};  // more inputs and parameters of the sheet
  std::string paper = "paper: A5";
  std::string left_out = {};  // an input that takes a table
  std::string output = "file: s.svg, sheet: sheet";

  std::string yaml() const {
    std::string inputs = "height: land, land: land.land" + in, tables;
    if (!features.empty()) {
      tables = "  f: {use: odd.features@1, with: {" + features + "}}\n";
      for (const char* port : table_of_points)
        if (port != left_out) inputs += std::string(", ") + port + ": f.points";
      for (const char* port : table_of_lines)
        if (port != left_out) inputs += std::string(", ") + port + ": f.lines";
    }
    return "terrawright: 1\nname: t\nworld: {" + world + ", seed: 42}\nstages:\n  land: {use: odd.land@1, with: {" +
           land + "}}\n" + tables + "  sheet: {use: map.sheet@1, in: {" + inputs + "}, with: {style: " + style + ", " +
           paper + with + "}}\noutputs:\n  - {" + output + "}\n";
  }
};

inline Ran drawn(const OddSheet& sheet, const TemporaryFolder& folder, const std::string& verb = "build") {
  write(folder / "t.yaml", sheet.yaml());
  return run(verb + " " + (folder / "t.yaml") + " --plugins " TERRAWRIGHT_ODD_PLUGIN " --out " + (folder / "o") +
             " --cache off --quiet");
}

}  // namespace terrawright::test

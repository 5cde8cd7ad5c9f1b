// SPDX-License-Identifier: Apache-2.0
// Transcripts that try more seeds, styles and kinds at length.
#include "support/length.hpp"

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

TEST_CASE("Transcripts expect at length what they expect in short", "[length]") {
  if (!at_length()) return;
  const char* of = GENERATE("foreign_poor", "lakes_of_sheets", "lost_sheets", "new_stage", "odd_sheets");
  const Ran ran =
      shell(std::string("tests/cli/transcripts.sh --of " TERRAWRIGHT_PROGRAM " " TERRAWRIGHT_PYTHON " tests/cli/") +
            of + ".t");
  INFO(ran.out << ran.err);
  CHECK(ran.exit == 0);
}

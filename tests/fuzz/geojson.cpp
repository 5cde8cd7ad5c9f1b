// SPDX-License-Identifier: Apache-2.0
// Feeds any bytes to source.vector as a drawing, and paints it. Their number selects the way of reading.
// scripts/fuzz.sh runs it.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "terrawright/testing.hpp"

const terrawright_stage* terrawright_stage_vector_of_source();

using terrawright::testing::StageRun;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const char* const coordinates[] = {"degrees", "degrees", "metres", "cells"};
  StageRun run(terrawright_stage_vector_of_source(), 24, 16);
  run.cell(1000).latitude(50).longitude(size % 5 == 0 ? 179.9 : 7).set("coordinates", coordinates[size % 4]);
  const std::string drawing(reinterpret_cast<const char*>(bytes), size);
  run.file("file", drawing);
  if (size % 3 == 0) run.set("missing", 0.0);
  if (size % 7 == 0) run.without("value").without("height");
  const auto result = run.paint();
  if (!result.failure()) return 0;
  // A sentence may quote the drawing.
  const std::string why = result.failure()->sentence(), blame = "its code is wrong";
  const bool quotes = drawing.find("code is") != std::string::npos;
  if (why.size() < 8 || (!quotes && why.find(blame) != std::string::npos)) std::abort();
  return 0;
}

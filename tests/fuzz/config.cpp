// SPDX-License-Identifier: Apache-2.0
// Feeds any bytes to what stands between a config and a build: reading, checking, arranging, the budget, the texts of
// what is wrong. scripts/fuzz.sh runs it.
#include <cstdint>
#include <cstdlib>

#include "config/world.hpp"
#include "graph/graph.hpp"
#include "plugins/plugins.hpp"
#include "schedule/schedule.hpp"

using namespace terrawright;

namespace {

const graph::Catalogue& built_in() {
  static const graph::Catalogue catalogue = [] {
    graph::Catalogue all;
    if (!plugins::add_built_in(all).empty()) std::abort();
    return all;
  }();
  return catalogue;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  // In a folder that there is not, so that an include finds nothing.
  const auto source = std::make_shared<const report::Source>(
      report::Source{"no such folder/fuzz.yaml", std::string(reinterpret_cast<const char*>(bytes), size)});
  report::Diagnostics diagnostics;
  auto world = config::load(source, {}, diagnostics);
  if (world) {
    const auto graph = graph::assemble(std::move(*world), built_in(), diagnostics);
    if (graph && diagnostics.error_count() == 0 && schedule::schedule_of(*graph, {512, 2}).peak == 0) std::abort();
    if (!graph && diagnostics.error_count() == 0) std::abort();  // refused without a reason
  } else if (diagnostics.error_count() == 0) {
    std::abort();
  }
  if (diagnostics.error_count() != 0 && diagnostics.text().empty()) std::abort();
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Graphs of worlds for the tests of schedules.
#pragma once
#include <memory>
#include <string>
#include <utility>

#include "support/build.hpp"
#include "support/catch.hpp"

namespace terrawright::test {

inline graph::Graph assembled(const std::string& yaml) {
  report::Diagnostics diagnostics;
  config::Options options;
  options.files_required = false;
  auto world =
      config::load(std::make_shared<const report::Source>(report::Source{"t.yaml", yaml}), {}, diagnostics, options);
  INFO(diagnostics.text());
  REQUIRE(world);
  auto graph = graph::assemble(std::move(*world), catalogue(), diagnostics);
  INFO(diagnostics.text());
  REQUIRE(graph);
  return std::move(*graph);
}

}  // namespace terrawright::test

// SPDX-License-Identifier: Apache-2.0
// Copies of stages with one mistake each (tests/mutants).
#pragma once
#include <stdexcept>

#include "plugins/plugins.hpp"

namespace terrawright::test {

inline const graph::Catalogue& mutants() {
  static const graph::Catalogue all = [] {
    graph::Catalogue catalogue;
    const auto problems = plugins::add_all({{TERRAWRIGHT_MUTANTS, true}}, catalogue);
    for (const auto& one : {problems, catalogue.refused()})
      if (!one.empty()) throw std::logic_error(one.front().file + ": " + one.front().reason);
    return catalogue;
  }();
  return all;
}

}  // namespace terrawright::test

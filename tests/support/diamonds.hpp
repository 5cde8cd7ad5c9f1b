// SPDX-License-Identifier: Apache-2.0
// A world whose graph is a row of diamonds: 3 nodes each, and twice as many paths with each. A walk that follows every
// path of 60 of them takes 2^60 steps and never ends.
#pragma once
#include <string>

namespace terrawright::test {

inline std::string diamonds(int count) {
  std::string yaml =
      "terrawright: 1\nname: d\nworld: {size: [1100, 600], cell: 1 km, seed: 1}\nstages:\n"
      "  n0: {use: heights.noise@1}\n";
  for (int i = 1; i <= count; ++i) {
    const std::string number = std::to_string(i), before = "n" + std::to_string(i - 1);
    const std::string both = ": {use: shape.blend@1, in: {a: " + before + ", b: " + before + "}, with: {mode: ";
    yaml += "  l" + number + both + "max}}\n  r" + number + both + "min}}\n  n" + number +
            ": {use: shape.blend@1, in: {a: l" + number + ", b: r" + number + "}, with: {mode: mix}}\n";
  }
  // A later pass reads the last one, and one after that reads its.
  return yaml + "  low: {use: shape.normalise@1, in: {field: n" + std::to_string(count) +
         "}}\n  end: {use: shape.normalise@1, in: {field: low}}\noutputs: [{file: a.exr, layers: {h: end}}]\n"
         "expect: [{name: low, that: max(end) <= 1}]\n";
}

}  // namespace terrawright::test

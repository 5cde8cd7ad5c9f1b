// SPDX-License-Identifier: Apache-2.0
// Worlds of one given field and one stage of the family shape.
#pragma once
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "support/build.hpp"
#include "support/catch.hpp"

namespace terrawright::test {

struct ShapedField {
  std::int64_t width = 1, height = 1;
  std::vector<float> cells;
  std::string given = "test.given", unit = "1", cell = "1 m";

  float at(std::int64_t x, std::int64_t y) const { return cells[static_cast<std::size_t>(y * width + x)]; }
};

// value(x, y) at every cell.
template <class Value>
ShapedField field_of(std::int64_t width, std::int64_t height, Value value) {
  ShapedField field{width, height, {}};
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) field.cells.push_back(static_cast<float>(value(x, y)));
  }
  return field;
}

// Values of 0..1 with many digits.
inline ShapedField noise(std::int64_t width, std::int64_t height, unsigned seed) {
  std::mt19937 random(seed);
  return field_of(width, height, [&](auto, auto) { return static_cast<double>(random()) / 4294967296.0; });
}

// `stage` is the node "out", which reads "field": "{use: shape.blur@1, in: {field: field}}".
inline Built shaped(const ShapedField& field, const std::string& stage, std::int64_t tile = 64, int threads = 2,
                    const std::string& read = "out", const std::string& more = "") {
  Options options;
  options.tile = tile;
  options.threads = threads;
  options.given["field"] = {field.unit, field.width, field.height, field.cells};
  return build("terrawright: 1\nname: t\nworld: {size: [" + std::to_string(field.width) + ", " +
                   std::to_string(field.height) + "], cell: " + field.cell +
                   ", seed: 1}\nstages:\n  field: {use: " + field.given + "@1, with: {name: field}}\n" + more +
                   "  out: " + stage + "\noutputs: [{layers: {before: field, after: " + read + "}}]\n",
               options);
}

// The cells of "out", after a look at whether every tiling and number of threads gives the same.
inline std::vector<float> cells_of(const ShapedField& field, const std::string& stage, const std::string& more = "") {
  const Built whole = shaped(field, stage, 0, 1, "out", more);
  for (const std::int64_t tile : {7, 64, 300}) {
    for (const int threads : {1, 2}) {
      INFO("tiles of " << tile << ", " << threads << " threads");
      CHECK(shaped(field, stage, tile, threads, "out", more).digest("out") == whole.digest("out"));
    }
  }
  return whole.cells<float>("out");
}

// Layers are stored in chunks of 512 x 512 cells, and a window that crosses their borders is gathered cell by cell:
// only there does a window that is too small show.
inline ShapedField of_several_chunks(unsigned seed) { return noise(530, 520, seed); }

}  // namespace terrawright::test

// SPDX-License-Identifier: Apache-2.0
// Whole numbers of a grid, told from their neighbours and deflated: what a page decodes in a few lines.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace terrawright::encode {

// Neighbours that predict a number. median: of the left one, the upper one and their plane (LOCO-I).
enum class Predictor : std::uint8_t { none, left, median };
const char* name_of(Predictor predictor);

// body(i) for i in 0 .. n-1, in any order, on any threads.
using OnThreads = std::function<void(std::uint64_t n, const std::function<void(std::uint64_t i)>& body)>;

struct Samples {
  std::int64_t width = 0, height = 0;
  int bytes = 1;  // of a number: 1 or 2
  std::vector<std::uint16_t> cells;
};

// The one that makes it shortest, as rows all over it say: all rows of a small grid, of a large one a sixteenth.
Predictor best_predictor(const Samples& samples);
// About as many bytes as it has.
std::size_t coded_size(const Samples& samples, Predictor predictor);
// All high bytes, then all low ones, in strips of rows, each a zlib stream.
struct CodedGrid {
  std::string bytes;
  std::vector<std::size_t> streams;  // how long each is
};
// Independent of threads.
CodedGrid coded_by(const Samples& samples, Predictor predictor, const OnThreads& on_threads);

}  // namespace terrawright::encode

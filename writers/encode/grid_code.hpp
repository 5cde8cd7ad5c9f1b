// SPDX-License-Identifier: Apache-2.0
// Whole numbers of a grid, told from their neighbours and deflated: what a page decodes in a few lines.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace terrawright::encode {

// From which neighbours a number is told. median: of the left one, the upper one and their plane (LOCO-I).
enum class Predictor : std::uint8_t { none, left, median };
const char* name_of(Predictor predictor);

// Asked now and then: throws Stopped where it is not to go on.
using GoOn = std::function<void()>;

struct Samples {
  std::int64_t width = 0, height = 0;
  int bytes = 1;  // of a number: 1 or 2
  std::vector<std::uint16_t> cells;
};

struct CodedGrid {
  Predictor predictor = Predictor::none;
  std::string bytes;  // a zlib stream of all high bytes, then all low ones
};

// Nothing where it would take more than `most` bytes. Throws Stopped.
std::optional<CodedGrid> coded_by(const Samples& samples, Predictor predictor, const GoOn& go_on,
                                  std::size_t most = SIZE_MAX);
// By the predictor that makes it shortest. Throws Stopped.
CodedGrid coded(const Samples& samples, const GoOn& go_on);

}  // namespace terrawright::encode

// SPDX-License-Identifier: Apache-2.0
// Which layers, texts and tables fit into which files, decided from facts before any cell exists.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "images/picture.hpp"

namespace terrawright::images {

// Why a picture cannot be written.
struct Refusal {
  enum class Where { file, range, part, legend, texture, error };
  Where where;
  std::size_t part;  // index into the picture's parts, where it is a part
  std::string text;  // one sentence without a full stop
  std::string remedy;
};

// All reasons; none if it can be written.
std::vector<Refusal> refusals(const Picture& picture);

}  // namespace terrawright::images

// SPDX-License-Identifier: Apache-2.0
// What a writer makes files of.
#pragma once
#include "images/write.hpp"

namespace terrawright::images {

// A picture whose parts are made.
struct MadePicture {
  const Picture& picture;
  const std::vector<engine::Product>& made;  // its parts
  const Provenance& provenance;
  const std::atomic<bool>& cancelled;
  const Beside& beside;

  // Of formats that hold one part.
  const std::string& name() const { return picture.parts.front().name; }
  const engine::Layer& layer() const { return *made.front().layer; }
};

std::vector<Written> write_tiles(const MadePicture& from);

// A layer's least and largest value and how many are NaN; of colours their alpha's. Throws Stopped.
Statistics extremes_of(const engine::Layer& layer, const std::atomic<bool>& cancelled);

}  // namespace terrawright::images

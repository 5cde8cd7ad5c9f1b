// SPDX-License-Identifier: Apache-2.0
// The writer of each format; what they do stands at write().
#pragma once
#include <memory>
#include <utility>

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

// A picture of one file.
inline std::vector<Written> just(std::unique_ptr<WholeFile> file, std::uint64_t clipped = 0) {
  std::vector<Written> written;
  written.emplace_back(std::move(file), clipped);
  return written;
}

std::vector<Written> write_tiles(const MadePicture& from);

// A layer's least and largest value and how many are NaN; of colours their alpha's. Throws Stopped.
Statistics extremes_of(const engine::Layer& layer, const std::atomic<bool>& cancelled);

}  // namespace terrawright::images

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
  const std::vector<engine::Product>& made;  // its parts, then the classes of its legend
  const Provenance& provenance;
  const std::atomic<bool>& cancelled;
  const Beside& beside;

  // Of formats that hold one part.
  const std::string& name() const { return picture.parts.front().name; }
  const engine::Layer& layer() const { return *made.front().layer; }
  // What a part's cells have at least and at most; of a tile, what all tiles have.
  Range extent(std::size_t part = 0) const {
    const Statistics& own = picture.parts[part].of_tiles.value_or(made[part].layer->statistics());
    return {own.minimum, own.maximum};
  }
};

// A picture of one file.
inline std::vector<Written> just(std::unique_ptr<WholeFile> file, std::uint64_t clipped = 0) {
  std::vector<Written> written;
  written.emplace_back(std::move(file), clipped);
  return written;
}

std::vector<Written> write_tiles(const MadePicture& from);
std::vector<Written> write_pyramid(const MadePicture& from);
std::vector<Written> write_zarr(const MadePicture& from);
std::vector<Written> write_exr(const MadePicture& from);
std::vector<Written> write_exr_alone(const MadePicture& from);
std::vector<Written> write_png(const MadePicture& from);
std::vector<Written> write_tif(const MadePicture& from);

// Whether no cell of colours is transparent.
bool opaque(const engine::Layer& colours, const std::atomic<bool>& cancelled);
// The least and the largest alpha.
Range alpha_of(const engine::Layer& colours, const std::atomic<bool>& cancelled);

}  // namespace terrawright::images

// SPDX-License-Identifier: Apache-2.0
// The compressed chunks of a layer, for later files: of masks, classes and sparse numbers they are small, and take the
// most of the time that an EXR takes.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "encode/exr_file.hpp"
#include "terrawright/writer.hpp"

namespace terrawright::raster {

// For a layer whose chunks may be cached. Heights are hardly ever compressed.
inline bool may_keep_chunks(std::uint32_t kind) {
  return kind != TERRAWRIGHT_KIND_HEIGHT && kind != TERRAWRIGHT_KIND_COUNT && kind != TERRAWRIGHT_KIND_VECTOR &&
         kind != TERRAWRIGHT_KIND_COLOUR;
}
// Largest bytes of the cached form of so many cells.
inline std::uint64_t most_kept(std::int64_t cells) { return static_cast<std::uint64_t>(cells) / 2; }

class KeptChunks {
 public:
  explicit KeptChunks(std::int64_t cells) : most_(most_kept(cells)) {}
  void add(const encode::ExrPlace& place, std::string_view bytes);
  // All chunks of the item.
  void keep(const Writing& writing, std::uint64_t item) const;

 private:
  const std::uint64_t most_;
  bool too_many_ = false;
  std::string all_;
};

bool has_kept_chunks(const Writing& writing, std::uint64_t item);
// All chunks of a part as they were kept. False where none are.
bool put_kept_chunks(const Writing& writing, std::uint64_t item, encode::ExrFile& file, std::size_t part);

}  // namespace terrawright::raster

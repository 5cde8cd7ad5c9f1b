// SPDX-License-Identifier: Apache-2.0
#include "images/write.hpp"

#include "images/delivery.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::images {

Written::Written(std::unique_ptr<WholeFile> whole, std::uint64_t outside) : file(std::move(whole)), clipped(outside) {
  file->settle();
  bytes = file->size();
  path_ = file->path();
  sha256_ = file->sha256();
}

Written::Written(std::unique_ptr<WholeFolder> whole) : folder(std::move(whole)) {
  folder->settle();
  is_folder_ = true;
  bytes = folder->bytes();
  path_ = folder->path();
  sha256_ = folder->sha256();
}

std::vector<Written> write(const Picture& picture, const std::vector<engine::Product>& made,
                           const Provenance& provenance, const std::atomic<bool>& cancelled, const Beside& beside) {
  if (cancelled) throw Stopped{};
  const MadePicture from{picture, made, provenance, cancelled, beside};
  if (picture.tiles) return write_tiles(from);
  return picture.writer->write(from);
}

}  // namespace terrawright::images

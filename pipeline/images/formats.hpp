// SPDX-License-Identifier: Apache-2.0
// The writer of each format; what they do stands at write().
#pragma once
#include <memory>
#include <utility>

#include "images/write.hpp"

namespace terrawright::images {

struct Job {
  const Picture& picture;
  const Provenance& provenance;
  const std::atomic<bool>& cancelled;
};

// A picture of one file.
inline std::vector<Written> just(std::unique_ptr<WholeFile> file, std::uint64_t clipped = 0) {
  std::vector<Written> written;
  written.emplace_back(std::move(file), clipped);
  return written;
}

std::vector<Written> write_exr(const Job& job);
std::vector<Written> write_png(const Job& job);
std::vector<Written> write_tif(const Job& job);
std::string geojson_of(const Job& job);

}  // namespace terrawright::images

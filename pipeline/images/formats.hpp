// SPDX-License-Identifier: Apache-2.0
// The writer of each format; what they do stands at write().
#pragma once
#include "images/write.hpp"

namespace terrawright::images {

struct Job {
  const Picture& picture;
  const Provenance& provenance;
  const std::atomic<bool>& cancelled;
};

std::vector<Written> write_exr(const Job& job);
std::vector<Written> write_png(const Job& job);
std::vector<Written> write_tif(const Job& job);
std::string geojson_of(const Job& job);

}  // namespace terrawright::images

// SPDX-License-Identifier: Apache-2.0
// Closed lakes on their way from where they are found to where they are painted.
#pragma once
#include <cstdint>
#include <vector>

#include "closed_lakes.hpp"
#include "terrawright/blob.hpp"

namespace terrawright::water {

struct ClosedEnd {
  std::int64_t wet;  // cells under water; of a salt pan none
  float level;       // m
  std::uint32_t deepest;
};

// Sections: cells of land, the lakes, and the cells under water, lake by lake.
struct ClosedNote {
  std::int64_t land;
  Items<ClosedEnd> lakes;
  Items<std::uint32_t> wet;

  explicit ClosedNote(const BlobView& blob)
      : land(blob.one<std::int64_t>(0)), lakes(blob.items<ClosedEnd>(1)), wet(blob.items<std::uint32_t>(2)) {}
  Blob blob() const {
    Blob blob;
    blob.add_one(land);
    blob.add(lakes.data(), lakes.size());
    blob.add(wet.data(), wet.size());
    return blob;
  }
};

inline Blob closed_note(const std::vector<ClosedLake>& closed, std::int64_t land) {
  std::vector<ClosedEnd> lakes;
  std::vector<std::uint32_t> wet;
  for (const ClosedLake& lake : closed) {
    lakes.push_back({static_cast<std::int64_t>(lake.wet.size()), lake.level, lake.deepest});
    wet.insert(wet.end(), lake.wet.begin(), lake.wet.end());
  }
  Blob note;
  note.add_one(land);
  note.add(lakes);
  note.add(wet);
  return note;
}

}  // namespace terrawright::water

// SPDX-License-Identifier: Apache-2.0
// Stores counts in an EXR without rounding.
#pragma once
#include "encode/exr_file.hpp"
#include "terrawright/writer.hpp"

namespace terrawright::raster {

// float32 where it has all of them, which every program reads; else uint32. `whole_numbers`: whether the reader takes
// those. Fails where neither has.
inline encode::Sample sample_of_counts(const Writing& writing, std::uint64_t item, bool whole_numbers) {
  constexpr double exact = 16777216, largest = 4294967295;  // 2^24, 2^32 - 1
  const terrawright_statistics counts = writing.extremes(item);
  if (counts.minimum >= -exact && counts.maximum <= exact) return encode::Sample::float32;
  if (whole_numbers && counts.minimum >= 0 && counts.maximum <= largest) return encode::Sample::uint32;
  writing.fail("",
               whole_numbers ? "an .exr file holds counts from 0 to 2^32 - 1, and there are others"
                             : "counts beyond 2^24 are rounded by what this .exr file is for",
               "write them to a .zarr folder or a .tif file");
}

}  // namespace terrawright::raster

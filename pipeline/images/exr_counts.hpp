// SPDX-License-Identifier: Apache-2.0
// How an EXR holds counts without rounding one.
#pragma once
#include "encode/exr_file.hpp"
#include "images/picture.hpp"
#include "images/whole_file.hpp"

namespace terrawright::images {

using encode::Sample;

// float32 where it has all of them, which every program reads; else uint32. `whole_numbers`: whether the reader takes
// those. Throws WriteFailed where neither has.
inline Sample sample_of_counts(const std::filesystem::path& file, const Range& counts, bool whole_numbers = true) {
  constexpr double exact = 16777216, largest = 4294967295;  // 2^24, 2^32 - 1
  if (counts.minimum >= -exact && counts.maximum <= exact) return Sample::float32;
  if (whole_numbers && counts.minimum >= 0 && counts.maximum <= largest) return Sample::uint32;
  throw WriteFailed(file,
                    whole_numbers ? "an .exr file holds counts from 0 to 2^32 - 1, and there are others"
                                  : "counts beyond 2^24 are rounded by what this .exr file is for",
                    "write them to a .zarr folder or a .tif file");
}

}  // namespace terrawright::images

// SPDX-License-Identifier: Apache-2.0
// Options of an EXR, and the part of a layer.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "encode/exr_file.hpp"
#include "encode/raster_files.hpp"
#include "terrawright/writer.hpp"

namespace terrawright::raster {

enum class ExrReader : std::uint8_t { any, godot, blender, tinyexr };

struct ExrOptions {
  ExrReader reader = ExrReader::any;
  bool tiled = false, overviews = false;
};

inline encode::ExrPart exr_part(const Writing& writing, std::uint64_t i, const ExrOptions& options,
                                encode::Sample sample, std::vector<std::string> channels) {
  const terrawright_item& item = writing.item(i);
  encode::ExrPart part{item.name, item.width, item.height, sample, std::move(channels)};
  part.attributes.emplace_back("capDate", encode::no_date);
  for (auto& attribute : writing.attributes(i)) part.attributes.push_back(std::move(attribute));
  if (options.tiled || options.overviews)
    part.levels = options.overviews ? encode::exr_levels(item.width, item.height) : 1;
  return part;
}

// All layers, each in a part of its own.
void write_exr_parts(const Writing& writing, const ExrOptions& options);
// One layer as its reader wants it; for any reader too, where it has a file of its own as all layers have.
void write_exr_alone(const Writing& writing, const ExrOptions& options);

}  // namespace terrawright::raster

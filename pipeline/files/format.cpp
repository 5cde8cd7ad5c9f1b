// SPDX-License-Identifier: Apache-2.0
#include "files/format.hpp"

#include "report/utf8.hpp"

namespace terrawright::files {

std::optional<Format> format_of(const std::filesystem::path& file) {
  const std::string extension = report::ascii_lower(file.extension().string());
  if (extension == ".exr") return Format::exr;
  if (extension == ".png") return Format::png;
  if (extension == ".tif" || extension == ".tiff") return Format::tif;
  if (extension == ".zarr") return Format::zarr;
  if (extension == ".html" || extension == ".htm") return Format::html;
  if (extension == ".pmtiles") return Format::pmtiles;
  if (extension == ".svg") return Format::svg;
  if (extension == ".pdf") return Format::pdf;
  return std::nullopt;
}

bool holds_layers(const std::filesystem::path& file) {
  const auto format = format_of(file);
  return format == Format::exr || format == Format::png || format == Format::tif || format == Format::zarr ||
         format == Format::pmtiles;
}

bool holds_view(const std::filesystem::path& file) { return format_of(file) == Format::html; }

}  // namespace terrawright::files

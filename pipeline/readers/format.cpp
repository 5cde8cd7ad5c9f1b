// SPDX-License-Identifier: Apache-2.0
#include "readers/format.hpp"

#include "report/utf8.hpp"

namespace terrawright::readers {

std::optional<Format> format_of(const std::filesystem::path& file) {
  const std::string extension = report::ascii_lower(file.extension().string());
  if (extension == ".exr") return Format::exr;
  if (extension == ".png") return Format::png;
  if (extension == ".tif" || extension == ".tiff") return Format::tif;
  return std::nullopt;
}

}  // namespace terrawright::readers

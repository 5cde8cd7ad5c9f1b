// SPDX-License-Identifier: Apache-2.0
#include "images/picture.hpp"

#include "images/format.hpp"
#include "images/legend.hpp"

namespace terrawright::images {

std::string window_text(const Rect& window) {
  return std::to_string(window.x) + "," + std::to_string(window.y) + "," + std::to_string(window.width) + "x" +
         std::to_string(window.height);
}

std::vector<std::filesystem::path> files_of(const Picture& picture) {
  if (picture.file.empty()) return {};
  std::vector<std::filesystem::path> files{picture.file};
  const bool classes = picture.parts.size() == 1 && picture.parts[0].facts.kind == TERRAWRIGHT_KIND_CLASS;
  if (classes && format_of(picture.file) == Format::png) files.push_back(legend_path(picture.file));
  return files;
}

}  // namespace terrawright::images

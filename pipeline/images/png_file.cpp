// SPDX-License-Identifier: Apache-2.0
#include "images/png_file.hpp"

#include <utility>

namespace terrawright::images {

PngFile::PngFile(const std::filesystem::path& path, const encode::PngFacts& facts, const Attributes& attributes)
    : file_(std::make_unique<WholeFile>(path)),
      stream_(facts, attributes, [&file = *file_](const void* bytes, std::size_t size) {
        if (file.write(bytes, size, file.size()) != 0) file.settle();  // which says why
      }) {}

std::unique_ptr<WholeFile> PngFile::close() {
  stream_.close();
  return std::move(file_);
}

}  // namespace terrawright::images

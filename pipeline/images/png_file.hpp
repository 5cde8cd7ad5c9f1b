// SPDX-License-Identifier: Apache-2.0
// A PNG that goes to a file.
#pragma once
#include <cstdint>
#include <memory>
#include <utility>

#include "encode/png.hpp"
#include "images/metadata.hpp"
#include "images/whole_file.hpp"

namespace terrawright::images {

class PngFile {
 public:
  // Begins the file. Throws WriteFailed.
  PngFile(const std::filesystem::path& path, const encode::PngFacts& facts, const Attributes& attributes)
      : file_(std::make_unique<WholeFile>(path)),
        stream_(facts, attributes, [&file = *file_](const void* bytes, std::size_t size) {
          if (file.write(bytes, size, file.size()) != 0) file.settle();  // which says why
        }) {}
  PngFile(const PngFile&) = delete;
  PngFile& operator=(const PngFile&) = delete;

  // As of the stream. Throws WriteFailed.
  unsigned char* next_row() { return stream_.next_row(); }
  // After the last row. Throws WriteFailed. The file is not settled yet.
  std::unique_ptr<WholeFile> close() {
    stream_.close();
    return std::move(file_);
  }

 private:
  std::unique_ptr<WholeFile> file_;
  encode::PngStream stream_;
};

}  // namespace terrawright::images

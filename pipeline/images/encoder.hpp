// SPDX-License-Identifier: Apache-2.0
// An image file being encoded by libtiff into a WholeFile.
#pragma once
#include <filesystem>
#include <memory>

#include "images/picture.hpp"
#include "images/tiff_library.hpp"
#include "images/whole_file.hpp"

namespace terrawright::images {

class Encoder {
 public:
  Encoder(const std::filesystem::path& path, const EncodedImage& image);
  // Their directories before the pixels, which come in any order of images.
  Encoder(const std::filesystem::path& path, const std::vector<EncodedImage>& images, const std::string& heading);
  void to_image(std::size_t i) { demand(encoder_->to_image(i)); }
  // Another image, after the last row of the one before.
  void next(const EncodedImage& image) { demand(encoder_->next(image)); }
  // Without gaps; of an image in squares whole rows of them.
  void rows(std::int64_t y, std::int64_t count, const void* pixels) { demand(encoder_->rows(y, count, pixels)); }
  // Ends the encoding. Throws WriteFailed. The file is not settled yet.
  std::unique_ptr<WholeFile> close();

 private:
  void begin(std::uint64_t bytes);
  void demand(bool done);

  std::unique_ptr<WholeFile> file_;
  std::unique_ptr<ImageEncoder> encoder_;  // ends before the file does
};

// Bytes of memory that the library takes which writes such a file, with all that it brings; once for all files.
std::uint64_t library_bytes_of(const std::filesystem::path& path);

// Loads what writing the picture needs, so that what is missing is said before a build and not at its end. Throws
// WriteFailed.
void load_encoder_of(const Picture& picture);

}  // namespace terrawright::images

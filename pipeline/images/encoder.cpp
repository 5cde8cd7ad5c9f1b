// SPDX-License-Identifier: Apache-2.0
#include "images/encoder.hpp"

#include <stdexcept>

#include "images/drawing_library.hpp"
#include "images/format.hpp"

namespace terrawright::images {
namespace {

template <class Library>
const Library& library_for(const std::filesystem::path& path, const Library& (*loaded)()) try {
  return loaded();
} catch (const std::runtime_error& missing) {
  throw WriteFailed(path, missing.what(), "install the program with all its parts");
}

}  // namespace

std::uint64_t library_bytes_of(const std::filesystem::path& path) {
  constexpr std::uint64_t measured = std::uint64_t{16} << 20;
  return format_of(path) == Format::tif ? measured : 0;
}

void load_encoder_of(const Picture& picture) {
  const auto format = format_of(picture.file);
  if (format == Format::tif) library_for(picture.file, tiff_library);
  if (picture.sheet && format != Format::svg) library_for(picture.file, drawing_library);
}

Encoder::Encoder(const std::filesystem::path& path, const EncodedImage& image)
    : file_(std::make_unique<WholeFile>(path)) {
  begin(static_cast<std::uint64_t>(image.width * image.height * image.pixel_bytes()));
  demand(encoder_->open(path.string(), image, *file_));
}

Encoder::Encoder(const std::filesystem::path& path, const std::vector<EncodedImage>& images, const std::string& heading)
    : file_(std::make_unique<WholeFile>(path)) {
  begin(static_cast<std::uint64_t>(images[0].width * images[0].height * images[0].pixel_bytes()));
  demand(encoder_->open(path.string(), images, heading, *file_));
}

void Encoder::begin(std::uint64_t bytes) {
  file_->hash_when_settled();  // headers are written last
  file_->reserve(bytes);
  encoder_ = library_for(file_->path(), tiff_library).encoder();
}

std::unique_ptr<WholeFile> Encoder::close() {
  const bool closed = encoder_->close();
  encoder_.reset();
  demand(closed);
  return std::move(file_);
}

void Encoder::demand(bool done) {
  if (file_->first_error() != 0) file_->settle();  // which says why
  if (done) return;
  const std::string reason = encoder_ ? encoder_->error() : "the encoder left it incomplete";
  throw WriteFailed(file_->path(), "cannot encode the file: " + reason, "");
}

}  // namespace terrawright::images

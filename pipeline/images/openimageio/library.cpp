// SPDX-License-Identifier: Apache-2.0
#include "images/openimageio/decoder.hpp"
#include "images/tiff/decoder.hpp"
#include "images/tiff/encoder.hpp"

namespace terrawright::images {
namespace {

class OpenImageIO final : public ImageLibrary {
  std::unique_ptr<ImageEncoder> encoder(const std::string& path, std::string& error) const override {
    return encoder_of(path, error);
  }
  std::unique_ptr<ImageDecoder> decoder(const std::string& path, const std::string& reader) const override {
    if (reader == "tiff") {
      if (auto decoder = tiff_decoder(path)) return decoder;
    }
    return decoder_of(path, reader);
  }
};

}  // namespace
}  // namespace terrawright::images

const terrawright::images::ImageLibrary* terrawright_image_library_4() {
  static const terrawright::images::OpenImageIO library;
  return &library;
}

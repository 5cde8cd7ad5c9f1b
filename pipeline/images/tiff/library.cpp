// SPDX-License-Identifier: Apache-2.0
#include "images/tiff/library.hpp"

namespace terrawright::images {
namespace {

class Tiff final : public TiffLibrary {
  std::unique_ptr<ImageEncoder> encoder() const override { return tiff_encoder(); }
  std::unique_ptr<ImageDecoder> decoder(const std::string& path) const override { return tiff_decoder(path); }
};

}  // namespace
}  // namespace terrawright::images

const terrawright::images::TiffLibrary* terrawright_tiff_library_1() {
  static const terrawright::images::Tiff library;
  return &library;
}

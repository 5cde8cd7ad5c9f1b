// SPDX-License-Identifier: Apache-2.0
#include <OpenImageIO/imageio.h>

#include <filesystem>
#include <stdexcept>

#include "peers.hpp"

namespace terrawright::bench::peers {

std::uint64_t openimageio_png(const std::vector<std::uint16_t>& pixels, std::int64_t side, const std::string& path) {
  const auto output = OIIO::ImageOutput::create(path);
  const OIIO::ImageSpec spec(static_cast<int>(side), static_cast<int>(side), 1, OIIO::TypeDesc::UINT16);
  const bool done = output && output->open(path, spec) && output->write_image(OIIO::TypeDesc::UINT16, pixels.data()) &&
                    output->close();
  if (!done) throw std::runtime_error("OpenImageIO cannot write " + path);
  return std::filesystem::file_size(path);
}

}  // namespace terrawright::bench::peers

// SPDX-License-Identifier: Apache-2.0
#include "images/openimageio/encoder.hpp"

#include <OpenImageIO/filesystem.h>
#include <OpenImageIO/imageio.h>

#include <mutex>

namespace terrawright::images {
namespace {

// Files are encoded side by side, so that each of them needs no threads of its own. -1: no pool inside OpenEXR, which
// reads.
void use_no_threads() {
  static std::once_flag once;
  std::call_once(once, [] {
    OIIO::attribute("threads", 1);
    OIIO::attribute("exr_threads", -1);
  });
}

// All that an encoder writes goes through it, so that no failure is lost: some of them swallow errors.
class Proxy final : public OIIO::Filesystem::IOProxy {
 public:
  Proxy(const std::string& name, RandomAccess& file) : IOProxy(name, Write), file_(file) {}
  const char* proxytype() const override { return "terrawright"; }
  std::size_t write(const void* bytes, std::size_t size) override {
    const std::size_t done = pwrite(bytes, size, m_pos);
    m_pos += static_cast<std::int64_t>(done);
    return done;
  }
  std::size_t pwrite(const void* bytes, std::size_t size, std::int64_t offset) override {
    return file_.write(bytes, size, static_cast<std::uint64_t>(offset)) == 0 ? size : 0;
  }
  std::size_t read(void* bytes, std::size_t size) override {
    const std::size_t done = pread(bytes, size, m_pos);
    m_pos += static_cast<std::int64_t>(done);
    return done;
  }
  std::size_t pread(void* bytes, std::size_t size, std::int64_t offset) override {
    return file_.read(bytes, size, static_cast<std::uint64_t>(offset));
  }
  std::size_t size() const override { return static_cast<std::size_t>(file_.size()); }

 private:
  RandomAccess& file_;
};

class Encoder final : public ImageEncoder {
 public:
  explicit Encoder(std::unique_ptr<OIIO::ImageOutput> output) : output_(std::move(output)) {}

  bool open(const std::string& name, const EncodedImage& image, RandomAccess& file) override {
    OIIO::ImageSpec spec(static_cast<int>(image.width), static_cast<int>(image.height), 1, OIIO::TypeDesc::FLOAT);
    spec.channelnames = {image.channel};
    for (const auto& [attribute, value] : image.attributes) spec.attribute(attribute, value);
    if (image.bigtiff) spec.attribute("tiff:bigtiff", 1);
    proxy_ = std::make_unique<Proxy>(name, file);
    return output_->set_ioproxy(proxy_.get()) && output_->open(name, spec);
  }
  bool rows(std::int64_t y, std::int64_t count, const float* pixels) override {
    return output_->write_scanlines(static_cast<int>(y), static_cast<int>(y + count), 0, OIIO::TypeDesc::FLOAT, pixels);
  }
  bool close() override { return output_->close(); }
  std::string error() override { return output_->geterror(); }

 private:
  std::unique_ptr<Proxy> proxy_;
  std::unique_ptr<OIIO::ImageOutput> output_;  // ends before the proxy does
};

}  // namespace

std::unique_ptr<ImageEncoder> encoder_of(const std::string& path, std::string& error) {
  use_no_threads();
  auto output = OIIO::ImageOutput::create(path);
  if (output) return std::make_unique<Encoder>(std::move(output));
  error = OIIO::geterror();
  return nullptr;
}

}  // namespace terrawright::images

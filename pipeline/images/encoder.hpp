// SPDX-License-Identifier: Apache-2.0
// An image file being encoded by OpenImageIO into a WholeFile.
#pragma once
#include <OpenImageIO/filesystem.h>
#include <OpenImageIO/imageio.h>

#include <memory>
#include <string>
#include <vector>

#include "images/metadata.hpp"
#include "images/whole_file.hpp"

namespace terrawright::images {

// All that an encoder writes goes through it, so that no failure is lost: some of them swallow errors.
// OpenImageIO 2.4 ignores it for files of several parts and opens their name itself.
class FileProxy final : public OIIO::Filesystem::IOProxy {
 public:
  explicit FileProxy(WholeFile& file) : IOProxy(file.path().string(), Write), file_(file) {}
  const char* proxytype() const override { return "terrawright"; }
  std::size_t write(const void* bytes, std::size_t size) override;
  std::size_t pwrite(const void* bytes, std::size_t size, std::int64_t offset) override;
  std::size_t read(void* bytes, std::size_t size) override;
  std::size_t pread(void* bytes, std::size_t size, std::int64_t offset) override;
  std::size_t size() const override { return static_cast<std::size_t>(file_.size()); }

 private:
  WholeFile& file_;
};

// The spec of a picture with the size of the layer.
OIIO::ImageSpec spec_of(const engine::LayerFacts& facts, int channels, OIIO::TypeDesc type);
void add_attributes(OIIO::ImageSpec& spec, const Attributes& attributes);
// EXR and TIFF would get the time of writing.
constexpr const char* no_date = "1970:01:01 00:00:00";

class Encoder {
 public:
  // Several parts: EXR only.
  Encoder(const std::filesystem::path& path, std::vector<OIIO::ImageSpec> parts);
  // From now on rows belong to the next part.
  void next_part();
  // Rows of `width` pixels of `type` without gaps.
  void rows(std::int64_t y, std::int64_t count, OIIO::TypeDesc type, const void* pixels);
  // Ends the encoding. Throws WriteFailed. The file is not settled yet.
  std::unique_ptr<WholeFile> close();

 private:
  void demand(bool done);
  bool several() const { return parts_.size() > 1; }
  std::string name() const;

  std::unique_ptr<WholeFile> file_;
  FileProxy proxy_;
  std::vector<OIIO::ImageSpec> parts_;
  std::size_t part_ = 0;
  std::unique_ptr<OIIO::ImageOutput> output_;  // ends before the file does
};

}  // namespace terrawright::images

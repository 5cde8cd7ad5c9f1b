// SPDX-License-Identifier: Apache-2.0
#include "images/image_file.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>
#include <string_view>

#include "images/format.hpp"
#include "images/image_library.hpp"
#include "images/opened_file.hpp"
#include "images/png_source.hpp"
#include "report/utf8.hpp"

namespace terrawright::images {
namespace {

// OpenImageIO's name of the reader, by the first bytes of the file; nullptr where none fits.
const char* reader_of(const std::string& path) {
  std::array<char, 4> bytes{};
  std::ifstream(path, std::ios::binary).read(bytes.data(), bytes.size());
  const std::string_view begin(bytes.data(), bytes.size());
  if (begin == std::string_view("\x76\x2F\x31\x01", 4)) return "openexr";
  for (const std::string_view tiff : {std::string_view("II*\0", 4), std::string_view("MM\0*", 4),
                                      std::string_view("II+\0", 4), std::string_view("MM\0+", 4)}) {
    if (begin == tiff) return "tiff";
  }
  return nullptr;
}

class Image : public OpenedFile {
 public:
  Image(const std::string& path, const terrawright_file_request& request) : OpenedFile(path, request) {
    if (!holds_layers(path_) || format_of(path_) == Format::zarr)
      throw std::runtime_error("images are .png, .tif, .tiff or .exr");
  }

 protected:
  // The one that is wanted, by number.
  int channel(const std::vector<std::string>& channels) const {
    std::string names;
    for (const std::string& name : channels) names += (names.empty() ? "" : ", ") + name;
    const std::string all = std::to_string(channels.size()) + " channels (" + report::printable(names) + ")";
    if (request_.channel < 0 && channels.size() != 1) {
      throw std::runtime_error("it has " + all + "; name one by number with `channel`, the first is 0");
    }
    if (request_.channel >= static_cast<std::int64_t>(channels.size())) {
      throw std::runtime_error("it has only " + all);
    }
    return static_cast<int>(std::max<std::int64_t>(request_.channel, 0));
  }
  [[noreturn]] static void unreadable(const std::string& why) {
    throw std::runtime_error("it is not an image that can be read: " + why);
  }
  [[noreturn]] void broken(const std::string& why) const {
    throw std::runtime_error("'" + path_ + "' is broken or cut short: " + why);
  }
};

class PngImage final : public Image {
 public:
  PngImage(const std::string& path, const terrawright_file_request& request) : Image(path, request) {
    const auto source = opened();
    if (!part_.empty()) throw std::runtime_error("it has no part '" + part_ + "'; a PNG has no parts");
    if (source->width() > longest_side || source->height() > longest_side) {
      throw std::runtime_error("its header claims an impossible size");
    }
    channel_ = channel(source->channels());
    facts_.width = source->width();
    facts_.height = source->height();
    facts_.bits = source->bits();
  }

  // A row of four channels of 16 bits, the row before it, and what libpng keeps.
  std::uint64_t memory() const override {
    return 4 * 8 * static_cast<std::uint64_t>(facts_.width) + (std::uint64_t{1} << 20);
  }

  void read(float* cells) const override {
    demand_unchanged();
    const auto source = opened();
    try {
      source->read(channel_, cells);
    } catch (const std::runtime_error& error) {
      broken(error.what());
    }
  }

 private:
  std::unique_ptr<PngSource> opened() const {
    try {
      return std::make_unique<PngSource>(path_);
    } catch (const std::runtime_error& error) {
      unreadable(error.what());
    }
  }

  int channel_ = 0;
};

class LibraryImage final : public Image {
 public:
  LibraryImage(const std::string& path, const terrawright_file_request& request) : Image(path, request) {
    const ImageDecoder::Facts facts = opened()->facts();
    if (facts.width < 1 || facts.height < 1 || facts.width > longest_side || facts.height > longest_side ||
        facts.depth > 1) {
      throw std::runtime_error("its header claims an impossible size");
    }
    if (facts.deep) throw std::runtime_error("it is a deep image; flatten it first");
    channel_ = channel(facts.channels);
    if (facts.bits > 16) throw std::runtime_error("its samples are integers of more than 16 bits");
    facts_.width = facts.width;
    facts_.height = facts.height;
    facts_.bits = facts.bits;
    memory_ = facts.memory;
  }

  std::uint64_t memory() const override { return memory_; }

  void read(float* cells) const override {
    demand_unchanged();
    const auto decoder = opened();
    try {
      decoder->read(channel_, cells);
    } catch (const std::runtime_error& error) {
      broken(report::one_line(error.what()));
    }
  }

 private:
  // At the part that was asked for.
  std::unique_ptr<ImageDecoder> opened() const {
    // By its content, and by that reader alone: asked for any, the library tries all it has, some of which print.
    const char* reader = reader_of(path_);
    if (reader == nullptr) unreadable("its first bytes are not those of a PNG, TIFF or EXR");
    const ImageLibrary& library = image_library();
    std::unique_ptr<ImageDecoder> decoder;
    try {
      decoder = library.decoder(path_, reader);
    } catch (const std::runtime_error& error) {
      unreadable(report::one_line(error.what()));
    }
    if (part_.empty()) return decoder;
    std::string names;
    for (int i = 0; decoder->to_part(i); ++i) {
      const std::string name = decoder->part();
      if (name == part_) return decoder;
      names += (i == 0 ? "" : ", ") + name;
    }
    throw std::runtime_error("it has no part '" + part_ + "'; its parts are: " + report::printable(names));
  }

  int channel_ = 0;
  std::uint64_t memory_ = 0;
};

}  // namespace

std::shared_ptr<const graph::InputFile> open_image(const std::string& path, const terrawright_file_request& request) {
  if (is_png(path)) return std::make_shared<PngImage>(path, request);
  return std::make_shared<LibraryImage>(path, request);
}

}  // namespace terrawright::images

// SPDX-License-Identifier: Apache-2.0
#include "images/raster.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string_view>

#include "graph/sha256.hpp"
#include "images/format.hpp"
#include "images/image_library.hpp"
#include "images/png_source.hpp"
#include "report/utf8.hpp"

namespace terrawright::images {
namespace {

constexpr std::int64_t longest_side = 1 << 20;

std::string digest_of(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw std::runtime_error("it cannot be opened");
  graph::Sha256 hash;
  std::array<char, 65536> buffer;
  while (stream.read(buffer.data(), buffer.size()) || stream.gcount() > 0) {
    hash.add(buffer.data(), static_cast<std::size_t>(stream.gcount()));
  }
  return hash.hex();
}

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

class File : public graph::Raster {
 public:
  File(std::string path, const terrawright_file_request& request)
      : path_(std::move(path)), request_(request), part_(request.part ? request.part : ""), digest_(digest_of(path_)) {
    facts_.size = sizeof facts_;
  }
  const terrawright_file_facts& facts() const override { return facts_; }
  const std::string& digest() const override { return digest_; }

 protected:
  std::size_t cells() const { return static_cast<std::size_t>(facts_.width * facts_.height); }
  std::string path_;
  terrawright_file_request request_;
  std::string part_;
  std::string digest_;
  terrawright_file_facts facts_{};
};

// ---- images ------------------------------------------------------------------------------------------

class Image : public File {
 public:
  Image(const std::string& path, const terrawright_file_request& request) : File(path, request) {
    if (!holds_layers(path_)) throw std::runtime_error("images are .png, .tif, .tiff or .exr");
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
    throw std::runtime_error("it is no image that can be read: " + why);
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
    try {
      opened()->read(channel_, cells);
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

class ImageFile final : public Image {
 public:
  ImageFile(const std::string& path, const terrawright_file_request& request) : Image(path, request) {
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

// ---- headerless --------------------------------------------------------------------------------------

class HeaderlessFile final : public File {
 public:
  HeaderlessFile(const std::string& path, const terrawright_file_request& request) : File(path, request) {
    facts_.width = request.width;
    facts_.height = request.height;
    facts_.bits = request.encoding == TERRAWRIGHT_ENCODING_U16 ? 16 : 0;
    if (facts_.width < 1 || facts_.height < 1 || facts_.width > longest_side || facts_.height > longest_side) {
      throw std::runtime_error("a file without a header needs its size: give the columns and rows it has");
    }
    const auto there = std::filesystem::file_size(path_);
    if (there != cells() * sample_bytes()) {
      throw std::runtime_error("it has " + std::to_string(there) + " bytes, but " + std::to_string(facts_.width) +
                               " x " + std::to_string(facts_.height) + " samples of " + std::to_string(sample_bytes()) +
                               " bytes are " + std::to_string(cells() * sample_bytes()));
    }
  }

  void read(float* cells) const override {
    std::ifstream stream(path_, std::ios::binary);
    std::vector<unsigned char> row(static_cast<std::size_t>(facts_.width) * sample_bytes());
    for (std::int64_t y = 0; y < facts_.height; ++y) {
      if (!stream.read(reinterpret_cast<char*>(row.data()), static_cast<std::streamsize>(row.size()))) {
        throw std::runtime_error("'" + path_ + "' is cut short");
      }
      for (std::size_t x = 0; x < static_cast<std::size_t>(facts_.width); ++x)
        *cells++ = sample(&row[x * sample_bytes()]);
    }
  }

 private:
  std::size_t sample_bytes() const { return facts_.bits == 16 ? 2 : 4; }
  float sample(const unsigned char* bytes) const {
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < sample_bytes(); ++i) {
      const std::size_t significance = request_.big_endian ? sample_bytes() - 1 - i : i;
      word |= std::uint32_t{bytes[i]} << (8 * significance);
    }
    if (facts_.bits == 16) return static_cast<float>(word);
    float value;
    std::memcpy(&value, &word, sizeof value);
    return value;
  }
};

}  // namespace

std::shared_ptr<const graph::Raster> FileOpener::open(const std::string& path,
                                                      const terrawright_file_request& request) const {
  if (request.encoding == TERRAWRIGHT_ENCODING_IMAGE && is_png(path)) return std::make_shared<PngImage>(path, request);
  if (request.encoding == TERRAWRIGHT_ENCODING_IMAGE) return std::make_shared<ImageFile>(path, request);
  return std::make_shared<HeaderlessFile>(path, request);
}

}  // namespace terrawright::images

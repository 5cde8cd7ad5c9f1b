// SPDX-License-Identifier: Apache-2.0
#include "images/raster.hpp"

#include <OpenImageIO/imageio.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string_view>

#include "graph/sha256.hpp"
#include "images/format.hpp"
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

class File : public graph::InputFile {
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
      throw std::runtime_error(std::string("it is no image that can be read: ") + error.what());
    }
  }

  int channel_ = 0;
};

class ImageFile final : public Image {
 public:
  ImageFile(const std::string& path, const terrawright_file_request& request) : Image(path, request) {
    const auto input = opened();
    const OIIO::ImageSpec& spec = input->spec();
    if (spec.width < 1 || spec.height < 1 || spec.width > longest_side || spec.height > longest_side ||
        spec.depth > 1) {
      throw std::runtime_error("its header claims an impossible size");
    }
    if (spec.deep) throw std::runtime_error("it is a deep image; flatten it first");
    channel_ = channel(spec.channelnames);
    facts_.width = spec.width;
    facts_.height = spec.height;
    facts_.bits = spec.format.is_floating_point() ? 0 : static_cast<std::uint32_t>(8 * spec.format.basesize());
    if (facts_.bits > 16) throw std::runtime_error("its samples are integers of more than 16 bits");
    band_ = spec.tile_width == 0 ? 64 : spec.tile_height;
    memory_ = memory_of(spec);
  }

  std::uint64_t memory() const override { return memory_; }

  // A band of rows at a time, so that only what the library itself keeps grows with the picture.
  void read(float* cells) const override {
    const auto input = opened();
    const OIIO::TypeDesc type = facts_.bits == 0   ? OIIO::TypeDesc::FLOAT
                                : facts_.bits == 8 ? OIIO::TypeDesc::UINT8
                                                   : OIIO::TypeDesc::UINT16;
    std::vector<unsigned char> samples(static_cast<std::size_t>(facts_.width * band_) * type.size());
    const OIIO::ImageSpec spec = input->spec();
    for (std::int64_t y = 0; y < facts_.height; y += band_) {
      const int begin = spec.y + static_cast<int>(y);
      const int end = spec.y + static_cast<int>(std::min(y + band_, facts_.height));
      const int part = input->current_subimage();
      const bool read = spec.tile_width == 0 ? input->read_scanlines(part, 0, begin, end, 0, channel_, channel_ + 1,
                                                                     type, samples.data())
                                             : input->read_tiles(part, 0, spec.x, spec.x + spec.width, begin, end, 0, 1,
                                                                 channel_, channel_ + 1, type, samples.data());
      // A TIFF that is cut short is "read" with an error beside it.
      const std::string error = input->geterror();
      if (!read || !error.empty()) broken(report::one_line(error));
      const auto count = static_cast<std::size_t>(end - begin) * static_cast<std::size_t>(facts_.width);
      // Integers as they are: a conversion by the library would make them 0..1.
      if (facts_.bits == 0) {
        std::memcpy(cells, samples.data(), count * sizeof(float));
      } else if (facts_.bits == 8) {
        std::copy_n(samples.data(), count, cells);
      } else {
        std::copy_n(reinterpret_cast<const std::uint16_t*>(samples.data()), count, cells);
      }
      cells += count;
    }
  }

 private:
  // At the part that was asked for.
  std::unique_ptr<OIIO::ImageInput> opened() const {
    OIIO::ImageSpec plain;
    plain.attribute("oiio:UnassociatedAlpha", 1);
    const std::string unreadable = "it is no image that can be read: ";
    // By its content, and by that reader alone: asked for any, the library tries all it has, some of which print.
    const char* reader = reader_of(path_);
    if (reader == nullptr) throw std::runtime_error(unreadable + "its first bytes are not those of a PNG, TIFF or EXR");
    auto input = OIIO::ImageInput::create(reader, false, &plain);
    OIIO::ImageSpec spec;
    if (!input || !input->open(path_, spec, plain)) {
      throw std::runtime_error(unreadable + report::one_line(input ? input->geterror() : OIIO::geterror()));
    }
    if (part_.empty()) return input;
    std::string names;
    for (int i = 0; input->seek_subimage(i, 0); ++i) {
      const std::string name = input->spec().get_string_attribute("oiio:subimagename");
      if (name == part_) return input;
      names += (i == 0 ? "" : ", ") + name;
    }
    throw std::runtime_error("it has no part '" + part_ + "'; its parts are: " + report::printable(names));
  }

  // Bands: of all channels, of the one that is asked for, and what the library decodes beside. A TIFF in one strip is
  // whole in memory before the first row is.
  std::uint64_t memory_of(const OIIO::ImageSpec& spec) const {
    const std::uint64_t row = static_cast<std::uint64_t>(spec.width) * static_cast<std::uint64_t>(spec.nchannels) *
                              std::max<std::uint64_t>(spec.channel_bytes(), sizeof(float));
    const std::uint64_t file = std::filesystem::file_size(path_);
    const auto band = static_cast<std::uint64_t>(std::min<std::int64_t>(band_, facts_.height));
    std::uint64_t bytes = 4 * row * band + std::min<std::uint64_t>(file, row * static_cast<std::uint64_t>(spec.height));
    if (spec.get_int_attribute("tiff:RowsPerStrip", 0) > band_)
      bytes += 2 * static_cast<std::uint64_t>(spec.image_bytes(true));
    return bytes;
  }

  int channel_ = 0;
  std::int64_t band_ = 64;  // rows; of a tiled picture those of a tile
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

std::shared_ptr<const graph::InputFile> FileOpener::open(const std::string& path,
                                                         const terrawright_file_request& request) const {
  if (request.encoding == TERRAWRIGHT_ENCODING_IMAGE && is_png(path)) return std::make_shared<PngImage>(path, request);
  if (request.encoding == TERRAWRIGHT_ENCODING_IMAGE) return std::make_shared<ImageFile>(path, request);
  return std::make_shared<HeaderlessFile>(path, request);
}

}  // namespace terrawright::images

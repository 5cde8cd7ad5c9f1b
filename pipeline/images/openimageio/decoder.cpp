// SPDX-License-Identifier: Apache-2.0
#include "images/openimageio/decoder.hpp"

#include <OpenImageIO/imageio.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <limits>
#include <stdexcept>

namespace terrawright::images {
namespace {

using OIIO::TypeDesc;

class Decoder final : public ImageDecoder {
 public:
  Decoder(std::string path, std::unique_ptr<OIIO::ImageInput> input)
      : path_(std::move(path)), input_(std::move(input)) {}

  bool to_part(int part) override { return input_->seek_subimage(part, 0); }
  std::string part() const override { return input_->spec().get_string_attribute("oiio:subimagename"); }

  Facts facts(int channel) override {
    const OIIO::ImageSpec& spec = input_->spec();
    const TypeDesc sample = spec.channelformat(channel);
    Facts facts;
    facts.width = spec.width;
    facts.height = spec.height;
    facts.depth = spec.depth;
    facts.bits = sample.is_floating_point() ? 0 : static_cast<std::uint32_t>(8 * sample.basesize());
    facts.deep = spec.deep;
    facts.channels = spec.channelnames;
    facts.memory = memory_of(spec);
    facts.values = facts.bits == 0 || facts.bits > 16;  // an EXR counts
    return facts;
  }

  // A band of rows at a time, so that only what the library itself keeps grows with the picture.
  void read(int channel, std::optional<double> nodata, float* cells) override {
    const OIIO::ImageSpec spec = input_->spec();
    const TypeDesc sample = spec.channelformat(channel);
    const TypeDesc type = sample.is_floating_point() ? TypeDesc::FLOAT : TypeDesc(TypeDesc::BASETYPE(sample.basetype));
    const int rows = band_of(spec), part = input_->current_subimage();
    const auto width = static_cast<std::size_t>(spec.width);
    std::vector<unsigned char> samples(width * static_cast<std::size_t>(rows) * type.size());
    for (int y = 0; y < spec.height; y += rows) {
      const int begin = spec.y + y, end = spec.y + std::min(y + rows, spec.height);
      const bool read = spec.tile_width == 0
                            ? input_->read_scanlines(part, 0, begin, end, 0, channel, channel + 1, type, samples.data())
                            : input_->read_tiles(part, 0, spec.x, spec.x + spec.width, begin, end, 0, 1, channel,
                                                 channel + 1, type, samples.data());
      // A TIFF that is cut short is "read" with an error beside it.
      const std::string error = input_->geterror();
      if (!read || !error.empty()) throw std::runtime_error(error);
      const std::size_t count = static_cast<std::size_t>(end - begin) * width;
      // Integers as they are: a conversion by the library would make them 0..1.
      if (type == TypeDesc::FLOAT) {
        std::memcpy(cells, samples.data(), count * sizeof(float));
      } else if (type == TypeDesc::UINT8) {
        std::copy_n(samples.data(), count, cells);
      } else if (type == TypeDesc::UINT16) {
        std::copy_n(reinterpret_cast<const std::uint16_t*>(samples.data()), count, cells);
      } else if (type == TypeDesc::UINT32) {
        const auto* const counts = reinterpret_cast<const std::uint32_t*>(samples.data());
        std::transform(counts, counts + count, cells, [](std::uint32_t n) { return static_cast<float>(n); });
      } else {
        throw std::runtime_error(std::string("samples of ") + type.c_str() + " are not read");
      }
      if (nodata)
        std::replace(cells, cells + count, static_cast<float>(*nodata), std::numeric_limits<float>::quiet_NaN());
      cells += count;
    }
  }

 private:
  static int band_of(const OIIO::ImageSpec& spec) { return spec.tile_width == 0 ? 64 : spec.tile_height; }

  // Bands: of all channels, of the one that is asked for, and what the library decodes beside. A TIFF in one strip is
  // whole in memory before the first row is.
  std::uint64_t memory_of(const OIIO::ImageSpec& spec) const {
    const std::uint64_t row = static_cast<std::uint64_t>(spec.width) * static_cast<std::uint64_t>(spec.nchannels) *
                              std::max<std::uint64_t>(spec.channel_bytes(), sizeof(float));
    const std::uint64_t file = std::filesystem::file_size(path_);
    const auto band = static_cast<std::uint64_t>(std::min(band_of(spec), spec.height));
    std::uint64_t bytes = 4 * row * band + std::min<std::uint64_t>(file, row * static_cast<std::uint64_t>(spec.height));
    if (spec.get_int_attribute("tiff:RowsPerStrip", 0) > band_of(spec))
      bytes += 2 * static_cast<std::uint64_t>(spec.image_bytes(true));
    return bytes;
  }

  std::string path_;
  std::unique_ptr<OIIO::ImageInput> input_;
};

}  // namespace

std::unique_ptr<ImageDecoder> decoder_of(const std::string& path, const std::string& reader) {
  OIIO::ImageSpec plain;
  plain.attribute("oiio:UnassociatedAlpha", 1);
  auto input = OIIO::ImageInput::create(reader, false, &plain);
  OIIO::ImageSpec spec;
  if (!input) throw std::runtime_error(OIIO::geterror());
  if (!input->open(path, spec, plain)) throw std::runtime_error(input->geterror());
  return std::make_unique<Decoder>(path, std::move(input));
}

}  // namespace terrawright::images

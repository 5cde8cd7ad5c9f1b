// SPDX-License-Identifier: Apache-2.0
// OpenImageIO in a process of its own. It decodes unknown files by a hundred libraries that may end, hang or take all
// memory. images/decoder_process.cpp starts it, and makes a message of each outcome.
#include <OpenImageIO/imageio.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "readers/decoding.hpp"
#include "report/utf8.hpp"

namespace {

using namespace terrawright::readers;
using OIIO::ImageInput;
using OIIO::ImageSpec;
using OIIO::TypeDesc;

constexpr int most_parts = 1024;

// With this program itself. Some readers hold all samples decoded and once more, with an alpha of their own.
std::uint64_t memory_of(const ImageSpec& spec) {
  const auto channels = static_cast<std::uint64_t>(spec.nchannels) + 1;
  return 2 * channels * spec.channel_bytes() * spec.image_pixels() + (std::uint64_t{128} << 20);
}

std::unique_ptr<ImageInput> opened(const std::string& path) {
  ImageSpec plain, spec;
  plain.attribute("oiio:UnassociatedAlpha", 1);
  // By its ending, and by that reader alone.
  const std::string ending =
      terrawright::report::ascii_lower(std::filesystem::path(path).extension().string().substr(1));
  auto input = ImageInput::create(ending, false, &plain);
  if (!input) throw std::runtime_error(OIIO::geterror());
  if (!input->open(path, spec, plain)) throw std::runtime_error(input->geterror());
  return input;
}

void write_facts(ImageInput& input, std::FILE* to) {
  for (int part = 0; part < most_parts && input.seek_subimage(part, 0); ++part) {
    const ImageSpec& spec = input.spec();
    std::fprintf(to, "part %d %d %d %d %llu %d %s\n", spec.width, spec.height, spec.depth, spec.deep ? 1 : 0,
                 static_cast<unsigned long long>(memory_of(spec)), spec.nchannels,
                 line_of(spec.get_string_attribute("oiio:subimagename")).c_str());
    for (int i = 0; i < spec.nchannels; ++i) {
      const TypeDesc sample = spec.channelformat(i);
      std::fprintf(to, "channel %d %s\n", sample.is_floating_point() ? 0 : static_cast<int>(8 * sample.basesize()),
                   line_of(spec.channel_name(i)).c_str());
    }
  }
}

template <class Sample>
void spread(const std::vector<unsigned char>& samples, std::vector<float>& cells) {
  const auto* const from = reinterpret_cast<const Sample*>(samples.data());
  std::transform(from, from + cells.size(), cells.begin(), [](Sample sample) { return static_cast<float>(sample); });
}

// A band of rows at a time. Integers as they are: a conversion by the library would make them 0..1.
void write_cells(ImageInput& input, int part, int channel, std::FILE* to) {
  const ImageSpec spec = input.spec();
  const TypeDesc sample = spec.channelformat(channel);
  const TypeDesc type = sample.is_floating_point() ? TypeDesc::FLOAT : TypeDesc(TypeDesc::BASETYPE(sample.basetype));
  const int band = spec.tile_width == 0 ? 64 : spec.tile_height;
  std::vector<unsigned char> samples;
  std::vector<float> cells;
  for (int y = 0; y < spec.height; y += band) {
    const int begin = spec.y + y, end = spec.y + std::min(y + band, spec.height);
    cells.resize(static_cast<std::size_t>(end - begin) * static_cast<std::size_t>(spec.width));
    samples.resize(cells.size() * type.size());
    const bool read = spec.tile_width == 0
                          ? input.read_scanlines(part, 0, begin, end, 0, channel, channel + 1, type, samples.data())
                          : input.read_tiles(part, 0, spec.x, spec.x + spec.width, begin, end, 0, 1, channel,
                                             channel + 1, type, samples.data());
    // Some files that are cut short are "read" with an error beside it.
    const std::string error = input.geterror();
    if (!read || !error.empty()) throw std::runtime_error(error);
    if (type == TypeDesc::FLOAT) {
      spread<float>(samples, cells);
    } else if (type == TypeDesc::UINT8) {
      spread<std::uint8_t>(samples, cells);
    } else if (type == TypeDesc::UINT16) {
      spread<std::uint16_t>(samples, cells);
    } else if (type == TypeDesc::UINT32) {
      spread<std::uint32_t>(samples, cells);
    } else {
      throw std::runtime_error(std::string("samples of ") + type.c_str() + " are not read");
    }
    std::fwrite(cells.data(), sizeof(float), cells.size(), to);
  }
}

class Foreign final : public Decoding {
 public:
  explicit Foreign(const std::string& path) : input_(opened(path)) {}
  void facts(std::FILE* to) override { write_facts(*input_, to); }
  std::uint64_t memory(int part, int) override {
    part_ = part;
    if (!input_->seek_subimage(part, 0)) throw std::runtime_error("it has no such part");
    return memory_of(input_->spec());
  }
  void cells(int channel, std::optional<double>, std::FILE* to) override { write_cells(*input_, part_, channel, to); }

 private:
  std::unique_ptr<ImageInput> input_;
  int part_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  decode(argc, argv, [](const std::string& path) {
    OIIO::attribute("threads", 1);
    OIIO::attribute("exr_threads", -1);
    return std::make_unique<Foreign>(path);
  });
}

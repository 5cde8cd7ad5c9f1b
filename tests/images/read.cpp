// SPDX-License-Identifier: Apache-2.0
#include "images/read.hpp"

#include <OpenImageIO/imageio.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace terrawright::test {
namespace {

using OIIO::TypeDesc;

// Whole numbers as they are; OpenImageIO's own conversion would make them 0..1.
template <class Sample>
bool read_whole(OIIO::ImageInput& input, int part, const OIIO::ImageSpec& spec, Image& image) {
  std::vector<Sample> samples(image.pixels.size());
  if (!input.read_image(part, 0, 0, spec.nchannels, spec.format, samples.data())) return false;
  std::transform(samples.begin(), samples.end(), image.pixels.begin(), [](Sample s) { return static_cast<float>(s); });
  return true;
}

bool read_pixels(OIIO::ImageInput& input, int part, const OIIO::ImageSpec& spec, Image& image) {
  image.pixels.resize(static_cast<std::size_t>(spec.image_pixels()) * static_cast<std::size_t>(spec.nchannels));
  switch (spec.format.basetype) {
    case TypeDesc::UINT8:
      return read_whole<std::uint8_t>(input, part, spec, image);
    case TypeDesc::UINT16:
      return read_whole<std::uint16_t>(input, part, spec, image);
    case TypeDesc::UINT32:
      return read_whole<std::uint32_t>(input, part, spec, image);
    default:
      return input.read_image(part, 0, 0, spec.nchannels, TypeDesc::FLOAT, image.pixels.data());
  }
}

// Metadata of a format with room for one text, in one line of JSON.
void add_json(const std::string& text, Image& image) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return;
  for (const auto& [name, value] : json.items()) {
    if (value.is_string()) image.attributes[name] = value.get<std::string>();
  }
}

Image image_of(OIIO::ImageInput& input, int part, const OIIO::ImageSpec& spec) {
  Image image;
  image.name = spec.get_string_attribute("oiio:subimagename");
  image.width = spec.width;
  image.height = spec.height;
  image.channels = spec.nchannels;
  image.is_float = spec.format.is_floating_point();
  image.bits = spec.get_int_attribute("oiio:BitsPerSample", static_cast<int>(8 * spec.format.basesize()));
  for (const OIIO::ParamValue& value : spec.extra_attribs) image.attributes[value.name().string()] = value.get_string();
  add_json(spec.get_string_attribute("ImageDescription"), image);
  const bool whole = read_pixels(input, part, spec, image);
  // A TIFF that is cut short is "read" with an error beside it.
  const std::string error = input.geterror();
  if (!whole || !error.empty()) throw ReadFailed("cannot read the pixels: " + error);
  return image;
}

}  // namespace

std::vector<Image> read(const std::filesystem::path& path) {
  OIIO::ImageSpec config;
  config.attribute("oiio:UnassociatedAlpha", 1);  // colours of a PNG as they are
  // Without threads, which would not be there in the children of tests that come later in this process.
  OIIO::attribute("threads", 1);
  OIIO::attribute("exr_threads", -1);
  const auto input = OIIO::ImageInput::open(path.string(), &config);
  if (!input) throw ReadFailed(path.string() + ": " + OIIO::geterror());
  std::vector<Image> images;
  for (int part = 0; input->seek_subimage(part, 0); ++part) images.push_back(image_of(*input, part, input->spec()));
  input->geterror();  // that there is no further part
  return images;
}

}  // namespace terrawright::test

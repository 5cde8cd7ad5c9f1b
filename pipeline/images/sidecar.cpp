// SPDX-License-Identifier: Apache-2.0
#include "images/sidecar.hpp"

#include "encode/sidecar.hpp"
#include "files/format.hpp"
#include "images/raster_place.hpp"

namespace terrawright::images {

std::filesystem::path sidecar_path(const std::filesystem::path& picture) {
  std::filesystem::path path = picture;
  return path += ".aux.xml";
}

bool has_sidecar(const Picture& picture, const std::optional<Rect>& tile) {
  if (!picture.sidecar || picture.parts.empty() || picture.pyramid || picture.writer) return false;
  const auto format = files::format_of(picture.file);
  if (format == files::Format::tif)
    return picture.parts.size() == 1 && picture.parts[0].facts.kind == TERRAWRIGHT_KIND_CLASS;
  return (format == files::Format::png || format == files::Format::exr) && place_of(picture, tile);
}

std::string sidecar_of(const MadePicture& from) {
  const engine::LayerFacts& facts = from.layer().facts();
  const auto format = files::format_of(from.picture.file);
  if (format == files::Format::tif)
    return encode::sidecar_of({}, encode::band_of_classes(facts.legend, from.layer().classes()));
  std::string band;
  if (format == files::Format::png && is_field(facts.kind)) {
    band = encode::band_of_greys(from.name(), facts.unit, from.picture.range.value_or(Range{0, 1}));
  } else if (format == files::Format::png && facts.kind == TERRAWRIGHT_KIND_MASK) {
    band = encode::band_of_mask(from.name());
  }
  return encode::sidecar_of(place_of(from.provenance).value(), band);
}

}  // namespace terrawright::images

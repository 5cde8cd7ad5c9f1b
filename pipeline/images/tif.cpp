// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "border/kind.hpp"
#include "encode/coarse_rows.hpp"
#include "encode/overviews.hpp"
#include "encode/png_pixels.hpp"
#include "images/bands.hpp"
#include "images/encoder.hpp"
#include "images/metadata.hpp"
#include "images/raster_place.hpp"
#include "images/writers.hpp"
#include "report/xml_text.hpp"

namespace terrawright::images {
namespace {

// How cells stand in a TIFF.
//   height, scalar, weight   float32
//   vector                   float32 x and y
//   count                    float64, exact up to 2^53
//   mask                     uint8, 0 and 1
//   class                    the codes, uint8 where all of them are below 256, else uint16, with the legend's colours
//                            as the palette
//   colour                   uint8 red, green, blue and alpha
struct TifCells {
  Stored stored = Stored::float32;
  int channels = 1;
  bool colours = false;
  std::vector<std::uint16_t> palette{};
};

// Rows of `width` cells as the file has them.
class TifRows {
 public:
  TifRows(const TifCells& cells, std::uint32_t kind) : cells_(cells), kind_(kind) {}
  void row(const void* from, std::int64_t width, void* to) const;

 private:
  TifCells cells_;
  std::uint32_t kind_;
};

template <class Sample>
void codes(const void* from, std::int64_t width, void* to) {
  const auto* cells = static_cast<const std::uint16_t*>(from);
  std::transform(cells, cells + width, static_cast<Sample*>(to),
                 [](std::uint16_t code) { return static_cast<Sample>(code); });
}

TifCells tif_cells_of(const MadePicture& from) {
  const engine::LayerFacts& facts = from.layer().facts();
  switch (facts.kind) {
    case TERRAWRIGHT_KIND_MASK:
      return {Stored::uint8};
    case TERRAWRIGHT_KIND_COUNT:
      return {Stored::float64};
    case TERRAWRIGHT_KIND_VECTOR:
      return {Stored::float32, 2};
    case TERRAWRIGHT_KIND_COLOUR:
      return {Stored::uint8, 4, true};
    case TERRAWRIGHT_KIND_CLASS:
      break;
    default:
      return {};
  }
  double most = from.extent().maximum;
  for (const LegendEntry& entry : facts.legend) most = std::max(most, static_cast<double>(entry.code));
  const std::size_t codes = most < 256 ? 256 : 65536;
  TifCells cells{codes == 256 ? Stored::uint8 : Stored::uint16};
  std::vector<Colour> colours(codes, encode::unknown_class);
  for (const LegendEntry& entry : facts.legend) colours[entry.code] = entry.colour;
  for (const auto part : {&Colour::red, &Colour::green, &Colour::blue}) {
    // 255 is 65535.
    for (const Colour& colour : colours) cells.palette.push_back(static_cast<std::uint16_t>(colour.*part * 257));
  }
  return cells;
}

void TifRows::row(const void* from, std::int64_t width, void* to) const {
  switch (kind_) {
    case TERRAWRIGHT_KIND_MASK: {
      const auto* cells = static_cast<const std::uint8_t*>(from);
      std::transform(cells, cells + width, static_cast<std::uint8_t*>(to),
                     [](std::uint8_t cell) { return static_cast<std::uint8_t>(cell != 0 ? 1 : 0); });
      return;
    }
    case TERRAWRIGHT_KIND_CLASS:
      return cells_.stored == Stored::uint8 ? codes<std::uint8_t>(from, width, to)
                                            : codes<std::uint16_t>(from, width, to);
    case TERRAWRIGHT_KIND_COUNT: {
      const auto* cells = static_cast<const std::int64_t*>(from);
      std::transform(cells, cells + width, static_cast<double*>(to),
                     [](std::int64_t cell) { return static_cast<double>(cell); });
      return;
    }
    default:  // the bits of a NaN too
      std::memcpy(to, from, static_cast<std::size_t>(width * border::cell_bytes(kind_)));
  }
}

// Bytes beyond which offsets of 32 bits might not reach, in time for all that is beside them.
constexpr std::int64_t most_of_classic = 4000000000;

// What GDAL asks about bands.
std::string metadata_of(const MadePicture& from, int channels) {
  const engine::LayerFacts& facts = from.layer().facts();
  std::string text = "<GDALMetadata>";
  for (int i = 0; i < channels && facts.kind != TERRAWRIGHT_KIND_COLOUR; ++i) {
    const auto item = [&](const char* name, const char* role, const std::string& value) {
      if (value.empty()) return;
      text += std::string("<Item name=\"") + name + "\" sample=\"" + std::to_string(i) + "\" role=\"" + role + "\">" +
              report::xml_text(value) + "</Item>";
    };
    item("DESCRIPTION", "description", channels == 1 ? from.name() : from.name() + (i == 0 ? ".x" : ".y"));
    item("UNITTYPE", "unittype", facts.unit == "1" ? "" : facts.unit);
  }
  return text + "</GDALMetadata>";
}

EncodedImage image_of(const MadePicture& from) {
  const engine::LayerFacts& facts = from.layer().facts();
  TifCells cells = tif_cells_of(from);
  EncodedImage encoded{facts.width, facts.height};
  encoded.stored = cells.stored;
  encoded.channels = cells.channels;
  encoded.colours = cells.colours;
  encoded.palette = std::move(cells.palette);
  encoded.bigtiff = facts.width * facts.height * encoded.pixel_bytes() > most_of_classic;
  encoded.place = place_of(from.provenance);
  encoded.texts = {{EncodedImage::date, no_date},
                   {EncodedImage::software, from.provenance.generator},
                   // TIFF has no room for attributes of any name.
                   {EncodedImage::description, to_json(attributes_of(from.name(), from.layer(), from.provenance))},
                   {EncodedImage::gdal_metadata, metadata_of(from, encoded.channels)}};
  if (from.layer().statistics().nans != 0) encoded.texts.emplace_back(EncodedImage::gdal_nodata, "nan");
  return encoded;
}

// Rows of an image, which take them by as many as its squares are high.
class Rows {
 public:
  Rows(Encoder& encoder, const EncodedImage& image)
      : encoder_(encoder),
        most_(image.tile > 0 ? image.tile : EncodedImage::strip),
        row_bytes_(static_cast<std::size_t>(image.width * image.pixel_bytes())),
        bytes_(row_bytes_ * static_cast<std::size_t>(most_)) {}
  void* next_row() {
    if (rows_ == most_) flush();
    return &bytes_[row_bytes_ * static_cast<std::size_t>(rows_++)];
  }
  void flush() {
    if (rows_ > 0) encoder_.rows(rows_, bytes_.data());
    rows_ = 0;
  }

 private:
  Encoder& encoder_;
  const std::int64_t most_;
  const std::size_t row_bytes_;
  std::int64_t rows_ = 0;
  std::vector<unsigned char> bytes_;
};

template <class Cell>
void write_cells(const MadePicture& from, Encoder& encoder, const EncodedImage& image, std::int64_t factor) {
  const std::int64_t width = from.layer().facts().width, height = from.layer().facts().height;
  const TifRows make({image.stored, image.channels, image.colours, {}}, from.layer().facts().kind);
  Rows to(encoder, image);
  std::optional<encode::CoarseRow<Cell>> coarse;
  if (factor > 1) coarse.emplace(width, factor);
  std::vector<Cell> row(static_cast<std::size_t>(image.width));
  each_band<Cell>(from.layer(), from.cancelled, [&](std::int64_t begin, std::int64_t rows, const Cell* cells) {
    for (std::int64_t y = begin; y < begin + rows; ++y, cells += width) {
      if (!coarse) {
        make.row(cells, width, to.next_row());
        continue;
      }
      coarse->add(cells);
      if ((y + 1) % factor != 0 && y + 1 != height) continue;
      coarse->take(row.data());
      make.row(row.data(), image.width, to.next_row());
    }
  });
  to.flush();
}

// The layer itself (1), or an overview of it.
void write_image(const MadePicture& from, Encoder& encoder, const EncodedImage& image, std::int64_t factor) {
  switch (from.layer().facts().kind) {
    case TERRAWRIGHT_KIND_MASK:
      return write_cells<std::uint8_t>(from, encoder, image, factor);
    case TERRAWRIGHT_KIND_CLASS:
      return write_cells<std::uint16_t>(from, encoder, image, factor);
    case TERRAWRIGHT_KIND_COUNT:
      return write_cells<std::int64_t>(from, encoder, image, factor);
    case TERRAWRIGHT_KIND_VECTOR:
      return write_cells<Vector2>(from, encoder, image, factor);
    case TERRAWRIGHT_KIND_COLOUR:
      return write_cells<Colour>(from, encoder, image, factor);
    default:
      return write_cells<float>(from, encoder, image, factor);
  }
}

// The image in squares, then its overviews.
std::vector<EncodedImage> images_of(const MadePicture& from, const std::vector<std::int64_t>& factors) {
  EncodedImage image = image_of(from);
  const std::int64_t width = image.width, height = image.height;
  image.tile = encode::overview_tile;
  std::vector<EncodedImage> images{image};
  image.reduced = true;
  image.place.reset();
  for (const std::int64_t factor : factors) {
    image.width = (width + factor - 1) / factor;
    image.height = (height + factor - 1) / factor;
    images.push_back(image);
  }
  const auto side = [](std::int64_t cells) {
    return (cells + encode::overview_tile - 1) / encode::overview_tile * encode::overview_tile;
  };
  std::int64_t bytes = 0;
  for (const EncodedImage& of : images) bytes += side(of.width) * side(of.height) * of.pixel_bytes();
  for (EncodedImage& of : images) of.bigtiff = bytes > most_of_classic;
  return images;
}

std::vector<Written> in_squares(const MadePicture& from, const std::vector<std::int64_t>& factors) {
  const std::vector<EncodedImage> images = images_of(from, factors);
  Encoder encoder(from.picture.file, images[0]);
  write_image(from, encoder, images[0], 1);
  for (std::size_t i = 0; i < factors.size(); ++i) {
    encoder.next(images[i + 1]);
    write_image(from, encoder, images[i + 1], factors[i]);
  }
  return just(encoder.close());
}

// Readers that fetch a part of a file over a network get all directories with its first bytes, and what is seen from
// afar with those that follow: https://cogeo.org, OGC 21-026. The heading is how GDAL tells so.
std::vector<Written> cloud_optimised(const MadePicture& from) {
  const std::string layout =
      "LAYOUT=IFDS_BEFORE_DATA\nBLOCK_ORDER=ROW_MAJOR\nBLOCK_LEADER=SIZE_AS_UINT4\n"
      "BLOCK_TRAILER=LAST_4_BYTES_REPEATED\nKNOWN_INCOMPATIBLE_EDITION=NO\n ";
  const std::string size = std::to_string(layout.size());
  const std::string heading =
      "GDAL_STRUCTURAL_METADATA_SIZE=" + std::string(6 - size.size(), '0') + size + " bytes\n" + layout;
  const std::vector<std::int64_t> factors =
      encode::overviews_of(from.layer().facts().width, from.layer().facts().height);
  const std::vector<EncodedImage> images = images_of(from, factors);
  Encoder encoder(from.picture.file, images, heading);
  for (std::size_t i = images.size(); i-- > 0;) {
    encoder.to_image(i);
    write_image(from, encoder, images[i], i == 0 ? 1 : factors[i - 1]);
  }
  return just(encoder.close());
}

// Counts that a double cannot tell apart are not rounded without a word.
void demand_exact(const MadePicture& from) {
  const Range known = from.extent();
  constexpr double most = 9007199254740992;  // 2^53
  if (from.layer().facts().kind != TERRAWRIGHT_KIND_COUNT || (known.minimum > -most && known.maximum < most)) return;
  throw WriteFailed(from.picture.file, "counts of 2^53 and more do not fit into a .tif file",
                    "write them to a .zarr folder");
}

}  // namespace

std::vector<Written> write_tif(const MadePicture& from) {
  demand_exact(from);
  const engine::LayerFacts& facts = from.layer().facts();
  if (from.picture.cog) return cloud_optimised(from);
  if (from.picture.overviews) return in_squares(from, encode::overviews_of(facts.width, facts.height));
  if (from.picture.tiled) return in_squares(from, {});
  const EncodedImage image = image_of(from);
  Encoder encoder(from.picture.file, image);
  write_image(from, encoder, image, 1);
  return just(encoder.close());
}

}  // namespace terrawright::images

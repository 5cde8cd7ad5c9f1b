// SPDX-License-Identifier: Apache-2.0
// A GeoTIFF of one layer, as its cells are:
//
//   height, scalar, weight   float32
//   vector                   float32 x and y
//   count                    float64, exact up to 2^53
//   mask                     uint8, 0 and 1
//   class                    the codes, uint8 where all of them are below 256, else uint16, with the legend's colours
//                            as the palette
//   colour                   uint8 red, green, blue and alpha
#include <algorithm>
#include <cstring>
#include <optional>

#include "encode/coarse_rows.hpp"
#include "encode/delivered.hpp"
#include "encode/legend.hpp"
#include "encode/png.hpp"
#include "encode/sidecar.hpp"
#include "raster/tif/tiff_file.hpp"
#include "report/json.hpp"
#include "report/utf8.hpp"
#include "terrawright/arrangement.hpp"
#include "terrawright/cells.hpp"

namespace terrawright::raster {
namespace {

using encode::TiffFile;
using encode::TiffImage;
using encode::TiffSample;

using TiffAttributes = std::vector<std::pair<std::string, std::string>>;

// Sets how the cells stand in the file. `most`: the largest code that there is.
void set_samples(TiffImage& image, const terrawright_item& item, double most) {
  switch (item.kind) {
    case TERRAWRIGHT_KIND_MASK:
      image.sample = TiffSample::uint8;
      return;
    case TERRAWRIGHT_KIND_COUNT:
      image.sample = TiffSample::float64;
      return;
    case TERRAWRIGHT_KIND_VECTOR:
      image.channels = 2;
      return;
    case TERRAWRIGHT_KIND_COLOUR:
      image.sample = TiffSample::uint8;
      image.channels = 4;
      image.colours = true;
      return;
    case TERRAWRIGHT_KIND_CLASS:
      break;
    default:
      return;
  }
  const std::vector<LegendEntry> legend = detail::legend_of(item.legend, item.n_legend);
  for (const LegendEntry& entry : legend) most = std::max(most, static_cast<double>(entry.code));
  const std::size_t codes = most < 256 ? 256 : 65536;
  image.sample = codes == 256 ? TiffSample::uint8 : TiffSample::uint16;
  std::vector<Colour> colours(codes, encode::unknown_class);
  for (const LegendEntry& entry : legend) colours[entry.code] = entry.colour;
  for (const auto part : {&Colour::red, &Colour::green, &Colour::blue}) {
    // 255 is 65535.
    for (const Colour& colour : colours) image.palette.push_back(static_cast<std::uint16_t>(colour.*part * 257));
  }
}

// Cells as the file has them.
template <class Sample>
void put_codes(const std::uint16_t* cells, std::int64_t count, void* to) {
  std::transform(cells, cells + count, static_cast<Sample*>(to),
                 [](std::uint16_t code) { return static_cast<Sample>(code); });
}
void put_cells(const TiffImage& image, const std::uint16_t* codes, std::int64_t count, void* to) {
  if (image.sample == TiffSample::uint8) return put_codes<std::uint8_t>(codes, count, to);
  put_codes<std::uint16_t>(codes, count, to);
}
void put_cells(const TiffImage&, const std::uint8_t* mask, std::int64_t count, void* to) {
  std::transform(mask, mask + count, static_cast<std::uint8_t*>(to),
                 [](std::uint8_t cell) { return static_cast<std::uint8_t>(cell != 0 ? 1 : 0); });
}
void put_cells(const TiffImage&, const std::int64_t* counts, std::int64_t count, void* to) {
  std::transform(counts, counts + count, static_cast<double*>(to),
                 [](std::int64_t cell) { return static_cast<double>(cell); });
}
template <class Cell>
void put_cells(const TiffImage&, const Cell* cells, std::int64_t count, void* to) {
  std::memcpy(to, cells, static_cast<std::size_t>(count) * sizeof(Cell));  // the bits of a NaN too
}

// Facts of bands for GDAL.
std::string metadata_of_bands(const terrawright_item& layer, int channels) {
  std::string text = "<GDALMetadata>";
  for (int i = 0; i < channels && layer.kind != TERRAWRIGHT_KIND_COLOUR; ++i) {
    const auto item = [&](const char* name, const char* role, const std::string& value) {
      if (value.empty()) return;
      text += std::string("<Item name=\"") + name + "\" sample=\"" + std::to_string(i) + "\" role=\"" + role + "\">" +
              report::xml_text(value) + "</Item>";
    };
    const std::string name = layer.name, unit = layer.unit;
    item("DESCRIPTION", "description", channels == 1 ? name : name + (i == 0 ? ".x" : ".y"));
    item("UNITTYPE", "unittype", unit == "1" ? "" : unit);
  }
  return text + "</GDALMetadata>";
}

// TIFF has no room for attributes of any name: they are one text.
std::string description_of(const TiffAttributes& attributes) {
  report::Json json = report::Json::object();
  for (const auto& [name, value] : attributes) json[name] = value;
  return report::json_line(json);
}

TiffImage whole_image(const Writing& writing) {
  const terrawright_item& item = writing.item(0);
  const TiffAttributes attributes = writing.attributes(0);
  const auto is_of_nans = [](const auto& attribute) { return attribute.first == "terrawright:nans"; };
  TiffImage image{item.width, item.height};
  set_samples(image, item, writing.extremes(0).maximum);
  image.transform = encode::geotransform_of(writing.plain());
  image.texts = {{TiffImage::date, encode::no_date},
                 {TiffImage::software, writing.plain().generator},
                 {TiffImage::description, description_of(attributes)},
                 {TiffImage::gdal_metadata, metadata_of_bands(item, image.channels)}};
  if (std::any_of(attributes.begin(), attributes.end(), is_of_nans))
    image.texts.emplace_back(TiffImage::gdal_nodata, "nan");
  return image;
}

// The image in squares, then its overviews.
std::vector<TiffImage> images_in_squares(TiffImage image, const std::vector<std::int64_t>& factors) {
  const std::int64_t width = image.width, height = image.height;
  image.tile = encode::overview_tile;
  std::vector<TiffImage> images{image};
  image.reduced = true;
  image.transform.reset();
  for (const std::int64_t factor : factors) {
    image.width = (width + factor - 1) / factor;
    image.height = (height + factor - 1) / factor;
    images.push_back(image);
  }
  return images;
}

// The layer itself (factor 1), or an overview of it. `classes` counts those of the layer.
template <class Cell>
void write_cells(const Writing& writing, TiffFile& file, const TiffImage& image, std::int64_t factor,
                 encode::ClassCounter* classes) {
  const std::int64_t width = writing.item(0).width, height = writing.item(0).height;
  const auto put = [&](const Cell* cells) {
    file.add_row([&](void* to) { put_cells(image, cells, image.width, to); });
  };
  std::optional<encode::CoarseRow<Cell>> coarse;
  if (factor > 1) coarse.emplace(width, factor);
  std::vector<Cell> row(static_cast<std::size_t>(image.width));
  encode::each_band_of<Cell>(writing, 0, [&](std::int64_t begin, std::int64_t rows, const Cell* cells) {
    if constexpr (std::is_same_v<Cell, std::uint16_t>) {
      if (factor == 1 && classes != nullptr) classes->add(cells, rows * width);
    }
    for (std::int64_t y = begin; y < begin + rows; ++y, cells += width) {
      if (!coarse) {
        put(cells);
        continue;
      }
      coarse->add(cells);
      if ((y + 1) % factor != 0 && y + 1 != height) continue;
      coarse->take(row.data());
      put(row.data());
    }
  });
}

void write_image(const Writing& writing, TiffFile& file, const TiffImage& image, std::int64_t factor,
                 encode::ClassCounter* classes) {
  switch (writing.item(0).kind) {
    case TERRAWRIGHT_KIND_MASK:
      return write_cells<std::uint8_t>(writing, file, image, factor, classes);
    case TERRAWRIGHT_KIND_CLASS:
      return write_cells<std::uint16_t>(writing, file, image, factor, classes);
    case TERRAWRIGHT_KIND_COUNT:
      return write_cells<std::int64_t>(writing, file, image, factor, classes);
    case TERRAWRIGHT_KIND_VECTOR:
      return write_cells<Vector2>(writing, file, image, factor, classes);
    case TERRAWRIGHT_KIND_COLOUR:
      return write_cells<Colour>(writing, file, image, factor, classes);
    default:
      return write_cells<float>(writing, file, image, factor, classes);
  }
}

// Counts that a double cannot tell apart are not rounded without a word.
void demand_exact_counts(const Writing& writing) {
  constexpr double most = 9007199254740992;  // 2^53
  if (writing.item(0).kind != TERRAWRIGHT_KIND_COUNT) return;
  const terrawright_statistics known = writing.extremes(0);
  if (known.minimum > -most && known.maximum < most) return;
  writing.fail("", "counts of 2^53 and more do not fit into a .tif file", "write them to a .zarr folder");
}

struct Tif {
  bool tiled = false, overviews = false, cog = false, sidecar = true;

  static void describe(WriterSpec<Tif>& s) {
    s.writer("raster.tif", "A GeoTIFF: one layer, whose values it holds as they are, and where it lies.");
    s.source("TIFF 6.0; BigTIFF where it is long; OGC 19-008r4 (GeoTIFF 1.1); OGC 21-026 (cloud-optimised).");
    s.ending(".tif").ending(".tiff");
    s.tiles();
    s.port("layer", Field::kinds | Mask::kinds | Class::kinds | Count::kinds | Vector::kinds | Picture::kinds,
           "A layer of any kind.");
    s.parameter(&Tif::tiled, "tiled",
                "In squares of 256 x 256 cells in the place of rows, for programs that read parts of the file.");
    s.parameter(&Tif::overviews, "overviews",
                "In squares, and with smaller pictures of the layer in the same file, for programs that draw it from "
                "afar.");
    s.parameter(
        &Tif::cog, "cog",
        "A cloud-optimised GeoTIFF: with overviews, and in the order in which programs read it over a network.");
    s.parameter(&Tif::sidecar, "sidecar",
                "Of classes, for which the file has no room: their names, colours and cells, in <file>.aux.xml, where "
                "GDAL and QGIS look for them.");
  }

  void arrange(Delivery& delivery) {
    encode::refuse_large_side(delivery, "a .tif", encode::library_side);
    const terrawright_item& item = delivery.item(0);
    const auto width = static_cast<std::uint64_t>(item.width), height = static_cast<std::uint64_t>(item.height);
    const std::uint64_t cell = cell_bytes(item.kind);
    const std::uint64_t cells = width * height * cell;
    delivery.needs_disk(has_levels() ? cells / 3 * 4 : cells, 0);
    // A row of squares, one of them, and the sums of a row of blocks.
    constexpr std::uint64_t side = encode::overview_tile;
    if (tiled || has_levels()) {
      delivery.needs_memory(2 * side * (width + side) * std::max<std::uint64_t>(cell, sizeof(float)) +
                            (has_levels() ? width * sizeof(encode::MeanOfColours) : 0));
    }
    if (has_sidecar(item)) delivery.will_write(encode::sidecar_name(delivery.plain().name));
  }

  void write(Writing& writing) const {
    demand_exact_counts(writing);
    const terrawright_item& item = writing.item(0);
    std::vector<std::int64_t> factors;
    if (has_levels()) factors = encode::overviews_of(item.width, item.height);
    std::vector<TiffImage> images{whole_image(writing)};
    if (tiled || has_levels()) images = images_in_squares(std::move(images[0]), factors);
    factors.insert(factors.begin(), 1);

    std::optional<encode::ClassCounter> classes;
    if (has_sidecar(item)) classes.emplace();
    TiffFile file(writing.open(), images, cog ? encode::TiffOrder::cloud_optimised : encode::TiffOrder::as_given,
                  encode::needs_bigtiff(images));
    for (std::size_t done = 0; done < images.size(); ++done) {
      const std::size_t i = file.at();
      write_image(writing, file, images[i], factors[i], classes ? &*classes : nullptr);
    }
    if (!classes) return;
    writing.open(encode::sidecar_name(writing.plain().name))
        .add(encode::sidecar_of(
            {}, encode::band_of_classes(detail::legend_of(item.legend, item.n_legend), classes->counts())));
  }

 private:
  bool has_levels() const { return overviews || cog; }
  bool has_sidecar(const terrawright_item& item) const { return sidecar && item.kind == TERRAWRIGHT_KIND_CLASS; }
};

}  // namespace
}  // namespace terrawright::raster

TERRAWRIGHT_WRITER(raster, tif, terrawright::raster::Tif)

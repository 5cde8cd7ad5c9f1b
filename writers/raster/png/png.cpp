// SPDX-License-Identifier: Apache-2.0
// Portable Network Graphics (W3C, third edition), for looking at and for programs that take heights as greys.
//
//   height, scalar, weight   16-bit grey, floor(65535 t + 1/2) of t = (value - minimum) / (maximum - minimum) clamped
//   to
//                            0..1, on the value's side of 0 (encode/png.hpp), NaN black
//   mask                     8-bit grey, 0 and 255
//   class                    the colours of the legend (a code that it does not know is magenta), and beside it
//                            <stem>.legend.json
//   colour                   sRGB, with alpha if a cell is not opaque
//
// The legend of classes or colours is a picture of its own, <stem>.legend.png, or stands to their right, where the
// picture is then wider than the world.
#include "encode/png.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "encode/delivered.hpp"
#include "encode/legend.hpp"
#include "encode/sidecar.hpp"
#include "report/amount.hpp"
#include "report/diagnostic.hpp"
#include "terrawright/cells.hpp"
#include "terrawright/processors.h"

namespace terrawright::raster {
namespace {

using encode::Grey;
using encode::LegendPanel;
using encode::Range;

enum class PngPort : std::uint32_t { layer = 0, legend = 1 };
// Cells a side that programs with libpng read.
constexpr std::int64_t most_pixels = 1000000;

std::uint64_t layer_of(const terrawright_delivery& delivery) { return encode::item_of(delivery, PngPort::layer); }
std::uint64_t legend_of(const terrawright_delivery& delivery) { return encode::item_of(delivery, PngPort::legend); }

bool is_grey(const terrawright_item& item) { return (Field::kinds & set_of(item.kind)) != 0; }
bool is_coloured(const terrawright_item& item) { return ((Class::kinds | Picture::kinds) & set_of(item.kind)) != 0; }

// All cells as they are in the file, the high byte first.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void greys_of(const float* cells, std::uint16_t* __restrict to, std::size_t count, const Grey& grey) {
  const Grey own = grey;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint16_t value = own(cells[i]);
    to[i] = static_cast<std::uint16_t>(value << 8 | value >> 8);
  }
}

std::uint64_t clipped_by(const Grey& grey, const Writing& writing, std::uint64_t item) {
  const terrawright_statistics known = writing.extremes(item);
  if (known.nans == 0 && known.minimum >= grey.range().minimum && known.maximum <= grey.range().maximum) return 0;
  std::uint64_t clipped = 0;
  encode::each_band_of<float>(writing, item, [&](std::int64_t, std::int64_t rows, const float* cells) {
    for (std::int64_t i = 0; i < rows * writing.item(item).width; ++i) clipped += grey.clips(cells[i]) ? 1u : 0u;
  });
  return clipped;
}

// The cells that the picture has of the world; "": all.
std::string window_of(const terrawright_delivery& of) {
  return encode::is_window(of) ? encode::window_text(of.window) : "";
}

LegendPanel panel_of(const Writing& writing, std::uint64_t legend) {
  const terrawright_item& classes = writing.item(legend);
  encode::ClassCounter counter;
  encode::each_band_of<std::uint16_t>(
      writing, legend,
      [&](std::int64_t, std::int64_t rows, const std::uint16_t* codes) { counter.add(codes, rows * classes.width); });
  return LegendPanel(detail::legend_of(classes.legend, classes.n_legend), counter.counts(), classes.height);
}

struct Png {
  std::vector<double> range;  // black and white; empty: none is given
  bool beside = false, sidecar = true;

  static void describe(WriterSpec<Png>& s) {
    s.writer("raster.png", "One layer as a picture: values as greys of 16 bits, classes and colours as they look.");
    s.source("W3C, Portable Network Graphics (PNG) Specification, third edition.");
    s.ending(".png").tiles();
    s.port("layer", Field::kinds | Mask::kinds | Class::kinds | Picture::kinds,
           "What is pictured: heights and other values as greys, a mask in black and white, classes in the colours of "
           "their legend, colours as they are.");
    s.port("legend", Class::kinds, "Classes whose colours and names are drawn as a legend of the picture.").optional();
    s.parameter(&Png::range, "range",
                "The values that become black and white, as [-4000 m, 2000 m]. A weight needs none; a height or scalar "
                "does.")
        .unit("unit of layer");
    s.parameter(&Png::beside, "beside",
                "The legend stands to the right of the picture, which is wider then; else in a file of its own.");
    s.parameter(
        &Png::sidecar, "sidecar",
        "With a file .aux.xml beside it, by which GDAL and QGIS know where the picture lies and what greys say.");
  }

  void arrange(Delivery& delivery) const {
    const terrawright_delivery& plain = delivery.plain();
    const terrawright_item& layer = delivery.item(layer_of(plain));
    const std::uint64_t legend = legend_of(plain);
    if (beside && legend == encode::no_item)
      delivery.refuse("beside", "a legend stands beside a picture, and this has none",
                      "add legend: node, or remove `beside`");
    if (legend != encode::no_item) check_legend(delivery, layer, delivery.item(legend));
    encode::refuse_without_legend(delivery, layer);
    encode::refuse_large_side(delivery, "a .png", most_pixels);
    check_range(delivery, layer);
    delivery.when_clipped("widen `range`");
    const auto cell = std::uint64_t{is_grey(layer) ? 2u : cell_bytes(layer.kind)};
    delivery.needs_disk(0, encode::cells_of(layer) * cell);
    if (layer.kind == TERRAWRIGHT_KIND_CLASS) delivery.will_write(encode::name_beside(plain, ".legend.json"));
    if (legend != encode::no_item && !beside) delivery.will_write(encode::name_beside(plain, ".legend.png"));
    if (sidecar && encode::geotransform_of(plain)) delivery.will_write(encode::sidecar_name(plain.name));
  }

  void write(const Writing& writing) const {
    const terrawright_item& layer = writing.item(layer_of(writing.plain()));
    std::string band;
    if (is_grey(layer)) {
      write_greys(writing);
      band = encode::band_of_greys(layer.name, layer.unit, greys());
    } else if (is_coloured(layer)) {
      write_coloured(writing);
    } else {
      write_mask(writing);
      band = encode::band_of_mask(layer.name);
    }
    const auto transform = encode::geotransform_of(writing.plain());
    if (sidecar && transform)
      writing.open(encode::sidecar_name(writing.plain().name)).add(encode::sidecar_of(transform, band));
  }

 private:
  Range greys() const { return range.empty() ? Range{} : Range{range[0], range[1]}; }

  static void check_legend(Delivery& delivery, const terrawright_item& layer, const terrawright_item& legend) {
    const std::string name = legend.name;
    if (name != "legend") {
      delivery.refuse(name, "a .png file holds one layer; the layer " + report::quote(name) + " is one too many",
                      "give it a file of its own, or write all of them to an .exr file");
    } else if (!is_coloured(layer)) {
      delivery.refuse(name, "a legend is drawn beside the classes or the colours of a .png file only", "remove it");
    } else if (legend.n_legend == 0) {
      delivery.refuse(name, "a legend explains classes, and these have no names",
                      "name a layer of classes, as biomes are");
    } else if (encode::is_tile(delivery.plain())) {
      delivery.refuse(name, "a legend is drawn beside a whole picture, and this one is in tiles",
                      "remove it; tiles of classes have a .legend.json file each");
    }
  }

  void check_range(Delivery& delivery, const terrawright_item& layer) const {
    if (range.empty()) {
      if (!is_grey(layer) || layer.kind == TERRAWRIGHT_KIND_WEIGHT) return;
      const std::string unit = layer.unit, shown = unit == "1" || unit.empty() ? "" : " " + unit;
      delivery.refuse("range",
                      "the layer " + report::quote(layer.name) + " is a " + kind_name(layer.kind) +
                          "; its grey values in a .png file need a range",
                      "write the values that become black and white, as range: [0" + shown + ", 1000" + shown + "]");
    } else if (!is_grey(layer)) {
      delivery.refuse("range",
                      std::string("`range` has no use here: a ") + kind_name(layer.kind) +
                          " has no grey values to spread over a range",
                      "remove it");
    } else if (range.size() != 2) {
      delivery.refuse("range",
                      "'range' has " + std::to_string(range.size()) + (range.size() == 1 ? " item" : " items") +
                          "; it is the lowest and the highest",
                      "write two, as range: [-4000 m, 2000 m]");
    } else if (!(std::isfinite(range[0]) && std::isfinite(range[1]) && range[0] < range[1])) {
      delivery.refuse(
          "range",
          "'range' ends at " + report::shortest(range[1]) + ", which is not above " + report::shortest(range[0]),
          "write the lowest first");
    }
  }

  void write_greys(const Writing& writing) const {
    const std::uint64_t item = layer_of(writing.plain());
    const terrawright_item& layer = writing.item(item);
    const Grey grey(greys());
    const std::uint64_t clipped = clipped_by(grey, writing, item);
    auto texts = writing.attributes(item);
    texts.emplace_back("terrawright:range_minimum", report::shortest(grey.range().minimum));
    texts.emplace_back("terrawright:range_maximum", report::shortest(grey.range().maximum));
    texts.emplace_back("terrawright:clipped", std::to_string(clipped));
    Writing::File file = writing.open();
    encode::PngStream stream =
        encode::png_into(file, {layer.width, layer.height, 1, 16, encode::PngFilter::paeth}, texts);
    std::vector<std::uint16_t> samples(static_cast<std::size_t>(layer.width));
    encode::put_rows<float>(writing, item, stream, [&](const float* cells, std::size_t count, unsigned char* bytes) {
      greys_of(cells, samples.data(), count, grey);
      std::memcpy(bytes, samples.data(), 2 * count);
    });
    stream.close();
    file.clipped(clipped);
  }

  static void write_mask(const Writing& writing) {
    const std::uint64_t item = layer_of(writing.plain());
    const terrawright_item& layer = writing.item(item);
    Writing::File file = writing.open();
    encode::PngStream stream =
        encode::png_into(file, {layer.width, layer.height, 1, 8, encode::PngFilter::none}, writing.attributes(item));
    encode::put_rows<std::uint8_t>(
        writing, item, stream, [](const std::uint8_t* cells, std::size_t count, unsigned char* bytes) {
          std::transform(cells, cells + count, bytes, [](std::uint8_t cell) { return cell != 0 ? 255 : 0; });
        });
    stream.close();
  }

  void write_coloured(const Writing& writing) const {
    const terrawright_delivery& plain = writing.plain();
    const std::uint64_t item = layer_of(plain), legend = legend_of(plain);
    const terrawright_item& layer = writing.item(item);
    std::optional<LegendPanel> panel;
    if (legend != encode::no_item) panel.emplace(panel_of(writing, legend));
    Writing::File file = writing.open();
    const encode::ClassCounts counts = encode::write_colours(writing, item, beside && panel ? &*panel : nullptr, file);
    if (layer.kind == TERRAWRIGHT_KIND_CLASS) {
      const std::vector<LegendEntry> entries = detail::legend_of(layer.legend, layer.n_legend);
      writing.open(encode::name_beside(plain, ".legend.json"))
          .add(encode::legend_file(layer.name, entries, counts, window_of(writing.plain())));
    }
    if (panel && !beside) write_panel(writing, *panel);
  }

  static void write_panel(const Writing& writing, const LegendPanel& panel) {
    Writing::File file = writing.open(encode::name_beside(writing.plain(), ".legend.png"));
    encode::PngStream stream = encode::png_into(file, {panel.width(), panel.height(), 3, 8, encode::PngFilter::up},
                                                {{"Software", writing.plain().generator}});
    for (std::int64_t y = 0; y < panel.height(); ++y) panel.copy_row(y, 3, stream.next_row());
    stream.close();
  }
};

}  // namespace
}  // namespace terrawright::raster

TERRAWRIGHT_WRITER(raster, png, terrawright::raster::Png)

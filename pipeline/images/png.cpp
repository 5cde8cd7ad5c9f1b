// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>

#include "images/bands.hpp"
#include "images/encoder.hpp"
#include "images/formats.hpp"
#include "images/legend.hpp"
#include "images/legend_panel.hpp"

namespace terrawright::images {
namespace {

using OIIO::TypeDesc;

// How libpng shall compress. OpenImageIO's defaults take 8 to 11 times as long for 16-bit greys, which are then 3 %
// smaller at best; for colours 5 to 9 times, for at most a tenth of the size.
struct Deflate {
  int filter;  // libpng's: 8 none, 32 up, 64 average
  const char* strategy;
};
constexpr Deflate for_grey{32, "huffman"}, for_masks{8, "rle"}, for_classes{32, "rle"}, for_colours{64, "default"};

OIIO::ImageSpec png_spec(const Part& part, int channels, TypeDesc type, const Deflate& deflate) {
  OIIO::ImageSpec spec = spec_of(part.layer->facts(), channels, type);
  spec.attribute("png:compressionLevel", 1);
  spec.attribute("png:filter", deflate.filter);
  spec.attribute("compression", deflate.strategy);
  return spec;
}

// The grey of a value.
struct Grey {
  Range range;
  bool clips(float value) const {
    return !(static_cast<double>(value) >= range.minimum && static_cast<double>(value) <= range.maximum);
  }
  std::uint16_t operator()(float value) const {
    const double t = (static_cast<double>(value) - range.minimum) / (range.maximum - range.minimum);
    const double clamped = t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0;  // NaN: 0
    return static_cast<std::uint16_t>(static_cast<std::int32_t>(65535.0 * clamped + 0.5));
  }
};

std::uint64_t clipped_of(const Job& job, const engine::Layer& layer, const Grey& grey) {
  const Statistics& known = layer.statistics();
  if (known.nans == 0 && known.minimum >= grey.range.minimum && known.maximum <= grey.range.maximum) return 0;
  std::uint64_t clipped = 0;
  each_band<float>(layer, job.cancelled, [&](std::int64_t, std::int64_t rows, const float* cells) {
    for (std::int64_t i = 0; i < rows * layer.facts().width; ++i) clipped += grey.clips(cells[i]) ? 1u : 0u;
  });
  return clipped;
}

// Encodes pixels made from cells: make(cell, pixel).
template <class Cell, class Sample, class Make>
void encode(const Job& job, Encoder& encoder, int channels, Make make) {
  const engine::Layer& layer = *job.picture.parts.front().layer;
  const TypeDesc type = sizeof(Sample) == 2 ? TypeDesc::UINT16 : TypeDesc::UINT8;
  std::vector<Sample> pixels;
  each_band<Cell>(layer, job.cancelled, [&](std::int64_t y, std::int64_t rows, const Cell* cells) {
    const std::size_t count = static_cast<std::size_t>(rows * layer.facts().width);
    pixels.resize(count * static_cast<std::size_t>(channels));
    Sample* pixel = pixels.data();
    for (std::size_t i = 0; i < count; ++i, pixel += channels) make(cells[i], pixel);
    encoder.rows(y, rows, type, pixels.data());
  });
}

std::optional<LegendPanel> panel_of(const Job& job) {
  if (!job.picture.legend) return std::nullopt;
  const engine::Layer& classes = *job.picture.legend;
  std::vector<std::uint64_t> cells(65536);
  each_band<std::uint16_t>(classes, job.cancelled, [&](std::int64_t, std::int64_t rows, const std::uint16_t* codes) {
    for (std::int64_t i = 0; i < rows * classes.facts().width; ++i) ++cells[codes[i]];
  });
  return LegendPanel(classes.facts().legend, cells, classes.facts().height);
}

void widen(OIIO::ImageSpec& spec, const std::optional<LegendPanel>& panel) {
  if (!panel) return;
  spec.width = spec.full_width = spec.width + static_cast<int>(panel->width());
  spec.height = spec.full_height = std::max(spec.height, static_cast<int>(panel->height()));
}

// The same of colours, with the panel to their right.
template <class Cell, class Make>
void encode_beside(const Job& job, Encoder& encoder, const std::optional<LegendPanel>& panel, int channels, Make make) {
  if (!panel) return encode<Cell, std::uint8_t>(job, encoder, channels, make);
  const engine::LayerFacts& facts = job.picture.parts.front().layer->facts();
  std::vector<std::uint8_t> row(static_cast<std::size_t>((facts.width + panel->width()) * channels));
  std::uint8_t* beside = row.data() + facts.width * channels;
  const auto finish_row = [&](std::int64_t y) {
    panel->copy_row(y, channels, beside);
    encoder.rows(y, 1, TypeDesc::UINT8, row.data());
  };
  each_band<Cell>(*job.picture.parts.front().layer, job.cancelled,
                  [&](std::int64_t y, std::int64_t rows, const Cell* cells) {
                    for (std::int64_t j = 0; j < rows; ++j) {
                      std::uint8_t* pixel = row.data();
                      for (std::int64_t x = 0; x < facts.width; ++x, pixel += channels) make(*cells++, pixel);
                      finish_row(y + j);
                    }
                  });
  LegendPanel::fill_paper(facts.width, channels, row.data());
  for (std::int64_t y = facts.height; y < panel->height(); ++y) finish_row(y);
}

std::vector<Written> write_grey(const Job& job, const Part& part) {
  const Grey grey{job.picture.range.value_or(Range{0, 1})};
  const std::uint64_t clipped = clipped_of(job, *part.layer, grey);
  Attributes attributes = attributes_of(part, job.provenance);
  add_range(attributes, grey.range, clipped);
  OIIO::ImageSpec spec = png_spec(part, 1, TypeDesc::UINT16, for_grey);
  add_attributes(spec, attributes);

  Encoder encoder(job.picture.file, {spec});
  encode<float, std::uint16_t>(job, encoder, 1, [grey](float value, std::uint16_t* pixel) { *pixel = grey(value); });
  return {{job.picture.file, encoder.close().keep(), clipped}};
}

std::vector<Written> write_mask(const Job& job, const Part& part) {
  OIIO::ImageSpec spec = png_spec(part, 1, TypeDesc::UINT8, for_masks);
  add_attributes(spec, attributes_of(part, job.provenance));
  Encoder encoder(job.picture.file, {spec});
  encode<std::uint8_t, std::uint8_t>(job, encoder, 1,
                                     [](std::uint8_t cell, std::uint8_t* pixel) { *pixel = cell != 0 ? 255 : 0; });
  return {{job.picture.file, encoder.close().keep()}};
}

std::vector<Written> write_classes(const Job& job, const Part& part) {
  const std::vector<LegendEntry>& legend = part.layer->facts().legend;
  std::vector<Colour> colours(65536, Colour{255, 0, 255, 255});
  for (const LegendEntry& entry : legend) colours[entry.code] = entry.colour;
  OIIO::ImageSpec spec = png_spec(part, 3, TypeDesc::UINT8, for_classes);
  spec.attribute("oiio:ColorSpace", "sRGB");
  add_attributes(spec, attributes_of(part, job.provenance));
  const std::optional<LegendPanel> panel = panel_of(job);
  widen(spec, panel);

  std::vector<std::uint64_t> cells(colours.size());
  Encoder encoder(job.picture.file, {spec});
  encode_beside<std::uint16_t>(job, encoder, panel, 3, [&](std::uint16_t code, std::uint8_t* pixel) {
    ++cells[code];
    pixel[0] = colours[code].red;
    pixel[1] = colours[code].green;
    pixel[2] = colours[code].blue;
  });
  WholeFile& picture = encoder.close();
  WholeFile beside(legend_path(job.picture.file));
  const std::string text = legend_file(part.name, legend, cells);
  beside.write(text.data(), text.size(), 0);
  // Both are on the disk before either gets its name.
  picture.settle();
  beside.settle();
  std::vector<Written> written{{picture.path(), picture.keep()}};
  written.push_back({beside.path(), beside.keep()});
  return written;
}

bool opaque(const Job& job, const engine::Layer& layer) {
  bool all = true;
  each_band<Colour>(layer, job.cancelled, [&](std::int64_t, std::int64_t rows, const Colour* cells) {
    for (std::int64_t i = 0; i < rows * layer.facts().width; ++i) all = all && cells[i].alpha == 255;
  });
  return all;
}

std::vector<Written> write_colours(const Job& job, const Part& part) {
  const int channels = opaque(job, *part.layer) ? 3 : 4;
  OIIO::ImageSpec spec = png_spec(part, channels, TypeDesc::UINT8, for_colours);
  spec.attribute("oiio:ColorSpace", "sRGB");
  spec.attribute("oiio:UnassociatedAlpha", 1);
  add_attributes(spec, attributes_of(part, job.provenance));
  const std::optional<LegendPanel> panel = panel_of(job);
  widen(spec, panel);
  Encoder encoder(job.picture.file, {spec});
  encode_beside<Colour>(job, encoder, panel, channels, [channels](Colour cell, std::uint8_t* pixel) {
    pixel[0] = cell.red;
    pixel[1] = cell.green;
    pixel[2] = cell.blue;
    if (channels == 4) pixel[3] = cell.alpha;
  });
  return {{job.picture.file, encoder.close().keep()}};
}

}  // namespace

std::vector<Written> write_png(const Job& job) {
  const Part& part = job.picture.parts.front();
  switch (part.layer->facts().kind) {
    case TERRAWRIGHT_MASK:
      return write_mask(job, part);
    case TERRAWRIGHT_CLASS:
      return write_classes(job, part);
    case TERRAWRIGHT_COLOUR:
      return write_colours(job, part);
    default:
      return write_grey(job, part);
  }
}

}  // namespace terrawright::images

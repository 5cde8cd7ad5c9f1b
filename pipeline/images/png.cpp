// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <optional>

#include "encode/grey.hpp"
#include "encode/legend.hpp"
#include "encode/legend_panel.hpp"
#include "encode/png_pixels.hpp"
#include "images/bands.hpp"
#include "images/legend.hpp"
#include "images/png_file.hpp"
#include "images/writers.hpp"
#include "terrawright/processors.h"

namespace terrawright::images {
namespace {

using encode::Grey;
using encode::LegendPanel;

// The picture of a layer, with what stands to the right of it.
encode::PngFacts facts_of(const engine::Layer& layer, int channels, int bits, encode::PngFilter filter,
                          const std::optional<LegendPanel>& panel = std::nullopt) {
  encode::PngFacts facts{layer.facts().width, layer.facts().height, channels, bits, filter};
  if (panel) facts.width += panel->width();
  if (panel) facts.height = std::max(facts.height, panel->height());
  return facts;
}

std::uint64_t clipped_of(const MadePicture& from, const Grey& grey) {
  const engine::Layer& layer = from.layer();
  const Statistics& known = layer.statistics();
  if (known.nans == 0 && known.minimum >= grey.range().minimum && known.maximum <= grey.range().maximum) return 0;
  std::uint64_t clipped = 0;
  each_band<float>(layer, from.cancelled, [&](std::int64_t, std::int64_t rows, const float* cells) {
    for (std::int64_t i = 0; i < rows * layer.facts().width; ++i) clipped += grey.clips(cells[i]) ? 1u : 0u;
  });
  return clipped;
}

// All cells as they are in the file, the high byte first.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void greys_of(const float* cells, std::uint16_t* __restrict to, std::size_t count, const Grey& grey) {
  const Grey own = grey;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint16_t value = own(cells[i]);
    to[i] = static_cast<std::uint16_t>(value << 8 | value >> 8);
  }
}

// Encodes what make(cells, count, bytes) makes of each row.
template <class Cell, class Make>
void encode(const MadePicture& from, PngFile& file, Make make) {
  const engine::Layer& layer = from.layer();
  const auto width = static_cast<std::size_t>(layer.facts().width);
  each_band<Cell>(layer, from.cancelled, [&](std::int64_t, std::int64_t rows, const Cell* cells) {
    for (std::int64_t y = 0; y < rows; ++y, cells += width) make(cells, width, file.next_row());
  });
}

LegendPanel legend_of(const MadePicture& from) {
  const engine::Layer& classes = *from.made.back().layer;
  return LegendPanel(classes.facts().legend, classes.classes(), classes.facts().height);
}

// The one that is a part of the picture.
std::optional<LegendPanel> panel_of(const MadePicture& from) {
  if (!from.picture.legend || !from.picture.legend_beside) return std::nullopt;
  return legend_of(from);
}

// The one that is a picture of its own.
void add_legend(const MadePicture& from, std::vector<Written>& written) {
  if (!from.picture.legend || from.picture.legend_beside) return;
  const LegendPanel panel = legend_of(from);
  PngFile file(legend_picture_path(from.picture.file), {panel.width(), panel.height(), 3, 8, encode::PngFilter::up},
               {{"Software", from.provenance.generator}});
  for (std::int64_t y = 0; y < panel.height(); ++y) panel.copy_row(y, 3, file.next_row());
  written.emplace_back(file.close());
}

// The same of colours, with the panel to their right.
template <class Cell, class Make>
void encode_beside(const MadePicture& from, PngFile& file, const std::optional<LegendPanel>& panel, int channels,
                   Make make) {
  if (!panel) return encode<Cell>(from, file, make);
  const engine::LayerFacts& facts = from.layer().facts();
  std::int64_t y = 0;
  encode<Cell>(from, file, [&](const Cell* cells, std::size_t count, unsigned char* bytes) {
    make(cells, count, bytes);
    panel->copy_row(y++, channels, bytes + facts.width * channels);
  });
  for (; y < panel->height(); ++y) {
    unsigned char* bytes = file.next_row();
    LegendPanel::fill_paper(facts.width, channels, bytes);
    panel->copy_row(y, channels, bytes + facts.width * channels);
  }
}

std::vector<Written> write_grey(const MadePicture& from) {
  const Grey grey(from.picture.range.value_or(Range{0, 1}));
  const std::uint64_t clipped = clipped_of(from, grey);
  Attributes attributes = attributes_of(from.name(), from.layer(), from.provenance);
  add_range(attributes, grey.range(), clipped);
  PngFile file(from.picture.file, facts_of(from.layer(), 1, 16, encode::PngFilter::paeth), attributes);
  std::vector<std::uint16_t> greys(static_cast<std::size_t>(from.layer().facts().width));
  encode<float>(from, file, [&](const float* cells, std::size_t count, unsigned char* bytes) {
    greys_of(cells, greys.data(), count, grey);
    std::memcpy(bytes, greys.data(), 2 * count);
  });
  return just(file.close(), clipped);
}

std::vector<Written> write_mask(const MadePicture& from) {
  PngFile file(from.picture.file, facts_of(from.layer(), 1, 8, encode::PngFilter::none),
               attributes_of(from.name(), from.layer(), from.provenance));
  encode<std::uint8_t>(from, file, [](const std::uint8_t* cells, std::size_t count, unsigned char* bytes) {
    std::transform(cells, cells + count, bytes, [](std::uint8_t cell) { return cell != 0 ? 255 : 0; });
  });
  return just(file.close());
}

std::vector<Written> write_classes(const MadePicture& from) {
  const std::vector<LegendEntry>& legend = from.layer().facts().legend;
  encode::ClassColours colours;
  for (const LegendEntry& entry : legend) colours.set(entry.code, entry.colour);

  const std::optional<LegendPanel> panel = panel_of(from);
  PngFile file(from.picture.file, facts_of(from.layer(), 3, 8, encode::PngFilter::up, panel),
               attributes_of(from.name(), from.layer(), from.provenance));
  encode_beside<std::uint16_t>(
      from, file, panel, 3,
      [&](const std::uint16_t* codes, std::size_t count, unsigned char* bytes) { colours.put(codes, count, bytes); });
  std::vector<Written> written = just(file.close());
  const auto& window = from.provenance.window;
  written.emplace_back(
      text_file(legend_path(from.picture.file),
                encode::legend_file(from.name(), legend, from.layer().classes(), window ? window_text(*window) : "")));
  return written;
}

std::vector<Written> write_png_colours(const MadePicture& from) {
  const int channels = from.picture.alpha || !opaque(from.layer(), from.cancelled) ? 4 : 3;
  const std::optional<LegendPanel> panel = panel_of(from);
  PngFile file(from.picture.file, facts_of(from.layer(), channels, 8, encode::PngFilter::paeth, panel),
               attributes_of(from.name(), from.layer(), from.provenance));
  encode_beside<Colour>(from, file, panel, channels, [&](const Colour* cells, std::size_t count, unsigned char* bytes) {
    encode::put_colours(cells, count, channels, bytes);
  });
  return just(file.close());
}

}  // namespace

bool opaque(const engine::Layer& colours, const std::atomic<bool>& cancelled) {
  bool all = true;
  each_band<Colour>(colours, cancelled, [&](std::int64_t, std::int64_t rows, const Colour* cells) {
    all = all && encode::are_opaque(cells, rows * colours.facts().width);
  });
  return all;
}

std::vector<Written> write_png(const MadePicture& from) {
  switch (from.layer().facts().kind) {
    case TERRAWRIGHT_KIND_MASK:
      return write_mask(from);
    case TERRAWRIGHT_KIND_CLASS:
    case TERRAWRIGHT_KIND_COLOUR: {
      const bool classes = from.layer().facts().kind == TERRAWRIGHT_KIND_CLASS;
      std::vector<Written> written = classes ? write_classes(from) : write_png_colours(from);
      add_legend(from, written);
      return written;
    }
    default:
      return write_grey(from);
  }
}

}  // namespace terrawright::images

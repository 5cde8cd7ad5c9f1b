// SPDX-License-Identifier: Apache-2.0
// A PNG being written: chunks, filters and the compressed rows (W3C, Portable Network Graphics, third edition).
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "encode/deflate.hpp"
#include "encode/delivered.hpp"
#include "encode/legend.hpp"
#include "terrawright/kinds.hpp"
#include "terrawright/writer.hpp"

namespace terrawright::encode {

// For all rows. up: minus the pixel above. paeth: minus the neighbour that fits best, for what changes from pixel to
// pixel (it leaves noise, so repetitions are only looked for nearby).
enum class PngFilter : std::uint8_t { none = 0, up = 2, paeth = 4 };

struct PngFacts {
  std::int64_t width = 0, height = 0;
  int channels = 1;  // 1 grey, 3 colours, 4 colours and alpha
  int bits = 8;      // of a sample, 8 or 16
  PngFilter filter = PngFilter::none;
  bool values = false;               // of channels that say numbers, which no reader may change as it does colours
  std::uint32_t pixels_a_metre = 0;  // on paper; 0: not said
};

class PngStream {
 public:
  // Receives the output, piece by piece.
  using Take = std::function<void(const void* bytes, std::size_t size)>;
  // Begins the picture. Colours are sRGB. `texts`: name and value.
  PngStream(const PngFacts& facts, const std::vector<std::pair<std::string, std::string>>& texts, Take take);

  // Buffer of the next row, from top to bottom: samples of 16 bits with the high byte first.
  unsigned char* next_row();
  // After the last row.
  void close();

 private:
  void compress();
  void chunk(std::string_view type, const void* bytes, std::size_t size);

  Take take_;
  std::size_t row_bytes_, pixel_bytes_;
  PngFilter filter_;
  std::vector<unsigned char> above_;  // the last row that was compressed; zeros above the first
  std::size_t rows_at_once_, n_rows_ = 0;
  std::vector<unsigned char> rows_, filtered_;
  Deflate deflate_;
};

// Values as samples of 16 bits. A sample g says minimum + g (maximum - minimum) / 65535: the nearest one is taken, but
// never one on the other side of 0. Land stays land, sea stays sea.

// The values that become black and white, in the unit of the layer.
struct Range {
  double minimum = 0, maximum = 1;
};
constexpr double most_grey = 65535;  // white

class Grey {
 public:
  explicit Grey(const Range& range) : range_(range) {
    double zero = -range.minimum / (range.maximum - range.minimum) * most_grey;
    // A sample that is 0 but for the last digits is 0.
    if (const double nearest = std::round(zero); std::abs(zero - nearest) < 1e-9) zero = nearest;
    above_ = sample(std::floor(zero) + 1.0);
    below_ = sample(std::ceil(zero) - 1.0);
    zero_ = sample(std::floor(zero));
  }

  const Range& range() const { return range_; }
  bool clips(float value) const {
    return !(static_cast<double>(value) >= range_.minimum && static_cast<double>(value) <= range_.maximum);
  }
  // At most half a step beside the value, next to 0 less than a step; beyond the range its end, of NaN 0.
  std::uint16_t operator()(float value) const {
    const double t = (static_cast<double>(value) - range_.minimum) / (range_.maximum - range_.minimum);
    const double above = t > 0.0 ? t : 0.0;  // NaN: 0
    const double clamped = above < 1.0 ? above : 1.0;
    const auto nearest = static_cast<std::int32_t>(most_grey * clamped + 0.5);
    const std::int32_t least = value > 0.0f ? above_ : 0, most = value > 0.0f ? 65535 : value < 0.0f ? below_ : zero_;
    const std::int32_t raised = nearest > least ? nearest : least;
    return static_cast<std::uint16_t>(raised < most ? raised : most);
  }

 private:
  static std::int32_t sample(double at) { return static_cast<std::int32_t>(std::clamp(at, 0.0, most_grey)); }

  Range range_;
  std::int32_t above_, below_, zero_;  // the first sample above 0, the last below it, the last that is not above
};

// Cells as the pixels of a picture of 8 bits a channel.

// A class that its legend does not know.
constexpr Colour unknown_class = {255, 0, 255, 255};

// The colours of all codes.
class ClassColours {
 public:
  ClassColours() : colours_(65536, unknown_class) {}
  void set(std::uint16_t code, Colour colour) { colours_[code] = colour; }
  // Three bytes of each code.
  void put(const std::uint16_t* codes, std::size_t count, unsigned char* bytes) const {
    for (std::size_t i = 0; i < count; ++i) {
      const Colour& colour = colours_[codes[i]];
      bytes[3 * i] = colour.red;
      bytes[3 * i + 1] = colour.green;
      bytes[3 * i + 2] = colour.blue;
    }
  }

 private:
  std::vector<Colour> colours_;
};

// Three bytes of each, or four with its alpha.
inline void put_colours(const Colour* cells, std::size_t count, int channels, unsigned char* bytes) {
  for (std::size_t i = 0; i < count; ++i, bytes += channels) {
    bytes[0] = cells[i].red;
    bytes[1] = cells[i].green;
    bytes[2] = cells[i].blue;
    if (channels == 4) bytes[3] = cells[i].alpha;
  }
}

// A PNG of a writer's item.

// The legend that is drawn beside a picture: a swatch and a name for each class that occurs.
class LegendPanel {
 public:
  // A class without cells is left out. Letters grow with the picture, up to sixteenfold.
  LegendPanel(const std::vector<LegendEntry>& legend, const ClassCounts& cells, std::int64_t picture_height);

  std::int64_t width() const { return width_; }
  std::int64_t height() const { return height_; }  // paper follows below
  // Row y of any height, pixels of 3 or 4 bytes.
  void copy_row(std::int64_t y, int channels, std::uint8_t* to) const;
  // Fill below a picture that is lower than the panel.
  static void fill_paper(std::int64_t pixels, int channels, std::uint8_t* to);

 private:
  void fill(std::int64_t x, std::int64_t y, std::int64_t width, std::int64_t height, Colour colour);
  void write(std::int64_t x, std::int64_t y, const std::string& text);

  std::int64_t scale_, width_ = 0, height_ = 0;
  std::vector<Colour> pixels_;
};

// From the begin of an empty file, which stays where it is until the stream is closed.
inline PngStream png_into(Writing::File& file, const PngFacts& facts,
                          const std::vector<std::pair<std::string, std::string>>& texts) {
  return PngStream(facts, texts, [&file](const void* bytes, std::size_t size) { file.put(file.size(), bytes, size); });
}

// put(cells, count, bytes) makes each row of an item.
template <class Cell, class Put>
void put_rows(const Writing& writing, std::uint64_t item, PngStream& stream, Put put) {
  const auto width = static_cast<std::size_t>(writing.item(item).width);
  each_band_of<Cell>(writing, item, [&](std::int64_t, std::int64_t rows, const Cell* cells) {
    for (std::int64_t y = 0; y < rows; ++y, cells += width) put(cells, width, stream.next_row());
  });
}

// Colours, or classes in those of their legend; with alpha where a cell is not opaque, of tiles one of any. `panel`
// stands to the right; null: nothing does. For classes it returns the number of cells of each.
ClassCounts write_colours(const Writing& writing, std::uint64_t item, const LegendPanel* panel, Writing::File& file);

}  // namespace terrawright::encode

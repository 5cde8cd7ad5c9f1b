// SPDX-License-Identifier: Apache-2.0
// Writes a pyramid, zoom under zoom. A tile is made of the four below it as soon as they exist. So at most one tile of
// each zoom is in memory, for every size of the world. The four come along the Hilbert curve of PMTiles, and so do the
// tiles of every zoom. A pixel depends on its position alone: adjacent tiles join without a seam.
#include "web/pyramid/making.hpp"

#include <algorithm>

#include "encode/png.hpp"
#include "encode/png_pixels.hpp"
#include "web/pyramid/pixels.hpp"

namespace terrawright::web {
namespace {

// Pixels as bytes of a PNG.
class ValueBytes {
 public:
  static constexpr int channels = 3;
  ValueBytes(const terrawright_item& /*item*/, const PyramidOptions& options)
      : steps_(steps_of(options.encoding)), outside_(options.outside.empty() ? 0 : options.outside.front()) {}
  void put(const ValuePixels::Pixel& pixel, unsigned char* to) {
    const double value = pixel[1] > 0 ? pixel[0] / pixel[1] : outside_;
    const double step = std::floor((value - steps_.lowest) * steps_.in_one + 0.5);
    const double within = std::clamp(step, 0.0, 16777215.0);
    if (within != step) ++clipped_;
    const auto number = static_cast<std::uint32_t>(within);
    to[0] = static_cast<unsigned char>(number >> 16);
    to[1] = static_cast<unsigned char>(number >> 8 & 255);
    to[2] = static_cast<unsigned char>(number & 255);
  }
  std::uint64_t clipped() const { return clipped_; }

 private:
  ValueSteps steps_;
  double outside_;
  std::uint64_t clipped_ = 0;
};

class ColourBytes {
 public:
  static constexpr int channels = 4;
  ColourBytes(const terrawright_item& /*item*/, const PyramidOptions& /*options*/) {}
  void put(const ColourPixels::Pixel& pixel, unsigned char* to) {
    const float alpha = std::min(pixel[3], 1.0f);
    const auto code = static_cast<unsigned char>(alpha * 255.0f + 0.5f);
    for (std::size_t i = 0; i < 3; ++i) to[i] = code == 0 ? 0 : code_(pixel[i] / pixel[3]);
    to[3] = code;
  }
  static std::uint64_t clipped() { return 0; }

 private:
  NearestCode code_;
};

// By their legend; masks are black and white.
class CodeBytes {
 public:
  static constexpr int channels = 4;
  CodeBytes(const terrawright_item& item, const PyramidOptions& /*options*/) : colours_(65536, encode::unknown_class) {
    if (item.kind == TERRAWRIGHT_KIND_MASK) {
      colours_[0] = {0, 0, 0, 255};
      colours_[1] = {255, 255, 255, 255};
    }
    for (const LegendEntry& entry : detail::legend_of(item.legend, item.n_legend)) colours_[entry.code] = entry.colour;
  }
  void put(std::int32_t code, unsigned char* to) {
    const Colour colour = code < 0 ? Colour{0, 0, 0, 0} : colours_[static_cast<std::size_t>(code)];
    to[0] = colour.red;
    to[1] = colour.green;
    to[2] = colour.blue;
    to[3] = code < 0 ? 0 : 255;
  }
  static std::uint64_t clipped() { return 0; }

 private:
  std::vector<Colour> colours_;
};

template <class Kind, class Bytes>
class Making {
 public:
  using Cell = typename Kind::Cell;
  using Pixel = typename Kind::Pixel;
  using Pixels = std::vector<Pixel>;

  Making(const Writing& writing, const PyramidOptions& options, const PyramidGrid& grid, const TakeTile& take)
      : writing_(writing),
        width_(writing.item(0).width),
        height_(writing.item(0).height),
        grid_(grid),
        side_(grid.side()),
        bytes_(writing.item(0), options),
        take_(take) {}

  // The answer: cells of the last zoom that no tile can tell.
  std::uint64_t write() {
    std::vector<std::pair<std::uint64_t, TileAt>> first;
    const int zoom = grid_.least();
    const Span across = grid_.tiles_across(zoom), down = grid_.tiles_down(zoom);
    for (std::int64_t y = down.begin; y < down.end; ++y)
      for (std::int64_t x = across.begin; x < across.end; ++x) first.push_back({tile_id(zoom, x, y), {zoom, x, y}});
    std::sort(first.begin(), first.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& tile : first) make(tile.second);
    return clipped_;
  }

 private:
  Pixels make(const TileAt& at) {
    writing_.go_on();
    Pixels pixels = at.zoom == grid_.base() ? of_world(at) : of_four(at);
    if (at.zoom <= grid_.most()) encode(at, pixels);
    return pixels;
  }

  Pixels of_four(const TileAt& at) {
    Pixels pixels(static_cast<std::size_t>(side_ * side_), Weighed<Pixel>::none());
    std::array<std::pair<std::uint64_t, TileAt>, 4> below;
    for (std::int64_t i = 0; i < 4; ++i) {
      const TileAt tile{at.zoom + 1, 2 * at.x + i % 2, 2 * at.y + i / 2};
      below[static_cast<std::size_t>(i)] = {tile_id(tile.zoom, tile.x, tile.y), tile};
    }
    std::sort(below.begin(), below.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    const Span across = grid_.tiles_across(at.zoom + 1), down = grid_.tiles_down(at.zoom + 1);
    for (const auto& [id, tile] : below) {
      if (!across.has(tile.x) || !down.has(tile.y)) continue;
      const Pixels quarter = make(tile);
      const std::int64_t left = tile.x % 2 * side_ / 2, top = tile.y % 2 * side_ / 2;
      for (std::int64_t y = 0; y < side_ / 2; ++y) {
        const Pixel* row = &quarter[static_cast<std::size_t>(2 * y * side_)];
        Pixel* to = &pixels[static_cast<std::size_t>((top + y) * side_ + left)];
        for (std::int64_t x = 0; x < side_ / 2; ++x, row += 2)
          to[x] = Weighed<Pixel>::of_four(row[0], row[1], row[side_], row[side_ + 1]);
      }
    }
    return pixels;
  }

  // Position of a pixel along a side: from the middle of cell `first` that part of the way to the next one.
  struct Between {
    std::int64_t first, next;
    double part;
  };
  static Between between(double at, std::int64_t cells) {
    if (!Kind::between) at = std::floor(at + 0.5);
    const double within = std::clamp(at, 0.0, static_cast<double>(cells - 1));
    const auto first = static_cast<std::int64_t>(within);
    return {first, std::min(first + 1, cells - 1), within - static_cast<double>(first)};
  }

  Pixels of_world(const TileAt& at) {
    Pixels pixels(static_cast<std::size_t>(side_ * side_), Weighed<Pixel>::none());
    const auto own = [&](const Span& all, std::int64_t tile) {
      return Span{std::max(all.begin, tile * side_), std::min(all.end, (tile + 1) * side_)};
    };
    const Span columns = own(grid_.columns(at.zoom), at.x), rows = own(grid_.rows(at.zoom), at.y);
    std::vector<Between> xs, ys;
    for (std::int64_t x = columns.begin; x < columns.end; ++x) xs.push_back(between(grid_.x_of(x), width_));
    for (std::int64_t y = rows.begin; y < rows.end; ++y) ys.push_back(between(grid_.y_of(y), height_));
    const terrawright_rect area{xs.front().first, ys.front().first, xs.back().next - xs.front().first + 1,
                                ys.back().next - ys.front().first + 1};
    cells_.resize(static_cast<std::size_t>(area.width * area.height));
    writing_.read(0, area, cells_.data(), area.width);
    weighed_.resize(cells_.size());
    std::transform(cells_.begin(), cells_.end(), weighed_.begin(), [](const Cell& cell) { return Kind::of(cell); });
    for (std::size_t j = 0; j < ys.size(); ++j) {
      const Pixel* above = &weighed_[static_cast<std::size_t>((ys[j].first - area.y) * area.width)];
      const Pixel* below = &weighed_[static_cast<std::size_t>((ys[j].next - area.y) * area.width)];
      const std::int64_t row = rows.begin + static_cast<std::int64_t>(j) - at.y * side_;
      Pixel* to = &pixels[static_cast<std::size_t>(row * side_ + columns.begin - at.x * side_)];
      for (const Between& x : xs) {
        const std::int64_t left = x.first - area.x;
        if constexpr (Kind::between) {
          const std::int64_t right = x.next - area.x;
          *to++ = Weighed<Pixel>::between(above[left], above[right], below[left], below[right], x.part, ys[j].part);
        } else {
          *to++ = above[left];
        }
      }
    }
    return pixels;
  }

  void encode(const TileAt& at, const Pixels& pixels) {
    png_.clear();
    const bool values = Bytes::channels == 3;
    encode::PngStream stream(
        {side_, side_, Bytes::channels, 8, Kind::between ? encode::PngFilter::paeth : encode::PngFilter::up, values},
        {}, [this](const void* bytes, std::size_t size) { png_.append(static_cast<const char*>(bytes), size); });
    const std::uint64_t before = bytes_.clipped();
    for (std::int64_t y = 0; y < side_; ++y) {
      unsigned char* to = stream.next_row();
      const Pixel* row = &pixels[static_cast<std::size_t>(y * side_)];
      for (std::int64_t x = 0; x < side_; ++x, to += Bytes::channels) bytes_.put(row[x], to);
    }
    stream.close();
    if (at.zoom == grid_.most()) clipped_ += bytes_.clipped() - before;
    take_(at, png_);
  }

  const Writing& writing_;
  const std::int64_t width_, height_;
  const PyramidGrid& grid_;
  const std::int64_t side_;
  Bytes bytes_;
  const TakeTile& take_;
  std::vector<Cell> cells_;
  Pixels weighed_;
  std::string png_;
  std::uint64_t clipped_ = 0;
};

}  // namespace

std::uint64_t make_tiles(const Writing& writing, const PyramidOptions& options, const PyramidGrid& grid,
                         const TakeTile& take) {
  switch (writing.item(0).kind) {
    case TERRAWRIGHT_KIND_MASK:
      return Making<CodePixels<std::uint8_t>, CodeBytes>(writing, options, grid, take).write();
    case TERRAWRIGHT_KIND_CLASS:
      return Making<CodePixels<std::uint16_t>, CodeBytes>(writing, options, grid, take).write();
    case TERRAWRIGHT_KIND_COLOUR:
      return Making<ColourPixels, ColourBytes>(writing, options, grid, take).write();
    default:
      return Making<ValuePixels, ValueBytes>(writing, options, grid, take).write();
  }
}

}  // namespace terrawright::web

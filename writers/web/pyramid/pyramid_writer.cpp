// SPDX-License-Identifier: Apache-2.0
// Writes a pyramid, zoom under zoom. A tile is made of the four below it as soon as they exist. So at most one tile of
// each zoom is in memory, for every size of the world. The four come along the Hilbert curve of PMTiles, and so do the
// tiles of every zoom. A pixel depends on its position alone: adjacent tiles join without a seam.
#include "web/pyramid/pyramid_writer.hpp"

#include <algorithm>

#include "encode/delivered.hpp"
#include "encode/png.hpp"
#include "report/amount.hpp"
#include "report/diagnostic.hpp"
#include "terrawright/cells.hpp"

namespace terrawright::web {
namespace {

using report::Json;

bool is_value(const terrawright_item& item) { return (Field::kinds & 1u << item.kind) != 0; }

std::string called(const terrawright_item& item) { return "the layer " + report::quote(item.name); }

}  // namespace

bool PyramidOptions::refuses(Delivery& delivery) const {
  bool refused = false;
  const auto refuse = [&](const std::string& where, const std::string& text, const std::string& remedy) {
    delivery.refuse(where, text, remedy);
    refused = true;
  };
  const terrawright_item& item = delivery.item(0);
  const bool coded = encoding != TileCode::colours;
  if (side != 256 && side != 512)
    refuse("side", "'side' is " + std::to_string(side), "write 256 or 512 pixels, the sides that web maps read");
  if (!zoom.empty() && zoom.size() != 2) {
    refuse("zoom", "'zoom' needs two numbers", "write the first and the last zoom, as zoom: [4, 12]");
  } else if (!zoom.empty() && zoom.front() > zoom.back()) {
    refuse("zoom", "'zoom' ends before it begins", "write the first and the last zoom, as zoom: [4, 12]");
  }
  refused = encode::refuse_without_legend(delivery, item) || refused;
  if (is_value(item) && !coded) {
    refuse(item.name, called(item) + " is a " + kind_name(item.kind) + "; its values in tiles need an encoding",
           "write encoding: terrarium or encoding: mapbox, or tiles of a relief (view.relief), which is a picture");
  } else if (!is_value(item) && coded) {
    refuse("encoding", "`encoding` is for values, but " + called(item) + " is a " + kind_name(item.kind),
           "remove it; tiles of colours, classes and masks are pictures");
  } else if (!coded && !outside.empty()) {
    refuse("outside", "`outside` is a value, and this is a picture: it is transparent there",
           "remove it, or name an encoding");
  }
  const ValueSteps steps = steps_of(encoding);
  if (outside.size() > 1) {
    refuse("outside", "`outside` has more than one value", "write one, as outside: 0 m");
  } else if (coded && !outside.empty() && !(outside[0] >= steps.lowest && outside[0] <= steps.highest())) {
    refuse("outside", "the encoding cannot hold this value of `outside`",
           encoding == TileCode::mapbox ? "write -10000 to 1667721.5" : "write -32768 to 32767");
  }
  return refused;
}

bool PyramidOptions::refuses_position(Delivery& delivery) const {
  const auto refuse = [&](const std::string& text, const std::string& remedy) {
    delivery.refuse("", text, remedy);
    return true;
  };
  const auto transform = encode::geotransform_of(delivery.plain());
  if (!transform)
    return refuse(
        "tiles for the web lie on the globe, and this world reaches beyond a pole or more than once around it",
        "make the world or its cells smaller, or choose a latitude nearer to 0");
  // The last coarse cells may be of fewer, and reach beyond.
  const terrawright_rect& cells = delivery.plain().window;
  const auto coarsen = static_cast<double>(delivery.plain().coarsen);
  const double east = transform->west + transform->across / coarsen * static_cast<double>(cells.width);
  const double south = transform->north - transform->down / coarsen * static_cast<double>(cells.height);
  constexpr double rounding = 1e-9;
  if (transform->west < -180 - rounding || east > 180 + rounding)
    return refuse("tiles for the web lie between -180 and 180 degrees of longitude, and this world's would go from " +
                      report::formatted("%.1f", transform->west) + " to " + report::formatted("%.1f", east),
                  "choose a longitude nearer to 0, or make the world smaller");
  if (transform->north <= -northmost || south >= northmost)
    return refuse("maps on the web end at 85.05 degrees of latitude, and this world lies beyond",
                  "choose a latitude nearer to 0");
  return false;
}

PyramidGrid PyramidOptions::grid_of(const terrawright_delivery& delivery) const {
  return {side, zoom, encode::geotransform_of(delivery).value(), delivery.items[0]->width, delivery.items[0]->height};
}

void PyramidOptions::arrange(Delivery& delivery, std::int64_t most_tiles, std::uint64_t bytes_of_tile,
                             const char* less) const {
  if (refuses(delivery) || refuses_position(delivery)) return;
  const PyramidGrid grid = grid_of(delivery.plain());
  const std::int64_t tiles = grid.tiles();
  if (tiles > most_tiles)
    return delivery.refuse(
        "", "these would be " + std::to_string(tiles) + " tiles, more than " + std::to_string(most_tiles), less);

  constexpr std::uint64_t pixel = 16, cell = 4;
  const auto pixels = static_cast<std::uint64_t>(side);
  const std::uint64_t window = (pixels * 3 / 2 + 4) * (pixels * 3 / 2 + 4) * (pixel + cell);
  const std::uint64_t held = static_cast<std::uint64_t>(grid.base() - grid.least() + 2) * pixels * pixels * pixel;
  delivery.needs_memory(window + held + pixels * pixels * 8 + static_cast<std::uint64_t>(tiles) * bytes_of_tile);
  const terrawright_item& item = delivery.item(0);
  delivery.needs_disk(0, encode::cells_of(item) * cell_bytes(item.kind) * 4 / 3);
  if (encoding != TileCode::colours)
    delivery.when_clipped(encoding == TileCode::mapbox
                              ? "mapbox tells -10000 to 1667721.5, terrarium -32768 to 32767.99"
                              : "terrarium tells -32768 to 32767.99, mapbox -10000 to 1667721.5");
  const std::string a_side = std::to_string(side);
  const PyramidGrid::Bounds of = grid.bounds();
  const Json facts = {{"pyramid",
                       {{"tiles", tiles},
                        {"side", side},
                        {"zoom", {grid.least(), grid.most()}},
                        {"bounds", {of.west, of.south, of.east, of.north}}}}};
  delivery.tells(std::to_string(tiles) + " tiles of " + a_side + " x " + a_side + " pixels, zoom " +
                     std::to_string(grid.least()) + " to " + std::to_string(grid.most()),
                 report::json_text(facts));
}

void PyramidOptions::add_facts(Json& json, const Writing& writing) const {
  const terrawright_delivery& of = writing.plain();
  const terrawright_item& item = writing.item(0);
  json["name"] = std::string(of.world_name) + " " + item.name;
  json["tileSize"] = side;
  if (encoding != TileCode::colours) json["encoding"] = encoding == TileCode::mapbox ? "mapbox" : "terrarium";
  Json& own = json["terrawright"] = {
      {"generator", of.generator}, {"world", of.world_name},
      {"seed", of.seed},           {"recipe", item.recipe},
      {"layer", item.name},        {"metres_per_cell", of.world->cell * static_cast<double>(of.coarsen)}};
  if (of.coarsen > 1) own["coarsen"] = of.coarsen;
  const std::string unit = item.unit;
  if (!unit.empty() && unit != "1") own["unit"] = unit;
  if (encoding != TileCode::colours) own["outside"] = outside.empty() ? 0.0 : outside.front();
  if (encode::is_window(of)) own["window"] = encode::window_text(of.window);
}

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
class PyramidWriter {
 public:
  using Cell = typename Kind::Cell;
  using Pixel = typename Kind::Pixel;
  using Pixels = std::vector<Pixel>;

  PyramidWriter(const Writing& writing, const PyramidOptions& options, const PyramidGrid& grid, const TakeTile& take)
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
      return PyramidWriter<CodePixels<std::uint8_t>, CodeBytes>(writing, options, grid, take).write();
    case TERRAWRIGHT_KIND_CLASS:
      return PyramidWriter<CodePixels<std::uint16_t>, CodeBytes>(writing, options, grid, take).write();
    case TERRAWRIGHT_KIND_COLOUR:
      return PyramidWriter<ColourPixels, ColourBytes>(writing, options, grid, take).write();
    default:
      return PyramidWriter<ValuePixels, ValueBytes>(writing, options, grid, take).write();
  }
}

}  // namespace terrawright::web

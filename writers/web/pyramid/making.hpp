// SPDX-License-Identifier: Apache-2.0
// The tiles of a pyramid.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "report/json.hpp"
#include "terrawright/writer.hpp"
#include "web/pyramid/grid.hpp"

namespace terrawright::web {

// Parameters of a pyramid, as the formats of tiles for maps on the web share them: refusals, what tiles say of
// themselves.

// Meaning of red, green and blue: colours, or values. terrarium: 256 red + green + blue / 256 - 32768. mapbox: (65536
// red + 256 green + blue) / 10 - 10000.
enum class TileCode : std::uint8_t { colours, terrarium, mapbox };

struct ValueSteps {
  double lowest, in_one;  // the value of 0; steps in a unit
  double highest() const { return lowest + 16777215.0 / in_one; }
};
constexpr ValueSteps steps_of(TileCode code) {
  return code == TileCode::mapbox ? ValueSteps{-10000.0, 10.0} : ValueSteps{-32768.0, 256.0};
}

struct PyramidOptions {
  std::int64_t side = 256;
  TileCode encoding = TileCode::colours;
  std::vector<std::int64_t> zoom;
  std::vector<double> outside;  // none, or one

  template <class Writer>
  static void describe_layer(WriterSpec<Writer>& s) {
    s.port("layer", Field::kinds | Mask::kinds | Class::kinds | Picture::kinds,
           "What tiles are of: colours, classes in the colours of their legend, a mask in black and white, or heights "
           "and other values in an encoding.");
    s.parameter(static_cast<std::int64_t Writer::*>(&PyramidOptions::side), "side",
                "Pixels a side of a tile, 256 or 512.")
        .range(256, 512)
        .unit("cells");
    s.parameter(static_cast<TileCode Writer::*>(&PyramidOptions::encoding), "encoding",
                "What the red, green and blue of a tile say.")
        .choices({"colours", "terrarium", "mapbox"})
        .choice_docs({"How it looks.", "A value: 256 red + green + blue / 256 - 32768.",
                      "A value: (65536 red + 256 green + blue) / 10 - 10000."});
    s.parameter(static_cast<std::vector<std::int64_t> Writer::*>(&PyramidOptions::zoom), "zoom",
                "The first and the last zoom, as [4, 12]; 0 shows the globe in one tile. Default: from one tile to a "
                "pixel a cell.")
        .range(0, deepest_zoom);
    s.parameter(static_cast<std::vector<double> Writer::*>(&PyramidOptions::outside), "outside",
                "The value of an encoding where the world has none. Default: 0.")
        .unit("unit of layer");
  }

  // Refuses what cannot be; says what it needs, and what `plan` tells. `bytes_of_tile`: of memory until the end.
  void arrange(Delivery& delivery, std::int64_t most_tiles, std::uint64_t bytes_of_tile, const char* less) const;
  // For a delivery that arrange() has not refused.
  PyramidGrid grid_of(const terrawright_delivery& delivery) const;
  // Content of the tiles, for a reader's metadata.
  void add_facts(report::Json& json, const Writing& writing) const;

 private:
  bool refuses(Delivery& delivery) const;
  bool refuses_place(Delivery& delivery) const;
};

struct TileAt {
  int zoom;
  std::int64_t x, y;
};
using TakeTile = std::function<void(const TileAt& at, const std::string& png)>;

// All tiles, those of a zoom by their numbers (tile_id). The answer: how many pixels of the last zoom are of values
// that the encoding cannot tell. Throws as Writing does.
std::uint64_t make_tiles(const Writing& writing, const PyramidOptions& options, const PyramidGrid& grid,
                         const TakeTile& take);

}  // namespace terrawright::web

// SPDX-License-Identifier: Apache-2.0
// In a world that wraps no place is special: what a stage makes of inputs that are shifted round the world is what it
// makes of them, shifted; or it refuses such a world. All stages of the program are tried, those to come too.
#include <cmath>
#include <cstring>
#include <map>
#include <random>
#include <set>

#include "graph/graph.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"
#include "terrawright/stage.hpp"
#include "water/directions.hpp"

using namespace terrawright;

namespace {

constexpr std::int64_t width = 64, height = 48;

std::map<std::string, std::vector<float>> made_up;  // by name, for kinds that test.given has not

struct Codes {
  Out<Class> layer;
  std::string name;
  static void describe(Spec<Codes>& s) {
    s.stage("test.codes", "Directions that a test makes up.");
    s.port(&Codes::layer, "layer", "The cells.");
    s.parameter(&Codes::name, "name", "Which.");
  }
  void arrange(Arrangement& a) { a.set_legend(layer, water::receiver_legend()); }
  void paint(Tile& tile) const {
    const auto& from = made_up.at(name);
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      tile[layer](x, y) = static_cast<std::uint16_t>(from[static_cast<std::size_t>(y * width + x)]);
    });
  }
};

struct Pictures {
  Out<Picture> layer;
  std::string name;
  static void describe(Spec<Pictures>& s) {
    s.stage("test.pictures", "Colours that a test makes up.");
    s.port(&Pictures::layer, "layer", "The cells.");
    s.parameter(&Pictures::name, "name", "Which.");
  }
  void paint(Tile& tile) const {
    const auto& from = made_up.at(name);
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      const auto value = static_cast<std::uint8_t>(from[static_cast<std::size_t>(y * width + x)]);
      tile[layer](x, y) = Colour{value, static_cast<std::uint8_t>(255 - value), 100, 255};
    });
  }
};

struct Vectors {
  Out<Vector> layer;
  std::string name;
  static void describe(Spec<Vectors>& s) {
    s.stage("test.vectors", "Vectors that a test makes up.");
    s.port(&Vectors::layer, "layer", "The cells.");
    s.parameter(&Vectors::name, "name", "Which.");
  }
  void arrange(Arrangement& a) { a.set_unit(layer, "m"); }
  void paint(Tile& tile) const {
    const auto& from = made_up.at(name);
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      const float value = from[static_cast<std::size_t>(y * width + x)];
      tile[layer](x, y) = {value, -value};
    });
  }
};

// Hills and valleys of several cells; nothing in them is periodic of itself.
std::vector<float> field(unsigned seed, double low, double high, bool whole) {
  std::mt19937 random(seed);
  std::vector<double> coarse;
  for (int i = 0; i < 16 * 12; ++i) coarse.push_back(static_cast<double>(random()) / 4294967296.0);
  std::vector<float> cells;
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) {
      const double value = 0.8 * coarse[static_cast<std::size_t>(y / 4 * 16 + x / 4)] +
                           0.2 * static_cast<double>(random() % 4096) / 4096;
      const double cell = low + (high - low) * value;
      cells.push_back(static_cast<float>(whole ? std::floor(cell) : cell));
    }
  }
  return cells;
}

template <class Cell>
std::vector<Cell> rolled(const std::vector<Cell>& cells, std::int64_t dx, std::int64_t dy) {
  std::vector<Cell> moved(cells.size());
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) {
      moved[static_cast<std::size_t>((y + dy) % height * width + (x + dx) % width)] =
          cells[static_cast<std::size_t>(y * width + x)];
    }
  }
  return moved;
}

// Source of a kind; no stage: it cannot be made up.
struct Source {
  std::string stage;
  double low = 0, high = 1;
  bool whole = false;
};
Source source_of(const terrawright_port& port) {
  const auto takes = [&](std::uint32_t kind) { return (port.kinds & 1u << kind) != 0; };
  if (takes(TERRAWRIGHT_KIND_HEIGHT)) return {"test.given", -800, 700};
  if (takes(TERRAWRIGHT_KIND_SCALAR)) return {"test.given_scalar", -10, 30};
  if (takes(TERRAWRIGHT_KIND_WEIGHT)) return {"test.given_weight", 0, 1};
  if (takes(TERRAWRIGHT_KIND_MASK)) return {"test.given_mask", 0, 2, true};
  if (takes(TERRAWRIGHT_KIND_COUNT)) return {"test.given_count", 0, 1000, true};
  if (takes(TERRAWRIGHT_KIND_CLASS)) return {"test.codes", 0, 9, true};
  if (takes(TERRAWRIGHT_KIND_COLOUR)) return {"test.pictures", 0, 256, true};
  if (takes(TERRAWRIGHT_KIND_VECTOR)) return {"test.vectors", -2000, 2000};
  return {};
}

// Settings that stages require, or that let them look around.
const std::map<std::string, std::string> settings = {
    {"shape.formula", "formula: \"a[-1, 2] + b * c - d + select(mask, level, 0)\""},
    {"shape.blur", "cells: 3"},
    {"view.contours", "smoothing: 3"},
    {"shape.curve", "points: [[-1000, 0], [1000, 1]]"}};

struct Trial {
  std::string yaml;
  test::Options options;
  std::vector<std::string> layers;
};
std::optional<Trial> trial_of(const terrawright_stage& stage, bool optional, std::int64_t dx, std::int64_t dy) {
  Trial trial;
  trial.options.stages = {terrawright::stage<Codes>(), terrawright::stage<Pictures>(), terrawright::stage<Vectors>()};
  const std::string id = stage.id;
  std::string sources, inputs, outputs;
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    const terrawright_port& port = *stage.ports[i];
    if (port.direction == TERRAWRIGHT_PORT_OUTPUT) {
      const std::uint32_t others = 1u << TERRAWRIGHT_KIND_NUMBER | 1u << TERRAWRIGHT_KIND_GRID |
                                   1u << TERRAWRIGHT_KIND_TEXT | 1u << TERRAWRIGHT_KIND_TABLE;
      if ((port.kinds & others) != 0) continue;
      // Results that the formula does not name.
      if (id == "shape.formula" && std::string(port.name) != "height") continue;
      trial.layers.push_back(std::string("it.") + port.name);
      outputs += (outputs.empty() ? "" : ", ") + std::string("l") + std::to_string(i) + ": it." + port.name;
      continue;
    }
    const bool may_stay_out = (port.flags & TERRAWRIGHT_PORT_OPTIONAL) != 0;
    const bool is_table = (port.kinds & 1u << TERRAWRIGHT_KIND_TABLE) != 0;
    if (may_stay_out && (is_table || !optional)) continue;
    const std::string name = "in" + std::to_string(i), unit = port.unit != nullptr         ? port.unit
                                                              : id.rfind("shape.", 0) == 0 ? "1"
                                                                                           : "m";
    inputs += (inputs.empty() ? "" : ", ") + std::string(port.name) + ": ";
    if ((port.kinds & 1u << TERRAWRIGHT_KIND_NUMBER) != 0 && (port.kinds & 1u << TERRAWRIGHT_KIND_SCALAR) == 0) {
      inputs += "0.25 " + (unit == "1" ? "" : unit);
      continue;
    }
    const Source source = source_of(port);
    if (source.stage.empty()) return std::nullopt;
    inputs += name;
    sources += "  " + name + ": {use: " + source.stage + "@1, with: {name: " + name + "}}\n";
    const bool needs_no_unit = source.stage == "test.given_mask" || source.stage == "test.given_weight";
    const auto cells = rolled(field(static_cast<unsigned>(i), source.low, source.high, source.whole), dx, dy);
    trial.options.given[name] = {needs_no_unit ? "1" : unit, width, height, cells};
    made_up[name] = cells;
  }
  if (trial.layers.empty() || sources.empty()) return std::nullopt;
  const auto with = settings.find(id);
  trial.yaml = "terrawright: 1\nname: t\nworld: {size: [64, 48], cell: 250 m, seed: 1, wrap: both}\nstages:\n" +
               sources + "  it: {use: " + graph::Catalogue::name(stage) + ", in: {" + inputs + "}" +
               (with == settings.end() ? "" : ", with: {" + with->second + "}") + "}\noutputs: [{layers: {" + outputs +
               "}}]\n";
  return trial;
}

// Floats may differ by the last bit where sums over a window are cut at fixed places of the world.
template <class Cell>
bool alike(const std::vector<Cell>& a, const std::vector<Cell>& b) {
  return a == b;
}
bool alike(const std::vector<float>& a, const std::vector<float>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!(std::fabs(a[i] - b[i]) <= 2e-7f * std::fabs(a[i]))) return false;
  }
  return true;
}

bool is_shifted(const test::Built& plain, const test::Built& moved, const std::string& layer, std::int64_t dx,
                std::int64_t dy) {
  const auto compare = [&](auto cell) {
    using Cell = decltype(cell);
    return alike(rolled(plain.cells<Cell>(layer), dx, dy), moved.cells<Cell>(layer));
  };
  switch (plain.layer(layer).cell_bytes()) {
    case 1:
      return compare(std::uint8_t{});
    case 2:
      return compare(std::uint16_t{});
    case 4:
      return plain.layer(layer).facts().kind == TERRAWRIGHT_KIND_COLOUR ? compare(std::uint32_t{}) : compare(float{});
    default:
      return compare(std::uint64_t{});
  }
}

}  // namespace

TEST_CASE("in a world that wraps stages make shifted layers of shifted ones, or refuse it", "[wrap]") {
  // They draw by place, or by latitude.
  const std::uint32_t by_place = TERRAWRIGHT_READS_RANDOM | TERRAWRIGHT_READS_LATITUDE;
  std::set<std::string> shifted, refused;
  for (const graph::Offer* offer : test::catalogue().all()) {
    const terrawright_stage& stage = *offer->stage;
    const std::string id = stage.id;
    const bool stamps = id == "shape.stamp";  // at places of its own
    const bool may_be_by_place = stamps || ((stage.reads & by_place) != 0 && id.rfind("water.", 0) != 0);
    if (offer->composed || may_be_by_place || id.rfind("test.", 0) == 0) continue;
    for (const bool optional : {false, true}) {
      // Every 4th cell is kept by shape.resample, and one row is looked at by view.skyline.
      const std::int64_t dx = id == "shape.resample" ? 20 : 23;
      const std::int64_t dy = id == "shape.resample" ? 12 : id == "view.skyline" ? 0 : 17;
      INFO(id << (optional ? " with all inputs" : ""));
      auto plain = trial_of(stage, optional, 0, 0);
      if (!plain) continue;
      try {
        const test::Built before = test::build(plain->yaml, plain->options);
        auto moved = *trial_of(stage, optional, dx, dy);
        for (const std::int64_t tile : {0, 16, 23}) {
          moved.options.tile = tile;
          const test::Built after = test::build(moved.yaml, moved.options);
          for (const std::string& layer : plain->layers) {
            INFO(layer << ", tiles of " << tile);
            CHECK(is_shifted(before, after, layer, dx, dy));
          }
        }
        shifted.insert(id);
      } catch (const test::BuildFailed& failed) {
        // Some need all of their inputs, and some take but a few.
        const std::string why = failed.what();
        if (why.find("the world wraps") != std::string::npos)
          refused.insert(id);
        else if (optional && shifted.count(id) == 0)
          FAIL_CHECK(plain->yaml << why);
      }
    }
  }
  CHECK(refused == std::set<std::string>{"erosion.celerity", "erosion.creep",  "erosion.flux",    "erosion.incise",
                                         "erosion.route",    "erosion.seabed", "erosion.surface", "erosion.transport",
                                         "feature.ranges",   "sea.delta",      "sea.islets",      "water.accumulation",
                                         "water.breach",     "water.dams",     "water.endorheic", "water.fill",
                                         "water.flats",      "water.inflows",  "water.lakes",     "water.receivers",
                                         "water.rivers",     "water.valley"});
  for (const char* looks_around : {"shape.slope", "shape.curvature", "shape.blur", "shape.resample", "shape.distance",
                                   "view.hillshade", "view.relief", "view.contours", "view.waters", "view.skyline",
                                   "biome.table", "biome.holdridge", "biome.whittaker"}) {
    CHECK(shifted.count(looks_around) == 1);
  }
}

TEST_CASE("shape.resample says which sides a world has to have that wraps", "[wrap]") {
  const std::string with = "terrawright: 1\nname: t\nworld: {seed: 1, size: [66, 64], wrap: ";
  const std::string stages =
      "}\nstages:\n  z: {use: heights.noise@1}\n  it: {use: shape.resample@1, in: {field: z}}\n"
      "outputs: [{layers: {l: it}}]\n";
  CHECK_THROWS_WITH(test::build(with + "both" + stages), Catch::Contains("its width is 66 cells"));
  CHECK_NOTHROW(test::build(with + "y" + stages));
  CHECK_NOTHROW(test::build(with + "none" + stages));
}

// SPDX-License-Identifier: Apache-2.0
// A folder that zarr-python, xarray and GDAL open: a Zarr v2 group of one array per layer, rows from the north, in
// chunks of 512 x 512 cells, which are also those of the store and have the same bytes as there: Blosc, lz4, shuffled.
// vector and colour have a third axis of their components.
//
// All chunks are there, also those of zeros alone: what `fill_value` says readers take for cells without a value, and
// 0 is one. Of floats it is NaN, of whole numbers none.
#include <algorithm>
#include <cstring>

#include "border/kind.hpp"
#include "encode/legend.hpp"
#include "images/raster_place.hpp"
#include "images/writers.hpp"
#include "report/json.hpp"
#include "store/chunk_cells.hpp"
#include "store/compression.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::images {
namespace {

using report::Json;

// In ASCII, as zarr-python 2 wants it.
// In ASCII.
std::string ascii_text(const Json& json) { return report::json_text(json, true); }

Json of_world(const Provenance& world) {
  Json json = {{"generator", world.generator},
               {"world", world.world},
               {"seed", world.seed},
               {"world_size", {world.height, world.width}},
               {"metres_per_cell", world.metres_per_cell * static_cast<double>(world.coarsen)},
               {"latitude", world.latitude}};
  if (world.longitude != 0) json["longitude"] = world.longitude;
  if (world.coarsen > 1) json["coarsen"] = world.coarsen;
  if (world.window) json["window"] = window_text(*world.window);
  return json;
}

// As the conventions for climate and forecast metadata (CF) name them, which xarray knows.
void add_classes(Json& json, const std::vector<LegendEntry>& legend) {
  std::string meanings;
  json["flag_values"] = Json::array();
  for (const LegendEntry& entry : legend) {
    json["flag_values"].push_back(entry.code);
    std::string name = entry.name;
    for (char& c : name) c = c == ' ' ? '_' : c;
    meanings += (meanings.empty() ? "" : " ") + name;
  }
  json["flag_meanings"] = meanings;
  json["legend"] = Json::parse(encode::legend_line(legend));
}

// By number in the tables of EPSG, as GDAL writes it.
constexpr char crs_of_degrees[] = "http://www.opengis.net/def/crs/EPSG/0/4326";

Json attributes_of_array(const std::string& name, const engine::Layer& layer, const Provenance& world, bool placed) {
  const engine::LayerFacts& facts = layer.facts();
  const Statistics& statistics = layer.statistics();
  Json json = {{"_ARRAY_DIMENSIONS", {"y", "x"}}, {"long_name", name}, {"kind", border::kind_name(facts.kind)}};
  if (facts.kind == TERRAWRIGHT_KIND_VECTOR || facts.kind == TERRAWRIGHT_KIND_COLOUR) {
    const bool vector = facts.kind == TERRAWRIGHT_KIND_VECTOR;
    json["_ARRAY_DIMENSIONS"].push_back(vector ? "component" : "channel");
    json["components"] = vector ? Json{"x", "y"} : Json{"red", "green", "blue", "alpha"};
  }
  if (!facts.unit.empty()) json["units"] = facts.unit;
  json["recipe"] = world.recipe_of(name);
  json["metres_per_cell"] = world.metres_per_cell * static_cast<double>(world.coarsen);
  if (placed) json["_CRS"] = {{"url", crs_of_degrees}};
  if (facts.kind != TERRAWRIGHT_KIND_COLOUR && statistics.minimum <= statistics.maximum)
    json["actual_range"] = {statistics.minimum, statistics.maximum};
  if (statistics.nans != 0) json["nans"] = statistics.nans;
  if (facts.kind == TERRAWRIGHT_KIND_CLASS) add_classes(json, facts.legend);
  return json;
}

// Degrees of columns or rows as an array named after its axis: coordinates to xarray, the transform to GDAL. As they
// count from one to the next alike, no table in degrees counts otherwise.
struct Axis {
  std::string name, standard_name, unit;
  double first, step;
  std::int64_t count;

  std::string shape() const {
    return ascii_text({{"zarr_format", 2},
                       {"shape", {count}},
                       {"chunks", {count}},
                       {"dtype", "<f8"},
                       {"compressor", nullptr},
                       {"fill_value", nullptr},
                       {"order", "C"},
                       {"filters", nullptr}});
  }
  std::string attributes() const {
    return ascii_text({{"_ARRAY_DIMENSIONS", {name}}, {"standard_name", standard_name}, {"units", unit}});
  }
  std::string cells() const {
    std::string bytes;
    for (std::int64_t i = 0; i < count; ++i) {
      const double degrees = first + static_cast<double>(i) * step;
      std::uint64_t bits = 0;
      std::memcpy(&bits, &degrees, sizeof bits);
      for (int shift = 0; shift < 64; shift += 8) bytes += static_cast<char>(bits >> shift & 255);
    }
    return bytes;
  }
};

// Nothing where the world has no place, or a layer one of their names.
std::vector<Axis> axes_of(const MadePicture& from) {
  const auto place = place_of(from.provenance);
  const auto is_axis = [](const Part& part) { return part.name == "x" || part.name == "y"; };
  if (!place || std::any_of(from.picture.parts.begin(), from.picture.parts.end(), is_axis)) return {};
  const engine::LayerFacts& facts = from.layer().facts();
  return {{"x", "longitude", "degrees_east", place->west + place->across / 2, place->across, facts.width},
          {"y", "latitude", "degrees_north", place->north - place->down / 2, -place->down, facts.height}};
}

store::Fill fill_of(std::uint32_t kind) {
  const bool whole_numbers = kind == TERRAWRIGHT_KIND_MASK || kind == TERRAWRIGHT_KIND_CLASS ||
                             kind == TERRAWRIGHT_KIND_COUNT || kind == TERRAWRIGHT_KIND_COLOUR;
  return whole_numbers ? store::Fill::nothing : store::Fill::nan;
}

// The chunks of a layer on their way into its array.
class Chunks {
 public:
  Chunks(const MadePicture& from, std::size_t part, WholeFolder& folder)
      : from_(from),
        name_(from.picture.parts[part].name),
        layer_(*from.made[part].layer),
        kept_(part < from.beside.kept.size() ? from.beside.kept[part] : nullptr),
        shape_{layer_.facts().kind, layer_.facts().unit, layer_.facts().width, layer_.facts().height},
        folder_(folder) {
    if (kept_ && !(kept_->shape() == shape_)) kept_ = nullptr;
  }
  const store::Shape& shape() const { return shape_; }

  void write() {
    for (std::size_t i = 0; i < layer_.chunks(); ++i) {
      if (from_.cancelled) throw Stopped{};
      if (!share(i)) make(i);
    }
  }

 private:
  // The store's own file.
  bool share(std::size_t i) {
    if (!kept_) return false;
    if (kept_->is_zero(i)) {
      write_zeros(i);
      return true;
    }
    const store::StoredLayer::File file = kept_->file(i);
    if (!file.open) return false;
    folder_.write(name_of(i), file.bytes, file.open.number());
    return true;
  }
  void make(std::size_t i) {
    const Rect& area = layer_.chunk_area(i);
    cells_.resize(static_cast<std::size_t>(area.width * area.height) * layer_.cell_bytes());
    layer_.read(area, cells_.data(), area.width);
    const std::size_t bytes = store::chunk_bytes(shape_);
    const char* whole = store::gathered(shape_, i, cells_.data(), area.width);
    if (store::is_zero(whole, bytes)) return write_zeros(i);
    folder_.write(name_of(i), store::compress(whole, bytes, layer_.cell_bytes()));
  }
  // All chunks of zeros have the same bytes.
  void write_zeros(std::size_t i) {
    if (zeros_.empty()) {
      const std::vector<char> cells(store::chunk_bytes(shape_));
      zeros_ = store::compress(cells.data(), cells.size(), layer_.cell_bytes());
    }
    folder_.write(name_of(i), zeros_);
  }
  std::string name_of(std::size_t i) const { return name_ + "/" + store::chunk_file(shape_, i); }

  const MadePicture& from_;
  const std::string name_;
  const engine::Layer& layer_;
  std::shared_ptr<const store::StoredLayer> kept_;
  const store::Shape shape_;
  WholeFolder& folder_;
  std::vector<char> cells_;
  std::string zeros_;
};

}  // namespace

std::vector<Written> write_zarr(const MadePicture& from) {
  auto folder = std::make_unique<WholeFolder>(from.picture.file);
  Json all = {{"zarr_consolidated_format", 1}, {"metadata", Json::object()}};
  const auto describe = [&](const std::string& name, const std::string& text) {
    folder->write(name, text);
    all["metadata"][name] = Json::parse(text);
  };
  describe(".zgroup", ascii_text({{"zarr_format", 2}}));
  describe(".zattrs", ascii_text(of_world(from.provenance)));
  const std::vector<Axis> axes = axes_of(from);
  for (const Axis& axis : axes) {
    describe(axis.name + "/.zarray", axis.shape());
    describe(axis.name + "/.zattrs", axis.attributes());
    folder->write(axis.name + "/0", axis.cells());
  }
  for (std::size_t i = 0; i < from.picture.parts.size(); ++i) {
    const std::string& name = from.picture.parts[i].name;
    const engine::Layer& layer = *from.made[i].layer;
    Chunks chunks(from, i, *folder);
    describe(name + "/.zarray", store::zarr_array(chunks.shape(), fill_of(layer.facts().kind)));
    describe(name + "/.zattrs", ascii_text(attributes_of_array(name, layer, from.provenance, !axes.empty())));
    chunks.write();
  }
  folder->write(".zmetadata", ascii_text(all));
  std::vector<Written> written;
  written.emplace_back(std::move(folder));
  return written;
}

}  // namespace terrawright::images

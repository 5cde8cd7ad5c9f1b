// SPDX-License-Identifier: Apache-2.0
// A folder that zarr-python, xarray and GDAL open: a Zarr v2 group of one array per layer, rows from the north, in
// chunks of 512 x 512 cells, which are also those of the store and have the same bytes as there: Blosc, lz4, shuffled.
// vector and colour have a third axis of their components.
//
// All chunks are there, also those of zeros alone: what `fill_value` says readers take for cells without a value, and
// 0 is one. For floats it is NaN, for whole numbers none.
#include <cstring>

#include "encode/delivered.hpp"
#include "encode/legend.hpp"
#include "encode/seekable_file.hpp"
#include "encode/sidecar.hpp"
#include "report/json.hpp"
#include "terrawright/cells.hpp"
#include "terrawright/writer.hpp"

namespace terrawright::raster {
namespace {

using report::Json;

// In ASCII, as zarr-python 2 wants it.
std::string ascii_text(const Json& json) { return report::json_text(json, true); }

Json of_world(const terrawright_delivery& of) {
  const terrawright_world_facts& world = *of.world;
  Json json = {{"generator", of.generator},
               {"world", of.world_name},
               {"seed", of.seed},
               {"world_size", {world.height, world.width}},
               {"metres_per_cell", world.cell * static_cast<double>(of.coarsen)},
               {"latitude", world.latitude}};
  if (world.longitude != 0) json["longitude"] = world.longitude;
  if (of.coarsen > 1) json["coarsen"] = of.coarsen;
  if (encode::is_window(of)) json["window"] = encode::window_text(of.window);
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

bool is_picture(const terrawright_item& item) { return item.kind == TERRAWRIGHT_KIND_COLOUR; }

Json attributes_of_array(const Writing& writing, std::uint64_t i, bool placed) {
  const terrawright_item& item = writing.item(i);
  Json json = {{"_ARRAY_DIMENSIONS", {"y", "x"}}, {"long_name", item.name}, {"kind", kind_name(item.kind)}};
  if (cell_numbers(item.kind) > 1) {
    json["_ARRAY_DIMENSIONS"].push_back(is_picture(item) ? "channel" : "component");
    json["components"] = is_picture(item) ? Json{"red", "green", "blue", "alpha"} : Json{"x", "y"};
  }
  if (*item.unit != 0) json["units"] = item.unit;
  json["recipe"] = item.recipe;
  json["metres_per_cell"] = writing.plain().world->cell * static_cast<double>(writing.plain().coarsen);
  if (placed) json["_CRS"] = {{"url", crs_of_degrees}};
  if (!is_picture(item)) {
    const terrawright_statistics all = writing.extremes(i);
    if (all.minimum <= all.maximum) json["actual_range"] = {all.minimum, all.maximum};
    if (all.nans != 0) json["nans"] = all.nans;
  }
  if (item.kind == TERRAWRIGHT_KIND_CLASS) add_classes(json, detail::legend_of(item.legend, item.n_legend));
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
      encode::add_little_endian(bytes, bits, sizeof bits);
    }
    return bytes;
  }
};

// Nothing where the world has no place, or a layer one of their names.
std::vector<Axis> axes_of(const Writing& writing) {
  const auto transform = encode::geotransform_of(writing.plain());
  bool taken = false;
  for (std::uint64_t i = 0; i < writing.items(); ++i) {
    const std::string_view name = writing.item(i).name;
    taken = taken || name == "x" || name == "y";
  }
  if (!transform || taken) return {};
  const terrawright_item& first = writing.item(0);
  return {{"x", "longitude", "degrees_east", transform->west + transform->across / 2, transform->across, first.width},
          {"y", "latitude", "degrees_north", transform->north - transform->down / 2, -transform->down, first.height}};
}

// As terrawright/writer.h says of its squares. Readers fill chunks without a file with the value for no data: for
// floats NaN, for whole numbers none.
std::string shape_of_array(const terrawright_item& item) {
  const bool floats = std::string_view(number_type(item.kind)) == "<f4";
  Json json = {{"zarr_format", 2},
               {"shape", {item.height, item.width}},
               {"chunks", {TERRAWRIGHT_CHUNK_SIDE, TERRAWRIGHT_CHUNK_SIDE}},
               {"dtype", number_type(item.kind)},
               {"compressor", {{"id", "blosc"}, {"cname", "lz4"}, {"clevel", 5}, {"shuffle", 1}, {"blocksize", 0}}},
               {"fill_value", floats ? Json("NaN") : Json(nullptr)},
               {"order", "C"},
               {"filters", nullptr},
               {"dimension_separator", "/"}};
  if (cell_numbers(item.kind) > 1)
    for (const char* list : {"shape", "chunks"}) json[list].push_back(cell_numbers(item.kind));
  return report::json_text(json);
}

struct Zarr {
  static void describe(WriterSpec<Zarr>& s) {
    s.writer("raster.zarr", "A folder of layers of any kind and size, each an array in squares, which xarray opens.");
    s.source("Zarr storage specification 2, https://zarr-specs.readthedocs.io/en/latest/v2/v2.0.html.");
    s.ending(".zarr");
    s.folder();
    s.port("layers", Field::kinds | Mask::kinds | Class::kinds | Count::kinds | Vector::kinds | Picture::kinds,
           "Layers of any kind; each is an array of its name.")
        .many();
  }

  void arrange(Delivery& delivery) { encode::refuse_names(delivery); }

  void write(const Writing& writing) const {
    Json all = {{"zarr_consolidated_format", 1}, {"metadata", Json::object()}};
    const auto describe = [&](const std::string& name, const std::string& text) {
      writing.add_file(name, text);
      all["metadata"][name] = Json::parse(text);
    };
    describe(".zgroup", ascii_text({{"zarr_format", 2}}));
    describe(".zattrs", ascii_text(of_world(writing.plain())));
    const std::vector<Axis> axes = axes_of(writing);
    for (const Axis& axis : axes) {
      describe(axis.name + "/.zarray", axis.shape());
      describe(axis.name + "/.zattrs", axis.attributes());
      writing.add_file(axis.name + "/0", axis.cells());
    }
    for (std::uint64_t i = 0; i < writing.items(); ++i) {
      const terrawright_item& item = writing.item(i);
      const std::string name = item.name;
      describe(name + "/.zarray", shape_of_array(item));
      describe(name + "/.zattrs", ascii_text(attributes_of_array(writing, i, !axes.empty())));
      const auto along = [](std::int64_t cells) { return (cells - 1) / TERRAWRIGHT_CHUNK_SIDE + 1; };
      for (std::int64_t row = 0; row < along(item.height); ++row) {
        for (std::int64_t column = 0; column < along(item.width); ++column) {
          writing.go_on();
          writing.add_chunk(i, column, row,
                            name + "/" + std::to_string(row) + "/" + std::to_string(column) +
                                (cell_numbers(item.kind) > 1 ? "/0" : ""));
        }
      }
    }
    writing.add_file(".zmetadata", ascii_text(all));
  }
};

}  // namespace
}  // namespace terrawright::raster

TERRAWRIGHT_WRITER(raster, zarr, terrawright::raster::Zarr)

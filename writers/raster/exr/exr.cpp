// SPDX-License-Identifier: Apache-2.0
// OpenEXR, a part per layer, without loss but for colours:
//
//   height, scalar, weight   float32 channel Y
//   mask, class              uint32, since a u16 channel would silently become a normalised half
//   count                    float32 where all of them are exact, else uint32; what fits into neither fails
//   vector                   float32 channels x and y
//   colour                   half R, G, B, A as EXR has it, in linear light and premultiplied
#include <algorithm>

#include "encode/coarse_rows.hpp"
#include "encode/overviews.hpp"
#include "encode/raster_files.hpp"
#include "encode/sidecar.hpp"
#include "raster/exr/exr_kept.hpp"
#include "raster/exr/exr_parts.hpp"
#include "report/diagnostic.hpp"
#include "terrawright/cells.hpp"

namespace terrawright::raster {
namespace {

struct Exr {
  ExrReader reader = ExrReader::any;
  bool tiled = false, overviews = false, sidecar = true;

  static void describe(WriterSpec<Exr>& s) {
    s.writer("raster.exr",
             "Layers of all kinds in one file, each in a part of its own, as numbers and not as a picture.");
    s.source("OpenEXR, Technical Introduction and File Layout, https://openexr.com.");
    s.ending(".exr");
    s.tiles();
    s.port("layers", Field::kinds | Mask::kinds | Class::kinds | Count::kinds | Vector::kinds | Picture::kinds,
           "Layers of any kind; heights become the first parts.")
        .many();
    s.parameter(&Exr::tiled, "tiled", "The file is stored in squares, of which readers take those that they need.");
    s.parameter(
        &Exr::overviews, "overviews",
        "Smaller pictures in the file, by which programs draw a large one at once; it is stored in squares then.");
    s.parameter(&Exr::reader, "for",
                "Who reads an .exr file of one layer: godot (Terrain3D too) and blender get R, G and B, tinyexr Y.")
        .choices({"any", "godot", "blender", "tinyexr"})
        .choice_docs({"Y, of a vector x and y, of colours R, G, B and A.",
                      "R, G and B as float32, all of them the value, as Terrain3D wants it.",
                      "R, G and B as float32, all of them the value.", "One channel Y; of a vector R, G and B."});
    s.parameter(&Exr::sidecar, "sidecar", "Where the file lies, for GIS programs, in an .aux.xml file beside it.");
  }

  void arrange(Delivery& delivery) {
    encode::refuse_names(delivery);
    if (reader != ExrReader::any && delivery.items() > 1) {
      const std::string name = delivery.item(1).name;
      delivery.refuse(
          name, "an .exr file `for` one program holds one layer; the layer " + report::quote(name) + " is one too many",
          "write {layer} into the file's name, and each layer has a file of its own");
    }
    encode::refuse_large_side(delivery, "an .exr", encode::library_side);
    std::uint64_t kept = 0;
    for (std::uint64_t i = 0; i < delivery.items() && !is_alone(delivery.plain()); ++i) {
      const terrawright_item& item = delivery.item(i);
      if (!may_keep_chunks(item.kind)) continue;
      delivery.will_keep(i, std::string("parts") + (tiled ? " tiled" : "") + (overviews ? " overviews" : ""));
      kept = std::max(kept, most_kept(item.width * item.height));
    }
    delivery.needs_memory(memory(delivery) + kept);
    std::uint64_t cells = 0;
    for (std::uint64_t i = 0; i < delivery.items(); ++i) {
      const terrawright_item& item = delivery.item(i);
      cells += encode::cells_of(item) * cell_bytes(item.kind);
    }
    if (overviews) cells += cells / 3;
    // The room of a file is reserved before its first cell is written. Tiles take what they are in the end.
    const bool tile = encode::is_tile(delivery.plain());
    delivery.needs_disk(tile ? 0 : cells, tile ? cells : 0);
    if (has_sidecar(delivery.plain())) delivery.will_write(encode::sidecar_name(delivery.plain().name));
  }

  void write(Writing& writing) const {
    const ExrOptions options{reader, tiled, overviews};
    if (is_alone(writing.plain())) {
      write_exr_alone(writing, options);
    } else {
      write_exr_parts(writing, options);
    }
    if (has_sidecar(writing.plain()))
      writing.open(encode::sidecar_name(writing.plain().name))
          .add(encode::sidecar_of(encode::place_of(writing.plain()), ""));
  }

 private:
  bool has_sidecar(const terrawright_delivery& delivery) const {
    return sidecar && encode::place_of(delivery).has_value();
  }

  // Colours are stored in one way; so are masks and classes but for readers that take no whole numbers.
  bool is_alone(const terrawright_delivery& delivery) const {
    const std::uint32_t kind = delivery.items[0]->kind;
    const bool codes = kind == TERRAWRIGHT_KIND_MASK || kind == TERRAWRIGHT_KIND_CLASS;
    if (kind == TERRAWRIGHT_KIND_COLOUR) return false;
    if (reader != ExrReader::any) return true;
    return !codes && (delivery.flags & TERRAWRIGHT_DELIVERY_BY_LAYER) != 0;
  }

  // For squares a row, the place of each of them, and the sums of a row of blocks of all levels at once.
  std::uint64_t memory(const Delivery& delivery) const {
    if (!tiled && !overviews) return 0;
    const std::int64_t side = encode::overview_tile;
    const std::int64_t width = delivery.item(0).width, height = delivery.item(0).height;
    std::uint32_t cell = sizeof(float);
    for (std::uint64_t i = 0; i < delivery.items(); ++i) cell = std::max(cell, cell_bytes(delivery.item(i).kind));
    auto bytes = static_cast<std::uint64_t>(2 * side * (width + side) * cell);
    bytes += static_cast<std::uint64_t>((width / side + 1) * (height / side + 1) * 4 / 3) * 16 * delivery.items();
    if (overviews) bytes += static_cast<std::uint64_t>(width) * sizeof(encode::MeanOfColours);
    return bytes;
  }
};

}  // namespace
}  // namespace terrawright::raster

TERRAWRIGHT_WRITER(raster, exr, terrawright::raster::Exr)

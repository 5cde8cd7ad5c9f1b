// SPDX-License-Identifier: Apache-2.0
// Which layers, texts and tables fit into which files.
#include <algorithm>
#include <cmath>

#include "border/kind.hpp"
#include "images/mercator.hpp"
#include "images/picture_writer.hpp"
#include "images/raster_place.hpp"
#include "report/amount.hpp"
#include "report/diagnostic.hpp"

namespace terrawright::images {
namespace {

using Where = Refusal::Where;

class FileCheck {
 public:
  explicit FileCheck(const Picture& picture) : picture_(picture) {}

  std::vector<Refusal> run() {
    if (picture_.pyramid) {
      pyramid();
      return refusals_;
    }
    if (picture_.file.empty()) {
      printed();
      return refusals_;
    }
    const std::optional<Format> format = format_of(picture_.file);
    if (!format) {
      const std::string extension = picture_.file.extension().string();
      refuse(Where::file, 0,
             extension.empty() ? "the file name has no extension"
                               : "no format has the extension " + report::quote(extension),
             "");
      return refusals_;
    }
    if (*format == Format::pmtiles) {
      refuse(Where::file, 0, "a .pmtiles file holds tiles for maps on the web",
             "write pyramid: {file: ...} in the place of file: and tiles:");
      return refusals_;
    }
    refuse(Where::file, 0, "an .html file is a view of the world in 3-D, and nothing says of which heights",
           "write scene: {height: node, drape: [node]} in the place of layers:");
    return refusals_;
  }

 private:
  std::string layer(std::size_t i) const { return "the layer " + report::quote(picture_.parts[i].name); }
  std::string kind(std::size_t i) const { return border::kind_name(picture_.parts[i].facts.kind); }
  void refuse(Where where, std::size_t part, std::string text, std::string remedy) {
    refusals_.push_back({where, part, std::move(text), std::move(remedy)});
  }

  // Texts and tables that have no file.
  void printed() {
    if (picture_.parts.empty()) refuse(Where::file, 0, "the file has no layer", "name at least one under 'layers'");
    for (std::size_t i = 0; i < picture_.parts.size(); ++i) {
      const std::uint32_t kind = picture_.parts[i].facts.kind;
      if (kind == TERRAWRIGHT_KIND_TABLE || kind == TERRAWRIGHT_KIND_TEXT) continue;
      refuse(Where::part, i, layer(i) + " is a " + this->kind(i) + ", not a text",
             border::is_layer(kind)
                 ? "view.ascii makes a text of it; other layers go to .exr, .zarr, .png or .tif files"
                 : "the manifest holds such values");
    }
    if (!refusals_.empty()) return;
    if (picture_.coarsen > 1) refuse(Where::file, 0, "`coarsen` makes coarser layers, and this is none", "remove it");
  }

  // Of the picture and what is written of it alone; what suits other files was refused where it was read.
  void pyramid() {
    if (picture_.parts.empty()) return;
    single("pyramid");
    const Pyramid& pyramid = *picture_.pyramid;
    const std::uint32_t kind = picture_.parts[0].facts.kind;
    const bool values = is_field(kind), coded = pyramid.code != TileCode::colours;
    if (!border::is_layer(kind) || kind == TERRAWRIGHT_KIND_COUNT || kind == TERRAWRIGHT_KIND_VECTOR) {
      refuse(Where::part, 0, layer(0) + " is a " + this->kind(0) + ", of which there are no tiles",
             "tiles are of colours, classes, masks, heights and other values of one number");
      return;
    }
    if (kind == TERRAWRIGHT_KIND_CLASS && picture_.parts[0].facts.legend.empty())
      refuse(Where::part, 0, layer(0) + " has no legend, so its classes have no colours", "write it to an .exr file");
    if (values && !coded) {
      refuse(Where::part, 0, layer(0) + " is a " + this->kind(0) + "; its values in tiles need an encoding",
             "write encoding: terrarium or encoding: mapbox, or tiles of a relief (view.relief), which is a picture");
    } else if (!values && coded) {
      refuse(Where::part, 0, "`encoding` is of values, and " + layer(0) + " is a " + this->kind(0),
             "remove it; tiles of colours, classes and masks are pictures");
    }
    if (const ValueSteps steps = steps_of(pyramid.code);
        coded && !(pyramid.outside >= steps.lowest && pyramid.outside <= steps.highest())) {
      refuse(Where::file, 0, "`outside` is none of the values that the encoding can tell",
             pyramid.code == TileCode::mapbox ? "write -10000 to 1667721.5" : "write -32768 to 32767");
    }
    if (!refusals_.empty()) return;
    place(pyramid);
  }

  void place(const Pyramid& pyramid) {
    const engine::LayerFacts& facts = picture_.parts[0].facts;
    const auto place = place_of(picture_);
    if (!place) {
      refuse(Where::file, 0,
             "tiles for the web lie on the globe, and this world reaches beyond a pole or more than once around it",
             "make the world or its cells smaller, or choose a latitude nearer to 0");
      return;
    }
    const double east = place->west + place->across * static_cast<double>(facts.width);
    const double south = place->north - place->down * static_cast<double>(facts.height);
    constexpr double rounding = 1e-9;
    if (place->west < -180 - rounding || east > 180 + rounding) {
      refuse(Where::file, 0,
             "tiles for the web lie between -180 and 180 degrees of longitude, and this world's would go from " +
                 one_place(place->west) + " to " + one_place(east),
             "choose a longitude nearer to 0, or make the world smaller");
      return;
    }
    if (place->north <= -northmost || south >= northmost) {
      refuse(Where::file, 0, "maps on the web end at 85.05 degrees of latitude, and this world lies beyond",
             "choose a latitude nearer to 0");
      return;
    }
    const std::int64_t count = PyramidGrid(pyramid, *place, facts.width, facts.height).tiles();
    const std::int64_t most = pyramid.archive ? 100 * most_tiles : most_tiles;
    if (count > most) {
      refuse(Where::file, 0, "these would be " + std::to_string(count) + " tiles, more than " + std::to_string(most),
             pyramid.archive ? "end with a zoom that is less deep"
                             : "write a .pmtiles file, or end with a zoom that is less deep");
    }
  }

  static std::string one_place(double degrees) { return report::formatted("%.1f", degrees); }

  void single(const char* extension) {
    for (std::size_t i = 1; i < picture_.parts.size(); ++i) {
      const bool layers = border::is_layer(picture_.parts[i].facts.kind);
      refuse(Where::part, i, std::string("a ") + extension + " holds one layer; " + layer(i) + " is one too many",
             std::string("give it a file of its own") + (layers ? ", or write all of them to an .exr file" : ""));
    }
  }

  const Picture& picture_;
  std::vector<Refusal> refusals_;
};

}  // namespace

std::vector<Refusal> refusals(const Picture& picture) {
  return picture.writer ? picture.writer->refusals(picture) : FileCheck(picture).run();
}

}  // namespace terrawright::images

// SPDX-License-Identifier: Apache-2.0
#include "images/sidecar.hpp"

#include <algorithm>

#include "encode/png_pixels.hpp"
#include "engine/class_shares.hpp"
#include "files/format.hpp"
#include "images/raster_place.hpp"
#include "report/amount.hpp"
#include "report/xml_text.hpp"

namespace terrawright::images {
namespace {

// EPSG:4326 by a text that readers without the tables of EPSG understand too.
constexpr char system_of_degrees[] =
    "GEOGCS[\"WGS 84\",DATUM[\"WGS_1984\",SPHEROID[\"WGS 84\",6378137,298.257223563,AUTHORITY[\"EPSG\",\"7030\"]],"
    "AUTHORITY[\"EPSG\",\"6326\"]],PRIMEM[\"Greenwich\",0,AUTHORITY[\"EPSG\",\"8901\"]],UNIT[\"degree\","
    "0.0174532925199433,AUTHORITY[\"EPSG\",\"9122\"]],AXIS[\"Latitude\",NORTH],AXIS[\"Longitude\",EAST],"
    "AUTHORITY[\"EPSG\",\"4326\"]]";

std::string element(const std::string& name, const std::string& text) {
  return "<" + name + ">" + report::xml_text(text) + "</" + name + ">";
}

bool is_classes(const Picture& picture) {
  return picture.parts.size() == 1 && picture.parts[0].facts.kind == TERRAWRIGHT_KIND_CLASS;
}

std::string text_of_place(const RasterPlace& place) {
  std::string transform;
  for (const double number : {place.west, place.across, 0.0, place.north, 0.0, -place.down})
    transform += (transform.empty() ? "" : ", ") + report::shortest(number);
  return "  <SRS dataAxisToSRSAxisMapping=\"2,1\">" + report::xml_text(system_of_degrees) + "</SRS>\n  " +
         element("GeoTransform", transform) + "\n  <Metadata><MDI key=\"AREA_OR_POINT\">Area</MDI></Metadata>\n";
}

// Of greys, that of the file's samples.
std::string values_of(const MadePicture& from) {
  const engine::LayerFacts& facts = from.layer().facts();
  std::string text = "    " + element("Description", from.name()) + "\n";
  if (!is_field(facts.kind)) return text;
  const Range range = from.picture.range.value_or(Range{0, 1});
  if (!facts.unit.empty() && facts.unit != "1") text += "    " + element("UnitType", facts.unit) + "\n";
  text += "    " + element("Offset", report::shortest(range.minimum)) + "\n";
  return text + "    " + element("Scale", report::shortest((range.maximum - range.minimum) / most_grey)) + "\n";
}

// Types and usages as GDAL numbers them (gdal.h, GDALRATFieldType and GDALRATFieldUsage).
std::string attribute_table(const engine::Layer& layer) {
  enum { integer = 0, real = 1, text_type = 2, pixel_count = 1, name = 2, value = 5, red = 6, green, blue, alpha };
  struct Field {
    const char* name;
    int type, usage;
  };
  constexpr Field fields[] = {{"Value", integer, value}, {"Class", text_type, name}, {"Count", real, pixel_count},
                              {"Red", integer, red},     {"Green", integer, green},  {"Blue", integer, blue},
                              {"Alpha", integer, alpha}};
  std::string text = "    <GDALRasterAttributeTable tableType=\"thematic\">\n";
  int index = 0;
  for (const Field& field : fields) {
    text += "      <FieldDefn index=\"" + std::to_string(index++) + "\">" + element("Name", field.name) +
            element("Type", std::to_string(field.type)) + element("Usage", std::to_string(field.usage)) +
            "</FieldDefn>\n";
  }
  index = 0;
  for (const engine::ClassShare& of : engine::class_shares(layer.facts().legend, layer.classes())) {
    const Colour colour = of.entry ? of.entry->colour : encode::unknown_class;
    text += "      <Row index=\"" + std::to_string(index++) + "\">" + element("F", std::to_string(of.code)) +
            element("F", of.entry ? of.entry->name : "") + element("F", std::to_string(of.cells));
    for (const int part : {colour.red, colour.green, colour.blue, colour.alpha})
      text += element("F", std::to_string(part));
    text += "</Row>\n";
  }
  return text + "    </GDALRasterAttributeTable>\n";
}

// By number, from 0 on.
std::string categories(const std::vector<LegendEntry>& legend) {
  std::vector<std::string> names;
  for (const LegendEntry& entry : legend) {
    names.resize(std::max<std::size_t>(names.size(), entry.code + std::size_t{1}));
    names[entry.code] = entry.name;
  }
  std::string text = "    <CategoryNames>\n";
  for (const std::string& name : names) text += "      " + element("Category", name) + "\n";
  return text + "    </CategoryNames>\n";
}

}  // namespace

std::filesystem::path sidecar_path(const std::filesystem::path& picture) {
  std::filesystem::path path = picture;
  return path += ".aux.xml";
}

bool has_sidecar(const Picture& picture, const std::optional<Rect>& tile) {
  if (!picture.sidecar || picture.parts.empty() || picture.pyramid || picture.writer) return false;
  const auto format = files::format_of(picture.file);
  if (format == files::Format::tif) return is_classes(picture);
  return (format == files::Format::png || format == files::Format::exr) && place_of(picture, tile);
}

std::string sidecar_of(const MadePicture& from) {
  const auto format = files::format_of(from.picture.file);
  std::string text = "<PAMDataset>\n", band;
  if (format != files::Format::tif) text += text_of_place(place_of(from.provenance).value());
  if (format == files::Format::tif) band = categories(from.layer().facts().legend) + attribute_table(from.layer());
  const std::uint32_t kind = from.layer().facts().kind;
  if (format == files::Format::png && (is_field(kind) || kind == TERRAWRIGHT_KIND_MASK)) band = values_of(from);
  if (!band.empty()) text += "  <PAMRasterBand band=\"1\">\n" + band + "  </PAMRasterBand>\n";
  return text + "</PAMDataset>\n";
}

}  // namespace terrawright::images

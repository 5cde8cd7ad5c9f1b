// SPDX-License-Identifier: Apache-2.0
#include "encode/sidecar.hpp"

#include <algorithm>

#include "encode/png.hpp"
#include "report/amount.hpp"
#include "report/utf8.hpp"
#include "terrawright/degrees.hpp"

namespace terrawright::encode {

// The raster lies where the cells of the window lie on the globe, even if its last cells are of fewer and reach beyond.
std::optional<GeoTransform> geotransform_of(const terrawright_delivery& delivery) {
  const terrawright_world_facts& world = *delivery.world;
  const Degrees degrees(world.width, world.height, world.cell, world.latitude, world.longitude);
  const terrawright_rect& cells = delivery.window;
  GeoTransform transform{degrees.west(cells.x), degrees.north(cells.y), degrees.a_cell_across(), degrees.a_cell_down()};
  const double south = degrees.latitude(static_cast<double>(cells.y + cells.height - 1));
  const double north = degrees.latitude(static_cast<double>(cells.y));
  // Written so that no number is no position too.
  const bool on_the_globe = south >= -90 && north <= 90 && transform.across * static_cast<double>(cells.width) <= 360;
  if (!on_the_globe || !(transform.down > 0)) return std::nullopt;
  transform.across *= static_cast<double>(delivery.coarsen);
  transform.down *= static_cast<double>(delivery.coarsen);
  return transform;
}

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

std::string text_of_transform(const GeoTransform& transform) {
  std::string numbers;
  for (const double number : {transform.west, transform.across, 0.0, transform.north, 0.0, -transform.down})
    numbers += (numbers.empty() ? "" : ", ") + report::shortest(number);
  return "  <SRS dataAxisToSRSAxisMapping=\"2,1\">" + report::xml_text(system_of_degrees) + "</SRS>\n  " +
         element("GeoTransform", numbers) + "\n  <Metadata><MDI key=\"AREA_OR_POINT\">Area</MDI></Metadata>\n";
}

// Types and usages as GDAL numbers them (gdal.h, GDALRATFieldType and GDALRATFieldUsage).
std::string attribute_table(const std::vector<LegendEntry>& legend, const ClassCounts& cells) {
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
  for (const ClassShare& of : class_shares(legend, cells)) {
    const Colour colour = of.entry ? of.entry->colour : unknown_class;
    text += "      <Row index=\"" + std::to_string(index++) + "\">" + element("F", std::to_string(of.code)) +
            element("F", of.entry ? of.entry->name : "") + element("F", std::to_string(of.cells));
    for (const int part : {colour.red, colour.green, colour.blue, colour.alpha})
      text += element("F", std::to_string(part));
    text += "</Row>\n";
  }
  return text + "    </GDALRasterAttributeTable>\n";
}

// By number, from 0 on.
std::string category_names(const std::vector<LegendEntry>& legend) {
  std::vector<std::string> names;
  for (const LegendEntry& entry : legend) {
    names.resize(std::max<std::size_t>(names.size(), entry.code + std::size_t{1}));
    names[entry.code] = entry.name;
  }
  std::string text = "    <CategoryNames>\n";
  for (const std::string& name : names) text += "      " + element("Category", name) + "\n";
  return text + "    </CategoryNames>\n";
}

std::string band_element(const std::string& name, const std::string& text) {
  return "    " + element(name, text) + "\n";
}

}  // namespace

std::string sidecar_of(const std::optional<GeoTransform>& transform, const std::string& band) {
  std::string text = "<PAMDataset>\n";
  if (transform) text += text_of_transform(*transform);
  if (!band.empty()) text += "  <PAMRasterBand band=\"1\">\n" + band + "  </PAMRasterBand>\n";
  return text + "</PAMDataset>\n";
}

std::string band_of_greys(const std::string& layer, const std::string& unit, const Range& range) {
  std::string text = band_element("Description", layer);
  if (!unit.empty() && unit != "1") text += band_element("UnitType", unit);
  text += band_element("Offset", report::shortest(range.minimum));
  return text + band_element("Scale", report::shortest((range.maximum - range.minimum) / most_grey));
}

std::string band_of_mask(const std::string& layer) { return band_element("Description", layer); }

std::string band_of_classes(const std::vector<LegendEntry>& legend, const ClassCounts& cells) {
  return category_names(legend) + attribute_table(legend, cells);
}

}  // namespace terrawright::encode

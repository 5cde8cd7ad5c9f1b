// SPDX-License-Identifier: Apache-2.0
#include <geo_normalize.h>
#include <geotiff.h>
#include <geovalues.h>
#include <proj.h>
#include <xtiffio.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <memory>
#include <regex>

#include "readers/tiff/handle.hpp"
#include "report/amount.hpp"
#include "report/utf8.hpp"
#include "terrawright/degrees.hpp"
#include "terrawright/numbers.hpp"
#include "terrawright/shell_word.hpp"

namespace terrawright::readers {
namespace {

constexpr double of_foot = 0.3048, of_us_foot = 1200.0 / 3937;
// Its metres are those of the equator: the ground has fewer of them, by the cosine of the latitude.
constexpr int web_mercator = 3857;
constexpr double equator_radius = 6378137, pi = 3.14159265358979323846;
constexpr std::uint32_t metadata_tag = 42112, nodata_tag = 42113;

struct Steps {
  double x = 0, y = 0;          // from sample to sample, in the file's units
  std::optional<double> north;  // of the first row's upper edge
};

[[noreturn]] void turned(const TiffHandle& tiff, const std::string& what) {
  const std::string name = std::filesystem::path(TIFFFileName(tiff.get())).filename().string();
  const std::string no_data =
      tiff.text(nodata_tag).empty() ? "-ot Float32 -dstnodata -32768 " : "";  // else corners would be 0
  throw std::runtime_error(what + "; in its folder run `gdalwarp " + no_data + shell_word(name) + " " +
                           shell_word("north-" + name) + "` and take its result");
}

std::optional<Steps> steps_of(const TiffHandle& tiff) {
  std::uint16_t count = 0;
  double* numbers = nullptr;
  Steps steps;
  if (TIFFGetField(tiff.get(), TIFFTAG_GEOTRANSMATRIX, &count, &numbers) == 1 && count >= 16) {
    if (numbers[1] != 0 || numbers[4] != 0) {
      turned(tiff, "its rows do not run from west to east");
    }
    steps = {numbers[0], -numbers[5], numbers[7]};
  } else if (TIFFGetField(tiff.get(), TIFFTAG_GEOPIXELSCALE, &count, &numbers) == 1 && count >= 2) {
    steps = {numbers[0], numbers[1], {}};
    if (TIFFGetField(tiff.get(), TIFFTAG_GEOTIEPOINTS, &count, &numbers) == 1 && count >= 6) {
      steps.north = numbers[4] + numbers[1] * steps.y;
    }
  } else {
    return std::nullopt;
  }
  if (!(steps.x > 0) || !(steps.y > 0) || !std::isfinite(steps.x) || !std::isfinite(steps.y)) {
    turned(tiff, "its first row is not the northern one");
  }
  return steps;
}

// For a file of our own, which may be a part of its world: all its rows use the length of a degree of longitude in the
// world's middle. Other programs may copy this mark into a file, which then is no such grid any more.
void use_own_grid(const TiffHandle& tiff, const Steps& steps, TiffGeoreference& geo) {
  const std::string description = tiff.text(TIFFTAG_IMAGEDESCRIPTION);
  const auto number = [&](const std::string& name) {
    const std::string key = "\"terrawright:" + name + "\":\"";
    const std::size_t at = description.find(key);
    double value = std::numeric_limits<double>::quiet_NaN();
    if (at == std::string::npos) return value;
    read_number(description.c_str() + at + key.size(), description.c_str() + description.size(), value);
    return value;
  };
  const double cell = number("metres_per_cell"), of_world = number("world_latitude");
  const double latitude = std::isnan(of_world) ? number("latitude") : of_world;
  const Degrees own(1, 1, cell, latitude);
  const auto same = [](double a, double b) { return std::abs(a - b) <= 1e-9 * std::abs(b); };
  if (same(steps.y, own.a_cell_down()) && same(steps.x, own.a_cell_across())) geo.cell_width = geo.cell_height = cell;
}

// By its unit, else by its vertical reference system. The key may also name a system of three axes, whose first one is
// no height.
double vertical_metres(GTIF* keys) {
  unsigned short code = 0;
  double metres = 0;
  auto* const known = static_cast<PJ_CONTEXT*>(GTIFGetPROJContext(keys, 1, nullptr));
  if (GTIFKeyGetSHORT(keys, VerticalUnitsGeoKey, &code, 0, 1) == 1)
    return GTIFGetUOMLengthInfoEx(known, code, nullptr, &metres) != 0 ? metres : 0;
  if (GTIFKeyGetSHORT(keys, VerticalCSTypeGeoKey, &code, 0, 1) != 1) return 0;
  PJ* const system =
      proj_create_from_database(known, "EPSG", std::to_string(code).c_str(), PJ_CATEGORY_CRS, 0, nullptr);
  const bool is_vertical = system != nullptr && proj_get_type(system) == PJ_TYPE_VERTICAL_CRS;
  PJ* const axes = is_vertical ? proj_crs_get_coordinate_system(known, system) : nullptr;
  if (axes != nullptr)
    proj_cs_get_axis_info(known, axes, 0, nullptr, nullptr, nullptr, &metres, nullptr, nullptr, nullptr);
  proj_destroy(axes);
  proj_destroy(system);
  return metres;
}

// Metres of a band's unit as GDAL and surveys write it; 0: not a length used for heights, as mm of rain.
double metres_of(std::string unit) {
  unit = report::ascii_lower(unit);
  unit.erase(std::remove_if(unit.begin(), unit.end(), [](char c) { return std::strchr(" _-.()[]", c) != nullptr; }),
             unit.end());
  static const std::pair<std::regex, double> lengths[] = {
      {std::regex("m|met(er|re)s?"), 1},
      {std::regex("(international|intl)?(ft|foot|feet)(i|intl|international)?"), of_foot},
      {std::regex("us(survey|s)?(ft|foot|feet)|survey(ft|foot|feet)|(ft|foot|feet)us(survey)?"), of_us_foot},
      {std::regex("yd|yards?"), 0.9144},
      {std::regex("fathoms?|ftm"), 1.8288}};
  for (const auto& [written, metres] : lengths)
    if (std::regex_match(unit, written)) return metres;
  return 0;
}

double number_of(const std::string& text, const char* what) {
  const char *begin = text.c_str() + text.find_first_not_of(" \t\n"), *end = text.c_str() + text.size();
  double value = 0;
  if (text.find_first_not_of(" \t\n") == std::string::npos || read_number(begin, end, value).ec != std::errc{}) {
    throw std::runtime_error(std::string("its ") + what + " is no number");
  }
  return value;
}

}  // namespace

TiffGeoreference georeference_of(TiffHandle& tiff, std::int64_t height) {
  TiffGeoreference geo;
  const auto steps = steps_of(tiff);
  if (!steps) return geo;
  geo.is_geotiff = geo.is_unplaced = true;
  const std::unique_ptr<GTIF, void (*)(GTIF*)> keys(GTIFNew(tiff.get()), GTIFFree);
  GTIFDefn system{};
  if (!keys) return geo;
  geo.metres = vertical_metres(keys.get());
  if (GTIFGetDefn(keys.get(), &system) == 0) return geo;
  const bool is_known = system.PCS != KvUserDefined || system.CTProjection != KvUserDefined;
  if (system.Model == ModelTypeProjected && is_known) {
    double metres = system.UOMLengthInMeters > 0 ? system.UOMLengthInMeters : 1.0;
    if (system.PCS == web_mercator && steps->north) {
      const double middle = (*steps->north - steps->y * static_cast<double>(height) / 2) * metres;
      const double parallel = 1 / std::cosh(middle / equator_radius);  // cosine of the latitude
      geo.latitude = std::copysign(std::acos(parallel), middle) * 180 / pi;
      metres *= parallel;
    }
    geo.cell_width = steps->x * metres;
    geo.cell_height = steps->y * metres;
  } else if (system.Model == ModelTypeGeographic) {
    const double degrees = system.UOMAngleInDegrees > 0 ? system.UOMAngleInDegrees : 1.0;
    const double middle = steps->north.value_or(0) * degrees - steps->y * degrees * static_cast<double>(height) / 2;
    if (steps->north) geo.latitude = middle;
    geo.cell_height = steps->y * degrees * metres_per_degree;
    geo.cell_width = steps->x * degrees * metres_per_degree * terrawright_cospi(middle / 180);
  }
  if (system.Model == ModelTypeGeographic) use_own_grid(tiff, *steps, geo);
  geo.is_unplaced = geo.cell_width == 0;
  return geo;
}

std::string unit_of_length(double metres) {
  if (metres == of_foot) return "feet";
  if (std::abs(metres - of_us_foot) < 1e-12) return "US survey feet";
  return report::formatted("units of %.10g m", metres);
}

TiffScale scale_of(const TiffHandle& tiff, int channel) {
  TiffScale found;
  const std::string nodata = tiff.text(nodata_tag);
  if (!nodata.empty()) found.nodata = number_of(nodata, "number for samples without data");
  const std::string metadata = tiff.text(metadata_tag);
  static const std::regex item("<Item\\s([^>]*)>([^<]*)</Item>");
  static const std::regex of_sample("sample\\s*=\\s*\"([0-9]+)\""), of_role("role\\s*=\\s*\"(scale|offset|unittype)\"");
  for (std::sregex_iterator at(metadata.begin(), metadata.end(), item), end; at != end; ++at) {
    const std::string attributes = (*at)[1];
    std::smatch sample, role;
    if (!std::regex_search(attributes, role, of_role)) continue;
    if (std::regex_search(attributes, sample, of_sample) && sample[1].str() != std::to_string(channel)) continue;
    if (role[1].str() == "unittype") {
      found.metres = metres_of((*at)[2]);
      continue;
    }
    const double value = number_of((*at)[2], role[1].str() == "scale" ? "scale" : "offset");
    (role[1].str() == "scale" ? found.scale : found.offset) = value;
  }
  return found;
}

}  // namespace terrawright::readers

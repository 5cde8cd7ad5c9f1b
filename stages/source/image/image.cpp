// SPDX-License-Identifier: Apache-2.0
// source.image: heights that somebody else made, from an image or a headerless grid beside the config.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "terrawright/abi.h"
#include "terrawright/magnify.hpp"
#include "terrawright/shell_word.hpp"
#include "terrawright/stage.hpp"

namespace source {

// Samples of a file to values on the world's grid.

using terrawright::Rect;

// Sample to value, float64 inside and rounded once: low + (high - low) * sample / full.
struct Mapping {
  double low = 0.0, high = 1.0, full = 1.0;
  bool as_they_are = false;

  float operator()(float sample) const {
    if (as_they_are) return sample;
    return static_cast<float>(low + (high - low) * (static_cast<double>(sample) / full));
  }
  float middle() const { return static_cast<float>((low + high) / 2.0); }
  // The sample whose value this is.
  float sample_of(double value) const {
    return static_cast<float>(as_they_are ? value : high == low ? 0.0 : (value - low) / (high - low) * full);
  }
};

inline Mapping mapping_of(const terrawright_file_facts& facts, std::optional<double> low, std::optional<double> high) {
  Mapping mapping;
  mapping.low = low.value_or(0.0);
  mapping.high = high.value_or(1.0);
  const bool is_signed = (facts.flags & TERRAWRIGHT_FACTS_SIGNED) != 0;
  if (facts.bits != 0 && facts.bits <= 16)
    mapping.full = static_cast<double>((std::uint64_t{1} << (facts.bits - (is_signed ? 1 : 0))) - 1);
  mapping.as_they_are = !low && (facts.bits == 0 || (facts.flags & TERRAWRIGHT_FACTS_VALUES) != 0);
  return mapping;
}

struct FileGrid {
  std::int64_t columns = 0, rows = 0, world_width = 0, world_height = 0;
  bool fits() const { return columns == world_width && rows == world_height; }
};

inline std::string size_text(std::int64_t width, std::int64_t height) {
  return std::to_string(width) + " x " + std::to_string(height);
}

inline std::string metres_text(double metres) {
  char text[40];
  const bool far = std::abs(metres) >= 10000;
  std::snprintf(text, sizeof text, "%.6g %s", far ? metres / 1000 : metres, far ? "km" : "m");
  return text;
}
inline std::string degrees_text(double degrees) {
  char text[40];
  std::snprintf(text, sizeof text, "%.4g deg", degrees);
  return text;
}

enum class Method { none, nearest, linear, catmull, bspline };

// Corners on corners: cell p of n lies at sample p * (samples - 1) / (n - 1).
inline terrawright::MagnifyAxis axis(std::int64_t cells, std::int64_t samples) {
  return {samples - 1, cells > 1 ? cells - 1 : 1, samples};
}
inline std::int64_t nearest(const terrawright::MagnifyAxis& axis, std::int64_t p) {
  return (2 * p * axis.numerator + axis.divisor) / (2 * axis.divisor);
}

inline terrawright::Kernel kernel_of(Method method) {
  return method == Method::linear    ? terrawright::Kernel::linear
         : method == Method::catmull ? terrawright::Kernel::catmull
                                     : terrawright::Kernel::bspline;
}

// The samples that the cells of `area` are made of.
inline Rect samples_for(const FileGrid& grid, Method method, const Rect& area) {
  if (grid.fits()) return area;
  const auto along_y = axis(grid.world_height, grid.rows);
  const std::int64_t last_y = area.y + area.height - 1;
  if (method == Method::nearest) {
    const auto along_x = axis(grid.world_width, grid.columns);
    const std::int64_t x = nearest(along_x, area.x), y = nearest(along_y, area.y);
    return {x, y, nearest(along_x, area.x + area.width - 1) - x + 1, nearest(along_y, last_y) - y + 1};
  }
  const auto rows = terrawright::rows_for(kernel_of(method), along_y, area.y, area.height);
  return {0, rows.first, grid.columns, rows.end - rows.first};
}

// Calls row(y, samples) for each row of `area`, resampled. `samples` are those of samples_for(), row by row.
template <class Row>
void each_row(const FileGrid& grid, Method method, const std::vector<float>& samples, const Rect& area, Row row) {
  const Rect there = samples_for(grid, method, area);
  const auto row_at = [&](std::int64_t y) { return samples.data() + (y - there.y) * there.width; };
  if (grid.fits()) {
    for (std::int64_t y = area.y; y < area.y + area.height; ++y) row(y, row_at(y));
    return;
  }
  const auto along_x = axis(grid.world_width, grid.columns), along_y = axis(grid.world_height, grid.rows);
  if (method == Method::nearest) {
    std::vector<float> values(static_cast<std::size_t>(area.width));
    for (std::int64_t y = area.y; y < area.y + area.height; ++y) {
      const float* from = row_at(nearest(along_y, y));
      for (std::int64_t i = 0; i < area.width; ++i) {
        values[static_cast<std::size_t>(i)] = from[nearest(along_x, area.x + i) - there.x];
      }
      row(y, values.data());
    }
    return;
  }
  terrawright::magnify(kernel_of(method), samples.data(), there.y, along_x, along_y, area, row);
}

}  // namespace source

namespace {

using namespace terrawright;

enum class Encoding { image, u16, f32 };
enum class ByteOrder { little, big };
enum class Resample { none, nearest, linear, catmull, bspline };
enum class Ground { match, stretch };
enum class Nodata { refuse, nearest, value };

struct Image {
  Out<Height> height;
  Out<Scalar> scalar;
  Out<Weight> weight;
  Out<Mask> mask;
  File file;
  std::string unit = "1", part;
  std::optional<double> low, high;
  std::optional<std::int64_t> channel;
  Encoding encoding = Encoding::image;
  std::int64_t columns = 0, rows = 0;
  ByteOrder byte_order = ByteOrder::little;
  Resample resample = Resample::none;
  Ground ground = Ground::match;
  Nodata nodata = Nodata::refuse;
  double nodata_value = 0.0;
  std::optional<double> nodata_sample;

  source::Mapping mapping;  // samples to values
  source::FileGrid grid;    // shapes of file and world

  static void describe(Spec<Image>& s) {
    s.stage("source.image", "An image beside the config as a layer: somebody else's heightmap, or a hand-drawn one.");
    s.source("Midpoint displacement's image input; magnification as in island.particle_roll");
    s.port(&Image::height, "height", "Values of the image as heights.");
    s.port(&Image::scalar, "scalar", "Values of the image as a scalar.").by_name();
    s.port(&Image::weight, "weight", "Values of the image as weights, held to 0..1.").unit("1").by_name();
    s.port(&Image::mask, "mask", "1 where the value of the image is above the mean of `low` and `high`.")
        .unit("1")
        .by_name();
    s.parameter(&Image::file, "file",
                "Path of the image, relative to the config and inside its folder: .png, .tif, .exr, one of .bmp, .dpx, "
                ".gif, .hdr, .jpg, .pgm, .ppm, .psd, .sgi, .tga, .webp, which OpenImageIO reads, or samples without "
                "a header.");
    s.parameter(&Image::unit, "unit",
                "Unit of the values, such as m; 1 is no unit. Feet of a GeoTIFF are read in metres.");
    s.parameter(&Image::low, "low",
                "Value that sample 0 stands for; give it with `high`. auto: samples are values if they are floats, "
                "signed, of more than 16 bits, or of a file that states its place, scale or nodata. 8 and 16 bits of "
                "other files are shares of 255 and 65535.")
        .word("auto");
    s.parameter(
         &Image::high, "high",
         "Value that the largest sample stands for: 255 or 65535 of unsigned integers, 32767 of signed ones, 1 of "
         "floats. auto: as `low` says.")
        .word("auto");
    s.parameter(&Image::channel, "channel", "Channel that is read, counted from 0. auto: the file must have only one.")
        .word("auto")
        .range(0, 255);
    s.parameter(&Image::part, "part", "Name of the part of an EXR file that is read; empty: the first.");
    s.parameter(&Image::encoding, "encoding",
                "Storage of the samples. image: as the header of the file says. u16, f32: as 16-bit integers or 32-bit "
                "floats without a header.")
        .choices({"image", "u16", "f32"});
    s.parameter(&Image::columns, "columns", "Number of samples in a row of a file without a header.")
        .range(0, (1 << 20) + 1);
    s.parameter(&Image::rows, "rows", "Number of rows of a file without a header.").range(0, (1 << 20) + 1);
    s.parameter(&Image::byte_order, "byte_order", "Byte order of the samples in a file without a header.")
        .choices({"little", "big"})
        .choice_docs({"The low byte first.", "The high byte first."});
    s.parameter(&Image::resample, "resample",
                "Interpolation of an image of another size to the world's cells, corner to corner.")
        .choices({"none", "nearest", "linear", "catmull", "bspline"})
        .choice_docs({"An image of another size is an error.", "The nearest sample.",
                      "Straight lines between the samples.", "Passes through the samples; may overshoot.",
                      "Smooths, and never overshoots."});
    s.parameter(&Image::ground, "ground",
                "Use of a GeoTIFF's own metres between samples. match: the image must cover the world's ground to a "
                "cell, else it is refused, and a file of an unknown reference system is a warning. stretch: it is laid "
                "over the world, whatever ground it covers.")
        .choices({"match", "stretch"});
    s.parameter(&Image::nodata, "nodata",
                "Rule for samples without data: those with the number that the file names for it, and NaN. refuse: an "
                "error; nearest: the sample nearest along rows and columns, west, north, east and south in this order; "
                "value: `nodata_value`.")
        .choices({"refuse", "nearest", "value"});
    s.parameter(&Image::nodata_value, "nodata_value",
                "Value of samples without data with `nodata: value`, such as -100 for sea.");
    s.parameter(&Image::nodata_sample, "nodata_sample",
                "Sample that stands for no data, such as -9999. auto: what the file says.")
        .word("auto");
    s.revision(4).reads_cell().reads_latitude();  // 4: feet are read in metres
  }

  void arrange(Arrangement& world) {
    if (low.has_value() != high.has_value())
      throw Failure("low", "`low` and `high` must be given together or not at all");
    terrawright_file_request request{};
    request.encoding = static_cast<std::uint32_t>(encoding);
    request.big_endian = byte_order == ByteOrder::big;
    request.width = columns;
    request.height = rows;
    request.channel = channel.value_or(-1);
    request.part = part.c_str();
    if (nodata_sample) {
      request.flags |= TERRAWRIGHT_REQUEST_NODATA;
      request.nodata = *nodata_sample;
    }
    if (nodata == Nodata::nearest) request.flags |= TERRAWRIGHT_REQUEST_FILL;
    const terrawright_file_facts facts = world.open(file, "file", request);
    grid = {facts.width, facts.height, world.width(), world.height()};
    if (ground == Ground::match && facts.cell_width > 0) demand_ground(world, facts);
    if (ground == Ground::match && (facts.flags & TERRAWRIGHT_FACTS_UNPLACED) != 0)
      world.warn("file",
                 "the image names no reference system that is known, so that its steps are taken for the world's "
                 "cells of " +
                     source::metres_text(world.cell()) + "; beside the config run `gdal_translate -a_srs EPSG:CODE " +
                     beside("-placed.tif") +
                     "` with the number of its system, and take its result, or write ground: stretch");
    if (resample == Resample::none && !grid.fits()) {
      throw Failure("file", "the image has " + source::size_text(facts.width, facts.height) + " samples, the world " +
                                source::size_text(world.width(), world.height()) + "; write " + world_of(facts) +
                                ", or set resample");
    }
    if (low && (facts.flags & TERRAWRIGHT_FACTS_SCALED) != 0)
      throw Failure("low",
                    "the file has a scale of its own, so that its samples are values; leave out `low` and `high`");
    if (low && facts.bits > 16)
      throw Failure("low", "samples of " + std::to_string(facts.bits) + " bits are values; leave out `low` and `high`");
    mapping = source::mapping_of(facts, low, high);
    world.set_unit(height, unit);
    world.set_unit(scalar, unit);
  }

  // The `world` that fits the samples and the ground of a file: "world: {size: [812, 1180], cell: 30 m}".
  static std::string world_of(const terrawright_file_facts& facts) {
    const std::string size = std::to_string(facts.width) + ", " + std::to_string(facts.height);
    return "world: {size: [" + size + "]" +
           (facts.cell_width > 0 ? ", cell: " + source::metres_text(facts.cell_width) : "") + "}";
  }

  // Makes square cells of metres of it: of a file in degrees by latitude and longitude as straight lines, as files of
  // this program lie too, so that no corner is empty. `+over` keeps ground in one piece that lies across 180 degrees.
  std::string warp_command(const terrawright_file_facts& facts) const {
    char options[160] = "";
    if (std::abs(facts.latitude) > 80) {
      std::snprintf(options, sizeof options, "-t_srs EPSG:%d ", facts.latitude > 0 ? 32661 : 32761);
    } else if (!std::isnan(facts.latitude)) {
      std::snprintf(options, sizeof options, "-t_srs '+proj=eqc +lat_ts=%.4f +datum=WGS84 +over' ", facts.latitude);
    }
    char cell[80];
    std::snprintf(cell, sizeof cell, "-tr %.3g %.3g -r cubic ", facts.cell_height, facts.cell_height);
    // Heights stay what they are above, and corners that no sample reaches have no data, which unsigned samples cannot
    // say.
    return std::string("gdalwarp -novshift -ot Float32 -dstnodata -32768 ") + options + cell + beside("-metres.tif");
  }

  // The image and what becomes of it.
  std::string beside(const char* ending) const {
    return shell_word(file.path) + " " + shell_word(file.path.substr(0, file.path.rfind('.')) + ending);
  }

  // Both cover the same ground, to a cell of the coarser one.
  void demand_ground(const Arrangement& world, const terrawright_file_facts& facts) const {
    const auto covers = [](std::int64_t samples, double apart) { return static_cast<double>(samples - 1) * apart; };
    const double wide = covers(facts.width, facts.cell_width), tall = covers(facts.height, facts.cell_height);
    const auto fits = [&](std::int64_t across, std::int64_t down, double cell) {
      const double off = std::max({facts.cell_width, facts.cell_height, cell});
      return std::abs(wide - covers(across, cell)) <= off && std::abs(tall - covers(down, cell)) <= off;
    };
    if (!fits(world.width(), world.height(), world.cell())) {
      const double cell = wide / static_cast<double>(std::max<std::int64_t>(world.width() - 1, 1));
      const bool keeps_size = fits(world.width(), world.height(), cell) && (grid.fits() || resample != Resample::none);
      const std::string remedy =
          keeps_size ? "write world: {cell: " + source::metres_text(cell) + "} for the ground of the image"
          : fits(facts.width, facts.height, facts.cell_width)
              ? "write " + world_of(facts) + " for the ground of the image"
              : "its cells are not as wide as high: beside the config run `" + warp_command(facts) +
                    "` and take its result";
      throw Failure("ground", "the image covers " + source::metres_text(wide) + " x " + source::metres_text(tall) +
                                  " by its own place, the world " +
                                  source::metres_text(covers(world.width(), world.cell())) + " x " +
                                  source::metres_text(covers(world.height(), world.cell())) + "; " + remedy +
                                  ", or ground: stretch to lay it over the world as it is");
    }
    if (std::abs(facts.latitude - world.latitude()) > 1.0) {
      world.warn("file", "the middle of the image is at latitude " + source::degrees_text(facts.latitude) +
                             ", that of the world at " + source::degrees_text(world.latitude()) +
                             ", which is what its climate follows; write world: {latitude: " +
                             source::degrees_text(facts.latitude) + "}");
    }
  }

  void check(float sample, std::int64_t x, std::int64_t y) const {
    if (std::isfinite(sample)) return;
    throw Failure("file",
                  std::isnan(sample) ? "the image needs nodata: nearest, or nodata: value, as it has no data (NaN)"
                                     : "the image holds an infinity",
                  x, y);
  }

  void paint(Tile& tile) const {
    const auto method = static_cast<source::Method>(resample);
    const Rect needed = source::samples_for(grid, method, tile.area());
    std::vector<float> read(static_cast<std::size_t>(needed.width * needed.height));
    tile.read(file, needed, read.data(), needed.width);
    if (nodata == Nodata::value) {
      for (float& sample : read) sample = std::isnan(sample) ? mapping.sample_of(nodata_value) : sample;
    }
    const float middle = mapping.middle();
    source::each_row(grid, method, read, tile.area(), [&](std::int64_t y, const float* samples) {
      tile.poll();
      for (std::int64_t i = 0; i < tile.width(); ++i) {
        const std::int64_t x = tile.left() + i;
        check(samples[i], x, y);
        const float value = mapping(samples[i]);
        if (tile.wanted(height)) tile[height](x, y) = value;
        if (tile.wanted(scalar)) tile[scalar](x, y) = value;
        if (tile.wanted(weight)) tile[weight](x, y) = value < 0 ? 0.0f : value > 1 ? 1.0f : value;
        if (tile.wanted(mask)) tile[mask](x, y) = value > middle;
      }
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(source, image, Image)

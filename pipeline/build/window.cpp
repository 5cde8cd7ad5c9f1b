// SPDX-License-Identifier: Apache-2.0
#include "build/window.hpp"

#include <array>
#include <cmath>

#include "config/quantity.hpp"
#include "schedule/tiling.hpp"

namespace terrawright::build {
namespace {

std::optional<Extent> read_extent(const std::string& name, const std::string& text, bool is_size,
                                  report::Diagnostics& diagnostics) {
  const std::string unit = config::unit_of(text);
  const auto refuse = [&](const std::string& problem, const std::string& hint) {
    diagnostics.error({}, name + " of --window: " + problem, hint);
    return std::nullopt;
  };
  Extent extent;
  if (unit.empty() || unit == "cells") {
    const auto reading = config::read_integer(text, "cells");
    if (!reading) return refuse(reading.problem, reading.hint);
    extent.cells = *reading.value;
  } else {
    const auto reading = config::read_real(text, "m");
    if (!reading)
      return refuse(reading.problem, reading.hint + (reading.hint.empty() ? "" : "; ") + "a number alone counts cells");
    extent.metres = *reading.value;
  }
  const double size = extent.cells ? static_cast<double>(*extent.cells) : extent.metres;
  if (is_size ? size > 0 : size >= 0) return extent;
  return refuse(report::quote(text) + (size < 0 ? " is negative" : " is not a size"),
                is_size ? "write at least one cell" : "write 0 or more: the left and top edges of the world are 0");
}

// The cells of one axis; nothing where they leave the world.
std::optional<schedule::Stretch> cells_of(const Extent& from, const Extent& size, std::int64_t side, double cell) {
  if (from.cells && size.cells) {
    if (*from.cells >= side || *size.cells > side - *from.cells) return std::nullopt;
    return schedule::Stretch{*from.cells, *size.cells};
  }
  const auto metres = [&](const Extent& of) { return of.cells ? static_cast<double>(*of.cells) * cell : of.metres; };
  const double begin = metres(from) / cell, end = (metres(from) + metres(size)) / cell;
  // A world's side in metres may not be a number that can be written.
  if (!(end <= static_cast<double>(side) + 1e-6)) return std::nullopt;
  const auto first_centre = [&](double edge) {
    return std::min(static_cast<std::int64_t>(std::ceil(edge - 0.5)), side);
  };
  return schedule::Stretch{first_centre(begin), first_centre(end) - first_centre(begin)};
}

std::string size_of(const config::World& world) {
  const std::string cells = std::to_string(world.width) + " x " + std::to_string(world.height) + " cells";
  return cells + " of " + config::with_unit(world.cell, "m");
}

// "1025 cells, 256250 m".
std::string side_of(const config::World& world, std::int64_t cells) {
  return std::to_string(cells) + " cells, " + config::with_unit(static_cast<double>(cells) * world.cell, "m");
}

}  // namespace

std::optional<WrittenWindow> read_window(const std::string& text, report::Diagnostics& diagnostics) {
  const std::size_t comma = text.find(','), second = comma == std::string::npos ? comma : text.find(',', comma + 1);
  const std::size_t cross = second == std::string::npos ? second : text.find('x', second + 1);
  if (cross == std::string::npos) {
    diagnostics.error({}, "--window takes X,Y,WIDTHxHEIGHT; this is " + report::quote(text),
                      "write it in cells, as 512,300,1025x1025, or with units, as 10km,5km,40kmx40km");
    return std::nullopt;
  }
  const auto x = read_extent("X", text.substr(0, comma), false, diagnostics);
  const auto y = read_extent("Y", text.substr(comma + 1, second - comma - 1), false, diagnostics);
  const auto width = read_extent("WIDTH", text.substr(second + 1, cross - second - 1), true, diagnostics);
  const auto height = read_extent("HEIGHT", text.substr(cross + 1), true, diagnostics);
  if (!x || !y || !width || !height) return std::nullopt;
  return WrittenWindow{text, *x, *y, *width, *height};
}

std::optional<Rect> window_in(const config::World& world, const WrittenWindow& written,
                              report::Diagnostics& diagnostics) {
  const auto across = cells_of(written.x, written.width, world.width, world.cell);
  const auto down = cells_of(written.y, written.height, world.height, world.cell);
  if (!across || !down) {
    std::string remedy;
    if (!across) remedy = "write X + WIDTH of at most " + side_of(world, world.width);
    if (!down) {
      remedy += std::string(across ? "" : "; ") + "write Y + HEIGHT of at most " + side_of(world, world.height);
    }
    diagnostics.error(
        {}, "--window " + report::quote(written.text) + " reaches beyond the world, which has " + size_of(world),
        remedy);
    return std::nullopt;
  }
  if (across->count == 0 || down->count == 0) {
    diagnostics.error({}, "no cell has its centre in --window " + report::quote(written.text),
                      "the world has " + size_of(world) + ": make the window at least as large as one of them");
    return std::nullopt;
  }
  return Rect{across->first, down->first, across->count, down->count};
}

std::string name_of(const Rect& window) {
  return "window-" + std::to_string(window.x) + "-" + std::to_string(window.y) + "-" + std::to_string(window.width) +
         "x" + std::to_string(window.height);
}

}  // namespace terrawright::build

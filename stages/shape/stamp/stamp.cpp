// SPDX-License-Identifier: Apache-2.0
// shape.stamp: one shape at many places.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "picture.hpp"
#include "placed.hpp"
#include "profile.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
namespace formula = terrawright::shape::formula;
using shape::Placed;

enum class StampMode { add, max, min, blend };
using Stretch = std::array<double, formula::stretch>;

struct Stamp {
  In<Field> field;
  Out<Field> stamped;
  std::vector<shape::StampPoint> points = {{}};
  std::optional<double> radius;
  double height = 1, ground = 0;
  StampMode mode = StampMode::add;
  std::vector<shape::ProfilePoint> profile;
  std::string text;
  File file;

  shape::StampImage image;
  shape::MonotoneCurve curve;
  formula::Program program;
  std::vector<Placed> stamps;
  double corner = 1, cell = 1;  // how far a stamp reaches, in radii; metres
  bool is_weight = false;

  static void describe(Spec<Stamp>& s) {
    s.stage("shape.stamp",
            "Puts one shape at the points of a table: a profile, a formula or an image, with scale, turn and height.");
    s.source("Each stamp in the order of the table, in float64, rounded once after each; images bilinear");
    s.reads_cell();
    s.port(&Stamp::field, "field", "Field that is stamped on.");
    s.port(&Stamp::stamped, "field", "The field with the stamps; weights stay in 0..1.").like("field");
    s.parameter(&Stamp::points, "points",
                "Places of the stamps, one row each. Default: one in the middle of the world. In a world that wraps, "
                "they reach across its edge.");
    s.parameter(&Stamp::radius, "radius",
                "From the middle of a stamp to its edge, of an image to the middle of a side. auto: a quarter of the "
                "world's shorter side.")
        .unit("m")
        .at_least(0)
        .word("auto");
    s.parameter(&Stamp::height, "height", "Height of a shape of 1, in the unit of the field.").range(-1e30, 1e30);
    s.parameter(&Stamp::mode, "mode",
                "h is the height, s the shape, f the field. add: f + h s. max, min: the higher, the lower of f and "
                "ground + h s. blend: f (1 - s) + h s with s held to 0..1.")
        .choices({"add", "max", "min", "blend"});
    s.parameter(&Stamp::ground, "ground", "With `mode: max` and `mode: min`, the value that a shape of 0 stands for.")
        .range(-1e30, 1e30);
    s.parameter(&Stamp::profile, "profile",
                "The shape as control points from the middle (0) to the edge (1), joined smoothly. Without `profile`, "
                "`formula` and `file` it is a round hill, (1 - r^2)^2.");
    s.parameter(
        &Stamp::text, "formula",
        "The shape as a formula, with the syntax of shape.formula. Its variables are r, the distance from the middle, "
        "1 at the edge, and x and y, the place in radii, to the right and down before it is turned: max(1 - r, 0).");
    s.parameter(&Stamp::file, "file",
                "The shape as an image of one channel beside the config: 0 is black, 1 white; of floats their values.");
  }

  void arrange(Arrangement& arrangement) {
    cell = arrangement.cell();
    is_weight = arrangement.kind(field) == TERRAWRIGHT_KIND_WEIGHT;
    const int shapes = !profile.empty() + !text.empty() + !file.path.empty();
    if (shapes > 1)
      throw Failure(file.path.empty() ? "formula" : "file",
                    "a stamp has one shape; leave out all but one of `profile`, `formula` and `file`");
    if (!text.empty()) program = shape::program_of(text);
    if (!profile.empty()) curve = shape::curve_of(profile);
    if (!file.path.empty()) open(arrangement);
    const auto shorter = static_cast<double>(std::min(arrangement.width(), arrangement.height()));
    const double size = radius.value_or(std::max(shorter - 1.0, 1.0) * cell / 4.0);
    if (size <= 0) throw Failure("radius", "a radius is above 0");
    corner = file.path.empty() ? 1.0 : 1.4142135623730952;
    stamps = shape::placed(points, size, height, corner, arrangement.world());
  }

  void open(Arrangement& arrangement) {
    terrawright_file_request request{};
    request.channel = -1;
    request.part = "";
    image.file = file;
    const terrawright_file_facts facts = arrangement.open(image.file, "file", request);
    image.columns = facts.width;
    image.rows = facts.height;
    image.full = facts.bits == 0 ? 1.0 : static_cast<double>((std::uint64_t{1} << facts.bits) - 1);
  }

  void paint(Tile& tile) const {
    tile.require_finite(field, "field");
    const auto from = tile[field];
    const auto to = tile[stamped];
    tile.each_row([&](std::int64_t y) { std::copy_n(from.row(y, tile.left()), tile.width(), to.row(y, tile.left())); });
    const formula::Values values(program);
    for (const Placed& stamp : stamps) {
      const Rect cells = shape::cells_of(stamp, corner, cell, tile.area());
      if (cells.width == 0) continue;
      std::optional<shape::ImagePart> part;
      if (image.columns != 0) part.emplace(image, stamp, tile, cells, cell);
      for (std::int64_t y = cells.y; y < cells.y + cells.height; ++y) {
        tile.poll();
        for (std::int64_t x = cells.x; x < cells.x + cells.width; x += static_cast<std::int64_t>(formula::stretch)) {
          const auto count = std::min(formula::stretch, static_cast<std::size_t>(cells.x + cells.width - x));
          press(stamp, part ? &*part : nullptr, values, x, y, count, to.row(y, x));
        }
      }
    }
    tile.require_finite(stamped, "height", "the value is too large for a layer");
  }

 private:
  // One stamp on the cells of a row.
  void press(const Placed& stamp, const shape::ImagePart* part, const formula::Values& values, std::int64_t x,
             std::int64_t y, std::size_t count, float* to) const {
    Stretch across{}, along{}, distance{}, shape{};
    const double dy = static_cast<double>(y) * cell - stamp.y;
    bool meets = false;
    for (std::size_t i = 0; i < count; ++i) {
      const double dx = static_cast<double>(x + static_cast<std::int64_t>(i)) * cell - stamp.x;
      across[i] = stamp.across(dx, dy);
      along[i] = stamp.along(dx, dy);
      distance[i] = part == nullptr ? std::sqrt(across[i] * across[i] + along[i] * along[i])
                                    : std::max(std::fabs(across[i]), std::fabs(along[i]));
      meets = meets || distance[i] <= 1.0;
    }
    if (!meets) return;
    if (!program.empty()) {
      evaluate(values, count, across, along, distance, shape);
    } else {
      for (std::size_t i = 0; i < count; ++i) {
        if (distance[i] <= 1.0) shape[i] = shape_at(part, across[i], along[i], distance[i]);
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (!(distance[i] <= 1.0)) continue;
      if (!std::isfinite(shape[i])) complain(across[i], along[i], distance[i], x + static_cast<std::int64_t>(i), y);
      const double made = combined(static_cast<double>(to[i]), shape[i], stamp.height);
      to[i] = static_cast<float>(is_weight ? std::clamp(made, 0.0, 1.0) : made);
    }
  }

  double shape_at(const shape::ImagePart* part, double across, double along, double r) const {
    if (part != nullptr) return part->samples().linear(image.column(across), image.row(along)) / image.full;
    if (!profile.empty()) return curve(r);
    const double inside = 1.0 - r * r;
    return inside * inside;
  }

  static void evaluate(const formula::Values& values, std::size_t count, const Stretch& across, const Stretch& along,
                       const Stretch& distance, Stretch& shape) {
    const std::array<const double*, 3> variables = {distance.data(), across.data(), along.data()};
    values.evaluate(
        count,
        [&](const formula::Instruction& i, std::size_t n, double* to) { std::copy_n(variables[i.index], n, to); },
        [&](std::size_t, const double* found) { std::copy_n(found, count, shape.data()); });
  }

  [[noreturn]] void complain(double across, double along, double r, std::int64_t x, std::int64_t y) const {
    std::vector<double> read;
    for (const formula::Instruction& i : program) read.push_back(i.index == 0 ? r : i.index == 1 ? across : along);
    throw Failure("formula", formula::blame(program, read, 0).placed(), x, y);
  }

  double combined(double f, double s, double h) const {
    switch (mode) {
      case StampMode::add:
        return f + h * s;
      case StampMode::max:
        return std::max(f, ground + h * s);
      case StampMode::min:
        return std::min(f, ground + h * s);
      case StampMode::blend:
        break;
    }
    const double share = std::clamp(s, 0.0, 1.0);
    return f * (1.0 - share) + h * share;
  }
};

}  // namespace

TERRAWRIGHT_STAGE(shape, stamp, Stamp)

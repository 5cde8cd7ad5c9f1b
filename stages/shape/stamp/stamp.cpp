// SPDX-License-Identifier: Apache-2.0
// shape.stamp: one shape at many places.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shape/curve/monotone_curve.hpp"
#include "shape/formula/grammar.hpp"
#include "shape/formula/values.hpp"
#include "shape/sampling.hpp"
#include "terrawright/stage.hpp"

namespace terrawright::shape {
namespace {

// Stamps where the table's rows say, in metres from the centre of the top left cell, to the right and down.

struct StampPoint {
  std::optional<double> x, y;
  double u = 0.5, v = 0.5, scale = 1, turn = 0;
  std::optional<double> height;

  static void describe(Parameters<StampPoint>& row) {
    row.parameter(&StampPoint::x, "x", "Metres from the centre of the leftmost cells to the right; none: by `u`.")
        .unit("m")
        .word("none");
    row.parameter(&StampPoint::y, "y", "Metres from the centre of the topmost cells down; none: by `v`.")
        .unit("m")
        .word("none");
    row.parameter(&StampPoint::u, "u", "The same as a share of the world's width: 0.5 is the middle.");
    row.parameter(&StampPoint::v, "v", "The same as a share of the world's height.");
    row.parameter(&StampPoint::scale, "scale", "Factor on the radius.").range(0.001, 1000);
    row.parameter(&StampPoint::turn, "turn", "Clockwise turn of the stamp.").unit("deg");
    row.parameter(&StampPoint::height, "height", "Height of this stamp; same: that of all.").word("same");
  }
};

struct StampInstance {
  double x, y, radius, height;
  double cosine, sine;  // of the turn

  // Position in metres from the stamp's, in radii, along the stamp's own axes.
  double across(double dx, double dy) const { return (cosine * dx + sine * dy) / radius; }
  double along(double dx, double dy) const { return (cosine * dy - sine * dx) / radius; }
};

// A side of the world: metres to where its shares are 1, and the period of their repetition.
struct StampSide {
  double length, period;  // 0: never
  StampSide(std::int64_t cells, double cell, bool wraps)
      : length(static_cast<double>(wraps ? cells : std::max<std::int64_t>(cells - 1, 1)) * cell),
        period(wraps ? static_cast<double>(cells) * cell : 0.0) {}
  // Number of times that a stamp may reach round the world.
  std::int64_t rounds(double reach, std::size_t row) const {
    if (period == 0.0) return 0;
    const double times = std::floor(reach / period) + 1.0;
    if (times > 8.0)
      throw Failure("points",
                    "the stamp of row " + std::to_string(row + 1) + " goes more than 8 times round the world");
    return static_cast<std::int64_t>(times);
  }
  double within(double metres) const { return period == 0.0 ? metres : metres - std::floor(metres / period) * period; }
};

// If the world wraps a stamp is repeated for each time that it may be seen. `corner` is how far a stamp reaches in
// radii.
inline std::vector<StampInstance> placed(const std::vector<StampPoint>& points, double radius, double height,
                                         double corner, const World& world) {
  const StampSide wide(world.width(), world.cell(), world.wraps_x());
  const StampSide high(world.height(), world.cell(), world.wraps_y());
  std::vector<StampInstance> all;
  for (std::size_t row = 0; row < points.size(); ++row) {
    const StampPoint& p = points[row];
    const double turn = p.turn / 180.0, size = radius * p.scale;
    const StampInstance one{wide.within(p.x ? *p.x : p.u * wide.length),
                            high.within(p.y ? *p.y : p.v * high.length),
                            size,
                            p.height.value_or(height),
                            terrawright_cospi(turn),
                            terrawright_sinpi(turn)};
    const std::int64_t columns = wide.rounds(size * corner, row), rows = high.rounds(size * corner, row);
    for (std::int64_t j = -rows; j <= rows; ++j) {
      for (std::int64_t i = -columns; i <= columns; ++i) {
        StampInstance copy = one;
        copy.x += static_cast<double>(i) * wide.period;
        copy.y += static_cast<double>(j) * high.period;
        all.push_back(copy);
      }
    }
  }
  return all;
}

// The cells of a tile that a stamp may reach, or none.
inline Rect cells_of(const StampInstance& stamp, double corner, double cell, const Rect& tile) {
  const double reach = stamp.radius * corner;
  const auto stretch = [&](double centre, std::int64_t from, std::int64_t count, std::int64_t& first) {
    const auto least = static_cast<double>(from), most = static_cast<double>(from + count - 1);
    const double low = std::max(std::floor((centre - reach) / cell), least);
    const double high = std::min(std::ceil((centre + reach) / cell), most);
    if (!(low <= high)) return std::int64_t{0};
    first = static_cast<std::int64_t>(low);
    return static_cast<std::int64_t>(high) - first + 1;
  };
  Rect cells{};
  cells.width = stretch(stamp.x, tile.x, tile.width, cells.x);
  cells.height = stretch(stamp.y, tile.y, tile.height, cells.y);
  return cells.width == 0 || cells.height == 0 ? Rect{} : cells;
}

// The shape of a stamp over its distance from the centre, by control points or by a formula.

struct ProfilePoint {
  double at = 0, value = 0;
  static void describe(Parameters<ProfilePoint>& row) {
    row.parameter(&ProfilePoint::at, "at", "Distance from the stamp's centre as a share of its radius.").range(0, 1);
    row.parameter(&ProfilePoint::value, "value", "The shape there: 1 is the stamp's height.").range(-1000, 1000);
  }
};

inline MonotoneCurve curve_of(const std::vector<ProfilePoint>& points) {
  if (points.size() < 2) throw Failure("profile", "a profile needs at least two points");
  std::vector<Knot> knots;
  for (const ProfilePoint& p : points) {
    if (!knots.empty() && p.at <= knots.back().x)
      throw Failure("profile[" + std::to_string(knots.size()) + "].at",
                    "it does not lie beyond the point before it: `at` must ascend");
    knots.push_back({p.at, p.value});
  }
  return MonotoneCurve(std::move(knots));
}

// Variables r, x and y of a formula: distance and place in radii.
inline formula::Program program_of(const std::string& text) {
  try {
    return formula::parse(text, {{"r", "x", "y"}, {}});
  } catch (const formula::Problem& problem) {
    throw Failure("formula", problem.placed());
  }
}

}  // namespace

// An image as the shape of a stamp: its middle on the point, its sides two radii long.

struct StampImage {
  File file;
  std::int64_t columns = 0, rows = 0;
  double full = 1;  // the largest sample

  double column(double across) const { return (across + 1.0) / 2.0 * static_cast<double>(columns - 1); }
  double row(double along) const { return (along + 1.0) / 2.0 * static_cast<double>(rows - 1); }
};

// The samples that some cells of one stamp need.
class ImagePart {
 public:
  ImagePart(const StampImage& image, const StampInstance& stamp, const Tile& tile, const Rect& cells, double cell) {
    double left = 1e300, right = -1e300, top = 1e300, bottom = -1e300;
    for (const std::int64_t y : {cells.y, cells.y + cells.height - 1}) {
      for (const std::int64_t x : {cells.x, cells.x + cells.width - 1}) {
        const double dx = static_cast<double>(x) * cell - stamp.x, dy = static_cast<double>(y) * cell - stamp.y;
        const double column = image.column(stamp.across(dx, dy)), row = image.row(stamp.along(dx, dy));
        left = std::min(left, column);
        right = std::max(right, column);
        top = std::min(top, row);
        bottom = std::max(bottom, row);
      }
    }
    const auto inside = [](double at, std::int64_t samples) {
      return static_cast<std::int64_t>(std::clamp(at, 0.0, static_cast<double>(samples - 1)));
    };
    area_.x = inside(std::floor(left) - 2.0, image.columns);
    area_.y = inside(std::floor(top) - 2.0, image.rows);
    area_.width = inside(std::floor(right) + 3.0, image.columns) - area_.x + 1;
    area_.height = inside(std::floor(bottom) + 3.0, image.rows) - area_.y + 1;
    samples_.resize(static_cast<std::size_t>(area_.width * area_.height));
    tile.read(image.file, area_, samples_.data(), area_.width);
    for (const float sample : samples_) {
      if (!std::isfinite(sample)) throw Failure("file", "the image holds a value that is no finite number");
    }
  }
  Sampled<float> samples() const {
    return Sampled<float>(View<const float>(terrawright_view{samples_.data(), area_.width, area_}));
  }

 private:
  Rect area_{};
  std::vector<float> samples_;
};

}  // namespace terrawright::shape

namespace {

using namespace terrawright;
namespace formula = terrawright::shape::formula;
using shape::StampInstance;

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
  std::vector<StampInstance> stamps;
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
    for (const StampInstance& stamp : stamps) {
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
  void press(const StampInstance& stamp, const shape::ImagePart* part, const formula::Values& values, std::int64_t x,
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

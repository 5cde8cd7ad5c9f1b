// SPDX-License-Identifier: Apache-2.0
// shape.warp: layers bent by a displacement.
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "shape/sampling.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

enum class Method { linear, cubic, nearest };

struct Warp {
  In<Field> field;
  In<Mask> mask;
  In<Class> classes;
  In<Vector> by;
  In<Field> by_x, by_y;
  Out<Field> warped;
  Out<Mask> warped_mask;
  Out<Class> warped_classes;
  double scale = 1, reach = 5000;
  Method method = Method::linear;

  double cell = 1;
  std::int64_t halo = 1;
  bool is_weight = false;

  static void describe(Spec<Warp>& s) {
    s.stage("shape.warp",
            "Bends layers: each cell shows what lies at another place, as far away as a vector layer says.");
    s.source("Domain warping; bilinear, or Catmull and Rom 1974, in float64, rows first, rounded once");
    s.reads_cell();
    const auto around = [](const Warp& w) { return w.halo; };
    s.port(&Warp::field, "field", "Field that is bent; beyond the world's edge the values at the edge are repeated.")
        .optional()
        .halo(around);
    s.port(&Warp::mask, "mask", "Mask that is bent, as that of the nearest cell.").optional().halo(around);
    s.port(&Warp::classes, "classes", "Classes that are bent, as those of the nearest cell.").optional().halo(around);
    s.port(&Warp::by, "by",
           "Offset of the shown place to the right and down of a cell: `scale` metres for a value of 1. So what is "
           "there moves to the left and up.")
        .optional();
    s.port(&Warp::by_x, "by_x", "The same as a field, to the right alone.").optional();
    s.port(&Warp::by_y, "by_y", "The same as a field, down alone.").optional();
    s.port(&Warp::warped, "field", "The bent field; weights stay in 0..1.").like("field");
    s.port(&Warp::warped_mask, "mask", "The bent mask.").by_name();
    s.port(&Warp::warped_classes, "classes", "The bent classes.").like("classes").by_name();
    s.parameter(&Warp::scale, "scale", "Metres that a value of 1 of the displacement means.").unit("m");
    s.parameter(&Warp::reach, "reach",
                "Largest displacement, at most 1024 cells: longer ones keep their direction and get this length.")
        .unit("m")
        .at_least(0);
    s.parameter(&Warp::method, "method", "Interpolation of a field between cells.")
        .choices({"linear", "cubic", "nearest"})
        .choice_docs({"Between the four cells around.",
                      "Between the sixteen cells around: crests stay sharper; it may overshoot.", "The nearest cell."});
  }

  void arrange(Arrangement& arrangement) {
    cell = arrangement.cell();
    is_weight = arrangement.kind(field) == TERRAWRIGHT_KIND_WEIGHT;
    require(arrangement, field, warped, "field");
    require(arrangement, mask, warped_mask, "mask");
    require(arrangement, classes, warped_classes, "classes");
    if (!arrangement.connected(field) && !arrangement.connected(mask) && !arrangement.connected(classes))
      throw Failure("field", "there is nothing to bend; connect `field`, `mask` or `classes`");
    if (!arrangement.connected(by) && !arrangement.connected(by_x) && !arrangement.connected(by_y))
      throw Failure("by", "nothing says how far to bend; connect `by`, or `by_x` and `by_y`");
    const double cells = std::ceil(reach / cell);
    if (cells > 1024.0) throw Failure("reach", "it is more than 1024 cells; warp a coarser world, or twice");
    const World world = arrangement.world();
    const auto refuse = [&](bool wraps, std::int64_t side) {
      if (wraps && cells > static_cast<double>(side)) throw Failure("reach", "it goes more than once round the world");
    };
    refuse(world.wraps_x(), world.width());
    refuse(world.wraps_y(), world.height());
    halo = static_cast<std::int64_t>(cells) + 2;
  }

  template <class Kind>
  static void require(const Arrangement& arrangement, In<Kind> input, Out<Kind> output, const char* name) {
    if (arrangement.wanted(output) && !arrangement.connected(input))
      throw Failure(name,
                    std::string("the output ") + name + " is read, and nothing is connected to the input " + name);
  }

  void paint(Tile& tile) const {
    if (tile[field]) tile.require_finite(field, tile[field].area(), "field");
    if (tile[by_x]) tile.require_finite(by_x, "by_x");
    if (tile[by_y]) tile.require_finite(by_y, "by_y");
    std::vector<double> across(static_cast<std::size_t>(tile.width())), down(across.size());
    tile.each_row([&](std::int64_t y) {
      find_places(tile, y, across, down);
      if (tile.wanted(warped)) bend(tile, y, across, down);
      if (tile.wanted(warped_mask)) take_nearest(tile[mask], tile[warped_mask], tile.left(), y, across, down);
      if (tile.wanted(warped_classes)) take_nearest(tile[classes], tile[warped_classes], tile.left(), y, across, down);
    });
  }

  // In cells.
  void find_places(const Tile& tile, std::int64_t y, std::vector<double>& across, std::vector<double>& down) const {
    const auto vectors = tile[by];
    const auto right = tile[by_x], below = tile[by_y];
    for (std::size_t i = 0; i < across.size(); ++i) {
      const std::int64_t x = tile.left() + static_cast<std::int64_t>(i);
      double dx = right ? static_cast<double>(right(x, y)) : 0.0, dy = below ? static_cast<double>(below(x, y)) : 0.0;
      if (vectors) {
        dx += static_cast<double>(vectors(x, y).x);
        dy += static_cast<double>(vectors(x, y).y);
      }
      dx *= scale;
      dy *= scale;
      const double length = std::sqrt(dx * dx + dy * dy);
      if (!std::isfinite(length)) throw Failure("by", "the displacement is no finite number", x, y);
      const double share = length > reach ? reach / length : 1.0;
      across[i] = static_cast<double>(x) + dx * share / cell;
      down[i] = static_cast<double>(y) + dy * share / cell;
    }
  }

  void bend(const Tile& tile, std::int64_t y, const std::vector<double>& across,
            const std::vector<double>& down) const {
    const shape::Sampled<float> from(tile[field]);
    float* to = tile[warped].row(y, tile.left());
    for (std::size_t i = 0; i < across.size(); ++i) {
      if (method == Method::nearest) {
        to[i] = from.nearest(across[i], down[i]);
      } else if (method == Method::linear) {
        to[i] = static_cast<float>(from.linear(across[i], down[i]));
      } else {
        const double value = from.cubic(across[i], down[i]);
        to[i] = static_cast<float>(is_weight ? std::clamp(value, 0.0, 1.0) : value);
      }
    }
  }

  template <class Cell>
  static void take_nearest(const View<const Cell>& from, const View<Cell>& to, std::int64_t left, std::int64_t y,
                           const std::vector<double>& across, const std::vector<double>& down) {
    const shape::Sampled<Cell> sampled(from);
    Cell* row = to.row(y, left);
    for (std::size_t i = 0; i < across.size(); ++i) row[i] = sampled.nearest(across[i], down[i]);
  }
};

}  // namespace

TERRAWRIGHT_STAGE(shape, warp, Warp)

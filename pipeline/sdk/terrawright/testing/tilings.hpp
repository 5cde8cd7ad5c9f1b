// SPDX-License-Identifier: Apache-2.0
// terrawright/testing/tilings.hpp: the same world in other tiles, other orders and beside other poison gives the same
// bits; what of it does not hold is told by what follows what.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "execution.hpp"

namespace terrawright {
inline namespace v1 {
namespace testing {
namespace detail {

// "0.5 and NaN", both as they are told apart.
inline std::string both(double a, double b) {
  const auto shown = [](double number) { return std::isnan(number) ? "NaN" : as_text(number); };
  if (shown(a) != shown(b)) return shown(a) + " and " + shown(b);
  return shown(a) + " and one that differs in its last bits";
}

// Two cells of one kind. Every NaN is one value.
inline bool same_cell(std::uint32_t kind, const unsigned char* a, const unsigned char* b) {
  if (std::memcmp(a, b, cell_bytes(kind)) == 0) return true;
  if (!is_float(kind) && kind != TERRAWRIGHT_KIND_VECTOR) return false;
  for (std::size_t i = 0; i < cell_bytes(kind); i += sizeof(float)) {
    float one, other;
    std::memcpy(&one, a + i, sizeof one);
    std::memcpy(&other, b + i, sizeof other);
    if (std::memcmp(&one, &other, sizeof one) != 0 && !(std::isnan(one) && std::isnan(other))) return false;
  }
  return true;
}

inline std::string cells_difference(const Product& a, const Product& b, std::int64_t width) {
  const std::size_t bytes = cell_bytes(a.kind);
  for (std::size_t i = 0; i < a.cells.size() / bytes; ++i) {
    const unsigned char *one = a.cells.data() + i * bytes, *other = b.cells.data() + i * bytes;
    if (same_cell(a.kind, one, other)) continue;
    const auto at = static_cast<std::int64_t>(i);
    const std::string where =
        "cell (" + std::to_string(at % width) + ", " + std::to_string(at / width) + ") of '" + a.name + "'";
    if (a.kind == TERRAWRIGHT_KIND_VECTOR || a.kind == TERRAWRIGHT_KIND_COLOUR) return where;
    return where + ": " + both(number_of(a.kind, one), number_of(a.kind, other));
  }
  return "";
}

inline std::string table_difference(const Rows& a, const Rows& b) {
  if (a.columns().size() != b.columns().size()) return "the columns";
  if (a.rows() != b.rows()) return "its " + std::to_string(a.rows()) + " and " + std::to_string(b.rows()) + " rows";
  for (std::size_t c = 0; c < a.columns().size(); ++c) {
    if (a.columns()[c].name != b.columns()[c].name || a.columns()[c].unit != b.columns()[c].unit ||
        a.columns()[c].values.index() != b.columns()[c].values.index())
      return "the columns";
    const auto row = std::visit(
        [&](const auto& values) -> std::size_t {
          const auto& others = std::get<std::decay_t<decltype(values)>>(b.columns()[c].values);
          std::size_t i = 0;
          const auto equal = [](const auto& one, const auto& other) {
            if constexpr (std::is_same_v<std::decay_t<decltype(one)>, double>) {
              return std::memcmp(&one, &other, sizeof one) == 0 || (std::isnan(one) && std::isnan(other));
            } else {
              return one == other;
            }
          };
          while (i < values.size() && equal(values[i], others[i])) ++i;
          return i;
        },
        a.columns()[c].values);
    if (row < a.rows()) return "row " + std::to_string(row) + " of the column '" + a.columns()[c].name + "'";
  }
  const auto same_place = [](const terrawright_point& one, const terrawright_point& other) {
    return one.x == other.x && one.y == other.y;
  };
  return std::equal(a.points().begin(), a.points().end(), b.points().begin(), b.points().end(), same_place)
             ? ""
             : "the places of its rows";
}

// Where two products of one output differ; empty: nowhere.
inline std::string product_difference(const Product& a, const Product& b, std::int64_t width) {
  const std::string of = " of '" + a.name + "'";
  if (a.kind != b.kind || a.unit != b.unit) return "kind or unit" + of;
  if (cell_bytes(a.kind) != 0) return cells_difference(a, b, width);
  if (a.number && std::memcmp(&*a.number, &*b.number, sizeof *a.number) != 0)
    return "the number '" + a.name + "': " + both(*a.number, *b.number);
  if (a.grid && *a.grid != *b.grid) return "the bytes" + of;
  if (a.text && *a.text != *b.text) return "the text" + of;
  if (!a.table) return "";
  const std::string where = table_difference(*a.table, *b.table);
  return where.empty() ? "" : where + of;
}

// One-row tiles, one-column tiles, a side that divides neither side of the world, halves with a rest, and single cells
// where these are few.
inline std::vector<Tiling> usual_tilings(std::int64_t width, std::int64_t height) {
  const std::int64_t longest = std::max(width, height);
  std::vector<Tiling> tilings = {{width, 1}, {1, height}, {longest / 2 + 1}};
  for (const std::int64_t side : {7, 5, 3, 11, 13, 17, 4, 6}) {
    if (side >= longest || width % side == 0 || height % side == 0) continue;
    tilings.push_back(side);
    break;
  }
  for (const std::int64_t side : {16, 64, 300}) {
    if (side < longest) tilings.push_back(side);
  }
  if (width * height <= 256) tilings.push_back(1);
  std::vector<Tiling> different;
  for (const Tiling& tiling : tilings) {
    bool known = tiling.width >= width && tiling.height >= height;
    for (const Tiling& other : different) known |= tiling.width == other.width && tiling.height == other.height;
    if (!known) different.push_back(tiling);
  }
  return different;
}

inline std::string name_of(const Tiling& tiling) {
  if (tiling.width <= 0 && tiling.height <= 0) return "the whole world as one tile";
  const auto side = [](std::int64_t cells) { return cells <= 0 ? std::string("all") : std::to_string(cells); };
  return "tiles of " + side(tiling.width) + " x " + side(tiling.height);
}

}  // namespace detail

// Where two results differ, in bits: "cell (3, 4) of 'height': 0.5 and NaN". Nothing: they are the same.
inline std::optional<std::string> difference(const Result& a, const Result& b) {
  const auto end = [](const Result& result) {
    if (result.failure()) return "'" + result.failure()->sentence() + "'";
    return std::string(result.stopped() ? "it stopped" : "it is done");
  };
  if (end(a) != end(b)) return end(a) + " and " + end(b);
  if (!a) return std::nullopt;
  if (a.width() != b.width() || a.height() != b.height() || a.products_.size() != b.products_.size())
    return "the size of the world";
  for (std::size_t i = 0; i < a.products_.size(); ++i) {
    const std::string where = detail::product_difference(a.products_[i], b.products_[i], a.width());
    if (!where.empty()) return where;
  }
  return std::nullopt;
}

namespace detail {

class TilingsCompared {
 public:
  TilingsCompared(const Setup& setup, std::vector<Tiling> tilings) : setup_(setup), tilings_(std::move(tilings)) {
    if (tilings_.empty()) tilings_ = usual_tilings(setup.world.width, setup.world.height);
  }

  // What is wrong; nothing: all is well.
  std::optional<std::string> find() const {
    const Conditions whole;
    const Result first = run(whole);
    if (first.failure()) return "it failed: " + first.failure()->sentence();
    for (const Poison poison : {Poison::second, Poison::first}) {
      if (auto found = compare(first, {{}, Order::forward, poison})) return found;
    }
    int turn = 0;
    for (const Tiling& tiling : tilings_) {
      const auto order = static_cast<Order>(turn % 4);
      if (auto found = compare(first, {tiling, order, turn % 2 == 0 ? Poison::first : Poison::second})) return found;
      ++turn;
    }
    // Tiles whose notes climb, to two levels, to three and to one note.
    for (const Tiling& tiling : tilings_) {
      for (const std::int64_t levels : {2, 3, 64}) {
        if (!(setup_.stage->flags & TERRAWRIGHT_STAGE_COMBINES)) break;
        if (auto found = compare(first, {tiling, static_cast<Order>(++turn % 4), Poison::first, levels})) return found;
      }
    }
    // One of them in every order; the first of the usual ones has a tile a row.
    for (const Order order : {Order::forward, Order::backward, Order::shuffled, Order::pairs}) {
      if (tilings_.empty()) break;
      if (auto found = compare(first, {tilings_.front(), order, Poison::second})) return found;
    }
    return std::nullopt;
  }

 private:
  Result run(const Conditions& conditions) const { return Execution(setup_, conditions).run(); }

  std::optional<std::string> compare(const Result& first, const Conditions& conditions) const {
    const Result result = run(conditions);
    const auto where = difference(first, result);
    if (!where) return std::nullopt;
    const std::string tiles = name_of(conditions.tiling);
    // What of the conditions is it that the cells follow?
    if (conditions.levels > 1) {
      Conditions flat = conditions;
      flat.levels = 1;
      if (!difference(first, run(flat))) {
        return tiles + " with their notes combined to " +
               (conditions.levels == 64 ? "one" : std::to_string(conditions.levels) + " levels") +
               " and without differ: " + *where;
      }
    }
    if (const auto again = difference(result, run(conditions))) return "two runs of " + tiles + " differ: " + *again;
    Conditions other = conditions;
    other.poison = conditions.poison == Poison::first ? Poison::second : Poison::first;
    if (const auto read = difference(result, run(other)))
      return "in " + tiles + " it reads beyond a window, or memory that nobody wrote; what stands there decides " +
             *read;
    other = conditions;
    other.order = Order::forward;
    if (conditions.order != Order::forward && difference(result, run(other)))
      return tiles + " in another order, and notes merged in another order, differ: " + *where;
    return name_of({}) + " and " + tiles + " differ: " + *where;
  }

  const Setup& setup_;
  std::vector<Tiling> tilings_;
};

}  // namespace detail
}  // namespace testing
}  // namespace v1
}  // namespace terrawright

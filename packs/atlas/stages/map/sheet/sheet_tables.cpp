// SPDX-License-Identifier: Apache-2.0
#include "sheet_tables.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "plane.hpp"

namespace terrawright::map {
namespace {

constexpr double spring = 500;  // 1/100 mm over which a river grows from its spring
constexpr double shortest_river = 300;
constexpr double into_lake = 25;  // beyond the shore

// Where a line goes on to from an end beside the shore of a lake; `lake` none: it has no such end.
struct WayIn {
  std::size_t lake = SIZE_MAX;
  Spot to = {0, 0};
  explicit operator bool() const { return lake != SIZE_MAX; }
};
WayIn way_in(const Spot& end, const Lines& lakes, double beside) {
  double least = beside * beside;
  WayIn way;
  for (std::size_t n = 0; n < lakes.size(); ++n) {
    const std::vector<Spot>& shore = lakes[n].spots;
    for (std::size_t i = 0; i < shore.size(); ++i) {
      const Spot &a = shore[i], &b = shore[(i + 1) % shore.size()];
      const double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
      if (length <= 0) continue;
      const double along = std::clamp(((end.x - a.x) * dx + (end.y - a.y) * dy) / length, 0.0, 1.0);
      const Spot nearest{a.x + along * dx, a.y + along * dy};
      const double off_x = nearest.x - end.x, off_y = nearest.y - end.y, off = off_x * off_x + off_y * off_y;
      if (off >= least) continue;
      least = off;
      // Water lies to the right of a shore.
      const double right = into_lake / std::sqrt(length);
      way = {n, {nearest.x - dy * right, nearest.y + dx * right}};
    }
  }
  return way;
}

}  // namespace

double river_width(double discharge) { return std::clamp(10 + 5.2 * std::sqrt(discharge), 12.0, 110.0); }

std::vector<River> rivers_of(const std::vector<Reach>& reaches, const Lines& lakes, double beside) {
  const std::size_t n = reaches.size();
  // The branch that goes on at the head of each reach: the one with most water, the first of several.
  std::vector<std::int64_t> branch(n, -1);
  for (std::size_t i = 0; i < n; ++i) {
    const std::int64_t next = reaches[i].next;
    if (next < 0) continue;
    std::int64_t& best = branch[static_cast<std::size_t>(next)];
    if (best < 0 || reaches[i].discharge > reaches[static_cast<std::size_t>(best)].discharge)
      best = static_cast<std::int64_t>(i);
  }
  std::vector<River> rivers;
  std::vector<bool> joined(lakes.size(), false);
  for (std::size_t i = 0; i < n; ++i) {
    const std::int64_t next = reaches[i].next;
    if (next >= 0 && branch[static_cast<std::size_t>(next)] == static_cast<std::int64_t>(i)) continue;  // goes on
    std::vector<std::size_t> chain;
    for (auto k = static_cast<std::int64_t>(i); k >= 0 && chain.size() <= n; k = branch[static_cast<std::size_t>(k)])
      chain.push_back(static_cast<std::size_t>(k));
    std::reverse(chain.begin(), chain.end());
    River river;
    for (const std::size_t k : chain) {
      const double width = river_width(reaches[k].discharge);
      for (const Spot& spot : reaches[k].spots) {
        if (!river.line.spots.empty() && spot.x == river.line.spots.back().x && spot.y == river.line.spots.back().y)
          continue;
        river.line.spots.push_back(spot);
        river.widths.push_back(width);
      }
    }
    if (river.line.spots.empty()) continue;
    const WayIn source = way_in(river.line.spots.front(), lakes, beside);
    if (!source && length_of(river.line) < shortest_river) continue;
    if (source) {
      river.line.spots.insert(river.line.spots.begin(), source.to);
      river.widths.insert(river.widths.begin(), river.widths.front());
      joined[source.lake] = true;
    }
    const WayIn mouth = reaches[chain.back()].next < 0 ? way_in(river.line.spots.back(), lakes, beside) : WayIn();
    if (mouth) {
      river.line.spots.push_back(mouth.to);
      river.widths.push_back(river.widths.back());
      joined[mouth.lake] = true;
    }
    const Line wandering = smoothed_along(river.line, 1.6);
    // Even steps, so that widths can be read along the line.
    std::vector<double> gone{0};
    each_piece(wandering, [&](const Spot& a, const Spot& b) { gone.push_back(gone.back() + distance(a, b)); });
    River drawn;
    drawn.line = rounded_off(simplified(wandering, 40), 2);
    const double scale = gone.back() / std::max(length_of(drawn.line), 1e-9);
    double at = 0;
    std::size_t s = 0;
    for (std::size_t p = 0; p < drawn.line.spots.size(); ++p) {
      if (p > 0) at += distance(drawn.line.spots[p - 1], drawn.line.spots[p]) * scale;
      while (s + 1 < gone.size() && gone[s + 1] <= at) ++s;
      drawn.widths.push_back(river.widths[s]);
    }
    // Widths grow little by little, never fall, and begin as a hair but below a lake.
    const Line& line = drawn.line;
    std::vector<double> even(drawn.widths.size());
    for (std::size_t p = 0; p < even.size(); ++p) {
      double sum = 0;
      int count = 0;
      for (std::size_t q = p < 6 ? 0 : p - 6; q < std::min(p + 7, even.size()); ++q) sum += drawn.widths[q], ++count;
      even[p] = std::max(sum / count, p == 0 ? 0.0 : even[p - 1]);
    }
    double from = 0;
    for (std::size_t p = 0; p < even.size(); ++p) {
      if (p > 0) from += distance(line.spots[p - 1], line.spots[p]);
      drawn.widths[p] = even[p] * (source ? 1 : 0.35 + 0.65 * std::min(from / spring, 1.0));
    }
    rivers.push_back(std::move(drawn));
  }
  // A lake on the bank of a river flows out into it at once.
  for (std::size_t i = 0; i < n; ++i) {
    if (branch[i] < 0 || reaches[i].spots.empty()) continue;
    const WayIn source = way_in(reaches[i].spots.front(), lakes, beside);
    if (!source || joined[source.lake]) continue;
    const double width = river_width(0);
    rivers.push_back({{{source.to, reaches[i].spots.front()}, false}, {width, width}});
    joined[source.lake] = true;
  }
  return rivers;
}

void draw(const std::vector<River>& rivers, Colour colour, DisplayList& list) {
  // Strokes of one width each, all of a width at once; round ends join them.
  std::map<std::int32_t, Path> by_width;
  for (const River& river : rivers) {
    const std::vector<Spot>& s = river.line.spots;
    for (std::size_t i = 0; i + 1 < s.size();) {
      const auto width = [&](std::size_t k) { return rounded((river.widths[k] + river.widths[k + 1]) / 4) * 2; };
      const std::int32_t now = width(i);
      Line run;
      run.spots.push_back(s[i]);
      while (i + 1 < s.size() && width(i) == now) run.spots.push_back(s[++i]);
      add(by_width[now], run);
    }
  }
  for (const auto& [width, path] : by_width) {
    if (!path.empty()) list.line(path, {width, colour});
  }
}

namespace {

// Tables of other makers may have anything in them: what is no number is left at nothing, and what is too large for a
// sheet is as large as can be reckoned with.
constexpr double most = 1e9;
constexpr double farthest = 1e6;  // 1/100 mm from the paper's corner

double within(double value, double limit) { return value < -limit ? -limit : value > limit ? limit : value; }
Spot near_paper(const Spot& spot) { return {within(spot.x, farthest), within(spot.y, farthest)}; }

// The values of a column, whatever number it holds.
class Column {
 public:
  Column(const TableView& table, const char* name) : column_(table.find(name)) {}
  explicit operator bool() const { return column_ != nullptr; }
  double real(std::size_t row, double otherwise = 0) const {
    if (column_ == nullptr) return otherwise;
    if (column_->kind == TERRAWRIGHT_COLUMN_INTEGERS) return within(static_cast<double>(column_->integers[row]), most);
    if (column_->kind == TERRAWRIGHT_COLUMN_REALS && std::isfinite(column_->reals[row]))
      return within(column_->reals[row], most);
    return otherwise;
  }
  std::int64_t integer(std::size_t row, std::int64_t otherwise = 0) const {
    return column_ != nullptr && column_->kind == TERRAWRIGHT_COLUMN_INTEGERS ? column_->integers[row] : otherwise;
  }
  std::string text(std::size_t row) const {
    const bool is = column_ != nullptr && column_->kind == TERRAWRIGHT_COLUMN_TEXTS && column_->texts[row] != nullptr;
    return is ? column_->texts[row] : "";
  }

 private:
  const terrawright_column* column_;
};

double on_paper_km(const Layout& layout, double cell, double km) {
  return within(km * 1000 / cell * layout.k, farthest);
}

}  // namespace

PointFeatures point_features(const TableView& table, const Layout& layout, double cell) {
  PointFeatures features;
  if (!table || !table.has_points()) return features;
  const Column name(table, "name"), height(table, "height"), prominence(table, "prominence"), radius(table, "radius");
  const Column inner(table, "inner_radius"), x(table, "towards_x"), y(table, "towards_y"), rank(table, "rank");
  const Column harbour(table, "harbour");
  for (std::size_t r = 0; r < table.rows(); ++r) {
    PointFeature f;
    f.at = near_paper(layout.spot(table.point(r).x, table.point(r).y));
    f.name = name.text(r);
    f.height = height.real(r);
    f.prominence = prominence.real(r);
    f.radius_km = radius ? radius.real(r) : inner.real(r);
    f.radius = on_paper_km(layout, cell, f.radius_km);
    f.towards_x = within(x.real(r), 2), f.towards_y = within(y.real(r), 2);
    f.rank = rank.integer(r, 4);
    f.harbour = harbour.integer(r) != 0;
    features.push_back(std::move(f));
  }
  return features;
}

LineFeatures line_features(const TableView& table, const Layout& layout, double cell) {
  LineFeatures features;
  if (!table || !table.has_lines()) return features;
  const Column name(table, "name"), area(table, "area"), inner(table, "inner_radius"), discharge(table, "discharge");
  const Column pole_x(table, "pole_x"), pole_y(table, "pole_y"), rank(table, "rank");
  for (std::size_t r = 0; r < table.rows(); ++r) {
    LineFeature f;
    for (const terrawright_point& p : table.line(r)) f.line.push_back(near_paper(layout.spot(p.x, p.y)));
    f.name = name.text(r);
    f.area = area.real(r);
    f.radius = on_paper_km(layout, cell, inner.real(r));
    f.discharge = std::max(discharge.real(r), 0.0);
    f.rank = rank.integer(r, 2);
    if (pole_x && pole_y) {
      f.pole = near_paper(layout.spot(pole_x.real(r) / cell, pole_y.real(r) / cell));
    } else if (!f.line.empty()) {
      f.pole = f.line[f.line.size() / 2];
    }
    features.push_back(std::move(f));
  }
  return features;
}

std::vector<Reach> reaches_of(const TableView& table, const Layout& layout) {
  std::vector<Reach> reaches;
  if (!table || !table.has_lines()) return reaches;
  const Column discharge(table, "discharge"), number(table, "reach"), next(table, "next_reach");
  std::vector<std::pair<std::int64_t, std::int64_t>> rows;  // numbers of reaches and their rows
  for (std::size_t r = 0; r < table.rows(); ++r)
    rows.emplace_back(number.integer(r, static_cast<std::int64_t>(r) + 1), static_cast<std::int64_t>(r));
  std::sort(rows.begin(), rows.end());
  for (std::size_t r = 0; r < table.rows(); ++r) {
    Reach reach;
    for (const terrawright_point& p : table.line(r)) reach.spots.push_back(near_paper(layout.spot(p.x, p.y)));
    reach.discharge = std::max(discharge.real(r, 1), 0.0);
    const std::int64_t wanted = next.integer(r, 0);
    const auto found = std::lower_bound(rows.begin(), rows.end(), std::make_pair(wanted, std::int64_t{-1}));
    if (found != rows.end() && found->first == wanted) reach.next = found->second;
    reaches.push_back(std::move(reach));
  }
  return reaches;
}

}  // namespace terrawright::map

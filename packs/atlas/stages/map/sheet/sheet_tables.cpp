// SPDX-License-Identifier: Apache-2.0
#include "sheet_tables.hpp"

#include <algorithm>
#include <cmath>

namespace terrawright::map {
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

// SPDX-License-Identifier: Apache-2.0
#include "check/table_sources.hpp"

#include <string>
#include <vector>

#include "terrawright/random.h"
#include "terrawright/stage.hpp"

namespace terrawright::check {
namespace {

constexpr std::size_t usual_rows = 24, corners = 9;

template <bool lines>
struct TableSource {
  Out<Table> made;
  std::string unit = "1";
  double times = 1.0;
  bool positive = false;
  std::string shape = "hills";
  std::size_t row_count = usual_rows;
  std::uint64_t stream = 0;
  double width = 1, height = 1;

  static void describe(Spec<TableSource>& s) {
    s.stage(lines ? "check/source.lines" : "check/source.points", "Made-up rows.").reads_random();
    auto&& port = s.port(&TableSource::made, "made", "The rows.");
    lines ? port.lines() : port.points();
    s.parameter(&TableSource::unit, "unit", "Nothing: columns have their own.");
    s.parameter(&TableSource::times, "times", "What numbers are multiplied with.");
    s.parameter(&TableSource::positive, "positive", "No number is below 0, and rows have names.");
    s.parameter(&TableSource::shape, "shape", "What cells would look like: of \"zero\" no row, of \"one\" one.");
  }
  void arrange(Arrangement& world) {
    stream = world.stream();
    row_count = shape == "zero" ? 0 : shape == "one" ? 1 : usual_rows;
    width = static_cast<double>(world.width()), height = static_cast<double>(world.height());
  }

  double share(std::size_t row, std::size_t which) const {
    const auto key = terrawright_key_of_row(stream, static_cast<std::int32_t>(row), 0, 0, 0);
    return static_cast<double>(terrawright_unit(terrawright_word(key, static_cast<std::int32_t>(which))));
  }
  Next<int> resolve(Resolving& resolving) const {
    Table table;
    std::vector<std::string> names;
    std::vector<std::int64_t> numbers, ranks, next;
    for (std::size_t row = 0; row < row_count; ++row) {
      names.push_back("Row " + std::to_string(row));
      numbers.push_back(static_cast<std::int64_t>(row) + 1);
      ranks.push_back(static_cast<std::int64_t>(row % 4) + 1);
      next.push_back(row % 3 == 0 ? 0 : static_cast<std::int64_t>(row));  // the row before it
    }
    if (positive) table.texts("name", std::move(names));  // some stages add one, some read it
    table.integers("rank", "1", std::move(ranks));
    for (const char* column : {"reach", "course"}) table.integers(column, "1", numbers);
    table.integers("next_reach", "1", std::move(next));
    std::size_t which = 2;
    for (const char* column : {"height", "prominence", "radius", "inner_radius", "area", "discharge"}) {
      std::vector<double> reals;
      for (std::size_t row = 0; row < row_count; ++row)
        reals.push_back((share(row, which) * (positive ? 1 : 2) - (positive ? 0 : 1)) * times);
      table.reals(column, "1", std::move(reals));
      ++which;
    }
    for (std::size_t row = 0; row < row_count; ++row) {
      const double x = share(row, 0) * (width - 1), y = share(row, 1) * (height - 1);
      if (!lines) {
        table.point(x, y);
        continue;
      }
      std::vector<terrawright_point> line;
      for (std::size_t n = 0; n < corners; ++n) {
        const double gone = static_cast<double>(n) / (corners - 1);
        line.push_back({x * (1 - gone) + width / 2 * gone, y + (height - 1 - y) * gone * gone});
      }
      table.line(line.begin(), line.end());
    }
    resolving.table(made, table);
    return done(0);
  }
  void paint(Tile&) const {}
};

}  // namespace

const terrawright_stage* source_of_points() { return stage<TableSource<false>>(); }
const terrawright_stage* source_of_lines() { return stage<TableSource<true>>(); }

}  // namespace terrawright::check

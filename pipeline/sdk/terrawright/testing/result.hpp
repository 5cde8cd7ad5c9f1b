// SPDX-License-Identifier: Apache-2.0
// terrawright/testing/result.hpp: what a stage under test made.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "guarded.hpp"
#include "terrawright/arrangement.hpp"
#include "terrawright/kinds.hpp"

namespace terrawright {
inline namespace v1 {
namespace testing {

// What a stage said: why it cannot go on, or what a user should know.
struct Message {
  std::string where;  // a parameter or port, "rules[2].code", or empty
  std::string text;
  std::int64_t x = -1, y = -1;  // a cell, or -1

  // "height: a height is NaN at cell (3, 4)"
  std::string sentence() const {
    std::string all = where.empty() ? text : where + ": " + text;
    if (x >= 0) all += " at cell (" + std::to_string(x) + ", " + std::to_string(y) + ")";
    return all;
  }
};

namespace detail {
class RowsPutTogether;
}

// The content of an output table.
class Rows {
 public:
  struct Column {
    std::string name, unit;  // unit "1": none
    std::variant<std::vector<std::int64_t>, std::vector<double>, std::vector<std::string>> values;
  };

  std::uint64_t rows() const { return rows_; }
  const std::vector<Column>& columns() const { return columns_; }
  const std::vector<std::int64_t>& integers(const std::string& column) const {
    return std::get<std::vector<std::int64_t>>(named(column).values);
  }
  const std::vector<double>& reals(const std::string& column) const {
    return std::get<std::vector<double>>(named(column).values);
  }
  const std::vector<std::string>& texts(const std::string& column) const {
    return std::get<std::vector<std::string>>(named(column).values);
  }
  const std::string& unit(const std::string& column) const { return named(column).unit; }
  // Of rows at points, one a row; of lines, all of them one after another.
  const std::vector<terrawright_point>& points() const { return points_; }
  std::vector<terrawright_point> line(std::uint64_t row) const {
    const auto end = static_cast<std::ptrdiff_t>(ends_.at(row));
    const auto begin = static_cast<std::ptrdiff_t>(row == 0 ? 0 : ends_.at(row - 1));
    return {points_.begin() + begin, points_.begin() + end};
  }

  // Calls take(plain), as a stage that reads the table sees it; what it is given lives as long as the call.
  template <class Take>
  void give_to(Take take) const {
    std::vector<terrawright_column> plain;
    std::vector<std::vector<const char*>> words(columns_.size());
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const Column& from = columns_[i];
      terrawright_column column = {0, 0, from.name.c_str(), from.unit.c_str(), nullptr, nullptr, nullptr};
      if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&from.values)) {
        column.kind = TERRAWRIGHT_COLUMN_INTEGERS;
        column.integers = integers->data();
      } else if (const auto* reals = std::get_if<std::vector<double>>(&from.values)) {
        column.kind = TERRAWRIGHT_COLUMN_REALS;
        column.reals = reals->data();
      } else {
        for (const std::string& text : std::get<std::vector<std::string>>(from.values))
          words[i].push_back(text.c_str());
        column.kind = TERRAWRIGHT_COLUMN_TEXTS;
        column.texts = words[i].data();
      }
      plain.push_back(column);
    }
    const terrawright_table table = {sizeof table,
                                     0,
                                     plain.size(),
                                     rows_,
                                     plain.data(),
                                     points_.empty() ? nullptr : points_.data(),
                                     ends_.empty() ? nullptr : ends_.data()};
    take(table);
  }
  // TERRAWRIGHT_PORT_POINTS, TERRAWRIGHT_PORT_LINES or 0: where its rows are.
  std::uint32_t places() const {
    return !ends_.empty() ? +TERRAWRIGHT_PORT_LINES : !points_.empty() ? +TERRAWRIGHT_PORT_POINTS : 0u;
  }

  // A copy of what a stage hands out through a port of these flags; `pieces`: its lines are put together later. Throws
  // std::invalid_argument: what is wrong.
  Rows(const terrawright_table& from, std::uint32_t port_flags, bool pieces = false) : rows_(from.n_rows) {
    if (from.n_columns == 0 || from.columns == nullptr) throw std::invalid_argument("it has no column");
    std::set<std::string> names;
    if (port_flags & TERRAWRIGHT_PORT_POINTS) names = {"x", "y"};
    for (std::uint64_t i = 0; i < from.n_columns; ++i) {
      add(from.columns[i]);
      if (!names.insert(columns_.back().name).second)
        throw std::invalid_argument("it has two columns '" + columns_.back().name + "'");
    }
    const bool points = (port_flags & TERRAWRIGHT_PORT_POINTS) != 0, lines = (port_flags & TERRAWRIGHT_PORT_LINES) != 0;
    if (!lines && from.ends != nullptr) throw std::invalid_argument("it has lines, which its port does not declare");
    if (!lines && !points && from.points != nullptr)
      throw std::invalid_argument("it has places, which its port does not declare");
    std::uint64_t count = points ? rows_ : 0;
    if (lines && rows_ != 0) {
      if (from.ends == nullptr) throw std::invalid_argument("its port declares lines, and it has none");
      ends_.assign(from.ends, from.ends + rows_);
      check_lines(pieces);
      count = ends_.back();
    }
    if (count == 0) return;
    if (from.points == nullptr) throw std::invalid_argument("its port declares places, and it has none");
    points_.assign(from.points, from.points + count);
    for (const terrawright_point& point : points_) {
      if (!std::isfinite(point.x) || !std::isfinite(point.y))
        throw std::invalid_argument("one of its places is no finite number");
    }
  }

 private:
  void add(const terrawright_column& from) {
    const std::string_view name = from.name == nullptr ? "" : from.name;
    const bool proper = !name.empty() && name[0] >= 'a' && name[0] <= 'z' &&
                        name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == name.npos;
    if (!proper) throw std::invalid_argument("it has a column without a proper name");
    Column column{std::string(name), from.unit == nullptr || *from.unit == 0 ? "1" : from.unit, {}};
    const auto values = [&](const auto* first) {
      if (first == nullptr && rows_ != 0) throw std::invalid_argument("its column '" + column.name + "' has no values");
      return std::vector(first, first + rows_);
    };
    if (from.kind == TERRAWRIGHT_COLUMN_INTEGERS) {
      column.values = values(from.integers);
    } else if (from.kind == TERRAWRIGHT_COLUMN_REALS) {
      column.values = values(from.reals);
    } else if (from.kind == TERRAWRIGHT_COLUMN_TEXTS) {
      std::vector<std::string> texts;
      for (const char* text : values(from.texts)) texts.emplace_back(text == nullptr ? "" : text);
      column.values = std::move(texts);
    } else {
      throw std::invalid_argument("its column '" + column.name + "' is of no kind that there is");
    }
    columns_.push_back(std::move(column));
  }
  void check_lines(bool pieces) const {
    std::uint64_t begin = 0;
    for (const std::uint64_t end : ends_) {
      if (end < begin) throw std::invalid_argument("the points of a row end before they begin");
      if (end - begin == 1 && !pieces) throw std::invalid_argument("one of its rows is a line of one point");
      begin = end;
    }
  }

  friend class detail::RowsPutTogether;
  Rows() = default;
  // "'reach' (integers), 'length' (reals in km)"
  std::string columns_text() const {
    static const char* const kinds[] = {"integers", "reals", "texts"};
    std::string text;
    for (const Column& column : columns_) {
      text += (text.empty() ? "'" : ", '") + column.name + "' (" + kinds[column.values.index()];
      text += column.unit == "1" ? ")" : " in " + column.unit + ")";
    }
    return text;
  }
  Rows without_rows() const {
    Rows none;
    for (const Column& column : columns_) {
      none.columns_.push_back({column.name, column.unit, {}});
      std::visit([&](const auto& values) { none.columns_.back().values = std::decay_t<decltype(values)>(); },
                 column.values);
    }
    return none;
  }
  // A row more at the end; or the last one goes on, its values are those of this one then.
  void add(const Rows& from, std::size_t row, bool goes_on) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      std::visit(
          [&](auto& values) {
            if (goes_on) values.pop_back();
            values.push_back(std::get<std::decay_t<decltype(values)>>(from.columns_[i].values)[row]);
          },
          columns_[i].values);
    }
    rows_ += goes_on ? 0 : 1;
    if (from.ends_.empty()) {
      if (!from.points_.empty()) points_.push_back(from.points_[row]);
      return;
    }
    for (const terrawright_point& point : from.line(row)) points_.push_back(point);
    if (goes_on) ends_.pop_back();
    ends_.push_back(points_.size());
  }
  const Column& named(const std::string& name) const {
    for (const Column& column : columns_) {
      if (column.name == name) return column;
    }
    throw std::out_of_range("the table has no column '" + name + "'");
  }

  std::vector<Column> columns_;
  std::uint64_t rows_ = 0;
  std::vector<terrawright_point> points_;
  std::vector<std::uint64_t> ends_;
};

namespace detail {

// What one output is.
struct Product {
  std::string name;
  std::uint32_t kind = 0;  // 0: nobody reads it
  std::string unit;
  std::vector<LegendEntry> legend;
  std::vector<unsigned char> cells;  // row by row
  std::optional<double> number;
  std::optional<std::vector<unsigned char>> grid;
  std::optional<std::string> text;
  std::optional<Rows> table;
};

inline double number_of(std::uint32_t kind, const unsigned char* cell) {
  const auto as = [&](auto value) {
    std::memcpy(&value, cell, sizeof value);
    return static_cast<double>(value);
  };
  switch (kind) {
    case TERRAWRIGHT_KIND_MASK:
      return as(std::uint8_t{});
    case TERRAWRIGHT_KIND_CLASS:
      return as(std::uint16_t{});
    case TERRAWRIGHT_KIND_COUNT:
      return as(std::int64_t{});
    default:
      return as(float{});
  }
}

class Execution;

}  // namespace detail

// Outputs are asked for by name. Asking throws where the stage failed: test failure() first if it may.
class Result {
 public:
  explicit operator bool() const { return failures_.empty() && !stopped_; }
  // Why it could not go on, the first of all reasons; a stage may name several mistakes while it is arranged.
  std::optional<Message> failure() const {
    return failures_.empty() ? std::nullopt : std::optional<Message>(failures_.front());
  }
  const std::vector<Message>& failures() const { return failures_; }
  const std::vector<Message>& warnings() const { return warnings_; }  // each once
  const std::vector<std::string>& lines() const { return lines_; }    // of log
  bool stopped() const { return stopped_; }                           // as the test asked for by stop_after

  std::int64_t width() const { return width_; }
  std::int64_t height() const { return height_; }

  // One cell of an output that has one number a cell.
  double operator()(const std::string& output, std::int64_t x, std::int64_t y) const {
    const detail::Product& from = made(output);
    if (detail::cell_bytes(from.kind) == 0 || from.kind == TERRAWRIGHT_KIND_VECTOR ||
        from.kind == TERRAWRIGHT_KIND_COLOUR)
      throw std::invalid_argument("the output '" + output + "' is " + detail::kind_name(from.kind));
    return detail::number_of(from.kind, from.cells.data() + place(x, y) * detail::cell_bytes(from.kind));
  }
  // One cell, as cell<Vector>("wind", x, y).x.
  template <class Kind>
  typename Kind::Cell cell(const std::string& output, std::int64_t x, std::int64_t y) const {
    const detail::Product& from = layer<Kind>(output);
    typename Kind::Cell one;
    std::memcpy(&one, from.cells.data() + place(x, y) * sizeof one, sizeof one);
    return one;
  }
  // All of them, row by row.
  template <class Kind>
  std::vector<typename Kind::Cell> cells(const std::string& output) const {
    const detail::Product& from = layer<Kind>(output);
    std::vector<typename Kind::Cell> all(from.cells.size() / sizeof(typename Kind::Cell));
    if (!all.empty()) std::memcpy(all.data(), from.cells.data(), from.cells.size());
    return all;
  }
  double number(const std::string& output) const { return given(output, made(output).number, "a number"); }
  const std::string& text(const std::string& output) const { return given(output, made(output).text, "a text"); }
  const Rows& table(const std::string& output) const { return given(output, made(output).table, "a table"); }
  // A Blob's content: BlobView(result.grid("wind")).
  terrawright_blob grid(const std::string& output) const {
    const auto& bytes = given(output, made(output).grid, "a grid");
    return {bytes.empty() ? nullptr : bytes.data(), bytes.size()};
  }
  const std::string& unit(const std::string& output) const { return made(output).unit; }
  const std::vector<LegendEntry>& legend(const std::string& output) const { return made(output).legend; }
  // TERRAWRIGHT_KIND_HEIGHT and so on; 0: nobody reads it.
  std::uint32_t kind(const std::string& output) const { return made(output).kind; }

 private:
  friend class detail::Execution;
  friend class StageRun;
  friend std::optional<std::string> difference(const Result& a, const Result& b);

  const detail::Product& made(const std::string& output) const {
    if (!failures_.empty()) throw std::runtime_error("the stage failed: " + failures_.front().sentence());
    if (stopped_) throw std::runtime_error("the stage stopped, as the test asked it to");
    std::string names;
    for (const detail::Product& product : products_) {
      if (product.name == output) return product;
      if (!product.name.empty()) names += (names.empty() ? "" : ", ") + product.name;
    }
    throw std::out_of_range("there is no output '" + output + "'; there are: " + names);
  }
  template <class Kind>
  const detail::Product& layer(const std::string& output) const {
    const detail::Product& from = made(output);
    if (from.kind != 0 && (Kind::kinds & (1u << from.kind))) return from;
    throw std::invalid_argument("the output '" + output + "' is " + detail::kind_name(from.kind));
  }
  template <class Content>
  static const Content& given(const std::string& output, const std::optional<Content>& content, const char* what) {
    if (!content) throw std::invalid_argument("the output '" + output + "' is not " + what);
    return *content;
  }
  std::size_t place(std::int64_t x, std::int64_t y) const {
    if (x < 0 || y < 0 || x >= width_ || y >= height_) {
      throw std::out_of_range("there is no cell (" + std::to_string(x) + ", " + std::to_string(y) + ") in " +
                              std::to_string(width_) + " x " + std::to_string(height_) + " cells");
    }
    return static_cast<std::size_t>(y * width_ + x);
  }

  std::int64_t width_ = 0, height_ = 0;
  std::vector<detail::Product> products_;  // one per port; those of inputs have no name
  std::vector<Message> failures_, warnings_;
  std::vector<std::string> lines_;
  bool stopped_ = false;
};

}  // namespace testing
}  // namespace v1
}  // namespace terrawright

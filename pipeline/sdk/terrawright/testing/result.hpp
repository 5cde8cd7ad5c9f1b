// SPDX-License-Identifier: Apache-2.0
// terrawright/testing/result.hpp: what a stage under test made.
#pragma once
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "terrawright/arrangement.hpp"
#include "terrawright/cells.hpp"
#include "terrawright/kinds.hpp"
#include "terrawright/trial.h"

namespace terrawright {
inline namespace v1 {
namespace testing {

// A message of a stage: the reason of a failure, or a warning.
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
  // For rows at points, one a row; for lines, all of them one after another.
  const std::vector<terrawright_point>& points() const { return points_; }
  std::vector<terrawright_point> line(std::uint64_t row) const {
    const auto end = static_cast<std::ptrdiff_t>(ends_.at(row));
    const auto begin = static_cast<std::ptrdiff_t>(row == 0 ? 0 : ends_.at(row - 1));
    return {points_.begin() + begin, points_.begin() + end};
  }

  // Calls take(plain), as a stage that reads the table sees it; what it is given lives as long as the call.
  template <class Take>
  void give_to(Take take) const;
  // TERRAWRIGHT_PORT_POINTS, TERRAWRIGHT_PORT_LINES or 0: where its rows are.
  std::uint32_t places() const {
    return !ends_.empty() ? +TERRAWRIGHT_PORT_LINES : !points_.empty() ? +TERRAWRIGHT_PORT_POINTS : 0u;
  }

  // A copy of what a stage hands out, whose rows are at `places`.
  Rows(const terrawright_table& from, std::uint32_t places) : rows_(from.n_rows) {
    for (std::uint64_t i = 0; i < from.n_columns; ++i) {
      const terrawright_column& plain = *from.columns[i];
      Column column{plain.name, plain.unit == nullptr || *plain.unit == 0 ? "1" : plain.unit, {}};
      if (plain.kind == TERRAWRIGHT_COLUMN_INTEGERS) column.values = values(plain.integers);
      if (plain.kind == TERRAWRIGHT_COLUMN_REALS) column.values = values(plain.reals);
      if (plain.kind == TERRAWRIGHT_COLUMN_TEXTS)
        column.values = std::vector<std::string>(plain.texts, plain.texts + rows_);
      columns_.push_back(std::move(column));
    }
    if (places & TERRAWRIGHT_PORT_LINES) ends_ = values(from.ends);
    const std::uint64_t count = places & TERRAWRIGHT_PORT_LINES ? (ends_.empty() ? 0 : ends_.back())
                                : places != 0                   ? rows_
                                                                : 0;
    points_.assign(from.points, from.points + count);
  }

 private:
  template <class Value>
  std::vector<Value> values(const Value* first) const {
    return std::vector<Value>(first, first + rows_);
  }
  const Column& named(const std::string& name) const {
    for (const Column& column : columns_) {
      if (column.name == name) return column;
    }
    throw std::out_of_range("the table has no column '" + name + "'");
  }
  friend class PlainRows;

  std::vector<Column> columns_;
  std::uint64_t rows_ = 0;
  std::vector<terrawright_point> points_;
  std::vector<std::uint64_t> ends_;
};

// Rows as they cross the border; they must outlive it.
class PlainRows {
 public:
  explicit PlainRows(const Rows& from) : texts_(from.columns().size()) {
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      const Rows::Column& column = from.columns()[i];
      terrawright_column plain = {sizeof plain, 0, column.name.c_str(), column.unit.c_str(), nullptr, nullptr, nullptr};
      if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&column.values)) {
        plain.kind = TERRAWRIGHT_COLUMN_INTEGERS;
        plain.integers = integers->data();
      } else if (const auto* reals = std::get_if<std::vector<double>>(&column.values)) {
        plain.kind = TERRAWRIGHT_COLUMN_REALS;
        plain.reals = reals->data();
      } else {
        for (const std::string& text : std::get<std::vector<std::string>>(column.values))
          texts_[i].push_back(text.c_str());
        plain.kind = TERRAWRIGHT_COLUMN_TEXTS;
        plain.texts = texts_[i].data();
      }
      columns_.push_back(plain);
    }
    list_ = detail::addresses(columns_);
    table_ = {sizeof table_,
              0,
              list_.size(),
              from.rows(),
              list_.data(),
              from.points_.empty() ? nullptr : from.points_.data(),
              from.ends_.empty() ? nullptr : from.ends_.data()};
  }
  PlainRows(const PlainRows&) = delete;
  PlainRows& operator=(const PlainRows&) = delete;
  const terrawright_table& table() const { return table_; }

 private:
  std::vector<terrawright_column> columns_;
  std::vector<const terrawright_column*> list_;
  std::vector<std::vector<const char*>> texts_;
  terrawright_table table_{};
};

template <class Take>
void Rows::give_to(Take take) const {
  take(PlainRows(*this).table());
}

namespace detail {

// The functions of the library that runs the stage.
inline const terrawright_trial_api& library() {
  static const auto* const found = static_cast<const terrawright_trial_api*>(terrawright_api(TERRAWRIGHT_TRIAL_API));
  if (found == nullptr || found->size < sizeof *found)
    throw std::runtime_error("libterrawright is of another version than terrawright/testing.hpp");
  return *found;
}
struct CloseMade {
  void operator()(terrawright_made* made) const { library().close_made(made); }
};

inline const char* kind_name(std::uint32_t kind) {
  constexpr const char* names[] = {"nothing", "heights", "scalars",  "weights", "masks",  "classes", "counts",
                                   "vectors", "colours", "a number", "a grid",  "a text", "a table"};
  return kind < sizeof names / sizeof names[0] ? names[kind] : "of no kind";
}

// The content of one output; it is valid as long as the result.
struct Product {
  std::string name, unit;
  std::vector<LegendEntry> legend;
  terrawright_content content;
  std::string text;
  std::optional<Rows> table;

  explicit Product(const terrawright_content& from)
      : name(from.port),
        unit(from.unit),
        legend(terrawright::detail::legend_of(from.legend, from.n_legend)),
        content(from) {
    if (kind() == TERRAWRIGHT_KIND_TEXT) text.assign(static_cast<const char*>(from.blob.bytes), from.blob.size);
    if (kind() == TERRAWRIGHT_KIND_TABLE) table.emplace(*from.table, from.places);
  }
  std::uint32_t kind() const { return content.kind; }
  const unsigned char* cells() const { return static_cast<const unsigned char*>(content.cells); }
};

}  // namespace detail

// Outputs are asked for by name. Asking throws where the stage failed: test failure() first if it may.
class Result {
 public:
  Result() = default;
  // For a run in a world of so many cells; closes it.
  Result(terrawright_made* made, std::int64_t width, std::int64_t height)
      : made_(made, detail::CloseMade()), width_(width), height_(height) {
    if (made == nullptr) throw std::bad_alloc();
    const auto said = [&](std::uint32_t sort) {
      const terrawright_message* messages = nullptr;
      const std::uint64_t count = detail::library().messages(made, sort, &messages);
      std::vector<Message> all;
      for (std::uint64_t i = 0; i < count; ++i)
        all.push_back({messages[i].where, messages[i].text, messages[i].x, messages[i].y});
      return all;
    };
    failures_ = said(TERRAWRIGHT_MESSAGE_FAILURE);
    warnings_ = said(TERRAWRIGHT_MESSAGE_WARNING);
    for (Message& line : said(TERRAWRIGHT_MESSAGE_LINE)) lines_.push_back(std::move(line.text));
    stopped_ = detail::library().answer(made) == TERRAWRIGHT_STOPPED;
    const terrawright_content* outputs = nullptr;
    const std::uint64_t count = detail::library().outputs(made, &outputs);
    for (std::uint64_t i = 0; i < count; ++i) products_.emplace_back(outputs[i]);
  }

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
    const std::uint32_t kind = from.kind();
    if (cell_bytes(kind) == 0 || kind == TERRAWRIGHT_KIND_VECTOR || kind == TERRAWRIGHT_KIND_COLOUR)
      throw std::invalid_argument("the output '" + output + "' is " + detail::kind_name(kind));
    return cell_number(kind, from.cells() + place(x, y) * cell_bytes(kind));
  }
  // One cell, as cell<Vector>("wind", x, y).x.
  template <class Kind>
  typename Kind::Cell cell(const std::string& output, std::int64_t x, std::int64_t y) const {
    const detail::Product& from = layer<Kind>(output);
    typename Kind::Cell one;
    std::memcpy(&one, from.cells() + place(x, y) * sizeof one, sizeof one);
    return one;
  }
  // All of them, row by row.
  template <class Kind>
  std::vector<typename Kind::Cell> cells(const std::string& output) const {
    const detail::Product& from = layer<Kind>(output);
    std::vector<typename Kind::Cell> all(static_cast<std::size_t>(width_ * height_));
    std::memcpy(all.data(), from.cells(), all.size() * sizeof(typename Kind::Cell));
    return all;
  }
  double number(const std::string& output) const {
    return given(output, TERRAWRIGHT_KIND_NUMBER, "a number").content.number;
  }
  const std::string& text(const std::string& output) const {
    return given(output, TERRAWRIGHT_KIND_TEXT, "a text").text;
  }
  const Rows& table(const std::string& output) const { return *given(output, TERRAWRIGHT_KIND_TABLE, "a table").table; }
  // A Blob's content: BlobView(result.grid("wind")).
  terrawright_blob grid(const std::string& output) const {
    return given(output, TERRAWRIGHT_KIND_GRID, "a grid").content.blob;
  }
  const std::string& unit(const std::string& output) const { return made(output).unit; }
  const std::vector<LegendEntry>& legend(const std::string& output) const { return made(output).legend; }
  // TERRAWRIGHT_KIND_HEIGHT and so on; 0: nobody reads it.
  std::uint32_t kind(const std::string& output) const { return made(output).kind(); }

 private:
  friend class StageRun;
  friend std::optional<std::string> difference(const Result& a, const Result& b);

  const detail::Product& made(const std::string& output) const {
    if (!failures_.empty()) throw std::runtime_error("the stage failed: " + failures_.front().sentence());
    if (stopped_) throw std::runtime_error("the stage stopped, as the test asked it to");
    std::string names;
    for (const detail::Product& product : products_) {
      if (product.name == output) return product;
      names += (names.empty() ? "" : ", ") + product.name;
    }
    throw std::out_of_range("there is no output '" + output + "'; there are: " + names);
  }
  template <class Kind>
  const detail::Product& layer(const std::string& output) const {
    const detail::Product& from = made(output);
    if (from.kind() != 0 && (Kind::kinds & (1u << from.kind()))) return from;
    throw std::invalid_argument("the output '" + output + "' is " + detail::kind_name(from.kind()));
  }
  const detail::Product& given(const std::string& output, std::uint32_t kind, const char* what) const {
    const detail::Product& from = made(output);
    if (from.kind() != kind) throw std::invalid_argument("the output '" + output + "' is not " + what);
    return from;
  }
  std::size_t place(std::int64_t x, std::int64_t y) const {
    if (x < 0 || y < 0 || x >= width_ || y >= height_) {
      throw std::out_of_range("there is no cell (" + std::to_string(x) + ", " + std::to_string(y) + ") in " +
                              std::to_string(width_) + " x " + std::to_string(height_) + " cells");
    }
    return static_cast<std::size_t>(y * width_ + x);
  }

  std::shared_ptr<terrawright_made> made_;  // which holds what the products have
  std::int64_t width_ = 0, height_ = 0;
  std::vector<detail::Product> products_;
  std::vector<Message> failures_, warnings_;
  std::vector<std::string> lines_;
  bool stopped_ = false;
};

}  // namespace testing
}  // namespace v1
}  // namespace terrawright

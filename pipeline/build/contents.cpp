// SPDX-License-Identifier: Apache-2.0
#include "build/contents.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "build/exact_sum.hpp"
#include "engine/layer_rows.hpp"
#include "engine/long_table.hpp"
#include "report/diagnostic.hpp"
#include "report/suggest.hpp"

namespace terrawright::build {
namespace {

using SortedJson = nlohmann::json;
using report::quote;

class Counting {
 public:
  template <class Number>
  void add(Number number) {
    const auto real = static_cast<double>(number);
    if (real != real) return;
    if constexpr (std::is_integral_v<Number>) {
      sum_.add(static_cast<std::int64_t>(number));
    } else {
      sum_.add(real);
    }
    // Adding zero makes -0 and +0 one value.
    all_.minimum = all_.values == 0 ? real + 0.0 : std::min(all_.minimum, real + 0.0);
    all_.maximum = all_.values == 0 ? real + 0.0 : std::max(all_.maximum, real + 0.0);
    ++all_.values;
  }
  Contents result() {
    all_.sum = sum_.value();
    return all_;
  }
  Contents& all() { return all_; }

 private:
  Contents all_;
  ExactSum sum_;
};

template <class Cell>
Contents of_cells(const engine::Layer& layer) {
  const std::int64_t width = layer.facts().width;
  std::vector<Cell> cells(static_cast<std::size_t>(width));
  engine::LayerRows rows(layer);
  Counting counting;
  for (std::int64_t y = 0; y < layer.facts().height; ++y) {
    rows.read(y, 1, cells.data());
    for (const Cell cell : cells) counting.add(cell);
  }
  return counting.result();
}

}  // namespace

Contents contents_of(const engine::Layer& layer) {
  switch (layer.facts().kind) {
    case TERRAWRIGHT_KIND_MASK:
      return of_cells<std::uint8_t>(layer);
    case TERRAWRIGHT_KIND_COUNT:
      return of_cells<std::int64_t>(layer);
    default:
      return of_cells<float>(layer);
  }
}

Contents contents_of(const engine::Product& table, const std::string& column, const std::string& name) {
  Counting counting;
  Contents& all = counting.all();
  std::vector<std::string> names;
  bool found = false;
  for (const engine::StoredTable::Column& one : engine::head_of(table).columns) {
    names.push_back(one.name);
    if (one.name != column) continue;
    found = true;
    all.unit = one.unit;
    if (std::holds_alternative<std::vector<std::string>>(one.values)) {
      all.problem = quote(name + "." + column) + " is a column of texts";
      all.hint = "only numbers can be measured";
      return all;
    }
  }
  if (!found) {
    all.problem = quote(name) + " has no column " + quote(column);
    all.hint = report::did_you_mean(column, names, "its columns are");
    return all;
  }
  engine::each_part(table, [&](const engine::StoredTable& part) {
    for (const engine::StoredTable::Column& one : part.columns) {
      if (one.name != column) continue;
      if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&one.values)) {
        for (const std::int64_t number : *integers) counting.add(number);
      } else if (const auto* reals = std::get_if<std::vector<double>>(&one.values)) {
        for (const double number : *reals) {
          if (std::isfinite(number)) counting.add(number);  // others are no value
        }
      }
    }
  });
  return counting.result();
}

std::string bytes_of(const Contents& contents) {
  const std::vector<std::uint8_t> bytes =
      SortedJson::to_cbor(SortedJson::array({contents.values, contents.sum, contents.minimum, contents.maximum,
                                             contents.unit, contents.problem, contents.hint}));
  return std::string(bytes.begin(), bytes.end());
}

std::optional<Contents> contents_from(const std::string& bytes) {
  try {
    const SortedJson json = SortedJson::from_cbor(bytes);
    return Contents{json.at(0), json.at(1), json.at(2), json.at(3), json.at(4), json.at(5), json.at(6)};
  } catch (const SortedJson::exception&) {
    return std::nullopt;
  }
}

}  // namespace terrawright::build

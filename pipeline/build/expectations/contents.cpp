// SPDX-License-Identifier: Apache-2.0
// Facts of cells and columns that are in no record: sums and percentiles, the same in any order.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "build/expectations/expectations.hpp"
#include "engine/tables/row_readers.hpp"
#include "engine/tables/stored_table.hpp"
#include "report/diagnostic.hpp"
#include "report/json.hpp"
#include "report/suggest.hpp"
#include "terrawright/ordered_bits.hpp"

namespace terrawright::build {
namespace {

using report::Json, report::quote;

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
    all_.percentile = all_.minimum;
    return all_;
  }

 private:
  Contents all_;
  ExactSum sum_;
};

// Numbers as integers in the same order, digits of 16 bits.
constexpr std::uint64_t sign = std::uint64_t{1} << 63;
std::uint64_t key_of(float number) { return ordered_bits(number); }
std::uint64_t key_of(double number) {
  std::uint64_t bits;
  std::memcpy(&bits, &number, sizeof bits);
  return bits & sign ? sign - (bits & ~sign) : sign + bits;
}
std::uint64_t key_of(std::int64_t number) { return key_of(static_cast<double>(number)); }
double number_of(std::uint64_t key, int digits) {
  if (digits == 2) return static_cast<double>(of_ordered_bits(static_cast<std::uint32_t>(key)));
  const std::uint64_t bits = key >= sign ? key - sign : sign | (sign - key);
  double number;
  std::memcpy(&number, &bits, sizeof number);
  return number;
}

// `each` gives all numbers to its argument, as often as it is asked. A percentile is found digit by digit: a pass
// counts the numbers that have the digits found so far by their next digit. Counts do not depend on any order.
template <class Each>
Contents counted(const Each& each, std::int64_t parts, int digits) {
  constexpr std::uint64_t million = 1000000;
  Counting counting;
  each([&](auto number) { counting.add(number); });
  Contents all = counting.result();
  if (parts == 0 || all.values == 0) return all;
  const auto share = static_cast<std::uint64_t>(parts);
  std::uint64_t rank = all.values / million * share + (all.values % million * share + million - 1) / million, key = 0;
  std::vector<std::uint64_t> counts(65536);
  for (int digit = digits; digit-- > 0;) {
    std::fill(counts.begin(), counts.end(), 0);
    each([&](auto number) {
      if (number != number) return;
      const std::uint64_t bits = key_of(number) >> (16 * digit);
      if (bits >> 16 == key) ++counts[bits & 65535];
    });
    std::uint64_t next = 0;
    while (rank > counts[next]) rank -= counts[next++];
    key = key << 16 | next;
  }
  all.percentile = number_of(key, digits);
  return all;
}

template <class Cell>
Contents of_cells(const engine::Layer& layer, std::int64_t parts) {
  std::vector<Cell> cells(static_cast<std::size_t>(layer.facts().width));
  const auto each = [&](const auto& take) {
    engine::LayerRows rows(layer);
    for (std::int64_t y = 0; y < layer.facts().height; ++y) {
      rows.read(y, 1, cells.data());
      for (const Cell cell : cells) take(cell);
    }
  };
  return counted(each, parts, sizeof(Cell) / 2);
}

}  // namespace

Contents contents_of(const engine::Layer& layer, std::int64_t parts) {
  return layer.facts().kind == TERRAWRIGHT_KIND_COUNT ? of_cells<std::int64_t>(layer, parts)
                                                      : of_cells<float>(layer, parts);
}

Contents contents_of(const engine::Product& table, const std::string& column, std::int64_t parts,
                     const std::string& name) {
  Contents all;
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
  const auto each = [&](const auto& take) {
    engine::each_part(table, [&](const engine::StoredTable& part) {
      for (const engine::StoredTable::Column& one : part.columns) {
        if (one.name != column) continue;
        if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&one.values)) {
          for (const std::int64_t number : *integers) take(number);
        } else if (const auto* reals = std::get_if<std::vector<double>>(&one.values)) {
          for (const double number : *reals) {
            if (std::isfinite(number)) take(number);  // others are no value
          }
        }
      }
    });
  };
  Contents numbers = counted(each, parts, 4);
  numbers.unit = std::move(all.unit);
  return numbers;
}

std::string bytes_of(const Contents& contents) {
  return Json::array({contents.values, contents.sum, contents.minimum, contents.maximum, contents.percentile,
                      contents.unit, contents.problem, contents.hint})
      .to_cbor();
}

std::optional<Contents> contents_from(const std::string& bytes) {
  try {
    const Json json = Json::from_cbor(bytes);
    return Contents{json.at(0), json.at(1), json.at(2), json.at(3), json.at(4), json.at(5), json.at(6), json.at(7)};
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace terrawright::build

// SPDX-License-Identifier: Apache-2.0
// terrawright/testing/rows.hpp: rows of an output table that tiles give one after the other, put in order and together
// as the engine does it.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "result.hpp"

namespace terrawright {
inline namespace v1 {
namespace testing {
namespace detail {

// What one call of `rows` gave.
struct GivenRows {
  std::uint32_t port;
  terrawright_rect tile;
  Rows rows;
  std::vector<std::uint64_t> order, part;  // `whole_row`: in the place of a part
};

constexpr std::uint64_t whole_row = std::numeric_limits<std::uint64_t>::max();

// Throws std::invalid_argument: what is wrong.
inline GivenRows given_rows(std::uint32_t port, std::uint32_t port_flags, const terrawright_rect& tile,
                            const terrawright_table& table, const std::uint64_t* order, const std::uint64_t* part) {
  GivenRows given{port, tile, Rows(table, port_flags, part != nullptr), {}, {}};
  for (std::uint64_t i = 0; i < table.n_rows; ++i) {
    if (part != nullptr && part[i] == whole_row)
      throw std::invalid_argument("the part of its row " + std::to_string(i) + " is UINT64_MAX");
    given.order.push_back(order[i]);
    given.part.push_back(part == nullptr ? whole_row : part[i]);
  }
  return given;
}

class RowsPutTogether {
 public:
  // Of one port, in any order. At least one. Throws Message: what is wrong with them together.
  explicit RowsPutTogether(std::vector<const GivenRows*> given) : given_(std::move(given)) {}

  Rows made(const std::string& table) {
    require_one_kind_of_columns(table);
    struct At {
      std::uint64_t order, part;
      const Rows* rows;
      std::size_t row;
    };
    std::vector<At> all;
    for (const GivenRows* given : given_) {
      for (std::size_t i = 0; i < given->order.size(); ++i)
        all.push_back({given->order[i], given->part[i], &given->rows, i});
    }
    std::sort(all.begin(), all.end(),
              [](const At& a, const At& b) { return a.order != b.order ? a.order < b.order : a.part < b.part; });
    Rows made = given_.front()->rows.without_rows();
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool goes_on = i > 0 && all[i].order == all[i - 1].order;
      const std::string order = std::to_string(all[i].order);
      if (goes_on && (all[i].part == whole_row || all[i].part == all[i - 1].part)) {
        throw Message{"", wrong(table) + "it gives two rows of order " + order +
                              (all[i].part == whole_row ? "" : " and part " + std::to_string(all[i].part))};
      }
      made.add(*all[i].rows, all[i].row, goes_on);
      const bool ends = i + 1 == all.size() || all[i + 1].order != all[i].order;
      if (ends && made.ends_.size() == made.rows_ && made.line(made.rows_ - 1).size() == 1)
        throw Message{"", wrong(table) + "its row of order " + order + " is a line of one point"};
    }
    return made;
  }

 private:
  static std::string wrong(const std::string& table) { return "its code is wrong: of the table '" + table + "', "; }

  void require_one_kind_of_columns(const std::string& table) {
    std::stable_sort(given_.begin(), given_.end(), [](const GivenRows* a, const GivenRows* b) {
      return a->tile.y != b->tile.y ? a->tile.y < b->tile.y : a->tile.x < b->tile.x;
    });
    const std::string first = given_.front()->rows.columns_text();
    for (const GivenRows* given : given_) {
      const std::string other = given->rows.columns_text();
      if (other == first) continue;
      throw Message{"",
                    wrong(table) + "its rows have the columns " + other + " in one tile and " + first + " in another",
                    given->tile.x, given->tile.y};
    }
  }

  std::vector<const GivenRows*> given_;
};

}  // namespace detail
}  // namespace testing
}  // namespace v1
}  // namespace terrawright

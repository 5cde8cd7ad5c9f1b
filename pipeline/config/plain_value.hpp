// SPDX-License-Identifier: Apache-2.0
// Values of the config as values of the border: one parameter or column at a time.
#pragma once
#include <terrawright/abi.h>

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "check.hpp"

namespace terrawright::config {

// Storage for the pointers of plain values. Addresses stay when more is added, and when the whole is moved to the heap
// once.
struct Keep {
  std::deque<std::string> texts;
  std::deque<std::vector<terrawright_value>> items;
};

class ValueParser {
 public:
  // `stage` is the stage's name for messages, as "climate.rain@1". `cell`: metres a side; 0 where it is not known.
  // `one_is_list`: one value may stand for a list of one.
  ValueParser(const Check& check, std::string stage, double cell, bool one_is_list, Keep& keep)
      : check_(check), stage_(std::move(stage)), cell_(cell), one_is_list_(one_is_list), keep_(keep) {}

  // `what` names the value in messages, as "'reach'". Nothing after an error.
  std::optional<terrawright_value> read(const Value& value, const terrawright_parameter& declared,
                                        const std::string& what);

 private:
  std::optional<terrawright_value> number(const Value& value, const terrawright_parameter& declared,
                                          const std::string& what);
  std::optional<terrawright_value> measured(const Value& value, const terrawright_parameter& declared,
                                            const std::string& what, double metres);
  std::optional<terrawright_value> choice(const Value& value, const terrawright_parameter& declared,
                                          const std::string& what);
  std::optional<terrawright_value> list(const Value& value, const terrawright_parameter& declared,
                                        const std::string& what);
  std::optional<terrawright_value> table(const Value& value, const terrawright_parameter& declared,
                                         const std::string& what);
  std::optional<terrawright_value> row(const Value& value, const terrawright_parameter& declared,
                                       const std::string& what);
  std::optional<terrawright_value> colour(const Value& value, const terrawright_parameter& declared,
                                          const std::string& what);
  terrawright_value kept(std::vector<terrawright_value> items);

  const Check& check_;
  std::string stage_;
  double cell_;
  bool one_is_list_;
  Keep& keep_;
  // For a table, whether a bare number caused a warning: once a column. nullptr outside tables.
  std::vector<char> columns_told_;
  char* column_told_ = nullptr;
};

// An item of a list, as a parameter of its own.
terrawright_parameter item_of(const terrawright_parameter& list);
// The same text for the same value, whatever it was written like; with the unit, but for one that counts cells or
// measures them.
std::string canonical(const terrawright_value& value, const terrawright_parameter& declared);
// A length or an area in the place of a number of cells, before a world says how large those are; else nullptr.
const char* unmeasured(const terrawright_value& value, const terrawright_parameter& declared);
// "0 m to 50 km", "at least 0 m"; empty where both ends are open.
std::string allowed_range(const terrawright_parameter& declared);
// Remedy for a value outside of that range: "write 1 or less".
std::string within(const terrawright_parameter& declared, bool below);

}  // namespace terrawright::config

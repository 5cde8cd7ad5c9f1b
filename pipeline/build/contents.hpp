// SPDX-License-Identifier: Apache-2.0
// Computes facts of a layer's cells, or of a table column's values, that are in no record.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "engine/product.hpp"

namespace terrawright::build {

struct Contents {
  std::uint64_t values = 0;  // those that are numbers
  double sum = 0.0, minimum = 0.0, maximum = 0.0;
  double percentile = 0.0;  // the least value that so many parts per million of the values do not exceed
  std::string unit;         // of a column
  // Why there is nothing: of a column that there is not, with those that there are; or that has texts.
  std::string problem, hint;
};

// `parts`: of the percentile. One of 0 is not sought.
Contents contents_of(const engine::Layer& layer, std::int64_t parts);
// `name` of the table, for messages.
Contents contents_of(const engine::Product& table, const std::string& column, std::int64_t parts,
                     const std::string& name);

// As bytes, for the store and for other processes.
std::string bytes_of(const Contents& contents);
std::optional<Contents> contents_from(const std::string& bytes);

}  // namespace terrawright::build

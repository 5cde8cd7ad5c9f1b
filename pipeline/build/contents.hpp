// SPDX-License-Identifier: Apache-2.0
// What is to be known of the cells of a layer, or of the values of a table's column, and stands in no record.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "engine/product.hpp"

namespace terrawright::build {

struct Contents {
  std::uint64_t values = 0;  // those that are numbers
  double sum = 0.0, minimum = 0.0, maximum = 0.0;
  std::string unit;  // of a column
  // Why there is nothing: of a column that there is not, with those that there are; or that has texts.
  std::string problem, hint;
};

Contents contents_of(const engine::Layer& layer);
// `name` of the table, for what is said.
Contents contents_of(const engine::Product& table, const std::string& column, const std::string& name);

// As bytes, for the store and for other processes.
std::string bytes_of(const Contents& contents);
std::optional<Contents> contents_from(const std::string& bytes);

}  // namespace terrawright::build

// SPDX-License-Identifier: Apache-2.0
// YAML text to a document. The only room with yaml-cpp. It closes that library's traps: duplicate keys, `<<`, tags,
// alias bombs, deep nesting, columns in bytes, byte-order marks and broken UTF-8 all give an error with a place.
#pragma once
#include <memory>
#include <optional>

#include "config/yaml/document.hpp"

namespace terrawright::config {

constexpr std::size_t largest_config = 4u << 20;  // bytes
constexpr int deepest_nesting = 64;
constexpr std::size_t most_values = 1u << 18;  // after aliases were expanded

// The one document of a file, a map. Returns nothing if no tree could be built. An error that can be skipped (a
// duplicate key, a tag) goes to `diagnostics` and leaves the tree to be checked further.
std::optional<Value> read(const std::shared_ptr<const report::Source>& source, report::Diagnostics& diagnostics);

// Position of the conflict mark that a merge left.
report::Position conflict_in(const std::shared_ptr<const report::Source>& source);

// One value of any type, as on the right of `--set path=value`. `offset` is the byte of `source` it begins at.
std::optional<Value> read_value(const std::shared_ptr<const report::Source>& source, std::size_t offset,
                                report::Diagnostics& diagnostics);

// The text of a file as a source named as the path was given; an error where it cannot be read.
std::shared_ptr<const report::Source> open(const std::string& path, const report::Position& asked_at,
                                           report::Diagnostics& diagnostics);

}  // namespace terrawright::config

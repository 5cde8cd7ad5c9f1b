// SPDX-License-Identifier: Apache-2.0
// The difference of two builds as people and machines read it.
#pragma once
#include <filesystem>
#include <memory>
#include <string>

#include "cli/diff/difference.hpp"
#include "engine/layers/layer.hpp"
#include "images/picture.hpp"
#include "report/json.hpp"

namespace terrawright::cli {

std::string diff_text(const Difference& difference);
report::Json diff_json(const Difference& difference);
// For a pull request: tables, without pictures.
std::string diff_markdown(const Difference& difference);
// One page that needs nothing beside it.
std::string diff_html(const Difference& difference);

const char* verdict_word(Verdict verdict);
// "0.25", six digits.
std::string short_number(double number);
std::string percent_text(std::uint64_t part, std::uint64_t of);
// "12.5 m".
std::string with_unit(double number, const std::string& unit);
// The changes of classes from the most cells to the fewest, "desert -> steppe" and the cells.
std::vector<std::pair<std::string, std::uint64_t>> class_changes(const LayerDifference& layer);
// "h, and in 3 layers after it": where cells moved first. Text for builds in which some layers changed.
std::string moved_text(const Difference& difference);
std::string class_name(const LayerDifference& layer, std::uint16_t code);

// A layer back from a file that this program wrote.

// Whether read_layer() can read layers of this kind from such a file.
bool can_read_layer(const std::filesystem::path& file, std::uint32_t kind);

// `part`: its name in an EXR of several. `range`: of the grey values of a PNG, else of no use. Throws
// std::runtime_error with a reason: it cannot be read, or holds another size or other classes than `facts` say.
std::shared_ptr<const engine::Layer> read_layer(const std::filesystem::path& file, const std::string& part,
                                                const engine::LayerFacts& facts, const images::Range& range);

// The same of a file for each tile; `pattern` has {x} and {y} in it.
std::shared_ptr<const engine::Layer> read_tiles(const std::filesystem::path& pattern, const images::Tiling& tiles,
                                                const std::string& part, const engine::LayerFacts& facts,
                                                const images::Range& range);

// The same of an array of a .zarr folder, of any kind.
std::shared_ptr<const engine::Layer> read_zarr(const std::filesystem::path& folder, const std::string& part,
                                               const engine::LayerFacts& facts);

}  // namespace terrawright::cli

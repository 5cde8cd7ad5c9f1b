// SPDX-License-Identifier: Apache-2.0
// The parts of a config: each reads its own, reports what is wrong, and says whether all of it could be read.
#pragma once
#include <string>

#include "config/check.hpp"
#include "report/diagnostic.hpp"

namespace terrawright::config {

// `terrawright: 1`, the version of the config's language.
void check_version(const Value& document, const Check& check);
// Whether `$name` may stand for a node: as an input of the composite around.
enum class Scope { world, composite };
// `node` or `node.port`; nothing after an error.
std::optional<Reference> read_reference(const Value& value, const Check& check, Scope scope = Scope::world);
// `family.word@1` of `what`, a "stage" or "composite", to id and version.
bool read_use(const Value& value, const Check& check, const std::string& what, std::string& id, std::uint32_t& version);
// A number of times, `least` to most_times; nothing after an error.
std::optional<std::int64_t> read_times(const Value& value, const std::string& what, std::int64_t least,
                                       const Check& check);
bool read_node(const Entry& entry, const Check& check, Scope scope, Node& node);
std::vector<Composite> read_composites(const Value& document, const Check& check);
// Each returns false where something had to be left out. Every node is there, if only by name.
bool read_nodes(const Value& document, const Check& check, World& world);
// The name of a file, or of a folder.
bool read_file(const Value& value, const std::string& key, const Check& check, const World& world, Output& output);
// An output that has the key `pack`.
bool read_pack(const Value& value, const Check& check, const World& world, Output& output);
// `node`, or of some classes of it `{layer: node, classes: [one, other]}`.
bool read_item(const Value& value, const report::Position& at, const Check& check, Layer& layer);
// One, `[node, node.port]` or, with titles, `{Annual rain: rain.annual}` of a port.
bool read_items_of_port(const Entry& port, const Check& check, Output& output);
// One that has the key `scene`.
bool read_scene(const Value& value, const Check& check, const World& world, Output& output);
bool read_expectations(const Value& document, const Check& check, World& world);
// Reads the ranking of worlds, as the last of the expectations.
bool read_best(const std::string& best, const Check& check, World& world);
bool read_outputs(const Value& document, const Check& check, const Options& options, World& world);

}  // namespace terrawright::config

// SPDX-License-Identifier: Apache-2.0
// Inputs and results of a world, node by node and file by file, as a lock file keeps them.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "build/build.hpp"
#include "build/load.hpp"

namespace terrawright::cli {

using Members = std::vector<std::pair<std::string, std::string>>;  // name and text, in their order
// The text of a member; nullptr where there is none.
const std::string* find(const Members& members, const std::string& name);
// Before the name of a parameter where a fact of the world has that name.
constexpr char of_parameter[] = "parameter ";

struct LockedOutput {
  std::string port, recipe;
  std::string pixels;  // XXH3-128 of a layer's cells, of a number, a grid, a text or a table; empty: not made yet
  Members facts;       // kind and unit, then what was measured
};

struct LockedNode {
  std::string name;
  std::string code;                   // of LockedWorld::code
  Members made_of;                    // stage, revision, what it reads of the world, parameters, files
  Members inputs;                     // by port: an output of another node, or a number
  std::vector<LockedOutput> outputs;  // those that somebody reads
  report::Position position = {};     // in the lock file
};

struct LockedFile {
  std::string path;  // inside the output folder, with '/'
  std::uint64_t bytes = 0;
  std::string sha256;
  report::Position position = {};
};

struct LockedCode {
  std::string plugin, version, build;
};

struct LockedWorld {
  std::string seed;                  // as it was written
  bool is_seed_of_config = true;     // no --seed said otherwise
  std::vector<std::string> set;      // PATH=VALUE
  std::string program;               // "0.2.0"
  Members world;                     // name, size, cell, latitude, longitude, wrap
  std::vector<LockedCode> code;      // of the nodes; built-in ones first
  Members libraries;                 // that compress files, with their build-ids
  std::vector<LockedNode> nodes;     // in running order
  std::vector<std::string> outputs;  // of the config, each as the manifest has it, as JSON in a line
  std::vector<LockedFile> files;     // all but the manifest, which names the program
  report::Position position = {};    // in the lock file

  const LockedNode* find_node(const std::string& name) const;
  const LockedCode* find_code(const std::string& plugin) const;
};

// The request beside the config: a separate world in the lock file.
struct Asked {
  std::optional<std::string> seed;  // --seed; nothing: the config's
  std::vector<std::string> set;     // PATH=VALUE
};

// Lock of a world, `built` after it was made; nullptr: the part that is known before.
LockedWorld lock_of(const build::Plan& plan, const Asked& asked, const build::Built* built);

}  // namespace terrawright::cli

// SPDX-License-Identifier: Apache-2.0
// Code that build and verify share for lock files.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "build/build.hpp"
#include "build/load.hpp"
#include "cli/arguments.hpp"
#include "cli/session.hpp"

namespace terrawright::cli {

// Inputs and results of a world, node by node and file by file, as a lock file keeps them.

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

// island.lock.yaml beside island.yaml: what its worlds are to be, one entry for each seed and set of overrides. It is
// made to be committed in the place of the pixels: in a stable order, a line for each thing that can change.

struct LockFile {
  std::vector<LockedWorld> worlds;
};

// "configs/island.lock.yaml" of "configs/island.yaml".
std::filesystem::path lock_path(const std::filesystem::path& config);

// SHA-256 over the whole entry of a lock file, which detects changes by hand.
std::string sum_of(const LockedWorld& world);
// The text of a file with these entries, in its order.
std::string text_of(LockFile lock);

// Each mistake is an error with its place: what is cut short, of a later version, or changed by hand. Nothing then.
std::optional<LockFile> read_lock(const std::filesystem::path& path, report::Diagnostics& diagnostics);

// The entry of a world that is built with `asked`; nullptr where there is none. `seed`: that of the world.
const LockedWorld* entry_of(const LockFile& lock, const Asked& asked, const std::string& seed);
// "seed 42 with knobs.sea=55%".
std::string asked_text(const std::string& seed, const std::vector<std::string>& set);

// Puts the entry in the place of the one of the same world, or beside the others: the file as a whole gets its name.
// An error where it cannot be read or written. Other builds may do the same at the same time.
void add_to_lock(const std::filesystem::path& path, const LockedWorld& world, report::Diagnostics& diagnostics);

Asked asked_of(const Arguments& arguments);

// The command that makes the entry again, ready to type.
std::string lock_command(const Arguments& arguments, const std::string& config, const Asked& asked);

// For `build --locked`: the entry that the world is compared with. Shows what is wrong and throws Ended: no lock file
// or one that cannot be read, no entry, another recipe.
LockedWorld locked_or_end(const Arguments& arguments, const Session& session);

// For `build --lock`: throws Ended if the file cannot be read or its folder not be written, before anything runs.
void look_at_lock(const Arguments& arguments);

// For configs that are named together, as by worlds/*.yaml: lock files among them are ignored.
void leave_out_locks(Arguments& arguments);

// The lock is of whole worlds and of one process; throws Ended.
void demand_whole(const Arguments& arguments);

// A world beside its entry in a lock file: what is not as it was locked, and why.

// Before a run: every recipe that is another one, as an error at its place in the config, with what changed.
// `again`: the command that would make the entry again.
void check_recipes(const LockedWorld& locked, const LockedWorld& now, const graph::Graph& graph,
                   const std::string& again, report::Diagnostics& diagnostics);

// A different result of a node.
struct Moved {
  std::string node;
  std::vector<std::string> ports;
  std::string why;     // "percentile 60 % -> 55 %"
  bool pixels = true;  // false: only its recipe is another
};
// In running order: the first one is where it began, what comes after may follow from it.
std::vector<Moved> moved_nodes(const LockedWorld& locked, const LockedWorld& now);

// After a run: the first node whose pixels moved as an error at its place, how many after it, then files that are not
// there, or have other bytes though their pixels are the same. Those are an error where the same program and the same
// libraries wrote them, else a warning.
void check_results(const LockedWorld& locked, const LockedWorld& now, const graph::Graph& graph,
                   const std::string& again, report::Diagnostics& diagnostics);

}  // namespace terrawright::cli

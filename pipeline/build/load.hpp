// SPDX-License-Identifier: Apache-2.0
// A world from its file up to where its first cell would be made: all that can be known before.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "build/run.hpp"
#include "graph/graph.hpp"
#include "images/picture.hpp"
#include "schedule/schedule.hpp"
#include "schedule/tiling.hpp"
#include "store/store.hpp"

namespace terrawright::build {

struct Request {
  std::string config;                    // the file
  std::optional<std::string> text = {};  // of the config, which `config` then only names; nothing: the file is read
  std::vector<std::string> set;          // PATH=VALUE
  std::optional<std::string> seed;       // nothing: the config's
  bool one_of_several = false;           // seeds: no file may be that of another
  bool own_folder = false;               // no other world writes into it
  std::string folder;                    // for files; empty: out/<name>, of a window a folder in there
  std::optional<std::string> window;     // to be written of the world, as window.hpp reads it; nothing: all
  std::int64_t tile = schedule::chunk_side;
  int threads = 0;                      // 0: all of the machine
  std::optional<std::uint64_t> memory;  // bytes that the build may take; nothing: what is free
  std::uint64_t processes = 1;          // that build it together
  std::filesystem::path cache;          // the folder where layers are kept for later builds; empty: they are not
  bool cache_is_named = true;           // false: the user's own, without which the build goes on
  std::uint64_t cache_size = 0;         // bytes that it may take
  bool strict = false;                  // warnings are errors
  bool files = true;                    // false: the layers of outputs alone are of use, and no file is planned
  bool outputs = true;                  // false: no files; what is expected of it is made alone
  bool expectations = true;             // false: nothing is expected of it
  std::string best = {};                // a number by which worlds are ranked, as the last expectation; empty: none
  std::vector<std::string> also = {};   // "node" or "node.port": the last outputs of the graph, which have no file
  // Bytes of a finished file that the cache keeps, at most.
  std::uint64_t kept_file_size = 300'000'000;
};

// A checked world.
struct Plan {
  std::string config;  // the file
  graph::Graph graph;
  std::vector<images::Picture> files;  // one per output of the config, paths inside the folder
  std::string folder;
  std::optional<Rect> window;  // nothing: the whole world
  std::int64_t tile = schedule::chunk_side;
  int threads = 1;
  std::uint64_t memory = 0;
  std::uint64_t processes = 1;
  std::filesystem::path cache;  // empty: nothing is kept
  bool cache_is_named = true;
  std::uint64_t cache_size = 0;
  std::uint64_t kept_file_size = 0;
  bool strict = false;                         // warnings are errors
  std::optional<schedule::Schedule> schedule;  // of a world without errors
  bool may_be_refused = false;                 // a stage is missing that may be in a library which was refused
  bool decoder_failed = false;                 // what reads a picture did, of which the config is no cause
};
// With errors in `diagnostics`, where there may be some already, the plan is of no use. The catalogue must outlive it.
Plan load(const Request& request, const graph::Catalogue& catalogue, report::Diagnostics& diagnostics);
// Its cache; none where it has none. One that cannot be had is an error if it was named.
std::shared_ptr<store::Store> store_of(const Plan& plan, report::Diagnostics& diagnostics);
// Options of its run. Layers wait in its folder where memory is short. The plan must outlive the run.
Run run_of(const Plan& plan, std::shared_ptr<store::Store> store, const std::atomic<bool>& stop);

}  // namespace terrawright::build

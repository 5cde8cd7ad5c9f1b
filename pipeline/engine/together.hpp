// SPDX-License-Identifier: Apache-2.0
// Keeps the processes of a run in step. If one fails or is stopped, all stop.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/ranks.hpp"
#include "engine/tile_states.hpp"
#include "store/store.hpp"

namespace terrawright::engine {

class Together {
 public:
  // The processes do not see one folder.
  struct Apart : std::runtime_error {
    using std::runtime_error::runtime_error;
  };
  // Everybody at once. Throws Apart in all of them.
  Together(Ranks& ranks, store::Store& store);

  Ranks& ranks() { return ranks_; }
  std::size_t rank() const { return ranks_.rank(); }
  std::size_t count() const { return ranks_.count(); }
  bool is_first() const { return rank() == 0; }

  // Exchanges a small message of each. Throws in all of them what failed in one: the least FailedTile, or Interrupted.
  std::vector<std::string> say(const std::string& mine);
  // For large bytes, through the folder: to the first one, which gets those of the others, by rank, and its own empty;
  // from the first one to all.
  std::vector<std::string> give_to_first(const std::string& mine);
  std::string get_from_first(const std::string& of_first);
  // The same of files that each writes by itself: write(file) of all but the first one, then read(file) of that one.
  using UseFile = std::function<void(const std::filesystem::path&)>;
  void give_files_to_first(const UseFile& write, const UseFile& read);
  // A layer of which each will write chunks; the same one in all of them. Throws std::runtime_error.
  std::shared_ptr<store::LayerWriter> layer(const std::string& key, const store::Shape& shape);

  // Sends the failure that ended this process, if it has not come from say(), to the others. Returns the failure that
  // ended all; nothing: one was stopped.
  std::optional<FailedTile> end(const std::optional<FailedTile>& failure);

 private:
  std::vector<std::string> meet(const std::string& mine, int state, const std::optional<FailedTile>& failure);
  std::string name_of_folder(store::Store& store);
  std::uint64_t next() { return next_number_++; }

  Ranks& ranks_;
  store::Store& store_;
  std::unique_ptr<store::SharedFolder> folder_;
  std::uint64_t next_number_ = 0;
  bool ended_ = false;
  std::optional<FailedTile> failure_;  // of all
};

}  // namespace terrawright::engine

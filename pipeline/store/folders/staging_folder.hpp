// SPDX-License-Identifier: Apache-2.0
// Staging folder of a build, inside a store: entries are written here and renamed when they are whole.
//
// A build that makes entries there holds a lock (flock) on a file beside it. The system releases the lock with the
// process, so it separates the living from the dead. A file carries the lock, as network file systems lock no folders.
#pragma once
#include <atomic>
#include <cstdint>
#include <string>

#include "system/files.hpp"

namespace terrawright::store {

constexpr const char* staging_name = "making";

class StagingFolder {
 public:
  // A folder of its own in `root`/making. Not good(), with errno, where none can be made.
  explicit StagingFolder(int root);
  ~StagingFolder();
  StagingFolder(const StagingFolder&) = delete;
  StagingFolder& operator=(const StagingFolder&) = delete;

  bool good() const { return static_cast<bool>(folder_); }
  int folder() const { return folder_.number(); }
  // Name of the folder, inside `root`/making.
  const std::string& name() const { return name_; }
  // For a file or a folder in it; never the same twice.
  std::string next_name() { return std::to_string(count_++); }

 private:
  system::Descriptor all_, folder_, lock_;
  std::string name_;
  std::atomic<std::uint64_t> count_{0};
};

// Deletes the leftovers of dead builds. Without locks, nothing.
void remove_leftovers(int root);

// Deletes a layer's folder, as far as it is a layer's. Its index goes first, so that it is no layer any more in all
// cases; files and folders with other names stay. False, with errno, where it stays a layer.
bool remove_layer(int at, const std::string& name);

}  // namespace terrawright::store

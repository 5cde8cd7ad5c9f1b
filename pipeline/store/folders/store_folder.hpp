// SPDX-License-Identifier: Apache-2.0
// An open store as its entries see it: where they stand, where they are made, and why something could not be kept.
#pragma once
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "store/folders/staging_folder.hpp"

namespace terrawright::store {

// Why something was not kept, for a person.
struct Problem {
  std::string reason, remedy;
};

// An entry that was not as it was written, and was deleted.
struct Damage {
  std::string entry, key;  // "layers/ab/ab12...zarr"
};

// Entries of one sort: layers/<first two digits>/<key>.zarr, records/<first two digits>/<key>.
struct Sort {
  const char* folder;
  const char* ending;
};
constexpr Sort layers{"layers", ".zarr"}, records{"records", ""};
std::string name_of(const Sort& sort, const std::string& key);
// The same from the store's folder on.
std::string path_of(const Sort& sort, const std::string& key);
// The key of a name, "" where it is no entry's.
std::string key_of(const Sort& sort, const std::string& shelf, const std::string& name);

class StoreFolder {
 public:
  StoreFolder(std::filesystem::path path, system::Descriptor root, std::uint64_t most_bytes)
      : path_(std::move(path)), root_(std::move(root)), most_bytes_(most_bytes) {}

  const std::filesystem::path& path() const { return path_; }
  int root() const { return root_.number(); }
  std::uint64_t most_bytes() const { return most_bytes_; }

  // The folder in which entries of this key stand; not open where it is not there.
  system::Descriptor shelf(const Sort& sort, const std::string& key) const;
  // The same, made where it is not there.
  system::Descriptor make_shelf(const Sort& sort, const std::string& key) const;

  // Staging folder of this build; null if it cannot be created, which is remembered.
  StagingFolder* staging();
  // Whether so many bytes more leave the disk as much room again for everybody else.
  bool has_room(std::uint64_t bytes);

  // Bytes kept since the last ageing, these among them.
  std::uint64_t add_kept(std::uint64_t bytes) { return kept_ += bytes; }
  void forget_kept() { kept_ = 0; }
  bool has_kept() const { return kept_ > 0; }

  // A layer that could not be read does not exist for this process, until it is cached again.
  void distrust(const std::string& key);
  void trust(const std::string& key);
  bool distrusts(const std::string& key) const;

  // An entry that is damaged, and not merely gone as another build deleted it.
  void is_damaged(const Sort& sort, const std::string& key) const;
  // Those since the last call, each once.
  std::vector<Damage> take_damage() const;

  // The first is kept. From then on nothing is kept.
  void remember(int error);
  void remember(Problem problem);
  std::optional<Problem> problem() const;

 private:
  std::filesystem::path path_;
  system::Descriptor root_;
  std::uint64_t most_bytes_;
  std::atomic<std::uint64_t> kept_{0};
  mutable std::mutex mutex_;
  std::unique_ptr<StagingFolder> staging_;
  std::optional<Problem> problem_;
  std::set<std::string> distrusted_;              // keys
  mutable std::map<std::string, Damage> damage_;  // by entry
};

}  // namespace terrawright::store

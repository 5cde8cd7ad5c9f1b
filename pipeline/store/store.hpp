// SPDX-License-Identifier: Apache-2.0
// Folder with the cached results of builds: layers and bytes by key.
//
// Builds that run at once and machines that share the folder are safe. Entries are written to a staging folder and
// renamed into place, and each chunk has its hash. A reader whose entry is deleted meanwhile gets an error. A layer is
// a Zarr v2 array (layers/ab/<key>.zarr), which other programs can read.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "store/folders/entries.hpp"
#include "store/folders/mark.hpp"
#include "store/folders/shared_folder.hpp"
#include "store/layers/layer_writer.hpp"
#include "store/layers/stored_layer.hpp"
#include "store/record.hpp"

namespace terrawright::store {

// Keys are 64 hexadecimal digits (0-9, a-f). Any thread may call anything at any time.
class Store {
 public:
  // $XDG_CACHE_HOME/terrawright, else ~/.cache/terrawright; empty where there is no home.
  static std::filesystem::path usual_folder();
  // Takes a folder only if it is absent, empty or carries the store's mark; throws Refused otherwise. One that cannot
  // be written is read.
  static std::shared_ptr<Store> open(const std::filesystem::path& folder, std::uint64_t most_bytes);
  // The same for who only looks: null where nothing was ever kept, and nothing is made.
  static std::shared_ptr<Store> open_if_there(const std::filesystem::path& folder, std::uint64_t most_bytes);

  // The bytes kept under a key. Damaged ones are removed and are not there.
  std::optional<std::string> find(const std::string& key);
  void keep(const std::string& key, std::string_view bytes);
  // The same in place. Null where they are not there.
  std::shared_ptr<const MappedRecord> map(const std::string& key);
  // The same of more bytes than memory should hold, in pieces. False where they are not there whole: then what `take`
  // got is of no use.
  bool find(const std::string& key, const std::function<void(std::string_view piece)>& take);
  void keep(const std::string& key, std::uint64_t size, const ReadPiece& read);
  // Whether there is something, whole or not. It was used now.
  bool has(const std::string& key) const;
  // Whether there is a layer, with all of its chunks or not. It was used now; a damaged one is removed.
  bool has_layer(const std::string& key) const;
  // Null where it is not there whole.
  std::shared_ptr<const StoredLayer> find_layer(const std::string& key, const Shape& shape);
  // Null where it cannot be kept.
  std::unique_ptr<LayerWriter> keep_layer(const std::string& key, const Shape& shape);
  // A place for the processes that make one run: the first makes it, the others find it by its name. Null, with
  // problem(), where it cannot be had.
  std::unique_ptr<SharedFolder> share() const { return SharedFolder::make(folder_); }
  std::unique_ptr<SharedFolder> share(const std::string& name) const { return SharedFolder::find(folder_, name); }
  std::uint64_t most_bytes() const { return folder_->most_bytes(); }
  // The first reason why something could not be kept. From then on nothing is; what is there is found all the same.
  std::optional<Problem> problem() const { return folder_->problem(); }

  // Entries that turned out to be damaged since the last call.
  std::vector<Damage> take_damage() const { return folder_->take_damage(); }
  const std::filesystem::path& path() const { return folder_->path(); }

  Usage usage() const;
  // Removes all entries, and tells what they were. Whatever else is in the folder stays.
  Usage clear();
  // Removes entries until the others take at most `most_bytes`, those first that were not used for the longest time,
  // and what dead builds left.
  Usage age();
  // The same where this build kept something; else only what dead builds left is removed.
  void age_if_more_is_kept();

 private:
  explicit Store(std::shared_ptr<StoreFolder> folder) : folder_(std::move(folder)) {}
  bool judged(const std::string& key, bool is_whole);
  void put(const std::string& key, std::uint64_t size,
           const std::function<bool(int at, const std::string& name)>& write);
  std::shared_ptr<StoreFolder> folder_;
};

}  // namespace terrawright::store

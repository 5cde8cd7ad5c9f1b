// SPDX-License-Identifier: Apache-2.0
// Files that earlier builds wrote. Untouched files are up to date: known by size, times and inode, as in Git's index.
// Touched files of the same size are hashed. Files that are not up to date may be in the store, up to a size.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "build/load.hpp"
#include "images/write.hpp"
#include "store/store.hpp"

namespace terrawright::build {

// The system's facts of a file.
struct FileFacts {
  std::uint64_t bytes = 0, inode = 0;
  std::int64_t modified = 0, changed = 0;  // nanoseconds

  friend bool operator==(const FileFacts& a, const FileFacts& b) {
    return a.bytes == b.bytes && a.inode == b.inode && a.modified == b.modified && a.changed == b.changed;
  }
};
// For a folder: of all of its files together. Nothing where there is neither.
std::optional<FileFacts> facts_of(const std::filesystem::path& file);

// The code of the program's own writers, which every stage of its own tells.
std::string program_of(const graph::Catalogue& catalogue);

class KnownFiles {
 public:
  KnownFiles(const Plan& plan, std::shared_ptr<store::Store> store);

  // The files of output `i`, if each is there as this build would write it.
  std::optional<std::vector<images::Written>> standing(std::size_t i);
  // The files of output `i` from the store, whole and waiting for their names, if each is there.
  std::optional<std::vector<images::Written>> restored(std::size_t i);
  bool can_be_restored(std::size_t i) const;
  // Whether the files are not kept themselves but their layers, of which they are soon made again: what is not
  // compressed takes more room than they do, and after a change of one layer is all written, and kept, anew.
  bool is_kept_as_layers(std::size_t i) const;
  // That they can be restored. They are settled and have no names yet.
  void keep(std::size_t i, const std::vector<images::Written>& files);
  // Whether those that were found to stand do so still.
  bool still_stand() const;
  // That a file of output `i` was written and has its name. Not where somebody wrote into it since `before`.
  void remember(std::size_t i, const images::Written& file, std::int64_t before);

  // SHA-256 of the raw cells of a layer, where it was asked for before.
  std::optional<std::string> sha256_of(const graph::Link& layer);
  void remember_sha256(const graph::Link& layer, const std::string& value);

  static std::int64_t now();  // nanoseconds, as files have them

 private:
  struct Seen {
    std::filesystem::path file;
    FileFacts facts;
  };
  std::string key(std::size_t output, const std::filesystem::path& file) const;
  std::string content_key(std::size_t output, const std::filesystem::path& file) const;
  std::uint64_t most_bytes() const;  // of a file
  bool may_be_kept(std::size_t output) const;
  bool has_layers(std::size_t output) const;
  std::optional<images::Written> standing(std::size_t output, const std::filesystem::path& file);
  void keep(const std::string& key, const images::Written& file, const FileFacts& facts);

  const Plan& plan_;
  const std::shared_ptr<store::Store> store_;
  std::vector<std::string> made_of_;  // by output: all that decides the bytes of its files
  std::vector<Seen> seen_;
};

}  // namespace terrawright::build

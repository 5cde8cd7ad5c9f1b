// SPDX-License-Identifier: Apache-2.0
// Folders that appear whole or not at all.
#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "files/private_folder.hpp"
#include "images/whole_file.hpp"

namespace terrawright::images {

constexpr const char* list_name = ".terrawright-files";

// A folder under a private name beside `path`: files are made inside and added, then it is settled, then named. The old
// folder at `path` is exchanged with it by one rename and deleted. If the file system cannot exchange, there is no
// folder at `path` for a moment. One that has no name goes with the object.
//
// It knows its own files by a list that it keeps inside, `.terrawright-files`: a line each of SHA-256 and name, as
// `sha256sum --check` takes it. A folder that holds anything else, or one of them with other bytes, is left as it is.
class WholeFolder {
 public:
  // Creates missing folders of `path`. Throws WriteFailed, also if what is there is not ours.
  explicit WholeFolder(std::filesystem::path path);
  WholeFolder(const WholeFolder&) = delete;
  WholeFolder& operator=(const WholeFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  // Folder for new files: WholeFile(folder.temporary() / "0/1.png").
  const std::filesystem::path& temporary() const { return temporary_.path(); }
  // Takes over a settled file made there, in any order. Not from several threads at once. Throws WriteFailed.
  void add(WholeFile& file);

  // A new file of these bytes: the same file as an open one that has them, where the file system can give it another
  // name (a hard link), else one of its own. It is on the disk with settle(). Throws WriteFailed.
  void write(const std::string& name, std::string_view bytes, int same = -1);

  // Whole and on the disk. Throws WriteFailed.
  void settle();
  // For a settled folder: SHA-256 of its list, and bytes of all files.
  const std::string& sha256() const { return sha256_; }
  std::uint64_t bytes() const { return bytes_; }
  // Gives a settled folder its name. Throws WriteFailed; then the old one is there.
  void name();

 private:
  std::filesystem::path path_;
  files::PrivateFolder temporary_;
  std::map<std::string, std::string> files_;  // their SHA-256 by name
  bool unsynced_ = false;                     // files of write()
  std::string sha256_;
  std::uint64_t bytes_ = 0;
};

// SHA-256 of the list of a folder that holds all that is listed, as it is listed, and nothing else; else nothing.
std::optional<std::string> sha256_of_whole(const std::filesystem::path& folder);

}  // namespace terrawright::images

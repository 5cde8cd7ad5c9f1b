// SPDX-License-Identifier: Apache-2.0
// Folders that appear whole or not at all.
#pragma once
#include <filesystem>
#include <map>
#include <string>

#include "images/private_folder.hpp"
#include "images/whole_file.hpp"

namespace terrawright::images {

// A folder under a private name beside `path`: files are made inside and added, then it is settled, then named. What
// was at `path` before is exchanged with it by one rename and removed; where the file system cannot exchange, there is
// no folder at `path` for a moment. One that has no name goes with the object.
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
  // Where to make files: WholeFile(folder.temporary() / "0/1.png").
  const std::filesystem::path& temporary() const { return temporary_.path(); }
  // Takes over a settled file made there, in any order. Not from several threads at once. Throws WriteFailed.
  void add(WholeFile& file);

  // Whole and on the disk. Throws WriteFailed.
  void settle();
  // Gives a settled folder its name. Throws WriteFailed; then the old one is there.
  void name();

 private:
  std::filesystem::path path_;
  PrivateFolder temporary_;
  std::map<std::string, std::string> files_;  // their SHA-256 by name
};

}  // namespace terrawright::images

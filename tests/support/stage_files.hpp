// SPDX-License-Identifier: Apache-2.0
// Files of the program's stages, which lie below stages/ and packs/<pack>/stages/.
#pragma once
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace terrawright::test {

struct StageFile {
  std::filesystem::path path;
  std::string family;  // the folder below stages/
  std::string from_root() const { return std::filesystem::relative(path, TERRAWRIGHT_ROOT).string(); }
  // A world, and not the pictures or the parts of one.
  bool is_example() const { return path.extension() == ".yaml" && !path.stem().has_extension(); }
};

// Sorted by path.
inline std::vector<StageFile> stage_files() {
  namespace fs = std::filesystem;
  const fs::path root = TERRAWRIGHT_ROOT;
  std::vector<StageFile> found;
  const auto add = [&](const fs::path& folder) {
    if (!fs::is_directory(folder)) return;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      found.push_back({entry.path(), fs::relative(entry.path(), folder).begin()->string()});
  };
  add(root / "stages");
  for (const auto& pack : fs::directory_iterator(root / "packs")) add(pack.path() / "stages");
  std::sort(found.begin(), found.end(), [](const StageFile& a, const StageFile& b) { return a.path < b.path; });
  return found;
}

}  // namespace terrawright::test

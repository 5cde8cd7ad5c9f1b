// SPDX-License-Identifier: Apache-2.0
#include "folder.hpp"

#include <algorithm>

namespace terrawright::config {

namespace fs = std::filesystem;
using report::quote;

Folder::Folder(const fs::path& config)
    : folder_(real(config.has_parent_path() ? config.parent_path() : fs::path("."))) {}

fs::path Folder::real(const fs::path& path) {
  std::error_code failed;
  const fs::path canonical = fs::weakly_canonical(fs::absolute(path, failed), failed);
  return failed ? path.lexically_normal() : canonical;
}

bool Folder::holds(const fs::path& file) const {
  const auto [end_of_folder, in_file] = std::mismatch(folder_.begin(), folder_.end(), file.begin(), file.end());
  return end_of_folder == folder_.end();
}

bool Folder::holds(const fs::path& file, const fs::path& from) const {
  return holds(file) || (!holds(real(from)) && Folder(from).holds(file));
}

fs::path Folder::find(const Value& name, const fs::path& from, const char* use, const Check& check) const {
  fs::path path = (from.parent_path() / name.text).lexically_normal();
  if (!name.text.empty() && !fs::path(name.text).is_absolute() && holds(real(path), from)) return path;
  check.error(name, quote(name.text) + " is not in the folder of the config",
              std::string("copy it there: only files in that folder or below it can be ") + use);
  return {};
}

}  // namespace terrawright::config

// SPDX-License-Identifier: Apache-2.0
// Files as Git has them, by its own program.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

namespace terrawright::cli {

// A file of a commit: "HEAD~1:worlds/island.yaml", from the root of the repository.
struct GitFile {
  std::string ref, path;
};
// Nothing where the text does not look like one.
std::optional<GitFile> git_file(const std::string& text);

// The same file at another commit; its path from the root of its repository. Throws std::runtime_error.
GitFile at_commit(const std::string& ref, const std::filesystem::path& file);

// Puts the file's folder, with all below it, into `folder`, as it is at the commit; the answer is where the file is.
// The repository stays as it is. `near`: a folder inside it. Throws std::runtime_error.
std::filesystem::path checked_out(const GitFile& file, const std::filesystem::path& near,
                                  const std::filesystem::path& folder);

}  // namespace terrawright::cli

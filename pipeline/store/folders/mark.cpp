// SPDX-License-Identifier: Apache-2.0
#include "store/folders/mark.hpp"

#include <cerrno>
#include <system_error>

#include "report/diagnostic.hpp"
#include "store/folders/folder.hpp"

namespace terrawright::store {
namespace {

const std::string mark =
    "Signature: 8a477f597d28d172789f06886806bc55\n"
    "# Terrawright keeps layers here that it need not make again (store 1); terrawright cache shows and clears them.\n"
    "# Without this file the folder is no longer taken as a cache.\n";

constexpr const char* another = "name another folder with --cache DIR, or go without: --cache off";

std::string quoted(const std::filesystem::path& folder) { return report::quote(folder.string()); }

Refused failure(const std::string& what, const std::filesystem::path& folder, int error) {
  return {what + quoted(folder) + ": " + std::generic_category().message(error), another};
}

enum class Found { nothing, all, part };

// State of the mark; another process may be writing it.
Found found_of_mark(int folder) {
  const auto bytes = read_file(folder, marker_name, mark.size() + 1);
  if (bytes && *bytes == mark) return Found::all;
  // One who made the mark may have been stopped before he wrote it.
  return bytes && mark.compare(0, bytes->size(), *bytes) == 0 ? Found::part : Found::nothing;
}

// Throws Refused where the folder holds what no store holds.
Found look(int folder, const std::filesystem::path& path) {
  const Found found = found_of_mark(folder);
  if (found == Found::all) return found;
  for (const system::Name& name : system::names_in(folder)) {
    if (found == Found::part && name.text == marker_name) continue;
    // It came after the mark was looked for, and so perhaps did the mark.
    if (const Found now = found_of_mark(folder); now != Found::nothing && now != found) return look(folder, path);
    throw Refused(quoted(path) + " is not a cache of terrawright, and not empty: it holds " + report::quote(name.text),
                  another);
  }
  return found;
}

system::Descriptor open_path(const std::filesystem::path& path) {
  return system::open(path.empty() ? "." : path.string(), system::reads | system::folder_only);
}

// Several may do it at once: all write the same bytes.
void put_mark(int folder, const std::filesystem::path& path) {
  const system::Descriptor file =
      system::open_in(folder, marker_name, system::writes | system::creates | system::no_link);
  if (!file || !system::write_at(file.number(), mark.data(), mark.size(), 0))
    throw failure("cannot make a cache in ", path, errno);
}

}  // namespace

system::Descriptor open_marked(const std::filesystem::path& path) {
  std::error_code failed;
  std::filesystem::create_directories(path, failed);  // "failed" too where it is there as a link
  system::Descriptor folder = open_path(path);
  if (!folder && failed) throw failure("cannot make the folder of the cache, ", path, failed.value());
  if (!folder) throw failure("cannot open the folder of the cache, ", path, errno);
  if (look(folder.number(), path) != Found::all) put_mark(folder.number(), path);
  return folder;
}

system::Descriptor open_if_marked(const std::filesystem::path& path) {
  system::Descriptor folder = open_path(path);
  if (!folder && errno == ENOENT) return {};
  if (!folder) throw failure("cannot open the folder of the cache, ", path, errno);
  return look(folder.number(), path) == Found::all ? std::move(folder) : system::Descriptor();
}

}  // namespace terrawright::store

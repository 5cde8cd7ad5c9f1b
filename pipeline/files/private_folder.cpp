// SPDX-License-Identifier: Apache-2.0
#include "files/private_folder.hpp"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <vector>

#include "system/process.hpp"
#include "system/random.hpp"

namespace terrawright::files {
namespace {

constexpr std::string_view prefix = ".terrawright-", suffix = ".part";

bool is_private(const std::string& name) {
  return name.size() > prefix.size() + suffix.size() && name.compare(0, prefix.size(), prefix) == 0 &&
         name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0;
}

// `otherwise`: of one that cannot be asked.
bool is_named(int descriptor, const std::filesystem::path& name, bool otherwise) {
  const auto open = system::facts_of(descriptor);
  if (!open) return otherwise;
  const auto named = system::facts_of(name.string(), system::Links::not_followed);
  return named ? open->is_same(*named) : otherwise && errno != ENOENT;
}

// Nothing else can be behind the name when it is removed: names are never used twice.
void remove_dead(const std::filesystem::path& path, Leftovers& removed) {
  const auto facts = system::facts_of(path.string(), system::Links::not_followed);
  const bool folder = facts && facts->is_folder();
  if (!folder && !(facts && facts->is_file())) return;
  const system::Descriptor file =
      system::open(path.string(), system::reads | system::no_link | (folder ? system::folder_only : system::writes));
  if (!file) return;
  if (system::lock(file.number()) == system::Lock::taken && is_named(file.number(), path, false)) {
    std::uint64_t bytes = folder ? 0 : facts->size;
    std::error_code failed;
    for (auto inside = std::filesystem::recursive_directory_iterator(path, failed);
         folder && !failed && inside != end(inside); inside.increment(failed)) {
      std::error_code ignored;
      if (inside->is_regular_file(ignored) && !inside->is_symlink(ignored)) bytes += inside->file_size(ignored);
    }
    failed.clear();
    std::filesystem::remove_all(path, failed);
    if (!failed) ++removed.count;
    if (!failed) removed.bytes += bytes;
  }
}

}  // namespace

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

std::string unique_digits() {
  static std::atomic<std::uint64_t> count{0};
  // If the system has no random bytes yet: process and count.
  std::uint64_t random = static_cast<std::uint64_t>(system::id_of_process()) << 32 | (count++ & 0xffffffffu);
  std::uint64_t drawn = 0;
  if (system::draw(&drawn, sizeof drawn, false)) random = drawn;
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[random >> shift & 15];
  return digits;
}

std::filesystem::path private_name(const std::filesystem::path& path) {
  return folder_of(path) / (std::string(prefix) + unique_digits() + std::string(suffix));
}

bool claim(int descriptor, const std::filesystem::path& name) {
  const system::Lock lock = system::lock(descriptor);
  return lock == system::Lock::taken ? is_named(descriptor, name, true) : lock == system::Lock::unknown;
}

Leftovers remove_leftovers(const std::filesystem::path& folder) noexcept {
  Leftovers removed;
  try {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (is_private(entry.path().filename().string())) found.push_back(entry.path());
    }
    for (const auto& path : found) remove_dead(path, removed);
  } catch (const std::exception&) {  // a folder that cannot be read keeps what it has
  }
  return removed;
}

namespace {

std::string remedy_for(int error) {
  switch (error) {
    case EACCES:
    case EPERM:
    case EROFS:
      return "choose an output folder that may be written to";
    case EFBIG:
      return "the file system or a limit of this process (ulimit -f) allows no larger files";
    case ENAMETOOLONG:
      return "choose a shorter file name";
    case EMFILE:
      return "allow this process more open files (ulimit -n)";
    case EEXIST:
      return "a part of the path is a link to nowhere";
    case ELOOP:
      return "a part of the path is a link that leads back to itself";
    case ENOTDIR:
      return "a part of the path is a file, not a folder";
    default:
      return system::is_full(error) ? "free some space there, or choose another output folder" : "";
  }
}

}  // namespace

WriteFailed::WriteFailed(std::filesystem::path path, std::string reason, std::string remedy)
    : path_(std::move(path)),
      reason_(std::move(reason)),
      remedy_(std::move(remedy)),
      what_(path_.string() + ": " + reason_ + (remedy_.empty() ? "" : " (" + remedy_ + ")")) {}

WriteFailed::WriteFailed(std::filesystem::path path, const std::string& doing, int error)
    : WriteFailed(std::move(path), "cannot " + doing + ": " + std::generic_category().message(error),
                  remedy_for(error)) {}

PrivateFolder::PrivateFolder(const std::filesystem::path& path, unsigned mode) {
  std::error_code failed;
  std::filesystem::create_directories(folder_of(path), failed);
  if (failed) throw WriteFailed(path, "create the folder", failed.value());
  do {
    file_.close();
    path_ = private_name(path);
    const bool made = system::make_folder(path_.string(), mode);
    if (made) file_ = system::open(path_.string(), system::reads | system::folder_only);
    // Gone: to a build that took it for a leftover.
    if (!file_ && errno != EEXIST && errno != EINTR && (!made || errno != ENOENT)) {
      const int error = errno;
      if (made) system::remove_folder(path_.string());
      throw WriteFailed(path, "create the folder", error);
    }
  } while (!file_ || !claim(file_.number(), path_));
}

PrivateFolder::~PrivateFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

ScratchFolder::ScratchFolder() {
  const char* const named = std::getenv("TMPDIR");
  const std::filesystem::path parent = named != nullptr && *named != '\0' ? named : "/tmp";
  std::string why = system::why_not_writable(parent.string());
  try {
    if (why.empty()) {
      remove_leftovers(parent);
      folder_.emplace(parent / "scratch", 0700);
      return;
    }
  } catch (const WriteFailed& failure) {
    why = failure.reason();
  }
  throw std::runtime_error("no folder can be made in " + parent.string() + ": " + why + "; TMPDIR names another one");
}

}  // namespace terrawright::files

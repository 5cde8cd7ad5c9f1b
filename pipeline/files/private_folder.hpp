// SPDX-License-Identifier: Apache-2.0
// Private names, under which files and folders are made, and what dead builds left under them.
//
// A process that makes something under such a name holds a lock on it (flock) until it is renamed or deleted. The
// system takes the lock away with the process, so a lock tells the living from the dead.
#pragma once
#include <cstdint>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>

#include "system/files.hpp"

namespace terrawright::files {

std::filesystem::path folder_of(const std::filesystem::path& path);

// 16 digits (0-9, a-f) that nobody else draws.
std::string unique_digits();

// `.terrawright-<16 random digits>.part` beside `path`: short, so that it fits wherever the final name does, and never
// used twice.
std::filesystem::path private_name(const std::filesystem::path& path);

// Takes the lock of what was just made as `name`. The answer is false if a build that takes leftovers away was faster;
// then another name is needed. True also where no lock can be had: there nobody takes anything away.
bool claim(int descriptor, const std::filesystem::path& name);

struct Leftovers {
  std::uint64_t count = 0, bytes = 0;
};
// Takes what dead builds left in the folder: things named `.terrawright-*.part` whose lock is free. Without locks,
// nothing.
Leftovers remove_leftovers(const std::filesystem::path& folder) noexcept;

// A file could not be written. The old file at `path` is still there, unchanged.
class WriteFailed : public std::exception {
 public:
  WriteFailed(std::filesystem::path path, std::string reason, std::string remedy);
  // cannot `doing`, with the system's own words, as "No space left on device", and what helps against it.
  WriteFailed(std::filesystem::path path, const std::string& doing, int error);
  const std::filesystem::path& path() const { return path_; }
  const std::string& reason() const { return reason_; }
  const std::string& remedy() const { return remedy_; }  // may be empty
  const char* what() const noexcept override { return what_.c_str(); }

 private:
  std::filesystem::path path_;
  std::string reason_, remedy_, what_;
};

// A folder under a private name, locked, which goes with the object and all that is in it.
class PrivateFolder {
 public:
  // Beside `path`, whose missing folders are created. Throws WriteFailed, which names `path`.
  explicit PrivateFolder(const std::filesystem::path& path, unsigned mode = 0777);
  ~PrivateFolder();
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  int descriptor() const { return file_.number(); }
  // It has another name now, which stays; or what is to go has this one.
  void is_named() { path_.clear(); }
  void is_now(std::filesystem::path path) { path_ = std::move(path); }

 private:
  std::filesystem::path path_;
  system::Descriptor file_;  // holds the lock
};

// A folder in TMPDIR (else /tmp) for this user alone that goes with the object, and all that is in it. Those of
// processes that were killed go with the next one.
class ScratchFolder {
 public:
  ScratchFolder();  // throws std::runtime_error, with what helps
  const std::filesystem::path& path() const { return folder_->path(); }

 private:
  std::optional<PrivateFolder> folder_;
};

}  // namespace terrawright::files

// SPDX-License-Identifier: Apache-2.0
#include "live/watched_files.hpp"

namespace terrawright::live {
namespace {

// An editor that truncates and writes does so within the first; a burst is built now and then, not only at its end.
constexpr auto rest = std::chrono::milliseconds(80);
constexpr auto longest = std::chrono::milliseconds(1000);

bool same(const timespec& a, const timespec& b) { return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec; }

}  // namespace

bool WatchedFiles::Facts::operator==(const Facts& other) const {
  return there == other.there && device == other.device && inode == other.inode && size == other.size &&
         same(modified, other.modified) && same(changed, other.changed);
}

WatchedFiles::Facts WatchedFiles::facts_of(const std::string& file) {
  struct stat found;
  if (stat(file.c_str(), &found) != 0) return {};
  return {true, found.st_dev, found.st_ino, found.st_size, found.st_mtim, found.st_ctim};
}

void WatchedFiles::watch(const std::set<std::string>& files, std::chrono::system_clock::time_point since) {
  const auto seconds = std::chrono::duration<double>(since.time_since_epoch()).count();
  std::map<std::string, Facts> now;
  for (const std::string& file : files) {
    const auto known = files_.find(file);
    const Facts facts = known != files_.end() ? known->second : facts_of(file);
    const double saved = static_cast<double>(facts.changed.tv_sec) + 1e-9 * static_cast<double>(facts.changed.tv_nsec);
    if (known == files_.end() && facts.there && saved > seconds) {
      pending_.insert(file);
      if (!changing_) first_ = last_ = std::chrono::steady_clock::now();
      changing_ = true;
    }
    now.emplace(file, facts);
  }
  files_ = std::move(now);
}

bool WatchedFiles::look(Time now) {
  for (auto& [file, known] : files_) {
    const Facts facts = facts_of(file);
    if (facts == known) continue;
    known = facts;
    pending_.insert(file);
    last_ = now;
    if (!changing_) first_ = now;
    changing_ = true;
  }
  if (!changing_ || (now - last_ < rest && now - first_ < longest)) return false;
  changing_ = false;
  changed_ = std::move(pending_);
  pending_.clear();
  return true;
}

}  // namespace terrawright::live

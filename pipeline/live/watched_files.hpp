// SPDX-License-Identifier: Apache-2.0
// Files that somebody may save, there or not. They are looked at now and then: that sees what is renamed over them,
// what appears, and what a network or a container brings, where notices of the system do not come.
#pragma once
#include <sys/stat.h>

#include <chrono>
#include <map>
#include <set>
#include <string>

namespace terrawright::live {

class WatchedFiles {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // From now on these. One that is new here and was saved after `since` has changed.
  void watch(const std::set<std::string>& files, std::chrono::system_clock::time_point since);

  // Whether to build: something has changed and rests since then, or has been changing for long.
  bool look(Time now);
  // Changes up to the last look that reported them.
  const std::set<std::string>& changed() const { return changed_; }

 private:
  struct Facts {
    bool there = false;
    dev_t device = 0;
    ino_t inode = 0;
    off_t size = 0;
    timespec modified{}, changed{};
    bool operator==(const Facts& other) const;
  };
  static Facts facts_of(const std::string& file);

  std::map<std::string, Facts> files_;
  std::set<std::string> changed_, pending_;
  bool changing_ = false;
  Time first_{}, last_{};  // unreported changes
};

}  // namespace terrawright::live

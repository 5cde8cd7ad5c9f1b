// SPDX-License-Identifier: Apache-2.0
// Small disks for the tests of the store.
#pragma once
#include <sys/resource.h>

#include <csignal>
#include <cstdint>

#include "support/folder.hpp"
#include "support/noise.hpp"

namespace terrawright::test {

// No file may grow beyond so many bytes: a full disk that needs no rights.
class SmallFiles {
 public:
  explicit SmallFiles(std::uint64_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit now{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &now);
  }
  ~SmallFiles() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  SmallFiles(const SmallFiles&) = delete;
  SmallFiles& operator=(const SmallFiles&) = delete;

 private:
  void (*handler_)(int);
  rlimit before_{};
};

}  // namespace terrawright::test

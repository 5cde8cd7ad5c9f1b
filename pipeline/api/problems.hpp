// SPDX-License-Identifier: Apache-2.0
// Problems as values of terrawright/world.h.
#pragma once
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

#include "report/diagnostic.hpp"
#include "terrawright/world.h"

namespace terrawright::api {

// Of one handle. They only become more, and stay where they are. Any thread.
class Problems {
 public:
  void add(const report::Diagnostics& problems, const char* rule);
  void misuse(const std::string& message);
  std::uint64_t list(const terrawright_problem* const** problems);

 private:
  struct Held {
    report::Diagnostic diagnostic;
    std::string shown;
    terrawright_problem plain{};
  };
  void add(const report::Diagnostic& diagnostic, const char* rule);

  std::mutex mutex_;
  std::deque<Held> held_;
  std::deque<std::vector<const terrawright_problem*>> lists_;  // that were given out
  std::uint64_t left_out_ = 0;
};

}  // namespace terrawright::api

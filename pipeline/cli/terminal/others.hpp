// SPDX-License-Identifier: Apache-2.0
// The processes that mpirun started with this one. The first of them speaks, the others are silent.
#pragma once
#include "ranks/ranks.hpp"

namespace terrawright::cli {

// Null where it was started without mpirun.
ranks::Started* others();

class Company {
 public:
  // Throws std::runtime_error.
  Company();
  ~Company();
  Company(const Company&) = delete;
  Company& operator=(const Company&) = delete;
  // All are at their end, or failed alike. If the others are not there, they are ended, with a message.
  void end(int exit_code) const;
};

}  // namespace terrawright::cli

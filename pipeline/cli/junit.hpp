// SPDX-License-Identifier: Apache-2.0
// Worlds and their expectations as JUnit XML, which CI servers show as tests: a suite for each world, in it the world
// itself and each expectation.
#pragma once
#include <string>
#include <vector>

namespace terrawright::cli {

struct Case {
  enum class Result { passed, failed, broken, skipped };
  std::string name;
  Result result = Result::passed;
  std::string message, text;  // of those that did not pass; of one that only warns `text` alone
  std::string file;           // empty: nowhere
  std::size_t line = 0;
  double seconds = 0;
};

struct Suite {
  std::string name, config, seed;
  std::vector<Case> cases;
};

std::string junit_text(const std::vector<Suite>& suites);

}  // namespace terrawright::cli

// SPDX-License-Identifier: Apache-2.0
// The verb check, as a person runs it.
#pragma once
#include <string>

#include "cli/program.hpp"

namespace terrawright::test {

// The path of a library of tests/check/made, or of the examples: "wrong", "honest", "contracts", "shapes". Each stands
// in a folder of its own.
inline std::string library(const std::string& name) {
  return std::string(TERRAWRIGHT_CHECKED_PLUGINS "/") + name + "/" + name + ".so";
}
inline std::string folder_of(const std::string& name) { return std::string(TERRAWRIGHT_CHECKED_PLUGINS "/") + name; }

// Lines of findings; those with the commands that run them again are not.
inline int findings_in(const std::string& out) {
  int count = 0;
  for (std::size_t at = 0; at < out.size(); at = out.find('\n', at) + 1) count += out[at] != ' ' ? 1 : 0;
  return count;
}
// Findings alone, in the short form.
inline Ran check_quickly(const std::string& arguments) { return run("check --quick --quiet " + arguments); }

}  // namespace terrawright::test

// SPDX-License-Identifier: Apache-2.0
// The verb check, as a person runs it.
#pragma once
#include <string>

#include "cli/program.hpp"

namespace terrawright::test {

// A library of tests/check/made, compiled when it is first asked for.
class CheckedPlugin {
 public:
  explicit CheckedPlugin(const std::string& name);
  const std::string& library() const { return library_; }

 private:
  TemporaryFolder folder_;
  std::string library_;
};

// What is found alone, in the short form.
Ran check_quickly(const std::string& arguments);

}  // namespace terrawright::test

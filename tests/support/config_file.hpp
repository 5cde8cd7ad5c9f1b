// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace terrawright::test {

// The text of a file of the project, by its path from the root.
inline std::string config_file(const std::string& path) {
  std::ifstream stream(std::string(TERRAWRIGHT_ROOT "/") + path, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot read " + path);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

}  // namespace terrawright::test

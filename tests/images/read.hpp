// SPDX-License-Identifier: Apache-2.0
// Files back into cells and attributes, as any program sees them.
#pragma once
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace terrawright::test {

class ReadFailed : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Image {
  std::string name;  // of the part; empty where the format has no parts
  int width = 0, height = 0, channels = 0;
  bool is_float = false;      // else the file holds whole numbers of `bits`
  int bits = 0;               // of a sample in the file
  std::vector<float> pixels;  // row-major, channels together; whole numbers as they are (0..65535 of a 16-bit file)
  std::map<std::string, std::string> attributes;
};

// All parts of a file, in order. Throws ReadFailed.
std::vector<Image> read(const std::filesystem::path& path);

}  // namespace terrawright::test

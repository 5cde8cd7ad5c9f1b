// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <filesystem>
#include <string>

#include "files/open_file.hpp"

namespace terrawright::graph {

// SHA-256 of bytes that come piece by piece, in hex.
class Sha256 {
 public:
  Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;
  void add(const void* bytes, std::size_t size);
  std::string hex();  // once, at the end

 private:
  alignas(8) unsigned char state_[208];  // of the library
};

std::string sha256(const std::string& bytes);
// Throws files::ReadFailed, also where the file is changed meanwhile.
std::string sha256_of(const files::OpenFile& file);
inline std::string sha256_of_file(const std::filesystem::path& path) { return sha256_of(files::OpenFile(path)); }

}  // namespace terrawright::graph

// SPDX-License-Identifier: Apache-2.0
// The files that one node reads, for as long as it runs.
#pragma once
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "graph/input_file.hpp"
#include "terrawright/abi.h"

namespace terrawright::engine {

class NodeFiles {
 public:
  explicit NodeFiles(const std::vector<std::shared_ptr<const graph::InputFile>>& files)
      : files_(files), samples_(files.size()) {}

  // The samples of a rectangle, row by row. A file is decoded once, when it is first read. Any thread. Throws
  // std::runtime_error.
  void read(std::int64_t file, const terrawright_rect& area, float* samples, std::int64_t stride);

 private:
  const std::vector<std::shared_ptr<const graph::InputFile>>& files_;
  std::mutex decoding_;
  std::vector<std::vector<float>> samples_;
};

}  // namespace terrawright::engine

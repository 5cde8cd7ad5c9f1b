// SPDX-License-Identifier: Apache-2.0
// What is to be told of a file that is not read as it is stored.
#pragma once
#include <string>

#include "graph/input_file.hpp"

namespace terrawright::graph {

class RemarkedFile {
 public:
  // As "feet became metres, times 0.3048"; empty: nothing was done.
  virtual std::string remark() const = 0;

 protected:
  ~RemarkedFile() = default;
};

inline std::string remark_of(const InputFile& file) {
  const auto* const remarked = dynamic_cast<const RemarkedFile*>(&file);
  return remarked == nullptr ? std::string() : remarked->remark();
}

}  // namespace terrawright::graph

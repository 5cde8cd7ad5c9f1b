// SPDX-License-Identifier: Apache-2.0
// Whatever file a stage names, it gets made-up samples: examples need no files beside them.
#pragma once
#include "graph/input_file.hpp"

namespace terrawright::check {

class MadeUpFiles final : public graph::InputFileOpener {
 public:
  std::shared_ptr<const graph::InputFile> open(const std::string& path,
                                               const terrawright_file_request& request) const override;
};

}  // namespace terrawright::check

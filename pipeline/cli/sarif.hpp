// SPDX-License-Identifier: Apache-2.0
// Problems as SARIF 2.1.0, which GitHub and editors show beside the lines.
#pragma once
#include <string>
#include <vector>

#include "cli/show.hpp"

namespace terrawright::cli {

struct Shown {
  report::Diagnostic problem;
  Rule rule;
  std::string config;  // where a problem is shown that stands nowhere; empty: nowhere
};

std::string sarif_text(const std::vector<Shown>& problems, int exit_code);

}  // namespace terrawright::cli

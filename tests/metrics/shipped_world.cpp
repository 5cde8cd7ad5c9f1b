// SPDX-License-Identifier: Apache-2.0
#include "shipped_world.hpp"

#include <algorithm>

namespace terrawright::metrics {

double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

}  // namespace terrawright::metrics

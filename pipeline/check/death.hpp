// SPDX-License-Identifier: Apache-2.0
// Finds the cause of a child that did not end normally.
#pragma once
#include <optional>

#include "check/child.hpp"
#include "check/finding.hpp"

namespace terrawright::check {

// Nothing where no stage was entered.
std::optional<Finding> death_of(const Ended& ended, const Shown& shown, const Limits& limits);

}  // namespace terrawright::check

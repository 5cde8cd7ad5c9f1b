// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>

namespace terrawright::test {

inline const std::atomic<bool> going_on{false};  // nobody stops

}  // namespace terrawright::test

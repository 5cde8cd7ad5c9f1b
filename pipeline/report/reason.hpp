// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <exception>
#include <string>

namespace terrawright::report {

// Message if memory is short; its use is named before it.
constexpr char no_memory[] = "there is not enough memory; end other programs, or give the build less with --memory";

// Text of an error for the user. For an error of the file system: the place and the reason, without the library's
// words.
std::string reason_of(const std::exception& error);

}  // namespace terrawright::report

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <exception>
#include <string>

namespace terrawright::report {

// Where memory is short: of what, stands before it.
constexpr char no_memory[] = "there is not enough memory; end other programs, or give the build less with --memory";

// What an error says to a person. Of the file system's the place and the reason, without the library's words.
std::string reason_of(const std::exception& error);

}  // namespace terrawright::report

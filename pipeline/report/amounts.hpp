// SPDX-License-Identifier: Apache-2.0
// Amounts as a person reads them.
#pragma once
#include <string>

namespace terrawright::report {

// "0.31 s", "420 ms".
std::string seconds_text(double seconds);
// "36.2 MB".
std::string bytes_text(double bytes);

}  // namespace terrawright::report

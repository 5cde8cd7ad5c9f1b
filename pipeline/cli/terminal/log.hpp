// SPDX-License-Identifier: Apache-2.0
// Messages to the user, on standard error. The only file that knows spdlog.
#pragma once
#include <string>

namespace terrawright::cli {

// Quiet: only warnings and errors.
void set_quiet(bool quiet);
// Nothing at all: another process speaks.
void set_silent();
void say(const std::string& line);
void warn(const std::string& line);
void complain(const std::string& line);

}  // namespace terrawright::cli

// SPDX-License-Identifier: Apache-2.0
// How problems are shown, on standard error: to a person, as JSON, or as annotations of a pull request.
#pragma once
#include <string>

#include "report/diagnostic.hpp"

namespace terrawright::cli {

enum class Format { text, json, github };

// For the whole program.
void set_format(Format format);

void show(const report::Diagnostics& diagnostics);
// One error or warning that stands nowhere in a file.
void show_error(const std::string& message, const std::string& hint = {});
void show_warning(const std::string& message, const std::string& hint = {});

// {"problems": [{severity, file, line, column, length, message, hint, related}]}; what is not known is left out.
std::string as_json(const report::Diagnostics& diagnostics);
// "::error file=...,line=...,col=...::message", a line each.
std::string as_annotations(const report::Diagnostics& diagnostics);

}  // namespace terrawright::cli

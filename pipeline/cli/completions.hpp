// SPDX-License-Identifier: Apache-2.0
// Scripts for shells that complete a command line, made from the command line itself.
#pragma once
#include <CLI/App.hpp>
#include <string>

namespace terrawright::cli {

// A script for "bash", "zsh" or "fish": verbs and options with what they are for, files by their endings, stages.
std::string completions_of(const CLI::App& app, const std::string& shell);

}  // namespace terrawright::cli

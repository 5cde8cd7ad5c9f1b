// SPDX-License-Identifier: Apache-2.0
// Errors of a command line: as for a config, all of them, with a suggestion.
#pragma once
#include <CLI/App.hpp>

#include "cli/arguments.hpp"
#include "cli/show.hpp"

namespace terrawright::cli {

// The format of --format, as far as it can be found before parsing.
Format format_asked_for(int argc, char** argv);

// Takes one of `names`; another is refused with the nearest of them.
CLI::Validator one_of(const std::vector<std::string>& names);
// Takes a whole number.
CLI::Validator whole_number(long least, long most);
// Takes a size such as 20GB, and makes bytes of it.
CLI::Validator size_in_bytes();
// Takes anything but nothing.
CLI::Validator not_empty();

std::vector<const CLI::App*> verbs_of(const CLI::App& app);

// Shows why `app` could not parse its command line; help and version, where those were asked for, are `done`. No verb
// at all gets the help, but stays a mistake: a script whose verb got lost must not look like one that has built its
// world.
Exit answer(const CLI::App& app, const CLI::ParseError& error);

}  // namespace terrawright::cli

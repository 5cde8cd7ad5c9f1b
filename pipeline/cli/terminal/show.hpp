// SPDX-License-Identifier: Apache-2.0
// Prints problems: on standard error to the user or as annotations of a pull request, on standard output as lines of
// JSON.
#pragma once
#include <string>

#include "report/diagnostic.hpp"

namespace terrawright::cli {

// Kind of a problem.
enum class Rule { config, command_line, plugin, build, expectation };

enum class Format { text, json, github };

// For the whole program.
void set_format(Format format);

// In JSON a line each: {event: "problem", severity, file, line, column, length, message, hint, related}; what is not
// known is left out.
void show(const report::Diagnostics& diagnostics, Rule rule = Rule::config);
// Problems from now on name this seed: they are of one of several worlds. Empty: of all of them.
void show_seed(const std::string& seed);
// A line of a plugin or a stage; nothing with --quiet.
void show_line(const std::string& line);
// One error or warning that stands nowhere in a file.
void show_error(const std::string& message, const std::string& hint = {});
void show_warning(const std::string& message, const std::string& hint = {});

// That the user stopped a build.
void show_stopped();
// Reports that standard output is lost; on standard error, in each format.
void show_output_lost(int error);

// Others are of the command line: "--set", "--seed".
bool is_in_file(const report::Position& position);
// "::error file=...,line=...,col=...::message", a line each.
std::string as_annotations(const report::Diagnostics& diagnostics);

}  // namespace terrawright::cli

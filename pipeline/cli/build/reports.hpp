// SPDX-License-Identifier: Apache-2.0
// Files about a call for other programs, written at its end, whole or not at all: --junit, --sarif, --depfile and
// --provenance.
#pragma once
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/build/input_files.hpp"
#include "cli/terminal/show.hpp"

namespace terrawright::cli {

// Worlds and their expectations as JUnit XML, which CI servers show as tests: a suite for each world, in it the world
// itself and each expectation.

struct Case {
  enum class Result { passed, failed, broken, skipped };
  std::string name;
  Result result = Result::passed;
  std::string message, text;  // of those that did not pass; of one that only warns `text` alone
  std::string file;           // empty: nowhere
  std::size_t line = 0;
  double seconds = 0;
};

struct Suite {
  std::string name, config, seed;
  std::vector<Case> cases;
};

std::string junit_text(const std::vector<Suite>& suites);

// All problems that were shown go into the reports.
void note(const report::Diagnostics& problems, Rule rule);
void note(Suite suite);
// Inputs of a world. Default target: the first manifest.
void note_dependencies(const std::vector<std::string>& files, const std::string& manifest);
// A world of the statement of --provenance.
void note(StatedWorld world);
// The config that problems are of from now on.
void report_on(const std::string& config);

// Shows which of the files cannot be written, before hours are spent on what they tell; false then.
bool can_report(const Arguments& arguments);
// Runs the verb. An end without a suite of its own is a suite with an error.
Exit reported(const Arguments& arguments, Exit (*verb)(const Arguments&));
// The reports. `code` is that of the call; another one where they cannot be written.
Exit write_reports(const Arguments& arguments, Exit code);

}  // namespace terrawright::cli

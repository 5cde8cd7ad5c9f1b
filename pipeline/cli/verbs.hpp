// SPDX-License-Identifier: Apache-2.0
// The verbs, one file each.
#pragma once
#include <CLI/App.hpp>
#include <string>

#include "cli/arguments.hpp"

namespace terrawright::cli {

Exit build(const Arguments& arguments);      // runs the world and writes its files
Exit verify(const Arguments& arguments);     // rebuilds worlds, and compares them with their locks
Exit diff(const Arguments& arguments);       // two builds side by side
Exit plan(const Arguments& arguments);       // what build would do, without doing it
Exit validate(const Arguments& arguments);   // every problem of a config, without running it
Exit stages(const Arguments& arguments);     // the stages there are
Exit describe(const Arguments& arguments);   // one stage: ports, parameters, shape
Exit check(const Arguments& arguments);      // stages, each tried in many ways
Exit bench(const Arguments& arguments);      // what a stage costs, and did before its code changed
Exit graph(const Arguments& arguments);      // the world as DOT or Mermaid
Exit watch(const Arguments& arguments);      // a page that follows a config
Exit schema(const Arguments& arguments);     // a config's shape as JSON Schema
Exit sweep(const Arguments& arguments);      // many worlds: seeds, combinations of values
Exit search(const Arguments& arguments);     // worlds that are as expected, or the best of them
Exit new_world(const Arguments& arguments);  // a config to begin with; or a stage, which the next one does
Exit new_stage(const Arguments& arguments);  // a folder with a stage, all that it needs to be built and tested
Exit cache(const Arguments& arguments);      // what builds keep for builds to come

// Scripts for shells that complete a command line, made from the command line itself.

// A script for "bash", "zsh" or "fish": verbs and options with what they are for, files by their endings, stages.
std::string completions_of(const CLI::App& app, const std::string& shell);

}  // namespace terrawright::cli

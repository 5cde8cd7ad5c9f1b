// SPDX-License-Identifier: Apache-2.0
// Parsed command line, and the exit codes.
#pragma once
#include <CLI/App.hpp>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "cli/terminal/show.hpp"

namespace terrawright::cli {

enum Exit {
  done = 0,
  failed = 1,         // a stage or the world failed, or a file could not be written
  refused = 2,        // usage or config
  bad_plugin = 3,     // a plugin could not be used
  unmet = 4,          // all is written, and what the config expects does not hold
  unlike = unmet,     // a world is not what its lock says, or two builds differ
  interrupted = 130,  // Ctrl-C, as shells expect
};

struct Arguments {
  std::string config;                // of build, plan, validate: the one at hand
  std::vector<std::string> configs;  // of build, validate and verify, where there are several
  std::string stage;                 // of describe
  std::vector<std::string> words;    // of stages
  bool list_words = false;           // of stages
  std::vector<std::string> set;      // PATH=VALUE
  std::vector<std::string> seeds;    // as given, a world each
  std::optional<std::string> seed;   // of the world that is looked at; nothing: the config's
  std::string name;                  // of new
  std::string like;                  // of new: a world of configs/; empty: the one to grow
  std::string language, kind;        // of new stage; empty: C++, a point
  std::string out;                   // empty: out/<name>; of new stage its word
  bool own_folder = false;           // no other world writes into `out`
  std::vector<std::string> plugins;  // folders and libraries
  std::string tile = "512";          // cells, or "whole"
  std::string format = "text";       // text, json, github
  std::string memory;                // empty: what is free
  std::string target;                // of new: world or stage; of check: a library, folder or config; empty: built-in
  std::vector<std::string> only;     // of check: ids of stages; none: all
  double limit = 60.0;               // of check: seconds
  double budget = 0.0;               // of check: seconds for each stage; 0: any
  std::string trial, keep;           // of check: a trial to run again, and a folder for its inputs; empty: none
  bool quick = false;                // of check
  int threads = 0;                   // 0: all
  std::string shell;                 // of completions
  std::string sums;                  // of build: a file; empty: none
  std::string junit, sarif;          // of build and validate: files; empty: none
  std::string depfile, made;         // of build: a file, empty: none; what it is of, empty: the first manifest
  std::string log;                   // of build: a file; empty: none
  std::string provenance;            // of build: a file; empty: none
  bool sha256 = false, digest = false, quiet = false, strict = false;
  bool lock = false, locked = false;                     // of build
  bool files = false;                                    // of verify: targets are folders of files
  bool json = false, markdown = false, mermaid = false;  // another form of what a verb prints

  // For build and plan.
  std::optional<std::string> window;  // nothing: the whole world

  // Of sweep.
  std::vector<std::string> sweep_seeds;  // as given, with ranges
  std::string shard;                     // I/N; empty: all

  // For search, with seeds as of sweep.
  std::int64_t want = 1, tries = 0;  // worlds that are wanted; seeds from 1 on, 0: not given
  std::int64_t coarse = 4;           // cells a side that one stands for at first; 1: all is tried as it is
  std::string best;                  // a number by which worlds are ranked; empty: none
  std::string csv;                   // a file; empty: none

  // Of validate.
  bool resolve = false;

  // Of diff.
  std::vector<std::string> targets;  // builds, configs or REF:CONFIG
  std::string git;                   // a ref, whose config is compared with the one that stands; empty: none
  double fail = 0, failpercent = 0, hardfail = std::numeric_limits<double>::infinity();
  double warn = -1, warnpercent = -1;         // below 0: not given
  std::string html, markdown_file, pictures;  // files and a folder; empty: none

  // Of watch.
  std::string address = "127.0.0.1";
  int port = 0;                             // 0: any that is free
  std::vector<std::string> words_of_start;  // the command line as it came

  // For build and cache.
  std::string cache;                         // a folder, or off; empty: the user's
  std::uint64_t cache_size = 5'000'000'000;  // bytes
  bool clear = false;
};

// Seeds from the command line: `--seed` can be given several times, and every seed is a world of its own.

// Runs the verb once for each seed, in order, or once without any. With several seeds all are checked before, and each
// problem is shown once. Ends with the first that cannot be done; one that is not as expected is done.
Exit for_each_seed(Arguments arguments, Exit (*verb)(const Arguments&));

// The same for each config, in order, whatever becomes of the others. The first failure gives the exit code of the
// call; a failed expectation counts last.
Exit for_each_config(Arguments arguments, Exit (*verb)(const Arguments&));

// Errors of a command line: as for a config, all of them, with a suggestion.

// The format of --format, as far as it can be found before parsing.
Format format_asked_for(int argc, char** argv);

// Takes one of `names`; another is refused with the nearest of them.
CLI::Validator one_of(const std::vector<std::string>& names);
// Takes a whole number.
CLI::Validator whole_number(long least, long most);
// Takes a number, which is finite.
CLI::Validator number(double least, double most);
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

// SPDX-License-Identifier: Apache-2.0
#include "cli/reports.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>

#include "cli/depfile.hpp"
#include "cli/event_log.hpp"
#include "cli/others.hpp"
#include "cli/sarif.hpp"
#include "cli/session.hpp"
#include "cli/show.hpp"
#include "cli/signals.hpp"
#include "images/commit.hpp"
#include "images/temporary.hpp"
#include "images/write.hpp"

namespace terrawright::cli {
namespace {

namespace fs = std::filesystem;

struct Collected {
  std::vector<Shown> problems;
  std::string config;  // at hand
  std::set<std::string> dependencies;
  std::string manifest;  // the first
  std::vector<Suite> suites;
  std::vector<StatedWorld> stated;
};
Collected& collected() {
  static Collected all;
  return all;
}

struct Named {
  const char* option;
  const std::string& file;
};
std::vector<Named> files_of(const Arguments& arguments) {
  std::vector<Named> files;
  if (!arguments.junit.empty()) files.push_back({"--junit", arguments.junit});
  if (!arguments.sarif.empty()) files.push_back({"--sarif", arguments.sarif});
  if (!arguments.provenance.empty()) files.push_back({"--provenance", arguments.provenance});
  if (!arguments.depfile.empty()) files.push_back({"--depfile", arguments.depfile});
  return files;
}

// For problems shown since.
void add_broken_suite(const Arguments& arguments, std::size_t first, Exit code) {
  const std::string seed = arguments.seed.value_or("");
  Suite suite{
      fs::path(arguments.config).stem().string() + (seed.empty() ? "" : " " + seed), arguments.config, seed, {}};
  Case one;
  one.name = "world";
  one.result = Case::Result::broken;
  report::Diagnostics problems;
  for (std::size_t i = first; i < collected().problems.size(); ++i) problems.add(collected().problems[i].problem);
  for (const report::Diagnostic& problem : problems.sorted()) {
    if (!one.message.empty() || problem.severity != report::Severity::error) continue;
    one.message = problem.message;
    if (!problem.position) continue;
    one.file = problem.position.source->name;
    one.line = problem.position.line;
  }
  if (one.message.empty()) one.message = code == interrupted ? "stopped" : "not built";
  one.text = problems.text();
  suite.cases.push_back(one);
  note(std::move(suite));
}

}  // namespace

void note(const report::Diagnostics& problems, Rule rule) {
  for (report::Diagnostic& problem : problems.sorted())
    collected().problems.push_back({std::move(problem), rule, collected().config});
}
void note(StatedWorld world) { collected().stated.push_back(std::move(world)); }
void note(Suite suite) { collected().suites.push_back(std::move(suite)); }
void note_dependencies(const std::vector<std::string>& files, const std::string& manifest) {
  collected().dependencies.insert(files.begin(), files.end());
  if (collected().manifest.empty()) collected().manifest = manifest;
}
void report_on(const std::string& config) { collected().config = config; }

bool can_report(const Arguments& arguments) {
  report_on(arguments.config);
  report::Diagnostics problems;
  for (const Named& named : files_of(arguments)) {
    const fs::path file = fs::absolute(named.file);
    const std::string what = std::string("the file of ") + named.option + ", " + report::quote(named.file) + ", ";
    std::error_code error;
    if (file.filename().empty() || fs::is_directory(file, error)) {
      problems.error({}, what + "is a folder", std::string("name a file with ") + named.option);
      continue;
    }
    if (fs::exists(file, error) && !fs::is_regular_file(file, error)) {
      problems.error({}, what + "is there, and not a regular file",
                     std::string("name another file with ") + named.option);
      continue;
    }
    fs::create_directories(file.parent_path(), error);
    const std::string why = error                                           ? error.message()
                            : access(file.parent_path().c_str(), W_OK) != 0 ? std::strerror(errno)
                                                                            : "";
    if (!why.empty())
      problems.error({}, what + "cannot be written: " + why, std::string("name another file with ") + named.option);
  }
  show(problems, Rule::command_line);
  if (problems.has_errors()) return false;
  return arguments.log.empty() || (others() != nullptr && others()->rank() > 0) || open_event_log(arguments.log);
}

Exit reported(const Arguments& arguments, Exit (*verb)(const Arguments&)) {
  const std::size_t suites = collected().suites.size(), first = collected().problems.size();
  const auto end = [&](Exit code) {
    if (code != done && collected().suites.size() == suites) add_broken_suite(arguments, first, code);
  };
  nothing_is_left_to_stop(false);
  try {
    const Exit code = verb(arguments);
    end(code);
    return code;
  } catch (const Ended& ended) {
    end(ended.code);
    throw;
  }
}

Exit write_reports(const Arguments& arguments, Exit code) {
  if (others() != nullptr && others()->rank() > 0) return code;
  try {
    if (!arguments.junit.empty()) images::commit_text(arguments.junit, junit_text(collected().suites));
    if (!arguments.sarif.empty()) images::commit_text(arguments.sarif, sarif_text(collected().problems, code));
    // Worlds that were not made need no entry, and their old entries are still true.
    if (!arguments.depfile.empty() && (code == done || code == unmet)) {
      const auto& files = collected().dependencies;
      images::commit_text(
          arguments.depfile,
          depfile_text(arguments.made.empty() ? collected().manifest : arguments.made, {files.begin(), files.end()}));
    }
    if (!arguments.provenance.empty() && (code == done || code == unmet))
      images::commit_text(arguments.provenance, statement_text(collected().stated));
  } catch (const images::WriteFailed& failure) {
    show_error(failure.path().string() + ": " + failure.reason(), failure.remedy());
    return code == done ? failed : code;
  }
  return close_event_log() || code != done ? code : failed;
}

}  // namespace terrawright::cli

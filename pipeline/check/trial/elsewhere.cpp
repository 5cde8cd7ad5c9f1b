// SPDX-License-Identifier: Apache-2.0
#include "check/trial/elsewhere.hpp"

#include <algorithm>
#include <cfenv>
#include <cstdlib>
#include <ctime>
#include <sstream>

#include "check/watch.hpp"
#include "report/program_file.hpp"
#include "system/memory.hpp"
#include "system/process.hpp"
#include "system/terminal.hpp"

namespace terrawright::check {
namespace {

struct Variable {
  const char* name;
  const char* values[environments];
};
constexpr Variable variables[] = {{"HOME", {"/", "/nowhere", "/var/empty"}},
                                  {"USER", {"root", "somebody", "x"}},
                                  {"LC_ALL", {"C", "tr_TR.UTF-8", "de_DE.ISO-8859-1"}},
                                  {"LANG", {"C", "tr_TR.UTF-8", "ja_JP.UTF-8"}},
                                  {"TZ", {"UTC", "Asia/Kathmandu", "America/St_Johns"}}};

constexpr int roundings[environments] = {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};

constexpr char made_line[] = "it made ", asked_line[] = "it asks ";

// Gone after all that stages have made for the program's end, as it was there before them.
const class End {
 public:
  End() = default;
  ~End() {
    std::string lines;
    for (const Noted& one : noted_at_end()) lines += asked_line + one.symptom() + "\n";
    system::write_all(system::standard_output, lines.data(), lines.size());
  }
  End(const End&) = delete;
  End& operator=(const End&) = delete;
} end;

// This program with other arguments, elsewhere.
Ended started_elsewhere(const std::vector<std::string>& arguments, const Surroundings& around) {
  std::vector<std::string> words = report::start_of(report::program_file());
  words.insert(words.end(), arguments.begin(), arguments.end());
  const Shown shown;
  Limits limits = around.limits;
  limits.all = 2.0 * limits.call;
  return in_child(
      [&](Answer&) {
        enter_environment(2);
        system::use_one_processor();
        system::become(words);
        fail("this program does not start again");
      },
      shown, limits, around.goes_on);
}

}  // namespace

void enter_environment(std::size_t which) {
  for (const Variable& one : variables) system::set_variable(one.name, one.values[which - 1]);
}

void round_as_in(std::size_t which) { std::fesetround(roundings[which - 1]); }

void go_elsewhere() {
  enter_environment(2);
  system::fill_freed(0x51);
  tzset();
  system::use_one_processor();
  round_as_in(2);
}

void end_there(const std::string& made) {
  const std::string line = made_line + made + "\n";
  for (const int stream : {system::standard_output, system::standard_error})
    if (!system::write_all(stream, line.data(), line.size())) std::_Exit(1);
  note_until_the_end();
  std::exit(0);  // NOLINT(concurrency-mt-unsafe): what runs then is looked at
}

Result run_elsewhere(const TrialId& id, const Trial& trial, const std::string& stage, const Command& command,
                     const Surroundings& around) {
  Result result = run_trial(trial, Snapshot(), around);
  if (!result.ran || !result.findings.empty() || !command) return result;
  TrialId there = id;
  there.kind = "there";
  const Ended ended = started_elsewhere(command(stage, there.text()), around);
  std::istringstream lines(ended.out);
  std::string line;
  const auto begins = [&](const std::string& with) { return line.compare(0, with.size(), with) == 0; };
  while (std::getline(lines, line) && !begins(made_line)) {
  }
  result.stopped = ended.stopped;
  const auto found = [&](const std::string& symptom, const std::string& details) {
    result.findings.push_back({stage, trial.trial_world->node, symptom, details});
  };
  const bool is_broken = !ended.was_killed() && ended.signal != 0;
  const std::string by_signal = ", by signal " + std::to_string(ended.signal);
  if (!lines && is_broken) found("it breaks another process, and not this one" + by_signal, "");
  if (!lines || ended.stopped) return result;
  if (line.substr(sizeof made_line - 1) != result.made)
    found("another process makes something else of the same world:",
          "what it makes depends on addresses, or on what it found when it was loaded");
  constexpr char whose[] = "(what atexit was given, or an object of a thread or of the program that is destroyed)";
  while (std::getline(lines, line)) {
    if (!begins(asked_line)) {
      found("it writes to standard output as the program ends", whose);
      break;
    }
    found(line.substr(sizeof asked_line - 1) + " as the program ends", whose);
  }
  if (ended.err.find('\n', ended.err.rfind(made_line)) + 1 < ended.err.size())
    found("it writes to standard error as the program ends", whose);
  if (ended.out_of_time) found("the program does not end", whose);
  if (is_broken) found("it breaks the end of the program" + by_signal, whose);
  if (!ended.was_killed() && !is_broken && ended.exit != 0)
    found("the program ends with exit code " + std::to_string(ended.exit), whose);
  return result;
}

}  // namespace terrawright::check

// SPDX-License-Identifier: Apache-2.0
#include "check/elsewhere.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cfenv>
#include <cstdlib>
#include <ctime>
#include <utility>

#include "report/program_file.hpp"

namespace terrawright::check {
namespace {

constexpr std::pair<const char*, const char*> variables[] = {{"HOME", "/nowhere"},
                                                             {"USER", "somebody"},
                                                             {"LC_ALL", "tr_TR.UTF-8"},
                                                             {"LANG", "tr_TR.UTF-8"},
                                                             {"TZ", "Asia/Kathmandu"}};

void change_environment() {
  for (const auto& [name, value] : variables) setenv(name, value, 1);
  tzset();
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(std::max(sched_getcpu(), 0)), &one);
  sched_setaffinity(0, sizeof one, &one);
}

}  // namespace

void go_elsewhere() {
  change_environment();
  std::fesetround(FE_UPWARD);
}

std::string made_elsewhere(const std::vector<std::string>& arguments, const Surroundings& around) {
  std::vector<std::string> words = report::start_of(report::program_file());
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> plain;
  for (std::string& word : words) plain.push_back(word.data());
  plain.push_back(nullptr);
  const Shown shown;
  const Ended ended = in_child(
      [&](Answer&) {
        change_environment();
        execv(plain.front(), plain.data());
        fail("this program does not start again");
      },
      shown, around.limits, around.goes_on);
  const std::size_t at = ended.out.rfind(made_words);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + made_words.size();
  return ended.out.substr(begin, ended.out.find('\n', begin) - begin);
}

}  // namespace terrawright::check

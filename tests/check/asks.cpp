// SPDX-License-Identifier: Apache-2.0
// Each stage that makes requests to the system by itself is reported, with the phase and the name.
#include "check/checking.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

namespace {

constexpr char instead[] = "name it as a parameter of kind file, or say what it depends on (depends) in create";

// The stage has this finding alone.
void check_asks(const std::string& stage, const std::string& what, const std::string& phase,
                const std::string& remedy) {
  const Ran ran = check_quickly(library("asks") + " --stage asks." + stage);
  INFO(stage << ": " << ran.out << ran.err);
  CHECK(ran.exit == 3);
  CHECK(ran.out.find("asks." + stage + "@1 ('it'): it " + what + " in " + phase + "; " + remedy) == 0);
  CHECK(findings_in(ran.out) == 1);
}
void check_opens(const std::string& stage, const std::string& what, const std::string& phase) {
  check_asks(stage, what + " by itself", phase, instead);
}

}  // namespace

TEST_CASE("A file that a stage opens by itself is found out, by whatever means and in every phase", "[check]") {
  check_opens("fopen", "opens the file '/etc/hostname'", "paint");
  check_opens("ifstream", "opens the file '/etc/hostname'", "paint");
  check_opens("folder", "opens the file '/etc'", "paint");
  check_opens("in_window", "opens the file '/etc/hostname'", "paint");
  check_opens("in_parallel", "opens the file '/etc/hostname'", "resolve");
  check_opens("in_destroy", "opens the file '/etc/hostname'", "create");
}
TEST_CASE("A file that a stage looks at by itself is found out", "[check]") {
  check_opens("exists", "looks at the file '/etc/hostname'", "paint");
}
TEST_CASE("A file opened in create is found out, unless create says what it depends on", "[check]") {
  check_opens("opens_in_create", "opens the file '/etc/hostname'", "create");
  check_opens("depends_in_vain", "opens the file '/etc/hostname'", "paint");
  const Ran ran = check_quickly(library("asks") + " --stage asks.depends");
  INFO(ran.out << ran.err);
  CHECK(ran.exit == 0);
}
TEST_CASE("Where files cannot be watched, check goes on and says so once", "[check]") {
  if (shell("setarch -R true").exit != 0) return;  // not allowed in some containers
  const Ran ran = shell("setarch -R " TERRAWRIGHT_PROGRAM " check --quick " + library("asks") + " --stage asks.fopen");
  INFO(ran.out << ran.err);
  CHECK(ran.exit == 0);
  CHECK(ran.out.find("files that a stage opens by itself are not found here: programs lie at the same addresses each "
                     "time\n1 stage in ") != std::string::npos);
}
TEST_CASE("Who starts another program is found out", "[check]") {
  check_asks("program", "starts another program", "create", "do its work in the stage");
}
TEST_CASE("Who asks for the time zone is found out, and who makes a date without one is not", "[check]") {
  check_asks("time_zone", "asks for the time zone", "paint", "use UTC");
  const Ran ran = check_quickly(library("asks") + " --stage asks.date");
  INFO(ran.out << ran.err);
  CHECK(ran.exit == 0);
}
TEST_CASE("Who asks for the environment is found out, with the variable", "[check]") {
  check_asks("variable", "asks for the environment variable 'HOME'", "paint", "make it a parameter");
  check_asks("variable_in_create", "asks for the environment variable 'LANG'", "create", "make it a parameter");
}
TEST_CASE("Who asks for the time is found out, by each clock", "[check]") {
  for (const char* const stage : {"time", "steady_clock", "system_clock", "clock"})
    check_asks(stage, "asks what time it is", "paint", "leave it out");
}
TEST_CASE("Who asks the system for random numbers is found out", "[check]") {
  for (const char* const stage : {"random_device", "urandom"})
    check_asks(stage, "asks the system for random numbers", "paint", "use random.h");
}
TEST_CASE("Who asks for the locale is found out", "[check]") {
  for (const char* const stage : {"setlocale", "localeconv"})
    check_asks(stage, "asks for the locale", "paint", "use what is the same in every locale");
}

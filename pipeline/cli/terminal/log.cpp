// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/log.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include "report/utf8.hpp"

namespace terrawright::cli {
namespace {

// Lines without time or colour: they are read by people and by build logs alike.
spdlog::logger& logger_of_program() {
  static const auto logger = [] {
    auto made = spdlog::stderr_logger_mt("terrawright");
    made->set_pattern("%v");
    return made;
  }();
  return *logger;
}

}  // namespace

void set_quiet(bool quiet) { logger_of_program().set_level(quiet ? spdlog::level::warn : spdlog::level::info); }
void set_silent() { logger_of_program().set_level(spdlog::level::off); }
void say(const std::string& line) { logger_of_program().info("{}", report::printable_lines(line)); }
void warn(const std::string& line) { logger_of_program().warn("{}", report::printable_lines(line)); }
void complain(const std::string& line) { logger_of_program().error("{}", report::printable_lines(line)); }

}  // namespace terrawright::cli

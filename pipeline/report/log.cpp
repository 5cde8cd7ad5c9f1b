// SPDX-License-Identifier: Apache-2.0
#include "report/log.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include "report/utf8.hpp"

namespace terrawright::report {
namespace {

// Lines without time or colour: they are read by people and by build logs alike.
spdlog::logger& log() {
  static const auto logger = [] {
    auto made = spdlog::stderr_logger_mt("terrawright");
    made->set_pattern("%v");
    return made;
  }();
  return *logger;
}

}  // namespace

void set_quiet(bool quiet) { log().set_level(quiet ? spdlog::level::warn : spdlog::level::info); }
void set_silent() { log().set_level(spdlog::level::off); }
void say(const std::string& line) { log().info("{}", printable_lines(line)); }
void warn(const std::string& line) { log().warn("{}", printable_lines(line)); }
void complain(const std::string& line) { log().error("{}", printable_lines(line)); }

}  // namespace terrawright::report

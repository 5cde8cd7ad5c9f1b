// SPDX-License-Identifier: Apache-2.0
#include "report/log.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

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
void say(const std::string& line) { log().info("{}", line); }
void warn(const std::string& line) { log().warn("{}", line); }
void complain(const std::string& line) { log().error("{}", line); }

}  // namespace terrawright::report

// SPDX-License-Identifier: Apache-2.0
#include "check/death.hpp"

#include "border/host.hpp"
#include "config/quantity.hpp"
#include "report/amount.hpp"

namespace terrawright::check {
namespace {

// Parses the text of border::describe_current_stage: "error: 'it' failed in paint of the tile ...: it called exit".
std::optional<Finding> told(const std::string& err, const std::string& stage) {
  constexpr char begin[] = "error: '", middle[] = "' failed in ";
  const std::size_t from = err.rfind(begin), in = err.find(middle, from);
  const std::size_t end = err.find('\n', in);
  if (from == std::string::npos || in == std::string::npos || end == std::string::npos) return std::nullopt;
  const std::size_t place = in + sizeof middle - 1, colon = err.rfind(": it ", end);
  if (colon == std::string::npos || colon < place) return std::nullopt;
  const std::size_t node = from + sizeof begin - 1;
  return Finding{stage, err.substr(node, in - node), err.substr(colon + 2, end - colon - 2),
                 "in " + err.substr(place, colon - place)};
}

}  // namespace

std::optional<Finding> death_of(const Ended& ended, const Shown& shown, const Limits& limits) {
  const std::string node = shown.node(), stage = shown.stage(), phase = border::phase_name(shown.phase());
  if (stage.empty()) return std::nullopt;
  if (ended.too_long) {
    if (!shown.is_inside()) return std::nullopt;
    return Finding{stage, node, "a call has not ended after " + config::canonical(limits.call) + " s, an endless loop",
                   "in " + phase};
  }
  if (ended.too_large) {
    return Finding{stage, node, "it takes more than " + report::bytes_text(limits.memory) + " of memory",
                   "in or after " + phase};
  }
  if (ended.out_of_time) return std::nullopt;
  if (auto finding = told(ended.err, stage)) return finding;
  if (ended.signal != 0) {
    return Finding{stage, node, "it broke the program, which ended by signal " + std::to_string(ended.signal),
                   "in or after " + phase};
  }
  if (ended.exit != 0 || shown.is_inside()) {
    return Finding{stage, node, "it ended the program with exit code " + std::to_string(ended.exit), "in " + phase};
  }
  return std::nullopt;
}

}  // namespace terrawright::check

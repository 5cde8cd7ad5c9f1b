// SPDX-License-Identifier: Apache-2.0
#include "api/handles.hpp"

namespace terrawright::api {
namespace {

constexpr std::size_t most = 1000;

}  // namespace

void Problems::add(const report::Diagnostics& problems, const char* rule) {
  const std::lock_guard lock(mutex_);
  for (const report::Diagnostic& one : problems.sorted()) add(one, rule);
}

void Problems::misuse(const std::string& message) {
  report::Diagnostics problems;
  problems.error({}, message, "terrawright/world.h says how it is called");
  add(problems, "misuse");
}

// The last one of a full list counts those that found no place.
void Problems::add(const report::Diagnostic& diagnostic, const char* rule) {
  if (held_.size() + 1 >= most && left_out_++ > 0) {
    held_.emplace_back();
    held_.back().diagnostic.message = std::to_string(left_out_) + " more problems";
  } else {
    held_.emplace_back();
    held_.back().diagnostic = diagnostic;
  }
  Held& held = held_.back();
  report::Diagnostics alone;
  alone.add(held.diagnostic);
  held.shown = alone.text();
  const report::Diagnostic& said = held.diagnostic;
  held.plain = {sizeof held.plain,
                said.severity == report::Severity::warning ? 1u : 0u,
                rule,
                said.message.c_str(),
                said.hint.c_str(),
                said.position.source ? said.position.source->name.c_str() : "",
                static_cast<std::uint32_t>(said.position.line),
                static_cast<std::uint32_t>(said.position.column),
                static_cast<std::uint32_t>(said.position.length),
                0,
                held.shown.c_str()};
}

std::uint64_t Problems::list(const terrawright_problem* const** problems) {
  const std::lock_guard lock(mutex_);
  std::vector<const terrawright_problem*> now;
  for (const Held& held : held_) {
    if (now.size() + 1 < most || &held == &held_.back()) now.push_back(&held.plain);
  }
  if (lists_.empty() || lists_.back() != now) lists_.push_back(std::move(now));
  *problems = lists_.back().data();
  return lists_.back().size();
}

}  // namespace terrawright::api

// SPDX-License-Identifier: Apache-2.0
// Another environment than this one: variables, the time zone, what fresh memory holds, rounding, one processor and, in
// a process of its own, other addresses. An honest stage does not notice.
#pragma once
#include <cstddef>
#include <string>

#include "check/check.hpp"
#include "check/trial/trial_id.hpp"

namespace terrawright::check {

// In this process from now on: one of so many, counted from 1.
constexpr std::size_t environments = 3;
void enter_environment(std::size_t which);
void round_as_in(std::size_t which);  // once the world is read
// The second one, with rounding, one processor and something in fresh memory.
void go_elsewhere();

// A trial that goes elsewhere, in a process of its own. Then, as `command` says, in this program from its start, which
// ends by end_there(): what it makes is compared, and code of the stage's own is found that runs as the program ends.
Result run_elsewhere(const TrialId& id, const Trial& trial, const std::string& stage, const Command& command,
                     const Surroundings& around);
[[noreturn]] void end_there(const std::string& made);

}  // namespace terrawright::check

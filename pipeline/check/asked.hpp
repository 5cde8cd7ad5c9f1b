// SPDX-License-Identifier: Apache-2.0
// What a stage's own code asks the system for, although it promised to depend on its parameters and inputs alone.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "border/current_stage.hpp"

namespace terrawright::check {

enum class Asked { to_open, facts_of_file, environment, time, random, shared_random, time_zone, locale, program };

// Noted where this thread runs a stage's own code. `name`: of a file, a variable or a locale; else "". Safe in a signal
// handler.
void note(Asked what, const char* name);

struct Noted {
  Asked what;
  std::uint32_t phase;
  std::string name;

  bool is_of_file() const { return what == Asked::to_open || what == Asked::facts_of_file; }
  std::string symptom() const;  // "it opens the file '/etc/hostname' by itself"
  std::string details() const;  // "in paint; ..."
};

// What was noted of this one since it was asked last.
std::vector<Noted> noted_of(const border::StageNames& whose);

}  // namespace terrawright::check

// SPDX-License-Identifier: Apache-2.0
// Whether this thread is inside a stage, and in which: a crash or an `exit` in there is told by node, stage, plugin,
// phase and tile before the program ends.
#pragma once
#include <cstdint>

#include "terrawright/abi.h"

namespace terrawright::border {

struct Whose;

// Writes what became of the stage that this thread is inside, if it is. Safe in a signal handler.
void describe_inside(int descriptor, const char* what);

// As long as it lives, this thread is inside. One inside another: bodies that a stage gives away.
class Inside {
 public:
  Inside(const Whose& whose, std::uint32_t phase, const terrawright_rect* tile);
  // On another thread, which works for it; nullptr: it does not.
  explicit Inside(const Inside* on_another_thread);
  ~Inside();
  // Where this thread is; nullptr: in no stage.
  static const Inside* current();
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  friend void describe_inside(int descriptor, const char* what);
  const Whose* whose_;
  const std::uint32_t phase_;
  const terrawright_rect* const tile_;
  const Inside* const before_;
};

// From now on. A crash ends the program by its signal, `exit` in a stage with `exit_code`.
void tell_how_stages_end(int exit_code);

}  // namespace terrawright::border

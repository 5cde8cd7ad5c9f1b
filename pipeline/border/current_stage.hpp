// SPDX-License-Identifier: Apache-2.0
// Records whether this thread is inside a stage, and in which. A crash or an `exit` in there is reported with node,
// stage, plugin, phase and tile before the program ends.
#pragma once
#include <cstdint>
#include <mutex>
#include <utility>

#include "border/float_control.hpp"
#include "terrawright/abi.h"

namespace terrawright::border {

struct StageNames;

// Writes what became of the stage that this thread is inside, if it is. Safe in a signal handler.
void describe_current_stage(const char* what);

// Purpose of a phase's entry.
enum class Call { work, window };

// As long as it lives, this thread is inside. One inside another: bodies that a stage gives away.
class CurrentStage {
 public:
  CurrentStage(const StageNames& whose, std::uint32_t phase, const terrawright_rect* tile, Call call = Call::work);
  // On another thread, which works for it; nullptr: it does not.
  explicit CurrentStage(const CurrentStage* on_another_thread);
  ~CurrentStage();
  // This thread's place; nullptr: in no stage.
  static const CurrentStage* current();
  // The stage whose own code this thread runs; nullptr: none, as while the engine serves a stage's request.
  static const CurrentStage* in_own_code();
  const StageNames& whose() const { return *whose_; }
  std::uint32_t phase() const { return phase_; }
  CurrentStage(const CurrentStage&) = delete;
  CurrentStage& operator=(const CurrentStage&) = delete;

 private:
  friend void describe_current_stage(const char* what);
  const StageNames* whose_;
  const std::uint32_t phase_;
  const terrawright_rect* const tile_;
  const CurrentStage* const before_;
  const bool helps_ = false;  // another thread's call
};

// As long as it lives, the engine does what the stage that this thread is inside asked for.
class EngineAtWork {
 public:
  EngineAtWork() : before_(begins()) {}
  ~EngineAtWork() { ends(before_); }
  EngineAtWork(const EngineAtWork&) = delete;
  EngineAtWork& operator=(const EngineAtWork&) = delete;
  // The same without an object; `ends` takes what `begins` answered.
  static const CurrentStage* begins();
  static void ends(const CurrentStage* before);

 private:
  const CurrentStage* const before_;
};

// A call into a plugin: waits for its turn if that is serial, sets the promised control words, and records the callee
// for crash reports.
class PluginCall {
 public:
  PluginCall(std::unique_lock<std::mutex> turn, const StageNames& whose, std::uint32_t phase,
             const terrawright_rect* tile = nullptr, Call call = Call::work)
      : turn_(std::move(turn)), inside_(whose, phase, tile, call) {}

 private:
  const std::unique_lock<std::mutex> turn_;
  const FloatControl control_;
  const CurrentStage inside_;
};

// Sees every call of a stage, on any thread, from inside: `terrawright check` looks at what a call leaves behind.
class CallWatch {
 public:
  virtual ~CallWatch() = default;
  virtual void enters(const StageNames& whose, std::uint32_t phase, Call call) = 0;
  virtual void leaves(const StageNames& whose, std::uint32_t phase) = 0;
  virtual void depends(const StageNames& /*whose*/) {}  // on bytes that it gave, in create
};
// One for the whole program, or nullptr. Set it while no stage runs.
void watch_calls(CallWatch* watch);
// The stage that this thread is inside gave bytes that it depends on.
void tell_watch_of_dependence();

// From now on. A crash ends the program by its signal, `exit` in a stage with `exit_code`.
void report_stage_ends(int exit_code);

}  // namespace terrawright::border

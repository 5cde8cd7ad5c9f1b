// SPDX-License-Identifier: Apache-2.0
#include "border/current_stage.hpp"

#include <cstdio>
#include <utility>

#include "border/host.hpp"
#include "border/instance.hpp"
#include "system/crash.hpp"
#include "system/process.hpp"
#include "system/terminal.hpp"

namespace terrawright::border {
namespace {

thread_local const CurrentStage* innermost = nullptr;
thread_local const CurrentStage* asking = nullptr;  // who waits for the engine's answer
bool installed = false;
CallWatch* watching = nullptr;
int code_of_exit = 1;

// A stack overflow leaves no stack to tell it on, so each thread that stages run on has a second one.
void give_second_stack() {
  if (installed) system::give_second_stack();
}

void exited() {
  if (innermost == nullptr) return;
  describe_current_stage("it called exit");
  system::end_now(code_of_exit);
}

}  // namespace

// Only what may be done in a signal handler; snprintf of plain texts and numbers takes no lock in glibc.
void describe_current_stage(const char* what) {
  if (innermost == nullptr) return;
  const CurrentStage& inside = *innermost;
  char line[1024], where[160] = "";
  if (inside.tile_ != nullptr && inside.tile_->width > 0) {
    std::snprintf(where, sizeof where, " of the tile (%lld, %lld), %lld x %lld cells",
                  static_cast<long long>(inside.tile_->x), static_cast<long long>(inside.tile_->y),
                  static_cast<long long>(inside.tile_->width), static_cast<long long>(inside.tile_->height));
  }
  const int size = std::snprintf(line, sizeof line, "\nerror: '%s' failed in %s%s: %s\n      = the %s is %s, from %s\n",
                                 inside.whose_->node.c_str(), phase_name(inside.phase_), where, what,
                                 inside.whose_->what, inside.whose_->stage.c_str(), inside.whose_->plugin.c_str());
  if (size <= 0) return;
  const auto bytes = static_cast<std::size_t>(size) < sizeof line ? static_cast<std::size_t>(size) : sizeof line - 1;
  system::write_error({line, bytes});
}

CurrentStage::CurrentStage(const StageNames& whose, std::uint32_t phase, const terrawright_rect* tile, Call call)
    : whose_(&whose), phase_(phase), tile_(tile), before_(innermost) {
  give_second_stack();  // or there is no memory for it
  innermost = this;
  if (watching != nullptr) watching->enters(whose, phase, call);
}

CurrentStage::CurrentStage(const CurrentStage* on_another_thread)
    : whose_(on_another_thread == nullptr ? nullptr : on_another_thread->whose_),
      phase_(on_another_thread == nullptr ? 0 : on_another_thread->phase_),
      tile_(nullptr),
      before_(innermost),
      helps_(true) {
  if (whose_ == nullptr) return;
  give_second_stack();  // or there is no memory for it
  innermost = this;
}

const CurrentStage* CurrentStage::current() { return innermost; }
const CurrentStage* CurrentStage::in_own_code() { return innermost == asking ? nullptr : innermost; }

const CurrentStage* EngineAtWork::begins() { return std::exchange(asking, innermost); }
void EngineAtWork::ends(const CurrentStage* before) { asking = before; }

CurrentStage::~CurrentStage() {
  innermost = before_;
  if (watching != nullptr && !helps_) watching->leaves(*whose_, phase_);
}

void watch_calls(CallWatch* watch) { watching = watch; }
void tell_watch_of_dependence() {
  if (watching != nullptr && innermost != nullptr) watching->depends(innermost->whose());
}

void report_stage_ends(int exit_code) {
  code_of_exit = exit_code;
  installed = true;
  system::watch_crashes(describe_current_stage, exited);
}

}  // namespace terrawright::border

// SPDX-License-Identifier: Apache-2.0
// An arranged stage, and the only place that calls it. Calls have the floating-point state that abi.h promises, a fence
// for exceptions, and a record of the program's place for crash reports.
#pragma once
#include <cstdint>
#include <memory>
#include <new>
#include <string>

#include "border/host.hpp"
#include "report/diagnostic.hpp"
#include "terrawright/abi.h"

namespace terrawright::border {

class Description;

// Names for the report of a crash in there. Texts live as long as the instance.
struct StageNames {
  std::string node, stage, plugin;
  const char* what = "stage";  // or writer
};

constexpr char threw[] = "it threw an exception across the border";

// Calls a plugin. The call fails if it throws.
template <class Side, class Function>
void call_plugin(Side& side, const Function& function) {
  try {
    function();
  } catch (const std::bad_alloc&) {
    side.fail({"", report::no_memory()});
  } catch (...) {
    side.blame(threw);
  }
}

class Instance {
 public:
  Instance() = default;
  // Arranges. Empty where the stage refused; `side` holds the failure then, if it gave a reason.
  Instance(std::shared_ptr<const Description> description, StageNames whose, HostSide& side,
           const terrawright_arrangement& arrangement);
  explicit operator bool() const { return self_ != nullptr; }

  // The cells of input `port` that `phase` needs for `tile`, as the stage says; not clipped. One without cells: none.
  // Throws std::runtime_error where the stage cannot say.
  terrawright_rect window(std::uint32_t phase, std::uint32_t port, const terrawright_rect& tile) const;

  // One of TERRAWRIGHT_ANSWER_, after `side` received the error. AGAIN comes out of resolve only.
  std::int32_t survey(const terrawright_job& job, HostSide& side) const;
  std::int32_t merge(const terrawright_job& job, const terrawright_blob& a, const terrawright_blob& b,
                     HostSide& side) const;
  std::int32_t combine(const terrawright_job& job, HostSide& side) const;
  std::int32_t split(const terrawright_job& job, HostSide& side) const;
  std::int32_t resolve(const terrawright_job& job, HostSide& side) const;
  std::int32_t paint(const terrawright_job& job, HostSide& side) const;

 private:
  struct Destroy {
    std::shared_ptr<const Description> description;
    std::shared_ptr<const StageNames> whose;
    void operator()(void* self) const;
  };
  const terrawright_stage& stage() const;
  template <class Function>
  std::int32_t answer_of(const terrawright_job& job, HostSide& side, Function call) const;

  std::unique_ptr<void, Destroy> self_;
};

}  // namespace terrawright::border

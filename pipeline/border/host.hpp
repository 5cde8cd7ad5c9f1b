// SPDX-License-Identifier: Apache-2.0
// The one host table of abi.h, and who answers behind it: the engine's side of one call of a stage.
#pragma once
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "terrawright/draft/rows.h"
#include "terrawright/ext/rounds.h"
#include "terrawright/ext/tables.h"
#include "terrawright/ext/texts.h"

namespace terrawright::border {

// A stage said that it cannot go on, or what a user should know.
struct Message {
  std::string where;  // a parameter or port, "rules[2].code", or empty
  std::string text;
  std::int64_t x = -1, y = -1;  // a cell, or -1
};

// Answers what a stage asks for during one call, on the thread that makes it. The table has checked before that the
// phase and the thread may call, that pointers are set and that ports exist. Overrides may throw, which fails the call.
// Functions with "bodies" in abi.h are called by several threads at once, the others by one alone.
class HostSide {
 public:
  HostSide(const terrawright_stage& stage, std::uint32_t phase) : stage_(stage), phase_(phase) {}
  virtual ~HostSide() = default;
  HostSide(const HostSide&) = delete;
  HostSide& operator=(const HostSide&) = delete;

  const terrawright_stage& stage() const { return stage_; }
  std::uint32_t phase() const { return phase_; }

  // The stage's place outside its call: " inside parallel", " from a thread of its own"; "": in its call.
  const char* elsewhere() const;
  // This thread is in a body of `parallel`.
  class Body {
   public:
    explicit Body(const HostSide& side);
    ~Body();
    Body(const Body&) = delete;
    Body& operator=(const Body&) = delete;

   private:
    const HostSide* const before_;
  };

  // The first failure of the call, or nullptr; and all of them, as a stage may name several mistakes of a table.
  const Message* failure() const { return failures_.empty() ? nullptr : &failures_.front(); }
  const std::vector<Message>& failures() const { return failures_; }
  void fail(Message said);
  // The stage's author made a mistake.
  void blame(const std::string& what) { fail({"", "its code is wrong: " + what}); }

  virtual void warn(const Message& /*said*/) {}
  virtual void log(std::uint32_t /*level*/, const char* /*text*/) {}
  virtual void progress(double /*share*/) {}
  virtual bool cancelled() { return false; }
  virtual void stopped() {}  // as it was asked to
  // create
  virtual std::uint64_t stream(const char* /*suffix*/) { return 0; }
  virtual void set_unit(std::uint32_t /*port*/, const char* /*unit*/) {}
  virtual void set_legend(std::uint32_t /*port*/, const terrawright_class* /*entries*/, std::uint64_t /*n*/) {}
  virtual void needs_memory(std::uint64_t /*bytes*/) {}
  virtual void needs_scratch(std::uint64_t /*bytes*/, std::uint64_t /*bytes_per_cell*/) {}
  virtual std::int64_t open_file(const char* /*parameter*/, const terrawright_file_request& /*request*/,
                                 terrawright_file_facts& /*facts*/) {
    return -1;
  }
  virtual void file_bytes(std::int64_t /*file*/, std::uint64_t /*begin*/, std::uint64_t /*size*/, void* /*bytes*/) {}
  virtual void depends(const void* /*bytes*/, std::uint64_t /*size*/) {}
  // survey, merge, resolve, paint
  virtual void read_file(std::int64_t /*file*/, const terrawright_rect& /*area*/, float* /*samples*/,
                         std::int64_t /*stride*/) {}
  virtual void* scratch(std::uint64_t /*bytes*/) { return nullptr; }
  virtual void note(const void* /*bytes*/, std::uint64_t /*size*/) {}
  virtual void verdict(std::uint64_t /*tile*/, const void* /*bytes*/, std::uint64_t /*size*/) {}
  virtual void carry(const void* /*bytes*/, std::uint64_t /*size*/) {}
  virtual terrawright_blob carried() { return {}; }
  virtual void visit(std::uint64_t /*tile*/) {}
  virtual std::int32_t parallel(std::uint64_t /*n*/, std::int32_t (*)(void*, std::uint64_t), void* /*context*/) {
    return 0;
  }
  virtual void number(std::uint32_t /*port*/, double /*value*/) {}
  virtual void grid(std::uint32_t /*port*/, const void* /*bytes*/, std::uint64_t /*size*/) {}
  virtual void text(std::uint32_t /*port*/, std::string_view /*text*/) {}
  virtual void table(std::uint32_t /*port*/, const terrawright_table& /*table*/) {}
  virtual const terrawright_table* input_table(std::uint32_t /*port*/) { return nullptr; }
  virtual void same(std::uint32_t /*output*/, std::uint32_t /*input*/) {}
  virtual void rows(std::uint32_t /*port*/, const terrawright_table& /*rows*/, const std::uint64_t* /*order*/,
                    const std::uint64_t* /*part*/) {}

 private:
  const terrawright_stage& stage_;
  const std::uint32_t phase_;
  const std::thread::id thread_ = std::this_thread::get_id();
  std::mutex mutex_;
  std::vector<Message> failures_;
};

// The functions behind every HostSide, whose address is the handle.
const terrawright_host& host();
// Those of an extension, by its id; nullptr: there is none.
const void* extension_of(const char* id);

// Beside the phases of abi.h: a writer's.
constexpr std::uint32_t phase_of_writing = TERRAWRIGHT_PHASE_SPLIT + 1;
// And a plugin's, in deinit.
constexpr std::uint32_t phase_of_leaving = TERRAWRIGHT_PHASE_SPLIT + 2;

// "survey", "paint" ...
const char* phase_name(std::uint32_t phase);

}  // namespace terrawright::border

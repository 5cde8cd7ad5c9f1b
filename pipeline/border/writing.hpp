// SPDX-License-Identifier: Apache-2.0
// A writer that is made for one output, and the only place that calls it; the one host table of writer.h, and the
// object that serves it.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "border/description.hpp"
#include "border/instance.hpp"
#include "terrawright/writer.h"

namespace terrawright::border {

// Why something cannot be written, or what a user should know of it.
struct WriterMessage {
  std::string where;  // a parameter, an item, or empty: the file
  std::string text, remedy = {};
};

// Answers what a writer asks for during one call. The table has checked before that the call may ask, and that pointers
// are set. Overrides may throw, which fails the call.
class WriterSide {
 public:
  enum class Call { create, prepare, write };
  explicit WriterSide(Call call) : call_(call) {}
  virtual ~WriterSide() = default;
  WriterSide(const WriterSide&) = delete;
  WriterSide& operator=(const WriterSide&) = delete;

  Call call() const { return call_; }
  const std::vector<WriterMessage>& failures() const { return failures_; }
  void fail(WriterMessage said);
  // The writer's author made a mistake.
  void blame(const std::string& what) { fail({"", "its code is wrong: " + what, ""}); }

  // create
  virtual void warn(const WriterMessage& /*said*/) {}
  virtual void needs_memory(std::uint64_t /*bytes*/) {}
  virtual void needs_disk(std::uint64_t /*sure*/, std::uint64_t /*compressed*/) {}
  virtual void will_write(const std::string& /*name*/) {}
  virtual void tells(const std::string& /*text*/, const std::string& /*json*/) {}
  virtual void when_clipped(const std::string& /*remedy*/) {}
  virtual void will_keep(std::uint64_t /*item*/, const std::string& /*under*/) {}
  // write
  virtual bool cancelled() { return false; }
  virtual void read(std::uint64_t /*item*/, const terrawright_rect& /*cells*/, void* /*to*/, std::int64_t /*stride*/) {}
  virtual terrawright_statistics extremes(std::uint64_t /*item*/) { return {}; }
  virtual const terrawright_table* rows(std::uint64_t /*item*/, std::uint64_t /*most*/) { return nullptr; }
  struct Breaks {
    const std::uint64_t* points = nullptr;
    std::uint64_t count = 0;
  };
  virtual Breaks breaks(std::uint64_t /*item*/) { return {}; }
  virtual terrawright_blob bytes(std::uint64_t /*item*/) { return {}; }
  virtual void* scratch(std::uint64_t /*bytes*/) { return nullptr; }
  virtual std::int64_t open(const std::string& /*name*/) { return -1; }
  virtual std::int64_t open_temporary() { return -1; }
  virtual void put(std::int64_t /*file*/, std::uint64_t /*offset*/, const void* /*bytes*/, std::uint64_t /*size*/) {}
  virtual void get(std::int64_t /*file*/, std::uint64_t /*offset*/, void* /*bytes*/, std::uint64_t /*size*/) {}
  virtual void reserve(std::int64_t /*file*/, std::uint64_t /*bytes*/) {}
  virtual void clipped(std::int64_t /*file*/, std::uint64_t /*cells*/) {}
  virtual void content(std::int64_t /*file*/, std::uint64_t /*item*/, const std::string& /*sha256*/) {}
  virtual void close(std::int64_t /*file*/) {}
  virtual void content_as(std::int64_t /*file*/, const std::string& /*name*/, const std::string& /*sha256*/) {}
  virtual void add_file(const std::string& /*name*/, std::string_view /*bytes*/) {}
  virtual void add_chunk(std::uint64_t /*item*/, std::int64_t /*column*/, std::int64_t /*row*/,
                         const std::string& /*name*/) {}
  virtual std::int32_t parallel(std::uint64_t /*n*/, std::int32_t (* /*body*/)(void*, std::uint64_t),
                                void* /*context*/) {
    return 0;
  }
  virtual terrawright_blob kept(std::uint64_t /*item*/) { return {}; }
  virtual void keep(std::uint64_t /*item*/, std::string_view /*bytes*/) {}
  // Name, value, name, value, ...; null after a failure.
  virtual const std::vector<const char*>* attributes(std::uint64_t /*item*/) { return nullptr; }

 private:
  const Call call_;
  std::vector<WriterMessage> failures_;
};

class WriterInstance {
 public:
  // Empty where the writer refused; `side` holds its failures then. `delivery` lives as long as the instance.
  WriterInstance(std::shared_ptr<const WriterDescription> description, StageNames whose, WriterSide& side,
                 const terrawright_delivery& delivery);
  explicit operator bool() const { return self_ != nullptr; }
  // TERRAWRIGHT_ANSWER_DONE, STOPPED, or FAILED after `side` received the error.
  std::int32_t write(WriterSide& side) const;
  // Only the failures of `side` count.
  void prepare(WriterSide& side) const;

 private:
  std::int32_t answer_of(std::int32_t (*function)(const void* self, const terrawright_writer_host* host, void* handle),
                         WriterSide& side) const;

  struct Destroy {
    std::shared_ptr<const WriterDescription> description;
    std::shared_ptr<const StageNames> whose;
    void operator()(void* self) const;
  };
  std::unique_ptr<void, Destroy> self_;
};

}  // namespace terrawright::border

// SPDX-License-Identifier: Apache-2.0
// A process of its own for what may crash, hang or end it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "system/process.hpp"

namespace terrawright::check {

// A finding about a stage.
struct Finding {
  std::string stage, node;  // "shape.blur@1"; node empty: not while it ran in a world
  std::string symptom;      // "it wrote outside its tile"
  std::string details;      // "at cell (3, 4) of 'height'"; may be empty
  std::string world = {};   // what it takes to see it again; may be empty
  std::string trial = {};   // the id of the trial that found it; may be empty

  std::string sentence() const {
    return stage + (node.empty() ? "" : " ('" + node + "')") + ": " + symptom + (details.empty() ? "" : " ") + details +
           (world.empty() ? "" : " [" + world + "]");
  }
};

// A file without a name, shared with the children of this process.

// Throws what errno says.
[[noreturn]] void fail(const char* what);

class TemporaryFile {
 public:
  TemporaryFile();  // throws std::system_error
  int descriptor() const { return file_.number(); }
  void append(const void* bytes, std::size_t count) const;  // throws std::system_error
  std::size_t size() const;
  // The first bytes of it.
  std::string text(std::size_t most = std::size_t{1} << 20) const;

 private:
  system::Descriptor file_;
};

// State that the child publishes while it runs, even if it dies: memory that both share.
class Shown {
 public:
  Shown();
  ~Shown();
  Shown(const Shown&) = delete;
  Shown& operator=(const Shown&) = delete;

  // In the child. Records the callee, and that something happened.
  void enters(std::string_view node, std::string_view stage, std::uint32_t phase);
  void leaves();

  std::uint64_t steps() const;  // how often anything was entered or left
  bool is_inside() const;       // a stage
  std::string node() const;     // that was entered last
  std::string stage() const;
  std::uint32_t phase() const;

 private:
  struct Page;
  Page* page_;
};

struct Limits {
  double call = 60.0;                             // seconds for which a stage may be entered and nothing else happen
  double all = 0.0;                               // seconds; 0: any
  std::uint64_t memory = std::uint64_t{4} << 30;  // bytes more than this process has
};

struct Ended {
  bool finished = false;     // the body returned; else one of those below
  bool too_long = false;     // nothing happened for as long as is allowed
  bool too_large = false;    // it has taken more memory than it may
  bool out_of_time = false;  // of all that it may take
  bool stopped = false;      // by the user
  int signal = 0, exit = 0;
  std::string answer, out, err;  // what the body wrote, and what went to its streams
  bool was_killed() const { return stopped || too_long || too_large || out_of_time; }
};

// The body's way to answer. Its messages arrive even if the child dies later.
class Answer {
 public:
  explicit Answer(const TemporaryFile& file) : file_(file) {}
  // A line of words; they may hold anything.
  void line(const std::vector<std::string>& words);

 private:
  const TemporaryFile& file_;
};
std::vector<std::vector<std::string>> lines_of(const std::string& answer);

// A process of its own. No other thread may run in this one.
class Child {
 public:
  // `most_memory`: bytes more than this process has; 0: any.
  explicit Child(const std::function<void(Answer&)>& body, std::uint64_t most_memory = 0);

  int at_end() const { return alive_.number(); }  // a descriptor that can be read as soon as it has ended
  bool is_too_large() const;
  void kill() const { process_.kill(); }
  Ended wait();

 private:
  const TemporaryFile answer_, out_, err_;
  std::uint64_t memory_ = 0;  // that it may have; 0: any
  system::Descriptor alive_;
  system::Child process_;  // which is ended first
};

// Runs `body` in a child and waits. `goes_on` is asked now and then; false: the user stops.
Ended in_child(const std::function<void(Answer&)>& body, const Shown& shown, const Limits& limits,
               const std::function<bool()>& goes_on);

// body(i) for each i below `count`, as many at once as there are processors. ended(i, what it wrote) comes in the order
// of i. False where the user stops.
bool in_children(std::size_t count, const std::function<void(std::size_t i, Answer&)>& body,
                 const std::function<void(std::size_t i)>& begins,
                 const std::function<void(std::size_t i, const Ended& ended)>& ended,
                 const std::function<bool()>& goes_on);

// Finds the cause of a child that did not end normally.

// Nothing where no stage was entered.
std::optional<Finding> crash_finding(const Ended& ended, const Shown& shown, const Limits& limits);

}  // namespace terrawright::check

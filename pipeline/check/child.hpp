// SPDX-License-Identifier: Apache-2.0
// A process of its own for what may crash, hang or end it.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "check/temporary_file.hpp"

namespace terrawright::check {

// What the child shows while it runs, even if it dies: seen by both.
class Shown {
 public:
  Shown();
  ~Shown();
  Shown(const Shown&) = delete;
  Shown& operator=(const Shown&) = delete;

  // In the child. Who is called, and that something happened.
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

struct Ended {
  bool finished = false;  // the body returned; else one of those below
  bool too_long = false;  // nothing happened for as long as is allowed
  bool stopped = false;   // by the user
  int signal = 0, exit = 0;
  std::string answer, out, err;  // what the body wrote, and what went to its streams
};

// The body's way to answer. What it says arrives even if the child dies later.
class Answer {
 public:
  explicit Answer(const TemporaryFile& file) : file_(file) {}
  // A line of words; they may hold anything.
  void line(const std::vector<std::string>& words);

 private:
  const TemporaryFile& file_;
};
std::vector<std::vector<std::string>> lines_of(const std::string& answer);

// Runs `body` in a child and waits. `limit`: seconds for which a stage may be entered and nothing else happen.
// `goes_on` is asked now and then; false: the user stops. No other thread may run in this process.
Ended in_child(const std::function<void(Answer&)>& body, const Shown& shown, double limit,
               const std::function<bool()>& goes_on);

}  // namespace terrawright::check
